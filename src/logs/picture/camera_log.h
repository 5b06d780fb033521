// The cameras of a log: which they are, and their pictures one after the other.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "logs/picture/log_pictures.h"
#include "logs/reader/mcap_reader.h"

namespace hadal::logs {

struct LogCamera {
  std::string name;                 // /rov/cam
  std::string image;                // topic of its pictures or events
  std::vector<std::string> labels;  // topics of images beside them
};
// By name.
std::vector<LogCamera> cameras_of(const McapReader& log);

// The topic of a picture that is meant: itself, with /compressed, or that of the camera of this
// name (with or without the slash in front); of the only camera where `wanted` is empty. Nothing
// where there is none or more than one.
std::optional<std::string> find_image_topic(const McapReader& log, const std::string& wanted);

struct LogPicture {
  double time_s = 0;          // log time since the start of the log
  int64_t time_ns = 0;        // log time
  int64_t stamp_ns = 0;       // when it was taken
  std::string format;         // jpeg, png, or empty where the log holds plain pixels
  std::vector<uint8_t> file;  // of a format
  Picture picture;
};
// Calls take(picture) for every message of a topic that can be drawn, until it says false.
void for_each_picture(McapReader& log, const std::string& topic,
                      const std::function<bool(LogPicture&)>& take);

}  // namespace hadal::logs

// Pictures out of the messages of cameras. Nothing in a message is trusted.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "outputs/messages/messages.h"
#include "outputs/picture/picture.h"
#include "world/frame.h"

namespace hadal::logs {

using namespace outputs;  // as in logs/reader/mcap_block.h

// sensor_msgs/Image, sensor_msgs/CompressedImage or hadal_msgs/EventArray.
bool is_image_type(std::string_view type);

// The numbers of an image (rgb8, bgr8, mono8, 8UC1, 32SC1, 32FC1 and those of up to 9 channels);
// nothing where it contradicts itself or has another encoding.
std::optional<Plane> plane_of(const Image& message, const std::string& name);

struct ShownImage {
  int64_t stamp_ns = 0;
  Picture picture;
};
// What a message shows: pictures as they are, labels as label_picture.h draws them by the last part
// of their topic.
std::optional<ShownImage> shown_image(std::string_view type, const std::string& topic,
                                      std::span<const uint8_t> payload);

// "depth_m" of /rov/cam/depth_m.
std::string last_part(const std::string& topic);

}  // namespace hadal::logs

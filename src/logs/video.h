// A film out of pictures: their bytes go through a pipe to the program ffmpeg, which makes of them
// what the name of the file asks for.
#pragma once
#include <sys/types.h>

#include <memory>
#include <string>

#include "base/result.h"
#include "outputs/picture/picture.h"

namespace hadal::logs {

class VideoWriter {
 public:
  // Starts ffmpeg, found on the path. A problem where there is none says how to get it.
  static Result<std::unique_ptr<VideoWriter>> open(const std::string& path, int width, int height,
                                                   double fps);
  ~VideoWriter();  // ends ffmpeg, too
  VideoWriter(const VideoWriter&) = delete;
  VideoWriter& operator=(const VideoWriter&) = delete;

  // The picture has the size of the film. False once ffmpeg has stopped listening.
  bool add(const Picture& picture);
  // Waits for ffmpeg; what it said where it failed.
  Problems close();

 private:
  VideoWriter(pid_t process, int pipe, std::string path)
      : process_(process), pipe_(pipe), path_(std::move(path)) {}
  pid_t process_;
  int pipe_;
  std::string path_;
};

}  // namespace hadal::logs

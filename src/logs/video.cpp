#include "logs/video.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <vector>

extern char** environ;

namespace hadal::logs {
namespace {

Problems video_problem(const std::string& path, const std::string& message) {
  Problems out;
  out.add({}, path, message);
  return out;
}

// Even sides, as most players want them; the last row or column is repeated for that.
std::vector<std::string> ffmpeg_words(const std::string& path, int width, int height, double fps) {
  char rate[32];
  std::snprintf(rate, sizeof rate, "%.6f", fps);
  std::vector<std::string> words{
      "ffmpeg",      "-y",
      "-loglevel",   "error",
      "-f",          "rawvideo",
      "-pix_fmt",    "rgb24",
      "-video_size", std::to_string(width) + "x" + std::to_string(height),
      "-framerate",  rate,
      "-i",          "pipe:0"};
  if (!path.ends_with(".gif"))
    words.insert(words.end(), {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"});
  words.push_back(path.starts_with('-') ? "./" + path : path);
  return words;
}

// Starts a program with `input` as its standard input; its id, or 0 with errno.
pid_t spawn(const std::vector<std::string>& words, int input) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  pid_t process = 0;
  const int error =
      posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  errno = error;
  return error == 0 ? process : 0;
}

// A write to a pipe without a reader fails instead of ending the program.
class WithoutPipeSignal {
 public:
  WithoutPipeSignal() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &before_);
  }
  ~WithoutPipeSignal() { sigaction(SIGPIPE, &before_, nullptr); }

 private:
  struct sigaction before_ {};
};

}  // namespace

Result<std::unique_ptr<VideoWriter>> VideoWriter::open(const std::string& path, int width,
                                                       int height, double fps) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return video_problem(path, "no pipe: " + std::string(std::strerror(errno)));
  const pid_t process = spawn(ffmpeg_words(path, width, height, fps), ends[0]);
  const int error = errno;
  ::close(ends[0]);
  if (process != 0) return std::unique_ptr<VideoWriter>(new VideoWriter(process, ends[1], path));
  ::close(ends[1]);
  return video_problem("ffmpeg", error == ENOENT
                                     ? "is not installed, and films are made by it; on Debian and "
                                       "Ubuntu: apt-get install ffmpeg"
                                     : std::string(std::strerror(error)));
}

bool VideoWriter::add(const Picture& picture) {
  const WithoutPipeSignal guard;
  const std::vector<uint8_t>& rgb = picture.rgb();
  for (size_t done = 0; pipe_ >= 0 && done < rgb.size();) {
    const ssize_t count = ::write(pipe_, rgb.data() + done, rgb.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<size_t>(count);
  }
  return pipe_ >= 0;
}

Problems VideoWriter::close() {
  if (pipe_ < 0) return {};
  ::close(pipe_);
  pipe_ = -1;
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return video_problem(path_, "ffmpeg could not make it; see its messages above");
}

VideoWriter::~VideoWriter() {
  (void)close();
}

}  // namespace hadal::logs

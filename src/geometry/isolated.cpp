#include "geometry/isolated.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

namespace hadal::geometry {
namespace {

constexpr int kSuccess = 0, kOutOfMemory = 3, kThrew = 4;

// Sanitizers map terabytes of address space for their shadow; a limit on it would stop them at
// once.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitMemory = false;
#else
constexpr bool kLimitMemory = true;
#endif

size_t mapped_bytes() {
  size_t pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%zu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

void limit(int resource, rlim_t amount) {
  const rlimit value{amount, amount};
  setrlimit(resource, &value);
}

void confine(const IsolationLimits& limits, size_t mapped) {
  const int nowhere = open("/dev/null", O_RDWR);
  for (int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, descriptor);
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU, SIGPIPE, SIGTERM, SIGINT})
    std::signal(signal, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, static_cast<rlim_t>(limits.processor_time_s));
  if (kLimitMemory && mapped > 0) limit(RLIMIT_AS, mapped + limits.memory_bytes);
}

void write_all(int descriptor, const std::vector<std::byte>& bytes) {
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count = write(descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno != EINTR) _exit(kThrew);
    if (count > 0) done += static_cast<size_t>(count);
  }
}

[[noreturn]] void child(const std::function<std::vector<std::byte>()>& function, int pipe_end) {
  try {
    write_all(pipe_end, function());
  } catch (const std::bad_alloc&) {
    _exit(kOutOfMemory);
  } catch (...) {
    _exit(kThrew);
  }
  _exit(kSuccess);
}

std::vector<std::byte> read_all(int descriptor) {
  std::vector<std::byte> bytes;
  std::array<std::byte, 1 << 16> block;
  for (;;) {
    const ssize_t count = read(descriptor, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.insert(bytes.end(), block.begin(), block.begin() + count);
  }
}

std::string failure_of(int status, const IsolationLimits& limits) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGXCPU || signal == SIGKILL)
      return "took more than " + std::to_string(limits.processor_time_s) +
             " s or was stopped from outside";
    return "crashed (signal " + std::to_string(signal) + ", " + strsignal(signal) + ")";
  }
  if (!WIFEXITED(status)) return "stopped";
  if (WEXITSTATUS(status) == kSuccess) return "";
  if (WEXITSTATUS(status) == kOutOfMemory)
    return "needed more than " + std::to_string(limits.memory_bytes >> 20) + " MB of memory";
  return "failed";
}

}  // namespace

IsolatedResult run_isolated(const std::function<std::vector<std::byte>()>& function,
                            const IsolationLimits& limits) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {{}, "could not start (no pipe)"};
  const size_t mapped = mapped_bytes();
  const pid_t process = fork();
  if (process == 0) {
    close(ends[0]);
    confine(limits, mapped);
    child(function, ends[1]);
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return {{}, "could not start (no process)"};
  }
  IsolatedResult result;
  result.bytes = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  result.failure = failure_of(status, limits);
  return result;
}

}  // namespace hadal::geometry

// HADAL_CHECK: programmer errors. Bad user input never ends here; it is reported as Problems.
#pragma once
#include <stdexcept>
#include <string>

namespace hadal::inline base {

struct CheckFailed : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] inline void check_failed(const char* condition, const char* file, int line,
                                      const std::string& message) {
  throw CheckFailed(std::string(file) + ":" + std::to_string(line) +
                    ": check failed: " + condition + (message.empty() ? "" : ": " + message));
}

}  // namespace hadal::base

#define HADAL_CHECK(condition, ...)                                                    \
  do {                                                                                 \
    if (!(condition))                                                                  \
      ::hadal::check_failed(#condition, __FILE_NAME__, __LINE__, std::string{__VA_ARGS__}); \
  } while (false)

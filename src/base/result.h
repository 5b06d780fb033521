// Result<T>: a value, or every reason why there is none.
#pragma once
#include <utility>
#include <variant>

#include "base/check.h"
#include "base/problem.h"

namespace hadal::inline base {

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(Problems problems)
      : content_(std::move(problems)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return std::holds_alternative<T>(content_); }
  explicit operator bool() const { return ok(); }

  T& value() & {
    require();
    return std::get<T>(content_);
  }
  const T& value() const& {
    require();
    return std::get<T>(content_);
  }
  T&& value() && {
    require();
    return std::get<T>(std::move(content_));
  }
  const Problems& problems() const {
    HADAL_CHECK(!ok());
    return std::get<Problems>(content_);
  }

 private:
  void require() const {
    if (!ok()) throw InvalidInput(std::get<Problems>(content_));
  }
  std::variant<T, Problems> content_;
};

}  // namespace hadal::base

// From problems inside to the exception of the API.
#pragma once
#include <utility>

#include "base/result.h"
#include "hadal/error.h"

namespace hadal::simulation {

[[noreturn]] void throw_problems(const Problems& problems);
inline void require(const Problems& problems) {
  if (!problems.empty()) throw_problems(problems);
}

template <class T>
T need(Result<T> result) {
  if (!result) throw_problems(result.problems());
  return std::move(result).value();
}

}  // namespace hadal::simulation

// For tests: the gains of a controller as live numbers.
#pragma once
#include <span>

namespace hadal::inline kinds {

template <class C>
  requires requires(C c) { c.gains(); }
void store_gains(C controller, std::span<double> live) {
  size_t i = 0;
  for (const auto& gain : controller.gains()) live[i++] = *gain.value;
}

}  // namespace hadal::kinds

#include "kinds/quantities.h"

#include <cmath>

#include "base/text.h"

namespace hadal::inline kinds {

std::string range_problem(const Quantity& quantity, double value) {
  const Bounds& b = quantity.bounds;
  if (std::isfinite(value) && value >= b.min && value <= b.max) return {};
  const std::string unit = *quantity.unit ? std::string(" ") + quantity.unit : "";
  const std::string found = std::isfinite(value) ? shortest_text(value) : "one that is not finite";
  return std::string(quantity.name) + ": expected " + shortest_text(b.min) + " to " +
         shortest_text(b.max) + unit + ", found " + found;
}

}  // namespace hadal::kinds

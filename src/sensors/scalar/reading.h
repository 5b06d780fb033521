// A reading: when it was measured, whether it may be trusted, its values, and the values a perfect
// instrument would have given (the ground-truth twin, always filled; NaN where even that instrument
// would see nothing).
#pragma once
#include <span>

#include "base/ticks.h"

namespace hadal::sensors {

// Borrows the caller's buffers, one entry per column.
struct Reading {
  Tick stamp = 0;      // of the measurement, not of its arrival
  bool valid = false;  // false: dropped, or not available here; the values are then zero
  std::span<double> values;
  std::span<double> truth;
};

}  // namespace hadal::sensors

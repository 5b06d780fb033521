// Many simulations on one shared world, and going back to the start.
#pragma once
#include "hadal/bench.h"

namespace hadal {

double simulations256(const BenchOptions& options);       // CPU-seconds to make them
double simulations256_mb(const BenchOptions& options);  // resident megabytes that they add
double reset_free_vehicle(const BenchOptions& options);   // CPU-us

}  // namespace hadal

// How closely the vehicles of a run did what was asked of them, against the truth: position, path,
// depth, heading and surge speed. docs/report.md has the definitions, math/tracking.h equations.
// Samples are those of the log (record.rate_hz), so that its tables give the same numbers.
#pragma once
#include <vector>

#include "hadal/run.h"
#include "math/tracking.h"
#include "math/types.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::simulation {

class Tracking {
 public:
  explicit Tracking(const World& world);

  // Forgets what was; the present state is the first sample.
  void restart(const World& world, const State& state);
  // After every step.
  void sample(const World& world, const State& state);
  // Quantities that something was asked of.
  std::vector<TrackingResult> of_vehicle(size_t vehicle) const;

 private:
  struct VehicleRecords {
    TrackingRecord north{0.2}, east{0.2}, depth{0.1}, heading, surge{0.05};
    ErrorStatistics position, path;
    int64_t step = -1;  // of the mission, whose route counts from
    Vec3 route_start_N = Vec3::Zero();
    VehicleRecords();
  };
  void sample_vehicle(const World& world, const State& state, size_t index);
  void sample_path(const World& world, const State& state, size_t index);

  Rate rate_;
  std::vector<VehicleRecords> vehicles_;  // as World::vehicles
};

}  // namespace hadal::simulation

#include "world/build.h"

#include <cmath>
#include <filesystem>
#include <limits>

#include "base/calendar.h"
#include "math/arrays.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::build {

Vec3 vec3(const std::vector<double>& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

Quat attitude_from_deg(const std::vector<double>& rpy_deg) {
  return quaternion_from({rpy_deg[0] * kDegree, rpy_deg[1] * kDegree, rpy_deg[2] * kDegree});
}

Pose mounting_of(const SensorConfig& sensor) {
  const auto& [roll, pitch, yaw] = sensor.rpy_deg;
  return {to_vec3(sensor.position_m), attitude_from_deg({roll, pitch, yaw})};
}

namespace {

// UTC of tick 0. If nothing is said it is day: noon of the equinox in mean solar time of the origin.
Result<int64_t> start_unix_ns(const Scenario& scenario) {
  if (!scenario.clock.start.empty()) return unix_ns_from_iso8601(scenario.clock.start);
  constexpr int64_t kNoonInGreenwich_s = 1774008000;  // 2026-03-20T12:00:00Z
  constexpr double kSecondsPerDegree = 240;
  const double east_deg = std::remainder(scenario.origin.lon_deg, 360.0);
  return (kNoonInGreenwich_s - std::llround(kSecondsPerDegree * east_deg)) * 1'000'000'000;
}

void clock(const Context& context) {
  const Scenario& scenario = context.loaded.scenario;
  World& world = context.world;
  const double step_ns = scenario.step_s * 1e9;
  world.clock.step_ns = std::llround(step_ns);
  if (std::abs(step_ns - static_cast<double>(world.clock.step_ns)) > 1e-3)
    context.fail("step_s", "expected a whole number of nanoseconds");
  world.last_tick = world.clock.tick_at(scenario.duration_s);
  const Result<int64_t> start = start_unix_ns(scenario);
  if (start &&
      start.value() > std::numeric_limits<int64_t>::max() - world.clock.time_ns(world.last_tick))
    context.fail("duration_s", "the run would end after the year 2262, where the world clock ends");
  else if (start)
    world.start_unix_ns = start.value();
  else
    context.fail("clock.start", "expected a UTC time such as 2026-06-01T09:00:00Z, found '" +
                                    scenario.clock.start + "'");
}

}  // namespace
}  // namespace hadal::build

namespace hadal::inline world {
namespace {
constexpr double kFreshWater_kg_m3 = 1000;  // until the sea is open
}

Result<World> build_world(const LoadedScenario& loaded) {
  World world;
  Problems problems;
  build::ShapeStore shapes;
  const build::Context context{loaded, world, problems, shapes};
  const Scenario& scenario = loaded.scenario;
  world.title = scenario.title;
  world.description = scenario.description;
  world.scenario = std::filesystem::path(loaded.file).stem().string();
  world.seed = static_cast<uint64_t>(scenario.seed);
  world.origin_lat_deg = scenario.origin.lat_deg;
  world.origin_lon_deg = scenario.origin.lon_deg;
  world.rkmk4 = scenario.integrator == "rkmk4";
  world.implicit_damping = scenario.implicit_damping;
  world.stop_when_done = scenario.stop_when_done;
  world.record = scenario.record;
  build::clock(context);
  build::materials(context);
  build::environment(context);
  build::vehicles(context);
  build::objects(context);
  build::mud(context);
  build::scenery(context);
  build::prepare_sensors(context);
  build::network(context);
  build::couplings(context);
  build::mission(context);
  build::events(context);
  if (!problems.empty()) return problems;
  prepare_actuators(world, kFreshWater_kg_m3);
  return world;
}

}  // namespace hadal::world

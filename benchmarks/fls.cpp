#include "fls.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "clock.h"
#include "environment/acoustic/acoustic_field.h"
#include "math/rotation.h"
#include "math/units.h"
#include "ray_scene.h"
#include "sensors/acoustic/fls.h"

namespace hadal {
namespace {

constexpr int kRepeats = 15;  // the best counts

FlsModel sonar_model(double range_m, int rays, FlsRangeModel range_model) {
  FlsModel m;
  m.beams = 512;
  m.elevation_rays = rays;
  m.field_of_view_rad = 90 * kDegree;
  m.vertical_aperture_rad = 20 * kDegree;
  m.bandwidth_hz = 29.9e3;
  m.min_range_m = 0;
  m.max_range_m = range_m;
  m.range_model = range_model;
  if (range_model == FlsRangeModel::kExact) m.pulse_shading = {};
  return m;
}

World water_and_materials() {
  World world;
  world.materials.materials.resize(RayBenchScene::kMaterials);
  world.materials.pairs.resize(RayBenchScene::kMaterials * RayBenchScene::kMaterials);
  return world;
}

// Frames per second of the clock. The sonar is so high over the ground that its beams meet it well
// within the range.
double frames_per_second(const BenchOptions& options, const FlsModel& model, double altitude_m,
                         int threads, double (*clock)()) {
  const RayBenchScene scene;
  const auto view = scene.view();
  const World world = water_and_materials();
  const environment::Sea sea(world);
  const environment::AcousticField sound(sea, {}, world.materials);
  const sensors::Fls sonar(model);
  sensors::FrameInput input;
  input.X_NS = {Vec3(-12, 0, RayBenchScene::depth(-12, 0) - altitude_m),
                quaternion_from(EulerAngles{0, -20 * kDegree, 0})};
  input.view = view.get();
  input.sound = &sound;
  input.materials = &world.materials;
  input.seabed = &sea.seabed();
  input.noise = RandomStream(1, "fls", "frame");
  ThreadArena arena(threads);
  Frame frame = sonar.blank();
  const auto ping = [&] {
    ++input.tick;
    sonar.compute(input, arena, frame);
  };
  for (int i = 0; i < options.steps; ++i) ping();
  if (options.steps > 0) return 0;
  ping();
  const int pings = model.max_range_m > 20 ? 10 : 60;
  double best = INFINITY;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const double start = clock();
    for (int i = 0; i < pings; ++i) ping();
    best = std::min(best, (clock() - start) / pings);
  }
  const auto level = frame.plane(kLevelPlane).floats();
  if (*std::max_element(level.begin(), level.end()) < 80) throw std::runtime_error("no echoes");
  return 1 / best;
}

constexpr double kLow_m = 2.5, kHigh_m = 12;

}  // namespace

double fls_10m(const BenchOptions& options) {
  return frames_per_second(options, sonar_model(10, 11, FlsRangeModel::kExact), kLow_m, 1,
                           cpu_seconds);
}
double fls_50m(const BenchOptions& options) {
  return frames_per_second(options, sonar_model(50, 228, FlsRangeModel::kExact), kHigh_m, 1,
                           cpu_seconds);
}
double fls_50m_direct(const BenchOptions& options) {
  return frames_per_second(options, sonar_model(50, 228, FlsRangeModel::kDirect), kHigh_m, 1,
                           cpu_seconds);
}
double fls_50m_wall(const BenchOptions& options) {
  return frames_per_second(options, sonar_model(50, 228, FlsRangeModel::kExact), kHigh_m, 2,
                           wall_seconds);
}

}  // namespace hadal

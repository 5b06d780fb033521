#include "lidar.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "clock.h"
#include "math/rotation.h"
#include "math/units.h"
#include "ray_scene.h"
#include "sensors/optical/lidar.h"

namespace hadal {

double lidar_scans(const BenchOptions& options) {
  constexpr int kScans = 200, kRepeats = 5;
  const RayBenchScene scene;
  const auto view = scene.view();
  MaterialTable materials;
  materials.materials.resize(RayBenchScene::kMaterials);
  LidarModel model;
  model.range_std_m = 0.005;
  const sensors::Lidar lidar(model);
  sensors::FrameInput input;
  input.X_NS = {Vec3(-12, 0, 12), quaternion_from(EulerAngles{0, -35 * kDegree, 0})};
  input.view = view.get();
  input.materials = &materials;
  input.noise = RandomStream(1, "lidar", "frame");
  ThreadArena arena(1);
  Frame frame = lidar.blank();
  const auto scan = [&](int count) {
    for (int i = 0; i < count; ++i) {
      ++input.number;
      lidar.compute(input, arena, frame);
    }
  };
  if (options.steps > 0) return scan(options.steps), 0;
  scan(kScans / 10);
  double best = INFINITY;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const double start = cpu_seconds();
    scan(kScans);
    best = std::min(best, cpu_seconds() - start);
  }
  const auto found = frame.plane("returns").bytes();
  if (std::count(found.begin(), found.end(), 0) > static_cast<std::ptrdiff_t>(found.size() / 2))
    throw std::runtime_error("most rays hit nothing");
  return kScans / best;
}

}  // namespace hadal

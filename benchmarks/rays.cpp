#include "rays.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

#include "clock.h"
#include "math/units.h"
#include "ray_scene.h"

namespace hadal {
namespace {

using namespace raytrace;

constexpr int kRepeats = 7;  // the best counts
constexpr uint32_t kSeen = kSeenSeabed | kSeenSonar;

RayBenchScene& bench_scene() {
  static RayBenchScene scene;
  return scene;
}

// CPU-seconds of one call of work, the best of several. With options.steps, so many calls and 0.
template <class Work>
double cpu_seconds_of(const BenchOptions& options, int repeats, const Work& work) {
  if (options.steps > 0) {
    for (int i = 0; i < options.steps; ++i) work();
    return 0;
  }
  work();
  double best = INFINITY;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const double start = cpu_seconds();
    work();
    best = std::min(best, cpu_seconds() - start);
  }
  return best;
}

double millions_per_second(size_t count, double seconds) {
  return seconds > 0 ? 1e-6 * static_cast<double>(count) / seconds : 0;
}

void set_ray(Rays& rays, int lane, const Vec3& origin, const Vec3& direction, float far_m) {
  rays.ox[lane] = static_cast<float>(origin.x());
  rays.oy[lane] = static_cast<float>(origin.y());
  rays.oz[lane] = static_cast<float>(origin.z());
  rays.dx[lane] = static_cast<float>(direction.x());
  rays.dy[lane] = static_cast<float>(direction.y());
  rays.dz[lane] = static_cast<float>(direction.z());
  rays.near_m[lane] = 0;
  rays.far_m[lane] = far_m;
}

// 4 x 4 neighbours per tile; direction_of(column, row).
template <class DirectionOf>
std::vector<Rays> tiles(int columns, int rows, const Vec3& origin, float far_m,
                        const DirectionOf& direction_of) {
  std::vector<Rays> out;
  for (int r = 0; r < rows; r += 4)
    for (int c = 0; c < columns; c += 4) {
      Rays& tile = out.emplace_back();
      for (int k = 0; k < kLanes; ++k)
        set_ray(tile, k, origin, direction_of(c + k % 4, r + k / 4), far_m);
    }
  return out;
}

std::vector<Rays> camera_tiles() {
  constexpr int kColumns = 640, kRows = 480;
  const double focal = 0.5 * kColumns / std::tan(30 * kDegree), down = 25 * kDegree;
  return tiles(kColumns, kRows, {-20, 0, 12}, INFINITY, [&](int c, int r) {
    const double right = (c - 0.5 * kColumns) / focal, below = (r - 0.5 * kRows) / focal;
    return Vec3(std::cos(down) - below * std::sin(down), right,
                std::sin(down) + below * std::cos(down))
        .normalized();
  });
}

std::vector<Rays> fan_tiles() {
  constexpr int kBeams = 512, kRays = 228;
  return tiles(kBeams, kRays, {-20, 0, 14}, 50, [](int beam, int ray) {
    const double bearing = (90.0 * beam / kBeams - 45) * kDegree;
    const double down = (20.0 * ray / kRays + 2) * kDegree;
    return Vec3(std::cos(down) * std::cos(bearing), std::cos(down) * std::sin(bearing),
                std::sin(down));
  });
}

double traced(const BenchOptions& options, const std::vector<Rays>& rays) {
  const auto view = bench_scene().view();
  int found = 0;
  const double seconds = cpu_seconds_of(options, kRepeats, [&] {
    Hits hits;
    for (const Rays& tile : rays) {
      view->trace(tile, kSeen, true, hits);
      found += hits.instance[0] >= 0;
    }
  });
  if (found == 0) throw std::runtime_error("no ray hit anything");
  return millions_per_second(rays.size() * kLanes, seconds);
}

double updated(const BenchOptions& options, std::vector<Placed> things, size_t first_object) {
  constexpr size_t kMoving = 20;
  constexpr int kUpdates = 200;
  std::shared_ptr<const View> view;
  const double seconds = cpu_seconds_of(options, kRepeats, [&] {
    for (int k = 0; k < kUpdates; ++k) {
      for (size_t i = first_object; i < first_object + kMoving; ++i)
        things[i].translation_A.x() += 0.001;
      view = bench_scene().scene().view(Vec3::Zero(), things);
    }
  });
  return 1e6 * seconds / kUpdates;
}

}  // namespace

double rays_camera(const BenchOptions& options) {
  return traced(options, camera_tiles());
}

double rays_fan(const BenchOptions& options) {
  return traced(options, fan_tiles());
}

double rays_shadow(const BenchOptions& options) {
  const auto view = bench_scene().view();
  std::vector<Rays> rays = camera_tiles();
  const Vec3 sun = Vec3(0.3, 0.2, -0.9).normalized();
  for (Rays& tile : rays) {
    Hits hits;
    view->trace(tile, kSeen, true, hits);
    for (int k = 0; k < kLanes; ++k) {
      const double range = std::isfinite(hits.range_m[k]) ? hits.range_m[k] - 1e-3 : 10;
      const Vec3 at = Vec3(tile.ox[k], tile.oy[k], tile.oz[k]) +
                      range * Vec3(tile.dx[k], tile.dy[k], tile.dz[k]);
      set_ray(tile, k, at, sun, INFINITY);
    }
  }
  uint32_t any = 0;
  const double seconds = cpu_seconds_of(options, kRepeats, [&] {
    for (const Rays& tile : rays) any |= view->occluded(tile, kSeen);
  });
  if (any == 0) throw std::runtime_error("no ray is in the shadow");
  return millions_per_second(rays.size() * kLanes, seconds);
}

double rays_one(const BenchOptions& options) {
  const auto view = bench_scene().view();
  const std::vector<Rays> rays = fan_tiles();
  int found = 0;
  const double seconds = cpu_seconds_of(options, kRepeats, [&] {
    for (const Rays& tile : rays)
      found += view->trace_one(Vec3(tile.ox[0], tile.oy[0], tile.oz[0]),
                               Vec3(tile.dx[0], tile.dy[0], tile.dz[0]), 0, 50, kSeen)
                   .found();
  });
  if (found == 0) throw std::runtime_error("no ray hit anything");
  return millions_per_second(rays.size(), seconds);
}

double rays_update(const BenchOptions& options) {
  return updated(options, bench_scene().things(), bench_scene().first_object());
}

double rays_update_bodies(const BenchOptions& options) {
  const std::vector<Placed>& all = bench_scene().things();
  return updated(options, {all.end() - RayBenchScene::kObjects, all.end()}, 0);
}

}  // namespace hadal

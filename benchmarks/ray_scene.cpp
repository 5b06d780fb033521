#include "ray_scene.h"

#include <cmath>
#include <numbers>

#include "base/rng.h"
#include "geometry/primitives.h"

namespace hadal {
namespace {

constexpr int kChunk = 118;  // cells
constexpr double kCell_m = RayBenchScene::kSide_m / RayBenchScene::kCells;
constexpr int kFaces = 1936;

// Value noise: smooth between random numbers on the whole places.
double noise(double x, double y, int64_t octave) {
  static const RandomStream draw(1, "benchmark", "seabed");
  const double i = std::floor(x), j = std::floor(y);
  const auto smooth = [](double f) { return f * f * (3 - 2 * f); };
  const double u = smooth(x - i), v = smooth(y - j);
  const auto at = [&](double a, double b) {
    const auto index =
        static_cast<uint32_t>(static_cast<int64_t>(a) * 65536 + static_cast<int64_t>(b));
    return draw.uniform(octave, index);
  };
  return (at(i, j) * (1 - u) + at(i + 1, j) * u) * (1 - v) +
         (at(i, j + 1) * (1 - u) + at(i + 1, j + 1) * u) * v;
}

std::vector<raytrace::Shape> shapes(const raytrace::Scene& scene) {
  using namespace geometry;
  return {scene.triangles(sphere(1, kFaces)), scene.triangles(torus(1, 0.35, kFaces).value()),
          scene.triangles(cylinder(1, 3, kFaces)), scene.triangles(capsule(0.6, 1.4, kFaces)),
          scene.triangles(ellipsoid({1.2, 0.8, 0.6}, kFaces))};
}

}  // namespace

double RayBenchScene::depth(double north_m, double east_m) {
  double rise = 0, amplitude = 4, frequency = 1.0 / 40;
  for (int64_t octave = 0; octave < 7; ++octave) {
    rise += amplitude * (noise(north_m * frequency, east_m * frequency, octave) - 0.5);
    amplitude *= 0.5;
    frequency *= 2.03;
  }
  return kDepth_m - rise - 0.06 * std::sin(3.1 * north_m + 0.8 * std::sin(0.7 * east_m));
}

RayBenchScene::RayBenchScene() {
  place_seabed();
  place_objects();
}

std::shared_ptr<const raytrace::View> RayBenchScene::view() const {
  return scene_.view(Vec3::Zero(), things_);
}

void RayBenchScene::place_seabed() {
  std::vector<float> z((kChunk + 1) * (kChunk + 1));
  for (int i0 = 0; i0 < kCells; i0 += kChunk)
    for (int j0 = 0; j0 < kCells; j0 += kChunk) {
      const Vec3 corner(i0 * kCell_m - kSide_m / 2, j0 * kCell_m - kSide_m / 2, 0);
      for (int i = 0; i <= kChunk; ++i)
        for (int j = 0; j <= kChunk; ++j)
          z[static_cast<size_t>(i) * (kChunk + 1) + j] =
              static_cast<float>(depth(corner.x() + i * kCell_m, corner.y() + j * kCell_m));
      raytrace::Placed placed;
      placed.shape = scene_.grid(kChunk + 1, kChunk + 1, kCell_m, z);
      placed.translation_A = corner;
      placed.instance.seen = raytrace::kSeenSeabed | raytrace::kSeenSilt;
      things_.push_back(placed);
    }
}

void RayBenchScene::place_objects() {
  const RandomStream draw(1, "benchmark", "objects");
  const std::vector<raytrace::Shape> kinds = shapes(scene_);
  for (int k = 0; k < kObjects; ++k) {
    const double r = 5 + 35 * std::sqrt(draw.uniform(k, 0));
    const double bearing = 2 * std::numbers::pi * draw.uniform(k, 1);
    const double north = r * std::cos(bearing), east = r * std::sin(bearing);
    const double above = k % 7 == 0 ? 3 : 0.5;
    raytrace::Placed placed;
    placed.shape = kinds[static_cast<size_t>(k) % kinds.size()];
    placed.R = Eigen::AngleAxisd(2 * std::numbers::pi * draw.uniform(k, 2), Vec3::UnitZ())
                   .toRotationMatrix();
    placed.translation_A = {north, east, depth(north, east) - above};
    placed.instance.link = k;
    placed.instance.vehicle = k;
    placed.instance.material = 1;
    placed.instance.seen =
        raytrace::kSeenCamera | raytrace::kSeenSonar | raytrace::kSeenLidar | raytrace::kSeenDvl;
    placed.instance.origin_A = placed.translation_A;
    things_.push_back(placed);
  }
}

}  // namespace hadal

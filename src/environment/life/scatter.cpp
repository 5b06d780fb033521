#include "environment/life/scatter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "base/check.h"
#include "base/rng.h"
#include "geometry/smooth_noise.h"

namespace hadal::environment {
namespace {

using std::numbers::pi;
constexpr int kTriesPerCopy = 30;

// Copies by square of the least distance: only the eight squares around can hold a near one.
class NearGrid {
 public:
  explicit NearGrid(double distance_m) : distance_m_(distance_m) {}

  bool is_free(double north_m, double east_m) const {
    if (distance_m_ <= 0) return true;
    const auto [i, j] = cell(north_m, east_m);
    for (int64_t a = i - 1; a <= i + 1; ++a)
      for (int64_t b = j - 1; b <= j + 1; ++b) {
        const auto found = cells_.find({a, b});
        if (found == cells_.end()) continue;
        for (const auto& [n, e] : found->second)
          if (std::hypot(n - north_m, e - east_m) < distance_m_) return false;
      }
    return true;
  }
  void add(double north_m, double east_m) {
    if (distance_m_ > 0) cells_[cell(north_m, east_m)].push_back({north_m, east_m});
  }

 private:
  std::pair<int64_t, int64_t> cell(double north_m, double east_m) const {
    return {static_cast<int64_t>(std::floor(north_m / distance_m_)),
            static_cast<int64_t>(std::floor(east_m / distance_m_))};
  }
  double distance_m_;
  std::map<std::pair<int64_t, int64_t>, std::vector<std::pair<double, double>>> cells_;
};

// The smallest rotation that takes straight up to `up`, after a turn about the vertical.
Quat stood_up(const Vec3& up_N, double yaw_rad) {
  return Quat::FromTwoVectors(-Vec3::UnitZ(), up_N) *
         Quat(Eigen::AngleAxisd(yaw_rad, Vec3::UnitZ()));
}

Placement placed(const ScatterParameters& p, const RandomStream& random, int64_t tick,
                 const Vec3& p_N, const Vec3& normal_N) {
  const double lean = p.lean_rad * std::sqrt(random.uniform(tick, 4));
  const double toward = 2 * pi * random.uniform(tick, 5);
  const Vec3 up = (p.upright * -Vec3::UnitZ() + (1 - p.upright) * normal_N).normalized();
  const Vec3 leaning =
      (up + std::tan(lean) * Vec3(std::cos(toward), std::sin(toward), 0)).normalized();
  Placement copy;
  copy.p_N = p_N;
  copy.q_N = stood_up(leaning, 2 * pi * random.uniform(tick, 6));
  copy.scale = p.min_scale + (p.largest_scale - p.min_scale) * random.uniform(tick, 7);
  copy.variant = std::min(p.variants - 1, static_cast<int>(p.variants * random.uniform(tick, 8)));
  return copy;
}

// Probability that something grows here: 1 everywhere without patchiness, islands with it.
double patch_fraction(const geometry::SmoothNoise& noise, double patchiness, double north_m,
                   double east_m) {
  if (patchiness <= 0) return 1;
  const double level = noise({north_m, east_m, 0});  // variance 1
  const double edge = 3.2 * patchiness - 1.6;        // -1.6: nearly all .. 1.6: rare
  const double inside = std::clamp(2.5 * (level - edge), 0.0, 1.0);
  return (1 - patchiness) * 0.3 * (1 - inside) + inside;
}

}  // namespace

std::vector<Placement> scatter(const ScatterParameters& p, const Ground& ground) {
  HADAL_CHECK(p.north_to_m > p.north_from_m && p.east_to_m > p.east_from_m && p.variants > 0);
  const double north = p.north_to_m - p.north_from_m, east = p.east_to_m - p.east_from_m;
  const auto wanted = static_cast<int64_t>(
      std::min(static_cast<double>(p.max), std::round(p.density_m2 * north * east)));
  const RandomStream random(p.seed, "life", "scatter");
  const geometry::SmoothNoise noise({p.seed, "life", "patches"}, 0, std::max(p.patch_m, 1e-3));
  NearGrid near(p.min_distance_m);
  std::vector<Placement> copies;
  const double min_up = std::cos(p.max_slope_rad);
  int64_t left = wanted;  // counts places outside the area and bare ground as served
  for (int64_t tick = 0; left > 0 && tick < kTriesPerCopy * wanted; ++tick) {
    const double n = p.north_from_m + north * random.uniform(tick, 0);
    const double e = p.east_from_m + east * random.uniform(tick, 1);
    if (!near.is_free(n, e)) continue;
    --left;
    if (p.contains && !p.contains(n, e)) continue;
    if (random.uniform(tick, 2) >= patch_fraction(noise, p.patchiness, n, e)) continue;
    const GroundPoint at = ground(n, e);
    if (!at.exists || -at.normal_N.z() < min_up) continue;
    near.add(n, e);
    copies.push_back(placed(p, random, tick, {n, e, at.depth_m}, at.normal_N));
  }
  return copies;
}

}  // namespace hadal::environment

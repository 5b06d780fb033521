#include "environment/life/bubbles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "base/hash.h"
#include "environment/life/hashed_draw.h"

namespace hadal::environment {
namespace {

constexpr double kBubbleGravity = 9.80665;
constexpr double kAirAsWater_m = 10.07;  // depth of sea water with the pressure of the air
constexpr double kZigzagRadius_m = 0.0007;
constexpr double kZigzagHz = 6;

struct Bubble {
  double radius_m, rise_m_s;
  Vec3 direction;  // of its drift from the axis, standard normal
  double phase;
};

Bubble bubble_at(const BubbleParameters& p, int64_t k) {
  HashedDraw draw(splitmix64(p.seed ^ 0xA24BAED4963EE407ull) +
                  splitmix64(static_cast<uint64_t>(k)));
  Bubble b;
  b.radius_m = p.radius_m[0] * std::pow(p.radius_m[1] / p.radius_m[0], draw());
  b.rise_m_s = bubble_rise_speed(b.radius_m) + p.upwelling_m_s;
  const double r = std::sqrt(-2 * std::log(draw())), a = 2 * std::numbers::pi * draw();
  b.direction = {r * std::cos(a), r * std::sin(a), 0};
  b.phase = draw();
  return b;
}

// Sideways in a helix of a radius and a half, once the bubble is clear of the opening.
Vec3 zigzag(const Bubble& b, double age_s) {
  if (b.radius_m < kZigzagRadius_m) return Vec3::Zero();
  const double a = 2 * std::numbers::pi * (kZigzagHz * age_s + b.phase);
  return 1.5 * b.radius_m * std::min(1.0, 3 * age_s) * Vec3(std::cos(a), std::sin(a), 0);
}

// The three laws of the header.
double thorpe_speed(double r, double nu) {
  const double y = 10.82 * nu * nu / (kBubbleGravity * r * r * r);
  // sqrt(y^2 + 2 y) - y without cancellation for large y.
  return 2 * kBubbleGravity * r * r / (9 * nu) * (2 * y / (std::sqrt(y * y + 2 * y) + y));
}
double clift_speed(double r, double nu, double density, double tension) {
  constexpr double kWater_pa_s = 0.9e-3;
  const double d = 2 * r, mu = nu * density;
  const double eotvos = density * kBubbleGravity * d * d / tension;
  const double morton =
      kBubbleGravity * mu * mu * mu * mu / (density * tension * tension * tension);
  const double m = std::pow(morton, -0.149);
  const double h = 4.0 / 3 * eotvos * m * std::pow(mu / kWater_pa_s, -0.14);
  return nu / d * m * (0.94 * std::pow(h, 0.757) - 0.857);
}
double mendelson_speed(double r, double density, double tension) {
  return std::sqrt(tension / (density * r) + kBubbleGravity * r);
}

}  // namespace

double bubble_rise_speed(double r, double nu, double density_kg_m3, double tension_n_m) {
  const double slowest_wave = std::sqrt(tension_n_m / (density_kg_m3 * kBubbleGravity));
  if (r >= slowest_wave) return mendelson_speed(r, density_kg_m3, tension_n_m);
  const double max = mendelson_speed(slowest_wave, density_kg_m3, tension_n_m);
  return std::min(std::max(thorpe_speed(r, nu), clift_speed(r, nu, density_kg_m3, tension_n_m)),
                  max);
}

void query_bubbles(const BubbleParameters& p, const ParticleRegion& region, double time_s,
                   const Vec3& current_N, double surface_depth_m, const Vec3& anchor_N,
                   ParticleList& out) {
  HADAL_CHECK(p.rate_hz > 0 && p.radius_m[0] > 0 && p.radius_m[1] >= p.radius_m[0]);
  const double height = p.source_N.z() - surface_depth_m;
  if (height <= 0) return;
  const double slowest = bubble_rise_speed(p.radius_m[0]) + p.upwelling_m_s;
  const auto first =
      static_cast<int64_t>(std::floor((time_s - height / slowest) * p.rate_hz - 0.5));
  const auto last = static_cast<int64_t>(std::floor(time_s * p.rate_hz - 0.5));
  for (int64_t k = first; k <= last; ++k) {
    const double age = time_s - (static_cast<double>(k) + 0.5) / p.rate_hz;
    const Bubble b = bubble_at(p, k);
    const double risen = b.rise_m_s * age;
    if (risen >= height) continue;
    const double spread = p.start_spread_m + p.spread * risen;
    const Vec3 drift(current_N.x() * age, current_N.y() * age, -risen);
    const Vec3 place = p.source_N + drift + spread * b.direction + zigzag(b, age);
    if (!region.contains(place - region.centre_N)) continue;
    const double growth = std::cbrt((p.source_N.z() + kAirAsWater_m) / (place.z() + kAirAsWater_m));
    const Vec3 velocity =
        Vec3(current_N.x(), current_N.y(), -b.rise_m_s) + p.spread * b.rise_m_s * b.direction;
    const size_t at = out.size();
    out.resize(at + 1);
    out.set_motion(at, place - anchor_N, velocity);
    out.radius_m[at] = static_cast<float>(b.radius_m * growth);
    // Small ones are round, large ones flat caps (long axis level).
    out.elongation[at] = static_cast<float>(1 + std::min(1.0, b.radius_m / 0.003));
    out.brightness[at] = 1.0f;
    out.kind[at] = ParticleKind::kBubble;
  }
}

}  // namespace hadal::environment

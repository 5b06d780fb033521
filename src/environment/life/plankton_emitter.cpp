#include "environment/life/plankton_emitter.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/hash.h"
#include "environment/life/hashed_draw.h"

namespace hadal::environment {
namespace {

constexpr uint64_t kLifeKey = 0x9FB21C651E98DF25ull;

// Into [-size / 2, size / 2).
double wrapped_offset(double offset, double size) {
  return offset - size * std::floor(offset / size + 0.5);
}

}  // namespace

PlanktonEmitter::PlanktonEmitter(const PlanktonParameters& parameters) : parameters_(parameters) {
  HADAL_CHECK(parameters.rate_hz > 0 && parameters.life_s[0] > 0 &&
              parameters.life_s[1] >= parameters.life_s[0]);
}

double PlanktonEmitter::mean_count() const {
  return parameters_.rate_hz * 0.5 * (parameters_.life_s[0] + parameters_.life_s[1]);
}

double PlanktonEmitter::count_deviation() const {
  return std::sqrt(parameters_.rate_hz * (parameters_.life_s[1] - parameters_.life_s[0]) / 6);
}

double PlanktonEmitter::life_s(int64_t k) const {
  HashedDraw draw(splitmix64(parameters_.seed ^ kLifeKey) + splitmix64(static_cast<uint64_t>(k)));
  return parameters_.life_s[0] + (parameters_.life_s[1] - parameters_.life_s[0]) * draw();
}

double PlanktonEmitter::age_s(int64_t k, double time_s) const {
  return time_s - (static_cast<double>(k) + 0.5) / parameters_.rate_hz;
}

std::array<int64_t, 2> PlanktonEmitter::candidates(double time_s) const {
  const double rate = parameters_.rate_hz;
  return {static_cast<int64_t>(std::floor((time_s - parameters_.life_s[1]) * rate - 0.5)),
          static_cast<int64_t>(std::floor(time_s * rate - 0.5))};
}

size_t PlanktonEmitter::count(double time_s) const {
  const auto [first, last] = candidates(time_s);
  size_t alive = 0;
  for (int64_t k = first; k <= last; ++k) alive += age_s(k, time_s) < life_s(k);
  return alive;
}

void PlanktonEmitter::query(const ParticleRegion& region, double time_s, const Vec3& displacement_N,
                            const Vec3& water_velocity_N, const Vec3& anchor_N,
                            ParticleList& out) const {
  const PlanktonParameters& p = parameters_;
  const auto [first, last] = candidates(time_s);
  for (int64_t k = first; k <= last; ++k) {
    const double age = age_s(k, time_s), life = life_s(k);
    if (age >= life) continue;
    HashedDraw draw(splitmix64(p.seed) + splitmix64(static_cast<uint64_t>(k)));
    Vec3 start, own;
    for (int a = 0; a < 3; ++a) {
      const double offset = p.size_m[a] * (draw() - 0.5);
      start[a] = a < 2 ? wrapped_offset(offset + displacement_N[a], p.size_m[a]) : offset;
      own[a] = p.min_velocity_N_m_s[a] +
               (p.largest_velocity_N_m_s[a] - p.min_velocity_N_m_s[a]) * draw();
    }
    const Vec3 place = p.centre_N + start + age * own;
    if (!region.contains(place - region.centre_N)) continue;
    const Vec3 velocity = own + Vec3(water_velocity_N.x(), water_velocity_N.y(), 0);
    const size_t at = out.size();
    out.resize(at + 1);
    out.set_motion(at, place - anchor_N, velocity);
    const double u = draw();  // small ones are many
    out.radius_m[at] =
        static_cast<float>(p.radius_m[0] + (p.radius_m[1] - p.radius_m[0]) * u * u * u);
    out.elongation[at] = static_cast<float>(1 + (p.largest_elongation - 1) * draw());
    const double fade = p.fade_s > 0 ? std::min({1.0, age / p.fade_s, (life - age) / p.fade_s}) : 1;
    out.brightness[at] = static_cast<float>(fade);
    out.kind[at] = ParticleKind::kZooplankton;
  }
}

}  // namespace hadal::environment

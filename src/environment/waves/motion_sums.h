// The sums over the components of a WaveField that its motion at a point consists of.
#pragma once
#include <algorithm>
#include <cmath>

#include "environment/waves/wave_field.h"
#include "math/simd/functions.h"
#include "math/units.h"

namespace hadal::environment {

using lanes::Double4;

// Where and when.
struct Place {
  double time_s, north_m, east_m;
};

[[gnu::always_inline]] inline void phasor(const WaveField::Columns& c, size_t i, const Place& at,
                                          Double4& sine, Double4& cosine) {
  using lanes::load;
  const Double4 turns =
      (load<Double4>(&c.north_turns[i]) * at.north_m +
       load<Double4>(&c.east_turns[i]) * at.east_m) +
      (load<Double4>(&c.phase_turns[i]) - load<Double4>(&c.rate_turns[i]) * at.time_s);
  lanes::sincos_turns(turns - lanes::round(turns), sine, cosine);
}

constexpr size_t kMotionSums = 8, kFlowSums = kMotionSums + 5;

// Elevation, head, velocity and acceleration at `below` metres under the mean surface; with room
// for kFlowSums, the derivatives of the velocity nn, ne, ee, nd and ed as well.
// cosh k(h-d) / sinh kh = (e^{-kd} + e^{-k(2h-d)}) / (1 - e^{-2kh}), which never overflows; the
// sinh ratio has the difference, and the denominator is part of the columns.
template <size_t kSums>
[[gnu::always_inline]] inline void motion_sums(const WaveField::Columns& c, const Place& at,
                                               double below, double depth, double (&sums)[kSums]) {
  using lanes::load;
  const bool finite = std::isfinite(depth);
  const double mirror = 2 * depth - below;
  Double4 total[kSums] = {};
  for (size_t i = 0; i < c.amplitude_m.size(); i += lanes::kDoubles) {
    Double4 sine, cosine;
    phasor(c, i, at, sine, cosine);
    const Double4 k = load<Double4>(&c.wave_number_rad_m[i]);
    const Double4 down = lanes::exp_negative(-below * k);
    const Double4 up = finite ? lanes::exp_negative(-mirror * k) : Double4{};
    const Double4 w = load<Double4>(&c.frequency_rad_s[i]), ch = down + up, sh = down - up;
    const Double4 north = load<Double4>(&c.velocity_north[i]) * ch,
                  east = load<Double4>(&c.velocity_east[i]) * ch,
                  vertical = load<Double4>(&c.velocity[i]) * sh;
    total[0] += load<Double4>(&c.amplitude_m[i]) * cosine;
    total[1] += load<Double4>(&c.head[i]) * ch * cosine;
    total[2] += north * cosine;
    total[3] += east * cosine;
    total[4] -= vertical * sine;
    total[5] += north * w * sine;
    total[6] += east * w * sine;
    total[7] += vertical * w * cosine;
    if constexpr (kSums == kFlowSums) {
      const Double4 to_north = kTurn * load<Double4>(&c.north_turns[i]),
                    to_east = kTurn * load<Double4>(&c.east_turns[i]);
      total[8] -= north * to_north * sine;
      total[9] -= north * to_east * sine;
      total[10] -= east * to_east * sine;
      total[11] -= vertical * to_north * cosine;
      total[12] -= vertical * to_east * cosine;
    }
  }
  for (size_t i = 0; i < kSums; ++i) sums[i] = lanes::sum(total[i]);
}

// At p_N, in the water: motion is that of the mean surface above it.
template <size_t kSums>
void sum_motion(const WaveField& field, double time_s, const Vec3& p_N, double factor,
                double (&sums)[kSums]) {
  const Place at{time_s, p_N.x(), p_N.y()};
  const double depth = field.depth_m(), below = std::clamp(p_N.z(), 0.0, depth);
  lanes::run(
      lanes::best_registers(), [&]() __attribute__((always_inline)) {
        motion_sums(field.columns(), at, below, depth, sums);
      });
  for (double& value : sums) value *= factor;
}

}  // namespace hadal::environment

#include "environment/waves/wave_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>

#include "base/check.h"
#include "environment/waves/wave_tables.h"
#include "math/simd/functions.h"
#include "math/units.h"

namespace hadal::environment {
namespace {

using lanes::Double4;

constexpr double kSizeStep = 1.1;  // ratio of the classes of sizes that share their tables

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

[[gnu::always_inline]] inline double elevation_sum(const WaveField::Columns& c, const Place& at) {
  Double4 total{};
  for (size_t i = 0; i < c.amplitude_m.size(); i += lanes::kDoubles) {
    Double4 sine, cosine;
    phasor(c, i, at, sine, cosine);
    total += lanes::load<Double4>(&c.amplitude_m[i]) * cosine;
  }
  return lanes::sum(total);
}

// Elevation, head, velocity and acceleration at `below` metres under the mean surface.
// cosh k(h-d) / sinh kh = (e^{-kd} + e^{-k(2h-d)}) / (1 - e^{-2kh}), which never overflows; the
// sinh ratio has the difference, and the denominator is part of the columns.
[[gnu::always_inline]] inline void motion_sums(const WaveField::Columns& c, const Place& at,
                                               double below, double depth, double (&sums)[8]) {
  using lanes::load;
  const bool finite = std::isfinite(depth);
  const double mirror = 2 * depth - below;
  Double4 total[8] = {};
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
  }
  for (int i = 0; i < 8; ++i) sums[i] = lanes::sum(total[i]);
}

void fill(const std::vector<WaveComponent>& components, double depth, WaveField::Columns& c) {
  for (auto* column : {&c.north_turns, &c.east_turns, &c.rate_turns, &c.phase_turns, &c.amplitude_m,
                       &c.wave_number_rad_m, &c.frequency_rad_s, &c.velocity_north,
                       &c.velocity_east, &c.velocity, &c.head})
    column->assign(lanes::padded(components.size()), 0.0);
  for (size_t i = 0; i < components.size(); ++i) {
    const WaveComponent& w = components[i];
    const double north = std::cos(w.toward_rad), east = std::sin(w.toward_rad);
    const double twice = 2 * w.wave_number_rad_m * depth;
    c.north_turns[i] = w.wave_number_rad_m * north / kTurn;
    c.east_turns[i] = w.wave_number_rad_m * east / kTurn;
    c.rate_turns[i] = w.frequency_rad_s / kTurn;
    c.phase_turns[i] = w.phase_rad / kTurn;
    c.amplitude_m[i] = w.amplitude_m;
    c.wave_number_rad_m[i] = w.wave_number_rad_m;
    c.frequency_rad_s[i] = w.frequency_rad_s;
    c.velocity[i] = w.amplitude_m * w.frequency_rad_s / -std::expm1(-twice);
    c.velocity_north[i] = c.velocity[i] * north;
    c.velocity_east[i] = c.velocity[i] * east;
    c.head[i] = w.amplitude_m / (1 + std::exp(-twice));
  }
}

}  // namespace

struct WaveField::TableCache {
  std::mutex mutex;
  std::map<int, std::shared_ptr<const WaveTables>> tables;  // by the class of sizes
};

WaveField::WaveField(std::vector<WaveComponent> components, double depth_m, double gravity_m_s2,
                     double density_kg_m3)
    : components_(std::move(components)),
      depth_m_(depth_m),
      gravity_m_s2_(gravity_m_s2),
      density_kg_m3_(density_kg_m3),
      cache_(std::make_shared<TableCache>()) {
  HADAL_CHECK(depth_m > 0, "waves need water");
  for (const WaveComponent& c : components_) {
    HADAL_CHECK(c.wave_number_rad_m > 0 && c.frequency_rad_s > 0, "a wave needs length and period");
    variance_m2_ += c.amplitude_m * c.amplitude_m / 2;
  }
  fill(components_, depth_m_, columns_);
}

double WaveField::shortest_wave_m() const {
  double k = 0;
  for (const WaveComponent& c : components_) k = std::fmax(k, c.wave_number_rad_m);
  return k > 0 ? kTurn / k : std::numeric_limits<double>::infinity();
}

double WaveField::elevation(double time_s, double north_m, double east_m, double factor) const {
  const Place at{time_s, north_m, east_m};
  double out = 0;
  lanes::run(
      lanes::best_registers(), [&]() __attribute__((always_inline)) {
        out = elevation_sum(columns_, at);
      });
  return factor * out;
}

WaveMotion WaveField::motion(double time_s, const Vec3& p_N, double factor) const {
  if (calm()) return {};
  const Place at{time_s, p_N.x(), p_N.y()};
  const double below = std::clamp(p_N.z(), 0.0, depth_m_);
  double s[8] = {};
  lanes::run(
      lanes::best_registers(), [&]() __attribute__((always_inline)) {
        motion_sums(columns_, at, below, depth_m_, s);
      });
  for (double& value : s) value *= factor;
  return {s[0], Vec3(s[2], s[3], s[4]), Vec3(s[5], s[6], s[7]),
          density_kg_m3_ * gravity_m_s2_ * s[1]};
}

std::shared_ptr<const WaveTables> WaveField::tables(double reach_m) const {
  HADAL_CHECK(reach_m > 0 && !calm());
  const int size = static_cast<int>(std::ceil(std::log(reach_m) / std::log(kSizeStep) - 1e-9));
  const std::lock_guard lock(cache_->mutex);
  std::shared_ptr<const WaveTables>& entry = cache_->tables[size];
  if (!entry) entry = std::make_shared<WaveTables>(*this, std::pow(kSizeStep, size));
  return entry;
}

}  // namespace hadal::environment

#include "environment/waves/wave_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>

#include "base/check.h"
#include "environment/waves/motion_sums.h"
#include "environment/waves/wave_tables.h"
#include "math/simd/functions.h"
#include "math/units.h"

namespace hadal::environment {
namespace {

constexpr double kSizeStep = 1.1;  // ratio of the classes of sizes that share their tables

[[gnu::always_inline]] inline double elevation_sum(const WaveField::Columns& c, const Place& at) {
  Double4 total{};
  for (size_t i = 0; i < c.amplitude_m.size(); i += lanes::kDoubles) {
    Double4 sine, cosine;
    phasor(c, i, at, sine, cosine);
    total += lanes::load<Double4>(&c.amplitude_m[i]) * cosine;
  }
  return lanes::sum(total);
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
  double s[kMotionSums];
  sum_motion(*this, time_s, p_N, factor, s);
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

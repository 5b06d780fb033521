// What other instruments sound while a sonar with one range per beam listens.
#include <algorithm>
#include <cmath>

#include "sensors/acoustic/beam_detector.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/sonar_numbers.h"

namespace hadal::sensors {
namespace {

// Draws of the sensor's stream from here on belong to bursts.
constexpr uint32_t kBeamBurstDraws = 0x80000000u;

}  // namespace

// Power that a beam receives of what comes from a direction: 2^(-4 x^2) at x widths off its axis.
double BeamDetector::received_fraction(const Vec3& from_S, size_t beam) const {
  constexpr double kSideLobes = 1e-4;
  const bool ahead = model_.pointing == BeamPointing::kAhead;
  const Vec3 pointing = ahead ? from_S : Vec3(from_S.z(), from_S.y(), -from_S.x());
  const double across = std::atan2(pointing.y(), pointing.x());
  const double along = std::atan2(pointing.z(), std::hypot(pointing.x(), pointing.y()));
  const auto row = static_cast<int>(beam) / model_.columns;
  const auto column = static_cast<int>(beam) % model_.columns;
  const double x = (across - across_rad(column)) / model_.beam_width_rad;
  const double y = (along - along_rad(row)) / model_.beam_height_rad;
  return std::max(kSideLobes, std::exp2(-4 * (x * x + y * y)));
}

void BeamDetector::add_burst(const FrameInput& input, const Burst& burst, size_t beam,
                             uint32_t draw, Frame& frame) const {
  const double speed_m_s = frame.axes.sound_speed_m_s;
  const double bin_m = speed_m_s / (2 * model_.bandwidth_hz);
  const double first_m = std::max(speed_m_s * burst.begin_s / 2, model_.min_range_m);
  const double last_m = std::min(speed_m_s * burst.end_s / 2, model_.max_range_m);
  if (!(last_m > first_m)) return;
  const double filled = std::min(1.0, (last_m - first_m) / bin_m);
  const double power = burst.power * filled * received_fraction(burst.from_S, beam);
  float& range = frame.plane("range_m").floats()[beam];
  float& echo_db = frame.plane("echo_db").floats()[beam];
  const double echo = std::isfinite(range) ? power_of_db(echo_db) : 0;
  if (power > echo && power > noise_power(input) * power_of_db(model_.detection_db)) {
    range =
        static_cast<float>(first_m + (last_m - first_m) * input.noise.uniform(input.tick, draw));
    echo_db = static_cast<float>(10 * std::log10(power));
    frame.plane("object_id").ints()[beam] = kEchoNone;
  } else if (range > first_m - bin_m && range < last_m + bin_m && model_.noise) {
    range +=
        static_cast<float>(bin_m * std::sqrt(power / echo) * input.noise.normal(input.tick, draw));
  } else {
    return;
  }
  const Vec3 p_S = range * axis_S(static_cast<int>(beam) / model_.columns,
                                  static_cast<int>(beam) % model_.columns);
  float* point = &frame.plane(kPointsPlane).floats()[4 * beam];
  for (int i = 0; i < 3; ++i) point[i] = static_cast<float>(p_S[i]);
  point[3] = echo_db;
}

void BeamDetector::disturb(const FrameInput& input, std::span<const Burst> bursts,
                           ThreadArena& arena, Frame& frame) const {
  const auto beams = static_cast<size_t>(model_.rows) * static_cast<size_t>(model_.columns);
  constexpr size_t kBeamsAtOnce = 32;
  arena.for_each((beams + kBeamsAtOnce - 1) / kBeamsAtOnce, [&](size_t task) {
    const size_t end = std::min(beams, (task + 1) * kBeamsAtOnce);
    for (size_t b = task * kBeamsAtOnce; b < end; ++b)
      for (size_t k = 0; k < bursts.size(); ++k)
        add_burst(input, bursts[k], b, kBeamBurstDraws + static_cast<uint32_t>(k * beams + b),
                  frame);
  });
}

}  // namespace hadal::sensors

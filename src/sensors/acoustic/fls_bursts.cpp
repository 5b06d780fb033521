// What other instruments sound while a forward-looking sonar listens.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/rotation.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/sonar_numbers.h"

namespace hadal::sensors {
namespace {

constexpr double kNotReceived = 1e-3;   // of the noise of the receiver
constexpr float kQuietest = 1e-3f;  // uPa^2, of levels
// Draws of the sensor's stream from here on belong to bursts.
constexpr uint32_t kBurstDraws = 0x80000000u, kChannelDraws = 0x40000000u;

}  // namespace

// Power that a beam receives of what comes from a direction.
double Fls::received_fraction(const Vec3& from_S, int beam) const {
  const double elevation = std::atan2(from_S.z(), std::hypot(from_S.x(), from_S.y()));
  const double bearing = (beam + 0.5 - model_.beams / 2.0) * spacing_rad_;
  const double off = wrap_angle(std::atan2(from_S.y(), from_S.x()) - bearing);
  if (std::abs(off) >= std::numbers::pi / 2) return 0;
  const bool inside = std::abs(elevation) <= model_.beam_height_rad / 2;
  const double up = model_.vertical_pattern ? vertical_(elevation) : inside ? 1 : 0;
  return std::pow(array_(off) * up, 2);
}

void Fls::add_burst(const FrameInput& input, const Burst& burst, int beam, uint32_t first_draw,
                    std::span<float> level, std::span<float> raw, double sound_speed_m_s) const {
  const double power = burst.power * received_fraction(burst.from_S, beam);
  if (power < kNotReceived * power_of_db(model_.self_noise_db)) return;
  // In bins, of which bin n reaches from n - 1/2 to n + 1/2.
  const auto place = [&](double time_s) {
    return (sound_speed_m_s * time_s / 2 - model_.min_range_m) / bin_m_;
  };
  const double begin = place(burst.begin_s), end = place(burst.end_s);
  const int last = static_cast<int>(std::min(bins() - 1.0, std::floor(end + 0.5)));
  for (int n = static_cast<int>(std::max(0.0, std::ceil(begin - 0.5))); n <= last; ++n) {
    const double covered = std::min(end, n + 0.5) - std::max(begin, n - 0.5);
    if (!(covered > 0)) continue;
    const auto i = static_cast<size_t>(n);
    const double before = power_of_db(level[i] - gain_db_[i]);
    const double amplitude = std::sqrt(power * covered / before);  // over that of the bin
    const double phase = 2 * std::numbers::pi *
                         input.noise.uniform(input.tick, first_draw + static_cast<uint32_t>(n));
    const double re = 1 + amplitude * std::cos(phase), im = amplitude * std::sin(phase);
    const auto after = static_cast<float>(before * (re * re + im * im));
    level[i] = gain_db_[i] + 10 * std::log10(std::max(after, kQuietest));
    if (raw.empty()) continue;
    const bool silent = raw[2 * i] == 0 && raw[2 * i + 1] == 0;
    const double p_re = silent ? std::sqrt(before) : raw[2 * i], p_im = raw[2 * i + 1];
    raw[2 * i] = static_cast<float>(p_re * re - p_im * im);
    raw[2 * i + 1] = static_cast<float>(p_re * im + p_im * re);
  }
}

void Fls::add_bursts(const FrameInput& input, std::span<const Burst> bursts, int first_row,
                     ThreadArena& arena, Frame& frame) const {
  const auto columns = static_cast<size_t>(bins());
  const std::span<float> levels = frame.plane(kLevelPlane).floats();
  const std::span<float> raws = model_.raw ? frame.plane("raw_upa").floats() : std::span<float>();
  const uint32_t draws = kBurstDraws + input.channel * kChannelDraws;
  arena.for_each(static_cast<size_t>(model_.beams), [&](size_t beam) {
    const size_t row = static_cast<size_t>(first_row) + beam;
    const std::span<float> level = levels.subspan(row * columns, columns);
    const std::span<float> raw =
        model_.raw ? raws.subspan(2 * row * columns, 2 * columns) : std::span<float>();
    for (size_t k = 0; k < bursts.size(); ++k)
      add_burst(
          input, bursts[k], static_cast<int>(beam),
          draws + static_cast<uint32_t>((k * static_cast<size_t>(model_.beams) + beam) * columns),
          level, raw, frame.axes.sound_speed_m_s);
  });
}

void Fls::disturb(const FrameInput& input, std::span<const Burst> bursts, ThreadArena& arena,
                  Frame& frame) const {
  add_bursts(input, bursts, 0, arena, frame);
  if (model_.points) find_points(noise_db(input), frame);
}

}  // namespace hadal::sensors

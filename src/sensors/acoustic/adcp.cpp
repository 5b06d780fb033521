#include "sensors/acoustic/adcp.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "sensors/acoustic/sonar_numbers.h"

namespace hadal::sensors {
namespace {

// Writes the cells; disturb(cell, beam, range) is what is added to a beam's velocity.
template <class Disturb>
bool write_profile(const AdcpModel& model, const Truth& truth, const Pose& X_BS, double assumed_m_s,
                   Disturb disturb, std::span<double> columns) {
  HADAL_CHECK(columns.size() == adcp_columns(model));
  HADAL_CHECK(truth.doppler.cells.size() == columns.size());
  const BeamVectors beams_S = beam_vectors_S(model.beams, assumed_m_s);
  const double scale = assumed_m_s / truth.doppler.sound_speed_m_s;
  const Quat turn = model.frame == ProfileFrame::kEarth ? q_NS(truth, X_BS) : Quat::Identity();
  bool any = false;
  for (int cell = 0; cell < model.cells; ++cell) {
    const size_t first = kAdcpNumbersPerCell * static_cast<size_t>(cell);
    std::array<bool, kJanusBeams> used{};
    BeamNumbers velocity{};
    for (int i = 0; i < kJanusBeams; ++i) {
      const double true_m_s = truth.doppler.cells[first + static_cast<size_t>(i)];
      used[i] = std::isfinite(true_m_s);
      velocity[i] = used[i] ? scale * true_m_s + disturb(cell, i, true_m_s) : kNoReading;
      any |= used[i];
    }
    const auto out = columns.subspan(first, kAdcpNumbersPerCell);
    if (model.output == ProfileOutput::kBeams) {
      std::copy(velocity.begin(), velocity.end(), out.begin());
      continue;
    }
    const JanusSolution solution = solve_janus(beams_S, velocity, BeamNumbers{}, used);
    const Vec3 v = solution.found ? Vec3(turn * solution.velocity_S) : Vec3::Constant(kNoReading);
    out[0] = static_cast<double>(std::count(used.begin(), used.end(), true));
    std::copy(v.begin(), v.end(), out.begin() + 1);
  }
  return any;
}

}  // namespace

double adcp_reach_m(const AdcpModel& model, double range_m) {
  const double clear_m = model.side_lobe_cut ? range_m * std::cos(model.beams.angle_rad) : range_m;
  return std::min(model.max_range_m, clear_m);
}

bool adcp_perfect(const AdcpModel& model, const Truth& truth, const Pose& X_BS,
                  std::span<double> columns) {
  return write_profile(
      model, truth, X_BS, truth.doppler.sound_speed_m_s, [](int, int, double) { return 0.0; },
      columns);
}

bool adcp_measure(const AdcpModel& model, const Truth& truth, const Pose& X_BS,
                  const RandomStream& stream, int64_t sample, std::span<double> columns) {
  const double along = std::cos(model.beams.angle_rad);
  const auto noise = [&](int cell, int beam, double velocity_m_s) {
    const double range_m = model.cell_center_m(cell) / along;
    return model.velocity.sigma_m_s(velocity_m_s, range_m) *
           stream.normal(sample, static_cast<uint32_t>(kJanusBeams * cell + beam));
  };
  return write_profile(model, truth, X_BS,
                       model.sound.instead_of_m_s(truth.doppler.sound_speed_m_s), noise, columns);
}

}  // namespace hadal::sensors

#include "outputs/doppler_readings.h"

#include <cmath>
#include <limits>

#include "math/frames.h"

namespace hadal::outputs {
namespace {

std::array<Vector3, 4> beam_directions(const JanusBeams& beams, double sound_speed_m_s) {
  std::array<Vector3, 4> out;
  for (int i = 0; i < kJanusBeams; ++i) {
    const Vec3 e_S = beams.direction_S(i, sound_speed_m_s);
    out[i] = {e_S.x(), e_S.y(), e_S.z()};
  }
  return out;
}

std::array<double, 9> full(std::span<const double> upper) {
  return {upper[0], upper[1], upper[2], upper[1], upper[3], upper[4], upper[2], upper[4], upper[5]};
}

float square(double x) {
  return static_cast<float>(x * x);
}

}  // namespace

Dvl dvl_message(const Header& header, const DvlModel& model, std::span<const double> values) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const bool bottom = values[kDvlMode] == static_cast<double>(DvlMode::kBottom);
  const double x = values[kDvlVelocity], y = values[kDvlVelocity + 1];
  Dvl out;
  out.header = header;
  out.velocity_mode = static_cast<uint8_t>(values[kDvlMode]);
  out.dvl_type = model.beams.phased_array ? 1 : 0;
  out.velocity = {x, y, values[kDvlVelocity + 2]};
  out.velocity_covar = full(values.subspan(kDvlCovariance, 6));
  out.altitude = values[kDvlAltitude];
  out.course_gnd = bottom ? std::atan2(y, x) : kUnknown;
  out.speed_gnd = bottom ? std::hypot(x, y) : kUnknown;
  out.num_good_beams = static_cast<uint8_t>(values[kDvlGoodBeams]);
  out.sound_speed = static_cast<float>(values[kDvlSoundSpeed]);
  out.beam_ranges_valid = out.num_good_beams > 0;
  out.beam_velocities_valid = true;
  out.beam_unit_vec = beam_directions(model.beams, values[kDvlSoundSpeed]);
  for (int i = 0; i < kJanusBeams; ++i) {
    const double range_m = values[kDvlRange + i], velocity = values[kDvlBeam + i];
    out.range[i] = range_m;
    out.range_covar[i] = square(model.range_sigma_m(range_m));
    out.beam_quality[i] = static_cast<float>(values[kDvlQuality + i]);
    out.beam_velocity[i] = static_cast<float>(velocity);
    out.beam_velocity_covar[i] =
        square(bottom ? model.velocity.sigma_m_s(velocity, range_m)
                      : model.water.sigma_m_s(velocity, model.layer_far_m));
  }
  return out;
}

CurrentProfile profile_message(const Header& header, const AdcpModel& model,
                               std::span<const double> values) {
  const bool earth = model.frame == ProfileFrame::kEarth;
  const bool beams = model.output == ProfileOutput::kBeams;
  CurrentProfile out;
  out.header = header;
  out.velocity_frame = earth && !beams ? 1 : 0;
  out.cell_size = static_cast<float>(model.cell_size_m);
  out.beam_unit_vec = beam_directions(model.beams, model.sound.instead_of_m_s(kDesignSoundSpeed));
  for (int cell = 0; cell < model.cells; ++cell) {
    const auto v =
        values.subspan(kAdcpNumbersPerCell * static_cast<size_t>(cell), kAdcpNumbersPerCell);
    out.cell_distance.push_back(static_cast<float>(model.cell_center_m(cell)));
    if (beams) {
      uint8_t good = 0;
      for (const double velocity : v) {
        out.beam_velocity.push_back(static_cast<float>(velocity));
        good += std::isfinite(velocity) ? 1 : 0;
      }
      out.good_beams.push_back(good);
      continue;
    }
    const Vec3 velocity(v[1], v[2], v[3]);
    const Vec3 shown = earth ? enu_from_ned(velocity) : velocity;
    out.good_beams.push_back(static_cast<uint8_t>(v[0]));
    out.velocity.push_back({shown.x(), shown.y(), shown.z()});
  }
  return out;
}

}  // namespace hadal::outputs

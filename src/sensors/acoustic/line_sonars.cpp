#include "sensors/acoustic/line_sonars.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "math/rotation.h"

namespace hadal::sensors {
namespace {

constexpr double kQuarterTurn = std::numbers::pi / 2;

FlsModel one_beam(FlsModel model) {
  model.beams = 1;
  model.points = false;
  return model;
}

Quat about(const Vec3& axis, double angle_rad) {
  return Quat(Eigen::AngleAxisd(angle_rad, axis));
}

// The same moment with the sensor turned: S -> beam.
FrameInput turned(const FrameInput& input, const Quat& q_SB) {
  FrameInput out = input;
  out.X_NS.q = input.X_NS.q * q_SB;
  return out;
}

void copy_row(const Plane& from, Plane& to, int row) {
  std::copy(from.data.begin(), from.data.end(),
            to.data.begin() + static_cast<ptrdiff_t>(from.data.size()) * row);
}

}  // namespace

ScanningSonar::ScanningSonar(const ScanningSonarModel& model)
    : model_(model),
      steps_(std::max<int64_t>(
          1, std::llround(
                 (model.full_circle ? 2 * std::numbers::pi : model.last_rad - model.first_rad) /
                 model.step_rad))),
      beam_(one_beam(model.beam)) {}

double ScanningSonar::bearing_rad(int64_t number) const {
  int64_t step = number % steps_;
  if (!model_.full_circle) {
    step = number % (2 * steps_);
    if (step > steps_) step = 2 * steps_ - step;
  }
  return wrap_angle(model_.first_rad + static_cast<double>(step) * model_.step_rad);
}

// The head may point anywhere: as loud all round.
std::optional<SoundPing> ScanningSonar::sound_ping() const {
  std::optional<SoundPing> ping = beam_.sound_ping();
  ping->beam_width_rad = 2 * std::numbers::pi;
  return ping;
}

Frame ScanningSonar::blank() const {
  Frame frame = beam_.blank();
  frame.axes.bearings_rad[0] = static_cast<float>(bearing_rad(0));
  return frame;
}

void ScanningSonar::compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const {
  const double bearing = bearing_rad(input.number);
  beam_.compute(turned(input, about(Vec3::UnitZ(), bearing)), arena, frame);
  frame.X_NS = input.X_NS;
  frame.axes.bearings_rad[0] = static_cast<float>(bearing);
}

SideScan::SideScan(const SideScanModel& model) : model_(model), beam_(one_beam(model.beam)) {}

// To both sides.
std::optional<SoundPing> SideScan::sound_ping() const {
  std::optional<SoundPing> ping = beam_.sound_ping();
  ping->beam_width_rad = 2 * std::numbers::pi;
  return ping;
}

Frame SideScan::blank() const {
  const Frame side = beam_.blank();
  Frame frame;
  frame.axes = side.axes;
  frame.axes.bearings_rad = {static_cast<float>(-kQuarterTurn), static_cast<float>(kQuarterTurn)};
  for (const Plane& plane : side.planes)
    frame.planes.emplace_back(plane.name, plane.type, 2, plane.columns, plane.channels);
  return frame;
}

void SideScan::compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const {
  Frame side = beam_.blank();
  for (int row = 0; row < 2; ++row) {
    const double bearing = row == 0 ? -kQuarterTurn : kQuarterTurn;
    // A negative turn about y takes x down.
    const Quat q_SB = about(Vec3::UnitZ(), bearing) * about(Vec3::UnitY(), -model_.tilt_rad);
    FrameInput own = turned(input, q_SB);
    own.channel = static_cast<uint32_t>(row);
    beam_.compute(own, arena, side);
    for (size_t i = 0; i < side.planes.size(); ++i) copy_row(side.planes[i], frame.planes[i], row);
  }
  frame.axes.sound_speed_m_s = side.axes.sound_speed_m_s;
}

Echosounder::Echosounder(const EchosounderModel& model)
    : model_(model), beam_(one_beam(model.beam)) {}

std::optional<SoundPing> Echosounder::sound_ping() const {
  std::optional<SoundPing> ping = beam_.sound_ping();
  ping->axis_S = Vec3::UnitZ();
  return ping;
}

Frame Echosounder::blank() const {
  Frame frame = beam_.blank();
  frame.planes.emplace_back("range_m", PlaneType::kFloat32, 1, 1);
  frame.planes.emplace_back("peak_db", PlaneType::kFloat32, 1, 1);
  return frame;
}

void Echosounder::compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const {
  beam_.compute(turned(input, about(Vec3::UnitY(), -kQuarterTurn)), arena, frame);
  frame.X_NS = input.X_NS;
  const auto levels = std::as_const(frame).plane(kLevelPlane).floats();
  const auto peak = std::max_element(levels.begin(), levels.end());
  const auto bin = static_cast<size_t>(peak - levels.begin());
  const bool heard =
      *peak - beam_.gain_db(static_cast<int>(bin)) > beam_.noise_db(input) + model_.detection_db;
  const float nothing = std::numeric_limits<float>::quiet_NaN();
  frame.plane("range_m").floats()[0] = heard ? frame.axes.ranges_m[bin] : nothing;
  frame.plane("peak_db").floats()[0] = heard ? *peak : nothing;
}

}  // namespace hadal::sensors

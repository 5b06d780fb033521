#include "sensors/acoustic/line_sonars.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "math/rotation.h"
#include "sensors/make_instrument.h"

namespace hadal::sensors {
namespace {

constexpr double kQuarterTurn = std::numbers::pi / 2;

FlsModel one_beam(const SonarLine& line) {
  FlsModel out;
  static_cast<SonarLine&>(out) = line;
  out.beams = 1;
  out.field_of_view_rad = filled_width_rad(line);
  out.transmit_width_rad = line.beam_width_rad;
  return out;
}

Quat about(const Vec3& axis, double angle_rad) {
  return Quat(Eigen::AngleAxisd(angle_rad, axis));
}

// The same moment with the sensor turned: S -> beam of a row.
FrameInput turned(const FrameInput& input, const Quat& q_SB, int row) {
  FrameInput out = input;
  out.X_NS.q = input.X_NS.q * q_SB;
  out.channel = static_cast<uint32_t>(row);
  return out;
}

void copy_row(const Plane& from, Plane& to, int row) {
  std::copy(from.data.begin(), from.data.end(),
            to.data.begin() + static_cast<ptrdiff_t>(from.data.size()) * row);
}

}  // namespace

LineSonar::LineSonar(const SonarLine& model) : beam_(one_beam(model)) {}

std::optional<SoundPing> LineSonar::sound_ping(int64_t number) const {
  std::optional<SoundPing> ping = beam_.sound_ping(number);
  const Quat q_SB = turn_to(number, 0);
  ping->axis_S = q_SB * ping->axis_S;
  ping->normal_S = q_SB * ping->normal_S;
  return ping;
}

void LineSonar::compute_row(const FrameInput& input, int row, ThreadArena& arena,
                            Frame& beam) const {
  beam_.compute(turned(input, turn_to(input.number, row), row), arena, beam);
  beam.X_NS = input.X_NS;
}

void LineSonar::disturb_row(const FrameInput& input, std::span<const Burst> bursts, int row,
                            ThreadArena& arena, Frame& frame) const {
  const Quat q_SB = turn_to(input.number, row);
  const FrameInput own = turned(input, q_SB, row);
  std::vector<Burst> received(bursts.begin(), bursts.end());
  for (Burst& burst : received) burst.from_S = q_SB.conjugate() * burst.from_S;
  beam_.add_bursts(own, received, row, arena, frame);
}

ScanningSonar::ScanningSonar(const ScanningSonarModel& model)
    : LineSonar(model),
      model_(model),
      steps_(std::max<int64_t>(
          1, std::llround((model.full_circle() ? 2 * std::numbers::pi
                                               : model.last_rad() - model.first_rad()) /
                          model.step_rad))) {}

double ScanningSonar::bearing_rad(int64_t number) const {
  int64_t step = number % steps_;
  if (!model_.full_circle()) {
    step = number % (2 * steps_);
    if (step > steps_) step = 2 * steps_ - step;
  }
  return wrap_angle(model_.first_rad() + static_cast<double>(step) * model_.step_rad);
}

Quat ScanningSonar::turn_to(int64_t number, int) const {
  return about(Vec3::UnitZ(), bearing_rad(number));
}

Frame ScanningSonar::blank() const {
  Frame frame = beam_.blank();
  frame.axes.bearings_rad[0] = static_cast<float>(bearing_rad(0));
  return frame;
}

void ScanningSonar::compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const {
  compute_row(input, 0, arena, frame);
  frame.axes.bearings_rad[0] = static_cast<float>(bearing_rad(input.number));
}

void ScanningSonar::disturb(const FrameInput& input, std::span<const Burst> bursts,
                            ThreadArena& arena, Frame& frame) const {
  disturb_row(input, bursts, 0, arena, frame);
}

SideScan::SideScan(const SideScanModel& model) : LineSonar(model), model_(model) {}

// A negative turn about y takes x down.
Quat SideScan::turn_to(int64_t, int row) const {
  return about(Vec3::UnitZ(), row == 0 ? -kQuarterTurn : kQuarterTurn) *
         about(Vec3::UnitY(), -model_.tilt_rad);
}

// To both sides: a thin disc across the track.
std::optional<SoundPing> SideScan::sound_ping(int64_t number) const {
  std::optional<SoundPing> ping = beam_.sound_ping(number);
  ping->beam_height_rad = ping->beam_width_rad;
  ping->beam_width_rad = 2 * std::numbers::pi;
  ping->axis_S = Vec3::UnitY();
  ping->normal_S = Vec3::UnitX();
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
    compute_row(input, row, arena, side);
    for (size_t i = 0; i < side.planes.size(); ++i) copy_row(side.planes[i], frame.planes[i], row);
  }
  frame.axes.sound_speed_m_s = side.axes.sound_speed_m_s;
}

void SideScan::disturb(const FrameInput& input, std::span<const Burst> bursts, ThreadArena& arena,
                       Frame& frame) const {
  for (int row = 0; row < 2; ++row) disturb_row(input, bursts, row, arena, frame);
}

Echosounder::Echosounder(const EchosounderModel& model) : LineSonar(model), model_(model) {}

Quat Echosounder::turn_to(int64_t, int) const {
  return about(Vec3::UnitY(), -kQuarterTurn);
}

Frame Echosounder::blank() const {
  Frame frame = beam_.blank();
  frame.planes.emplace_back("range_m", PlaneType::kFloat32, 1, 1);
  frame.planes.emplace_back("peak_db", PlaneType::kFloat32, 1, 1);
  return frame;
}

void Echosounder::compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const {
  compute_row(input, 0, arena, frame);
  find_peak(input, frame);
}

void Echosounder::disturb(const FrameInput& input, std::span<const Burst> bursts,
                          ThreadArena& arena, Frame& frame) const {
  disturb_row(input, bursts, 0, arena, frame);
  find_peak(input, frame);
}

void Echosounder::find_peak(const FrameInput& input, Frame& frame) const {
  const auto levels = std::as_const(frame).plane(kLevelPlane).floats();
  const auto peak = std::max_element(levels.begin(), levels.end());
  const auto bin = static_cast<size_t>(peak - levels.begin());
  const bool received =
      *peak - beam_.gain_db(static_cast<int>(bin)) > beam_.noise_db(input) + model_.detection_db;
  const float nothing = std::numeric_limits<float>::quiet_NaN();
  frame.plane("range_m").floats()[0] = received ? frame.axes.ranges_m[bin] : nothing;
  frame.plane("peak_db").floats()[0] = received ? *peak : nothing;
}

template <>
Instrument make_instrument<ScanningSonarModel>(const InstrumentSetup& setup) {
  return std::make_unique<ScanningSonar>(setup.model<ScanningSonarModel>());
}
template <>
Instrument make_instrument<SideScanModel>(const InstrumentSetup& setup) {
  return std::make_unique<SideScan>(setup.model<SideScanModel>());
}
template <>
Instrument make_instrument<EchosounderModel>(const InstrumentSetup& setup) {
  return std::make_unique<Echosounder>(setup.model<EchosounderModel>());
}

}  // namespace hadal::sensors

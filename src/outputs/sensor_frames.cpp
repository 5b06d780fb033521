#include "outputs/sensor_frames.h"

#include "math/frames.h"
#include "outputs/reading_messages.h"

namespace hadal::outputs {
namespace {

// Rotations from the axes of a frame to those that the name ends with. Half a turn about x is
// its own inverse.
const Quat kFluFrd(0, 1, 0, 0);
// Axes of the beams in the sensor's forward-left-up frame: z ahead, x up, y to starboard.
const Quat kBeamsInFlu(Mat3{{0, 0, 1}, {0, -1, 0}, {1, 0, 0}});
// Axes of pictures, as ROS has them: z ahead, x right, y down.
const Quat kOpticalInFlu(Mat3{{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}});
// x along z of S, the beam of an altimeter; z along x of S.
const Quat kBeamInFrd(Mat3{{0, 0, 1}, {0, -1, 0}, {1, 0, 0}});

TransformStamped transform(const Time& stamp, const std::string& parent, const std::string& child,
                           const Vec3& p, const Quat& turned) {
  const Quat q = turned.w() < 0 ? Quat(-turned.coeffs()) : turned;
  TransformStamped out;
  out.header = {stamp, parent};
  out.child_frame_id = child;
  out.transform = {{p.x(), p.y(), p.z()}, {q.x(), q.y(), q.z(), q.w()}};
  return out;
}

// From the axes of the sensor's frame in the log to its own, S, forward-right-down as mounted.
Quat axes_in_S(const Sensor& sensor) {
  using extension::ReadingMessage;
  switch (reading_message(sensor)) {
    case ReadingMessage::kDvl:
    case ReadingMessage::kCurrentProfile:
    case ReadingMessage::kScalars:
      return Quat::Identity();
    case ReadingMessage::kRange:
      return kBeamInFrd;
    default:
      return kFluFrd;
  }
}

}  // namespace

TFMessage sensor_frames(const World& world, const std::vector<bool>& is_camera,
                        const Time& stamp) {
  TFMessage out;
  for (const Sensor& sensor : world.sensors)
    out.transforms.push_back(transform(stamp, world.links[sensor.link].path, sensor.path,
                                       flu_from_frd(sensor.X_BS.p),
                                       kFluFrd * sensor.X_BS.q * axes_in_S(sensor)));
  for (size_t i = 0; i < world.frame_sensors.size(); ++i) {
    const MountedFrameSensor& sensor = world.frame_sensors[i];
    out.transforms.push_back(transform(stamp, world.links[sensor.link].path, sensor.path,
                                       flu_from_frd(sensor.X_LS.p),
                                       kFluFrd * sensor.X_LS.q * kFluFrd));
    const bool camera = is_camera[i];
    out.transforms.push_back(transform(stamp, sensor.path,
                                       sensor.path + (camera ? "/optical" : "/beams"),
                                       Vec3::Zero(), camera ? kOpticalInFlu : kBeamsInFlu));
  }
  return out;
}

TransformStamped calibrated_frame(const std::string& sensor, const Calibration& calibration,
                                  const Time& stamp) {
  return transform(stamp, sensor + "/optical", sensor + "/optical/calibrated", calibration.X_OC.p,
                   calibration.X_OC.q);
}

}  // namespace hadal::outputs

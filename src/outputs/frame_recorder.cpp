#include "outputs/frame_recorder.h"

#include <cmath>
#include <cstring>

#include "math/frames.h"

namespace hadal::outputs {
namespace {

// Axes of the beams in the sensor's forward-left-up frame: z ahead, x up, y to starboard.
const Quat kBeamsInFlu(Mat3{{0, 0, 1}, {0, -1, 0}, {1, 0, 0}});

TransformStamped transform(const Time& stamp, const std::string& parent, const std::string& child,
                           const Vec3& p, const Quat& q) {
  TransformStamped out;
  out.header = {stamp, parent};
  out.child_frame_id = child;
  out.transform = {{p.x(), p.y(), p.z()}, {q.x(), q.y(), q.z(), q.w()}};
  return out;
}

std::string_view encoding(const Plane& plane) {
  const bool pair = plane.channels == 2;
  switch (plane.type) {
    case PlaneType::kFloat32:
      return pair ? "32FC2" : "32FC1";
    case PlaneType::kInt32:
      return "32SC1";
    case PlaneType::kUint8:
      return plane.channels == 3 ? "rgb8" : "mono8";
  }
  return "mono8";
}

bool has_image_message(const Plane& plane) {
  return plane.channels == 1 || (plane.channels == 2 && plane.type == PlaneType::kFloat32) ||
         (plane.channels == 3 && plane.type == PlaneType::kUint8);
}

std::string_view message_type(const Plane& plane) {
  if (plane.name == kLevelPlane) return ProjectedSonarImage::kType;
  return plane.name == kPointsPlane ? PointCloud2::kType : Image::kType;
}

std::string channel_name(const Plane& points, int channel) {
  static const char* const kUsual[] = {"x", "y", "z", "intensity"};
  if (channel < 3) return kUsual[channel];
  if (static_cast<size_t>(channel) < points.channel_names.size())
    return points.channel_names[channel];
  return channel == 3 ? kUsual[3] : "channel_" + std::to_string(channel);
}

}  // namespace

FrameRecorder::FrameRecorder(McapWriter& log, const World& world,
                             const std::vector<const Frame*>& blanks)
    : log_(log) {
  if (world.frame_sensors.empty() || world.record.frames == "none") return;
  mounts_ = add_topic<TFMessage>(log, "/tf_static", true);
  for (size_t i = 0; i < world.frame_sensors.size(); ++i)
    for (const Plane& plane : blanks[i]->planes) {
      const bool main = plane.name == kLevelPlane || plane.name == kPointsPlane;
      if (!main && (world.record.frames != "all" || !has_image_message(plane))) continue;
      std::string topic = "/" + world.frame_sensors[i].path;
      if (plane.name != kLevelPlane) topic += "/" + plane.name;
      topics_.push_back(
          {static_cast<int>(i), plane.name, add_topic(log, topic, message_type(plane))});
    }
}

void FrameRecorder::record_mounts(const World& world, int64_t now_ns) {
  if (topics_.empty()) return;
  now_ns_ = now_ns;
  TFMessage message;
  for (const MountedFrameSensor& sensor : world.frame_sensors) {
    const Quat q_FLU = Quat(0, 1, 0, 0) * sensor.X_LS.q * Quat(0, 1, 0, 0);
    message.transforms.push_back(transform(to_time(now_ns), world.links[sensor.link].path,
                                           sensor.path, flu_from_frd(sensor.X_LS.p), q_FLU));
    message.transforms.push_back(
        transform(to_time(now_ns), sensor.path, sensor.path + "/beams", Vec3::Zero(), kBeamsInFlu));
  }
  write(mounts_, message);
}

void FrameRecorder::record(const World& world, int sensor, const Frame& frame, int64_t now_ns) {
  now_ns_ = now_ns;
  const std::string& path = world.frame_sensors[sensor].path;
  const Time stamp = to_time(world.start_unix_ns + world.clock.time_ns(frame.stamp));
  for (const Topic& topic : topics_) {
    if (topic.sensor != sensor) continue;
    const Plane& plane = frame.plane(topic.plane);
    if (plane.name == kLevelPlane)
      write(topic.channel, sonar_image({stamp, path + "/beams"}, frame));
    else if (plane.name == kPointsPlane)
      write(topic.channel, point_cloud({stamp, path}, plane));
    else
      write(topic.channel, plane_image({stamp, path}, plane));
  }
}

ProjectedSonarImage sonar_image(const Header& header, const Frame& frame) {
  const Plane& plane = frame.plane(kLevelPlane);
  ProjectedSonarImage out;
  out.header = header;
  out.ping_info.frequency = static_cast<float>(frame.axes.frequency_hz);
  out.ping_info.sound_speed = static_cast<float>(frame.axes.sound_speed_m_s);
  out.ping_info.tx_beamwidths.assign(plane.rows, static_cast<float>(frame.axes.beam_height_rad));
  out.ping_info.rx_beamwidths.assign(plane.rows, static_cast<float>(frame.axes.beam_width_rad));
  for (const float bearing : frame.axes.bearings_rad)
    out.beam_directions.push_back({0, std::sin(bearing), std::cos(bearing)});
  out.ranges = frame.axes.ranges_m;
  out.image.dtype = SonarImageData::kFloat32;
  out.image.beam_count = static_cast<uint32_t>(plane.rows);
  out.image.data.resize(plane.data.size());
  const auto levels = plane.floats();
  for (int bin = 0; bin < plane.columns; ++bin)
    for (int beam = 0; beam < plane.rows; ++beam)
      std::memcpy(&out.image.data[sizeof(float) * (static_cast<size_t>(bin) * plane.rows + beam)],
                  &levels[static_cast<size_t>(beam) * plane.columns + bin], sizeof(float));
  return out;
}

PointCloud2 point_cloud(const Header& header, const Plane& points) {
  constexpr uint8_t kFloat32 = 7;
  PointCloud2 out;
  out.header = header;
  out.height = 1;
  out.point_step = static_cast<uint32_t>(sizeof(float) * points.channels);
  for (int c = 0; c < points.channels; ++c)
    out.point_fields.push_back(
        {channel_name(points, c), static_cast<uint32_t>(sizeof(float) * c), kFloat32, 1});
  const auto values = points.floats();
  std::vector<float> point(points.channels);
  for (size_t i = 0; i + points.channels <= values.size(); i += points.channels) {
    if (!std::isfinite(values[i])) continue;
    std::copy_n(&values[i], points.channels, point.begin());
    point[1] = -point[1], point[2] = -point[2];  // forward-left-up
    const auto* bytes = reinterpret_cast<const uint8_t*>(point.data());
    out.data.insert(out.data.end(), bytes, bytes + out.point_step);
    ++out.width;
  }
  out.row_step = out.point_step * out.width;
  out.is_dense = true;
  return out;
}

Image plane_image(const Header& header, const Plane& plane) {
  Image out;
  out.header = header;
  out.height = static_cast<uint32_t>(plane.rows);
  out.width = static_cast<uint32_t>(plane.columns);
  out.encoding = encoding(plane);
  out.step = plane.rows > 0 ? static_cast<uint32_t>(plane.data.size() / plane.rows) : 0;
  const auto* bytes = reinterpret_cast<const uint8_t*>(plane.data.data());
  out.data.assign(bytes, bytes + plane.data.size());
  return out;
}

}  // namespace hadal::outputs

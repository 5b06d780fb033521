#include "outputs/frame_recorder.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "outputs/camera_frame.h"
#include "outputs/picture/label_picture.h"
#include "outputs/sensor_frames.h"

namespace hadal::outputs {
namespace {

// As OpenCV and ROS name them: rgb8, mono8, else bits, kind and channels: 32FC1, 32SC1, 32FC3.
std::string encoding(const Plane& plane) {
  if (plane.type == PlaneType::kUint8 && plane.channels == 3) return "rgb8";
  if (plane.type == PlaneType::kUint8 && plane.channels == 1) return "mono8";
  const char* const kind = plane.type == PlaneType::kFloat32 ? "32FC"
                           : plane.type == PlaneType::kInt32 ? "32SC"
                                                             : "8UC";
  return kind + std::to_string(plane.channels);
}

// Planes that are recorded unless no frames are; the rest are labels.
bool is_main(const Plane& plane) {
  return plane.name == kLevelPlane || plane.name == kPointsPlane || plane.name == kImagePlane ||
         plane.name == kEventsPlane || plane.name == "temperature_K" ||
         plane.name == kExposurePlane;
}

std::string channel_name(const Plane& points, int channel) {
  static const char* const kUsual[] = {"x", "y", "z", "intensity"};
  if (channel < 3) return kUsual[channel];
  if (static_cast<size_t>(channel) < points.channel_names.size())
    return points.channel_names[channel];
  return channel == 3 ? kUsual[3] : "channel_" + std::to_string(channel);
}

}  // namespace

bool is_recorded(const RecordConfig& config, const Plane& plane) {
  if (config.frames == "none") return false;
  const bool picture = plane.name == kImagePlane && plane.type == PlaneType::kUint8;
  if ((picture || plane.name == kExposurePlane) && config.images == "none") return false;
  return config.frames == "all" || is_main(plane);
}

bool is_compressed_picture(const RecordConfig& config, const Plane& plane) {
  return plane.name == kImagePlane && plane.type == PlaneType::kUint8 && plane.channels == 3 &&
         config.images != "raw";
}

bool is_camera(const Frame& blank) {
  return blank.calibration || blank.find(kImagePlane) || blank.find(kEventsPlane);
}

FrameRecorder::FrameRecorder(MessageSink& sink, const RecordConfig& config, const World& world,
                             const std::vector<const Frame*>& blanks)
    : sink_(sink), config_(config) {
  for (const Frame* blank : blanks) {
    is_camera_.push_back(is_camera(*blank));
    calibrations_.push_back(blank->calibration.value_or(Calibration{}));
  }
  if (!world.sensors.empty() || !world.frame_sensors.empty())
    mounts_ = add_topic<TFMessage>(sink, "/tf_static", true);
  if (config.frames == "none") return;
  for (size_t i = 0; i < world.frame_sensors.size(); ++i) {
    const size_t before = topics_.size();
    for (const Plane& plane : blanks[i]->planes)
      if (is_recorded(config, plane)) add_plane(world, static_cast<int>(i), plane);
    if (blanks[i]->calibration && topics_.size() > before)
      add<CameraInfo>(static_cast<int>(i), blanks[i]->planes[0], Form::kInfo,
                      "/" + world.frame_sensors[i].path + "/camera_info");
  }
}

template <Message M>
void FrameRecorder::add(int sensor, const Plane& plane, Form form, const std::string& topic) {
  topics_.push_back({sensor, plane.name, form, add_topic<M>(sink_, topic)});
}

void FrameRecorder::add_plane(const World& world, int sensor, const Plane& plane) {
  const std::string& path = world.frame_sensors[static_cast<size_t>(sensor)].path;
  const std::string base = "/" + path, topic = base + "/" + plane.name;
  if (plane.name == kLevelPlane)
    add<ProjectedSonarImage>(
        sensor, plane, config_.sonar == "float32" ? Form::kSonarFloat : Form::kSonar, base);
  else if (plane.name == kPointsPlane)
    add<PointCloud2>(sensor, plane, Form::kPoints, topic);
  else if (plane.name == kExposurePlane)
    add<Scalars>(sensor, plane, Form::kExposure, topic);
  else if (plane.name == kEventsPlane)
    add<EventArray>(sensor, plane, Form::kEvents, topic);
  else if (plane.name == kBoxes2dPlane)
    add<Detection2DArray>(sensor, plane, Form::kBoxes2d, topic);
  else if (plane.name == kBoxes3dPlane)
    add<Detection3DArray>(sensor, plane, Form::kBoxes3d, topic);
  else if (is_compressed_picture(config_, plane))
    add<CompressedImage>(sensor, plane, config_.images == "png" ? Form::kPng : Form::kJpeg,
                         topic + "/compressed");
  else
    add<Image>(sensor, plane, Form::kImage, topic);
  if (is_camera_[static_cast<size_t>(sensor)]) add_label(path, plane);
}

void FrameRecorder::add_label(const std::string& path, const Plane& plane) {
  if (plane.name != "instance" && plane.name != "semantic") return;
  const std::string topic = "/" + path + "/" + plane.name + "/label_info";
  labels_.push_back({plane.name, path + "/optical", add_topic<LabelInfo>(sink_, topic, true)});
}

void FrameRecorder::record_mounts(const World& world, int64_t now_ns) {
  now_ns_ = now_ns;
  const Time now = to_time(now_ns);
  if (mounts_) {
    TFMessage frames = sensor_frames(world, is_camera_, now);
    for (size_t i = 0; i < calibrations_.size(); ++i)
      if (!calibrations_[i].is_at_lens())
        frames.transforms.push_back(
            calibrated_frame(world.frame_sensors[i].path, calibrations_[i], now));
    write(*mounts_, frames);
  }
  for (const LabelTopic& label : labels_) {
    const Header header{now, label.frame_id};
    write(label.channel, label.plane == "instance" ? instance_classes(header, world)
                                                   : material_classes(header, world));
  }
}

void FrameRecorder::record(const World& world, int sensor, const Frame& frame, int64_t now_ns) {
  now_ns_ = now_ns;
  const std::string& path = world.frame_sensors[static_cast<size_t>(sensor)].path;
  const Time stamp = to_time(world.start_unix_ns + world.clock.time_ns(frame.stamp));
  const Header header{stamp, is_camera_[static_cast<size_t>(sensor)] ? path + "/optical" : path};
  for (const Topic& topic : topics_)
    if (topic.sensor == sensor) record_plane(world, topic, frame, header);
}

void FrameRecorder::record_plane(const World& world, const Topic& topic, const Frame& frame,
                                 const Header& header) {
  if (!sink_.wants(topic.channel)) return;
  const Plane& plane = frame.plane(topic.plane);
  switch (topic.form) {
    case Form::kSonar:
    case Form::kSonarFloat:
      return write(topic.channel,
                   sonar_image({header.stamp, header.frame_id + "/beams"}, frame,
                               topic.form == Form::kSonar ? SonarImageData::kInt16
                                                          : SonarImageData::kFloat32));
    case Form::kPoints:
      return write(topic.channel, point_cloud(header, plane));
    case Form::kImage:
      return write(topic.channel, plane_image(header, plane));
    case Form::kJpeg:
    case Form::kPng:
      return record_picture(topic, plane, header);
    case Form::kInfo:
      return write(topic.channel,
                   camera_info({header.stamp, frame.calibration->is_at_lens()
                                                  ? header.frame_id
                                                  : header.frame_id + "/calibrated"},
                               *frame.calibration));
    case Form::kExposure:
      return write(topic.channel, scalars(header, plane));
    case Form::kBoxes2d:
      return write(topic.channel, detections_2d(header, boxes_2d(plane), world));
    case Form::kBoxes3d:
      return write(topic.channel, detections_3d(header, plane, world));
    case Form::kEvents:
      return write(topic.channel, event_array(header, frame));
  }
}

void FrameRecorder::record_picture(const Topic& topic, const Plane& plane, const Header& header) {
  const char* const format = topic.form == Form::kPng ? "png" : "jpeg";
  const auto quality = static_cast<int>(config_.jpeg_quality);
  sink_.write_later(topic.channel, now_ns_, [plane, header, format, quality](CdrWriter& cdr) {
    return encode(compressed_image(header, plane, format, quality), cdr);
  });
}

namespace {

// To the nearest 0.01 dB; what is no number, or out of reach, is the lowest.
int16_t hundredths(float level_db) {
  constexpr float kMax = 32767;
  const float value = 100 * level_db;
  return value > -kMax - 0.5f && value < kMax + 0.5f ? static_cast<int16_t>(std::lround(value))
                                                     : std::numeric_limits<int16_t>::min();
}

// Range after range, the beams of one range together.
template <class T, class Convert>
std::vector<uint8_t> by_range(const Plane& plane, Convert convert) {
  const auto levels = plane.floats();
  std::vector<uint8_t> out(sizeof(T) * levels.size());
  for (int bin = 0; bin < plane.columns; ++bin)
    for (int beam = 0; beam < plane.rows; ++beam) {
      const T value = convert(levels[static_cast<size_t>(beam) * plane.columns + bin]);
      std::memcpy(&out[sizeof(T) * (static_cast<size_t>(bin) * plane.rows + beam)], &value,
                  sizeof(T));
    }
  return out;
}

}  // namespace

ProjectedSonarImage sonar_image(const Header& header, const Frame& frame, uint32_t dtype) {
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
  out.image.dtype = dtype;
  out.image.beam_count = static_cast<uint32_t>(plane.rows);
  out.image.data = dtype == SonarImageData::kInt16
                       ? by_range<int16_t>(plane, hundredths)
                       : by_range<float>(plane, [](float level_db) { return level_db; });
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

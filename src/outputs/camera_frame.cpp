#include "outputs/camera_frame.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/image_codec.h"
#include "outputs/picture/label_picture.h"
#include "outputs/picture/png.h"

namespace hadal::outputs {
namespace {

// From the frame S of a camera (x ahead, y right, z down) to the optical one of ROS.
const Quat kOpticalFromSensor(Mat3{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}});

// A plane as a table: rows of numbers, whatever the type.
class TableOfPlane {
 public:
  explicit TableOfPlane(const Plane& plane)
      : plane_(plane), width_(static_cast<size_t>(plane.columns) * plane.channels) {}
  size_t rows() const { return static_cast<size_t>(plane_.rows); }
  size_t width() const { return width_; }
  double at(size_t row, size_t column) const {
    const size_t i = row * width_ + column;
    return plane_.type == PlaneType::kInt32 ? plane_.ints()[i] : plane_.floats()[i];
  }

 private:
  const Plane& plane_;
  size_t width_;
};

std::vector<ObjectHypothesisWithPose> certainty(const std::string& class_id) {
  return {{{class_id, 1}, {}}};
}

}  // namespace

CameraInfo camera_info(const Header& header, const Calibration& c) {
  CameraInfo out;
  out.header = header;
  out.height = static_cast<uint32_t>(c.height_px);
  out.width = static_cast<uint32_t>(c.width_px);
  out.distortion_model = c.model;
  out.d = c.distortion;
  out.k = {c.fx_px, 0, c.cx_px, 0, c.fy_px, c.cy_px, 0, 0, 1};
  out.r = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  out.p = {c.fx_px, 0, c.cx_px, 0 - c.fx_px * c.baseline_m, 0, c.fy_px, c.cy_px, 0, 0, 0, 1, 0};
  return out;
}

Scalars scalars(const Header& header, const Plane& plane) {
  const std::span<const float> values = plane.floats();
  return {header, plane.channel_names, {values.begin(), values.end()}};
}

CompressedImage compressed_image(const Header& header, const Plane& image,
                                 const std::string& format, int jpeg_quality) {
  const std::span<const uint8_t> rgb = image.bytes();
  return {header, format,
          format == "png" ? png_bytes(image.columns, image.rows, rgb)
                          : jpeg_bytes(image.columns, image.rows, rgb, jpeg_quality)};
}

std::vector<Box2> boxes_2d(const Plane& boxes) {
  enum Column { kInstance, kMaterial, kXMin, kYMin, kXMax, kYMax, kPixels, kColumns };
  const TableOfPlane table(boxes);
  std::vector<Box2> out;
  for (size_t row = 0; row < table.rows() && table.width() >= kColumns; ++row) {
    if (!(table.at(row, kInstance) >= kFirstVehicleInstance)) continue;
    out.push_back({static_cast<int>(table.at(row, kInstance)),
                   static_cast<int>(table.at(row, kMaterial)), table.at(row, kXMin),
                   table.at(row, kYMin), table.at(row, kXMax), table.at(row, kYMax),
                   static_cast<int>(table.at(row, kPixels))});
  }
  return out;
}

std::vector<Box2> boxes_of_instances(const Plane& instance) {
  std::map<int, Box2> found;
  const std::span<const int32_t> values = instance.ints();
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] < kFirstVehicleInstance) continue;
    const double x = static_cast<double>(i % static_cast<size_t>(instance.columns)),
                 y = static_cast<double>(i / static_cast<size_t>(instance.columns));
    Box2& box =
        found.try_emplace(values[i], Box2{values[i], -1, x - 0.5, y - 0.5, x + 0.5, y + 0.5, 0})
            .first->second;
    box.x_min = std::min(box.x_min, x - 0.5), box.x_max = std::max(box.x_max, x + 0.5);
    box.y_max = y + 0.5;
    ++box.pixels;
  }
  std::vector<Box2> out;
  for (const auto& [number, box] : found) out.push_back(box);
  return out;
}

Detection2DArray detections_2d(const Header& header, const std::vector<Box2>& boxes,
                               const World& world) {
  Detection2DArray out{header, {}};
  for (const Box2& box : boxes) {
    Detection2D& detection = out.detections.emplace_back();
    detection.header = header;
    detection.results = certainty(class_of_instance(world, box.instance, box.material));
    detection.bbox.center.position = {(box.x_min + box.x_max) / 2, (box.y_min + box.y_max) / 2};
    detection.bbox.size_x = box.x_max - box.x_min;
    detection.bbox.size_y = box.y_max - box.y_min;
    detection.id = std::to_string(box.instance);
  }
  return out;
}

std::vector<Box3> boxes_3d(const Plane& boxes) {
  enum Column { kInstance, kMaterial, kCentre, kSize = 5, kQuaternion = 8, kColumns = 12 };
  const TableOfPlane table(boxes);
  std::vector<Box3> out;
  for (size_t row = 0; row < table.rows() && table.width() >= kColumns; ++row) {
    if (!(table.at(row, kInstance) >= kFirstVehicleInstance)) continue;
    const auto vec3 = [&](size_t from) {
      return Vec3(table.at(row, from), table.at(row, from + 1), table.at(row, from + 2));
    };
    const Vec3 q = vec3(kQuaternion + 1);
    out.push_back({static_cast<int>(table.at(row, kInstance)),
                   static_cast<int>(table.at(row, kMaterial)), vec3(kCentre), vec3(kSize),
                   Quat(table.at(row, kQuaternion), q.x(), q.y(), q.z())});
  }
  return out;
}

Detection3DArray detections_3d(const Header& header, const Plane& boxes, const World& world) {
  Detection3DArray out{header, {}};
  for (const Box3& box : boxes_3d(boxes)) {
    Detection3D& detection = out.detections.emplace_back();
    detection.header = header;
    detection.results = certainty(class_of_instance(world, box.instance, box.material));
    const Vec3& p = box.centre_m;
    const Quat q = kOpticalFromSensor * box.q_SB;
    detection.bbox.center = {{p.y(), p.z(), p.x()}, {q.x(), q.y(), q.z(), q.w()}};
    detection.bbox.size = {box.size_m.x(), box.size_m.y(), box.size_m.z()};
    detection.id = std::to_string(box.instance);
  }
  return out;
}

EventArray event_array(const Header& header, const Frame& frame) {
  EventArray out;
  out.header = header;
  if (frame.calibration) {
    out.width = static_cast<uint32_t>(frame.calibration->width_px);
    out.height = static_cast<uint32_t>(frame.calibration->height_px);
  }
  const Plane& events = frame.plane(kEventsPlane);
  const std::span<const int32_t> values = events.ints();
  for (size_t i = 0; i + 4 <= values.size(); i += 4) {
    if (values[i] < 0) continue;
    out.x.push_back(static_cast<uint16_t>(values[i]));
    out.y.push_back(static_cast<uint16_t>(values[i + 1]));
    out.time_us.push_back(values[i + 2]);
    out.polarity.push_back(values[i + 3] > 0 ? 1 : 0);
  }
  return out;
}

std::string class_of_instance(const World& world, int instance, int material) {
  if (instance == kGroundInstance) return "ground";
  const int vehicle = instance - kFirstVehicleInstance;
  if (vehicle >= 0 && vehicle < static_cast<int>(world.vehicles.size())) {
    const Vehicle& v = world.vehicles[static_cast<size_t>(vehicle)];
    return v.model.empty() ? v.name : v.model;
  }
  const auto& materials = world.materials.materials;
  return material >= 0 && material < static_cast<int>(materials.size())
             ? materials[static_cast<size_t>(material)].name
             : "scenery";
}

LabelInfo instance_classes(const Header& header, const World& world) {
  LabelInfo out{header, {{0, "nothing"}}, 0};
  for (int i = kGroundInstance;
       i < kFirstVehicleInstance + static_cast<int>(world.vehicles.size()) && i < 65535; ++i)
    out.class_map.push_back({static_cast<uint16_t>(i), class_of_instance(world, i)});
  return out;
}

LabelInfo material_classes(const Header& header, const World& world) {
  LabelInfo out{header, {}, 0};
  for (const Material& material : world.materials.materials)
    out.class_map.push_back({static_cast<uint16_t>(out.class_map.size()), material.name});
  return out;
}

}  // namespace hadal::outputs

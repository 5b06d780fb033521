// The format of KITTI's object benchmark (Geiger, Lenz & Urtasun 2012, "Are we ready for autonomous
// driving?"): image_2/NNNNNN.png, label_2/NNNNNN.txt with fifteen fields per object, and
// calib/NNNNNN.txt. Camera axes: x right, y down, z ahead. A box of KITTI turns about y only. The
// axis of the body that is nearest to y gives its height, so that what lies on its side is a lying
// box; of one that leans, what is left of the lean is lost, its centre and sizes stay. Pictures
// are taken to be free of distortion, as those of KITTI are; others are refused.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <numbers>

#include "hadal/log.h"
#include "logs/dataset/dataset_frames.h"
#include "math/types.h"

namespace hadal {
namespace logs {
namespace {

namespace fs = std::filesystem;

constexpr int kOcclusionUnknown = 3;

double within_a_turn(double angle) {
  return std::remainder(angle, 2 * std::numbers::pi);
}

// The fraction of the box in the picture's plane that lies outside the picture.
double truncation(const BoundingBox3D& box, const CameraInfo& info) {
  constexpr double kNearest_m = 0.05;
  const Vec3 centre(box.center.position.x, box.center.position.y, box.center.position.z);
  const Quaternion& o = box.center.orientation;
  const Quat q = Quat(o.w, o.x, o.y, o.z).normalized();
  Vec3 low = Vec3::Constant(1e9), high = -low;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 half((corner & 1 ? 0.5 : -0.5) * box.size.x, (corner & 2 ? 0.5 : -0.5) * box.size.y,
                    (corner & 4 ? 0.5 : -0.5) * box.size.z);
    const Vec3 p = centre + q * half;
    const double z = std::max(kNearest_m, p.z());
    const Vec3 pixel(info.k[0] * p.x() / z + info.k[2], info.k[4] * p.y() / z + info.k[5], 0);
    low = low.cwiseMin(pixel), high = high.cwiseMax(pixel);
  }
  const auto inside = [](double a, double b, double size) {
    return std::max(0.0, std::min(b, size) - std::max(a, 0.0)) / std::max(b - a, 1e-9);
  };
  const double fraction =
      inside(low.x(), high.x(), info.width) * inside(low.y(), high.y(), info.height);
  return std::clamp(1 - fraction, 0.0, 1.0);
}

std::string one_word(std::string name) {
  for (char& letter : name)
    if (std::isspace(static_cast<unsigned char>(letter))) letter = '_';
  return name.empty() ? "unknown" : name;
}

// Numbers that a line of text can hold; those of a log may be anything.
template <class Numbers>
bool reasonable(const Numbers& numbers) {
  constexpr double kLargest = 1e7;
  return std::all_of(std::begin(numbers), std::end(numbers),
                     [](double x) { return std::abs(x) <= kLargest; });  // NaN is not
}
bool reasonable(const BoundingBox3D& box) {
  const auto& [p, q] = box.center;
  const double numbers[] = {p.x, p.y, p.z, q.x, q.y, q.z, q.w, box.size.x, box.size.y, box.size.z};
  return reasonable(numbers);
}

// A box that turns about y of the camera only.
struct UprightBox {
  double height = 0, width = 0, length = 0;  // along y; across; in the direction of the turn
  double turn = 0;                           // about y, 0 along x
};

// The length is along x of the body, or along z where x stands.
UprightBox upright(const BoundingBox3D& box) {
  const Quaternion& o = box.center.orientation;
  const Mat3 R = Quat(o.w, o.x, o.y, o.z).normalized().toRotationMatrix();
  const double size[] = {box.size.x, box.size.y, box.size.z};
  int standing = 2;
  for (const int axis : {0, 1})
    if (std::abs(R(1, axis)) > std::abs(R(1, standing))) standing = axis;
  const int along = standing == 0 ? 2 : 0, across = 3 - standing - along;
  return {size[standing], size[across], size[along],
          within_a_turn(std::atan2(-R(2, along), R(0, along)))};
}

// A line of label_2. The box has the axes of its body: x along, y across, z down.
std::string label_line(const Detection3D& detection, const Box2& seen, const CameraInfo& info) {
  const BoundingBox3D& box = detection.bbox;
  const UprightBox in_view = upright(box);
  const Point& p = box.center.position;
  const double alpha = within_a_turn(in_view.turn - std::atan2(p.x, p.z));
  const std::string name =
      one_word(detection.results.empty() ? "" : detection.results[0].hypothesis.class_id);
  char numbers[256];
  std::snprintf(numbers, sizeof numbers,
                " %.2f %d %.4f %.2f %.2f %.2f %.2f %.4f %.4f %.4f %.4f %.4f %.4f %.4f\n",
                truncation(box, info), kOcclusionUnknown, alpha, seen.x_min + 0.5, seen.y_min + 0.5,
                seen.x_max - 0.5, seen.y_max - 0.5, in_view.height, in_view.width,
                in_view.length, p.x, p.y + in_view.height / 2, p.z, in_view.turn);
  return name + numbers;
}

std::string labels_text(const DatasetFrame& frame) {
  std::map<std::string_view, const Detection3D*> by_id;
  for (const Detection3D& detection : frame.boxes_3d->detections)
    if (reasonable(detection.bbox)) by_id.try_emplace(detection.id, &detection);
  std::string out;
  for (const Box2& seen : boxes_of_instances(*frame.instance))
    if (const auto found = by_id.find(std::to_string(seen.instance)); found != by_id.end())
      out += label_line(*found->second, seen, *frame.info);
  return out;
}

std::string matrix_line(const std::string& name, std::span<const double> numbers) {
  std::string out = name + ":";
  for (const double number : numbers) {
    char text[32];
    std::snprintf(text, sizeof text, " %.12e", number);
    out += text;
  }
  return out + "\n";
}

// One camera stands for all four, in whose own frame the boxes are: its projection is K alone,
// without the baseline of a right camera. The laser frame is the camera's, x ahead, y left, z up.
std::string calibration_text(const CameraInfo& info) {
  constexpr double kTurn[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  constexpr double kLaser[] = {0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0};
  constexpr double kImu[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  const auto& k = info.k;
  const double projection[] = {k[0], k[1], k[2], 0, k[3], k[4], k[5], 0, k[6], k[7], k[8], 0};
  std::string out;
  for (const char* name : {"P0", "P1", "P2", "P3"}) out += matrix_line(name, projection);
  return out + matrix_line("R0_rect", kTurn) + matrix_line("Tr_velo_to_cam", kLaser) +
         matrix_line("Tr_imu_to_velo", kImu);
}

// Why the pictures of a camera are not as a pinhole sees them; empty where they are.
std::string distortion_problem(McapReader& log, const LogCamera& camera) {
  std::string found;
  (void)log.for_each_message({{camera.name + "/camera_info"}},
                             [&](const McapChannel&, int64_t, std::span<const uint8_t> payload) {
                               CameraInfo info;
                               if (!found.empty() || !decode(payload, info)) return;
                               const bool straight = info.distortion_model != "equidistant" &&
                                                     std::all_of(info.d.begin(), info.d.end(),
                                                                 [](double d) { return d == 0; });
                               if (!straight) found = one_word(info.distortion_model);
                             });
  if (found.empty()) return {};
  return camera.name + ": its pictures are distorted (camera_info: " + found +
         "), and KITTI has pictures without distortion only. Take a camera with lens: pinhole, "
         "without port or with port: !thin, or export --coco";
}

bool write_text(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  return static_cast<bool>(out.flush());
}

}  // namespace
}  // namespace logs

LogResult export_kitti(const std::string& log_path, const DatasetOptions& options) {
  using namespace logs;
  Result<McapReader> log = McapReader::open(log_path);
  if (!log) return {2, log.problems().text()};
  const Result<std::vector<LogCamera>> cameras = wanted_cameras(log.value(), options.camera);
  if (!cameras) return {2, cameras.problems().text()};
  if (cameras.value().size() != 1)
    return {2,
            "the log has several cameras, and KITTI takes one; name it by --topic, e.g. --topic " +
                cameras.value()[0].name};
  const LogCamera& camera = cameras.value()[0];
  const std::string missing =
      missing_labels(log.value(), camera, {"instance", "boxes_3d", "camera_info"});
  if (!missing.empty()) return {2, missing};
  if (const std::string distorted = distortion_problem(log.value(), camera); !distorted.empty())
    return {2, distorted};
  const fs::path folder = options.folder;
  std::error_code ignored;
  for (const char* part : {"image_2", "label_2", "calib"})
    fs::create_directories(folder / part, ignored);
  size_t count = 0;
  bool good = true;
  for_each_frame(log.value(), camera, [&](DatasetFrame& frame) {
    if (!good || !frame.instance || !frame.boxes_3d || !frame.info || !reasonable(frame.info->k))
      return;
    char name[16];
    std::snprintf(name, sizeof name, "%06zu", count++);
    good =
        frame.image.picture.save((folder / "image_2" / (std::string(name) + ".png")).string()) &&
        write_text(folder / "label_2" / (std::string(name) + ".txt"), labels_text(frame)) &&
        write_text(folder / "calib" / (std::string(name) + ".txt"), calibration_text(*frame.info));
  });
  if (!good) return {2, options.folder + ": cannot write here"};
  if (count == 0) return {2, log_path + ": no picture with its labels and calibration"};
  return {0, options.folder + ": " + std::to_string(count) + " images\n"};
}

}  // namespace hadal

#include "outputs/shot/camera_shot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "outputs/camera_frame.h"
#include "outputs/picture/font.h"
#include "outputs/picture/label_picture.h"
#include "outputs/picture/png.h"

namespace hadal::outputs {
namespace {

bool is_shown(const Plane& plane) {
  return plane.name == kEventsPlane ||
         (is_label_image(plane) && plane.name != kBoxes2dPlane && plane.name != kBoxes3dPlane);
}

// By its name, with or without the unit at its end.
const Plane* find_label(const Frame& frame, const std::string& label) {
  if (label.empty()) {
    const Plane* image = frame.find(kImagePlane);
    return image ? image : frame.find(kEventsPlane);
  }
  for (const Plane& plane : frame.planes)
    if (is_shown(plane) && (plane.name == label || plane.name.starts_with(label + "_")))
      return &plane;
  return nullptr;
}

std::string label_list(const Frame& frame) {
  std::string names;
  for (const Plane& plane : frame.planes)
    if (is_shown(plane) && plane.name != kImagePlane)
      names += (names.empty() ? "" : ", ") + plane.name;
  return names.empty() ? "none" : names;
}

Problems problem(const std::string& key, const std::string& message) {
  Problems out;
  out.add({}, key, message);
  return out;
}

std::vector<Box2> boxes_in(const Frame& frame) {
  if (const Plane* boxes = frame.find(kBoxes2dPlane)) return boxes_2d(*boxes);
  return boxes_of_instances(frame.plane("instance"));
}

bool has_boxes(const Frame& frame) {
  return frame.find(kBoxes2dPlane) || frame.find("instance");
}

void draw_box(Picture& picture, const Box2& box, const std::string& name) {
  const Colour colour = label_colour(box.instance);
  const double x0 = box.x_min + 0.5, y0 = box.y_min + 0.5, x1 = box.x_max - 0.5,
               y1 = box.y_max - 0.5;
  picture.line(x0, y0, x1, y0, colour), picture.line(x0, y1, x1, y1, colour);
  picture.line(x0, y0, x0, y1, colour), picture.line(x1, y0, x1, y1, colour);
  constexpr int kPad = 2, kBand = kGlyphHeight + 2 * kPad;
  const int left = static_cast<int>(std::lround(x0));
  const int above = static_cast<int>(std::lround(y0)) - kBand;
  const int top = above >= 0 ? above : static_cast<int>(std::lround(y0));
  for (int y = top; y < top + kBand; ++y)
    for (int x = left; x < left + text_width(name) + 2 * kPad; ++x) picture.set(x, y, colour);
  picture.text(left + kPad, top + kPad, name, {10, 12, 16});
}

// The header of NumPy's format 1.0, a multiple of 64 bytes.
std::vector<uint8_t> npy_bytes(const Plane& plane) {
  const char* const type = plane.type == PlaneType::kFloat32 ? "<f4"
                           : plane.type == PlaneType::kInt32 ? "<i4"
                                                             : "|u1";
  std::string shape = std::to_string(plane.rows) + ", " + std::to_string(plane.columns);
  if (plane.channels > 1) shape += ", " + std::to_string(plane.channels);
  std::string text =
      std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr size_t kMagic = 10, kAlignment = 64;
  text.resize((kMagic + text.size() + 1 + kAlignment - 1) / kAlignment * kAlignment - kMagic, ' ');
  text.back() = '\n';
  std::vector<uint8_t> out{0x93,
                           'N',
                           'U',
                           'M',
                           'P',
                           'Y',
                           1,
                           0,
                           static_cast<uint8_t>(text.size()),
                           static_cast<uint8_t>(text.size() >> 8)};
  out.insert(out.end(), text.begin(), text.end());
  const auto* data = reinterpret_cast<const uint8_t*>(plane.data.data());
  out.insert(out.end(), data, data + plane.data.size());
  return out;
}

constexpr uint16_t kWhite = std::numeric_limits<uint16_t>::max();

// `nothing` where the value is negative or not finite, white where it is too large.
uint16_t sixteen_bits(double value, uint16_t nothing) {
  if (!(value >= 0) || std::isinf(value)) return nothing;
  return static_cast<uint16_t>(std::lround(std::min<double>(value, kWhite)));
}

std::vector<uint8_t> grey_file(const Plane& plane) {
  constexpr double kMillimetres = 1000;
  const uint16_t nothing = plane.name == "semantic" ? kWhite : 0;  // whose 0 is a material
  std::vector<uint16_t> grey(plane.count());
  for (size_t i = 0; i < grey.size(); ++i)
    grey[i] = plane.type == PlaneType::kInt32
                  ? sixteen_bits(plane.ints()[i], nothing)
                  : sixteen_bits(kMillimetres * plane.floats()[i], nothing);
  return png_bytes(plane.columns, plane.rows, std::span<const uint16_t>(grey));
}

bool fits_png(const Plane& plane) {
  return plane.type == PlaneType::kUint8
             ? plane.channels == 3
             : plane.channels == 1 && (plane.type == PlaneType::kInt32 || plane.name == "depth_m");
}

}  // namespace

Problems shot_problems(const Frame& blank, const CameraShot& shot, bool raw,
                       const std::string& path) {
  const Plane* plane = find_label(blank, shot.label);
  if (!plane)
    return problem("", "no label '" + shot.label + "' in its frames; it has " + label_list(blank) +
                           ". Switch it on in the scenario, e.g. labels: [" + shot.label +
                           "] of the camera");
  if (shot.boxes && !has_boxes(blank))
    return problem("", "boxes need the label boxes or instance; it has " + label_list(blank) +
                           ". Switch one on in the scenario, e.g. labels: [boxes] of the camera");
  if (!raw) return {};
  if (shot.boxes) return problem("", "--raw gives numbers; leave --boxes out");
  if (ending_of(path) == ".npy") return {};
  if (ending_of(path) != ".png")
    return problem("", path + ": --raw writes .npy or 16-bit .png files");
  if (!fits_png(*plane))
    return problem("", plane->name + " does not fit the 16 bits of a PNG; write a .npy file");
  return {};
}

Result<Picture> camera_picture(const Frame& frame, const CameraShot& shot, const World& world) {
  const Problems problems = shot_problems(frame, shot, false, "");
  if (!problems.empty()) return problems;
  const Plane& plane = *find_label(frame, shot.label);
  Picture out = plane.name != kEventsPlane ? label_picture(plane)
                : frame.calibration        ? events_picture(plane, frame.calibration->width_px,
                                                            frame.calibration->height_px)
                                           : Picture(1, 1);
  if (shot.boxes)
    for (const Box2& box : boxes_in(frame))
      draw_box(out, box, class_of_instance(world, box.instance, box.material));
  return out;
}

Result<std::vector<uint8_t>> raw_file(const Frame& frame, const std::string& label,
                                      const std::string& path) {
  const Problems problems = shot_problems(frame, {label, false}, true, path);
  if (!problems.empty()) return problems;
  const Plane& plane = *find_label(frame, label);
  if (ending_of(path) == ".npy") return npy_bytes(plane);
  return plane.type == PlaneType::kUint8 ? png_bytes(plane.columns, plane.rows, plane.bytes())
                                         : grey_file(plane);
}

}  // namespace hadal::outputs

#include "outputs/shot/camera_shot.h"

#include <algorithm>
#include <cmath>

#include "outputs/camera_frame.h"
#include "outputs/picture/font.h"
#include "outputs/picture/label_picture.h"
#include "outputs/picture/raw_plane.h"

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
  return png_bytes(plane);
}

}  // namespace hadal::outputs

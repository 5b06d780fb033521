#include "outputs/picture/raw_plane.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "outputs/picture/png.h"

namespace hadal::outputs {
namespace {

constexpr uint16_t kWhite = std::numeric_limits<uint16_t>::max();

struct GreyStep {
  std::string_view plane;
  double steps_per_unit;
  const char* text;
};
constexpr GreyStep kSteps[] = {{"depth_m", 1000, "0.001 m"},
                               {kLevelPlane, 100, "0.01 dB"},
                               {"temperature_K", 100, "0.01 K"}};

const GreyStep* step_of(const Plane& plane) {
  for (const GreyStep& step : kSteps)
    if (step.plane == plane.name) return &step;
  return nullptr;
}

// `nothing` where the value is negative or not finite, white where it is too large.
uint16_t sixteen_bits(double value, uint16_t nothing) {
  if (!(value >= 0) || std::isinf(value)) return nothing;
  return static_cast<uint16_t>(std::lround(std::min<double>(value, kWhite)));
}

}  // namespace

// The header is a multiple of 64 bytes.
std::vector<uint8_t> npy_bytes(const std::string& descr, std::span<const size_t> shape,
                               std::span<const uint8_t> bytes) {
  std::string text = "{'descr': " + descr + ", 'fortran_order': False, 'shape': (";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  text += shape.size() == 1 ? ",), }" : "), }";
  constexpr size_t kMagic = 10, kAlignment = 64;
  text.resize((kMagic + text.size() + 1 + kAlignment - 1) / kAlignment * kAlignment - kMagic, ' ');
  text.back() = '\n';
  std::vector<uint8_t> out{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
  out.push_back(static_cast<uint8_t>(text.size()));
  out.push_back(static_cast<uint8_t>(text.size() >> 8));
  out.insert(out.end(), text.begin(), text.end());
  out.insert(out.end(), bytes.begin(), bytes.end());
  return out;
}

std::vector<uint8_t> npy_bytes(const Plane& plane) {
  const char* const type = plane.type == PlaneType::kFloat32 ? "'<f4'"
                           : plane.type == PlaneType::kInt32 ? "'<i4'"
                                                             : "'|u1'";
  std::vector<size_t> shape{static_cast<size_t>(plane.rows), static_cast<size_t>(plane.columns)};
  if (plane.channels > 1) shape.push_back(static_cast<size_t>(plane.channels));
  return npy_bytes(type, shape,
                   {reinterpret_cast<const uint8_t*>(plane.data.data()), plane.data.size()});
}

bool fits_png(const Plane& plane) {
  if (plane.type == PlaneType::kUint8) return plane.channels == 3;
  return plane.channels == 1 && (plane.type == PlaneType::kInt32 || step_of(plane));
}

std::vector<uint8_t> png_bytes(const Plane& plane) {
  if (plane.type == PlaneType::kUint8)
    return png_bytes(plane.columns, plane.rows, plane.bytes());
  const uint16_t nothing = plane.name == "semantic" ? kWhite : 0;  // whose 0 is a material
  std::vector<uint16_t> grey(plane.count());
  for (size_t i = 0; i < grey.size(); ++i)
    grey[i] = plane.type == PlaneType::kInt32
                  ? sixteen_bits(plane.ints()[i], nothing)
                  : sixteen_bits(step_of(plane)->steps_per_unit * plane.floats()[i], nothing);
  return png_bytes(plane.columns, plane.rows, std::span<const uint16_t>(grey));
}

std::string png_step(const Plane& plane) {
  const GreyStep* step = plane.type == PlaneType::kFloat32 ? step_of(plane) : nullptr;
  return step ? step->text : "";
}

}  // namespace hadal::outputs

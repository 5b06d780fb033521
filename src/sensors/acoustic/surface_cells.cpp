#include "sensors/acoustic/surface_cells.h"

#include <cmath>

#include "sensors/acoustic/echo_kernel.h"

namespace hadal::sensors {
namespace {
// Cells do not begin at whole multiples of their size, where the faces of boxes and flat seabeds
// like to lie: rounding would choose between two cells there.
constexpr double kOffset = 0.381966;
}  // namespace

SurfaceCells::SurfaceCells(const raytrace::View& view, double cell_m) {
  for (int i = 0; i < view.instances(); ++i) {
    const raytrace::Instance& thing = view.instance(i);
    const bool body = thing.link != raytrace::kNothing;
    Frame place;
    place.key = mix32(body ? static_cast<uint32_t>(thing.link) + 1 : 0);
    const Mat3 R = (body ? Mat3(thing.R.transpose()) : Mat3::Identity()) / cell_m;
    const Vec3 shift = body ? Vec3(-R * thing.translation_A) : Vec3(view.anchor_N() / cell_m);
    for (int row = 0; row < 3; ++row) {
      const double begin = shift[row] + kOffset, whole = std::floor(begin);
      place.cell[row] = static_cast<uint32_t>(static_cast<int64_t>(whole));
      place.shift[row] = static_cast<float>(begin - whole);
      for (int k = 0; k < 3; ++k) place.R[3 * row + k] = static_cast<float>(R(row, k));
    }
    frames_.push_back(place);
  }
}

}  // namespace hadal::sensors

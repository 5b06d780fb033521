// Straight tapered wings, rudders and fins with a NACA 4-digit section.
//
// Section of unit chord (Jacobs, Ward & Pinkerton, NACA Report 460), t = thickness, m = camber,
// p = place of the greatest camber:
//   y_t = 5 t (0.2969 sqrt x - 0.1260 x - 0.3516 x^2 + 0.2843 x^3 - 0.1036 x^4)
//   y_c = m / p^2 (2 p x - x^2)  for x < p,   m / (1-p)^2 (1 - 2p + 2 p x - x^2)  behind,
// y_t being laid off at right angles to the camber line. The last coefficient is -0.1036 instead of
// -0.1015, which closes the trailing edge. The area of the section is Int 2 y_t sqrt(1 + y_c'^2) dx
// (0.6809 t for a symmetric one); the polygon's thickness is scaled to have it.
//
// Frame S: origin at the quarter chord of the root, x forward (the leading edge is at x > 0), y
// along the span from root (y = 0) to tip (y = span), z down; positive camber is bent up, to -z.
// Sections stay in planes of constant y.
#pragma once
#include <string_view>

#include "base/result.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct WingShape {
  double chord_root_m = 1;
  double chord_tip_m = 1;
  double span_m = 1;        // along y, of this one wing
  double sweep_rad = 0;     // of the quarter-chord line, backwards
  double dihedral_rad = 0;  // of the quarter-chord line, upwards
};

// code: four digits, e.g. "0012" or "2412". Fails on another code, a thickness of 00 or over 40 %,
// a camber without a place, sizes that are not positive, and angles not between -80 and 80 degrees.
Result<TriangleMesh> naca_wing(std::string_view code, const WingShape& shape,
                               int target_faces = 1000);

// Area of the section over the square of its chord, by quadrature.
Result<double> naca_section_area(std::string_view code);

}  // namespace hadal::geometry

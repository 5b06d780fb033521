// Hulls of boats and ships as a product of a waterline and a section shape, closed by a deck and,
// if there is one, a flat transom. With X = 2 x / L from -1 (stern) to 1 (bow) and Z from 0 (deck)
// to 1 (keel), the half breadth is
//   y = B/2 F(X) (1 - Z^b),   F = 1 - X^f  ahead,   F = 1 - (1 - w) |X|^a  behind amidships,
// b: fullness of the sections, f and a: fullness of bow and stern, w: breadth of the transom over
// B. f = a = b = 2, w = 0 is the hull of Wigley (Trans. INA 68, 1926) with volume 4/9 L B D. The
// deck rises by sheer X^2 towards both ends. The volume of the formula is
//   V = B L / 2 b/(b+1) [ D (F_f + F_a) + sheer (G_f + G_a) ],
//   F_n = 1 - e/(n+1),  G_n = 1/3 - e/(n+3),  e = 1 at the bow, 1 - w at the stern;
// breadths are scaled so that the mesh has it.
//
// Frame S: x forward, y right, z down; origin amidships, on the centreline, halfway between keel
// and the lowest place of the deck. The keel is a straight line at z = D/2.
#pragma once
#include "base/result.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct ShipHull {
  double length_m = 10;
  double beam_m = 3;
  double depth_m = 2;        // D: from keel to deck amidships
  double section_power = 4;  // b, 1 (a V) to 20 (nearly a box)
  double bow_power = 2;      // f, 1 (a wedge) to 20
  double stern_power = 4;    // a, 1 to 20
  double transom = 0.7;      // w, 0 (pointed) to 1
  double sheer_m = 0;        // 0 or more
};

// Fails on sizes that are not positive and shape numbers outside of their ranges.
Result<TriangleMesh> ship_hull(const ShipHull& hull, int target_faces = 2000);

// The volume by the formula above.
double ship_hull_volume(const ShipHull& hull);

}  // namespace hadal::geometry

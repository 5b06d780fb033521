// Moves the vertices of a coarse mesh so that it stands for a fine one as the meshes of
// primitives.h stand for their solids: no volume lost under any face. Vertices are first put on the
// fine surface; then each is lifted along its normal by the mean height of the fine surface over
// the faces around it,
//   d_v = sum_f V_f / sum_f A_f,   V_f = A_f / 3 sum h(middles of the sides),
// which is exact for a quadratic surface, and twice more for what is left. Flat parts stay where
// they are. A vertex moves by at most a tenth of the mean length of its edges at a time; one with a
// face more than 60 degrees off its mean normal (a corner, a sharp edge) stays.
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

void fit_to_surface(TriangleMesh& coarse, const TriangleMesh& fine);

}  // namespace hadal::geometry

// Housings of revolution: what holds electronics, cameras, lamps and instruments, in about the
// forms that are sold. Frame S: axis z. Sizes in m.
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// A tube with a flange and a cap at each end, length_m over all, about the origin.
TriangleMesh enclosure_tube(double radius_m, double length_m, double flange_radius_m,
                            double flange_length_m);

// A half sphere on a ring: from z = -ring_m to z = radius_m. ring_m 0: without.
TriangleMesh dome(double radius_m, double ring_m);

// Shines along +z: bezel and lens at z = length/2, cooling rings behind.
TriangleMesh lamp_housing(double radius_m, double length_m);

// Looks along +z: a can with four transducers, tilted outward by 25 degrees, at z = length/2.
TriangleMesh dvl_head(double radius_m, double length_m);

// A scanning sonar: can below, rubber boot with a round end at z = +length/2.
TriangleMesh sonar_head(double radius_m, double length_m);

// A rod from its foot at z = 0 up to z = -length_m, with a knob on top.
TriangleMesh antenna(double radius_m, double length_m);

// A connector from z = 0 to z = length_m: collar, body with rings, sleeve and the end of the cable.
TriangleMesh tether_plug(double radius_m, double length_m);

}  // namespace hadal::geometry

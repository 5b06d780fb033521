// Thrusters and propellers as they look. Frame S: z along positive thrust, the propeller disc in
// the plane z = 0 about the origin. Sizes in m.
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// Duct, motor pod with nose and tail, and the struts between; the propeller is a part of its own.
struct DuctedThruster {
  double radius_m = 0.05;       // outside of the duct
  double length_m = 0.113;      // of the pod, 0.4 of it before the disc
  double duct_length_m = 0.05;  // about the disc
  double hub_radius_m = 0.02;   // of the pod
  int struts = 3;
};
TriangleMesh ducted_thruster(const DuctedThruster& part);

// Inner radius of the duct over the outer one: the room of the propeller.
constexpr double kDuctBore = 0.8;

// Blades on a hub. A blade follows the screw z = pitch/(2 pi) angle, right-handed for pitch > 0: it
// pushes along +z when it turns positively about z. Chord: 0.6 of the widest at the root, widest at
// 0.7 of the radius, round at the tip.
struct Propeller {
  double radius_m = 0.038;
  double hub_radius_m = 0.012;
  double hub_length_m = 0.03;
  int blades = 3;
  double pitch_m = 0.06;
  double chord_m = 0.024;  // widest
};
TriangleMesh propeller(const Propeller& part);

}  // namespace hadal::geometry

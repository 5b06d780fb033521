// Resistance of mud to links buried in it: a Bingham material, which holds up to a yield stress and
// flows beyond it, made smooth below a creep speed v0 (Bercovier and Engelman, A finite-element
// method for incompressible non-Newtonian flows, 1980):
//   F = -s (F_y / (|v| + v0) + D) v         on the centre of the link's shapes,
//   M = -s (M_y / (|w| + v0 / r) + D_w) w   against turning,
// with s the buried fraction of the link and r the radius of the sphere of its volume. A link held
// at a fraction x of the yield force creeps at v0 x / (1 - x). Both laws are isotropic: the
// resistance depends on the size of the link, not on its shape.
//   F_y = N tau_y pi r^2   N = 11 for a body that mud flows round on all sides (Randolph and
//                          Houlsby, The limiting pressure on a circular pile loaded laterally in
//                          cohesive soil, 1984: 9.1 to 11.9)
//   M_y = pi^2 r^3 tau_y   the shear stress on all of the sphere's surface, mean arm pi r / 4
//   D = 6 pi mu r, D_w = 8 pi mu r^3   (Stokes)
// A given yield_n or drag_ns_m takes the place of F_y or D, and the torques follow in proportion.
// The mud rests; v is the velocity over ground.
//
// The buried fraction of a shape is h^2 (3 - 2 h), h the part of its vertical extent that is below
// the surface of the mud above its centre: exact for the volume of a sphere, within 0.1 for an
// upright box. Shapes of a link that overlap count twice. The weight of the mud and suction that
// builds up with time are not modelled.
#pragma once
#include <span>
#include <vector>

#include "math/types.h"
#include "world/world.h"

namespace hadal::dynamics {

struct MudLoad {
  double buried = 0;              // fraction, 0..1
  Vec6 tau_L = Vec6::Zero();      // about the link origin, link axes
  Mat6 damping_L = Mat6::Zero();  // secant: tau_L = -damping_L nu_L; for the implicit step
};

// What mud needs to know of a link, made at load: its collision shapes or, without any, a sphere of
// the volume that floats it. Queries allocate nothing.
class MudBody {
 public:
  explicit MudBody(std::span<const CollisionShape> shapes);
  explicit MudBody(const Link& link);

  bool empty() const { return parts_.empty(); }
  const Vec3& centre_L() const { return centre_; }
  double radius_m() const { return radius_; }

  // Fraction of the link below a depth.
  double buried(const Vec3& p_NL_N, const Mat3& R_NL, double surface_depth_m) const;

 private:
  struct Part {
    CollisionShape shape;
    Mat3 R_LS = Mat3::Identity();
    Vec3 centre_S = Vec3::Zero();
    double volume_m3 = 0;
  };
  static Part part_of(const CollisionShape& shape);

  std::vector<Part> parts_;
  Vec3 centre_ = Vec3::Zero();
  double radius_ = 0;
};

// The load of a layer on a link that moves with nu_L.
//   surface_depth_m: of the mud above the link.
MudLoad mud_load(const MudLayer& layer, const MudBody& body, const Vec3& p_NL_N, const Mat3& R_NL,
                 const Vec6& nu_L, double surface_depth_m);

}  // namespace hadal::dynamics

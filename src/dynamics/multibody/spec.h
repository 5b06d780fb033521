// What a Multibody is made of: links joined into trees, each with its rigid mass and added mass.
//
// Frames: N north-east-down, L the link frame, P the frame of the parent link (N for a root), G the
// centre of mass with link axes. 6-vectors and 6x6 matrices are linear first. SI and radians.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.h"
#include "dynamics/contact/terrain_source.h"
#include "math/types.h"
#include "world/material.h"
#include "world/shape.h"

namespace hadal::dynamics {

enum class JointKind {
  kFree,   // six degrees of freedom against the world; roots only
  kFixed,  // welded to the parent link, or to the world
  kHinge,  // turns about axis_L through the link origin
  kSlide,  // moves along axis_L
};

// Joint position limits: radians of a hinge, metres of a slide.
struct JointRange {
  double lower = 0;
  double upper = 0;
};

struct LinkSpec {
  std::string name;
  int parent = -1;  // index of an earlier link; -1 is the world
  JointKind joint = JointKind::kFree;
  Pose pose_PL;                 // link frame in the parent frame at joint position zero; the start
                                // pose of a free link
  Vec3 axis_L = Vec3::UnitZ();  // hinge and slide; any length above zero
  std::optional<JointRange> range;
  double damping = 0;   // N m s/rad of a hinge, N s/m of a slide
  double armature = 0;  // reflected rotor inertia, kg m2 of a hinge, kg of a slide

  double mass_kg = 0;             // at least 1e-9; zero only for a fixed link
  Vec3 p_LG_L = Vec3::Zero();     // centre of mass
  Mat3 inertia_G = Mat3::Zero();  // about the centre of mass, link axes, the true symmetric matrix
  Mat6 added_mass_L = Mat6::Zero();  // about the link origin, link axes, symmetric
  // False: the momentum term nu_r x* (Ma nu_r) is left out, because the caller's load holds it.
  bool added_mass_momentum = true;

  std::vector<CollisionShape> collisions;  // what touches; none: the link passes through all
};

// Two links held together beside their joints; see engine_equality.h.
struct CouplingSpec {
  enum class Kind {
    kJoint,  // q_A = offset + ratio q_B, of two hinges or slides; always acts
    kWeld,   // frame S on link a, frame P on link b; acts as its CouplingTarget says
  };
  Kind kind = Kind::kJoint;
  int link_a = -1;
  int link_b = -1;
  double ratio = 1;   // kJoint
  double offset = 0;  // kJoint: rad or m
  Pose X_AS;          // kWeld
  Pose X_BP;          // kWeld
};

enum class Integrator {
  kLeapfrog,  // second order, one evaluation of the forces per step
  kRkmk4,     // fourth order, also for tumbling bodies; four evaluations, damping explicit
};

struct MultibodySpec {
  std::vector<LinkSpec> links;
  std::vector<CouplingSpec> couplings;
  Vec3 gravity_N = Vec3(0, 0, 9.81);  // m/s2
  double step_s = 0.005;
  Integrator integrator = Integrator::kLeapfrog;
  bool implicit_damping = true;  // leapfrog only; see multibody.h
  MaterialTable materials;       // of the collision shapes; empty: all of one ordinary material
  std::shared_ptr<const TerrainSource> terrain;  // none: no ground
};

// Every problem of the spec that can be seen link by link and coupling by coupling: empty when it can
// be built. A singular joint-space mass matrix is found later, by Multibody::create.
Problems check_spec(const MultibodySpec& spec);

// Mass matrix of the rigid link about its origin, link axes:
//   [ m 1       -m [p_LG]x            ]
//   [ m [p_LG]x  I_G - m [p_LG]x^2    ]
Mat6 rigid_mass_matrix(double mass_kg, const Vec3& p_LG_L, const Mat3& inertia_G);

}  // namespace hadal::dynamics

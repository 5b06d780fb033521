// A vehicle of 50 kg that keeps its station in a current, its arm of seven joints, still or swinging,
// and a hand of two coupled fingers that holds an object of 0.4 kg, 2 N in water; for the tests.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "dynamics/multibody/multibody.h"
#include "dynamics/multibody/test_models.h"
#include "geometry/convex_hull.h"
#include "math/rotation.h"

namespace hadal::dynamics::testing {

struct GraspSettings {
  std::string object = "box";  // box, cylinder, vase
  double step_s = 0.002;
  bool swings = false;
  double grip_n = 15;  // of each finger
  double friction = 1;
  double current_m_s = 0.5;
  double weight_n = 2;
  int bystanders = 0;  // free bodies far away: from 60 degrees of freedom on, matrices are sparse
};

inline CollisionShape vase_shape() {
  std::vector<Vec3> points;
  constexpr int kRings = 17, kPoints = 24;
  for (int ring = 0; ring < kRings; ++ring) {
    const double u = ring / (kRings - 1.0), lip = u > 0.9 ? (u - 0.9) / 0.1 : 0;
    const double radius = 0.02 +
                          0.018 * std::sin(std::numbers::pi * std::min(1.0, 1.15 * u)) *
                              (1 - 0.35 * u) +
                          0.012 * lip;
    for (int k = 0; k < kPoints; ++k) {
      const double angle = 2 * std::numbers::pi * k / kPoints;
      points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.2 * u - 0.1);
    }
  }
  CollisionShape shape;
  shape.kind = CollisionShape::Kind::kHull;
  shape.hull = std::make_shared<geometry::TriangleMesh>(geometry::convex_hull(points).value());
  return shape;
}

inline CollisionShape held_shape(const std::string& object) {
  if (object == "vase") return vase_shape();
  CollisionShape shape;
  shape.kind = object == "box" ? CollisionShape::Kind::kBox : CollisionShape::Kind::kCylinder;
  shape.size = object == "box" ? Vec3::Constant(0.03) : Vec3(0.03, 0.1, 0);
  return shape;
}

class GraspScene {
 public:
  static constexpr int kVehicle = 0, kPalm = 7, kLeft = 8, kRight = 9, kObject = 10;

  explicit GraspScene(const GraspSettings& settings)
      : set_(settings), bodies_(make(spec(settings))) {}

  static MultibodySpec spec(const GraspSettings& set) {
    MultibodySpec spec;
    spec.gravity_N = Vec3::Zero();
    spec.step_s = set.step_s;
    spec.materials.materials.emplace_back();
    spec.materials.pairs = {{set.friction, set.friction, 0.002}};
    Draws draws("grasp");
    LinkSpec& vehicle = spec.links.emplace_back();
    vehicle.name = "vehicle";
    vehicle.mass_kg = 50;
    vehicle.p_LG_L = Vec3(0, 0, -0.02);
    vehicle.inertia_G = box_inertia(50, 0.8, 0.5, 0.4);
    vehicle.added_mass_L = added_mass(draws, 40, 4);
    add_arm(draws, spec);
    LinkSpec& object = spec.links.emplace_back();
    object.name = "object";
    object.pose_PL.p = Vec3(1.41, 0, -0.1);
    object.mass_kg = 0.4;
    object.inertia_G = box_inertia(0.4, 0.06, 0.06, 0.1);
    object.added_mass_L.diagonal() << 0.2, 0.2, 0.2, 1e-4, 1e-4, 1e-4;
    object.collisions = {held_shape(set.object)};
    spec.couplings = {{.link_a = kLeft, .link_b = kRight}};
    for (int i = 0; i < set.bystanders; ++i) {
      LinkSpec& other = spec.links.emplace_back(LinkSpec(spec.links.front()));
      other.name = "by" + std::to_string(i);
      other.pose_PL.p = Vec3(0, 20.0 + 5 * i, 0);
    }
    return spec;
  }

  Multibody& bodies() { return bodies_; }
  void grip(double newtons) { set_.grip_n = newtons; }

  void run(double time_s) {
    for (int n = 0; n < std::lround(time_s / set_.step_s); ++n) {
      const StepStatus status =
          step(bodies_, time_s_, [this](Multibody& m, double t) { load(m, t); });
      if (!status.ok()) FAIL() << status.message;
      time_s_ += set_.step_s;
    }
  }

  // Of the object in the palm.
  Pose held() const {
    const LinkKinematics& palm = bodies_.kinematics()[kPalm];
    const LinkKinematics& object = bodies_.kinematics()[kObject];
    return {palm.R_NL.transpose() * (object.p_NL_N - palm.p_NL_N),
            palm.q_NL.conjugate() * object.q_NL};
  }

  // Way of the object in the palm over a time, after the hand has closed for 4 s, and the turn.
  struct Creep {
    double way_m = 0, turn_rad = 0;
  };
  Creep creep(double time_s) {
    run(4);
    const Pose before = held();
    run(time_s);
    const Pose after = held();
    return {(after.p - before.p).norm(), before.q.angularDistance(after.q)};
  }

 private:
  static void add_arm(Draws& draws, MultibodySpec& spec) {
    constexpr double kLength[] = {0.1, 0.1, 0.25, 0.1, 0.22, 0.08, 0.06};
    constexpr double kMass[] = {2.0, 1.8, 1.6, 1.3, 1.1, 0.7, 0.5};
    for (int i = 0; i < 7; ++i) {
      LinkSpec& link = spec.links.emplace_back();
      link.name = "arm" + std::to_string(i);
      link.parent = i;
      link.joint = JointKind::kHinge;
      link.pose_PL.p = i == 0 ? Vec3(0.45, 0, -0.1) : Vec3(0, 0, kLength[i - 1]);
      if (i == 0) link.pose_PL.q = Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY());
      link.axis_L = i % 2 == 0 ? Vec3::UnitZ() : Vec3::UnitY();
      link.mass_kg = kMass[i];
      link.p_LG_L = Vec3(0, 0, kLength[i] / 2);
      link.inertia_G = box_inertia(kMass[i], 0.08, 0.08, kLength[i]);
      link.added_mass_L = added_mass(draws, 1.5 * kMass[i], 0.01 * kMass[i]);
      link.damping = 40;
      link.armature = 0.05;
    }
    for (const double side : {1.0, -1.0}) {
      LinkSpec& finger = spec.links.emplace_back();
      finger.name = side > 0 ? "left" : "right";
      finger.parent = kPalm;
      finger.joint = JointKind::kSlide;
      finger.pose_PL.p = Vec3(0, side * 0.06, 0.08);
      finger.axis_L = Vec3(0, -side, 0);
      finger.mass_kg = 0.15;
      finger.p_LG_L = Vec3(0, 0, 0.03);
      finger.inertia_G = box_inertia(0.15, 0.03, 0.02, 0.08);
      finger.added_mass_L = added_mass(draws, 0.15, 0.0005);
      finger.damping = 20;
      CollisionShape& pad = finger.collisions.emplace_back();
      pad.kind = CollisionShape::Kind::kBox;
      pad.X_LS.p = Vec3(0, 0, 0.03);
      pad.size = Vec3(0.015, 0.008, 0.04);
    }
  }

  // Drag against the current, station keeping, the drives of the joints, the grip.
  void load(Multibody& m, double t) {
    const auto kinematics = m.kinematics();
    for (int i = 0; i <= kObject; ++i) {
      LinkLoad& load = m.loads()[i];
      const LinkKinematics& kin = kinematics[i];
      const Vec3 water_L = kin.R_NL.transpose() * Vec3(set_.current_m_s, 0, 0);
      const Vec3 relative = kin.nu_L.head<3>() - water_L;
      const double k = (i == kVehicle ? 250 : i == kObject ? 3 : 8) * (relative.norm() + 0.05),
                   turn = i == kVehicle ? 30 : 0.02;
      load.damping_L.setZero();
      load.damping_L.diagonal() << k, k, k, turn, turn, turn;
      load.damping_is_diagonal = true;
      load.tau_L.head<3>() = -k * relative;
      load.tau_L.tail<3>() = -turn * kin.nu_L.tail<3>();
    }
    keep_station(m);
    const Mat3& R = kinematics[kObject].R_NL;
    m.loads()[kObject].tau_L.head<3>() += R.transpose() * Vec3(0, 0, set_.weight_n);
    const double swing = set_.swings && t > 4 ? 0.15 * std::sin(0.8 * (t - 4)) : 0;
    for (int i = 0; i < 7; ++i)
      m.joint_effort()[m.dof_address(1 + i)] =
          400 * ((i % 2 == 1 ? swing : 0.5 * swing) - m.qpos()[m.qpos_address(1 + i)]);
    for (const int finger : {kLeft, kRight})
      m.joint_effort()[m.dof_address(finger)] = set_.grip_n;
  }

  static void keep_station(Multibody& m) {
    const LinkKinematics& kin = m.kinematics()[kVehicle];
    LinkLoad& load = m.loads()[kVehicle];
    const Vec3 turn = kin.q_NL.vec() * (kin.q_NL.w() < 0 ? -2.0 : 2.0);
    load.tau_L.head<3>() -= kin.R_NL.transpose() * (400 * kin.p_NL_N) + 400 * kin.nu_L.head<3>();
    load.tau_L.tail<3>() -= 200 * turn + 150 * kin.nu_L.tail<3>();
    load.damping_L.diagonal() += Vec6(400, 400, 400, 150, 150, 150);
  }

  GraspSettings set_;
  Multibody bodies_;
  double time_s_ = 0;
};

}  // namespace hadal::dynamics::testing

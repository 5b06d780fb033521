#include "environment/life/sway.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace hadal::environment {
namespace {

using geometry::Blade;
using geometry::BladedMesh;
using geometry::BladeMotion;
using geometry::Vec2;

constexpr double kWeedGravity = 9.80665;
constexpr double kStillWater = 1e-12;

double stiffness_n_m2(const BladeMaterial& m) {
  return m.modulus_pa * m.width_m * m.thickness_m * m.thickness_m * m.thickness_m / 12;
}

}  // namespace

double cauchy_number(const BladeMaterial& m, double length_m, double speed_m_s,
                     double water_density_kg_m3) {
  const double drag_n_m =
      0.5 * water_density_kg_m3 * m.drag_coefficient * m.width_m * speed_m_s * speed_m_s;
  return drag_n_m * length_m * length_m * length_m / stiffness_n_m2(m);
}

double buoyancy_number(const BladeMaterial& m, double length_m, double water_density_kg_m3) {
  const double lift_n_m =
      (water_density_kg_m3 - m.density_kg_m3) * kWeedGravity * m.width_m * m.thickness_m;
  return std::max(0.0, lift_n_m) * length_m * length_m * length_m / stiffness_n_m2(m);
}

FlowBend flow_bend(double cauchy, double buoyancy) {
  constexpr double kBlend = 1.2, kBeam = 6;
  const double ratio =
      cauchy / std::pow(std::pow(kBeam, kBlend) + std::pow(buoyancy, kBlend), 1 / kBlend);
  // sin = R cos^2, the positive root; written so that small R loses no digits.
  const double sine = 2 * ratio / (1 + std::sqrt(1 + 4 * ratio * ratio));
  const double string = std::max(0.0, std::sqrt(buoyancy) - 1.3);
  return {std::asin(std::min(1.0, sine)), std::cbrt(27 + string * string * string + 0.24 * cauchy)};
}

double flutter_rate_rad_s(const BladeMaterial& m, double length_m, double speed_m_s) {
  return 2 * std::numbers::pi * (m.idle_hz + m.strouhal * speed_m_s / length_m);
}

BladeMotion blade_motion(const BladeMaterial& m, const Blade& blade, const Vec3& water_velocity_S,
                         double flutter_phase_rad) {
  const Vec2 velocity = water_velocity_S.head<2>();
  const double speed = velocity.norm();
  const FlowBend bend =
      flow_bend(cauchy_number(m, blade.length_m, speed), buoyancy_number(m, blade.length_m));
  const Vec2 along = speed > kStillWater ? Vec2(velocity / speed) : Vec2(1, 0);
  const double swing = m.flutter_rad * (0.15 + 0.85 * std::min(1.0, speed / m.flutter_speed_m_s));
  BladeMotion motion;
  motion.flow_rad = bend.tip_rad * along;
  motion.exponent = bend.exponent;
  // Mostly across; a blade that lies flat has less room along the flow.
  motion.flutter_rad = swing * (Vec2(-along.y(), along.x()) + 0.5 * std::cos(bend.tip_rad) * along);
  motion.phase_rad = flutter_phase_rad;
  return motion;
}

void SwayScratch::prepare(const BladedMesh& plant) {
  motions.resize(plant.blades.size());
  nodes.resize(plant.blades.size() * (geometry::kBladePieces + 1));
}

void sway(const BladedMesh& plant, const WeedMaterial& material, const Vec3& water_velocity_S,
          double flutter_speed_m_s, double time_s, SwayScratch& scratch,
          std::span<Vec3> vertices_S) {
  HADAL_CHECK(scratch.motions.size() == plant.blades.size());
  for (size_t i = 0; i < plant.blades.size(); ++i) {
    const Blade& blade = plant.blades[i];
    const BladeMaterial& own = blade.parent < 0 ? material.stem : material.leaf;
    const double phase = time_s * flutter_rate_rad_s(own, blade.length_m, flutter_speed_m_s);
    scratch.motions[i] = blade_motion(own, blade, water_velocity_S, phase);
  }
  geometry::pose_blades(plant, scratch.motions, scratch.nodes, vertices_S);
}

void sway(const BladedMesh& plant, const WeedMaterial& material, const Vec3& water_velocity_S,
          double time_s, std::span<Vec3> vertices_S) {
  SwayScratch scratch;
  scratch.prepare(plant);
  sway(plant, material, water_velocity_S, water_velocity_S.head<2>().norm(), time_s, scratch,
       vertices_S);
}

}  // namespace hadal::environment

// How weed bends in moving water.
//
// A blade of length l, width b and thickness t (stiffness E I, I = b t^3 / 12) stands in a steady
// flow U. Drag acts on the part of the flow normal to the blade, buoyancy upwards, stiffness holds
// it upright (Luhar & Nepf, Flow-induced reconfiguration of buoyant and flexible aquatic
// vegetation, Limnol. Oceanogr. 56, 2011). Two numbers decide its posture:
//   Ca = rho C_D b U^2 l^3 / (2 E I)   drag over stiffness,
//   B  = (rho - rho_v) g b t l^3 / (E I)   buoyancy over stiffness.
// The angle from the vertical at the fraction x of the length is here
//   theta(x) = theta_tip (1 - (1 - x)^m),   sin(theta_tip) / cos^2(theta_tip) = R,
//   R = Ca / (6^1.2 + B^1.2)^(1/1.2),   m^3 = 27 + max(0, sqrt(B) - 1.3)^3 + 0.24 Ca.
// The forms are exact in two limits: m = 3 and theta_tip = Ca / 6 for a stiff beam under an even
// load, R = Ca / B for a string, whose load and buoyancy balance at one angle. The constants are
// fitted to the numerical solution of the balance: the height of the blade is right within 0.02 l
// for Ca up to 10^4 and B up to 1000.
//
// Waves move the blade as if each moment were steady: right where the blade follows the water
// within a part of the period (its excursion is longer than the blade's or the blade is soft).
// Flutter: the tip swings across and along the flow with the angle
//   a = flutter_rad min(1, U / flutter_speed), at the frequency f = strouhal U / l + idle_hz,
// a wave that runs to the tip; a choice of look, not a measured law. f changes with U, so the
// caller who wants a smooth flutter in unsteady water gives the phase accumulated so far.
//
// Everything is a pure function of its arguments. Velocities are those of the water at the plant,
// in the plant's frame S (z down); the vertical part is left out.
#pragma once
#include <span>

#include "geometry/life/blades.h"

namespace hadal::environment {

struct BladeMaterial {
  double modulus_pa = 3e8;
  double width_m = 0.008;
  double thickness_m = 0.0003;
  double density_kg_m3 = 850;
  double drag_coefficient = 1.95;  // flat plate across the flow
  double flutter_rad = 0.22;       // of the tip
  double flutter_speed_m_s = 0.15;
  double strouhal = 0.15;
  double idle_hz = 0.12;
};

// Blades that grow from the seabed, and blades that grow from those.
struct WeedMaterial {
  BladeMaterial stem, leaf;
};
constexpr WeedMaterial kSeagrass{};
// Giant kelp: the buoyancy of its floats and the drag of its leaves are laid on the stipe.
constexpr WeedMaterial kKelp{{1.2e7, 0.14, 0.011, 960, 0.5, 0.12, 0.3, 0.3, 0.06},
                             {3e7, 0.1, 0.0012, 1000, 0.6, 0.35, 0.25, 0.12, 0.15}};

struct FlowBend {
  double tip_rad = 0;
  double exponent = 3;
};

// From the two numbers above.
FlowBend flow_bend(double cauchy, double buoyancy);
double cauchy_number(const BladeMaterial& material, double length_m, double speed_m_s,
                     double water_density_kg_m3 = 1025);
double buoyancy_number(const BladeMaterial& material, double length_m,
                       double water_density_kg_m3 = 1025);

// Phase of the flutter after time_s in a steady flow, rad; add up rates for an unsteady one.
double flutter_rate_rad_s(const BladeMaterial& material, double length_m, double speed_m_s);

// Motion of one blade in water that moves with water_velocity_S.
geometry::BladeMotion blade_motion(const BladeMaterial& material, const geometry::Blade& blade,
                                   const Vec3& water_velocity_S, double flutter_phase_rad);

// Scratch of sway(): sized by prepare, kept between calls.
struct SwayScratch {
  std::vector<geometry::BladeMotion> motions;
  std::vector<geometry::BladeNode> nodes;
  void prepare(const geometry::BladedMesh& plant);
};

// Vertices of a plant in moving water. The flutter of each blade runs with time_s at the rate of a
// steady flow of flutter_speed_m_s (usually the mean current), so that it stays smooth while the
// velocity of waves swings. Allocates nothing once scratch has been prepared for the plant.
void sway(const geometry::BladedMesh& plant, const WeedMaterial& material,
          const Vec3& water_velocity_S, double flutter_speed_m_s, double time_s,
          SwayScratch& scratch, std::span<Vec3> vertices_S);

// The same for steady water, with its own scratch: for pictures of one moment and tests.
void sway(const geometry::BladedMesh& plant, const WeedMaterial& material,
          const Vec3& water_velocity_S, double time_s, std::span<Vec3> vertices_S);

}  // namespace hadal::environment

// What the wash of a thruster does to the bed: a round turbulent jet, which far from the thruster
// depends on its momentum only, so that thrust T and distance say all.
//
// Where a jet meets a bed head on at a distance H, the shear stress on the bed at r = lambda H is
// (Beltaos & Rajaratnam, "Impinging circular turbulent jets", J. Hydraulics Div. ASCE 100, 1974)
//   tau = 0.16 rho U0^2 (D / H)^2 f(lambda) = 0.204 T / H^2 f(lambda),   T = rho pi D^2 / 4 U0^2,
//   f = 0.18 (1 - exp(-114 lambda^2)) / lambda - 9.43 lambda exp(-114 lambda^2),
// and in the wall jet, lambda > 0.22, it falls as lambda^-2.3 (Poreh, Tsuei & Cermak, J. Applied
// Mechanics 34, 1967). Aslant, the part of T along the normal counts.
//
// Excess shear erodes (Partheniades, "Erosion and deposition of cohesive soils", 1965):
//   E = M (tau / tau_c - 1)  kg/(m^2 s).
// Over the whole bed this is M H^2 G(0.204 T / (H^2 tau_c)).
//
// The wall jet carries what it stirs up outward at about half of its largest speed,
// 0.65 sqrt(T / rho) / r, so that r^2 grows by 1.3 sqrt(T / rho) t; across, it mixes as the jet
// does, with an eddy viscosity of 0.0161 sqrt(T / rho) (Schlichting, "Boundary-Layer Theory").
//
// Valid beyond eight diameters of the thruster. Hulls in the way of the jet and the current that
// bends it are left out, and so are jets that do not meet the ground along their axis.
#pragma once

namespace hadal::environment {

constexpr double kWallJetSpread = 0.325;  // of sqrt(T / rho): level diffusivity, d(r^2)/dt / 4
constexpr double kJetMixing = 0.0161;     // of sqrt(T / rho): diffusivity across

// f(lambda): 1 at the largest stress.
double wash_stress_profile(double lambda);
// The largest stress, Pa. normal_thrust_n: along the normal of the bed.
double wash_stress_pa(double normal_thrust_n, double distance_m);

struct WashErosion {
  double area = 0;       // G: integral of (s f - 1) over the bed where it is positive, over H^2
  double spread = 0;     // mean of r^2 of what is eroded, over H^2
};
// stress_ratio: s, the largest stress over the threshold.
WashErosion wash_erosion(double stress_ratio);

}  // namespace hadal::environment

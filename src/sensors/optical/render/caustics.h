// Caustics: the sun's beam gathered and thinned by the waves, on planes at several depths.
//
// Each node of the wave tile sends one photon: the sun's ray refracted by the slope there (Snell),
// followed down to the plane and shared among the four nearest nodes. So does, for planes that are
// looked at, each middle between four nodes: without it the lattice shows where light is thin.
// Photons carry equal light (the change of transmission with the slope is left out). Coordinates of
// a plane move along with the mean refracted ray, so that features of neighbouring planes lie above
// each other. The disc of the sun (radius 0.00465 rad in air, narrower by the refractive index in
// water) blurs each plane with a Gaussian in proportion to the way down. Scattering does not: what
// leaves the beam is diffuse light, which carries no caustics.
//
// Photons are counted in whole numbers: the order in which they are added does not matter, and the
// mean of every plane is 1. A flat surface gives exactly 1 everywhere.
//
// Planes lie at depths kFirst_m kRatio^p below the mean surface. Those within the ranges asked for
// have all nodes of the tile, the others half as many along each side.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "math/types.h"
#include "sensors/optical/render/wave_tile.h"

namespace hadal::sensors {

struct DepthRange {
  double from_m = 0, to_m = 0;
};

struct CausticPlan {
  Vec3 toward_sun_N = Vec3(0, 0, -1);  // unit vector, in air
  double deepest_m = 20;               // the planes reach at least so far, if there are enough
  std::vector<DepthRange> fine;        // where there are things to be seen near by
  double refractive_index = 1.34;
};

struct Caustics {
  static constexpr int kMaxPlanes = 14;
  static constexpr double kFirst_m = 0.5, kRatio = 1.35;  // the last lies at 24.7 m
  static constexpr double kLowestSun = 0.05;              // sine of the elevation, for caustics

  int planes = 0;
  float side_m = 1;
  std::array<int32_t, kMaxPlanes> first{};  // value of each plane
  std::array<int32_t, kMaxPlanes> nodes{};  // along a side
  // Row after row: node (i, j) of a plane with n along a side at first + j n + i; i north, j east.
  std::vector<float> values;
  float drift_north = 0, drift_east = 0;  // of the mean ray, per metre down
  // Scratch: drifts of the photons less the mean, laid out as the slopes of the tile.
  std::vector<Line> node_drifts, middle_drifts, coarse_drifts;

  static double depth_m(int plane);
};

// Overwrites `out`; allocates only where a plan needs more than the ones before. Below the lowest
// sun, and at night, there is one plane of ones.
void compute_caustics(const WaveTile& tile, const CausticPlan& plan, ThreadArena& arena,
                      Caustics& out);

// Caustics as seen from an anchor: what the lookups of caustics-inl.h take.
struct CausticView {
  const float* values = nullptr;
  const int32_t *first = nullptr, *nodes = nullptr;
  int planes = 0;
  float per_m = 1;                        // tiles
  float north = 0, east = 0;              // of the anchor, in tiles, in [0, 1)
  float drift_north = 0, drift_east = 0;  // in tiles per metre down
};
CausticView caustic_view(const Caustics& caustics, const Vec3& anchor_N);

}  // namespace hadal::sensors

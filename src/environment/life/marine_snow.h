// Marine snow and zooplankton as an endless field of particles that needs no state but how far the
// water has moved.
//
// Space is cut into cells of a lattice that moves with the water. What a cell holds follows from
// its coordinates by hashing, so that any place at any time is known at once, nothing is stored and
// nothing repeats. Sizes come in classes of half octaves; each class has its own lattice, which
// sinks by its own speed:
//   p(t) = p_lattice + D(t) + w_class t + own motion,
// D the displacement of the water since the start (the integral of the current at a place near the
// camera: three doubles of the simulation's state; shear of the current is left out), w_class the
// sinking speed, and own motion a bounded periodic wandering with a C1 path.
//
// Numbers: n(d) dd ~ d^-slope between the least and the largest diameter, `density_m3` in all. The
// spectrum of particles in the sea is near a power law; for marine snow (0.5 mm up) slopes from 2
// to 5 are observed, about 4 in the open ocean (Jackson et al., Deep-Sea Res. I 44, 1997; Guidi et
// al., Limnol. Oceanogr. 54, 2009).
// Sinking: w = 50 d^0.26 m/day, d in mm (Alldredge & Gotschalk, In situ settling behavior of marine
// snow, Limnol. Oceanogr. 33, 1988), measured for 2.4 to 75 mm, extrapolated below. Zooplankton
// does not sink but swims up to swim_m from its place.
//
// A layer of depth (plankton) thins the field outside: particles fade in and out over a tenth of
// their share, none pops up. Axes N, m, s; results relative to the anchor A, in single precision.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "math/types.h"

namespace hadal::environment {

enum class ParticleKind : uint8_t { kSnow, kZooplankton, kBubble };

// Particles to be drawn, one entry each. Places relative to an anchor, axes N.
struct ParticleList {
  std::vector<float> x, y, z;
  std::vector<float> vx, vy, vz;  // m/s
  std::vector<float> radius_m;
  std::vector<float> elongation;  // long over short axis of the ellipsoid
  std::vector<float> brightness;  // 0..1: opacity while fading in and out, times its paleness
  std::vector<ParticleKind> kind;

  size_t size() const { return x.size(); }
  void clear();
  void reserve(size_t count);
  void resize(size_t count);
  void set_motion(size_t i, const Vec3& position_A, const Vec3& velocity_N);
};

// A sphere cut by half spaces: normal . (p - centre) >= -offset. No planes: the whole sphere.
struct ParticleRegion {
  Vec3 centre_N = Vec3::Zero();
  double radius_m = 5;
  struct Plane {
    Vec3 inward_N;
    double offset_m = 0;
  };
  std::span<const Plane> planes;
  // Snow whose radius is seen from the centre under less than this angle is left out, size class by
  // size class; it fades over the last quarter of its range.
  double min_angle_rad = 0;

  // A place given from the centre.
  bool contains(const Vec3& off_N) const;
};

struct SnowParameters {
  double density_m3 = 2000;  // particles of all sizes
  double min_diameter_m = 0.0003;
  double largest_diameter_m = 0.006;
  double slope = 4;
  double zooplankton_fraction = 0.1;
  double wander_m = 0.004;  // own motion of snow
  double swim_m = 0.05;     // own motion of zooplankton
  double sinking_factor = 1;
  // A layer: full density within half_thickness of its middle, Gaussian outside, never less than
  // background times it.
  struct Layer {
    double depth_m = 10, half_thickness_m = 3, edge_m = 2, background = 0.1;
  };
  std::optional<Layer> layer;
  uint64_t seed = 1;
};

// w = 50 d^0.26 m/day in m/s.
double snow_sinking_speed(double diameter_m);

class MarineSnow {
 public:
  explicit MarineSnow(const SnowParameters& parameters);

  // Adds the particles inside the region at time_s to `out`, in a fixed order. displacement_N: of
  // the water since time 0. water_velocity_N: of the water now, for the velocities only.
  void query(const ParticleRegion& region, double time_s, const Vec3& displacement_N,
             const Vec3& water_velocity_N, const Vec3& anchor_N, ParticleList& out) const;

  // Particles per m3 of diameters between the two, away from any layer.
  double density_m3(double from_m, double to_m) const;
  // Fraction of the full density at a depth.
  double layer_fraction(double depth_m) const;

 private:
  struct SizeClass {
    double min_m, largest_m;  // diameters
    double per_cell;            // mean number
    double sinking_m_s;
    double cell_m;
    std::array<double, 9> quantiles_m;  // of the diameter; linear between
    double diameter(double u) const;    // 0 < u < 1
  };
  struct Cell;
  void add_cell(const Cell& cell, ParticleList& out) const;
  bool add_particle(const Cell& cell, uint64_t number, size_t at, ParticleList& out) const;

  SnowParameters parameters_;
  std::vector<SizeClass> classes_;
};

}  // namespace hadal::environment

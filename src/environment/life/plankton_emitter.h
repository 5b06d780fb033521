// The plankton emitter of Ganoni & Mukundan 2019 (Drones 3, 1): plankton born evenly in a flat box
// near the surface, sent off with an even spread of velocities, gone after a random life.
//
// Particle k is born at t_k = (k + 1/2) / rate and lives an evenly drawn time between the two
// lives; everything else of it follows from the seed and k. The population at any time is therefore
// a pure function of time: no state, any time is reached at once. Births have gone on forever, so
// that the population is steady from the start: with lives between a and b there are on average
// rate (a + b) / 2 particles, with variance rate (b - a) / 6.
//
// Movement: p = wrap(p_birth + D(t)) + v age, D the horizontal displacement of the water since the
// start; what the current carries out of the box on one side comes in on the other. Each particle
// is an ellipsoid, its opacity falls off exponentially from the middle (drawn by the camera), and
// fades in and out over fade_s. Some rise: cut the region at the surface by a plane to leave out
// those that have left the water.
#pragma once
#include <array>
#include <cstdint>

#include "environment/life/marine_snow.h"

namespace hadal::environment {

struct PlanktonParameters {
  Vec3 centre_N{0, 0, 1};  // of the box; z = depth
  Vec3 size_m{100, 100, 1};
  double rate_hz = 70;  // births per second: 20,300 particles on average
  std::array<double, 2> life_s{80, 500};
  // Initial velocities, evenly drawn. The published numbers, (-1, 1), (-1, 1) and (1, -10) along an
  // upward z, are read as cm/s, the unit of the engine they were used in: drift, not flight.
  Vec3 min_velocity_N_m_s{-0.01, -0.01, -0.01};
  Vec3 largest_velocity_N_m_s{0.01, 0.01, 0.10};
  std::array<double, 2> radius_m{0.0005, 0.003};
  double largest_elongation = 3;
  double fade_s = 2;
  uint64_t seed = 1;
};

class PlanktonEmitter {
 public:
  explicit PlanktonEmitter(const PlanktonParameters& parameters);

  // Mean and standard deviation of the number alive.
  double mean_count() const;
  double count_deviation() const;
  // The number alive at a time.
  size_t count(double time_s) const;

  // Adds those alive at time_s within the region to `out`, by order of birth.
  void query(const ParticleRegion& region, double time_s, const Vec3& displacement_N,
             const Vec3& water_velocity_N, const Vec3& anchor_N, ParticleList& out) const;

 private:
  double life_s(int64_t k) const;
  // The first and the last birth that may be alive.
  std::array<int64_t, 2> candidates(double time_s) const;
  double age_s(int64_t k, double time_s) const;

  PlanktonParameters parameters_;
};

}  // namespace hadal::environment

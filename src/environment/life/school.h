// Schools of fish: every fish minds its neighbours, its depth, its home and its safety.
//
// After Reynolds (Flocks, herds and schools, SIGGRAPH 1987) and Couzin et al. (Collective memory
// and spatial sorting in animal groups, J. Theor. Biol. 218, 2002), each fish accelerates, relative
// to the water, by the sum of
//   separation   away from fish nearer than `spacing`: sum of (1 - d / spacing) from each,
//   alignment    toward the mean velocity of the neighbours within `sight`,
//   cohesion     toward their mean place, and, weakly, toward the middle of the whole school,
//   cruise       toward its cruise speed along its heading,
//   depth        toward its preferred depth or altitude, each fish with its own,
//   home         back, when farther from home than its radius,
//   avoidance    away from the seabed, the surface and spheres (vehicles, divers, rocks),
//   fear         away from a sphere that comes nearer faster than fear_speed within flight_distance
//                and out of lamp beams; fear sets the fish's alarm to 1, which then decays with
//                alarm_decay_s. An alarmed fish flees at up to burst speed and minds its neighbours
//                less:
//                the school scatters, and gathers again as the alarm wears off,
//   wander       a little noise of its own.
// A pair's separation is equal and opposite, so that it leaves the mean velocity alone.
// Then speed, acceleration, turning rate and climb angle are limited, and the fish moves with
// its own velocity and the current. Last, fish that would be in the seabed, above the surface or in
// a sphere are put at its edge.
//
// All fish are updated from the state before the step; neighbours are found in a hashed grid and
// summed in the order of cells and indices, so the result is the same bits however often and by
// whom it is called. The state is six doubles and an alarm per fish. O(n) for a school of even
// density. Axes N (z = depth, down), m, m/s.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "math/types.h"

namespace hadal::environment {

struct SchoolParameters {
  double body_length_m = 0.25;
  double cruise_speed_m_s = 0.4;
  double burst_speed_m_s = 2.0;
  double min_speed_m_s = 0.08;
  double max_acceleration_m_s2 = 3;
  double turning_rate_rad_s = 3;  // calm; three times as fast in alarm
  double steepest_climb_rad = 0.6;
  double spacing_m = 0.3;  // wanted distance to the nearest fish
  double perception_radius_m = 0.75;   // neighbours within are minded
  double separation = 3, alignment = 1.6, cohesion = 0.5, gathering = 0.12;  // weights
  double wander_m_s2 = 0.5;
  // Vertical: altitude above the seabed, or depth; the layer the school spreads over.
  std::optional<double> altitude_m;
  double depth_m = 10;
  double layer_m = 1;
  Vec3 home_N = Vec3::Zero();  // z unused
  double home_radius_m = 15;
  double clearance_m = 0.3;  // kept from seabed, surface and spheres
  // Fear.
  double flight_distance_m = 3;  // beyond the surface of the sphere
  double threat_speed_m_s = 0.5;
  double lamp_avoidance_m_s2 = 1.5;  // how hard lamps push; negative draws them in
  double alarm_decay_s = 4;
};

// Structure of arrays; all of the same length.
struct SchoolState {
  std::vector<double> x, y, z;     // place, N
  std::vector<double> vx, vy, vz;  // velocity through the water, N
  std::vector<double> alarm;       // 0 calm .. 1

  size_t size() const { return x.size(); }
  void resize(size_t fish);
  Vec3 position_N(size_t i) const { return {x[i], y[i], z[i]}; }
  Vec3 velocity_N(size_t i) const { return {vx[i], vy[i], vz[i]}; }
  friend bool operator==(const SchoolState&, const SchoolState&) = default;
};

// Something solid that fish keep away from.
struct SchoolObstacle {
  Vec3 position_N = Vec3::Zero();
  Vec3 velocity_N = Vec3::Zero();
  double radius_m = 0.5;
};

struct SchoolLamp {
  Vec3 position_N = Vec3::Zero();
  Vec3 direction_N = Vec3::UnitX();
  double half_angle_rad = 0.5;
  double range_m = 5;
};

// The water and the bottom at each fish, before the step; one entry per fish.
struct SchoolSurroundings {
  std::span<const double> seabed_depth_m;   // infinity without a seabed
  std::span<const double> surface_depth_m;  // z of the surface above it, usually near 0
  std::span<const Vec3> current_N;
  std::span<const SchoolObstacle> obstacles;
  std::span<const SchoolLamp> lamps;
};

// What a step needs beside the state; prepared once, then no step allocates.
struct SchoolScratch {
  std::vector<uint32_t> cell_of, cell_start, order;
  std::vector<std::array<int32_t, 3>> cell_position, sorted_cell;
  std::vector<Vec3> acceleration_N, sorted_position_N, sorted_velocity_N;
  void prepare(size_t fish);
};

class School {
 public:
  // random: the stream of this school; tells start places and wandering.
  School(const SchoolParameters& parameters, const RandomStream& random);

  const SchoolParameters& parameters() const { return parameters_; }

  // Puts `fish` fish around home, at their preferred depth below a flat surface over a flat seabed.
  void start(size_t fish, double seabed_depth_m, SchoolState& state) const;

  // Advances by one step that ends at `tick`. dt_s up to about 0.1.
  void step(const SchoolSurroundings& surroundings, double dt_s, int64_t tick, SchoolState& state,
            SchoolScratch& scratch) const;

 private:
  Vec3 own_will(const SchoolSurroundings& s, const SchoolState& state, size_t i, int64_t tick,
                double& alarm) const;
  Vec3 avoidance_of_obstacles(const SchoolSurroundings& s, size_t i, const Vec3& place,
                         double& alarm) const;
  Vec3 avoidance_of_lamps(const SchoolSurroundings& s, const Vec3& place, double& alarm) const;
  Vec3 social(const SchoolState& state, const SchoolScratch& scratch, const Vec3& middle_N,
              size_t i) const;
  void move(const SchoolSurroundings& s, double dt_s, size_t i, const Vec3& acceleration_N,
            SchoolState& state) const;

  SchoolParameters parameters_;
  RandomStream random_;
};

// |mean of the headings|: 1 when all swim one way.
double polarisation(const SchoolState& state);

}  // namespace hadal::environment

// The living part of a world that has a state: schools of fish (school.h) and the way that the
// water has come, with which snow and plankton drift (marine_snow.h).
//
// State::fish holds, school after school in the order of World::scenery, the current at the middle
// of the school (kSchoolValues) and then kFishValues per fish: place and velocity through the water
// in N, alarm, and beats of the tail since the start, without whole ones. It is that of the last
// multiple of kSchoolStep_s; fish_pose() goes on from there in a straight line. State::drift_m is
// the integral of the velocity of the water, waves included, at drift_position_N().
//
// Fish see every body as a row of spheres along its longest side, and the lamps that are on. A
// world without such scenery has neither field, and advance() does nothing. After load nothing is
// allocated.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "environment/life/school.h"
#include "environment/sea.h"
#include "scenario/scenery_config.h"

namespace hadal::environment {

constexpr double kSchoolStep_s = 0.05;
constexpr size_t kSchoolValues = 3, kFishValues = 8;

// A seed of its own for each piece of scenery.
uint64_t scenery_seed(const World& world, const Scenery& scenery);
// with_seabed: tells the depth of a school that was given none.
SchoolParameters school_parameters(const FishSchoolConfig& config, bool with_seabed);

struct FishPose {
  Vec3 p_N = Vec3::Zero();
  Vec3 velocity_N = Vec3::Zero();  // over ground
  Vec3 heading_N = Vec3::UnitX();
  double beats = 0;
};
// Of the i-th fish, age_s after the state of its school; `school` begins with kSchoolValues.
FishPose fish_pose(std::span<const double> school, double body_length_m, size_t i, double age_s);
// Time since the state of the schools, at a tick.
double school_age_s(const StepClock& clock, Tick tick);

// Where the drift is counted: below the surface at the first camera, or the first vehicle.
Vec3 drift_position_N(const World& world, const State& state);

class Living {
 public:
  // Keeps the sea.
  Living(const World& world, const Sea& sea);
  ~Living();
  bool empty() const { return schools_.empty() && !drifts_; }

  void start(const World& world, State& state) const;
  // From the tick of the state to the next one. `instant` is that of the state.
  void advance(const World& world, const SeaInstant& instant, State& state);

 private:
  struct Group;
  struct Sphere {
    int link = 0;
    Vec3 p_L = Vec3::Zero();
    double radius_m = 0;
  };
  void add_spheres(const World& world);
  void look_around(const World& world, const State& state);
  void swim(Group& group, const SeaInstant& instant, Tick tick, std::span<double> school);

  const Sea& sea_;
  bool drifts_ = false;
  std::vector<std::unique_ptr<Group>> schools_;
  std::vector<Sphere> spheres_;
  std::vector<SchoolObstacle> obstacles_, near_;  // scratch
  std::vector<SchoolLamp> lamps_;                 // scratch
};

}  // namespace hadal::environment

// The sea of a world: water column, currents, place on Earth, gravity and magnetic field. One
// object answers every stage and every sensor, so that nobody has a private water.
#pragma once
#include "base/rng.h"
#include "environment/current_field.h"
#include "environment/geodesy.h"
#include "environment/water_column.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::environment {

class Sea {
 public:
  explicit Sea(const World& world);

  const WaterColumn& water() const { return water_; }
  const CurrentField& currents() const { return currents_; }
  const LocalFrame& frame() const { return frame_; }
  // Of the origin at the surface; the dynamics of a run use one value everywhere.
  double gravity_m_s2() const { return gravity_m_s2_; }
  // Earth's field in N. It is that of the origin: over the extent of a run it changes by less than
  // the dipole model errs.
  const Vec3& magnetic_field_N_t() const { return magnetic_field_N_t_; }
  double declination_rad() const;

  // Storage of the currents in the state, and their start.
  void start(State& state) const;
  // Advances the random processes of the currents over the step that ends at `tick`.
  void advance(State& state, Tick tick) const;

 private:
  WaterColumn water_;
  CurrentField currents_;
  LocalFrame frame_;
  double step_s_;
  double gravity_m_s2_;
  Vec3 magnetic_field_N_t_;
  RandomStream current_stream_;
};

// Scratch of a query: what depends on time only.
class SeaMoment {
 public:
  explicit SeaMoment(const Sea& sea) : sea_(&sea), scratch_(sea.currents().scratch_size()) {}
  void set_time(double time_s, const State& state) {
    sea_->currents().prepare(time_s, state.current_live, state.current_process, scratch_);
  }
  Vec3 current_N(const Vec3& p_N) const { return sea_->currents().velocity(p_N, scratch_); }

 private:
  const Sea* sea_;
  std::vector<double> scratch_;
};

}  // namespace hadal::environment

// The sea of a world: water column, currents, waves, wind, seabed, place on Earth, gravity and
// magnetic field. One object answers every stage and every sensor, so that nobody has a private
// water.
#pragma once
#include "base/result.h"
#include "base/rng.h"
#include "environment/current/current_field.h"
#include "environment/earth/geodesy.h"
#include "environment/earth/sea_map.h"
#include "environment/seabed/seabed.h"
#include "environment/water/water_column.h"
#include "environment/waves/wave_field.h"
#include "environment/wind.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::environment {

class Sea {
 public:
  // Opens the files the world names; problems say which one and why.
  static Result<Sea> open(const World& world);
  // For a world that names no files; without a seabed.
  explicit Sea(const World& world);

  const WaterColumn& water() const { return water_; }
  const CurrentField& currents() const { return currents_; }
  const WaveField& waves() const { return waves_; }
  const Wind& wind() const { return wind_; }
  const Seabed& seabed() const { return seabed_; }
  const SeaMap& map() const { return map_; }
  const LocalFrame& frame() const { return frame_; }
  // Of the origin at the surface; the dynamics of a run use one value everywhere.
  double gravity_m_s2() const { return gravity_m_s2_; }
  // Earth's field in N (environment/earth/magnetic.h). It is that of the origin at the start of the
  // run: over 10 km it turns by about 0.1 degrees, less than the model errs.
  const Vec3& magnetic_field_N_t() const { return magnetic_field_N_t_; }
  double declination_rad() const;

  // Storage of the currents and waves in the state, and their start. Random currents follow
  // State::run_seed. Waves and gusts are pure functions of time with the phases of the scenario's
  // seed; another run seed meets them at another time (State::sea_offset_s), hours apart.
  void start(State& state) const;
  // Advances the random processes of the currents over the step that ends at `tick`, by the stream
  // of the run.
  static RandomStream current_stream(const State& state);
  void advance(const RandomStream& stream, State& state, Tick tick) const;
  // Loads the seabed around the vehicles. Saves time only: no answer depends on it. `followed` is
  // what one run remembers of it.
  void follow_vehicles(const World& world, const State& state, FollowedPositions& followed) const;

 private:
  Sea(const World& world, Seabed seabed, CurrentField currents);

  WaterColumn water_;
  CurrentField currents_;
  WaveField waves_;
  Wind wind_;
  Seabed seabed_;
  SeaMap map_;
  LocalFrame frame_;
  double step_s_;
  double gravity_m_s2_;
  Vec3 magnetic_field_N_t_;
  uint64_t scenario_seed_;
};

// The sea at one moment: scratch of what depends on time only. Any thread may ask.
class SeaInstant {
 public:
  explicit SeaInstant(const Sea& sea) : sea_(&sea), scratch_(sea.currents().scratch_size()) {}
  void set_time(double time_s, const State& state);

  double time_s() const { return time_s_; }
  // The time at which waves and gusts are to be asked for.
  double wave_time_s() const { return wave_time_s_; }
  double wave_factor() const { return wave_factor_; }
  // The current alone, without the orbital motion of the waves.
  Vec3 current_N(const Vec3& p_N) const;
  // Waves at a point; all zero in a calm sea.
  WaveMotion waves(const Vec3& p_N) const;
  // Of the surface above the place, up.
  double elevation(double north_m, double east_m) const;
  Vec3 wind_N(double elevation_m) const;
  // What the waves add to the pressure of calm water below a surface at elevation(): their dynamic
  // pressure with the depth counted from that surface (Wheeler stretching).
  double wave_pressure(const Vec3& p_N, double elevation_m) const;
  // Absolute pressure under the waves; atmospheric above the surface.
  double pressure(const Vec3& p_N) const;

 private:
  const Sea* sea_;
  double time_s_ = 0, wave_time_s_ = 0;
  double wave_factor_ = 1, wind_factor_ = 1;
  std::vector<double> scratch_;
};

}  // namespace hadal::environment

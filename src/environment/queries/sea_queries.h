// The sea as kinds of sensors, actuators, forces and controllers ask for it
// (hadal/extension/sea.h).
#pragma once
#include <atomic>
#include <mutex>

#include "environment/acoustic/acoustic_field.h"
#include "environment/sea.h"
#include "hadal/extension/sea.h"

namespace hadal::environment {

class SeaQueries final : public extension::Sea {
 public:
  SeaQueries(const environment::Sea& sea, const AcousticField& sound);

  // The moment that the questions are for. Who asks for still water only needs none; what moving
  // water needs is prepared when somebody asks first, from the state as it is then.
  void set_time(double time_s, const State& state);
  const SeaInstant& instant() const;

  double gravity_m_s2() const override { return sea_.gravity_m_s2(); }
  extension::Vector3 magnetic_field_N_t() const override;
  double declination_rad() const override { return declination_rad_; }
  double atmospheric_pressure_pa() const override { return sea_.water().atmospheric_pressure(); }
  double density_kg_m3(double depth_m) const override;
  double temperature_degc(double depth_m) const override {
    return sea_.water().temperature(depth_m);
  }
  double salinity_psu(double depth_m) const override { return sea_.water().salinity(depth_m); }
  double sound_speed_m_s(double depth_m) const override {
    return sea_.water().sound_speed(depth_m);
  }
  double mean_sound_speed_m_s(double depth_a_m, double depth_b_m) const override {
    return sound_.mean_sound_speed(depth_a_m, depth_b_m);
  }
  double pressure_pa(double depth_m) const override { return sea_.water().pressure(depth_m); }
  extension::Vector3 current_N(const extension::Vector3& p_N) const override;
  extension::Vector3 water_velocity_N(const extension::Vector3& p_N) const override;
  double surface_elevation_m(double north_m, double east_m) const override;
  double wave_pressure_pa(const extension::Vector3& p_N, double elevation_m) const override;
  extension::Vector3 wind_N(double elevation_m) const override;
  double seabed_depth_m(double north_m, double east_m) const override;
  extension::Vector3 geodetic(const extension::Vector3& p_N) const override;

 private:
  const environment::Sea& sea_;
  const AcousticField& sound_;
  double declination_rad_;
  double time_s_ = 0;
  const State* state_ = nullptr;
  mutable std::mutex mutex_;
  mutable std::atomic<bool> instant_is_set_ = false;
  mutable SeaInstant instant_;
};

}  // namespace hadal::environment

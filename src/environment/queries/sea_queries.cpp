#include "environment/queries/sea_queries.h"

#include "base/check.h"
#include "math/arrays.h"

namespace hadal::environment {

SeaQueries::SeaQueries(const environment::Sea& sea, const AcousticField& sound)
    : sea_(sea), sound_(sound), declination_rad_(sea.declination_rad()), instant_(sea) {}

void SeaQueries::set_time(double time_s, const State& state) {
  time_s_ = time_s;
  state_ = &state;
  instant_is_set_.store(false, std::memory_order_relaxed);
}

const SeaInstant& SeaQueries::instant() const {
  if (instant_is_set_.load(std::memory_order_acquire)) return instant_;
  const std::lock_guard lock(mutex_);
  if (instant_is_set_.load(std::memory_order_relaxed)) return instant_;
  HADAL_CHECK(state_ != nullptr, "moving water without a time");
  instant_.set_time(time_s_, *state_);
  instant_is_set_.store(true, std::memory_order_release);
  return instant_;
}

extension::Vector3 SeaQueries::magnetic_field_N_t() const {
  return to_array(sea_.magnetic_field_N_t());
}

double SeaQueries::density_kg_m3(double depth_m) const {
  return sea_.water().density(depth_m > 0 ? depth_m : 0);
}

extension::Vector3 SeaQueries::current_N(const extension::Vector3& p_N) const {
  return to_array(instant().current_N(to_vec3(p_N)));
}

extension::Vector3 SeaQueries::water_velocity_N(const extension::Vector3& p_N) const {
  const Vec3 p = to_vec3(p_N);
  return to_array(Vec3(instant().current_N(p) + instant().waves(p).velocity_N));
}

double SeaQueries::surface_elevation_m(double north_m, double east_m) const {
  return sea_.waves().calm() ? 0 : instant().elevation(north_m, east_m);
}

double SeaQueries::wave_pressure_pa(const extension::Vector3& p_N, double elevation_m) const {
  return sea_.waves().calm() ? 0 : instant().wave_pressure(to_vec3(p_N), elevation_m);
}

extension::Vector3 SeaQueries::wind_N(double elevation_m) const {
  return to_array(instant().wind_N(elevation_m));
}

double SeaQueries::seabed_depth_m(double north_m, double east_m) const {
  return sea_.seabed().depth(north_m, east_m, SeabedLayer::kVisible);
}

extension::Vector3 SeaQueries::geodetic(const extension::Vector3& p_N) const {
  const Geodetic place = sea_.map().geodetic_from_plane(to_vec3(p_N));
  return {place.latitude_deg, place.longitude_deg, place.elevation_m};
}

}  // namespace hadal::environment

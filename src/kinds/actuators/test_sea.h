// Still water over a seabed that a test gives.
#pragma once
#include <functional>

#include "hadal/extension/sea.h"

namespace hadal::inline kinds {

struct TestSea final : extension::Sea {
  std::function<double(double north_m, double east_m)> depth_m;
  double elevation_m = 0;
  explicit TestSea(std::function<double(double, double)> seabed) : depth_m(std::move(seabed)) {}

  double gravity_m_s2() const override { return 9.81; }
  extension::Vector3 magnetic_field_N_t() const override { return {}; }
  double declination_rad() const override { return 0; }
  double atmospheric_pressure_pa() const override { return 0; }
  double density_kg_m3(double) const override { return 1000; }
  double temperature_degc(double) const override { return 10; }
  double salinity_psu(double) const override { return 35; }
  double sound_speed_m_s(double) const override { return 1500; }
  double mean_sound_speed_m_s(double, double) const override { return 1500; }
  double pressure_pa(double) const override { return 0; }
  extension::Vector3 current_N(const extension::Vector3&) const override { return {}; }
  extension::Vector3 water_velocity_N(const extension::Vector3&) const override { return {}; }
  double surface_elevation_m(double, double) const override { return elevation_m; }
  double wave_pressure_pa(const extension::Vector3&, double) const override { return 0; }
  extension::Vector3 wind_N(double) const override { return {}; }
  double seabed_depth_m(double north_m, double east_m) const override {
    return depth_m(north_m, east_m);
  }
  extension::Vector3 geodetic(const extension::Vector3& p_N) const override { return p_N; }
};

}  // namespace hadal::kinds

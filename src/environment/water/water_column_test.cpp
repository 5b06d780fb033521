#include "environment/water/water_column.h"

#include <gtest/gtest.h>

#include <limits>

#include "environment/earth/gravity.h"
#include "environment/water/seawater.h"
#include "environment/water/sound_speed.h"
#include "math/units.h"

namespace hadal::environment {
namespace water_column_test {

WaterParameters thermocline() {
  WaterParameters p;
  p.temperature_degc = LinearTable({0, 30.3, 47.8, 400, 5000}, {18, 17.5, 9, 5, 1.5});
  p.salinity_psu = LinearTable({0, 25.2, 60, 3000}, {34.2, 34.4, 35.1, 34.8});
  p.latitude_rad = 45 * kDegree;
  return p;
}

// p = 101325 Pa + 1025 kg/m^3 9.80665 m/s^2 d
TEST(WaterColumn, FixedDensityIsExactlyHydrostatic) {
  WaterParameters p;
  p.density_kg_m3 = 1025;
  p.gravity_m_s2 = 9.80665;
  const WaterColumn water(p);
  constexpr double kPascal = 1e-6;
  EXPECT_NEAR(water.pressure(0), 101325.0, kPascal);
  EXPECT_NEAR(water.pressure(1), 111376.81625, kPascal);
  EXPECT_NEAR(water.pressure(10), 201843.1625, kPascal);
  EXPECT_NEAR(water.pressure(100), 1106506.625, kPascal);
  EXPECT_NEAR(water.pressure(1000), 10153141.25, kPascal);
  EXPECT_EQ(water.density(500), 1025);
  EXPECT_EQ(water.gravity(500), 9.80665);
}

TEST(WaterColumn, AirAboveTheSurface) {
  const WaterColumn water(thermocline());
  EXPECT_EQ(water.density(-1e-9), 1.225);
  EXPECT_EQ(water.pressure(-3), 101325);
  EXPECT_EQ(water.temperature(-3), 18);
  EXPECT_NEAR(water.density(0), density_eos80(34.2, 18, 0), 1e-9);
}

// The standard ocean of the UNESCO depth formula has S = 35 and 0 degC throughout. The formula
// itself is a fit good to 0.1 m and takes gravity
// to grow with pressure instead of depth, which is 1.6e-5 more at 10 km.
TEST(WaterColumn, StandardOceanMatchesUnescoDepth) {
  WaterParameters p;
  p.temperature_degc = LinearTable({0}, {0});
  p.latitude_rad = 30 * kDegree;
  const WaterColumn water(p);
  EXPECT_NEAR((water.pressure(9712.653) - 101325) / kDecibar, 10000, 0.3);
  const double depth = depth_from_pressure(2000, 30 * kDegree);
  EXPECT_NEAR((water.pressure(depth) - 101325) / kDecibar, 2000, 0.05);
}

// Oracle: the same integral in steps of 5 cm with the direct formulae.
TEST(WaterColumn, TableMatchesDirectIntegration) {
  constexpr double kDensity = 4e-4, kSoundSpeed = 4e-3, kPressure = 0.2, kExact = 1e-9;
  const WaterParameters parameters = thermocline();
  const WaterColumn water(parameters);
  constexpr double kStep = 0.05;
  const auto weight = [&](double depth, double pressure_dbar) {
    return density_eos80(parameters.salinity_psu(depth), parameters.temperature_degc(depth),
                         pressure_dbar) *
           normal_gravity(parameters.latitude_rad, depth);
  };
  double dbar = 0;
  for (int i = 0; i < 120000; ++i) {
    const double depth = i * kStep;
    if (i % 7 == 0) {
      const double s = parameters.salinity_psu(depth), t = parameters.temperature_degc(depth);
      ASSERT_NEAR(water.temperature(depth), t, kExact) << depth;
      ASSERT_NEAR(water.salinity(depth), s, kExact) << depth;
      ASSERT_NEAR(water.density(depth), density_eos80(s, t, dbar), kDensity) << depth;
      ASSERT_NEAR(water.sound_speed(depth), sound_speed_chen_millero(s, t, dbar), kSoundSpeed)
          << depth;
      ASSERT_NEAR(water.pressure(depth), 101325 + dbar * kDecibar, kPressure) << depth;
    }
    const double half = dbar + 0.5 * kStep * weight(depth, dbar) / kDecibar;  // midpoint rule
    dbar += kStep * weight(depth + 0.5 * kStep, half) / kDecibar;
  }
}

// The accuracy stated in the header for the steepest gradients.
TEST(WaterColumn, SteepGradients) {
  WaterParameters p;
  p.temperature_degc = LinearTable({10, 30}, {22, 2});
  p.salinity_psu = LinearTable({12, 27}, {20, 35});
  const WaterColumn water(p);
  for (double depth = 0; depth < 40; depth += 0.013) {
    const double s = p.salinity_psu(depth), t = p.temperature_degc(depth);
    const double dbar = (water.pressure(depth) - 101325) / kDecibar;
    ASSERT_NEAR(water.density(depth), density_eos80(s, t, dbar), 2e-3) << depth;
    ASSERT_NEAR(water.sound_speed(depth), sound_speed_chen_millero(s, t, dbar), 2e-2) << depth;
  }
}

TEST(WaterColumn, FormulaIsTheOneAskedFor) {
  WaterParameters p = thermocline();
  p.sound_speed_formula = SoundSpeedFormula::mackenzie;
  EXPECT_NEAR(WaterColumn(p).sound_speed(0), sound_speed_mackenzie(34.2, 18, 0), 1e-9);
  p.sound_speed_formula = SoundSpeedFormula::del_grosso;
  EXPECT_NEAR(WaterColumn(p).sound_speed(0), sound_speed_del_grosso(34.2, 18, 0), 1e-9);
}

TEST(WaterColumn, BeyondTheTableEverythingGoesOn) {
  const WaterColumn water(thermocline());
  const double slope = water.pressure(11999) - water.pressure(11998);
  EXPECT_NEAR(water.pressure(12500) - water.pressure(11999), 501 * slope, 1e-3 * slope * 501);
  EXPECT_GT(water.density(13000), water.density(11999));
  EXPECT_EQ(water.density(std::numeric_limits<double>::quiet_NaN()), 1.225);
}

// A standard ocean: Saunders & Fofonoff 1976 say how deep a pressure is. Sound speeds mark where.
TEST(WaterColumn, ProfilesOverPressureLieAtTheDepthsOfTheirPressures) {
  WaterParameters parameters;
  parameters.temperature_degc = LinearTable({0, 6000}, {0, 0});
  parameters.sound_speed_m_s = LinearTable({0, 1000, 5000}, {1500, 1520, 1600});
  parameters.profiles_over_pressure = true;
  const WaterColumn water(parameters);
  for (const auto& [pressure_dbar, speed] :
       {std::pair{1000.0, 1520.0}, std::pair{5000.0, 1600.0}}) {
    const double depth_m = depth_from_pressure(pressure_dbar, parameters.latitude_rad);
    EXPECT_NEAR(water.sound_speed(depth_m), speed, 0.01);  // half a metre
    EXPECT_NEAR(water.pressure(depth_m), 101325 + 1e4 * pressure_dbar, 5000);
  }
}

// At a fixed density and gravity a decibar is 1e4 / (rho g) metres.
TEST(WaterColumn, ProfilesOverPressureAtAFixedDensity) {
  WaterParameters parameters;
  parameters.density_kg_m3 = 1000;
  parameters.gravity_m_s2 = 10;
  parameters.temperature_degc = LinearTable({0, 20.5}, {20, 10});
  parameters.profiles_over_pressure = true;
  const WaterColumn water(parameters);
  EXPECT_NEAR(water.temperature(10.25), 15, 1e-9);
  EXPECT_NEAR(water.temperature(30), 10, 1e-12);
}

}  // namespace water_column_test
}  // namespace hadal::environment

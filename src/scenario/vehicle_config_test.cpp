#include "scenario/vehicle_config.h"

#include <gtest/gtest.h>

#include "kinds/actuators/ballast.h"
#include "kinds/actuators/fin.h"
#include "kinds/actuators/moving_mass.h"
#include "kinds/actuators/rotor.h"
#include "kinds/actuators/thrust_map.h"
#include "kinds/actuators/thruster.h"
#include "kinds/controllers/autopilot.h"
#include "kinds/controllers/body.h"
#include "kinds/controllers/differential.h"
#include "kinds/controllers/weighted.h"
#include "math/units.h"
#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace vehicle_config_test {

using test_reading::expect_refused;
using test_reading::taken;

TEST(ThrusterConfigs, HaveOneDirection) {
  EXPECT_EQ(taken<Thruster>("{name: t, direction: [1, 0, 0]}").direction,
            (std::vector<double>{1, 0, 0}));
  EXPECT_EQ(taken<Thruster>("{name: t, rpy_deg: [0, 0, 90]}").rpy_deg,
            (std::vector<double>{0, 0, 90}));
  expect_refused<Thruster>("@@{name: t}", "direction: give either direction or rpy_deg");
  expect_refused<Thruster>("{name: t, @@direction: [1, 0, 0], rpy_deg: [0, 0, 0]}",
                                 "direction: give either direction or rpy_deg");
  expect_refused<Thruster>("{name: t, @@direction: [0, 1e-9, 0]}",
                                 "direction: must not be zero");
}

TEST(ThrusterConfigs, CommandsLieBetweenTheirLimits) {
  expect_refused<Thruster>(
      "{name: t, direction: [1, 0, 0], command_min: 2, @@command_max: 2}",
      "command_max: must be above command_min");
  expect_refused<Thruster>("@@{name: t, direction: [1, 0, 0], command_min: 1}",
                                 "command_max: must be above command_min");
  expect_refused<Thruster>(
      "{name: t, direction: [1, 0, 0], command: @@rpm}",
      "command: 'rpm' is not a choice (one of: normalised, force, rotor_speed, pulse_width)");
}

TEST(ThrusterConfigs, RotorsAndMapsAreChosenByTag) {
  const auto thruster = taken<Thruster>(
      "{name: t, direction: [1, 0, 0], rotor: !first_order {time_constant_s: 0.2},\n"
      " map: !dead_band {forward: 2, band_reverse: -3}}");
  EXPECT_EQ(thruster.rotor.as<FirstOrderRotor>()->time_constant_s, 0.2);
  EXPECT_EQ(thruster.map.as<DeadBandMap>()->band_reverse, -3);
  expect_refused<Thruster>("{name: t, direction: [1, 0, 0], rotor: @@!yoerger {alpha: 1}}",
                                 "rotor: 'beta' is missing in yoerger: Inverse inertia.");
  expect_refused<Thruster>(
      "{name: t, direction: [1, 0, 0], map: !dead_band {band_reverse: @@1}}",
      "map.band_reverse: expected a number from -1e+12 to 0, found '1'");
}

TEST(ThrusterConfigs, TablesRiseAndAreAlike) {
  EXPECT_EQ(taken<TableMap>("table: [[-1, -4], [1, 5]]").table[1][1], 5);
  EXPECT_EQ(taken<TableMap>("file: t.csv").file, "t.csv");
  expect_refused<TableMap>("@@{}", "table: expected a file or at least two rows");
  expect_refused<TableMap>("@@table: [[0, 1]]", "table: expected a file or at least two rows");
  expect_refused<TableMap>("table: [[0, 1], @@[0, 2]]",
                                 "table[1]: the first column must rise and rows must be alike");
  expect_refused<TableMap>("table: [[0, 1], [1, 2], @@[2, 3, 4]]",
                                 "table[2]: the first column must rise and rows must be alike");
}

TEST(ThrusterConfigs, PolynomialsHaveUpToTenCoefficients) {
  EXPECT_EQ(taken<PolynomialMap>("coefficients: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]").coefficients.size(), 10u);
  expect_refused<PolynomialMap>(
      "coefficients: @@[]",
      "coefficients: expected a list of 1 or 2 or 3 or 4 or 5 or 6 or 7 or 8 or 9 or 10 numbers, "
      "found 0");
}

TEST(FinConfigs, HaveAnAxisAndLimits) {
  EXPECT_EQ(taken<Fin>("name: f").angle_max_rad, 30 * kDegree);
  expect_refused<Fin>("{name: f, @@axis: [0, 0, 0]}", "axis: must not be zero");
  expect_refused<Fin>("{name: f, angle_min_deg: 10, @@angle_max_deg: 10}",
                            "angle_max_deg: must be above angle_min_deg");
}

TEST(BallastConfigs, StartWithinTheirLimits) {
  EXPECT_EQ(taken<Ballast>("{name: b, max: 4, start: 4}").start_content, 4);
  expect_refused<Ballast>("@@{name: b}", "'max' is missing in ballast: Largest content.");
  expect_refused<Ballast>("{name: b, @@max: 0}", "max: must be above min");
  expect_refused<Ballast>("{name: b, max: 4, @@start: 4.5}",
                                "start: must lie from min to max");
  expect_refused<Ballast>("@@{name: b, min: 1, max: 4}", "start: must lie from min to max");
}

TEST(MovingMassConfigs, StartWithinTheirLimits) {
  EXPECT_EQ(taken<MovingMass>("{name: m, mass_kg: 2, offset_max_m: 0.1}").mass_kg, 2);
  expect_refused<MovingMass>("{name: m, mass_kg: 2, @@offset_max_m: 0}",
                                   "offset_max_m: must be above offset_min_m");
  expect_refused<MovingMass>("{name: m, mass_kg: 2, offset_max_m: 0.1, @@start_m: 0.2}",
                                   "start_m: must lie within the limits");
  expect_refused<MovingMass>(
      "{name: m, mass_kg: 2, offset_max_m: 0.1, @@axis: [0, 0, 0]}", "axis: must not be zero");
  expect_refused<MovingMass>("{name: m, mass_kg: @@0, offset_max_m: 0.1}",
                                   "mass_kg: expected a number above 0, found '0'");
}

const std::string kHull = "{name: hull, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}";
const std::string kArm = "name: arm, mass_kg: 1, inertia_kg_m2: [1, 1, 1], joint: {}";

TEST(VehicleModels, AreTreesOfLinks) {
  const auto model =
      taken<VehicleModelConfig>("{name: v, links: [" + kHull + ", {" + kArm + ", parent: hull}]}");
  EXPECT_EQ(model.links[1].parent, "hull");
  expect_refused<VehicleModelConfig>("@@name: v", "links: a vehicle needs at least one link");
  expect_refused<VehicleModelConfig>(
      "name: v\nlinks:\n- {" + kArm + ", @@parent: hull}\n",
      "links[0].parent: the first link is the hull and has no parent");
  expect_refused<VehicleModelConfig>(
      "name: v\nlinks:\n- " + kHull + "\n- {" + kArm + ", @@parent: wing}\n",
      "links[1].parent: 'wing' is no earlier link of this vehicle");
  expect_refused<VehicleModelConfig>(
      "name: v\nlinks:\n- " + kHull + "\n- {" + kArm + ", @@parent: arm}\n",
      "links[1].parent: 'arm' is no earlier link of this vehicle");
}

TEST(VehicleModels, PartsHaveNamesOfTheirOwn) {
  expect_refused<VehicleModelConfig>(
      "name: v\nlinks: [" + kHull +
          "]\nthrusters:\n- {name: t, direction: [1, 0, 0]}\n- {name: @@t, direction: [1, 0, 0]}\n",
      "thrusters[1].name: 't' is used twice; expected a unique name");
  expect_refused<VehicleModelConfig>(
      "name: v\nlinks: [" + kHull + "]\nsensors: [!imu {name: i}, !gps {name: @@i}]\n",
      "sensors[1].name: 'i' is used twice; expected a unique name");
}

// --- Controllers.

TEST(ControllerConfigs, AreChosenByTag) {
  const auto model = taken<VehicleModelConfig>(
      "{name: v, links: [" + kHull + "], controller: !body {surge: {velocity: {p: 3}}}}");
  EXPECT_EQ(model.controller.as<BodyController>()->surge.velocity.proportional, 3);
  EXPECT_EQ(model.controller.as<BodyController>()->yaw.velocity_limit, 1e9);
  expect_refused<VehicleModelConfig>(
      "{name: v, links: [" + kHull + "], controller: @@!pid {}}",
      "controller: unknown kind '!pid' (one of: body, autopilot, differential, weighted); a kind "
      "of an extension needs --extensions DIR");
  expect_refused<VehicleModelConfig>(
      "{name: v, links: [" + kHull + "], controller: !body {surge: {velocity: {p: @@-1}}}}",
      "controller.surge.velocity.p: expected a number of at least 0, found '-1'");
}

TEST(ControllerConfigs, HaveTheirRules) {
  expect_refused<AutopilotController>("{propeller_min: 1, @@propeller_max: 0.5}",
                                  "propeller_max: must be above propeller_min");
  expect_refused<AutopilotController>(
      "pitch_limit_deg: @@90", "pitch_limit_deg: expected a number above 0 and at most 89, found '90'");
  expect_refused<DifferentialController>(
      "@@port: left", "'starboard' is missing in differential: Thruster on the right.");
  expect_refused<WeightedController>("@@{port: l, starboard: r}",
                                 "'vertical' is missing in weighted: Vertical thruster.");
  expect_refused<BodyController>(
      "rate_hz: @@0.05", "rate_hz: expected a number from 0.1 to 10000, found '0.05'");
}

}  // namespace vehicle_config_test
}  // namespace hadal::scenario

// Every note and every refusal of a start, word for word, and that what is right gets none.
#include "simulation/notes.h"

#include <gtest/gtest.h>

#include "base/test_source_folder.h"
#include "simulation/shared_world.h"

namespace hadal::simulation {
namespace notes_test {

Result<std::shared_ptr<const SharedWorld>> load(const std::string& yaml) {
  Result<LoadedScenario> loaded =
      load_scenario_text("format: 1\n" + yaml, "s.yaml", {{}, {test::source_folder()}});
  if (!loaded) return loaded.problems();
  return SharedWorld::load(loaded.value());
}

std::string refusal(const std::string& yaml) {
  const auto shared = load(yaml);
  return shared ? "" : shared.problems().text();
}

std::string notes(const std::string& yaml) {
  const auto shared = load(yaml);
  if (!shared) return "refused: " + shared.problems().text();
  std::string text;
  for (const Problem& problem : shared.value()->world.notes)
    text += (text.empty() ? "" : "\n") + to_string(problem);
  return text;
}

const std::string kGround = "environment: {seabed: !flat {depth_m: 10}}\n";
std::string rov_at(const std::string& pose) {
  return "vehicles:\n  - {name: rov, model: bluerov2, pose: {" + pose + "}}\n";
}
std::string box(const std::string& name, const std::string& size, const std::string& keys) {
  return "  - {name: " + name + ", shapes: {physics: [!box {size_m: " + size +
         "}]}, material: steel,\n     " + keys + "}\n";
}

TEST(Start, BelowTheGroundIsRefused) {
  EXPECT_EQ(refusal(kGround + rov_at("depth_m: 26")),
            "s.yaml:4:40: vehicles[0].pose: 'rov' starts below the ground: at a depth of 26 m, "
            "where the seabed is at 10 m");
  EXPECT_EQ(refusal(kGround + rov_at("depth_m: 9.9")), "");
  EXPECT_EQ(refusal(rov_at("depth_m: 26")), "");
}

TEST(Start, WhatIsFixedKinematicOrLaidOnTheGroundMayStandInIt) {
  EXPECT_EQ(refusal(kGround + "objects:\n" +
                    box("pile", "[1, 1, 8]", "fixed: true, pose: {depth_m: 12}") +
                    box("block", "[1, 1, 1]",
                        "pose: {north_m: 5, on_seabed: true, buried_m: 0.8}")),
            "");
  EXPECT_EQ(refusal(kGround + "vehicles:\n  - {name: rov, model: bluerov2, kinematic: true, pose: "
                              "{depth_m: 26}}\n"),
            "");
}

TEST(Start, InsideAnotherBodyIsRefused) {
  const std::string wall =
      "objects:\n" + box("wall", "[1, 20, 8]", "fixed: true, pose: {depth_m: 5}");
  EXPECT_EQ(refusal(rov_at("depth_m: 5, north_m: 0.2") + wall),
            "s.yaml:3:40: vehicles[0].pose: 'rov' starts inside 'wall'");
  EXPECT_EQ(refusal(rov_at("depth_m: 5, north_m: 1.5") + wall), "");
  // What touches, or dips in, is left to the contacts.
  EXPECT_EQ(refusal(rov_at("depth_m: 5, north_m: 0.7") + wall), "");
  EXPECT_EQ(refusal("vehicles:\n  - {name: a, model: bluerov2, pose: {depth_m: 5}}\n"
                    "  - {name: b, model: bluerov2, pose: {depth_m: 5.05}}\n"),
            "s.yaml:3:38: vehicles[0].pose: 'a' starts inside 'b'");
}

TEST(Notes, RateAboveTheSteps) {
  const auto rov = [](const std::string& sensor) {
    return "step_s: 0.01\nvehicles:\n  - name: rov\n    model: bluerov2\n    pose: {depth_m: 5}\n"
           "    sensors:\n    - " + sensor + "\n";
  };
  EXPECT_EQ(notes(rov("!imu {name: own, rate_hz: 250}")),
            "s.yaml:8:24: vehicles[0].sensors[0].rate_hz: 250 Hz is above the rate of steps and "
            "gives 100 Hz; lower it, or set step_s: 0.004");
  EXPECT_EQ(notes(rov("!imu {name: own, rate_hz: 100}")), "");
}

TEST(Notes, YearOutsideOfTheMagneticModel) {
  const auto rov = [](const std::string& start, const std::string& keys) {
    return "clock: {start: " + start + "}\n" + keys +
           "vehicles:\n  - {name: rov, model: bluerov2, pose: {depth_m: 5}, sensors: [!compass "
           "{name: card}]}\n";
  };
  const std::string note =
      "s.yaml:2:9: clock.start: the World Magnetic Model covers 2025 to 2029: 'rov/";
  EXPECT_EQ(notes(rov("2019-06-01", "")).substr(0, note.size()), note);
  EXPECT_EQ(notes(rov("2026-06-01", "")), "");
  EXPECT_EQ(notes(rov("2019-06-01", "environment: {magnetic_field: dipole}\n")), "");
}

TEST(Notes, ExpectationThatIsNeverJudged) {
  const auto expect = [](const std::string& keys) {
    return "duration_s: 20\n" + rov_at("depth_m: 5") + "expect:\n  - {that: depth(rov) < 99, " +
           keys + "}\n";
  };
  EXPECT_EQ(notes(expect("after_s: 30")),
            "s.yaml:6:29: expect[0].after_s: it begins at 30 s, after the end of the run at 20 s: "
            "it is never judged, so that the run fails");
  EXPECT_EQ(notes(expect("after_s: 20")), "");
  EXPECT_EQ(notes(expect("until_s: 30")), "");
}

// A torpedo with a cruciform tail whose axes point outwards along each fin.
std::string torpedo(const std::string& rudders, const std::string& elevators) {
  const auto fin = [](const char* name, const char* position, const char* axis) {
    return std::string("    - !fin {name: ") + name + ", position_m: " + position +
           ", axis: " + axis + ", area_m2: 0.01}\n";
  };
  return "vehicles: [{name: auv, model: torpedo, pose: {depth_m: 5}}]\nvehicle_models:\n"
         "  - name: torpedo\n"
         "    links: [{name: hull, mass_kg: 30, inertia_kg_m2: [1, 5, 5], volume_m3: 0.03}]\n"
         "    actuators:\n" +
         fin("top", "[-0.7, 0, -0.1]", "[0, 0, -1]") +
         fin("bottom", "[-0.7, 0, 0.1]", "[0, 0, 1]") +
         fin("port", "[-0.7, -0.1, 0]", "[0, -1, 0]") +
         fin("starboard", "[-0.7, 0.1, 0]", "[0, 1, 0]") +
         "    - !thruster {name: screw, direction: [1, 0, 0]}\n"
         "    controller: !autopilot\n      rudders: " + rudders + "\n      elevators: " +
         elevators + "\n      propellers: [screw]\n";
}

TEST(Notes, FinThatTurnsTheOtherWay) {
  const std::string text = notes(torpedo("[top, bottom]", "[port, starboard]"));
  EXPECT_EQ(text,
            "s.yaml:13:22: vehicle_models[0].controller.rudders[1]: a positive command of fin "
            "'bottom' does the opposite of what the autopilot asks: it should turn the vehicle to "
            "starboard; turn its axis round, or write '-bottom' here\n"
            "s.yaml:14:25: vehicle_models[0].controller.elevators[1]: a positive command of fin "
            "'starboard' does the opposite of what the autopilot asks: it should lift its nose; "
            "turn its axis round, or write '-starboard' here");
  EXPECT_EQ(notes(torpedo("[top, -bottom]", "[port, -starboard]")), "");
  EXPECT_EQ(notes(torpedo("[port]", "[]")),
            "s.yaml:13:17: vehicle_models[0].controller.rudders[0]: fin 'port' does not turn the "
            "vehicle to starboard at all; check its axis, position_m and area_m2");
}

std::string camera(const std::string& depth, const std::string& environment,
                   const std::string& more = "") {
  return "environment: {" + environment + "}\nvehicles:\n  - name: rov\n    model: hull\n" +
         "    pose: {depth_m: " + depth + "}\n    sensors:\n    - !camera {name: eye, " +
         "position_m: [0.6, 0, 0]}\nvehicle_models:\n  - name: hull\n    links: [{name: hull, " +
         "material: steel, shapes: {physics: [!box {size_m: [1, 0.5, 0.4]}]}}]\n" + more;
}

TEST(Notes, CameraInTheDark) {
  const std::string dark = notes(camera("5", "sky: {sun_elevation_deg: -30, moon: false}"));
  EXPECT_NE(dark.find("s.yaml:8:7: vehicles[0].sensors[0]: the camera starts in the dark: "),
            std::string::npos) << dark;
  EXPECT_NE(dark.find(" lx come down to it, and no lamp is within 10 m; add lamps to the vehicle, "
                      "set clock.start to the day, or environment.sky.sun_elevation_deg"),
            std::string::npos) << dark;
  EXPECT_NE(notes(camera("600", "sky: {sun_elevation_deg: 50}")).find("in the dark"),
            std::string::npos);
  EXPECT_EQ(notes(camera("5", "sky: {sun_elevation_deg: 50}")), "");
  EXPECT_EQ(notes(camera("60", "sky: {sun_elevation_deg: 20}")), "");
  EXPECT_EQ(notes(camera("600", "sky: {sun_elevation_deg: 50}",
                         "    lamps: [!spot {name: lamp, position_m: [0.6, 0.1, 0]}]\n")),
            "");
}

TEST(Notes, InstrumentInsideAnotherBody) {
  const std::string wall =
      "objects:\n" + box("wall", "[1, 20, 8]", "fixed: true, pose: {north_m: 1, depth_m: 5}");
  const std::string day = "sky: {sun_elevation_deg: 50}";
  const std::string expected =
      "s.yaml:8:27: vehicles[0].sensors[0].position_m: 'rov/eye' starts inside 'wall' and sees "
      "nothing else; move 'rov' or the instrument";
  EXPECT_EQ(notes(camera("5", day, wall)), expected);
  std::string sonar = camera("5", day, wall);
  sonar.replace(sonar.find("!camera"), 7, "!imaging_sonar");
  EXPECT_NE(notes(sonar).find("'rov/eye' starts inside 'wall'"), std::string::npos);
  EXPECT_EQ(notes(camera("15", day, wall)), "");
}

// Righting moment m g z_G sin t, with the centre of buoyancy in the origin; from
// U = sqrt(m g z_G / (Zw' - Xu')) = sqrt(40 9.7803 0.02 / 61.2) = 0.3576 m/s on it does not stay
// level.
std::string frame(const std::string& keys) {
  return "vehicles: [{name: rov, model: frame, pose: {depth_m: 5}}]\nvehicle_models:\n"
         "  - name: frame\n    size_m: [0.5, 0.4, 0.2]\n    links:\n"
         "    - {name: hull, mass_kg: 40, center_of_mass_m: [0, 0, 0.02], added_mass: [10.4, 50, "
         "71.6, 1, 1, 1],\n       shapes: {physics: [!box {size_m: [0.5, 0.4, 0.2]}]},\n       " +
         keys + "}\n    actuators: [!thruster {name: screw, model: t200_16v, direction: [1, 0, 0]}]\n";
}

TEST(Notes, HullThatTheMunkMomentPitches) {
  EXPECT_EQ(notes(frame("damping: {quadratic: [50, 100, 100, 1, 1, 1]}")),
            "s.yaml:7:7: vehicle_models[0].links[0].added_mass_coriolis: from 0.3576 m/s on, the "
            "Munk moment of potential flow pitches 'rov'; round a bluff or open hull the flow "
            "separates and most of it does not arise: consider added_mass_coriolis: no_munk "
            "(docs/dynamics.md)");
  EXPECT_EQ(notes(frame("damping: {quadratic: [50, 100, 100, 1, 1, 1]}, "
                        "added_mass_coriolis: no_munk")),
            "");
  // Thrust of about 51 N: a top speed of 0.16 m/s.
  EXPECT_EQ(notes(frame("damping: {quadratic: [2000, 100, 100, 1, 1, 1]}")), "");
}

TEST(Notes, DeadReckoningOutOfReachOfTheBottom) {
  const auto navigator = [](const std::string& depth_m) {
    return "environment: {seabed: !flat {depth_m: 100}}\nvehicles:\n  - name: rov\n"
           "    model: bluerov2\n    pose: {depth_m: " + depth_m + "}\n    navigation: nav\n"
           "    sensors:\n    - !dvl {name: dvl, max_range_m: 50}\n    - !depth {name: depth}\n"
           "    - !compass {name: pointer}\n    - !dead_reckoning {name: nav, velocity: dvl, depth: "
           "depth, heading: pointer}\n";
  };
  EXPECT_EQ(notes(navigator("45")),
            "s.yaml:7:5: vehicles[0].navigation: at its start 'rov' has no bottom within the 50 m "
            "of 'dvl': without it dead reckoning keeps the last velocity that it had");
  EXPECT_EQ(notes(navigator("55")), "");
}

TEST(Start, DeadReckoningWithoutItsDvlIsRefusedOnce) {
  EXPECT_EQ(refusal("vehicles:\n  - name: rov\n    model: bluerov2\n    pose: {depth_m: 5}\n"
                    "    sensors:\n    - !depth {name: d}\n    - !dead_reckoning {name: nav, "
                    "velocity: dvx, depth: d, heading: compass}\n"),
            "s.yaml:8:35: vehicles[0].sensors[1].velocity: no sensor with a column "
            "covariance_xx_m2_s2 'dvx'");
}

}  // namespace notes_test
}  // namespace hadal::simulation

// Whole runs with shapes: what must not move, and what is refused or told before a run.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "geometry/export.h"
#include "geometry/mass_properties.h"
#include "geometry/primitives.h"
#include "hadal/run.h"
#include "small_world.h"

namespace hadal {
namespace hull_and_ground_test {

Vec3 position(const simulation::Simulation& s, const std::string& name) {
  return s.state().p_NL_N[s.world().vehicles[s.world().find_vehicle(name)].links.begin];
}

// The boat of scenarios/boat_sea_state_4.yaml.
std::string boat(const std::string& pose) {
  return R"(
format: 1
step_s: 0.01
duration_s: 1000
objects:
  - name: boat
    links:
      - name: hull
        mass_kg: 2600
        center_of_mass_m: [-0.2, 0, 0.15]
        inertia_kg_m2: [1700, 8000, 8500]
        shapes: {physics: [!ship_hull {length_m: 7, beam_m: 2.4, depth_m: 1.4}]}
        hydrodynamics: geometry
        surface_drag: {quadratic: [0.3, 1, 1], linear: [0.1, 0.3, 0.3], air: 1}
        added_mass_from: ellipsoid
        damping: {linear: [0, 0, 0, 2500, 4000, 2000]}
    pose: {)" +
         pose + "}\n";
}

// The pressure on a closed surface has no horizontal resultant: afloat at rest, the boat stays.
TEST(Boat, DoesNotDriftInCalmWaterWithoutWind) {
  constexpr double kDrift_m = 0.01;
  const auto s = test::simulate(boat("depth_m: -0.26895, pitch_deg: -1.0865"));
  const Vec3 start = position(*s, "boat");
  test::run_steps(*s, 12000);
  EXPECT_LT((position(*s, "boat") - start).norm(), kDrift_m);
}

// Let go too deep and out of trim it heaves and pitches, and its slanting bow turns some of that
// into way astern. Nothing keeps that up: it only dies away, in minutes, for a fair hull glides.
TEST(Boat, TheWayFromALaunchDiesAway) {
  const auto s = test::simulate(boat("depth_m: 0"));
  const auto speed = [&] { return s->state().nu_L[0].head<3>().norm(); };
  test::run_steps(*s, 6000);
  const double early = speed();
  test::run_steps(*s, 6000);
  EXPECT_LT(speed(), 0.8 * early);
  test::run_steps(*s, 48000);
  EXPECT_LT(speed(), 0.1 * early);
}

// Held by static friction alone: tan 20 = 0.364 lies between the dynamic and the static one.
TEST(Ground, AnObjectLaidOnASlopeStays) {
  const auto s = test::simulate(R"(
format: 1
step_s: 0.002
environment: {seabed: !flat {depth_m: 100, slope_deg: 20, resolution_m: 0.5, bottom: {material: ground}}}
materials: [{name: ground, density_kg_m3: 2000}, {name: block, density_kg_m3: 2500}]
friction: [{between: [ground, block], static: 0.42, dynamic: 0.2}]
objects:
  - {name: block, material: block, pose: {on_seabed: true, north_m: 3.3, heading_deg: 25}, shapes: {physics: [!box {size_m: [0.5, 0.4, 0.1]}]}}
)");
  const Vec3 start = position(*s, "block");
  test::run_steps(*s, 2500);
  EXPECT_LT((position(*s, "block") - start).norm(), 5e-3);
}

// --- What is told before a run.

class Told : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  CheckResult check(const std::string& yaml) const {
    std::ofstream(folder_ / "s.yaml") << "format: 1\nduration_s: 0.1\n" << yaml;
    RunOptions options;
    options.model_folders = {test::source_folder()};
    return check_scenario((folder_ / "s.yaml").string(), options);
  }
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("hadal_told_" + std::to_string(::getpid()));
};

TEST_F(Told, RepairedMeshesAreNotes) {
  geometry::TriangleMesh cube = geometry::box({1, 1, 1});
  geometry::turn_inside_out(cube);
  ASSERT_TRUE(geometry::write_ply(cube, folder_ / "cube.ply").empty());
  const std::string yaml =
      "objects:\n  - name: cube\n    material: steel\n    shapes: {physics: [!mesh {file: "
      "cube.ply}]}\n";
  const CheckResult found = check(yaml);
  EXPECT_TRUE(found.problems.empty());
  ASSERT_EQ(found.notes.size(), 1u);
  EXPECT_NE(found.notes[0].find("s.yaml:6:"), std::string::npos) << found.notes[0];
  EXPECT_NE(found.notes[0].find("inside out"), std::string::npos) << found.notes[0];
  RunOptions options;
  options.model_folders = {test::source_folder()};
  const RunSummary run = run_scenario((folder_ / "s.yaml").string(), options);
  EXPECT_EQ(run.notes, found.notes);
  EXPECT_NE(run.json.find("inside out"), std::string::npos);
}

TEST_F(Told, AStartBeyondTheSeabedIsRefused) {
  const std::string slope = test::source_folder() + "/models/terrain/continental_slope.tif";
  const std::string yaml =
      "origin: {lat_deg: 41.31, lon_deg: 3.6}\nenvironment: {seabed: !bathymetry {raster: " +
      slope + "}}\nvehicles: [{name: rov, model: bluerov2, pose: {north_m: 900000, depth_m: 5}}]\n";
  const CheckResult found = check(yaml);
  ASSERT_FALSE(found.problems.empty());
  EXPECT_NE(found.problems[0].find("s.yaml:5:"), std::string::npos) << found.problems[0];
  EXPECT_NE(found.problems[0].find("'rov' starts at 900000 m north, 0 m east, where "
                                   "environment.seabed has no data"),
            std::string::npos)
      << found.problems[0];
}

}  // namespace hull_and_ground_test
}  // namespace hadal

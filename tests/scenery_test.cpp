// Scenery in whole runs: fish that flock, flee and gather again, weed that leans with the current,
// plankton that drifts, the same bits for any number of threads and after a snapshot, labels.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "environment/life/living.h"
#include "small_world.h"

namespace hadal {
namespace scenery_test {

using environment::kFishValues;
using environment::kSchoolValues;

// A kinematic sphere over level sand, with a camera if asked for.
std::string world(const std::string& scenery, const std::string& camera = {},
                  const std::string& more = {}) {
  return R"(
format: 1
seed: 5
duration_s: 100
step_s: 0.05
origin: {lat_deg: 40}
clock: {start: "2026-06-21T11:00:00Z"}
vehicle_models:
  - name: ball
    links:
      - {name: hull, mass_kg: 100, inertia_kg_m2: [5, 5, 5], volume_m3: 0.1, shapes: {visual: [!sphere {radius_m: 0.4}]}}
vehicles:
  - name: ball
    model: ball
    kinematic: true
    pose: {north_m: -12, depth_m: 6}
    sensors: [)" +
         camera + "]\nscenery:\n" + scenery + more;
}
const std::string kSea = "environment:\n  seabed: !flat {depth_m: 10, bottom: {material: sand}}\n";
const std::string kSchool =
    "  - !fish_school {name: school, fish: 60, home: [0, 0], home_radius_m: 8, depth_m: 6, "
    "layer_m: "
    "0.8, alarm_decay_s: 2}\n";

struct Fish {
  std::vector<Vec3> positions_N;
  double max_alarm = 0, mean_alarm = 0;
  Vec3 middle_N = Vec3::Zero();
  double radius_m = 0;  // root of the mean square from the middle
};
Fish fish_of(const simulation::Simulation& s, size_t count) {
  Fish out;
  for (size_t i = 0; i < count; ++i) {
    const double* v = &s.state().fish[kSchoolValues + kFishValues * i];
    out.positions_N.emplace_back(v[0], v[1], v[2]);
    out.middle_N += out.positions_N.back() / static_cast<double>(count);
    out.max_alarm = std::max(out.max_alarm, v[6]);
    out.mean_alarm += v[6] / static_cast<double>(count);
  }
  for (const Vec3& p_N : out.positions_N)
    out.radius_m += (p_N - out.middle_N).squaredNorm() / static_cast<double>(count);
  out.radius_m = std::sqrt(out.radius_m);
  return out;
}

TEST(Scenery, FishFlockFleeFromARushAndGatherAgain) {
  const auto s = test::simulate(
      world(kSchool, "",
            kSea + "mission:\n  - !velocity {vehicle: ball, velocity: [0, 0, 0, 0, 0, 0], "
                   "duration_s: 12}\n  - !velocity {vehicle: ball, velocity: [2, 0, 0, 0, 0, 0], "
                   "duration_s: 6}\n  - !velocity {vehicle: ball, velocity: [2, 0, 0, 0, 0, 0], "
                   "duration_s: 100}\n"));
  ASSERT_EQ(s->state().fish.size(), kSchoolValues + 60 * kFishValues);
  EXPECT_TRUE(s->state().drift_m.empty());
  test::run_steps(*s, 12 * 20);
  const Fish calm = fish_of(*s, 60);
  EXPECT_LT(calm.max_alarm, 1e-2);
  EXPECT_LT(calm.radius_m, 2.5);                         // a school, not a crowd over its range
  EXPECT_LT((calm.middle_N - Vec3(0, 0, 6)).norm(), 8);  // at home
  EXPECT_NEAR(calm.middle_N.z(), 6, 0.5);                // and at its depth
  double max = 0, widest = 0;
  for (int step = 0; step < 9 * 20; ++step) {
    test::run_steps(*s, 1);
    const Fish now = fish_of(*s, 60);
    max = std::max(max, now.mean_alarm), widest = std::max(widest, now.radius_m);
    for (const Vec3& p_N : now.positions_N)
      EXPECT_GT((p_N - s->state().p_NL_N[0]).norm(), 0.4);  // nobody is run over
  }
  EXPECT_GT(max, 0.3);
  EXPECT_GT(widest, 1.15 * calm.radius_m);
  test::run_steps(*s, 25 * 20);
  const Fish after = fish_of(*s, 60);
  EXPECT_LT(after.mean_alarm, 0.05);
  EXPECT_LT(after.radius_m, 0.9 * widest);
}

constexpr const char* kDown =
    "!camera {name: cam, rate_hz: 4, width_px: 96, height_px: 96, view_deg: 60, rpy_deg: [0, -90, "
    "0], labels: [depth, instance, semantic, position], noise: {strength: 0}}";
const std::string kMeadow =
    "  - !seagrass {name: meadow, box: [-14, -10, -2, 2], density_m2: 20, patchiness: 0, max_tilt_deg: "
    "0, length_m: 0.8, width_m: 0.03, leaves: 12}\n";

// Mean place of the upper halves of all plants in the picture.
Vec3 canopy(const std::string& current, int frames) {
  const auto s = test::simulate(world(kMeadow, kDown, kSea + current));
  test::run_steps(*s, 5 * frames);
  const Frame& frame = s->frames().frame(0);
  const auto position = frame.plane("position_m").floats();
  const auto instance = frame.plane("instance").ints();
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (size_t i = 0; i < instance.size(); ++i) {
    if (instance[i] < 3 || position[3 * i + 2] > 9.75) continue;  // ball and ground come first
    sum += Vec3(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
    ++count;
  }
  EXPECT_GT(count, 100);
  return sum / count;
}

TEST(Scenery, WeedLeansWithTheCurrent) {
  const auto toward = [](double deg) {
    return canopy("  currents: [!uniform {name: drift, speed_m_s: 0.3, toward_deg: " +
                      std::to_string(deg) + "}]\n",
                  2);
  };
  const Vec3 east = toward(90), west = toward(270), north = toward(0), still = canopy("", 2);
  EXPECT_GT(east.y() - west.y(), 0.25);
  EXPECT_LT(std::abs(east.x() - west.x()), 0.5 * (east.y() - west.y()));  // others come into view
  EXPECT_GT(north.x() - 0.5 * (east.x() + west.x()), 0.12);
  EXPECT_LT(still.z(), east.z() - 0.03);  // stands higher when nothing bends it
}

TEST(Scenery, WeedMovesFromStampToStamp) {
  const auto s = test::simulate(world(
      kMeadow, kDown, kSea + "  waves: !regular {height_m: 1, period_s: 5, toward_deg: 90}\n"));
  test::run_steps(*s, 3);
  const Frame first = s->frames().frame(0);
  test::run_steps(*s, 10);
  const Frame second = s->frames().frame(0);
  const auto a = first.plane("instance").ints(), b = second.plane("instance").ints();
  int differs = 0;
  for (size_t i = 0; i < a.size(); ++i) differs += a[i] != b[i];
  EXPECT_GT(differs, 200);
}

const std::string kAll =
    "  - !seagrass {name: meadow, box: [-14, -8, -2, 2], density_m2: 4}\n"
    "  - !kelp {name: kelp, circle: [-9, 0, 2], density_m2: 0.5, length_m: 3}\n"
    "  - !rocks {name: rocks, box: [-14, -6, -3, 3], density_m2: 0.5, radius_m: 0.4}\n"
    "  - !corals {name: corals, on: rocks, box: [-14, -6, -3, 3], density_m2: 3, forms: [bush, "
    "sponge]}\n"
    "  - !starfish {name: stars, circle: [-10, 0, 3], density_m2: 0.5}\n"
    "  - !fish_school {name: school, fish: 40, home: [-9, 0], home_radius_m: 4, altitude_m: 2}\n"
    "  - !marine_snow {name: snow, density_m3: 500}\n"
    "  - !plankton_emitter {name: plankton, centre: [-10, 0, 7], size_m: [8, 8, 4], rate_hz: 50}\n"
    "  - !bubbles {name: bubbles, source: [-9, 0.5, 0], on_seabed: true}\n";
constexpr const char* kAhead =
    "!camera {name: cam, rate_hz: 4, width_px: 96, height_px: 72, view_deg: 80, rpy_deg: [0, -35, "
    "0], exposure: {time_s: 0.1}, labels: [depth, instance, semantic, position, flow]}";
const std::string kMoving =
    "  waves: !regular {height_m: 0.5, period_s: 4, toward_deg: 60}\n"
    "  currents: [!uniform {name: drift, speed_m_s: 0.2, toward_deg: 30}, !gauss_markov {name: "
    "gusts, std_m_s: 0.1, correlation_time_s: 3}]\n"
    "mission:\n  - !velocity {vehicle: ball, velocity: [0.3, 0, 0, 0, 0, 0.05], duration_s: 100}\n";

uint64_t hash_after(int threads, int steps) {
  const auto s = test::simulate(world(kAll, kAhead, kSea + kMoving), threads);
  test::run_steps(*s, steps);
  EXPECT_NE(s->state().frame_hash[0], 0);
  return state_hash(s->state());
}

TEST(Scenery, ThreadsDoNotChangeABit) {
  const uint64_t one = hash_after(1, 14);
  EXPECT_EQ(one, hash_after(2, 14));
  EXPECT_EQ(one, hash_after(4, 14));
}

TEST(Scenery, ASnapshotWithAPictureUnderWayContinuesBitForBit) {
  const std::string yaml = world(kAll, kAhead, kSea + kMoving);
  const auto first = test::simulate(yaml), second = test::simulate(yaml);
  test::run_steps(*first, 11);  // a frame was taken at tick 10
  ASSERT_GE(*std::max_element(first->state().frame_taken.begin(), first->state().frame_taken.end()),
            0);
  ASSERT_TRUE(second->restore(first->save()));
  test::run_steps(*first, 9), test::run_steps(*second, 9);
  EXPECT_EQ(state_hash(first->state()), state_hash(second->state()));
}

// The number that a fish has in the label is that of its place in the state, frame after frame.
TEST(Scenery, FishKeepTheirNumbers) {
  const auto s = test::simulate(world(
      "  - !fish_school {name: school, fish: 30, length_m: 0.6, home: [-6, 0], home_radius_m: 3, "
      "depth_m: 6, layer_m: 1}\n",
      "!camera {name: cam, rate_hz: 5, width_px: 160, height_px: 120, view_deg: 70, exposure: "
      "{time_s: 0.001}, labels: [instance, semantic, position]}",
      kSea));
  const int fish_material = s->world().materials.find("fish");
  ASSERT_GE(fish_material, 0);
  std::map<int, int> frames_of;
  for (int number = 0; number < 3; ++number) {
    test::run_steps(*s, 4);
    const Frame& frame = s->frames().frame(0);
    const auto position = frame.plane("position_m").floats();
    const auto instance = frame.plane("instance").ints(), semantic = frame.plane("semantic").ints();
    const Fish fish = fish_of(*s, 30);
    std::map<int, bool> seen;
    for (size_t i = 0; i < instance.size(); ++i) {
      if (semantic[i] != fish_material) continue;
      const int index = instance[i] - 3;  // nothing, ground, the ball
      ASSERT_TRUE(index >= 0 && index < 30) << instance[i];
      const Vec3 p_N(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
      EXPECT_LT((p_N - fish.positions_N[static_cast<size_t>(index)]).norm(), 0.45);
      seen[index] = true;
    }
    for (const auto& [index, shown] : seen) frames_of[index] += shown;
  }
  const auto always = std::count_if(frames_of.begin(), frames_of.end(),
                                    [](const auto& entry) { return entry.second == 3; });
  EXPECT_GT(always, 8);
}

TEST(Scenery, DriftIsTheWayOfTheWater) {
  const auto s = test::simulate(world(
      "  - !plankton_emitter {name: plankton}\n", "",
      "environment:\n  currents: [!uniform {name: drift, speed_m_s: 0.3, toward_deg: 90}]\n"));
  test::run_steps(*s, 40);
  ASSERT_EQ(s->state().drift_m.size(), 3u);
  EXPECT_NEAR(s->state().drift_m[0], 0, 1e-12);
  EXPECT_NEAR(s->state().drift_m[1], 0.3 * 2, 1e-12);
  EXPECT_TRUE(s->state().fish.empty());
}

// Light of the picture with plankton and a lamp at so many metres to the left of the camera.
double light_with_lamp(double aside_m, bool plankton) {
  const auto s = test::simulate(world(
      plankton ? "  - !plankton_emitter {name: plankton, centre: [-9, 0, 6], size_m: [8, 8, 6], "
                 "rate_hz: 500, life_s: [20, 30]}\n"
               : "  - !plankton_emitter {name: plankton, centre: [90, 0, 6], size_m: [1, 1, 1]}\n",
      "!camera {name: cam, rate_hz: 4, width_px: 96, height_px: 72, view_deg: 70, linear: true, "
      "position_m: [0.5, 0, 0]}]\n    lamps: [!spot {name: lamp, position_m: [0.5, " +
          std::to_string(-aside_m) + ", 0], beam_deg: 50, edge_deg: 10}",
      "environment:\n  optics: {water_type: pure}\n  sky: {sun_elevation_deg: -40, moon: "
      "false}\n"));
  test::run_steps(*s, 2);
  double sum = 0;
  for (const float value : s->frames().frame(0).plane("linear").floats()) sum += value;
  return sum;
}

TEST(Scenery, BackscatterFadesAsTheLampMovesAside) {
  const double near = light_with_lamp(0.1, true) - light_with_lamp(0.1, false);
  const double far = light_with_lamp(0.8, true) - light_with_lamp(0.8, false);
  EXPECT_GT(far, 0);
  EXPECT_GT(near, 2 * far);
}

std::string problem(const std::string& scenery, const std::string& sea) {
  const Result<LoadedScenario> loaded =
      load_scenario_text(world(scenery, "", sea), "test.yaml", test::options());
  if (!loaded) return loaded.problems().text();
  const auto created = simulation::Simulation::create(loaded.value(), 1);
  return created ? "" : created.problems().text();
}

TEST(Scenery, RefusesWhatCannotBe) {
  const std::string twice = kSchool + kSchool;
  EXPECT_NE(problem(twice, kSea).find("school"), std::string::npos);
  EXPECT_NE(problem(kMeadow, "").find("test.yaml:"), std::string::npos);
  EXPECT_NE(problem(kMeadow, "").find("give environment.seabed"), std::string::npos);
  EXPECT_NE(problem("  - !fish_school {name: a, altitude_m: 2}\n", "").find("altitude_m"),
            std::string::npos);
  EXPECT_NE(
      problem("  - !corals {name: a, on: rocs, box: [0, 1, 0, 1]}\n", kSea).find("no rocks 'rocs'"),
      std::string::npos);
  EXPECT_NE(problem("  - !rocks {name: a, box: [0, 1, 0, 1], material: cheese}\n", kSea)
                .find("no material 'cheese'"),
            std::string::npos);
  EXPECT_NE(
      problem("  - !seagrass {name: a, box: [0, 1, 0, 1], seen_by: [eye]}\n", kSea).find("seen_by"),
      std::string::npos);
  EXPECT_EQ(problem("  - !fish_school {name: a, depth_m: 4}\n", ""), "");
}

}  // namespace scenery_test
}  // namespace hadal

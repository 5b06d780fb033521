// Cameras in whole runs: the same bits for any number of threads and after a snapshot, labels that
// agree with the geometry and with each other, lamps and turbidity that act at once, above the
// water, bad lenses.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "camera_world.h"

namespace hadal {
namespace camera_test {

constexpr double kDepth_m = 10;

// A still camera half way above level sand, a box ahead, two lamps.
std::string world(const std::string& camera, const std::string& more = {}) {
  return R"(
format: 1
seed: 3
duration_s: 10
step_s: 0.01
origin: {lat_deg: 40}
clock: {start: "2026-06-21T11:00:00Z"}
environment:
  gravity_m_s2: 9.81
  water: {density_kg_m3: 1000}
  seabed: !flat {depth_m: 10, bottom: {material: sand}}
vehicle_models:
  - name: ball
    kind: body
    links:
      - {name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02, added_mass: [10, 10, 10, 0.5, 0.5, 0.5]}
    lamps:
      - !spot {name: left, position_m: [0, -0.4, 0], rpy_deg: [0, -30, 0], flux_lm: 4000}
vehicles:
  - name: ball
    model: ball
    pose: {depth_m: 8}
    velocity: [0.2, 0, 0, 0, 0, 0.1]
    lamps:
      - !point {name: right, position_m: [0, 0.4, 0], flux_lm: 300}
    sensors:
      - !camera {name: cam, rate_hz: 10, width_px: 96, height_px: 72, view_deg: 70, rpy_deg: [0, -30, 0], )" +
         camera + R"(}
objects:
  - {name: crate, material: wood, fixed: true, shapes: {physics: [!box {size_m: [0.5, 0.5, 0.5]}]}, pose: {north_m: 3, depth_m: 9.7}}
)" + more;
}

constexpr const char* kAllLabels =
    "labels: [depth, normal, instance, semantic, albedo, transmission, position, flow, boxes], "
    "linear: true, rolling_shutter_s: 0.01";

std::vector<int64_t> hashes(const std::string& camera, int threads) {
  const auto s = test::simulate(world(camera), threads);
  std::vector<int64_t> out;
  for (int i = 0; i < 35; ++i) {
    test::run_steps(*s, 1);
    out.push_back(s->state().frame_hash[0]);
  }
  return out;
}

TEST(Camera, ThreadsDoNotChangeABit) {
  for (const char* quality : {", quality: fast", ", quality: full, exposure: {time_s: 0.03}"}) {
    const auto one = hashes(kAllLabels + std::string(quality), 1);
    EXPECT_NE(one.back(), 0);
    EXPECT_EQ(one, hashes(kAllLabels + std::string(quality), 2));
    EXPECT_EQ(one, hashes(kAllLabels + std::string(quality), 4));
  }
}

TEST(Camera, ASnapshotWithAPictureUnderWayContinuesBitForBit) {
  const std::string yaml = world("exposure: {time_s: 0.05}");
  const auto first = test::simulate(yaml), second = test::simulate(yaml);
  test::run_steps(*first, 12);
  ASSERT_TRUE(second->restore(first->save()));
  test::run_steps(*first, 20), test::run_steps(*second, 20);
  EXPECT_EQ(state_hash(first->state()), state_hash(second->state()));
}

const Frame& picture(simulation::Simulation& s, int steps = 15) {
  return test::picture(s, steps);
}

// Depth, position, normal and instance of every pixel against the plane of the ground.
TEST(Camera, LabelsAgreeWithTheGround) {
  const auto s = test::simulate(
      world("labels: [depth, normal, instance, semantic, albedo, transmission, position, flow]"));
  const Frame& frame = picture(*s);
  const auto depth = frame.plane("depth_m").floats(), position = frame.plane("position_m").floats();
  const auto normal = frame.plane("normal").floats();
  const auto instance = frame.plane("instance").ints();
  int ground = 0, crate = 0;
  for (size_t i = 0; i < depth.size(); ++i) {
    if (instance[i] == 0) {
      EXPECT_TRUE(std::isinf(depth[i]));
      continue;
    }
    const Vec3 p_N(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
    const Vec3 p_S = frame.X_NS.q.conjugate() * (p_N - frame.X_NS.p);
    EXPECT_NEAR(depth[i], p_S.x(), 1e-4);
    if (instance[i] == 1) {
      ++ground;
      EXPECT_NEAR(p_N.z(), kDepth_m, 1e-3);
      const Vec3 n_S(normal[3 * i], normal[3 * i + 1], normal[3 * i + 2]);
      EXPECT_NEAR((frame.X_NS.q * n_S - Vec3(0, 0, -1)).norm(), 0, 1e-5);
      // The pixel's ray goes there: column from the tangent, focal length 68.55 px.
      const double column = 47.5 + 48 / std::tan(35 * M_PI / 180) * p_S.y() / p_S.x();
      EXPECT_NEAR(column, static_cast<double>(i % 96), 0.01);
    } else {
      ++crate;
      EXPECT_NEAR(p_N.x(), 3, 0.26);
    }
  }
  EXPECT_GT(ground, 3000);
  EXPECT_GT(crate, 50);
}

// Boxes that hang in the water: wherever neighbours show different things there is a step of the
// depth, and the other way round.
TEST(Camera, EdgesOfThingsAreEdgesOfDepth) {
  constexpr double kStep_m = 0.75;  // sides of boxes are 0.4 m, gaps behind them more than 1 m
  constexpr int kWidth = 160, kHeight = 120;
  test::CameraWorld hanging{
      "      - !camera {name: cam, rate_hz: 5, width_px: 160, height_px: 120, view_deg: 70, "
      "rpy_deg: "
      "[0, -90, 0], labels: [instance, depth]}",
      "[0, 0, 0, 0, 0, 0]", 3};
  const char* places[] = {"north_m: 0.8, east_m: 0.6, depth_m: 6, heading_deg: 20",
                          "north_m: -0.9, east_m: -1.2, depth_m: 7.5, roll_deg: 30",
                          "north_m: 1, east_m: 0.9, depth_m: 8, heading_deg: 45",
                          "north_m: -1.4, east_m: 1.5, depth_m: 5, pitch_deg: 20"};
  for (int i = 0; i < 4; ++i)
    hanging.objects +=
        "  - {name: box" + std::to_string(i) +
        ", material: white, fixed: true, shapes: {physics: [!box {size_m: [0.4, 0.4, "
        "0.4]}]}, pose: {" +
        places[i] + "}}\n";
  const auto s = test::simulate(test::camera_world(hanging));
  const Frame& frame = picture(*s, 5);
  const auto instance = frame.plane("instance").ints();
  const auto depth = frame.plane("depth_m").floats();
  int edges = 0;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      for (const int next : {x + 1 < kWidth ? 1 : 0, y + 1 < kHeight ? kWidth : 0}) {
        const auto a = static_cast<size_t>(y * kWidth + x), b = a + static_cast<size_t>(next);
        const bool step = std::abs(depth[a] - depth[b]) > kStep_m;
        EXPECT_EQ(instance[a] != instance[b], step) << x << " " << y;
        edges += step;
      }
  EXPECT_GT(edges, 150);
}

double mean_light(const Frame& frame) {
  double sum = 0;
  for (const float value : frame.plane("linear").floats()) sum += value;
  return sum;
}

TEST(Camera, LampsAndTurbidityActAtOnce) {
  const std::string night =
      world("linear: true",
            "events:\n  - !lamp {at_s: 0.5, vehicle: ball, lamp: left, level: 0}\n"
            "  - !lamp {at_s: 1, vehicle: ball, lamp: right, level: 0}\n");
  const auto s = test::simulate(night.substr(0, night.find("2026-06-21T11")) + "2026-06-21T23" +
                                night.substr(night.find("2026-06-21T11") + 13));
  const double both = mean_light(picture(*s, 30)), one = mean_light(picture(*s, 40)),
               none = mean_light(picture(*s, 60));
  EXPECT_LT(one, 0.5 * both);
  EXPECT_GT(one, 0.001 * both);
  EXPECT_LT(none, 1e-3 * one);
  const auto day =
      test::simulate(world("linear: true, labels: [transmission]",
                           "events:\n  - !turbidity {at_s: 0.5, turbidity_ntu: 10}\n"));
  const float clear = picture(*day, 30).plane("transmission").floats()[1];
  const float turbid = picture(*day, 60).plane("transmission").floats()[1];
  EXPECT_LT(turbid, 0.5f * clear);
}

// Level, two metres above a calm sea on a clear summer day: the horizon in the middle, blue sky
// above it, below it a sea that mirrors all of the sky near the horizon and little of it at a steep
// angle.
TEST(Camera, SkyAndSeaFromAbove) {
  const auto s = test::simulate(
      test::camera_world({"      - !camera {name: cam, rate_hz: 5, width_px: 96, height_px: 72, "
                          "view_deg: 70, range_m: "
                          "200, linear: true, rpy_deg: [0, 0, 90], labels: [instance]}",
                          "[0, 0, 0, 0, 0, 0]", -2}));
  const Frame& frame = picture(*s, 5);
  const auto light = frame.plane("linear").floats();
  const auto mean = [&](int row, size_t colour) {
    double sum = 0;
    for (int x = 0; x < 96; ++x) {
      const float value = light[3 * static_cast<size_t>(row * 96 + x) + colour];
      EXPECT_TRUE(std::isfinite(value) && value >= 0);
      sum += static_cast<double>(value) / 96;
    }
    return sum;
  };
  EXPECT_GT(mean(2, 2), 1.3 * mean(2, 0));  // blue
  // Clear sky, 2,000 to 12,000 cd/m^2: some 0.02 to 0.2 W/(m^2 sr nm) in the green.
  EXPECT_GT(mean(2, 1), 0.02);
  EXPECT_LT(mean(2, 1), 0.3);
  EXPECT_NEAR(mean(37, 1) / mean(34, 1), 1, 0.35);  // both sides of the horizon
  EXPECT_LT(mean(71, 1), 0.6 * mean(34, 1));
  EXPECT_GT(mean(71, 1), 0.02 * mean(34, 1));
}

// No face of a port bends light in air: behind any, the view is that of the lens alone.
TEST(Camera, PortsBendNothingAboveTheWater) {
  const auto light = [](const std::string& port) {
    const auto s = test::simulate(
        test::camera_world({"      - !camera {name: cam, rate_hz: 5, width_px: 96, height_px: 72, "
                            "view_deg: 70, linear: true, labels: [transmission], " +
                                port + "rpy_deg: [0, 0, 90]}",
                            "[0, 0, 0, 0, 0, 0]", -2}));
    const Frame& frame = picture(*s, 5);
    for (const float fraction : frame.plane("transmission").floats()) EXPECT_EQ(fraction, 1.0f);
    const auto floats = frame.plane("linear").floats();
    return std::vector<float>(floats.begin(), floats.end());
  };
  const std::vector<float> open = light("");
  EXPECT_EQ(light("port: !thin {}, "), open);
  EXPECT_EQ(light("port: !flat {}, "), open);
}

TEST(Camera, RefusesWhatCannotBe) {
  const auto problem = [](const std::string& camera) -> std::string {
    const Result<LoadedScenario> loaded =
        load_scenario_text(world(camera), "test.yaml", test::options());
    if (!loaded) return loaded.problems().text();
    const auto created = simulation::Simulation::create(loaded.value(), 1);
    return created ? "" : created.problems().text();
  };
  EXPECT_NE(problem("labels: [depht]").find("no label 'depht'"), std::string::npos);
  EXPECT_NE(problem("lens: brown, distortion: [1, 2]").find("distortion"), std::string::npos);
  EXPECT_NE(problem("lens: brown, distortion: [-3, 0, 0, 0, 0]").find("sensors[0].lens"),
            std::string::npos);
  EXPECT_NE(problem("labels: [depth], view_deg: 0").find("view_deg"), std::string::npos);
  EXPECT_NE(problem("lens: pinhole, view_deg: 180").find("view_deg"), std::string::npos);
  EXPECT_NE(problem("rolling_shutter_s: -1").find("rolling_shutter_s"), std::string::npos);
  EXPECT_NE(problem("port: !flat {glass_index: 0.5}").find("glass_index"), std::string::npos);
  EXPECT_EQ(problem("port: !dome {radius_m: 0.06}"), "");
}

}  // namespace camera_test
}  // namespace hadal

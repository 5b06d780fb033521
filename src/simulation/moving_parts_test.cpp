// Propellers turn with their rotors and fins with their angles, and every sensor and the viewer sees
// the same mesh in the same pose.
#include "world/moving_parts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/test_source_folder.h"
#include "math/units.h"
#include "outputs/scene/scene_description.h"
#include "outputs/scene/scene_glb.h"
#include "outputs/scene/scene_recorder.h"
#include "outputs/scene/test_scene.h"
#include "simulation/scene_sources.h"
#include "simulation/simulation.h"

namespace hadal::simulation {
namespace moving_parts_test {

constexpr double kSinglePrecision = 1e-5;
constexpr double kAngle = 20 * kDegree;
// A rudder, a plate of 0.02 m about (-1, 0, 0.5), met by a ray from starboard 0.15 m before its
// hinge. Turned by a right-handed about the axis down, its starboard face is at
// y = (0.01 + 0.15 sin a) / cos a.
constexpr double kBefore_m = 0.15, kHalf_m = 0.01, kEye_m = 2;
double range_to_plate(double angle_rad) {
  return kEye_m - (kHalf_m + kBefore_m * std::sin(angle_rad)) / std::cos(angle_rad);
}

// The turning time of the first-order rotor is tau.
constexpr double kSpeed_rad_s = 50, kTau_s = 0.1;
double first_order_angle(double time_s) {
  return kSpeed_rad_s * (time_s - kTau_s * (1 - std::exp(-time_s / kTau_s)));
}

std::string craft(const std::string& rudder = "rudder") {
  return R"(
format: 1
step_s: 0.01
duration_s: 100
clock: {start: "2026-06-21T12:00:00Z"}
vehicle_models:
  - name: craft
    links:
      - name: hull
        mass_kg: 20
        inertia_kg_m2: [1, 2, 2]
        shapes:
          collision: [!box {size_m: [1, 0.3, 0.3]}]
          visual:
            - !box {size_m: [1, 0.3, 0.3]}
            - !box {size_m: [0.4, 0.02, 0.4], position_m: [-1, 0, 0.5], moves_with: )" + rudder + R"(}
    thruster_body: [!propeller {radius_m: 0.1}]
    thrusters:
      - {name: right, position_m: [-0.6, 0.3, 0], direction: [1, 0, 0], command: rotor_speed, command_min: -100, command_max: 100,
         rotor: !first_order {time_constant_s: 0.1}, map: !quadratic {forward: 0.001, reverse: 0.001}}
      - {name: left, position_m: [-0.6, -0.3, 0], direction: [1, 0, 0], command: rotor_speed, command_min: -100, command_max: 100,
         turns: left, map: !quadratic {forward: 0.001, reverse: 0.001}}
      - {name: force, position_m: [-0.6, 0, -0.3], direction: [1, 0, 0], command: force, command_min: -40, command_max: 40,
         propeller_max_rad_s: 300}
    fins: [{name: rudder, position_m: [-1, 0, 0.5], axis: [0, 0, 1]}]
  - name: post
    links: [{name: post, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}]
    sensors:
      - !camera {name: cam, rate_hz: 50, width_px: 33, height_px: 33, view_deg: 20, labels: [depth]}
vehicles:
  - {name: craft, model: craft, kinematic: true, pose: {depth_m: 5}}
  - {name: eye, model: post, kinematic: true, pose: {north_m: -0.85, east_m: 2, depth_m: 5.5, heading_deg: 270}}
)";
}

Result<std::unique_ptr<Simulation>> try_simulate(const std::string& yaml) {
  const auto loaded = load_scenario_text(yaml, "test.yaml", {{}, {test::source_folder()}});
  if (!loaded) return loaded.problems();
  return Simulation::create(loaded.value());
}
std::unique_ptr<Simulation> simulate() {
  return std::move(try_simulate(craft())).value();
}

void command(Simulation& s, const std::string& actuator, double value) {
  const Problems problems = s.apply({s.state().tick, "craft/" + actuator, "command", {value}});
  ASSERT_TRUE(problems.empty()) << problems.text();
}
void run(Simulation& s, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_TRUE(s.step().ok);
}

int part_of(const World& world, const std::string& actuator) {
  for (size_t i = 0; i < world.moving_parts.size(); ++i)
    if (world.actuators[static_cast<size_t>(world.moving_parts[i].actuator)].name == actuator)
      return static_cast<int>(i);
  return -1;
}
double angle_of(const Simulation& s, const std::string& actuator) {
  std::vector<double> angles(s.world().moving_parts.size());
  part_angles(s.world(), s.state(), angles);
  return angles.at(static_cast<size_t>(part_of(s.world(), actuator)));
}

// What rays of a class of sensors, carried by the post, meet from starboard.
double range_by_rays(const Simulation& s, uint32_t seen) {
  std::vector<double> angles(s.world().moving_parts.size());
  part_angles(s.world(), s.state(), angles);
  const State& state = s.state();
  const auto view = s.rays().view(s.world(), {state.p_NL_N, state.q_NL, state.nu_L, angles}, 0, 1, 1,
                                  {20, seen, 0});
  const Vec3 eye_N = state.p_NL_N[1];
  return view->trace_one(eye_N - view->anchor_N(), -Vec3::UnitY(), 0, 100, seen).range_m;
}

TEST(MovingParts, AFinIsHitWhereGeometrySays) {
  const auto s = simulate();
  for (const double angle_rad : {0.0, kAngle, -kAngle}) {
    command(*s, "rudder", angle_rad);
    run(*s, 3);
    EXPECT_NEAR(angle_of(*s, "rudder"), angle_rad, 1e-12);
    for (const uint32_t seen : {raytrace::kSeenCamera, raytrace::kSeenSonar, raytrace::kSeenLidar,
                                raytrace::kSeenDvl})
      EXPECT_NEAR(range_by_rays(*s, seen), range_to_plate(angle_rad), kSinglePrecision) << seen;
    // The camera of the post itself, which took its picture while the run went on.
    const auto depth_m = s->frames().frame(0).plane("depth_m").floats();
    EXPECT_NEAR(depth_m[33 * 16 + 16], range_to_plate(angle_rad), 1e-4);
  }
}

TEST(MovingParts, ABladeHasTurnedByTheIntegralOfItsSpeed) {
  const auto s = simulate();
  command(*s, "right", kSpeed_rad_s);
  command(*s, "left", -30);
  command(*s, "force", 10);  // a quarter of the thrust, half the speed
  for (const double time_s : {0.2, 1.0, 3.0}) {
    while (s->world().clock.time_s(s->state().tick) < time_s - 1e-9) run(*s, 1);
    // The middle of a step stands for it: dt^2 / (24 tau^2) of the transient.
    EXPECT_NEAR(angle_of(*s, "right"), first_order_angle(time_s),
                kSpeed_rad_s * kTau_s * 0.01 * 0.01 / (24 * kTau_s * kTau_s));
    EXPECT_NEAR(angle_of(*s, "left"), -30 * time_s, 1e-9);
    EXPECT_NEAR(angle_of(*s, "force"), 150 * time_s, 1e-9);
  }
  const auto& parts = s->world().moving_parts;
  EXPECT_EQ(parts[static_cast<size_t>(part_of(s->world(), "right"))].axis_L, Vec3::UnitX());
  EXPECT_EQ(parts[static_cast<size_t>(part_of(s->world(), "left"))].axis_L, Vec3(-Vec3::UnitX()));
}

TEST(MovingParts, AFailedThrusterStandsStill) {
  const auto s = simulate();
  command(*s, "left", 30);
  run(*s, 10);
  ASSERT_TRUE(s->apply({s->state().tick, "craft/left", "health", {0, 1}}).empty());
  run(*s, 50);
  EXPECT_NEAR(angle_of(*s, "left"), 3, 1e-9);
}

TEST(MovingParts, ASnapshotKeepsTheAngle) {
  const auto s = simulate();
  command(*s, "right", kSpeed_rad_s);
  run(*s, 37);
  const std::vector<std::byte> kept = s->save();
  run(*s, 20);
  const uint64_t hash = state_hash(s->state());
  const double angle_rad = angle_of(*s, "right");
  const auto other = simulate();
  ASSERT_TRUE(other->restore(kept));
  run(*other, 20);
  EXPECT_EQ(angle_of(*other, "right"), angle_rad);
  EXPECT_EQ(state_hash(other->state()), hash);
}

// scene.glb, read as a viewer reads it.
class Glb {
 public:
  explicit Glb(std::vector<uint8_t> bytes) : bytes_(std::move(bytes)) {
    uint32_t size = 0;
    std::memcpy(&size, &bytes_[12], sizeof size);
    json = nlohmann::json::parse(bytes_.begin() + 20, bytes_.begin() + 20 + size);
    binary_ = 20 + size + 8;
  }
  const nlohmann::json& node(const std::string& name) const {
    for (const auto& node : json["nodes"])
      if (node["name"] == name) return node;
    throw std::runtime_error("no node " + name);
  }
  std::vector<std::array<Vec3, 3>> triangles(const nlohmann::json& node) const {
    std::vector<std::array<Vec3, 3>> out;
    for (const auto& part : json["meshes"][node["mesh"].get<size_t>()]["primitives"]) {
      const auto& position = json["accessors"][part["attributes"]["POSITION"].get<size_t>()];
      const auto& index = json["accessors"][part["indices"].get<size_t>()];
      const bool wide = index["componentType"] == 5125;
      for (size_t t = 0; t < index["count"].get<size_t>(); t += 3) {
        std::array<Vec3, 3>& triangle = out.emplace_back();
        for (size_t c = 0; c < 3; ++c)
          triangle[c] = vertex(position, wide ? number<uint32_t>(index, t + c)
                                              : number<uint16_t>(index, t + c));
      }
    }
    return out;
  }
  nlohmann::json json;

 private:
  template <class T>
  T number(const nlohmann::json& accessor, size_t i) const {
    const auto& view = json["bufferViews"][accessor["bufferView"].get<size_t>()];
    T out;
    std::memcpy(&out,
                &bytes_[binary_ + view.value("byteOffset", size_t{0}) +
                        accessor.value("byteOffset", size_t{0}) + i * sizeof(T)],
                sizeof out);
    return out;
  }
  Vec3 vertex(const nlohmann::json& accessor, size_t i) const {
    return {number<float>(accessor, 3 * i), number<float>(accessor, 3 * i + 1),
            number<float>(accessor, 3 * i + 2)};
  }
  std::vector<uint8_t> bytes_;
  size_t binary_ = 0;
};

Vec3 triple(const nlohmann::json& numbers) {
  return {numbers[0].get<double>(), numbers[1].get<double>(), numbers[2].get<double>()};
}

double range_to(const std::vector<std::array<Vec3, 3>>& triangles, const Vec3& p, const Vec3& d) {
  double range_m = std::numeric_limits<double>::infinity();
  for (const auto& [a, b, c] : triangles) {
    const Vec3 ab = b - a, ac = c - a, h = d.cross(ac), s = p - a, q = s.cross(ab);
    const double determinant = ab.dot(h);
    if (determinant == 0) continue;
    const double u = s.dot(h) / determinant, v = d.dot(q) / determinant;
    const double range = ac.dot(q) / determinant;
    if (u >= 0 && v >= 0 && u + v <= 1 && range > 0) range_m = std::min(range_m, range);
  }
  return range_m;
}

// A part of the file, turned by the angle of the topic about the axis of scene.json.
std::vector<std::array<Vec3, 3>> shown(const Glb& glb, const nlohmann::json& part, double angle_rad) {
  auto out = glb.triangles(glb.node(part["node"]));
  const Vec3 p = triple(part["position_m"]);
  const Mat3 R = Eigen::AngleAxisd(angle_rad, triple(part["axis"])).toRotationMatrix();
  for (auto& triangle : out)
    for (Vec3& v : triangle) v = p + R * (v - p);
  return out;
}

TEST(MovingParts, TheViewerShowsWhatSensorsSee) {
  const auto s = simulate();
  command(*s, "rudder", kAngle);
  command(*s, "right", kSpeed_rad_s);
  command(*s, "left", 71);
  run(*s, 123);
  const outputs::SceneSources sources = scene_sources(*s);
  const auto json = nlohmann::json::parse(outputs::scene_description(s->world(), sources));
  const Glb glb(outputs::scene_glb(s->world(), sources));
  outputs::testing::MemorySink sink;
  outputs::SceneRecorder recorder(sink, s->world(), scene_sources(*s));
  recorder.record(s->world(), s->state(), 0);
  const auto state = sink.all<outputs::SceneState>("/hadal/scene").at(0);
  ASSERT_EQ(json["parts"].size(), 4u);
  ASSERT_EQ(state.parts.size(), 4u);
  EXPECT_EQ(glb.node("craft/hull")["children"].size(), 4u);

  std::vector<double> angles(4);
  part_angles(s->world(), s->state(), angles);
  const State& now = s->state();
  const auto view = s->rays().view(s->world(), {now.p_NL_N, now.q_NL, now.nu_L, angles}, 0, 1, 1,
                                   {20, raytrace::kSeenSonar, 0});
  const Vec3 origin_A = now.p_NL_N[0] - view->anchor_N();
  int hits = 0;
  for (size_t i = 0; i < 4; ++i) {
    const auto& part = json["parts"][i];
    EXPECT_LE(std::abs(state.parts[i]), std::numbers::pi + kSinglePrecision);
    EXPECT_NEAR(std::remainder(state.parts[i] - angles[i], 2 * std::numbers::pi), 0, kSinglePrecision);
    const auto triangles = shown(glb, part, state.parts[i]);
    // Rays along x upon the disc of a propeller or the plate, some between the blades.
    const Vec3 middle = triple(part["position_m"]);
    for (int k = 0; k < 40; ++k) {
      const double bearing = 2 * std::numbers::pi * k / 40;
      const Vec3 p = middle + Vec3(-1, 0.07 * std::cos(bearing), 0.07 * std::sin(bearing));
      const double drawn = range_to(triangles, p, Vec3::UnitX());
      const raytrace::Hit hit =
          view->trace_one(origin_A + p, Vec3::UnitX(), 0, 1.2, raytrace::kSeenSonar);
      if (!(drawn < 1.2)) {
        EXPECT_TRUE(!hit.found() || hit.range_m > 0.9) << i << " " << k;
        continue;
      }
      EXPECT_NEAR(hit.range_m, drawn, 1e-4) << i << " " << k;
      ++hits;
    }
  }
  EXPECT_GT(hits, 40);
}

TEST(MovingParts, WhatIsNoFinOrThrusterIsRefused) {
  const auto refused = try_simulate(craft("ruder"));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.problems().text().find("no thruster or fin 'ruder' (did you mean 'rudder'?)"),
            std::string::npos)
      << refused.problems().text();
  std::string yaml = craft();
  yaml.replace(yaml.find("[!box {size_m: [1, 0.3, 0.3]}]"), 30,
               "[!box {size_m: [1, 0.3, 0.3], moves_with: rudder}]");
  const auto touching = try_simulate(yaml);
  ASSERT_FALSE(touching);
  EXPECT_NE(touching.problems().text().find("only shapes of visual and visual_pairs turn"),
            std::string::npos);
}

}  // namespace moving_parts_test
}  // namespace hadal::simulation

// What the scene asks of stages that outputs/ does not know.
#pragma once
#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "math/types.h"
#include "world/frame.h"
#include "world/state.h"

namespace hadal::outputs {

// One wave: elevation up = amplitude cos(k_north n + k_east e - omega t + phase).
struct SceneWave {
  double amplitude_m = 0, k_north = 0, k_east = 0, omega_rad_s = 0, phase_rad = 0;
};

struct SceneWater {
  std::array<double, 3> colour_srgb{};        // of much water, seen from within
  std::array<double, 3> attenuation_per_m{};  // of the image of a thing, red green blue
};

struct SceneLight {
  Vec3 toward_N{0, 0, -1};  // the sun, or the moon when it is brighter
  double illuminance_lx = 0;
};

// Scenery: shapes in their own frames (up is -z) and where their copies stand.
struct SceneryCopy {
  Vec3 p_N = Vec3::Zero();
  Quat q_N = Quat::Identity();
  double scale = 1;
  std::array<float, 3> albedo{};  // linear
};
struct SceneryShape {
  geometry::TriangleMesh mesh;
  std::vector<SceneryCopy> copies;  // none of what swims
};
struct SceneryPart {
  std::string name, kind;
  bool swims = false;  // its places come with every moment, see SceneSources::fish
  int count = 0;       // of copies or fish
  std::vector<SceneryShape> shapes;
  std::array<float, 3> albedo{};  // of what swims
};
constexpr int kMaxSceneFish = 2000;  // of all schools

struct SceneTopic {
  std::string topic, type;
};

struct SceneSources {
  std::vector<SceneTopic> topics;        // of the run; each sensor lists its own
  std::vector<SceneWave> waves;
  SceneWater water;
  double seabed_cell_m = 0;  // of its lattice; 0: there is no seabed
  // Of the ground that is seen, and of the firm ground that altitudes count from. Any place.
  std::function<double(double north_m, double east_m)> seen_depth_m, firm_depth_m;
  std::function<int(double north_m, double east_m)> seabed_material;
  // A blank or the last frame of one of world.frame_sensors.
  std::function<const Frame&(int sensor)> frame;
  // Made when asked for first, which takes a while where much grows.
  std::function<const std::vector<SceneryPart>&()> scenery;

  // At the moment of a state. They allocate nothing after the first call.
  std::function<void(const State& state, std::span<const Vec3> positions_N,
                     std::span<Vec3> current_N)>
      currents;
  std::function<SceneLight(const State& state)> light;
  std::function<Vec3(const State& state)> wind_N;  // at 10 m
  // Adds north, east, down and heading of at most kMaxSceneFish fish, school after school.
  std::function<void(const State& state, std::vector<float>& fish)> fish;
};

}  // namespace hadal::outputs

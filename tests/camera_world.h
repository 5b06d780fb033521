// A world for tests of cameras: a carrier that moves exactly as told, over level ground at 10 m.
#pragma once
#include <string>

#include "small_world.h"

namespace hadal::test {

constexpr double kGround_m = 10;

struct CameraWorld {
  std::string sensors;  // lines of a YAML list
  std::string velocity = "[0, 0, 0, 0, 0, 0]";
  double depth_m = 7;
  std::string objects = {};  // lines of a YAML list
  std::string mover = {};    // shape of a second body, moved by mover_velocity
  std::string mover_position = "north_m: 0, depth_m: 9";
  std::string mover_velocity = "[0, 0, 0, 0, 0, 0]";
  std::string hour = "11";  // of the day of the solstice
  std::string ground = "dark";
  std::string lamps = {};  // lines of a YAML list
  std::string more = {};
};

inline std::string camera_world(const CameraWorld& w) {
  const std::string mover =
      w.mover.empty()
          ? ""
          : "  - {name: mover, model: mover, kinematic: true, pose: {" + w.mover_position + "}}\n";
  return R"(
format: 1
seed: 3
duration_s: 10
step_s: 0.01
origin: {lat_deg: 40}
clock: {start: "2026-06-21T)" +
         w.hour + R"(:00:00Z"}
materials:
  - {name: dark, albedo: [0.05, 0.05, 0.05], density_kg_m3: 2000}
  - {name: white, albedo: [0.9, 0.9, 0.9], density_kg_m3: 2000}
environment:
  gravity_m_s2: 9.81
  water: {density_kg_m3: 1000, temperature_profile: [[0, 18], [30, 9]]}
  seabed: !flat {depth_m: 10, bottom: {material: )" +
         w.ground + R"(}}
vehicle_models:
  - name: carrier
    kind: body
    links: [{name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}]
  - name: mover
    kind: body
    links: [{name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02, material: white, shapes: {visual: [)" +
         (w.mover.empty() ? "!box {size_m: [1, 1, 1]}" : w.mover) + R"(]}}]
vehicles:
  - name: carrier
    model: carrier
    kinematic: true
    pose: {depth_m: )" +
         std::to_string(w.depth_m) + "}\n" + (w.lamps.empty() ? "" : "    lamps:\n" + w.lamps) +
         "    sensors:\n" + w.sensors + "\n" + mover +
         (w.objects.empty() ? "" : "objects:\n" + w.objects) +
         "mission:\n  - !velocity {vehicle: carrier, velocity: " + w.velocity +
         ", duration_s: 1000}\n" +
         (w.mover.empty() ? ""
                          : "  - !velocity {vehicle: mover, velocity: " + w.mover_velocity +
                                ", duration_s: 1000}\n") +
         w.more;
}

// The frame of a sensor after so many steps.
inline const Frame& picture(simulation::Simulation& s, int steps, int sensor = 0) {
  run_steps(s, steps);
  return s.frames().frame(sensor);
}

// Where a point of N is in the frame of the camera.
inline Vec3 in_camera(const Frame& frame, const Vec3& p_N) {
  return frame.X_NS.q.conjugate() * (p_N - frame.X_NS.p);
}

}  // namespace hadal::test

// Messages of package hadal_msgs for those who watch a run and steer it: the scene in a few packed
// arrays, the ground around the vehicles, how the run goes, and the sticks of a pilot.
// docs/scene.md says what stands where. See ros_messages.h for fields().
#pragma once
#include "outputs/messages/ros_messages.h"

namespace hadal::outputs {

// Everything that moves, at one moment. World axes north, east, down; body axes forward, right,
// down; SI and radians. How many of each there are follows from scene.json.
struct SceneState {
  static constexpr std::string_view kType = "hadal_msgs/msg/SceneState";
  Time stamp;
  int64_t tick = 0;
  double time_s = 0;              // since the start
  std::vector<float> links;       // kSceneLink numbers each
  std::vector<float> vehicles;    // kSceneVehicle numbers each
  std::vector<float> wrenches;    // per vehicle, on its hull: every term, six numbers each
  std::vector<float> thrusters;   // kSceneThruster numbers each
  std::vector<float> set_points;  // kSceneSetPoint numbers per vehicle
  std::vector<float> joints;
  std::vector<float> actuators;  // fins, then ballasts, then masses
  std::vector<float> currents;   // three per depth
  std::vector<float> lamps;
  std::vector<float> sea;       // kSceneSea numbers
  std::vector<float> contacts;  // kSceneContact numbers each
  std::vector<float> fish;      // kSceneFish numbers each
  std::vector<float> parts;     // angle of each, -pi to pi
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("stamp", m.stamp)("tick", m.tick)("time_s", m.time_s)("links", m.links);
    v("vehicles", m.vehicles)("wrenches", m.wrenches)("thrusters", m.thrusters);
    v("set_points", m.set_points)("joints", m.joints)("actuators", m.actuators);
    v("currents", m.currents)("lamps", m.lamps)("sea", m.sea)("contacts", m.contacts);
    v("fish", m.fish)("parts", m.parts);
  }
};

constexpr size_t kSceneLink = 7, kSceneVehicle = 16, kSceneThruster = 5, kSceneSetPoint = 32,
                 kSceneSea = 10, kSceneContact = 6, kSceneFish = 4;

// A square of the seabed. Neighbours of one level share the nodes of their common edge.
struct SeabedTile {
  static constexpr std::string_view kType = "hadal_msgs/msg/SeabedTile";
  uint8_t level = 0;  // 0 is the finest
  int32_t row = 0;    // to the north, from the origin
  int32_t column = 0;
  float north_m = 0, east_m = 0;  // of its south-west corner
  float cell_m = 0;
  uint16_t nodes = 0;             // per side
  std::vector<float> depth_m;     // row by row to the north, in a row to the east
  std::vector<uint8_t> material;  // of each node
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("level", m.level)("row", m.row)("column", m.column)("north_m", m.north_m);
    v("east_m", m.east_m)("cell_m", m.cell_m)("nodes", m.nodes)("depth_m", m.depth_m);
    v("material", m.material);
  }
};

// How a live run goes.
struct RunState {
  static constexpr std::string_view kType = "hadal_msgs/msg/RunState";
  bool paused = false;
  bool finished = false;  // the end of the scenario is reached: expectations are judged
  double speed = 1;  // asked for, times real time; 0: as fast as it can
  double real_time_factor = 0;
  int64_t tick = 0;
  double time_s = 0, end_s = 0;
  std::string failure;                 // empty while all is well
  std::string log;                     // its file; empty without
  std::vector<std::string> snapshots;  // their names
  uint32_t clients = 0;
  uint64_t log_bytes = 0;  // written so far
  uint32_t expectations_held = 0, expectations_failed = 0;  // at the end
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("paused", m.paused)("finished", m.finished)("speed", m.speed);
    v("real_time_factor", m.real_time_factor)("tick", m.tick)("time_s", m.time_s);
    v("end_s", m.end_s)("failure", m.failure)("log", m.log)("snapshots", m.snapshots);
    v("clients", m.clients)("log_bytes", m.log_bytes);
    v("expectations_held", m.expectations_held)("expectations_failed", m.expectations_failed);
  }
};

// Where the sticks of a pilot are, each -1 to 1: forward, to starboard, down, and turns about these
// axes (yaw to starboard).
struct PilotCommand {
  static constexpr std::string_view kType = "hadal_msgs/msg/PilotCommand";
  double surge = 0, sway = 0, heave = 0, roll = 0, pitch = 0, yaw = 0;
  bool hold_heading = false, hold_depth = false;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("surge", m.surge)("sway", m.sway)("heave", m.heave)("roll", m.roll)("pitch", m.pitch);
    v("yaw", m.yaw)("hold_heading", m.hold_heading)("hold_depth", m.hold_depth);
  }
};

}  // namespace hadal::outputs

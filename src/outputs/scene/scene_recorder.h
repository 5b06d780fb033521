// Writes what viewers draw: the scene at a moment, and the seabed around the vehicles piece by
// piece.
//
//   /hadal/scene    hadal_msgs/SceneState
//   /hadal/seabed   hadal_msgs/SeabedTile   latched, each tile once
//
// The numbers are those of the state at the tick; nothing is computed that could change it. After
// the first call record() allocates nothing but for tiles.
#pragma once
#include <vector>

#include "outputs/messages/message_sink.h"
#include "outputs/scene/scene_sources.h"
#include "outputs/scene/seabed_tiles.h"
#include "world/world.h"

namespace hadal::outputs {

class SceneRecorder {
 public:
  SceneRecorder(MessageSink& sink, const World& world, SceneSources sources);
  SceneRecorder(const SceneRecorder&) = delete;  // tiles look into the sources
  SceneRecorder& operator=(const SceneRecorder&) = delete;

  void record(const World& world, const State& state, int64_t now_ns);
  const SceneSources& sources() const { return sources_; }

 private:
  void fill(const World& world, const State& state, int64_t now_ns);
  void fill_links(const State& state);
  void fill_vehicle(const World& world, const State& state, size_t vehicle);
  void fill_thrusters(const World& world, const State& state);
  void fill_actuators(const World& world, const State& state);
  void fill_parts(const World& world, const State& state);
  void fill_sea(const World& world, const State& state);
  void fill_contacts(const State& state);
  void record_seabed(const World& world, const State& state, int64_t now_ns);

  MessageSink& sink_;
  SceneSources sources_;
  SeabedTiles tiles_;
  uint16_t scene_ = 0, seabed_ = 0;
  std::vector<double> current_depths_m_;
  std::vector<int> battery_;  // per vehicle: index into World::sensors or -1
  std::vector<int> thrusters_, actuators_;  // into World::actuators, in the order of the message
  std::vector<double> part_angle_rad_;
  bool first_ = true;
  CdrWriter scratch_;
  SceneState message_;
  SeabedTile tile_;
  std::vector<Vec3> positions_N_, currents_N_;
};

}  // namespace hadal::outputs

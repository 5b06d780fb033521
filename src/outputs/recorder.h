// Writes what happens into a log: one topic per quantity, ROS 2 messages in ROS frames (world
// east-north-up, body forward-left-up; wrenches too), stamped with the world clock.
//
//   /clock                       rosgraph_msgs/Clock
//   /tf                          tf2_msgs/TFMessage       world -> every link
//   /VEHICLE/ground_truth        nav_msgs/Odometry        the hull
//   /VEHICLE/thrusters           hadal_msgs/ThrusterState
//   /VEHICLE/water               hadal_msgs/WaterSample   at the hull
//   /VEHICLE/actuators           hadal_msgs/Scalars       fins, ballast, masses, other kinds
//   /VEHICLE/set_point           hadal_msgs/Scalars       what the controller is asked for
//   /VEHICLE/ARM/control         hadal_msgs/Scalars       what an arm is asked for and how it fares
//   /VEHICLE/LINK/wrenches       hadal_msgs/WrenchTerms
//   /VEHICLE/SENSOR              the sensor's own message
//   /VEHICLE/SENSOR/truth        hadal_msgs/Scalars       the reading of a perfect instrument
//   /VEHICLE/SONAR ...           frames, see frame_recorder.h
//   /joint_states                sensor_msgs/JointState
//   /hadal/state_hash            hadal_msgs/StateHash     every tick
//   /hadal/inputs                hadal_msgs/Input         whatever came from outside
//   /hadal/scene, /hadal/seabed  what viewers draw, see scene/scene_recorder.h
//   /rosout                      rcl_interfaces/Log       what happened, see scene/event_log.h
//
// Objects have no thrusters, actuators and set-point, and none of these topics.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "outputs/frame_recorder.h"
#include "outputs/log_topic.h"
#include "outputs/messages/message_sink.h"
#include "outputs/reading_messages.h"
#include "outputs/scene/event_log.h"
#include "outputs/scene/scene_recorder.h"
#include "world/patches.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::outputs {

// The attachment of a log with the state it begins from.
constexpr const char* kSnapshotAttachment = "start.snapshot";
// The metadata of a log with the patches of its run (world/patches.h), key and number.
constexpr const char* kPatchMetadata = "patches";
// The metadata of a log with the extensions of its run, file name and SHA-256 digest.
constexpr const char* kExtensionMetadata = "extensions";
// What viewers draw: scene/scene_description.h, scene/scene_glb.h.
constexpr const char* kSceneDescription = "scene.json";
constexpr const char* kSceneModel = "scene.glb";

// What the recorder asks of stages it does not know.
struct RecorderSources {
  std::vector<std::vector<std::string>> sensor_columns;  // names, per sensor
  const extension::Sea* sea = nullptr;
  // The last frame of one of world.frame_sensors.
  std::function<const Frame&(int sensor)> frame;
  // Of the clouds of silt, when the world has them: names, and the values of the moment.
  std::vector<std::string> silt_columns;
  std::function<void(std::vector<double>& values)> silt;
  std::optional<SceneSources> scene;  // none: no scene is written
  int64_t run_seed = 0;
  std::vector<Patch> patches;  // of the run
  std::map<std::string, std::string> extensions;  // that it uses: file name, SHA-256
};

class Recorder {
 public:
  // config: what to record and how often; the sink outlives the recorder.
  Recorder(MessageSink& sink, const RecordConfig& config, const World& world,
           RecorderSources sources);

  // Writes what is due at state.tick: readings that just arrived, and the rest at the record rate.
  void record(const World& world, const State& state);
  void record_input(const World& world, Tick tick, const std::string& target,
                    const std::string& key, const std::vector<double>& values);
  int64_t run_seed() const { return sources_.run_seed; }
  std::span<const Patch> patches() const { return sources_.patches; }
  const std::map<std::string, std::string>& extensions() const { return sources_.extensions; }
  // Of the scene that is written; nullptr without.
  const SceneSources* scene_sources() const { return scene_ ? &scene_->sources() : nullptr; }

 private:
  struct VehicleTopics {
    uint16_t ground_truth = 0, water = 0;
    uint16_t thrusters = 0, actuators = 0, set_point = 0;  // not of objects
  };
  struct SensorTopics {
    uint16_t reading, truth;
    std::unique_ptr<ReadingEncoder> encoder;
  };
  struct ActuatorColumns {
    std::vector<std::string> names;
    std::vector<size_t> places;  // in State::actuator_state
  };
  void add_vehicle_topics(const Vehicle& vehicle);
  void add_actuator_columns(const World& world, const Vehicle& vehicle);
  void add_scene(const World& world);
  void record_vehicle(const World& world, const State& state, int vehicle);
  void record_coupling(const World& world, const State& state, size_t index);
  void record_thrusters(const World& world, const State& state, int vehicle);
  void record_commands(const World& world, const State& state, int vehicle);
  void add_arm_topic(const World& world, const Arm& arm);
  void record_arm(const World& world, const State& state, int arm);
  void record_places(const World& world, const State& state);
  void record_links(const World& world, const State& state);
  void record_reading(const World& world, const State& state, int sensor);
  void record_scalars(uint16_t channel, const std::vector<std::string>& names,
                      std::span<const double> values, int64_t stamp_ns, const std::string& frame);
  template <Message M>
  void write(uint16_t channel, const M& message) {
    send(sink_, channel, now_ns_, message, scratch_);
  }

  MessageSink& sink_;
  RecordConfig config_;
  RecorderSources sources_;
  std::unique_ptr<FrameRecorder> frames_;
  std::unique_ptr<SceneRecorder> scene_;
  EventLog events_;
  Rate rate_;
  bool mounted_ = false;  // what never changes is written
  CdrWriter scratch_;
  int64_t now_ns_ = 0;
  uint16_t clock_ = 0, tf_ = 0, hash_ = 0, inputs_ = 0, joints_ = 0, silt_ = 0;
  std::vector<VehicleTopics> vehicles_;
  struct ArmTopic {
    uint16_t control = 0;
    std::vector<std::string> names;
  };
  std::vector<ArmTopic> arms_;
  std::vector<double> arm_values_;
  std::vector<SensorTopics> sensors_;
  std::vector<uint16_t> wrenches_;  // per link
  std::vector<ActuatorColumns> actuator_columns_;  // per vehicle
  // Reused messages.
  ThrusterState thruster_message_;
  WrenchTerms wrench_message_;
  Scalars scalars_;
  std::vector<double> actuator_values_, silt_values_, coupling_values_;
  std::vector<uint16_t> couplings_;  // topics
  TFMessage tf_message_;
  JointState joint_message_;
};

// A log of a simulation: a recorder and the file it writes to, which also holds the scenario and,
// for a run that does not begin at the start, the state it begins from.
class RunLog {
 public:
  static Result<std::unique_ptr<RunLog>> open(const std::string& path, const World& world,
                                              RecorderSources sources,
                                              const std::string& scenario_yaml,
                                              std::span<const std::byte> snapshot = {},
                                              const std::string& run_id = "");
  // Into a file, or nothing, of one's own.
  static Result<std::unique_ptr<RunLog>> open(std::unique_ptr<McapWriter> log, const World& world,
                                              RecorderSources sources,
                                              const std::string& scenario_yaml,
                                              std::span<const std::byte> snapshot = {},
                                              const std::string& run_id = "");
  Recorder& recorder() { return recorder_; }
  void record(const World& world, const State& state) { recorder_.record(world, state); }
  bool failed() const { return log_->failed(); }
  const Problems& problems() const { return log_->problems(); }
  bool close() { return log_->close(); }
  bool flush() { return log_->flush(); }
  int64_t bytes() const { return static_cast<int64_t>(log_->bytes_written()); }

 private:
  RunLog(std::unique_ptr<McapWriter> log, const World& world, RecorderSources sources);
  std::unique_ptr<McapWriter> log_;
  LogSink sink_;
  Recorder recorder_;
};

// Names of the numbers of a vehicle's set-point, in the order of State::set_point.
const std::vector<std::string>& set_point_names();

}  // namespace hadal::outputs

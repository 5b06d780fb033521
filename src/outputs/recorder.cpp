#include "outputs/recorder.h"

#include <cmath>

#include "base/text.h"
#include "math/frames.h"
#include "outputs/scene/scene_description.h"
#include "outputs/scene/scene_glb.h"
#include "world/arm_state.h"

namespace hadal::outputs {
namespace {

constexpr const char* kWorldFrame = "world";

// Remembers topics and throws messages away.
class TopicList final : public MessageSink {
 public:
  uint16_t add_topic(std::string_view topic, std::string_view type, bool) override {
    topics.push_back({std::string(topic), std::string(type)});
    return static_cast<uint16_t>(topics.size());
  }
  bool wants(uint16_t) const override { return false; }
  bool write(uint16_t, int64_t, std::span<const uint8_t>) override { return true; }

  std::vector<SceneTopic> topics;
};

Vector3 vector(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
Quaternion quaternion(const Quat& q) {
  return {q.x(), q.y(), q.z(), q.w()};
}

Wrench wrench(const Vec6& tau_B) {
  const Vec6 tau = flu_from_frd(tau_B);
  return {vector(tau.head<3>()), vector(tau.tail<3>())};
}

}  // namespace

const std::vector<std::string>& set_point_names() {
  static const std::vector<std::string> names{
      "mode",         "north_m",     "east_m",      "depth_m",        "attitude_w",  "attitude_x",
      "attitude_y",   "attitude_z",  "surge_m_s",   "sway_m_s",       "heave_m_s",   "roll_rad_s",
      "pitch_rad_s",  "yaw_rad_s",   "force_x_N",   "force_y_N",      "force_z_N",   "torque_x_Nm",
      "torque_y_Nm",  "torque_z_Nm", "heading_rad", "course_depth_m", "speed_m_s",   "active",
      "pilot_surge",  "pilot_sway",  "pilot_heave", "pilot_roll",     "pilot_pitch", "pilot_yaw",
      "hold_heading", "hold_depth"};
  return names;
}

RunLog::RunLog(std::unique_ptr<McapWriter> log, const World& world, RecorderSources sources)
    : log_(std::move(log)),
      sink_(*log_),
      recorder_(sink_, world.record, world, std::move(sources)) {}

Result<std::unique_ptr<RunLog>> RunLog::open(const std::string& path, const World& world,
                                             RecorderSources sources,
                                             const std::string& scenario_yaml,
                                             std::span<const std::byte> snapshot,
                                             const std::string& run_id) {
  Result<std::unique_ptr<McapWriter>> opened = McapWriter::open(path);
  if (!opened) return opened.problems();
  return open(std::move(opened).value(), world, std::move(sources), scenario_yaml, snapshot,
              run_id);
}

Result<std::unique_ptr<RunLog>> RunLog::open(std::unique_ptr<McapWriter> writer,
                                             const World& world, RecorderSources sources,
                                             const std::string& scenario_yaml,
                                             std::span<const std::byte> snapshot,
                                             const std::string& run_id) {
  std::unique_ptr<RunLog> out(new RunLog(std::move(writer), world, std::move(sources)));
  McapWriter& log = *out->log_;
  const int64_t run_seed = out->recorder_.run_seed();
  const auto attach = [&](const char* name, const char* type, const void* bytes, size_t size) {
    log.add_attachment(name, type, std::span(static_cast<const uint8_t*>(bytes), size),
                       world.start_unix_ns);
  };
  attach("scenario.yaml", "application/yaml", scenario_yaml.data(), scenario_yaml.size());
  if (const SceneSources* scene = out->recorder_.scene_sources()) {
    const std::string json = scene_description(world, *scene);
    const std::vector<uint8_t> glb = scene_glb(world, *scene);
    attach(kSceneDescription, "application/json", json.data(), json.size());
    attach(kSceneModel, "model/gltf-binary", glb.data(), glb.size());
  }
  if (!snapshot.empty())
    attach(kSnapshotAttachment, "application/octet-stream", snapshot.data(), snapshot.size());
  StringMap about{{"seed", std::to_string(run_seed)},
                  {"step_ns", std::to_string(world.clock.step_ns)},
                  {"last_tick", std::to_string(world.last_tick)}};
  if (!run_id.empty()) about["run_id"] = run_id;
  log.add_metadata("hadal", about);
  StringMap patches;
  for (const Patch& patch : out->recorder_.patches())
    patches[patch.key] = shortest_text(patch.value);
  if (!patches.empty()) log.add_metadata(kPatchMetadata, patches);
  const StringMap& extensions = out->recorder_.extensions();
  if (!extensions.empty()) log.add_metadata(kExtensionMetadata, extensions);
  if (out->failed()) return out->problems();
  return out;
}

namespace {

// The actuator with the unit that its column wears; the whole column where it has several.
std::string logged_name(const Actuator& actuator, const extension::Column& column) {
  if (actuator.columns.size() > 1) return actuator.name + "_" + column.name;
  return actuator.name + (column.name.ends_with("_" + column.unit) ? "_" + column.unit : "");
}

}  // namespace

Recorder::Recorder(MessageSink& sink, const RecordConfig& config, const World& world,
                   RecorderSources sources)
    : sink_(sink),
      config_(config),
      sources_(std::move(sources)),
      events_(sink, world),
      rate_(config.rate_hz, world.clock) {
  clock_ = add_topic<Clock>(sink_, "/clock");
  tf_ = add_topic<TFMessage>(sink_, "/tf");
  hash_ = add_topic<StateHash>(sink_, "/hadal/state_hash");
  inputs_ = add_topic<Input>(sink_, "/hadal/inputs");
  if (!world.joints.empty()) joints_ = add_topic<JointState>(sink_, "/joint_states");
  if (sources_.silt) silt_ = add_topic<Scalars>(sink_, "/hadal/silt");
  for (const Coupling& coupling : world.couplings)
    couplings_.push_back(add_topic<Scalars>(sink_, "/couplings/" + coupling.name));
  for (const Vehicle& vehicle : world.vehicles) {
    add_vehicle_topics(vehicle);
    add_actuator_columns(world, vehicle);
  }
  for (const Arm& arm : world.arms) add_arm_topic(world, arm);
  for (const Link& link : world.links)
    wrenches_.push_back(
        config_.wrench_terms ? add_topic<WrenchTerms>(sink_, "/" + link.path + "/wrenches") : 0);
  for (size_t i = 0; i < world.sensors.size(); ++i) {
    const Sensor& sensor = world.sensors[i];
    sensors_.push_back(
        {sink_.add_topic("/" + sensor.path, reading_type(reading_message(sensor))),
         add_topic<Scalars>(sink_, "/" + sensor.path + "/truth"),
         make_reading_encoder(sensor, sources_.sensor_columns[i], world.clock.step_s())});
  }
  std::vector<const Frame*> blanks;
  for (size_t i = 0; i < world.frame_sensors.size(); ++i)
    blanks.push_back(&sources_.frame(static_cast<int>(i)));
  frames_ = std::make_unique<FrameRecorder>(sink_, config_, world, blanks);
  const int terms = logged_wrench_terms(!world.forces.empty());
  for (int term = 0; term < terms; ++term)
    wrench_message_.terms.emplace_back(wrench_term_name(static_cast<WrenchTerm>(term)));
  wrench_message_.wrenches.resize(static_cast<size_t>(terms));
  tf_message_.transforms.resize(world.links.size());
  if (config.scene && sources_.scene) add_scene(world);
}

void Recorder::add_scene(const World& world) {
  SceneSources scene = std::move(*sources_.scene);
  sources_.scene.reset();
  TopicList list;
  const Recorder listed(list, config_, world, sources_);
  scene.topics = std::move(list.topics);
  scene_ = std::make_unique<SceneRecorder>(sink_, world, std::move(scene));
}

void Recorder::add_vehicle_topics(const Vehicle& vehicle) {
  const std::string root = "/" + vehicle.name;
  VehicleTopics& topics = vehicles_.emplace_back();
  topics.ground_truth = add_topic<Odometry>(sink_, root + "/ground_truth");
  topics.water = add_topic<WaterSample>(sink_, root + "/water");
  if (vehicle.is_object) return;
  topics.thrusters = add_topic<ThrusterState>(sink_, root + "/thrusters");
  topics.actuators = add_topic<Scalars>(sink_, root + "/actuators");
  topics.set_point = add_topic<Scalars>(sink_, root + "/set_point");
}

void Recorder::record(const World& world, const State& state) {
  now_ns_ = world.start_unix_ns + world.clock.time_ns(state.tick);
  if (config_.hashes) write(hash_, StateHash{state.tick, state_hash(state)});
  for (size_t sensor = 0; sensor < world.sensors.size(); ++sensor)
    if (state.sensor_fresh[sensor]) record_reading(world, state, static_cast<int>(sensor));
  if (!mounted_) frames_->record_mounts(world, now_ns_);
  mounted_ = true;
  for (size_t sensor = 0; sensor < world.frame_sensors.size(); ++sensor) {
    if (!state.frame_fresh[sensor]) continue;
    const int index = static_cast<int>(sensor);
    const Frame& frame = sources_.frame(index);  // without a stamp right after a restore
    if (frame.stamp == state.frame_stamp[sensor]) frames_->record(world, index, frame, now_ns_);
  }
  const bool due = rate_.due(state.tick);
  events_.record(world, state, now_ns_, due);
  if (!due) return;
  write(clock_, Clock{to_time(now_ns_)});
  for (size_t vehicle = 0; vehicle < world.vehicles.size(); ++vehicle)
    record_vehicle(world, state, static_cast<int>(vehicle));
  for (size_t arm = 0; arm < world.arms.size(); ++arm)
    record_arm(world, state, static_cast<int>(arm));
  record_links(world, state);
  for (size_t i = 0; i < couplings_.size(); ++i) record_coupling(world, state, i);
  if (sources_.silt && sink_.wants(silt_)) {
    silt_values_.clear();
    sources_.silt(silt_values_);
    record_scalars(silt_, sources_.silt_columns, silt_values_, now_ns_, kWorldFrame);
  }
  if (scene_) scene_->record(world, state, now_ns_);
}

void Recorder::record_vehicle(const World& world, const State& state, int index) {
  const Vehicle& vehicle = world.vehicles[index];
  const int hull = vehicle.links.begin;
  const Header header{to_time(now_ns_), kWorldFrame};
  const VehicleTopics& topics = vehicles_[index];
  if (sink_.wants(topics.ground_truth))
    write(topics.ground_truth, odometry(header, world.links[hull].path, state.p_NL_N[hull],
                                        state.q_NL[hull], state.nu_L[hull]));
  if (sink_.wants(topics.water)) {
    WaterSample water;
    water.header = header;
    water.current = vector(enu_from_ned(state.water_velocity_N[hull]));
    water.density = state.water_density_kg_m3[hull];
    water.depth = state.p_NL_N[hull].z();
    water.temperature = sources_.sea->temperature_degc(water.depth);
    water.salinity = sources_.sea->salinity_psu(water.depth);
    water.sound_speed = sources_.sea->sound_speed_m_s(water.depth);
    water.pressure = sources_.sea->pressure_pa(water.depth);
    write(topics.water, water);
  }
  if (vehicle.is_object) return;
  if (sink_.wants(topics.thrusters)) record_thrusters(world, state, index);
  record_commands(world, state, index);
}

// The pair that is held; without one, the pair that is nearest.
void Recorder::record_coupling(const World& world, const State& state, size_t index) {
  static const std::vector<std::string> names{
      "mode",      "pair",      "gap_m",     "lateral_m",   "angle_rad",   "axial_N",
      "force_x_N", "force_y_N", "force_z_N", "torque_x_Nm", "torque_y_Nm", "torque_z_Nm"};
  const Coupling& coupling = world.couplings[index];
  const auto mode = [&](int pair) {
    return state.coupling_counts[kCouplingCounts * static_cast<size_t>(pair) + kCouplingMode];
  };
  const auto values = [&](int pair) {
    return &state.coupling_values[kCouplingValues * static_cast<size_t>(pair)];
  };
  int shown = coupling.first_pair;
  for (int pair = shown; pair < coupling.first_pair + coupling.pairs; ++pair) {
    const bool nearer = std::hypot(values(pair)[kCouplingGap], values(pair)[kCouplingLateral]) <
                        std::hypot(values(shown)[kCouplingGap], values(shown)[kCouplingLateral]);
    if (mode(pair) > mode(shown) || (mode(pair) == mode(shown) && nearer)) shown = pair;
  }
  const double* v = values(shown);
  coupling_values_ = {static_cast<double>(mode(shown)),
                      static_cast<double>(shown - coupling.first_pair),
                      v[kCouplingGap],
                      v[kCouplingLateral],
                      v[kCouplingAngle],
                      v[kCouplingAxial]};
  coupling_values_.insert(coupling_values_.end(), v + kCouplingForce, v + kCouplingForce + 6);
  record_scalars(couplings_[index], names, coupling_values_, now_ns_,
                 world.links[world.coupling_pairs[shown].link_b].path);
}

void Recorder::record_thrusters(const World& world, const State& state, int index) {
  const IndexRange range = world.vehicles[index].thrusters;
  ThrusterState& t = thruster_message_;
  t.header = {to_time(now_ns_), world.links[world.vehicles[index].links.begin].path};
  const auto part = [&](const std::vector<double>& values, std::vector<double>& out) {
    out.assign(values.begin() + range.begin, values.begin() + range.end());
  };
  t.name.resize(range.count);
  for (auto* column : {&t.rotor_speed, &t.thrust, &t.load_percent}) column->resize(range.count);
  for (int i = 0; i < range.count; ++i) {
    const Actuator& thruster = world.actuators[range.begin + i];
    const std::span<const double> columns = state_of(thruster, state);
    t.name[i] = thruster.name;
    t.rotor_speed[i] = columns[extension::kRotor];
    t.thrust[i] = columns[extension::kThrust];
    t.load_percent[i] = columns[extension::kLoad];
  }
  part(state.actuator_command, t.command);
  part(state.actuator_health, t.health);
  write(vehicles_[index].thrusters, t);
}

void Recorder::record_commands(const World& world, const State& state, int index) {
  const Vehicle& vehicle = world.vehicles[index];
  const std::string& frame = world.links[vehicle.links.begin].path;
  const size_t size = set_point_names().size();
  record_scalars(vehicles_[index].set_point, set_point_names(),
                 std::span(state.set_point).subspan(index * size, size), now_ns_, frame);
  const ActuatorColumns& columns = actuator_columns_[index];
  if (columns.names.empty()) return;
  actuator_values_.clear();
  for (const size_t place : columns.places) actuator_values_.push_back(state.actuator_state[place]);
  record_scalars(vehicles_[index].actuators, columns.names, actuator_values_, now_ns_, frame);
}

// Those of thrusters have a message of their own, but for what a kind has beside them.
void Recorder::add_actuator_columns(const World& world, const Vehicle& vehicle) {
  ActuatorColumns& out = actuator_columns_.emplace_back();
  for (int i = vehicle.actuators.begin; i < vehicle.actuators.end(); ++i) {
    const Actuator& actuator = world.actuators[i];
    const size_t first = actuator.kind->gives_thrust() ? size_t{extension::kThrusterColumns} : 0;
    for (size_t c = first; c < actuator.columns.size(); ++c) {
      out.names.push_back(logged_name(actuator, actuator.columns[c]));
      out.places.push_back(actuator.state_begin + c);
    }
  }
}

// The set-point but for its gripping parts, then how the arm fares, then where its tool is.
void Recorder::add_arm_topic(const World& world, const Arm& arm) {
  ArmTopic& out = arms_.emplace_back();
  out.control = add_topic<Scalars>(sink_, "/" + arm.path + "/control");
  out.names = {"mode",        "frame",       "keeps_attitude", "wanted_x_m",  "wanted_y_m",
               "wanted_z_m",  "wanted_qw",   "wanted_qx",      "wanted_qy",   "wanted_qz",
               "grip_mode",   "grip",        "residual_m",     "residual_rad", "error_m",
               "error_rad",   "clamped",     "failure",        "tool_north_m", "tool_east_m",
               "tool_depth_m"};
  for (const int joint : arm.joints) {
    const Actuator& drive = world.actuators[static_cast<size_t>(joint)];
    const bool slides = world.links[static_cast<size_t>(drive.link)].joint == LinkJoint::kSlide;
    out.names.push_back(drive.name + (slides ? "_wanted_m" : "_wanted_rad"));
  }
}

void Recorder::record_arm(const World& world, const State& state, int index) {
  const ArmTopic& topic = arms_[static_cast<size_t>(index)];
  if (!sink_.wants(topic.control)) return;
  const Arm& arm = world.arms[static_cast<size_t>(index)];
  const double* set = arm_set_point(state, index);
  const double* status = arm_status(state, index);
  const Vec3 tool_N = tool_pose_N(world, state, index).p;
  arm_values_.assign(set, set + kArmSetToolVelocity);
  for (const size_t i : {size_t{kArmSetGripMode}, size_t{kArmSetGrip}}) arm_values_.push_back(set[i]);
  for (const size_t i : {size_t{kArmResidual_m}, size_t{kArmResidual_rad}, size_t{kArmError_m},
                         size_t{kArmError_rad}, size_t{kArmClamped}, size_t{kArmFailure}})
    arm_values_.push_back(status[i]);
  arm_values_.insert(arm_values_.end(), {tool_N.x(), tool_N.y(), tool_N.z()});
  arm_values_.insert(arm_values_.end(), set + kArmSetPosition,
                     set + kArmSetPosition + arm.joints.size());
  const auto hull = static_cast<size_t>(world.vehicles[static_cast<size_t>(arm.vehicle)].links.begin);
  record_scalars(topic.control, topic.names, arm_values_, now_ns_, world.links[hull].path);
}

void Recorder::record_places(const World& world, const State& state) {
  const Time stamp = to_time(now_ns_);
  for (size_t link = 0; link < world.links.size(); ++link) {
    TransformStamped& transform = tf_message_.transforms[link];
    transform.header = {stamp, kWorldFrame};
    transform.child_frame_id = world.links[link].path;
    transform.transform = {vector(enu_from_ned(state.p_NL_N[link])),
                           quaternion(enu_flu_from_ned_frd(state.q_NL[link]))};
  }
  write(tf_, tf_message_);
}

void Recorder::record_links(const World& world, const State& state) {
  const Time stamp = to_time(now_ns_);
  if (sink_.wants(tf_)) record_places(world, state);
  for (size_t link = 0; link < world.links.size(); ++link) {
    if (!config_.wrench_terms || !sink_.wants(wrenches_[link])) continue;
    wrench_message_.header = {stamp, world.links[link].path};
    for (size_t term = 0; term < wrench_message_.wrenches.size(); ++term)
      wrench_message_.wrenches[term] = wrench(state.wrench_L[term][link]);
    write(wrenches_[link], wrench_message_);
  }
  if (world.joints.empty() || !sink_.wants(joints_)) return;
  JointState& joints = joint_message_;
  joints.header = {stamp, ""};
  joints.name.clear();
  joints.position.clear();
  joints.velocity.clear();
  joints.effort.clear();
  for (const int link : world.joints) {
    const Link& model = world.links[link];
    joints.effort.push_back(model.joint_drive.plain() ? state.actuator_command[model.actuator]
                                                      : joint_effort(world, state, link));
  }
  for (const int link : world.joints) {
    joints.name.push_back(world.links[link].path);
    joints.position.push_back(state.position[world.links[link].position_address]);
    joints.velocity.push_back(state.velocity[world.links[link].velocity_address]);
  }
  write(joints_, joints);
}

void Recorder::record_scalars(uint16_t channel, const std::vector<std::string>& names,
                              std::span<const double> values, int64_t stamp_ns,
                              const std::string& frame) {
  if (!sink_.wants(channel)) return;
  scalars_.header = {to_time(stamp_ns), frame};
  scalars_.names = names;
  scalars_.values.assign(values.begin(), values.end());
  write(channel, scalars_);
}

void Recorder::record_reading(const World& world, const State& state, int index) {
  const Sensor& sensor = world.sensors[index];
  const auto& columns = sources_.sensor_columns[index];
  const auto values = std::span(state.sensor_values).subspan(sensor.value_offset, columns.size());
  const auto truth = std::span(state.sensor_truth).subspan(sensor.value_offset, columns.size());
  const bool valid = state.sensor_valid[index] != 0;
  const int64_t stamp_ns = world.start_unix_ns + world.clock.time_ns(state.sensor_stamp[index]);
  SensorTopics& topics = sensors_[index];
  record_scalars(topics.truth, columns, truth, stamp_ns, sensor.path);
  if (!sink_.wants(topics.reading) || !(valid || topics.encoder->tells_of_invalid())) return;
  const ArrivedReading reading{
      world, state, *sources_.sea, sensor, {to_time(stamp_ns), sensor.path}, values, valid};
  sink_.write(topics.reading, now_ns_, topics.encoder->encode(reading, scratch_));
}

void Recorder::record_input(const World& world, Tick tick, const std::string& target,
                            const std::string& key, const std::vector<double>& values) {
  now_ns_ = world.start_unix_ns + world.clock.time_ns(tick);
  write(inputs_, Input{tick, target, key, values});
  events_.record_input(target, key, values, now_ns_);
}

}  // namespace hadal::outputs

#include "outputs/scene/scene_recorder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "kinds/sensors/battery.h"
#include "outputs/scene/scene_description.h"

namespace hadal::outputs {
namespace {

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();
constexpr double kJoulesPerWattHour = 3600;
constexpr int kMaxContacts = 256;
// Rows of a tile per call, a fifth of it, so that no step waits long. The first call comes before
// the clock runs.
constexpr int kRowsPerCall = 13, kFirstTiles = 12;
constexpr size_t kMaxFollowed = 16;  // vehicles whose ground is shown

float narrowed(double value) {
  return static_cast<float>(value);
}

template <class V>
void put_vector(std::vector<float>& out, const V& values) {
  for (Eigen::Index i = 0; i < values.size(); ++i) out.push_back(narrowed(values[i]));
}

void put_all(std::vector<float>& out, const std::vector<double>& values) {
  for (const double value : values) out.push_back(narrowed(value));
}

int battery_of(const World& world, int vehicle) {
  for (size_t i = 0; i < world.sensors.size(); ++i)
    if (world.sensors[i].vehicle == vehicle && world.sensors[i].config.as<Battery>())
      return static_cast<int>(i);
  return -1;
}

}  // namespace

SceneRecorder::SceneRecorder(MessageSink& sink, const World& world, SceneSources sources)
    : sink_(sink),
      sources_(std::move(sources)),
      tiles_(sources_),
      scene_(add_topic<SceneState>(sink, "/hadal/scene")),
      current_depths_m_(scene_current_depths(world, sources_)),
      thrusters_(scene_thrusters(world)),
      actuators_(scene_actuators(world)),
      part_angle_rad_(world.moving_parts.size()) {
  if (sources_.seabed_cell_m > 0) seabed_ = add_topic<SeabedTile>(sink, "/hadal/seabed", true);
  for (size_t v = 0; v < world.vehicles.size(); ++v)
    battery_.push_back(battery_of(world, static_cast<int>(v)));
}

void SceneRecorder::record(const World& world, const State& state, int64_t now_ns) {
  if (sources_.seabed_cell_m > 0 && sink_.wants(seabed_)) record_seabed(world, state, now_ns);
  if (!sink_.wants(scene_)) return;
  fill(world, state, now_ns);
  sink_.write(scene_, now_ns, encode(message_, scratch_));
}

void SceneRecorder::record_seabed(const World& world, const State& state, int64_t now_ns) {
  positions_N_.clear();
  for (const bool objects : {false, true}) {  // of objects only where there is nothing else
    for (const Vehicle& vehicle : world.vehicles)
      if (vehicle.is_object == objects && positions_N_.size() < kMaxFollowed)
        positions_N_.push_back(state.p_NL_N[static_cast<size_t>(vehicle.links.begin)]);
    if (!positions_N_.empty()) break;
  }
  tiles_.find(positions_N_);
  for (int i = 0; i < (first_ ? kFirstTiles : 1); ++i)
    if (tiles_.next(first_ ? kTileNodes : kRowsPerCall, tile_))
      sink_.write(seabed_, now_ns, encode(tile_, scratch_));
  first_ = false;
}

void SceneRecorder::fill(const World& world, const State& state, int64_t now_ns) {
  SceneState& m = message_;
  m.stamp = to_time(now_ns);
  m.tick = state.tick;
  m.time_s = world.clock.time_s(state.tick);
  for (std::vector<float>* part :
       {&m.links, &m.vehicles, &m.wrenches, &m.thrusters, &m.set_points, &m.joints, &m.actuators,
        &m.currents, &m.lamps, &m.sea, &m.contacts, &m.fish, &m.parts})
    part->clear();
  fill_links(state);
  for (size_t v = 0; v < world.vehicles.size(); ++v) fill_vehicle(world, state, v);
  fill_thrusters(world, state);
  fill_actuators(world, state);
  fill_parts(world, state);
  fill_sea(world, state);
  fill_contacts(state);
  if (sources_.fish) sources_.fish(state, m.fish);
}

void SceneRecorder::fill_links(const State& state) {
  for (size_t i = 0; i < state.p_NL_N.size(); ++i) {
    const Quat& q = state.q_NL[i];
    put_vector(message_.links, state.p_NL_N[i]);
    for (const double value : {q.w(), q.x(), q.y(), q.z()})
      message_.links.push_back(narrowed(value));
  }
}

void SceneRecorder::fill_vehicle(const World& world, const State& state, size_t v) {
  const Vehicle& vehicle = world.vehicles[v];
  const auto hull = static_cast<size_t>(vehicle.links.begin);
  const Vec3& p_N = state.p_NL_N[hull];
  std::vector<float>& out = message_.vehicles;
  put_vector(out, state.nu_L[hull]);
  put_vector(out, state.water_velocity_N[hull]);
  const double ground_m = sources_.seabed_cell_m > 0 ? sources_.firm_depth_m(p_N.x(), p_N.y())
                                                     : std::numeric_limits<double>::infinity();
  out.push_back(std::isfinite(ground_m) ? narrowed(ground_m - p_N.z()) : kUnknown);
  out.push_back(narrowed(state.energy_used_j[v] / kJoulesPerWattHour));
  const auto track = static_cast<size_t>(vehicle.track);
  out.push_back(static_cast<float>(state.mission_status[track]));
  out.push_back(static_cast<float>(state.mission_step[track] - world.tracks[track].steps.begin));
  out.push_back(narrowed(state.travelled_m[v]));
  const bool charged =
      battery_[v] >= 0 && state.sensor_stamp[static_cast<size_t>(battery_[v])] >= 0;
  constexpr size_t kFraction = 2;  // column of a battery's reading
  out.push_back(
      charged
          ? narrowed(
                state.sensor_truth[world.sensors[static_cast<size_t>(battery_[v])].value_offset +
                                   kFraction])
          : kUnknown);
  out.push_back(0);
  for (int term = 0; term < logged_wrench_terms(!world.forces.empty()); ++term)
    put_vector(message_.wrenches, state.wrench_L[term][hull]);
  // The set-point of the state, filled up with zeros.
  const size_t size = std::min(state.set_point.size() / world.vehicles.size(), kSceneSetPoint);
  const size_t stride = state.set_point.size() / world.vehicles.size();
  for (size_t i = 0; i < kSceneSetPoint; ++i)
    message_.set_points.push_back(i < size ? narrowed(state.set_point[v * stride + i]) : 0);
}

void SceneRecorder::fill_thrusters(const World& world, const State& state) {
  for (const int i : thrusters_) {
    const std::span<const double> columns = state_of(world.actuators[i], state);
    for (const double value :
         {state.actuator_command[i], columns[extension::kThrust], columns[extension::kLoad],
          state.actuator_health[i], state.actuator_power_w[i]})
      message_.thrusters.push_back(narrowed(value));
  }
}

void SceneRecorder::fill_actuators(const World& world, const State& state) {
  for (const int link : world.joints)
    message_.joints.push_back(narrowed(state.position[static_cast<size_t>(
        world.links[static_cast<size_t>(link)].position_address)]));
  for (const int i : actuators_)
    message_.actuators.push_back(narrowed(value_of(world.actuators[i], state)));
  put_all(message_.lamps, state.lamp_level);
}

void SceneRecorder::fill_parts(const World& world, const State& state) {
  constexpr double kTurn = 2 * std::numbers::pi;
  part_angles(world, state, part_angle_rad_);
  for (const double angle_rad : part_angle_rad_)
    message_.parts.push_back(narrowed(std::remainder(angle_rad, kTurn)));
}

void SceneRecorder::fill_sea(const World& world, const State& state) {
  if (!world.vehicles.empty()) {
    const Vec3& p_N = state.p_NL_N[static_cast<size_t>(world.vehicles[0].links.begin)];
    positions_N_.clear();
    for (const double depth_m : current_depths_m_) positions_N_.push_back({p_N.x(), p_N.y(),
        depth_m});
    currents_N_.resize(positions_N_.size());
    sources_.currents(state, positions_N_, currents_N_);
    for (const Vec3& current_N : currents_N_) put_vector(message_.currents, current_N);
  }
  const SceneLight light = sources_.light(state);
  const Vec3 wind_N = sources_.wind_N(state);
  for (const double value : {state.wave_factor[0], state.wind_factor[0], state.turbidity_ntu[0],
                             state.day_offset_s[0], light.toward_N.x(), light.toward_N.y(),
                             light.toward_N.z(), light.illuminance_lx, wind_N.x(), wind_N.y()})
    message_.sea.push_back(narrowed(value));
}

void SceneRecorder::fill_contacts(const State& state) {
  constexpr size_t kPlace = 0, kForce = 6;
  const auto count = static_cast<size_t>(std::min<int64_t>(state.contact_count[0], kMaxContacts));
  for (size_t i = 0; i < count; ++i)
    for (const size_t from : {kPlace, kForce})
      for (size_t c = 0; c < 3; ++c)
        message_.contacts.push_back(narrowed(state.contact_values[i * kContactValues + from + c]));
}

}  // namespace hadal::outputs

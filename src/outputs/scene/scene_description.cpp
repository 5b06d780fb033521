#include "outputs/scene/scene_description.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "kinds/actuators/list.h"
#include "outputs/scene/sensor_views.h"

namespace hadal::outputs {
namespace {

using DescriptionJson = nlohmann::ordered_json;
constexpr size_t kMaxWaves = 64;
constexpr double kFreshWater_kg_m3 = 1000;  // in which the largest thrust is told

DescriptionJson triple_json(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
DescriptionJson quaternion_json(const Quat& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}
DescriptionJson range_json(IndexRange range) {
  return {range.begin, range.count};
}

DescriptionJson srgb_json(const std::array<double, 3>& linear) {
  return {srgb_of_linear(linear[0]), srgb_of_linear(linear[1]), srgb_of_linear(linear[2])};
}

const char* joint_name(LinkJoint joint) {
  constexpr const char* kNames[] = {"free", "fixed", "hinge", "slide"};
  return kNames[static_cast<int>(joint)];
}

DescriptionJson links_json(const World& world) {
  DescriptionJson out = DescriptionJson::array();
  for (const Link& link : world.links)
    out.push_back({{"path", link.path},
                   {"vehicle", link.vehicle},
                   {"parent", link.parent},
                   {"joint", joint_name(link.joint)}});
  return out;
}

// Its thrusters among all of the scene.
IndexRange thrusters_of(const World& world, const Vehicle& vehicle) {
  IndexRange range{0, vehicle.thrusters.count};
  for (size_t v = 0; &world.vehicles[v] != &vehicle; ++v)
    range.begin += world.vehicles[v].thrusters.count;
  return range;
}

DescriptionJson vehicle_json(const World& world, const Vehicle& vehicle) {
  const SceneBox box = vehicle_box(world, vehicle);
  const Vec3 size_m = vehicle.size_m.norm() > 0 ? vehicle.size_m : Vec3(box.max - box.min);
  DescriptionJson mission = DescriptionJson::array();
  const IndexRange steps = world.tracks[static_cast<size_t>(vehicle.track)].steps;
  for (int i = steps.begin; i < steps.end(); ++i)
    mission.push_back(world.mission[static_cast<size_t>(i)].text());
  return {{"name", vehicle.name},
          {"model", vehicle.model},
          {"object", vehicle.is_object},
          {"fixed", vehicle.fixed},
          {"links", range_json(vehicle.links)},
          {"thrusters", range_json(thrusters_of(world, vehicle))},
          {"size_m", triple_json(size_m)},
          {"controller", vehicle.controller.kind ? vehicle.controller.config.kind() : "none"},
          {"kinematic", vehicle.kinematic},
          {"mission", mission},
          {"box_m", {{"min", triple_json(box.min)}, {"max", triple_json(box.max)}}}};
}

DescriptionJson vehicles_json(const World& world) {
  DescriptionJson out = DescriptionJson::array();
  for (const Vehicle& vehicle : world.vehicles) out.push_back(vehicle_json(world, vehicle));
  return out;
}

// What the numbers of a thruster's command mean: at rest, full astern and full ahead; null where an
// end is unknown.
DescriptionJson command_json(const Actuator& thruster, const extension::ThrustAbility& ability) {
  if (!std::isfinite(ability.command_min) || !std::isfinite(ability.command_max)) return nullptr;
  return {{"neutral", thruster.command.neutral},
          {"min", ability.command_min},
          {"max", ability.command_max}};
}

DescriptionJson thrusters_json(const World& world) {
  DescriptionJson out = DescriptionJson::array();
  for (const int i : scene_thrusters(world)) {
    const Actuator& thruster = world.actuators[static_cast<size_t>(i)];
    const extension::ThrustAbility ability = thruster.thrust_ability(kFreshWater_kg_m3);
    DescriptionJson& item = out.emplace_back();
    item = {{"name", thruster.name},
            {"vehicle", thruster.vehicle},
            {"link", thruster.link},
            {"position_m", triple_json(Vec3(ability.position_B.data()))},
            {"axis", triple_json(Vec3(ability.axis_B.data()))}};
    item["max_thrust_n"] = std::isfinite(ability.forward_max_n) ? ability.forward_max_n : 0;
    const DescriptionJson command = command_json(thruster, ability);
    if (!command.is_null()) item["command"] = command;
  }
  return out;
}

DescriptionJson parts_json(const World& world) {
  DescriptionJson out = DescriptionJson::array();
  for (size_t i = 0; i < world.moving_parts.size(); ++i) {
    const MovingPart& part = world.moving_parts[i];
    out.push_back({{"node", part_node(world, i)},
                   {"link", part.link},
                   {"actuator", world.actuators[static_cast<size_t>(part.actuator)].name},
                   {"position_m", triple_json(part.p_L)},
                   {"axis", triple_json(part.axis_L)}});
  }
  return out;
}

DescriptionJson joints_json(const World& world) {
  DescriptionJson out = DescriptionJson::array();
  for (const int index : world.joints) {
    const Link& link = world.links[static_cast<size_t>(index)];
    DescriptionJson range;  // null without
    if (link.joint_range) range = {(*link.joint_range)[0], (*link.joint_range)[1]};
    out.push_back(
        {{"link", index}, {"name", link.path}, {"kind", joint_name(link.joint)}, {"range", range}});
  }
  return out;
}

DescriptionJson actuators_json(const World& world) {
  DescriptionJson out = DescriptionJson::array();
  for (const int i : scene_actuators(world)) {
    const Actuator& actuator = world.actuators[static_cast<size_t>(i)];
    out.push_back({{"vehicle", actuator.vehicle},
                   {"kind", actuator.config.kind()},
                   {"name", actuator.name},
                   {"unit", actuator.columns.front().unit}});
  }
  return out;
}

// The topics of a run, found by sensor without looking at all of them.
class TopicIndex {
 public:
  explicit TopicIndex(const std::vector<SceneTopic>& topics) : topics_(topics) {
    for (size_t i = 0; i < topics.size(); ++i) sorted_.emplace_back(topics[i].topic, i);
    std::sort(sorted_.begin(), sorted_.end());
  }

  // Of the sensor alone, /path or /path/..., in the order of the run.
  DescriptionJson of(const std::string& path) const {
    std::vector<size_t> found;
    const std::string own = "/" + path, below = own + "/";
    add(own, [&](std::string_view topic) { return topic == own; }, found);
    add(below, [&](std::string_view topic) { return topic.starts_with(below); }, found);
    std::sort(found.begin(), found.end());
    DescriptionJson out = DescriptionJson::array();
    for (const size_t i : found)
      out.push_back({{"topic", topics_[i].topic}, {"type", topics_[i].type}});
    return out;
  }

 private:
  template <class Wanted>
  void add(std::string_view first, Wanted wanted, std::vector<size_t>& found) const {
    auto at = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair(first, size_t{0}));
    for (; at != sorted_.end() && wanted(at->first); ++at) found.push_back(at->second);
  }

  const std::vector<SceneTopic>& topics_;
  std::vector<std::pair<std::string_view, size_t>> sorted_;
};

template <class S>
DescriptionJson sensor_json(const S& sensor, double rate_hz, const hadal::Pose& X_LS,
                            const std::string& kind, const TopicIndex& topics,
                            const std::string& views) {
  return {{"path", sensor.path},
          {"name", sensor.name},
          {"vehicle", sensor.vehicle},
          {"link", sensor.link},
          {"kind", kind},
          {"rate_hz", rate_hz},
          {"position_m", triple_json(X_LS.p)},
          {"attitude", quaternion_json(X_LS.q)},
          {"topics", topics.of(sensor.path)},
          {"views", DescriptionJson::parse(views)}};
}

DescriptionJson sensors_json(const World& world, const SceneSources& sources) {
  DescriptionJson out = DescriptionJson::array();
  const TopicIndex topics(sources.topics);
  for (const Sensor& sensor : world.sensors)
    out.push_back(sensor_json(sensor, sensor.rate_hz, sensor.X_BS, sensor.config.kind(), topics,
                              sensor_views(sensor)));
  for (size_t i = 0; i < world.frame_sensors.size(); ++i) {
    const MountedFrameSensor& sensor = world.frame_sensors[i];
    out.push_back(sensor_json(sensor, sensor.rate_hz, sensor.X_LS, sensor.config.kind(), topics,
                              frame_views(sensor, sources.frame(static_cast<int>(i)))));
  }
  return out;
}

DescriptionJson lamps_json(const World& world) {
  constexpr const char* kKinds[] = {"spot", "point", "line"};
  DescriptionJson out = DescriptionJson::array();
  for (const Lamp& lamp : world.lamps)
    out.push_back({{"path", lamp.path},
                   {"link", lamp.link},
                   {"kind", kKinds[static_cast<int>(lamp.kind)]},
                   {"position_m", triple_json(lamp.X_LS.p)},
                   {"axis", triple_json(lamp.X_LS.q * Vec3::UnitX())},
                   {"beam_rad", lamp.beam_rad},
                   {"colour_temperature_k", lamp.colour_temperature_k}});
  return out;
}

// The largest waves, and how much of the energy they carry.
DescriptionJson waves_json(std::vector<SceneWave> waves) {
  double all = 0, kept = 0;
  for (const SceneWave& w : waves) all += w.amplitude_m * w.amplitude_m / 2;
  std::stable_sort(waves.begin(), waves.end(), [](const SceneWave& a, const SceneWave& b) {
    return a.amplitude_m > b.amplitude_m;
  });
  waves.resize(std::min(waves.size(), kMaxWaves));
  DescriptionJson components = DescriptionJson::array();
  for (const SceneWave& w : waves) {
    kept += w.amplitude_m * w.amplitude_m / 2;
    components.push_back({w.amplitude_m, w.k_north, w.k_east, w.omega_rad_s, w.phase_rad});
  }
  return {{"components", components},
          {"energy_share", all > 0 ? kept / all : 1.0},
          {"significant_height_m", 4 * std::sqrt(all)}};
}

DescriptionJson water_json(const World& world, const SceneWater& water) {
  const std::string& type = world.optics.type;
  const bool jerlov = type != "pure" && type != "none";
  return {{"type", jerlov ? "jerlov_" + type : type},
          {"colour_srgb", water.colour_srgb},
          {"attenuation_per_m", water.attenuation_per_m}};
}

DescriptionJson materials_json(const World& world) {
  DescriptionJson out = DescriptionJson::array();
  for (const Material& material : world.materials.materials)
    out.push_back({{"name", material.name}, {"colour_srgb", srgb_json(material.albedo)}});
  return out;
}

DescriptionJson scenery_json(const std::vector<SceneryPart>& scenery) {
  DescriptionJson out = DescriptionJson::array();
  for (size_t i = 0; i < scenery.size(); ++i)
    out.push_back(
        {{"kind", scenery[i].kind}, {"node", scenery_node(i)}, {"count", scenery[i].count}});
  return out;
}

// The first drifting thing; null without.
DescriptionJson particles_json(const World& world) {
  for (const Scenery& scenery : world.scenery)
    if (const auto* snow = scenery.config.as<MarineSnowConfig>())
      return {{"kind", "marine_snow"}, {"per_m3", snow->density_m3}};
  return nullptr;
}

DescriptionJson places_json(const World& world) {
  DescriptionJson out = DescriptionJson::array();
  for (const Mark& mark : world.marks)
    out.push_back({{"name", mark.name}, {"position_m", triple_json(mark.p_N)}});
  return out;
}

DescriptionJson currents_json(const World& world) {
  DescriptionJson out = DescriptionJson::array();
  for (const CurrentSource& source : world.currents)
    out.push_back({{"name", source.name}, {"kind", source.config.kind()}});
  return out;
}

DescriptionJson wrench_terms_json(const World& world) {
  DescriptionJson out = DescriptionJson::array();
  for (int term = 0; term < logged_wrench_terms(!world.forces.empty()); ++term)
    out.push_back(wrench_term_name(static_cast<WrenchTerm>(term)));
  return out;
}

// Poses of the links of a vehicle in the frame of its first, joints at zero.
hadal::Pose pose_in_hull(const World& world, const Vehicle& vehicle, int link) {
  if (link <= vehicle.links.begin) return {};
  const Link& own = world.links[static_cast<size_t>(link)];
  return pose_in_hull(world, vehicle, own.parent) * own.pose_PL;
}

}  // namespace

double srgb_of_linear(double linear) {
  const double x = std::clamp(linear, 0.0, 1.0);
  return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
}

std::string scenery_node(size_t part) {
  return "scenery/" + std::to_string(part);
}

std::string part_node(const World& world, size_t part) {
  const MovingPart& moving = world.moving_parts[part];
  return world.links[static_cast<size_t>(moving.link)].path + "/part/" + std::to_string(part);
}

SceneBox vehicle_box(const World& world, const Vehicle& vehicle) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  SceneBox box{Vec3::Constant(kInfinity), Vec3::Constant(-kInfinity)};
  for (int i = vehicle.links.begin; i < vehicle.links.end(); ++i) {
    const hadal::Pose X_HL = pose_in_hull(world, vehicle, i);
    for (const VisualShape& visual : world.links[static_cast<size_t>(i)].visuals)
      for (const Vec3& vertex : visual.mesh->vertices) {
        const Vec3 p_H = X_HL.p + X_HL.q * vertex;
        box.min = box.min.cwiseMin(p_H), box.max = box.max.cwiseMax(p_H);
      }
  }
  if (box.min.x() <= box.max.x()) return box;
  return {-vehicle.size_m / 2, vehicle.size_m / 2};
}

std::vector<double> scene_current_depths(const World& world, const SceneSources& sources) {
  constexpr double kSeries_m[] = {0,  1,  2,   3,   5,   7.5, 10,  15,   20,   30,  40,
                                  60, 80, 120, 200, 300, 500, 800, 1200, 2000, 4000};
  constexpr double kMin_m = 20;
  if (world.vehicles.empty()) return {};
  const Vec3& p_N = world.links[static_cast<size_t>(world.vehicles[0].links.begin)].pose_PL.p;
  double deepest_m = std::max(kMin_m, 2 * p_N.z());
  if (sources.seabed_cell_m > 0) {
    const double ground_m = sources.firm_depth_m(p_N.x(), p_N.y());
    if (std::isfinite(ground_m)) deepest_m = std::max(0.0, ground_m);
  }
  std::vector<double> out;
  for (const double depth_m : kSeries_m)
    if (depth_m <= deepest_m) out.push_back(depth_m);
  return out;
}

std::vector<int> scene_thrusters(const World& world) {
  std::vector<int> out;
  for (const Vehicle& vehicle : world.vehicles)
    for (int i = vehicle.thrusters.begin; i < vehicle.thrusters.end(); ++i) out.push_back(i);
  return out;
}

std::vector<int> scene_actuators(const World& world) {
  std::vector<int> out;
  for (const extension::ActuatorKind* kind : actuator_list().kinds())
    for (size_t i = 0; i < world.actuators.size() && !kind->gives_thrust(); ++i)
      if (world.actuators[i].kind == kind) out.push_back(static_cast<int>(i));
  return out;
}

std::string scene_description(const World& world, const SceneSources& sources) {
  DescriptionJson out;
  out["format"] = 1;
  out["title"] = world.title;
  out["description"] = world.description;
  out["scenario"] = world.scenario;
  out["origin"] = {{"lat_deg", world.origin_lat_deg}, {"lon_deg", world.origin_lon_deg}};
  out["start_unix_ns"] = std::to_string(world.start_unix_ns);
  out["step_s"] = world.clock.step_s();
  out["duration_s"] = world.clock.time_s(world.last_tick);
  out["links"] = links_json(world);
  out["vehicles"] = vehicles_json(world);
  out["thrusters"] = thrusters_json(world);
  out["joints"] = joints_json(world);
  out["actuators"] = actuators_json(world);
  out["parts"] = parts_json(world);
  out["sensors"] = sensors_json(world, sources);
  out["lamps"] = lamps_json(world);
  out["marks"] = places_json(world);
  out["currents"] = currents_json(world);
  out["waves"] = waves_json(sources.waves);
  out["water"] = water_json(world, sources.water);
  out["seabed"] = {{"exists", sources.seabed_cell_m > 0}};
  out["materials"] = materials_json(world);
  out["wrench_terms"] = wrench_terms_json(world);
  out["current_depths_m"] = scene_current_depths(world, sources);
  out["scenery"] = scenery_json(sources.scenery());
  out["particles"] = particles_json(world);
  out["expectations"] = DescriptionJson::array();
  for (const Expectation& expectation : world.expectations)
    out["expectations"].push_back(expectation.text);
  out["notes"] = DescriptionJson::array();
  for (const Problem& note : world.notes) out["notes"].push_back(note.message);
  // Names from foreign files may be no UTF-8.
  return out.dump(-1, ' ', false, DescriptionJson::error_handler_t::replace);
}

}  // namespace hadal::outputs

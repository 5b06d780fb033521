#include "outputs/report/run_facts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "scenario/document.h"
#include "scenario/line_sonar_config.h"
#include "scenario/sonar_config.h"

namespace hadal::outputs {
namespace {

using SummaryJson = nlohmann::json;

std::string text_of(const Node* node) {
  return node && node->kind == Node::Kind::kScalar ? node->scalar : "";
}

std::optional<double> number_of(const Node* node) {
  const std::string text = text_of(node);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

double number_or(const Node& map, std::string_view key, double fallback) {
  return number_of(map.find(key)).value_or(fallback);
}

const std::vector<Node>& items_of(const Node& map, std::string_view key) {
  static const std::vector<Node> none;
  const Node* list = map.find(key);
  return list ? list->items : none;
}

Place3 place_of(const Node& node) {
  return {text_of(node.find("name")), number_or(node, "north_m", 0), number_or(node, "east_m", 0),
          number_or(node, "depth_m", 0)};
}

void read_mission(const Node& root, ScenarioFacts& facts) {
  for (const Node& step : items_of(root, "mission")) {
    auto& waypoints = facts.waypoints[text_of(step.find("vehicle"))];
    if (step.tag == "go_to") waypoints.push_back(place_of(step));
    for (const Node& row : items_of(step, "waypoints")) {
      if (row.items.size() != 3) continue;
      const auto at = [&](size_t i) { return number_of(&row.items[i]).value_or(0); };
      waypoints.push_back({"", at(0), at(1), at(2)});
    }
  }
  for (auto& [vehicle, waypoints] : facts.waypoints)
    for (size_t i = 0; i < waypoints.size(); ++i) waypoints[i].name = std::to_string(i + 1);
}

void read_pressure_sensors(const Node& owner, const std::string& vehicle, ScenarioFacts& facts) {
  for (const Node& sensor : items_of(owner, "sensors")) {
    if (sensor.tag != "pressure") continue;
    const PressureReference standard;
    facts.pressure["/" + vehicle + "/" + text_of(sensor.find("name"))] = {
        number_or(sensor, "reference_density_kg_m3", standard.density_kg_m3),
        number_or(sensor, "reference_pressure_pa", standard.pressure_pa),
        number_or(sensor, "reference_gravity_m_s2", standard.gravity_m_s2)};
  }
}

bool gives_frames(const std::string& kind) {
  const auto in = [&](const std::vector<const StructSchema*>& kinds) {
    return std::any_of(kinds.begin(), kinds.end(),
                       [&](const StructSchema* schema) { return schema->name == kind; });
  };
  return in(imaging_sonar_kinds()) || in(line_sonar_kinds()) || kind == "lidar" ||
         kind.ends_with("camera");
}

void read_imaging_sensors(const Node& owner, const std::string& vehicle, ScenarioFacts& facts) {
  for (const Node& sensor : items_of(owner, "sensors"))
    if (gives_frames(sensor.tag)) facts.imaging[vehicle].push_back(text_of(sensor.find("name")));
}

void read_sensors(const Node& owner, const std::string& vehicle, ScenarioFacts& facts) {
  read_pressure_sensors(owner, vehicle, facts);
  read_imaging_sensors(owner, vehicle, facts);
}

void read_vehicles(const Node& root, ScenarioFacts& facts) {
  for (const Node& vehicle : items_of(root, "vehicles")) {
    const std::string name = text_of(vehicle.find("name")), model = text_of(vehicle.find("model"));
    facts.vehicles.push_back(name);
    for (const Node& candidate : items_of(root, "vehicle_models"))
      if (text_of(candidate.find("name")) == model) read_sensors(candidate, name, facts);
    read_sensors(vehicle, name, facts);
  }
}

std::string text_of(const SummaryJson& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

double number_of(const SummaryJson& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

// The objects of a list; anything else is passed over.
std::vector<SummaryJson> objects_of(const SummaryJson& object, const char* key) {
  std::vector<SummaryJson> out;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) return out;
  for (const SummaryJson& item : *found)
    if (item.is_object()) out.push_back(item);
  return out;
}

}  // namespace

ScenarioFacts read_scenario_facts(std::string_view yaml) {
  ScenarioFacts facts;
  const Result<Node> parsed = parse_yaml(yaml, "scenario.yaml");
  if (!parsed || parsed.value().kind != Node::Kind::kMap) return facts;
  const Node& root = parsed.value();
  facts.title = text_of(root.find("title"));
  facts.description = text_of(root.find("description"));
  if (const Node* origin = root.find("origin")) {
    facts.origin_lat_deg = number_of(origin->find("lat_deg"));
    facts.origin_lon_deg = number_of(origin->find("lon_deg"));
  }
  if (const Node* record = root.find("record"))
    facts.recorded_frames = text_of(record->find("frames"));
  for (const Node& mark : items_of(root, "marks")) facts.marks.push_back(place_of(mark));
  for (const Node& expect : items_of(root, "expect"))
    facts.expectations.push_back(text_of(expect.find("that")));
  read_mission(root, facts);
  read_vehicles(root, facts);
  return facts;
}

std::optional<SummaryFacts> read_summary_facts(std::string_view text) {
  const SummaryJson json = SummaryJson::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  SummaryFacts facts;
  facts.failure = text_of(json, "failure");
  facts.state_hash = text_of(json, "state_hash");
  if (const auto seed = json.find("seed"); seed != json.end() && seed->is_number_integer())
    facts.seed = seed->get<int64_t>();
  facts.wall_s = number_of(json, "wall_s");
  facts.real_time_factor = number_of(json, "real_time_factor");
  for (const SummaryJson& e : objects_of(json, "expectations")) {
    const auto held = e.find("held");
    facts.expectations.push_back(
        {text_of(e, "that"), held != e.end() && held->is_boolean() && held->get<bool>()});
  }
  for (const SummaryJson& v : objects_of(json, "vehicles"))
    facts.vehicles.push_back(
        {text_of(v, "name"), text_of(v, "mission"), number_of(v, "energy_wh")});
  return facts;
}

}  // namespace hadal::outputs

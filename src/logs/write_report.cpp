#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/viewer_page.h"
#include "hadal/log.h"
#include "logs/reader/log_facts.h"
#include "logs/run_summary.h"
#include "scenario/document.h"

namespace hadal {
namespace {

using Json = nlohmann::json;

constexpr std::uintmax_t kLargestLog = 256u << 20;  // browsers refuse much larger pages

double number_of(const Node* node) {
  return node ? std::strtod(node->scalar.c_str(), nullptr) : 0;
}

const std::vector<Node>& items_of(const Node& map, std::string_view key) {
  static const std::vector<Node> none;
  const Node* list = map.find(key);
  return list ? list->items : none;
}

// Where the mission takes each vehicle, [north, east] in metres: go_to steps and waypoints.
Json waypoints_of(std::string_view scenario_yaml) {
  Json out = Json::object();
  const Result<Node> scenario = parse_yaml(scenario_yaml, "scenario.yaml");
  if (!scenario || scenario.value().kind != Node::Kind::kMap) return out;
  for (const Node& step : items_of(scenario.value(), "mission")) {
    const Node* vehicle = step.find("vehicle");
    Json& places = out[vehicle ? vehicle->scalar : ""];
    if (step.tag == "go_to")
      places.push_back({number_of(step.find("north_m")), number_of(step.find("east_m"))});
    for (const Node& place : items_of(step, "waypoints"))
      if (place.items.size() >= 2)
        places.push_back({number_of(&place.items[0]), number_of(&place.items[1])});
  }
  return out;
}

// What the page tells beside what the log's messages say.
std::string run_document(const std::string& log_path, logs::McapReader& log) {
  const logs::LogFacts facts = logs::log_facts(log);
  Json out{{"summary", logs::summary_of(log_path, facts)},
           {"waypoints", waypoints_of(logs::attached_text(log, "scenario.yaml"))}};
  if (facts.seed) out["seed"] = *facts.seed;
  if (facts.planned_tick) out["planned_tick"] = *facts.planned_tick;
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

LogResult write_report(const std::string& log_path, const std::string& page_path,
                       const std::string& html_path) {
  Result<logs::McapReader> log = logs::McapReader::open(log_path);
  if (!log) return {2, log.problems().text()};
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(log_path, error);
  if (error || size > kLargestLog)
    return {2, log_path + ": " + std::to_string(size >> 20) +
                   " MB; a page holds logs up to 256 MB. Record less (record.frames: none, a "
                   "shorter run), or use: hadal view " +
                   log_path};
  const PageDocument documents[] = {
      {"log", std::filesystem::path(log_path).filename().string(),
       logs::file_bytes(log_path)},
      {"run", "", run_document(log_path, log.value())}};
  const Problems problems = write_viewer_page(page_path, documents, html_path);
  return {problems.empty() ? 0 : 2, problems.text()};
}

}  // namespace hadal

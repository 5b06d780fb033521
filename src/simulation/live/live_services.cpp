// What people may ask of a live run beside its parameters. Requests and answers are JSON objects;
// what does not fit is refused with a message that says what was expected.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "control/modes.h"
#include "math/units.h"
#include "simulation/gains_file.h"
#include "simulation/live/live_session.h"

namespace hadal::simulation {
namespace {

using nlohmann::json;

constexpr int64_t kMaxSteps = 1'000'000;
constexpr size_t kMaxSnapshots = 32, kLongestName = 64;

double number_in(const json& request, const char* key) {
  const auto found = request.find(key);
  if (found == request.end() || !found->is_number())
    throw std::runtime_error(std::string("expected a number '") + key + "'");
  return found->get<double>();
}

double number_in(const json& request, const char* key, double fallback) {
  return request.contains(key) ? number_in(request, key) : fallback;
}

std::string text_in(const json& request, const char* key) {
  const auto found = request.find(key);
  if (found == request.end() || !found->is_string())
    throw std::runtime_error(std::string("expected a text '") + key + "'");
  return found->get<std::string>();
}

// Three numbers, zero where the key is missing.
void append_vector(const json& request, const char* key, std::vector<double>& out) {
  const auto found = request.find(key);
  if (found == request.end()) {
    out.insert(out.end(), 3, 0.0);
    return;
  }
  if (!found->is_array() || found->size() != 3 ||
      !std::all_of(found->begin(), found->end(), [](const json& v) { return v.is_number(); }))
    throw std::runtime_error(std::string("expected three numbers '") + key + "'");
  for (const json& value : *found) out.push_back(value.get<double>());
}

// A JSON schema of an object: names with their types.
std::string schema(std::initializer_list<std::pair<const char*, const char*>> fields) {
  json properties = json::object();
  for (const auto& [name, type] : fields) {
    properties[name] = {{"type", type}};
    if (std::string(type) == "array") properties[name]["items"] = {{"type", "number"}};
  }
  return json{{"type", "object"}, {"properties", properties}}.dump();
}

}  // namespace

const std::vector<LiveSession::ServiceEntry>& LiveSession::service_entries() {
  using S = LiveSession;
  static const std::string nothing = schema({});
  static const std::vector<ServiceEntry> entries{
      {{"/hadal/pause", "Stops the clock.", nothing, nothing}, &S::pause},
      {{"/hadal/resume", "Lets the clock go on.", nothing, nothing}, &S::resume},
      {{"/hadal/step", "Steps a paused run.", schema({{"ticks", "integer"}}), nothing}, &S::step},
      {{"/hadal/reset", "Back to the start.", nothing, nothing}, &S::reset},
      {{"/hadal/snapshot", "Keeps the state under a name.", schema({{"name", "string"}}),
        schema({{"name", "string"}})},
       &S::take_snapshot},
      {{"/hadal/restore", "Goes back to a kept state.", schema({{"name", "string"}}), nothing},
       &S::restore},
      {{"/hadal/teleport", "Puts a vehicle or object at a station or a position, at rest.",
        schema({{"vehicle", "string"},
                {"station", "string"},
                {"north_m", "number"},
                {"east_m", "number"},
                {"depth_m", "number"},
                {"heading_deg", "number"}}),
        nothing},
       &S::teleport},
      {{"/hadal/push", "Pushes a vehicle for a while; force and torque in its own axes.",
        schema({{"vehicle", "string"},
                {"force_n", "array"},
                {"torque_nm", "array"},
                {"duration_s", "number"}}),
        nothing},
       &S::push},
      {{"/hadal/go_to", "Sends a vehicle to a position.",
        schema({{"vehicle", "string"},
                {"north_m", "number"},
                {"east_m", "number"},
                {"depth_m", "number"},
                {"heading_deg", "number"}}),
        nothing},
       &S::go_to},
      {{"/hadal/resume_mission", "Lets a vehicle go on with its mission.",
        schema({{"vehicle", "string"}}), nothing},
       &S::resume_mission},
      {{"/hadal/save_gains", "Writes the gains of a vehicle's controller to a file.",
        schema({{"vehicle", "string"}}), schema({{"path", "string"}})},
       &S::save_gains},
      {{"/hadal/parameters", "Help and bounds of every parameter.", nothing,
        R"({"type":"object","properties":{"parameters":{"type":"array"}}})"},
       &S::list_parameters},
  };
  return entries;
}

std::vector<LiveService> LiveSession::services() const {
  std::vector<LiveService> out;
  for (const ServiceEntry& entry : service_entries()) out.push_back(entry.description);
  return out;
}

void LiveSession::call(const std::string& service, const std::string& request_json,
                       LiveReply reply) {
  const auto act = [this, service, request_json, reply] {
    const auto answer = [&](bool ok, const std::string& text) {
      if (reply) reply({ok, text});
    };
    const auto& entries = service_entries();
    const auto entry = std::find_if(entries.begin(), entries.end(), [&](const ServiceEntry& e) {
      return e.description.name == service;
    });
    if (entry == entries.end()) return answer(false, "no service '" + service + "'");
    const json request = json::parse(request_json.empty() ? "{}" : request_json, nullptr, false);
    if (!request.is_object()) return answer(false, "expected a JSON object");
    try {
      answer(true, (this->*entry->action)(request).dump());
    } catch (const std::exception& error) {
      answer(false, error.what());
    }
  };
  post(act, reply);
}

int LiveSession::vehicle_of(const json& request) const {
  const std::string name = text_in(request, "vehicle");
  const int index = simulation_->world().find_vehicle(name);
  if (index < 0) throw std::runtime_error("no vehicle '" + name + "'");
  return index;
}

json LiveSession::pause(const json&) {
  paused_ = true;
  steps_wanted_ = 0;
  return json::object();
}

json LiveSession::resume(const json&) {
  if (!failure_.empty()) throw std::runtime_error("the run failed; reset it first: " + failure_);
  paused_ = waiting_ = false;
  steps_wanted_ = 0;
  anchor();
  return json::object();
}

json LiveSession::step(const json& request) {
  const double ticks = number_in(request, "ticks", 1);
  if (ticks < 1 || ticks > kMaxSteps || ticks != std::floor(ticks))
    throw std::runtime_error("expected a whole number of ticks from 1 to 1000000");
  if (!failure_.empty()) throw std::runtime_error("the run failed; reset it first: " + failure_);
  paused_ = true;
  waiting_ = false;
  steps_wanted_ = static_cast<int64_t>(ticks);
  return json::object();
}

json LiveSession::reset(const json&) {
  go_back(start_);
  return json::object();
}

json LiveSession::take_snapshot(const json& request) {
  std::string name = request.contains("name") ? text_in(request, "name") : "";
  const bool unnamed = name.empty();
  for (size_t i = 1; unnamed && (name.empty() || snapshots_.contains(name)); ++i)
    name = "snapshot " + std::to_string(i);
  if (name.size() > kLongestName) throw std::runtime_error("a name has at most 64 characters");
  if (snapshots_.size() >= kMaxSnapshots && !snapshots_.contains(name))
    throw std::runtime_error("at most 32 snapshots are kept; take one of their names");
  snapshots_[name] = {simulation_->save(), pushes_};
  return {{"name", name}};
}

json LiveSession::restore(const json& request) {
  const std::string name = text_in(request, "name");
  const auto found = snapshots_.find(name);
  if (found == snapshots_.end()) throw std::runtime_error("no snapshot '" + name + "'");
  go_back(Kept(found->second));
  return json::object();
}

json LiveSession::teleport(const json& request) {
  const int vehicle = vehicle_of(request);
  const World& world = simulation_->world();
  std::vector<double> pose;
  if (request.contains("station")) {
    const std::string name = text_in(request, "station");
    const auto mark = std::find_if(world.marks.begin(), world.marks.end(),
                                   [&](const Mark& m) { return m.name == name; });
    if (mark == world.marks.end()) throw std::runtime_error("no station '" + name + "'");
    pose.assign(mark->p_N.begin(), mark->p_N.end());
  } else {
    pose = {number_in(request, "north_m"), number_in(request, "east_m"),
            number_in(request, "depth_m")};
  }
  pose.push_back(number_in(request, "heading_deg", heading_deg(*simulation_, vehicle)));
  apply({simulation_->state().tick, world.vehicles[static_cast<size_t>(vehicle)].name, "pose",
         std::move(pose)});
  return json::object();
}

json LiveSession::push(const json& request) {
  const int vehicle = vehicle_of(request);
  const double duration_s = number_in(request, "duration_s", 1);
  if (!(duration_s > 0) || duration_s > 3600)
    throw std::runtime_error("expected duration_s above 0, at most 3600");
  std::vector<double> values;
  append_vector(request, "force_n", values);
  append_vector(request, "torque_nm", values);
  std::array<double, 6> wrench{};
  std::copy(values.begin(), values.end(), wrench.begin());
  add_wrench(vehicle, wrench, 1);
  const World& world = simulation_->world();
  const Tick ticks = std::max<Tick>(1, world.clock.tick_at(duration_s));
  pushes_.push_back({simulation_->state().tick + ticks, vehicle, wrench});
  return json::object();
}

json LiveSession::go_to(const json& request) {
  const int vehicle = vehicle_of(request);
  if (!control::offers_mode(simulation_->world().vehicles[static_cast<size_t>(vehicle)],
                            ControlMode::kPosition))
    throw std::runtime_error("it steers by heading, depth and speed and cannot hold a position");
  const double heading = number_in(request, "heading_deg", heading_deg(*simulation_, vehicle));
  const Vec3 p_N(number_in(request, "north_m"), number_in(request, "east_m"),
                 number_in(request, "depth_m"));
  apply_set_point(vehicle, go_to_set_point(*simulation_, vehicle, p_N, heading));
  return json::object();
}

json LiveSession::resume_mission(const json& request) {
  const int vehicle = vehicle_of(request);
  apply({simulation_->state().tick,
         simulation_->world().vehicles[static_cast<size_t>(vehicle)].name,
         "mission",
         {}});
  return json::object();
}

json LiveSession::save_gains(const json& request) {
  const int vehicle = vehicle_of(request);
  const std::string& name = simulation_->world().vehicles[static_cast<size_t>(vehicle)].name;
  const std::string& folder = options_.run.out_folder;
  if (folder.empty()) throw std::runtime_error("this run has no folder to write to (--out)");
  const std::string path = folder + "/gains_" + name + ".yaml";
  const Problems problems = write_gains(*simulation_, vehicle, path);
  if (!problems.empty()) throw std::runtime_error(problems.text());
  return {{"path", std::filesystem::absolute(path).string()}};
}

json LiveSession::list_parameters(const json&) {
  json list = json::array();
  for (const LiveParameter& parameter : parameters()) {
    json entry{
        {"name", parameter.name}, {"help", parameter.help}, {"writable", parameter.writable}};
    if (parameter.min < parameter.max) {
      entry["min"] = parameter.min;
      entry["max"] = parameter.max;
    }
    list.push_back(std::move(entry));
  }
  return {{"parameters", std::move(list)}};
}

}  // namespace hadal::simulation

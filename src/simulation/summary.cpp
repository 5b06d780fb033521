#include "simulation/summary.h"

#include <csignal>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::simulation {
namespace {

VehicleResult vehicle_result(const Run& run, size_t index) {
  const Simulation& s = run.simulation();
  const Vehicle& vehicle = s.world().vehicles[index];
  const State& state = s.state();
  const int hull = vehicle.links.begin;
  const double heading = euler_from(state.q_NL[hull]).yaw / kDegree;
  const double energy_wh = state.energy_used_j[index] / kHour;
  const double hotel_wh = vehicle.hotel_power_w * s.world().clock.time_s(state.tick) / kHour;
  return {vehicle.name,
          control::mission_status_name(state.mission_status[static_cast<size_t>(vehicle.track)]),
          state.p_NL_N[hull].x(),
          state.p_NL_N[hull].y(),
          state.p_NL_N[hull].z(),
          heading < 0 ? heading + 360 : heading,
          state.travelled_m[index],
          state.top_speed_m_s[index],
          energy_wh,
          hotel_wh,
          energy_wh - hotel_wh,
          run.tracking().of_vehicle(index)};
}

// Numbers that are not known become null.
nlohmann::ordered_json tracking_json(const TrackingResult& t) {
  nlohmann::ordered_json j{{"quantity", t.quantity},
                           {"unit", t.unit},
                           {"samples", t.samples},
                           {"rms", t.rms},
                           {"max", t.max}};
  if (t.steps == 0) return j;
  j["steps"] = t.steps;
  j["settled"] = t.settled;
  j["overshoot_percent"] = t.overshoot_percent;
  j["settling_time_s"] = t.settling_time_s;
  return j;
}

nlohmann::ordered_json vehicle_json(const VehicleResult& v) {
  nlohmann::ordered_json j{{"name", v.name},
                           {"mission", v.mission},
                           {"north_m", v.north_m},
                           {"east_m", v.east_m},
                           {"depth_m", v.depth_m},
                           {"heading_deg", v.heading_deg},
                           {"travelled_m", v.travelled_m},
                           {"top_speed_m_s", v.top_speed_m_s},
                           {"energy_wh", v.energy_wh},
                           {"hotel_energy_wh", v.hotel_energy_wh},
                           {"actuator_energy_wh", v.actuator_energy_wh}};
  j["tracking"] = nlohmann::ordered_json::array();
  for (const TrackingResult& one : v.tracking) j["tracking"].push_back(tracking_json(one));
  return j;
}

std::string summary_json(const RunSummary& r, const Simulation& s) {
  nlohmann::ordered_json j;
  j["title"] = r.title;
  j["exit_code"] = r.exit_code;
  if (!r.failure.empty()) j["failure"] = r.failure;
  if (!r.interrupted.empty()) j["interrupted"] = r.interrupted;
  if (!r.run_id.empty()) j["run_id"] = r.run_id;
  j["seed"] = r.seed;
  j["ticks"] = r.ticks;
  j["step_s"] = s.world().clock.step_s();
  j["simulated_s"] = r.simulated_s;
  j["wall_s"] = r.wall_s;
  j["real_time_factor"] = r.real_time_factor;
  j["threads"] = s.threads();
  j["numerics"] = "portable";
  j["state_hash"] = hex_text(r.state_hash);
  for (int stage = 0; stage < simulation::kStages; ++stage)
    j["stage_us_per_step"][simulation::kStageNames[stage]] = s.profile().microseconds(stage);
  j["notes"] = r.notes;
  j["expectations"] = nlohmann::ordered_json::array();
  for (const auto& e : r.expectations)
    j["expectations"].push_back({{"that", e.text}, {"held", e.held}, {"reached", e.reached}});
  j["vehicles"] = nlohmann::ordered_json::array();
  for (const auto& v : r.vehicles) j["vehicles"].push_back(vehicle_json(v));
  return j.dump(2) + "\n";
}

int exit_code_of(const RunEnd& end, const Simulation& s) {
  if (end.diverged) return 3;
  if (!end.failure.empty()) return 1;
  if (end.signal > 0 && !s.finished()) return 128 + end.signal;
  return s.all_expectations_held() ? 0 : 1;
}

std::string signal_name(int signal) {
  switch (signal) {
    case SIGHUP: return "SIGHUP";
    case SIGINT: return "SIGINT";
    case SIGTERM: return "SIGTERM";
    default: return "signal " + std::to_string(signal);
  }
}

// Before its end a run has decided what failed of `always` and what came true `once`; and whatever
// was to be looked at by now.
bool is_decided(const Expectation& expectation, Simulation::Verdict verdict, Tick now) {
  using When = Expectation::When;
  if (now >= expectation.to) return true;
  if (expectation.when == When::kAlways) return verdict == Simulation::Verdict::kFailed;
  return expectation.when == When::kOnce && verdict == Simulation::Verdict::kHeld;
}

}  // namespace

RunSummary summarize(const Run& run, const std::string& title, const RunEnd& end, double wall_s,
                     const std::string& run_id) {
  const Simulation& s = run.simulation();
  RunSummary out;
  out.title = title;
  out.failure = end.failure;
  if (end.signal > 0 && !s.finished()) out.interrupted = signal_name(end.signal);
  out.run_id = run_id;
  out.wall_s = wall_s;
  out.seed = s.state().run_seed[0];
  for (const Problem& note : s.world().notes) out.notes.push_back(to_string(note));
  out.ticks = s.state().tick;
  out.simulated_s = s.world().clock.time_s(s.state().tick);
  out.real_time_factor = wall_s > 0 ? out.simulated_s / wall_s : 0;
  out.state_hash = state_hash(s.state());
  const auto verdicts = s.verdicts();
  for (size_t i = 0; i < verdicts.size(); ++i) {
    const Expectation& expectation = s.world().expectations[i];
    const bool reached = s.finished() || is_decided(expectation, verdicts[i], s.state().tick);
    out.expectations.push_back(
        {expectation.text, reached && verdicts[i] == Simulation::Verdict::kHeld, reached});
  }
  for (size_t v = 0; v < s.world().vehicles.size(); ++v)
    out.vehicles.push_back(vehicle_result(run, v));
  out.exit_code = exit_code_of(end, s);
  out.json = summary_json(out, s);
  return out;
}

namespace {

void set_in_json(const char* key, const nlohmann::ordered_json& value, RunSummary& summary) {
  nlohmann::ordered_json j = nlohmann::ordered_json::parse(summary.json);
  j[key] = value;
  summary.json = j.dump(2) + "\n";
}

}  // namespace

void add_failure(const std::string& failure, bool diverged, RunSummary& summary) {
  summary.failure = failure;
  summary.exit_code = diverged ? 3 : 1;
  set_in_json("failure", failure, summary);
  set_in_json("exit_code", summary.exit_code, summary);
}

void finish_folder(const RunFolder& folder, int log_number, int64_t log_bytes,
                   RunSummary& summary) {
  summary.log_path = folder.log_path(log_number);
  summary.log_bytes = log_bytes;
  set_in_json("log_bytes", log_bytes, summary);
  const Problems unwritten = folder.write_summary(summary.json);
  if (unwritten.empty()) return;
  summary.failure += (summary.failure.empty() ? "" : "; ") + unwritten.text();
  if (summary.exit_code == 0) summary.exit_code = 1;
}

}  // namespace hadal::simulation

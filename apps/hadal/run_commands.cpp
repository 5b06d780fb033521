#include "run_commands.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <optional>

#include "hadal/catalog.h"
#include "hadal/log.h"
#include "hadal/run.h"
#include "interruption.h"
#include "log_commands.h"
#include "progress.h"
#include "scenario_arguments.h"
#include "serve.h"

namespace hadal::cli {
namespace {

void print_summary(const RunSummary& r) {
  std::printf("%s%s", r.title.c_str(), r.title.empty() ? "" : "\n");
  std::printf("simulated %.1f s in %.2f s (%sx real time), %lld steps, state hash %016llx\n",
              r.simulated_s, r.wall_s, two_digits(r.real_time_factor).c_str(),
              static_cast<long long>(r.ticks),
              static_cast<unsigned long long>(r.state_hash));
  for (const VehicleResult& v : r.vehicles)
    std::printf(
        "  %-12s mission %-8s at %.2f m N, %.2f m E, %.2f m deep, heading %.0f; travelled %.1f m, "
        "%.2f Wh\n",
        v.name.c_str(), v.mission.c_str(), v.north_m, v.east_m, v.depth_m, v.heading_deg,
        v.travelled_m, v.energy_wh);
  for (const std::string& note : r.notes) std::printf("  note: %s\n", note.c_str());
  for (const ExpectationResult& e : r.expectations)
    std::printf("  %s  %s\n", !e.reached ? "not reached" : e.held ? "held  " : "FAILED",
                e.text.c_str());
  if (!r.interrupted.empty())
    std::printf("interrupted: %s at %.6g s\n", r.interrupted.c_str(), r.simulated_s);
  if (!r.failure.empty()) std::printf("stopped: %s\n", r.failure.c_str());
}

int finish_run(const RunSummary& summary, bool json) {
  if (summary.exit_code == 2) {
    std::fprintf(stderr, "%s\n", summary.problems.c_str());
    return 2;
  }
  if (json)
    std::fputs(summary.json.c_str(), stdout);
  else
    print_summary(summary);
  return summary.exit_code;
}

std::string log_line(const RunSummary& r) {
  return r.log_path + " (" + bytes_text(static_cast<double>(r.log_bytes)) + ")";
}

// Until its end or until it is interrupted, with a bar or lines of progress.
RunSummary run_with_progress(const std::string& path, RunOptions options) {
  const Interruption interruption;
  ProgressDisplay display;
  options.progress = [&](const RunProgress& progress) { display.show(progress); };
  options.interrupted = Interruption::signal;
  RunSummary summary = run_scenario(path, options);
  display.clear();
  return summary;
}

// A served run. Its verdicts are printed as soon as they are final, and once.
RunSummary serve_with_verdicts(const std::string& path, LiveOptions live, Arguments& arguments,
                               int& code) {
  const bool json = arguments.has("--json");
  std::optional<uint64_t> printed;  // the state that was judged
  live.judged = [&](const RunSummary& summary) {
    if (json || arguments.has("--stop-at-end")) return;
    printed = summary.state_hash;
    print_summary(summary);
    std::printf("These verdicts are final; the run goes on. Ctrl-C ends it.\n");
    std::fflush(stdout);
  };
  RunSummary summary = serve_run(path, live, arguments);
  code = summary.exit_code;
  if (printed != summary.state_hash)
    code = finish_run(summary, json);
  else if (!summary.failure.empty())
    std::printf("stopped: %s\n", summary.failure.c_str());
  return summary;
}

// As a server: at the pace of the clock unless told otherwise.
int run_live(const std::string& path, RunOptions options, Arguments& arguments) {
  LiveOptions live;
  if (!arguments.has("--speed")) options.speed = 1;
  live.run = std::move(options);
  live.paused = arguments.has("--paused");
  int code = 0;
  const RunSummary summary = serve_with_verdicts(path, std::move(live), arguments, code);
  if (!arguments.has("--json")) std::printf("log: %s\n", log_line(summary).c_str());
  return code;
}

int run(Arguments& arguments) {
  RunOptions options = run_options(arguments);
  const std::string path = scenario_path(arguments.words()[0]);
  const std::string speed = arguments.text("--speed").value_or("max");
  options.speed = speed == "max" ? 0 : arguments.number("--speed", 0, 1e-3, 1e6);
  options.threads = arguments.integer("--threads", 0, 1, 256);
  options.out_folder =
      arguments.text("--out").value_or("out/" + std::filesystem::path(path).stem().string());
  if (!arguments.has("--serve")) {
    refuse_serve_options(arguments, "no --serve");
    arguments.none_of({"--paused"}, "no --serve");
  }
  arguments.only_one_of({"--token", "--no-token"});
  if (!arguments.valid()) return refuse(arguments);
  if (arguments.has("--serve")) return run_live(path, options, arguments);
  const RunSummary summary = run_with_progress(path, options);
  const int code = finish_run(summary, arguments.has("--json"));
  if (code != 2 && !arguments.has("--json")) std::printf("log: %s\n", log_line(summary).c_str());
  return code;
}

// What `hadal demo` shows: a scenario, with settings of its own.
struct Demo {
  const char* name;
  const char* scenario;
  std::vector<std::string> settings;
  const char* line;  // for lists
};

const std::vector<Demo>& demos() {
  static const std::vector<Demo> list{
      {"wreck", "wreck_inspection", {}, "an ROV inspects a wreck on a reef slope; a thruster fails"},
      {"pool", "competition_pool", {}, "an ROV swims through the gate of a student competition"},
      {"night",
       "wreck_inspection",
       // Lamps wide apart and clearer water, so that little of what they light is haze.
       {"clock.start=2026-01-19T22:30:00Z", "environment.sky.moon=false",
        "environment.optics.water_type=IA", "vehicles.rov.sensors.cam.exposure.compensation_ev=-0.5",
        "vehicles.rov.lamps.left.flux_lm=6000", "vehicles.rov.lamps.right.flux_lm=6000",
        "vehicles.rov.lamps.left.position_m=[0, -0.85, -0.3]",
        "vehicles.rov.lamps.right.position_m=[0, 0.85, -0.3]"},
       "the same wreck at night, by the light of two lamps"},
      {"search", "local_search", {}, "an ROV looks for a flight recorder by sonar"},
      {"survey", "remus_survey", {}, "a torpedo AUV mows a lawn of 200 m legs"},
      {"boat", "boat_sea_state_4", {}, "a boat lies beam on to a sea of state 4"},
      {"dive", "inspection_dive", {}, "an ROV mows a wall in a tidal, gusty current"},
  };
  return list;
}

int list_demos() {
  for (const Demo& demo : demos())
    std::printf("%-8s %s (%s)\n", demo.name, demo.line, demo.scenario);
  return 0;
}

const Demo* demo_named(const std::string& name) {
  for (const Demo& demo : demos())
    if (name == demo.name || name == demo.scenario) return &demo;
  return nullptr;
}

// Without a server at the greatest speed unless told otherwise; with one at the pace of the clock.
RunSummary fly(const Demo& demo, RunOptions options, Arguments& arguments, bool serves,
               int& code) {
  const std::string path = scenario_path(demo.scenario);
  const std::string speed = arguments.text("--speed").value_or(serves ? "1" : "max");
  options.speed = speed == "max" ? 0 : arguments.number("--speed", 1, 1e-3, 1e6);
  if (serves) {
    LiveOptions live;
    live.run = std::move(options);
    return serve_with_verdicts(path, std::move(live), arguments, code);
  }
  const RunSummary summary = run_with_progress(path, std::move(options));
  code = finish_run(summary, false);
  return summary;
}

int demo(Arguments& arguments) {
  if (arguments.has("--list")) return list_demos();
  RunOptions options;
  const Demo* chosen = arguments.words().empty() ? &demos()[0] : demo_named(arguments.words()[0]);
  options.model_folders = share_folders();
  options.duration_s = arguments.number("--duration", -1, 0, 1e8);
  options.threads = arguments.integer("--threads", 0, 1, 256);
  if (arguments.text("--speed").value_or("max") != "max") arguments.number("--speed", 1, 1e-3, 1e6);
  if (arguments.has("--no-serve")) {
    refuse_serve_options(arguments, "--no-serve");
    arguments.none_of({"--serve"}, "--no-serve");
  }
  arguments.only_one_of({"--token", "--no-token"});
  if (!arguments.valid()) return refuse(arguments);
  if (!chosen) {
    std::fprintf(stderr, "no demo '%s'; `hadal demo --list` lists them\n",
                 arguments.words()[0].c_str());
    return 2;
  }
  options.settings = chosen->settings;
  options.out_folder = arguments.text("--out").value_or(
      chosen == &demos()[0] ? "out/demo" : std::string("out/demo_") + chosen->name);
  const bool serves = arguments.has("--serve") ||
                      (!arguments.has("--no-serve") && can_serve() && isatty(STDOUT_FILENO));
  const std::string folder = options.out_folder;
  const bool cut = options.duration_s >= 0;
  int code = 0;
  const RunSummary summary = fly(*chosen, std::move(options), arguments, serves, code);
  if (code == 2) return 2;
  const std::string report = folder + "/report.html";
  const LogResult written = write_report(summary.log_path, viewer_page(), report);
  if (written.exit_code != 0) return answer(written);
  std::printf(
      "log:    %s   (open it in Foxglove or Lichtblick, or: ./hadal info %s)\nreport: %s   (open "
      "it in a browser)\n",
      log_line(summary).c_str(), summary.log_path.c_str(), report.c_str());
  // What is expected of the whole dive cannot hold before its end.
  return cut && summary.failure.empty() && summary.interrupted.empty() ? 0 : code;
}

}  // namespace

CommandEntry run_command() {
  std::vector<Option> options = scenario_options(
      {{"--speed", "X|max", "Times real time; max (default) = as fast as possible."},
       {"--threads", "N",
        "Worker threads; all cores by default where there are sonars, lidars or cameras. The "
        "result does not depend on it."},
       {"--out", "DIR", "Where to write; out/NAME by default."},
       {"--json", "", "Prints the summary as JSON."}});
  for (const Option& option : serve_run_options()) options.push_back(option);
  options.push_back({"--paused", "", "With --serve: waits until somebody starts it."});
  return {{"run", "SCENARIO",
           "Runs a scenario (a file, or a name from `hadal list scenarios`) and writes log, full "
           "scenario and summary.",
           "hadal run inspection_dive --seed 3 --duration 60", options, 1, 1},
          run};
}

namespace {
std::vector<Option> demo_options() {
  std::vector<Option> options{
      {"--list", "", "Lists the demos."},
      {"--duration", "S", "Simulated seconds; expectations then do not decide the exit code."},
      {"--speed", "X|max", "Times real time; 1 with a page, max without by default."},
      {"--out", "DIR", "Where to write; out/demo or out/demo_NAME by default."},
      {"--threads", "N", "Worker threads; all cores by default."},
      {"--no-serve", "", "No page; so it is where there is no terminal."}};
  for (const Option& option : serve_run_options()) options.push_back(option);
  return options;
}
}  // namespace

CommandEntry demo_command() {
  return {{"demo", "[NAME]",
           "Flies the inspection of a wreck, or another demo, with the page open, and writes a report.",
           "hadal demo night --no-serve", demo_options(), 0, 1},
          demo};
}

}  // namespace hadal::cli

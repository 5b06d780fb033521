#include "run_commands.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "hadal/catalog.h"
#include "hadal/log.h"
#include "hadal/run.h"
#include "log_commands.h"
#include "scenario_arguments.h"
#include "serve.h"

namespace hadal::cli {
namespace {

void show_progress(double fraction, double real_time_factor) {
  constexpr int kWidth = 30;
  const int filled = static_cast<int>(fraction * kWidth);
  std::fprintf(stderr, "\r[%.*s%.*s] %3.0f %%  %.0fx real time ", filled,
               "##############################", kWidth - filled, "..............................",
               100 * fraction, real_time_factor);
}

// A plain line every tenth of the way, where there is no terminal.
void show_progress_line(double fraction, double real_time_factor) {
  static int last = 0;
  const int tenth = static_cast<int>(10 * fraction);
  if (tenth <= last) return;
  last = tenth;
  std::fprintf(stderr, "%d %%, %.0fx real time\n", 10 * tenth, real_time_factor);
}

void print_summary(const RunSummary& r) {
  std::printf("%s%s", r.title.c_str(), r.title.empty() ? "" : "\n");
  std::printf("simulated %.1f s in %.2f s (%.0fx real time), %lld steps, state hash %016llx\n",
              r.simulated_s, r.wall_s, r.real_time_factor, static_cast<long long>(r.ticks),
              static_cast<unsigned long long>(r.state_hash));
  for (const VehicleResult& v : r.vehicles)
    std::printf(
        "  %-12s mission %-8s at %.2f m N, %.2f m E, %.2f m deep, heading %.0f; travelled %.1f m, "
        "%.2f Wh\n",
        v.name.c_str(), v.mission.c_str(), v.north_m, v.east_m, v.depth_m, v.heading_deg,
        v.travelled_m, v.energy_wh);
  for (const std::string& note : r.notes) std::printf("  note: %s\n", note.c_str());
  for (const ExpectationResult& e : r.expectations)
    std::printf("  %s  %s\n", e.held ? "held  " : "FAILED", e.text.c_str());
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

// As a server: at the pace of the clock unless told otherwise.
int run_live(const std::string& path, RunOptions options, Arguments& arguments) {
  LiveOptions live;
  if (!arguments.has("--speed")) options.speed = 1;
  options.progress = nullptr;
  live.run = std::move(options);
  live.paused = arguments.has("--paused");
  live.linger = !arguments.has("--exit-at-end");
  const RunSummary summary = serve_run(path, live, arguments);
  const int code = finish_run(summary, arguments.has("--json"));
  if (!arguments.has("--json")) std::printf("log: %s\n", summary.log_path.c_str());
  return code;
}

int run(Arguments& arguments) {
  RunOptions options = run_options(arguments);
  const std::string path = scenario_path(arguments.words()[0]);
  const std::string speed = arguments.text("--speed").value_or("max");
  options.speed = speed == "max" ? 0 : arguments.number("--speed", 0, 1e-3, 1e6);
  options.threads = arguments.integer("--threads", 1, 1, 256);
  options.out_folder =
      arguments.text("--out").value_or("out/" + std::filesystem::path(path).stem().string());
  if (!arguments.has("--serve"))
    arguments.none_of({"--token", "--origin", "--paused", "--exit-at-end"}, "no --serve");
  if (!arguments.valid()) return refuse(arguments);
  if (arguments.has("--serve")) return run_live(path, options, arguments);
  const bool terminal = isatty(STDERR_FILENO);
  options.progress = terminal ? show_progress : show_progress_line;
  const RunSummary summary = run_scenario(path, options);
  if (terminal) std::fputs("\r\033[K", stderr);
  const int code = finish_run(summary, arguments.has("--json"));
  if (code != 2 && !arguments.has("--json")) std::printf("log: %s\n", summary.log_path.c_str());
  return code;
}

int demo(Arguments& arguments) {
  RunOptions options;
  options.model_folders = share_folders();
  options.out_folder = arguments.text("--out").value_or("out/demo");
  options.threads = arguments.integer("--threads", 1, 1, 256);
  if (arguments.has("--no-serve"))
    arguments.none_of({"--serve", "--token", "--origin"}, "--no-serve");
  if (!arguments.valid()) return refuse(arguments);
  const bool serves = arguments.has("--serve") ||
                      (!arguments.has("--no-serve") && can_serve() && isatty(STDOUT_FILENO));
  const bool terminal = isatty(STDERR_FILENO);
  options.progress = terminal ? show_progress : show_progress_line;
  const RunSummary summary = run_scenario(scenario_path("inspection_dive"), options);
  if (terminal) std::fputs("\r\033[K", stderr);
  const int code = finish_run(summary, false);
  if (code == 2) return 2;
  const std::string report = options.out_folder + "/report.html";
  const LogResult written = write_report(summary.log_path, viewer_page(), report);
  if (written.exit_code != 0) return answer(written);
  std::printf(
      "log:    %s   (open it in Foxglove or Lichtblick, or: ./hadal info %s)\nreport: %s   (open "
      "it in a browser)\n",
      summary.log_path.c_str(), summary.log_path.c_str(), report.c_str());
  if (!serves) return code;
  std::printf("\nThe same dive live, for you to watch and to fly:\n");
  RunOptions live = options;
  live.out_folder += "/live";
  run_live(scenario_path("inspection_dive"), live, arguments);
  return code;  // of the dive that ran to its end
}

}  // namespace

CommandEntry run_command() {
  std::vector<Option> options = scenario_options(
      {{"--speed", "X|max", "Times real time; max (default) = as fast as possible."},
       {"--threads", "N", "Worker threads; the result does not depend on it."},
       {"--out", "DIR", "Where to write; out/NAME by default."},
       {"--json", "", "Prints the summary as JSON."}});
  for (const Option& option : serve_options()) options.push_back(option);
  options.push_back({"--paused", "", "With --serve: waits until somebody starts it."});
  options.push_back({"--exit-at-end", "", "With --serve: does not stay after the end."});
  return {{"run", "SCENARIO",
           "Runs a scenario (a file, or a name from `hadal list scenarios`) and writes log, full "
           "scenario and summary.",
           "hadal run inspection_dive --seed 3 --duration 60", options, 1, 1},
          run};
}

namespace {
std::vector<Option> demo_options() {
  std::vector<Option> options{
      {"--out", "DIR", "Where to write; out/demo by default."},
      {"--threads", "N", "Worker threads."},
      {"--no-serve", "", "Ends after the report; so it does where there is no terminal."}};
  for (const Option& option : serve_options()) options.push_back(option);
  return options;
}
}  // namespace

CommandEntry demo_command() {
  return {{"demo", "", "Runs the inspection dive, writes its report and shows it live in a page.",
           "hadal demo", demo_options(), 0, 0},
          demo};
}

}  // namespace hadal::cli

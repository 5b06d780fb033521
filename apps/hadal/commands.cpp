#include "commands.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "bathymetry_command.h"
#include "hadal/catalog.h"
#include "hadal/log.h"
#include "hadal/run.h"
#include "mesh_command.h"
#ifdef HADAL_HAS_VALIDATION
#include "hadal/validate.h"
#endif
#ifdef HADAL_HAS_BENCHMARKS
#include "hadal/bench.h"
#endif

namespace hadal::cli {
namespace {

namespace fs = std::filesystem;

// Where models/ and scenarios/ lie: $HADAL_HOME, the source tree, or the installed share folder.
std::vector<std::string> home_folders() {
  std::vector<std::string> folders;
  if (const char* home = std::getenv("HADAL_HOME")) folders.emplace_back(home);
  folders.emplace_back(HADAL_HOME);
  return folders;
}

// A path as given, or the name of a shipped scenario.
std::string scenario_path(const std::string& word) {
  if (fs::exists(word)) return word;
  for (const std::string& folder : home_folders())
    for (const std::string& candidate :
         {folder + "/scenarios/" + word + ".yaml", folder + "/scenarios/" + word})
      if (fs::exists(candidate)) return candidate;
  return word;
}

const std::vector<Option> kScenarioOptions{
    {"--set", "KEY=VALUE", "Changes the scenario, e.g. vehicles.rov.pose.depth_m=3.", true},
    {"--duration", "S", "Simulated seconds."},
    {"--seed", "N", "Seed of every random number."},
};

RunOptions run_options(Arguments& arguments) {
  RunOptions options;
  options.settings = arguments.texts("--set");
  options.model_folders = home_folders();
  options.duration_s = arguments.number("--duration", -1, 0, 1e8);
  options.seed = static_cast<int64_t>(arguments.number("--seed", -1, 0, 9007199254740992.0));
  return options;
}

int refuse(const Arguments& arguments) {
  std::fputs(arguments.problems().c_str(), stderr);
  return 2;
}

int answer(const LogResult& result) {
  std::fputs(result.text.c_str(), result.exit_code == 0 ? stdout : stderr);
  if (result.exit_code != 0) std::fputs("\n", stderr);
  return result.exit_code;
}

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

int run(Arguments& arguments) {
  RunOptions options = run_options(arguments);
  const std::string path = scenario_path(arguments.words()[0]);
  const std::string speed = arguments.text("--speed").value_or("max");
  options.speed = speed == "max" ? 0 : arguments.number("--speed", 0, 1e-3, 1e6);
  options.threads = arguments.integer("--threads", 1, 1, 256);
  options.out_folder = arguments.text("--out").value_or("out/" + fs::path(path).stem().string());
  if (!arguments.valid()) return refuse(arguments);
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
  options.model_folders = home_folders();
  options.out_folder = arguments.text("--out").value_or("out/demo");
  options.threads = arguments.integer("--threads", 1, 1, 256);
  if (!arguments.valid()) return refuse(arguments);
  const bool terminal = isatty(STDERR_FILENO);
  options.progress = terminal ? show_progress : show_progress_line;
  const RunSummary summary = run_scenario(scenario_path("inspection_dive"), options);
  if (terminal) std::fputs("\r\033[K", stderr);
  const int code = finish_run(summary, false);
  if (code == 2) return 2;
  const std::string report = options.out_folder + "/report.html";
  const LogResult written = write_report(summary.log_path, report);
  if (written.exit_code != 0) return answer(written);
  std::printf(
      "log:    %s   (open it in Foxglove or Lichtblick, or: ./hadal info %s)\nreport: %s   (open "
      "it in a browser)\n",
      summary.log_path.c_str(), summary.log_path.c_str(), report.c_str());
  return code;
}

int check(Arguments& arguments) {
  const RunOptions options = run_options(arguments);
  if (!arguments.valid()) return refuse(arguments);
  int code = 0;
  for (const std::string& word : arguments.words()) {
    const std::string problems = check_scenario(scenario_path(word), options);
    if (problems.empty()) {
      std::printf("%s: ok\n", word.c_str());
    } else {
      std::fprintf(stderr, "%s\n", problems.c_str());
      code = 2;
    }
  }
  return code;
}

std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

int list(Arguments& arguments) {
  const std::vector<std::string> kinds = catalog_kinds();
  const std::string kind = arguments.words().empty() ? "" : arguments.words()[0];
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
    std::fprintf(stderr, "hadal list: expected one of:");
    for (const std::string& known : kinds) std::fprintf(stderr, " %s", known.c_str());
    std::fprintf(stderr, "\n");
    return 2;
  }
  const auto entries = list_catalog(kind, home_folders());
  if (arguments.has("--json")) {
    std::printf("[");
    for (size_t i = 0; i < entries.size(); ++i)
      std::printf("%s{\"name\": %s, \"text\": %s}", i ? ",\n " : "",
                  json_text(entries[i].name).c_str(), json_text(entries[i].text).c_str());
    std::printf("]\n");
    return 0;
  }
  for (const CatalogEntry& entry : entries)
    std::printf("%-22s %s\n", entry.name.c_str(), entry.text.c_str());
  return 0;
}

int describe_command(Arguments& arguments) {
  if (arguments.has("--all")) {
    std::fputs(parameter_reference().c_str(), stdout);
    return 0;
  }
  if (arguments.words().empty()) {
    std::fputs("hadal describe: expected NAME or --all\n", stderr);
    return 2;
  }
  const DescribeFormat format = arguments.has("--json")       ? DescribeFormat::kJson
                                : arguments.has("--markdown") ? DescribeFormat::kMarkdown
                                                              : DescribeFormat::kText;
  std::string hint;
  const std::string text = describe(arguments.words()[0], format, home_folders(), hint);
  if (text.empty()) {
    std::fprintf(stderr, "hadal describe: unknown name '%s'%s\n", arguments.words()[0].c_str(),
                 hint.c_str());
    return 2;
  }
  std::fputs(text.c_str(), stdout);
  return 0;
}

int info(Arguments& arguments) {
  return answer(log_info(arguments.words()[0], arguments.has("--json")));
}

int export_command(Arguments& arguments) {
  const auto topic = arguments.text("--topic");
  if (!topic) {
    std::fputs("hadal export: expected --topic TOPIC (hadal info LOG lists them)\n", stderr);
    return 2;
  }
  return answer(export_csv(arguments.words()[0], *topic, arguments.text("-o").value_or("")));
}

int report(Arguments& arguments) {
  const std::string path = arguments.text("-o").value_or("report.html");
  const LogResult result = write_report(arguments.words()[0], path);
  if (result.exit_code == 0) std::printf("%s\n", path.c_str());
  return result.exit_code == 0 ? 0 : answer(result);
}

int replay(Arguments& arguments) {
  const int threads = arguments.integer("--threads", 1, 1, 256);
  if (!arguments.valid()) return refuse(arguments);
  const ReplayResult result = replay_log(arguments.words()[0], threads);
  std::fprintf(result.exit_code == 0 ? stdout : stderr, "%s\n", result.message.c_str());
  return result.exit_code;
}

int query(Arguments& arguments) {
  SeaQuery q;
  q.time_s = arguments.number("--at", 0, 0, 1e9);
  q.north_m = arguments.number("--north", 0, -1e6, 1e6);
  q.east_m = arguments.number("--east", 0, -1e6, 1e6);
  q.depth_m = arguments.number("--depth", 0, 0, 12000);
  const RunOptions options = run_options(arguments);
  if (!arguments.valid()) return refuse(arguments);
  int code = 0;
  const std::string text = query_sea(scenario_path(arguments.words()[0]), q, options, code);
  std::fputs(text.c_str(), code == 0 ? stdout : stderr);
  if (code != 0) std::fputs("\n", stderr);
  return code;
}

#ifdef HADAL_HAS_VALIDATION
int validate_command(Arguments& arguments) {
  ValidateOptions options;
  options.directories = arguments.words();
  if (options.directories.empty())
    options.directories = {std::string(HADAL_HOME) + "/validation/cases"};
  options.model_folders = home_folders();
  options.format = arguments.has("--json")       ? ValidateFormat::kJson
                   : arguments.has("--markdown") ? ValidateFormat::kMarkdown
                                                 : ValidateFormat::kTable;
  return validate(options, std::cout);
}
#endif

#ifdef HADAL_HAS_BENCHMARKS
int bench_command(Arguments& arguments) {
  BenchOptions options;
  if (!arguments.words().empty()) options.name = arguments.words()[0];
  options.json = arguments.has("--json");
  options.steps = arguments.integer("--steps", 0, 1, 1000000000);
  options.model_folders = home_folders();
  if (!arguments.valid()) return refuse(arguments);
  return run_benchmarks(options, std::cout);
}
#endif

std::vector<Option> with(std::vector<Option> options, const std::vector<Option>& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

}  // namespace

const std::vector<CommandEntry>& commands() {
  static const std::vector<CommandEntry> list_of_commands{
      {{"run", "SCENARIO",
        "Runs a scenario (a file, or a name from `hadal list scenarios`) and writes log, full "
        "scenario and summary.",
        "hadal run inspection_dive --set seed=3 --duration 60",
        with(kScenarioOptions,
             {{"--speed", "X|max", "Times real time; max (default) = as fast as possible."},
              {"--threads", "N", "Worker threads; the result does not depend on it."},
              {"--out", "DIR", "Where to write; out/NAME by default."},
              {"--json", "", "Prints the summary as JSON."}}),
        1, 1},
       run},
      {{"demo",
        "",
        "Runs the inspection dive and writes its report.",
        "hadal demo",
        {{"--out", "DIR", "Where to write; out/demo by default."},
         {"--threads", "N", "Worker threads."}},
        0,
        0},
       demo},
      {{"check", "SCENARIO...", "Loads scenarios without running them; every problem is shown.",
        "hadal check scenarios/*.yaml", kScenarioOptions, 1, 10000},
       check},
      {{"list",
        "KIND",
        "Lists vehicles, sensors, sensor_models, thrusters, currents, mission, events, controllers "
        "or scenarios.",
        "hadal list vehicles",
        {{"--json", "", "As JSON."}},
        0,
        1},
       list},
      {{"describe",
        "NAME",
        "Parameters of a kind with units, defaults and ranges, or a vehicle model with every "
        "default.",
        "hadal describe imu",
        {{"--all", "", "Every parameter of every kind, as Markdown."},
         {"--markdown", "", "As a Markdown table."},
         {"--json", "", "As JSON."}},
        0,
        1},
       describe_command},
      {{"info",
        "LOG",
        "Topics, types, counts and duration of a log.",
        "hadal info out/demo/log.mcap",
        {{"--json", "", "As JSON."}},
        1,
        1},
       info},
      {{"export",
        "LOG",
        "Writes one topic as CSV.",
        "hadal export out/demo/log.mcap --topic /rov/ground_truth --csv -o track.csv",
        {{"--topic", "TOPIC", "The topic."},
         {"--csv", "", "As CSV (the default)."},
         {"-o", "FILE", "Output file; standard output by default."}},
        1,
        1},
       export_command},
      {{"report",
        "LOG",
        "Writes a self-contained HTML page with plots.",
        "hadal report out/demo/log.mcap -o report.html",
        {{"-o", "FILE", "Output file; report.html by default."}},
        1,
        1},
       report},
      {{"replay",
        "LOG",
        "Runs the log's scenario again and compares the state hash at every tick.",
        "hadal replay out/demo/log.mcap --verify --threads 4",
        {{"--verify", "", "Compares (the default)."}, {"--threads", "N", "Worker threads."}},
        1,
        1},
       replay},
      {{"query", "SCENARIO", "The sea at a point: density, sound speed, current and more, as JSON.",
        "hadal query inspection_dive --at 60 --depth 12",
        with(kScenarioOptions, {{"--at", "T", "Seconds after the start."},
                                {"--north", "N", "Metres."},
                                {"--east", "E", "Metres."},
                                {"--depth", "D", "Metres."}}),
        1, 1},
       query},
      bathymetry_command(),
      mesh_command(),
#ifdef HADAL_HAS_VALIDATION
      {{"validate",
        "[DIR...]",
        "Runs reference cases through the program's own models; the shipped ones if none are "
        "named.",
        "hadal validate validation/cases/veh_*",
        {{"--json", "", "As JSON."}, {"--markdown", "", "As a Markdown table."}},
        0,
        100000},
       validate_command},
#endif
#ifdef HADAL_HAS_BENCHMARKS
      {{"bench",
        "[NAME]",
        "Benchmarks, in CPU-seconds of the process.",
        "hadal bench step --json",
        {{"--json", "", "As JSON."},
         {"--steps", "N", "Runs exactly N steps once, for instruction counts under callgrind."}},
        0,
        1},
       bench_command},
#endif
  };
  return list_of_commands;
}

}  // namespace hadal::cli

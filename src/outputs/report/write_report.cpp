#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/calendar.h"
#include "base/text.h"
#include "hadal/log.h"
#include "outputs/report/html.h"
#include "outputs/report/log_facts.h"
#include "outputs/report/page.h"
#include "outputs/report/pictures.h"
#include "outputs/report/run_facts.h"
#include "outputs/report/vehicle_section.h"

namespace hadal {
namespace outputs {
namespace {

struct ReportInput {
  std::string log_path;
  LogFacts facts;
  ScenarioFacts scenario;
  std::optional<SummaryFacts> summary;
  std::string summary_trouble;  // why there is none
  LogTables tables;
  std::map<std::string, std::string> pictures;  // HTML, per vehicle
};

// The summary beside the log, if it is of the same run.
void find_summary(ReportInput& input) {
  constexpr std::uintmax_t kLargest = 16u << 20;
  const std::filesystem::path path =
      std::filesystem::path(input.log_path).parent_path() / "summary.json";
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size > kLargest) {
    input.summary_trouble =
        "There is no summary.json beside the log, so the verdicts are not known.";
    return;
  }
  std::ifstream stream(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)),
                         std::istreambuf_iterator<char>());
  std::optional<SummaryFacts> summary = read_summary_facts(text);
  const LogFacts& facts = input.facts;
  if (!summary)
    input.summary_trouble =
        "The summary.json beside the log cannot be read, so the verdicts are not known.";
  else if (facts.last_hash ? summary->state_hash != hex_text(*facts.last_hash)
                           : summary->seed != facts.seed)
    input.summary_trouble =
        "The summary.json beside the log is of another run or goes beyond this log, so it is not "
        "used.";
  else
    input.summary = std::move(summary);
}

std::string fact_row(const std::string& name, const std::string& html) {
  return "<tr><th>" + name + "</th><td>" + html + "</td></tr>\n";
}

std::string warnings_html(const ReportInput& input) {
  std::string out;
  const auto warn = [&](const std::string& text) {
    out += "<div class=\"warn\">" + escape_html(text) + "</div>\n";
  };
  if (input.summary && !input.summary->failure.empty())
    warn("The run stopped: " + input.summary->failure);
  if (input.facts.truncated)
    warn("The log was cut short: what follows its last complete chunk is lost.");
  if (input.tables.clipped)
    warn("The log holds more numbers than this report keeps: the plots end early.");
  Problems problems = input.facts.warnings;
  problems.append(input.tables.problems);
  constexpr size_t kShown = 10;
  for (size_t i = 0; i < std::min(kShown, problems.size()); ++i)
    warn(to_string(problems.list()[i]));
  if (problems.size() > kShown)
    warn("... and " + std::to_string(problems.size() - kShown) + " more");
  return out;
}

std::string run_table(const ReportInput& input) {
  const LogFacts& facts = input.facts;
  std::string out = "<h2>Run</h2>\n<table>\n";
  if (facts.messages > 0)
    out += fact_row("start", escape_html(iso8601_from_unix_ns(facts.start_ns)) + " (world clock)");
  out += fact_row("duration", format_number("%.2f s", facts.duration_s));
  if (facts.step_ns)
    out += fact_row("step", format_number("%g s", static_cast<double>(*facts.step_ns) / 1e9));
  if (facts.last_tick) {
    const bool early = facts.planned_tick && *facts.planned_tick != *facts.last_tick;
    out += fact_row("steps", std::to_string(*facts.last_tick) +
                                 (early ? " of " + std::to_string(*facts.planned_tick) : ""));
  }
  if (facts.seed) out += fact_row("seed", std::to_string(*facts.seed));
  if (facts.last_hash)
    out += fact_row("state hash at the end", "<code>" + hex_text(*facts.last_hash) + "</code>");
  if (input.summary && input.summary->wall_s > 0)
    out += fact_row("computed in",
                    format_number("%.2f s", input.summary->wall_s) +
                        format_number(" (%.0f times real time)", input.summary->real_time_factor));
  out += fact_row(
      "log", "<code>" + escape_html(std::filesystem::path(input.log_path).filename().string()) +
                 "</code>, " + std::to_string(facts.messages) + " messages on " +
                 std::to_string(facts.topics.size()) + " topics");
  return out + "</table>\n";
}

std::string cell(const std::string& html) {
  return "<td class=\"num\">" + html + "</td>";
}

std::string vehicle_table(const ReportInput& input, const std::vector<std::string>& vehicles) {
  if (vehicles.empty()) return "";
  std::string out =
      "<h2>Vehicles</h2>\n<div class=\"wide\"><table>\n<tr><th>vehicle</th><th>mission</th><th "
      "class=\"num\">north, m</th><th class=\"num\">east, m</th>"
      "<th class=\"num\">depth, m</th><th class=\"num\">heading, deg</th><th "
      "class=\"num\">travelled, m</th><th class=\"num\">top speed, m/s</th>"
      "<th class=\"num\">energy, Wh</th></tr>\n";
  for (const std::string& name : vehicles) {
    const VehicleMotion m = vehicle_motion(input.tables.topics.at("/" + name + "/ground_truth"));
    std::string mission = "<span class=\"soft\">not in the log</span>", energy = "–";
    for (const VehicleFacts& v :
         input.summary ? input.summary->vehicles : std::vector<VehicleFacts>{}) {
      if (v.name != name) continue;
      const char* css = v.mission == "done" ? "good" : v.mission == "failed" ? "bad" : "";
      mission = "<span class=\"" + std::string(css) + "\">" + escape_html(v.mission) + "</span>";
      energy = format_number("%.2f", v.energy_wh);
    }
    out += "<tr><td>" + escape_html(name) + "</td><td>" + mission + "</td>" +
           cell(format_number("%.2f", m.north_m)) + cell(format_number("%.2f", m.east_m)) +
           cell(format_number("%.2f", m.depth_m)) + cell(format_number("%.1f", m.heading_deg)) +
           cell(format_number("%.1f", m.travelled_m)) +
           cell(format_number("%.2f", m.top_speed_m_s)) + cell(energy) + "</tr>\n";
  }
  return out + "</table></div>\n<p class=\"soft\">Positions are those at the end of the log.</p>\n";
}

std::string expectation_table(const ReportInput& input) {
  std::string rows;
  if (input.summary)
    for (const Expectation& e : input.summary->expectations)
      rows += "<tr><td class=\"" + std::string(e.held ? "good\">held" : "bad\">failed") +
              "</td><td><code>" + escape_html(e.that) + "</code></td></tr>\n";
  else
    for (const std::string& that : input.scenario.expectations)
      rows += "<tr><td class=\"soft\">not judged</td><td><code>" + escape_html(that) +
              "</code></td></tr>\n";
  std::string out = "<h2>Expectations</h2>\n";
  if (!input.summary) out += "<p class=\"soft\">" + escape_html(input.summary_trouble) + "</p>\n";
  if (rows.empty())
    return out + (input.summary ? "<p class=\"soft\">The scenario states none.</p>\n" : "");
  return out + "<table>\n<tr><th>verdict</th><th>expectation</th></tr>\n" + rows + "</table>\n";
}

std::string plots_html(const std::vector<Plot>& plots, const char* css) {
  std::string out = "<div class=\"" + std::string(css) + "\">\n";
  for (const Plot& plot : plots) out += figure(plot);
  return out + "</div>\n";
}

std::string groups_html(const std::vector<PlotGroup>& groups) {
  std::string out;
  for (const PlotGroup& group : groups) {
    out += "<h4>" + escape_html(group.title) +
           (group.text.empty() ? "" : " <small>" + escape_html(group.text) + "</small>") +
           "</h4>\n";
    out += plots_html(group.plots, "plots small");
  }
  return out;
}

std::string vehicle_html(const ReportInput& input, const std::string& vehicle,
                         const TimeAxis& axis) {
  std::string out = "<section class=\"vehicle\">\n<h2>" + escape_html(vehicle) + "</h2>\n";
  out += "<h3>Motion and water</h3>\n";
  const std::vector<Plot> motion = motion_plots(vehicle, input.tables, input.scenario, axis);
  out += motion.empty() ? "<p class=\"soft\">The log holds no ground truth of this vehicle.</p>\n"
                        : plots_html(motion, "plots motion");
  if (const std::vector<Plot> actuators = actuator_plots(vehicle, input.tables, axis);
      !actuators.empty())
    out += "<h3>Actuators</h3>\n" + plots_html(actuators, "plots");
  if (const std::vector<PlotGroup> wrenches = wrench_groups(vehicle, input.tables, axis);
      !wrenches.empty())
    out +=
        "<h3>What moved it</h3>\n<p class=\"soft\">Every wrench at the origin of the link, in body "
        "axes (forward, right, down). Weight, buoyancy and "
        "ballast are shown as one; terms that are zero throughout are left out. The sum of all "
        "terms is balanced by inertia: acceleration and, "
        "unless they are a term of their own, the Coriolis forces of body and added mass.</p>\n" +
        groups_html(wrenches);
  if (const std::vector<PlotGroup> sensors =
          sensor_groups(vehicle, input.tables, input.scenario, axis);
      !sensors.empty())
    out +=
        "<h3>Sensors</h3>\n<p class=\"soft\">Readings in colour under the reading of a perfect "
        "instrument (truth) at the same place and time; errors are reading − truth.</p>\n" +
        groups_html(sensors);
  if (const auto pictures = input.pictures.find(vehicle); pictures != input.pictures.end())
    out += pictures->second;
  return out + "</section>\n";
}

// Vehicles in the order of the scenario, so that the page opens on the first; objects after them.
std::vector<std::string> in_order(const ReportInput& input) {
  const std::vector<std::string>& known = input.scenario.vehicles;
  const auto rank = [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) - known.begin();
  };
  std::vector<std::string> names = vehicles_of(input.tables);
  std::stable_sort(names.begin(), names.end(),
                   [&](const std::string& a, const std::string& b) { return rank(a) < rank(b); });
  return names;
}

std::string body_html(const ReportInput& input) {
  const std::vector<std::string> vehicles = in_order(input);
  const std::string title =
      input.scenario.title.empty() ? "Run without a title" : input.scenario.title;
  std::string out = "<h1>" + escape_html(title) + "</h1>\n";
  if (!input.scenario.description.empty())
    out += "<p class=\"lead\">" + escape_html(input.scenario.description) + "</p>\n";
  out += warnings_html(input) + run_table(input) + expectation_table(input) +
         vehicle_table(input, vehicles);
  if (vehicles.empty()) return out + "<p class=\"soft\">The log holds no vehicle.</p>\n";
  if (vehicles.size() > 1) {
    out += "<div class=\"tabs\" role=\"tablist\">";
    for (const std::string& name : vehicles)
      out += "<button role=\"tab\">" + escape_html(name) + "</button>";
    out += "</div>\n";
  }
  const TimeAxis axis = time_axis(input.facts.duration_s, vehicles.size());
  for (const std::string& name : vehicles) out += vehicle_html(input, name, axis);
  return out;
}

}  // namespace
}  // namespace outputs

LogResult write_report(const std::string& log_path, const std::string& html_path) {
  using namespace outputs;
  Result<McapReader> log = McapReader::open(log_path);
  if (!log) return {2, log.problems().text()};
  ReportInput input;
  input.log_path = log_path;
  input.facts = log_facts(log.value());
  input.scenario = read_scenario_facts(attached_text(log.value(), "scenario.yaml"));
  find_summary(input);
  input.tables = read_tables(log.value());
  PictureBudget budget;
  for (const std::string& vehicle : vehicles_of(input.tables))
    input.pictures[vehicle] = pictures_html(log.value(), vehicle, input.scenario, budget);
  const std::string title = input.scenario.title.empty() ? "Hadal report" : input.scenario.title;
  std::ofstream out(html_path, std::ios::binary);
  out << html_page(title, body_html(input));
  if (!out.flush()) return {2, html_path + ": cannot write here"};
  return {0, html_path + "\n"};
}

}  // namespace hadal

// Thrusters, other actuators and wrench terms.
#include <algorithm>
#include <cmath>

#include "math/units.h"
#include "outputs/report/html.h"
#include "outputs/report/vehicle_section.h"

namespace hadal::outputs {
namespace {

// Column names of the form NAME:WHAT.
std::vector<std::string> names_with(const LogTable& table, const std::string& what) {
  std::vector<std::string> names;
  for (const std::string& column : table.names)
    if (column.ends_with(what)) names.push_back(column.substr(0, column.size() - what.size()));
  return names;
}

// When a thruster's health first fell below 1, and to what.
struct Failure {
  std::string thruster;
  double time = 0;
  double health = 1;
};

std::vector<Failure> failures_of(const LogTable& table, const std::vector<double>& time) {
  std::vector<Failure> failures;
  for (const std::string& name : names_with(table, ":health")) {
    const auto& health = *table.find(name + ":health");
    const auto sick = std::find_if(health.begin(), health.end(), [](double h) { return h < 1; });
    if (sick != health.end())
      failures.push_back({name, time[static_cast<size_t>(sick - health.begin())], *sick});
  }
  return failures;
}

std::string legend_name(const std::string& name, const std::vector<Failure>& failures) {
  for (const Failure& failure : failures)
    if (failure.thruster == name) return name + (failure.health > 0 ? " (weakened)" : " (failed)");
  return name;
}

Plot thruster_plot(const LogTable& table, const TimeAxis& axis, const std::string& what,
                   Plot plot) {
  const auto time = axis.of(table.time_s);
  const std::vector<Failure> failures = failures_of(table, time);
  int colour = 0;
  for (const std::string& name : names_with(table, what))
    plot.series.push_back({legend_name(name, failures), time, *table.find(name + what), colour++});
  for (const Failure& failure : failures) {
    const std::string state =
        failure.health > 0 ? format_number(" at %.0f %%", 100 * failure.health) : " fails";
    plot.marks.push_back({failure.time, 0, failure.thruster + state, MarkShape::instant});
  }
  return plot;
}

// Terms that hold each other up are shown as their sum: alone they would dwarf all others.
constexpr std::string_view kStaticTerms[] = {"weight", "buoyancy", "ballast"};

bool is_static(const std::string& term) {
  return std::find(std::begin(kStaticTerms), std::end(kStaticTerms), term) !=
         std::end(kStaticTerms);
}

// A term has the same colour in every plot.
int colour_of(const std::string& term) {
  constexpr std::string_view kOrder[] = {"thrust",      "damping",  "",     "lift",
                                         "manoeuvring", "coriolis", "fins", "external"};
  const auto found = std::find(std::begin(kOrder), std::end(kOrder), term);
  return found == std::end(kOrder) ? 7 : static_cast<int>(found - std::begin(kOrder));
}
constexpr int kStaticColour = 2;

bool acts(const std::vector<double>& values) {
  constexpr double kNothing = 1e-6;  // N or N m
  return std::any_of(values.begin(), values.end(), [](double v) { return std::abs(v) > kNothing; });
}

Plot wrench_plot(const LogTable& table, const TimeAxis& axis, int component) {
  constexpr const char* kTitles[] = {"Surge force", "Sway force",   "Heave force",
                                     "Roll moment", "Pitch moment", "Yaw moment"};
  Plot plot = axis.plot(kTitles[component], component < 3 ? "force, N" : "moment, N m");
  plot.y.least_span = 0.01;
  plot.width = 420;
  const auto time = axis.of(table.time_s);
  const std::string suffix = ":" + std::to_string(component);
  std::vector<double> rest(time.size(), 0), sum(time.size(), 0);
  for (const std::string& term : names_with(table, suffix)) {
    const auto& values = *table.find(term + suffix);
    for (size_t i = 0; i < sum.size(); ++i) sum[i] += values[i];
    if (is_static(term))
      for (size_t i = 0; i < rest.size(); ++i) rest[i] += values[i];
    else if (acts(values))
      plot.series.push_back({term, time, values, colour_of(term)});
  }
  if (acts(rest))
    plot.series.insert(plot.series.begin(), {"weight + buoyancy", time, rest, kStaticColour});
  if (plot.series.size() > 1)
    plot.series.push_back({"sum", time, std::move(sum), kInk, PlotStroke::thin});
  return plot;
}

}  // namespace

std::vector<Plot> actuator_plots(const std::string& vehicle, const LogTables& tables,
                                 const TimeAxis& axis) {
  std::vector<Plot> plots;
  if (const auto found = tables.topics.find("/" + vehicle + "/thrusters");
      found != tables.topics.end()) {
    Plot load = axis.plot("Thruster load", "load, % of the largest thrust");
    load.y.least_span = 10;
    plots.push_back(thruster_plot(found->second, axis, ":load_percent", std::move(load)));
    Plot thrust = axis.plot("Thrust", "thrust, N");
    thrust.y.least_span = 0.5;
    plots.push_back(thruster_plot(found->second, axis, ":thrust_N", std::move(thrust)));
  }
  if (const auto found = tables.topics.find("/" + vehicle + "/actuators");
      found != tables.topics.end()) {
    const auto time = axis.of(found->second.time_s);
    Plot angles = axis.plot("Fins", "angle, deg"),
         contents = axis.plot("Ballast and moving masses", "m³, kg or m");
    angles.y.least_span = 1;
    int colour = 0;
    for (size_t i = 0; i < found->second.names.size(); ++i) {
      const std::string& name = found->second.names[i];
      const bool fin = name.ends_with("_rad");
      std::vector<double> values = found->second.columns[i];
      for (double& value : values) value *= fin ? 1 / kDegree : 1;
      (fin ? angles : contents)
          .series.push_back(
              {fin ? name.substr(0, name.size() - 4) : name, time, std::move(values), colour++});
    }
    plots.push_back(std::move(angles));
    plots.push_back(std::move(contents));
  }
  std::erase_if(plots, [](const Plot& plot) { return is_empty(plot); });
  return plots;
}

std::vector<PlotGroup> wrench_groups(const std::string& vehicle, const LogTables& tables,
                                     const TimeAxis& axis) {
  const std::string prefix = "/" + vehicle + "/", end = "/wrenches";
  std::vector<PlotGroup> groups;
  for (const auto& [topic, table] : tables.topics) {
    if (!topic.starts_with(prefix) || !topic.ends_with(end) ||
        topic.size() < prefix.size() + end.size())
      continue;
    PlotGroup group{topic.substr(prefix.size(), topic.size() - prefix.size() - end.size()), "", {}};
    for (int component = 0; component < 6; ++component) {
      Plot plot = wrench_plot(table, axis, component);
      if (!is_empty(plot)) group.plots.push_back(std::move(plot));
    }
    if (!group.plots.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace hadal::outputs

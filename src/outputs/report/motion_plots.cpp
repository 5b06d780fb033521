#include <algorithm>
#include <cmath>

#include "math/rotation.h"
#include "math/units.h"
#include "outputs/report/vehicle_section.h"

namespace hadal::outputs {
namespace {

const LogTable& table_of(const LogTables& tables, const std::string& topic) {
  static const LogTable none;
  const auto found = tables.topics.find(topic);
  return found == tables.topics.end() ? none : found->second;
}

std::vector<double> column(const LogTable& table, std::string_view name, double factor = 1) {
  const std::vector<double>* found = table.find(name);
  std::vector<double> out = found ? *found : std::vector<double>(table.time_s.size(), std::nan(""));
  for (double& value : out) value *= factor;
  return out;
}

// Set-points count where something is asked for (active) and of the kind asked for (mode).
enum class Mode { position, velocity, effort, manual };

struct SetPoint {
  std::vector<double> time, depth_m, heading_deg, surge_m_s;
};

// A body controller fills position and attitude; course controllers heading and course depth. Which
// of them is in use shows in what the log holds: a course has a speed.
SetPoint read_set_point(const LogTable& table, const TimeAxis& axis) {
  const auto active = column(table, "active"), mode = column(table, "mode");
  const auto depth = column(table, "depth_m"), course_depth = column(table, "course_depth_m");
  const auto heading = column(table, "heading_rad", 1 / kDegree),
             speed = column(table, "speed_m_s");
  const AttitudeColumns attitude = attitude_columns(table);
  const auto surge = column(table, "surge_m_s");
  SetPoint out;
  out.time = axis.of(table.time_s);
  const bool course =
      std::any_of(speed.begin(), speed.end(), [](double v) { return std::isfinite(v) && v != 0; });
  for (size_t i = 0; i < out.time.size(); ++i) {
    const bool asked = active[i] != 0 && mode[i] != static_cast<double>(Mode::manual);
    const bool position = asked && mode[i] == static_cast<double>(Mode::position);
    const double none = std::nan("");
    const double asked_heading = attitude.heading_deg.empty() ? none : attitude.heading_deg[i];
    out.depth_m.push_back(course && asked ? course_depth[i] : position ? depth[i] : none);
    out.heading_deg.push_back(course && asked ? heading[i] : position ? asked_heading : none);
    const bool velocity = asked && mode[i] == static_cast<double>(Mode::velocity);
    out.surge_m_s.push_back(course && asked ? speed[i] : velocity ? surge[i] : none);
  }
  return out;
}

// Brings each value within half a turn of the heading, which runs on beyond 360.
std::vector<double> near_heading(const std::vector<double>& values,
                                 const std::vector<double>& heading_deg) {
  std::vector<double> out = values;
  for (size_t i = 0; i < out.size() && i < heading_deg.size(); ++i)
    out[i] = heading_deg[i] + std::remainder(out[i] - heading_deg[i], 360.0);
  return out;
}

Plot plan_view(const std::string& vehicle, const LogTable& truth, const ScenarioFacts& scenario,
               const TimeAxis& axis) {
  Plot plot;
  plot.title = "Plan view";
  plot.equal_axes = true;
  plot.height = 540;
  plot.tall = true;
  plot.buckets = axis.buckets;
  plot.x = {.label = "east, m", .least_span = 1};
  plot.y = {.label = "north, m", .least_span = 1};
  const auto north = column(truth, "position_north_m"), east = column(truth, "position_east_m");
  const auto planned = scenario.waypoints.find(vehicle);
  if (planned != scenario.waypoints.end() && planned->second.size() > 1) {
    PlotSeries route{"planned", {}, {}, kInk, PlotStroke::dashed};
    for (const Place3& place : planned->second) {
      route.x.push_back(place.east_m);
      route.y.push_back(place.north_m);
    }
    plot.series.push_back(std::move(route));
  }
  plot.series.push_back({"travelled", east, north, 0, PlotStroke::line});
  for (const Place3& mark : scenario.marks)
    plot.marks.push_back({mark.east_m, mark.north_m, mark.name, MarkShape::mark});
  if (planned != scenario.waypoints.end())
    for (const Place3& place : planned->second)
      plot.marks.push_back({place.east_m, place.north_m, place.name, MarkShape::waypoint});
  if (!north.empty()) {
    plot.marks.push_back({east.front(), north.front(), "start", MarkShape::start});
    plot.marks.push_back({east.back(), north.back(), "end", MarkShape::end});
  }
  return plot;
}

Plot depth_plot(const LogTable& truth, const SetPoint& set_point, const TimeAxis& axis) {
  Plot plot = axis.plot("Depth", "depth, m");
  plot.y.down = true;
  plot.y.least_span = 0.1;
  plot.series = {{"depth", axis.of(truth.time_s), column(truth, "position_down_m"), 0},
                 {"set-point", set_point.time, set_point.depth_m, kInk, PlotStroke::dashed}};
  return plot;
}

std::vector<Plot> attitude_plots(const LogTable& truth, const SetPoint& set_point,
                                 const TimeAxis& axis) {
  const AttitudeColumns attitude = attitude_columns(truth);
  const auto time = axis.of(truth.time_s);
  Plot heading = axis.plot("Heading", "heading, deg");
  heading.y.modulo = 360;
  heading.y.least_span = 2;
  heading.series = {
      {"heading", time, attitude.heading_deg, 0},
      {"set-point", set_point.time, near_heading(set_point.heading_deg, attitude.heading_deg), kInk,
       PlotStroke::dashed}};
  Plot level = axis.plot("Roll and pitch", "angle, deg");
  level.y.least_span = 1;
  level.series = {{"roll", time, attitude.roll_deg, 0}, {"pitch", time, attitude.pitch_deg, 1}};
  return {heading, level};
}

std::vector<Plot> velocity_plots(const LogTable& truth, const SetPoint& set_point,
                                 const TimeAxis& axis) {
  const auto time = axis.of(truth.time_s);
  Plot linear = axis.plot("Body velocity over ground", "velocity, m/s");
  linear.y.least_span = 0.05;
  linear.series = {
      {"surge", time, column(truth, "velocity_x_m_s"), 0},
      {"sway", time, column(truth, "velocity_y_m_s"), 1},
      {"heave", time, column(truth, "velocity_z_m_s"), 2},
      {"speed set-point", set_point.time, set_point.surge_m_s, kInk, PlotStroke::dashed}};
  Plot angular = axis.plot("Body rates", "rate, deg/s");
  angular.y.least_span = 1;
  angular.series = {{"roll", time, column(truth, "angular_velocity_x_rad_s", 1 / kDegree), 0},
                    {"pitch", time, column(truth, "angular_velocity_y_rad_s", 1 / kDegree), 1},
                    {"yaw", time, column(truth, "angular_velocity_z_rad_s", 1 / kDegree), 2}};
  return {linear, angular};
}

Plot current_plot(const LogTable& water, const TimeAxis& axis) {
  Plot plot = axis.plot("Current at the vehicle", "velocity, m/s");
  plot.y.least_span = 0.05;
  const auto time = axis.of(water.time_s);
  const auto north = column(water, "current_north_m_s"), east = column(water, "current_east_m_s"),
             down = column(water, "current_down_m_s");
  plot.series = {{"north", time, north, 0}, {"east", time, east, 1}};
  const bool vertical =
      std::any_of(down.begin(), down.end(), [](double v) { return std::abs(v) > 1e-6; });
  if (vertical) plot.series.push_back({"down", time, down, 2});
  return plot;
}

// Speed over ground, and through the water where the log has the current at the same times.
Plot speed_plot(const LogTable& truth, const LogTable& water, const TimeAxis& axis) {
  const auto time = axis.of(truth.time_s);
  const auto vx = column(truth, "velocity_x_m_s"), vy = column(truth, "velocity_y_m_s"),
             vz = column(truth, "velocity_z_m_s");
  const auto cn = column(water, "current_north_m_s"), ce = column(water, "current_east_m_s"),
             cd = column(water, "current_down_m_s");
  const auto qw = column(truth, "attitude_w"), qx = column(truth, "attitude_x"),
             qy = column(truth, "attitude_y"), qz = column(truth, "attitude_z");
  std::vector<double> ground, through;
  const bool paired = water.time_s == truth.time_s;
  for (size_t i = 0; i < time.size(); ++i) {
    const Vec3 v_B(vx[i], vy[i], vz[i]);
    ground.push_back(v_B.norm());
    if (!paired) continue;
    const Quat q_NB(qw[i], qx[i], qy[i], qz[i]);
    through.push_back((q_NB * v_B - Vec3(cn[i], ce[i], cd[i])).norm());
  }
  Plot plot = axis.plot("Speed", "speed, m/s");
  plot.y.least_span = 0.05;
  plot.series = {{"over ground", time, std::move(ground), 0}};
  if (paired) plot.series.push_back({"through the water", time, std::move(through), 1});
  return plot;
}

// A series nobody can see needs no place in the legend.
void drop_empty(std::vector<Plot>& plots) {
  for (Plot& plot : plots)
    std::erase_if(plot.series, [](const PlotSeries& s) { return split_lines(s.x, s.y).empty(); });
  std::erase_if(plots, [](const Plot& plot) { return plot.series.empty(); });
}

}  // namespace

std::vector<double> TimeAxis::of(const std::vector<double>& time_s) const {
  std::vector<double> out = time_s;
  for (double& value : out) value /= seconds;
  return out;
}

Plot TimeAxis::plot(const std::string& title, const std::string& y_label) const {
  Plot plot;
  plot.title = title;
  plot.x = {.label = "time, " + unit, .low = 0.0, .high = duration};
  plot.y.label = y_label;
  plot.buckets = buckets;
  return plot;
}

TimeAxis time_axis(double duration_s, size_t vehicles) {
  constexpr size_t kVehiclesAtFullDetail = 4;
  TimeAxis axis;
  if (duration_s > 3 * kHour)
    axis = {"h", kHour, 1};
  else if (duration_s > 600)
    axis = {"min", 60, 1};
  axis.duration = duration_s > 0 ? duration_s / axis.seconds : 1;
  if (vehicles > kVehiclesAtFullDetail)
    axis.buckets = std::max<size_t>(40, axis.buckets * kVehiclesAtFullDetail / vehicles);
  return axis;
}

VehicleMotion vehicle_motion(const LogTable& truth) {
  VehicleMotion motion;
  const auto north = column(truth, "position_north_m"), east = column(truth, "position_east_m"),
             down = column(truth, "position_down_m");
  if (north.empty()) return motion;
  const auto vx = column(truth, "velocity_x_m_s"), vy = column(truth, "velocity_y_m_s"),
             vz = column(truth, "velocity_z_m_s");
  motion = {north.back(), east.back(), down.back()};
  const AttitudeColumns attitude = attitude_columns(truth);
  if (!attitude.heading_deg.empty())
    motion.heading_deg =
        attitude.heading_deg.back() - 360 * std::floor(attitude.heading_deg.back() / 360);
  for (size_t i = 0; i < north.size(); ++i) {
    motion.top_speed_m_s = std::fmax(motion.top_speed_m_s, Vec3(vx[i], vy[i], vz[i]).norm());
    if (i > 0)
      motion.travelled_m +=
          Vec3(north[i] - north[i - 1], east[i] - east[i - 1], down[i] - down[i - 1]).norm();
  }
  return motion;
}

std::vector<std::string> vehicles_of(const LogTables& tables) {
  constexpr std::string_view kEnd = "/ground_truth";
  std::vector<std::string> names;
  for (const auto& [topic, table] : tables.topics)
    if (topic.size() > kEnd.size() + 1 && topic[0] == '/' && topic.ends_with(kEnd))
      names.push_back(topic.substr(1, topic.size() - kEnd.size() - 1));
  return names;
}

std::vector<Plot> motion_plots(const std::string& vehicle, const LogTables& tables,
                               const ScenarioFacts& scenario, const TimeAxis& axis) {
  const LogTable& truth = table_of(tables, "/" + vehicle + "/ground_truth");
  const LogTable& water = table_of(tables, "/" + vehicle + "/water");
  const SetPoint set_point = read_set_point(table_of(tables, "/" + vehicle + "/set_point"), axis);
  std::vector<Plot> plots{plan_view(vehicle, truth, scenario, axis),
                          depth_plot(truth, set_point, axis)};
  for (Plot& plot : attitude_plots(truth, set_point, axis)) plots.push_back(std::move(plot));
  for (Plot& plot : velocity_plots(truth, set_point, axis)) plots.push_back(std::move(plot));
  plots.push_back(speed_plot(truth, water, axis));
  plots.push_back(current_plot(water, axis));
  drop_empty(plots);
  return plots;
}

}  // namespace hadal::outputs

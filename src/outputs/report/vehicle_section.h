// The part of the report about one vehicle: motion, control, water, actuators, forces, sensors.
#pragma once
#include <string>
#include <vector>

#include "outputs/report/log_tables.h"
#include "outputs/report/run_facts.h"
#include "outputs/report/sensor_data.h"
#include "outputs/report/svg_plot.h"

namespace hadal::outputs {

// What every plot over time shares.
struct TimeAxis {
  std::string unit = "s";
  double seconds = 1;   // per unit
  double duration = 1;  // in that unit
  size_t buckets = 280;

  std::vector<double> of(const std::vector<double>& time_s) const;
  Plot plot(const std::string& title, const std::string& y_label) const;
};
// Seconds, minutes or hours, whichever reads best.
TimeAxis time_axis(double duration_s, size_t vehicles);

struct VehicleMotion {
  double north_m = 0, east_m = 0, depth_m = 0, heading_deg = 0;  // at the end
  double travelled_m = 0, top_speed_m_s = 0;
};
// From the ground truth; zeros for an empty table.
VehicleMotion vehicle_motion(const LogTable& ground_truth);

// Names of vehicles: topics /NAME/ground_truth.
std::vector<std::string> vehicles_of(const LogTables& tables);

std::vector<Plot> motion_plots(const std::string& vehicle, const LogTables& tables,
                               const ScenarioFacts& scenario, const TimeAxis& axis);
std::vector<Plot> actuator_plots(const std::string& vehicle, const LogTables& tables,
                                 const TimeAxis& axis);
// One group of plots per link, titled with its name.
struct PlotGroup {
  std::string title, text;
  std::vector<Plot> plots;
};
std::vector<PlotGroup> wrench_groups(const std::string& vehicle, const LogTables& tables,
                                     const TimeAxis& axis);
std::vector<PlotGroup> sensor_groups(const std::string& vehicle, const LogTables& tables,
                                     const ScenarioFacts& scenario, const TimeAxis& axis);

}  // namespace hadal::outputs

#include "plan_command.h"

#include <cstdio>

#include "hadal/catalog.h"
#include "hadal/plan.h"
#include "scenario_arguments.h"

namespace hadal::cli {
namespace {

void print_points(const PlanResult& plan) {
  std::printf("  %8s", "time_s");
  for (const std::string& name : plan.coordinates) std::printf("  %s", name.c_str());
  std::printf("\n");
  for (const PlanPoint& point : plan.points) {
    std::printf("  %8.3f", point.time_s);
    for (size_t i = 0; i < point.position.size(); ++i)
      std::printf("  %*.4f", static_cast<int>(plan.coordinates[i].size()), point.position[i]);
    std::printf("\n");
  }
}

void print_plan(const PlanQuery& query, const PlanResult& plan) {
  std::printf("%s: path of %zu point%s, %.3f rad", query.arm.c_str(), plan.points.size(),
              plan.points.size() == 1 ? "" : "s", plan.length);
  if (plan.way_m > 0) std::printf(" and %.3f m", plan.way_m);
  std::printf(", %.3f s\n", plan.duration_s);
  if (plan.nearest.empty())
    std::printf("  clearance: 1 m or more\n");
  else
    std::printf("  clearance: %.4f m, %s\n", plan.clearance_m, plan.nearest.c_str());
  std::printf("  samples: %d; configurations looked at: %lld\n", plan.iterations,
              static_cast<long long>(plan.checks));
  print_points(plan);
}

int plan(Arguments& arguments) {
  PlanQuery query;
  query.arm = arguments.text("--arm").value_or("");
  query.goal = arguments.text("--to").value_or("");
  query.time_s = arguments.number("--at", 0, 0, 1e6);
  query.iterations = arguments.integer("--iterations", query.iterations, 1, 100000);
  query.clearance_m = arguments.number("--clearance", query.clearance_m, 0.001, 1);
  query.room_m = arguments.number("--room", query.room_m, 0, 100);
  query.joint_speed = arguments.number("--speed", query.joint_speed, 1e-3, 100);
  query.joint_acceleration =
      arguments.number("--acceleration", query.joint_acceleration, 1e-3, 1000);
  query.vehicle_speed = arguments.number("--vehicle-speed", query.vehicle_speed, 1e-3, 10);
  query.vehicle_acceleration =
      arguments.number("--vehicle-acceleration", query.vehicle_acceleration, 1e-3, 10);
  query.csv_path = arguments.text("-o").value_or("");
  query.sample_s = arguments.number("--sample", query.sample_s, 1e-3, 10);
  const RunOptions options = run_options(arguments);
  std::string problems = arguments.problems();
  for (const char* option : {"--arm", "--to"})
    if (!arguments.has(option))
      problems += std::string("hadal plan: ") + option + " is required\n";
  if (!problems.empty()) {
    std::fputs(problems.c_str(), stderr);
    return 2;
  }
  const PlanResult result = plan_motion(scenario_path(arguments.words()[0]), query, options);
  if (result.exit_code == 2)
    std::fprintf(stderr, "%s\n", result.problems.c_str());
  else if (result.exit_code == 1)
    std::printf("%s: %s (samples: %d; configurations looked at: %lld)\n", query.arm.c_str(),
                result.reason.c_str(), result.iterations, static_cast<long long>(result.checks));
  else
    print_plan(query, result);
  return result.exit_code;
}

}  // namespace

CommandEntry plan_command() {
  return {{"plan", "SCENARIO", "A path of an arm to a goal, past everything that is in its way.",
           "hadal plan arm.yaml --arm rov/arm --to \"1=0.9,2=-0.4\" -o path.csv",
           scenario_options(
               {{"--arm", "VEHICLE/ARM", "The arm."},
                {"--to", "GOAL",
                 "JOINT=VALUE,... in rad (m of a slide) or JOINT_deg=VALUE; with north_m, east_m, "
                 "depth_m or heading_deg the vehicle moves too. What is not named stays."},
                {"--at", "T", "Seconds after the start; 0 by default."},
                {"--iterations", "N", "Budget: samples of the planner; 10000 by default."},
                {"--clearance", "M", "From everything, 0.001 to 1 m; 0.02 by default."},
                {"--room", "M", "About start and goal, that the vehicle may use; 2 m by default."},
                {"--speed", "V", "Of joints, rad/s or m/s; 0.5 by default."},
                {"--acceleration", "A", "Of joints, rad/s^2 or m/s^2; 1 by default."},
                {"--vehicle-speed", "V", "m/s and rad/s; 0.3 by default."},
                {"--vehicle-acceleration", "A", "m/s^2 and rad/s^2; 0.1 by default."},
                {"-o", "FILE.csv", "Writes the motion: positions and velocities over time."},
                {"--sample", "S", "Seconds between its rows; 0.05 by default."}}),
           1, 1},
          plan};
}

}  // namespace hadal::cli

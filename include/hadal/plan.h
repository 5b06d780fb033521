// Paths for arms: from where an arm stands in a scenario to positions of its joints, past everything
// that is in the way, by the shapes of the simulation's own contacts. docs/planning.md has the
// methods.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "hadal/export.h"
#include "hadal/run.h"

namespace hadal HADAL_API {

struct PlanQuery {
  std::string arm;  // vehicle/arm
  // NAME=VALUE, separated by commas: joints in radians (metres of a slide) or, as NAME_deg, degrees;
  // the arm's name before it may be left out. With any of north_m, east_m, depth_m and heading_deg the vehicle
  // moves too, roll and pitch staying as they are. What is not named stays where it is.
  std::string goal;
  double time_s = 0;          // when in the scenario
  int iterations = 10000;     // budget: samples of the planner
  double clearance_m = 0.02;  // from everything, 0.001 to 1
  double room_m = 2;          // about start and goal, that the vehicle may use
  // Limits of joints (rad/s and rad/s2, m/s and m/s2 of slides), and of the vehicle (m and rad).
  double joint_speed = 0.5, joint_acceleration = 1;
  double vehicle_speed = 0.3, vehicle_acceleration = 0.1;
  std::string csv_path;   // the motion, every sample_s and at every point; empty: none
  double sample_s = 0.05;
};

struct PlanPoint {
  double time_s = 0;
  std::vector<double> position;
};

struct PlanResult {
  int exit_code = 0;       // 0 found, 1 there is none within the budget, 2 bad input
  std::string problems;    // for exit code 2, every problem on a line
  std::string reason;      // for exit code 1
  std::vector<std::string> coordinates;  // names with units, e.g. left_1_rad
  std::vector<PlanPoint> points;         // corners of the path, where it rests
  double duration_s = 0;
  double length = 0;        // sum of the lengths of its lines over the joints, rad (and m of slides)
  double way_m = 0;         // of the vehicle
  double clearance_m = 0;   // the least found along the path, at most 1
  std::string nearest;      // the two that come so near, "rov/left_5 and rov/hull"; empty: none
  int iterations = 0;       // samples taken
  int64_t checks = 0;       // configurations looked at
};

// The random numbers are those of the seed of the run and the arm: the same path for the same seed.
PlanResult plan_motion(const std::string& path, const PlanQuery& query, const RunOptions& options);

}  // namespace hadal HADAL_API

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <memory>
#include <numbers>

#include "base/csv.h"
#include "base/text.h"
#include "hadal/plan.h"
#include "math/rotation.h"
#include "math/units.h"
#include "planning/arm_space.h"
#include "planning/rrt_connect.h"
#include "planning/time_law.h"
#include "scenario/nearest.h"
#include "simulation/load.h"
#include "simulation/simulation.h"

namespace hadal {
namespace {

using planning::ArmSpace;
using planning::Configuration;
using planning::LinkGap;
using planning::PlanOutcome;

constexpr double kFarGap_m = 1;  // clearances beyond are not told apart
constexpr int kPartsPerLine = 200;
constexpr const char* kVehicleKeys[] = {"north_m", "east_m", "depth_m", "heading_deg"};

// A goal as it is written: NAME=VALUE,NAME=VALUE.
struct GoalEntry {
  std::string name;
  double value = 0;
};

std::vector<GoalEntry> parse_goal(const std::string& text, Problems& problems) {
  std::vector<GoalEntry> entries;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    begin = end + 1;
    const size_t equals = part.find('=');
    const std::optional<double> value =
        equals == std::string::npos ? std::nullopt : parse_number(part.substr(equals + 1));
    if (!value || equals == 0) {
      problems.add("goal: expected NAME=VALUE, separated by commas, found '" + part + "'");
      continue;
    }
    const std::string name = part.substr(0, equals);
    if (std::any_of(entries.begin(), entries.end(),
                    [&](const GoalEntry& entry) { return entry.name == name; }))
      problems.add("goal: '" + name + "' is given twice");
    entries.push_back({name, *value});
  }
  return entries;
}

bool moves_vehicle(const std::vector<GoalEntry>& goal) {
  return std::any_of(goal.begin(), goal.end(), [](const GoalEntry& entry) {
    return std::find(std::begin(kVehicleKeys), std::end(kVehicleKeys), entry.name) !=
           std::end(kVehicleKeys);
  });
}

const Arm* find_arm_by_path(const World& world, const std::string& path, Problems& problems) {
  std::vector<std::string> paths;
  for (const Arm& arm : world.arms) {
    if (arm.path == path) return &arm;
    paths.push_back(arm.path);
  }
  problems.add(paths.empty() ? "the vehicles of this scenario have no arms (manipulators)"
                             : "unknown arm '" + path + "'" + hint_for(path, paths));
  return nullptr;
}

// What a coordinate is called, how it is written, and its limits.
struct Coordinate {
  std::string name;
  std::string unit;  // m or rad
  double lower = 0, upper = 0;
};

std::vector<Coordinate> coordinates_of(const World& world, const ArmSpace& space) {
  std::vector<Coordinate> out;
  if (space.vehicle_coordinates() > 0)
    out = {{"north", "m"}, {"east", "m"}, {"depth", "m"}, {"heading", "rad"}};
  for (const int link : space.joint_links()) {
    const Link& at = world.links[link];
    const auto range = at.joint_range.value_or(std::array<double, 2>{-1e9, 1e9});
    out.push_back({world.actuators[at.actuator].name,
                   at.joint == LinkJoint::kSlide ? "m" : "rad", range[0], range[1]});
  }
  return out;
}

// The joint that a name of the goal means: its own, or that without the name of the arm before it.
int find_joint(const std::vector<Coordinate>& coordinates, size_t first, const std::string& arm,
               const std::string& name) {
  for (size_t i = first; i < coordinates.size(); ++i)
    if (coordinates[i].name == name || coordinates[i].name == arm + "_" + name ||
        coordinates[i].name == arm + name)
      return static_cast<int>(i);
  return -1;
}

class GoalReader {
 public:
  GoalReader(std::vector<Coordinate> coordinates, const ArmSpace& space, std::string arm)
      : coordinates_(std::move(coordinates)),
        first_joint_(static_cast<size_t>(space.vehicle_coordinates())),
        arm_(std::move(arm)),
        goal_(space.start()) {}

  void take(const GoalEntry& entry, Problems& problems) {
    if (first_joint_ > 0 && take_vehicle(entry)) return;
    const bool degrees = entry.name.ends_with("_deg");
    const std::string stem =
        degrees ? entry.name.substr(0, entry.name.size() - 4) : entry.name;
    int found = find_joint(coordinates_, first_joint_, arm_, entry.name);
    double value = entry.value;
    if (found < 0 && degrees) {
      found = find_joint(coordinates_, first_joint_, arm_, stem);
      value *= kDegree;
    }
    if (found < 0 || (value != entry.value && coordinates_[found].unit != "rad"))
      return problems.add("goal: unknown joint '" + entry.name + "'" + hint(stem));
    const Coordinate& joint = coordinates_[found];
    if (value < joint.lower || value > joint.upper)
      problems.add("goal: joint '" + joint.name + "' goes from " + shortest_text(joint.lower) +
                   " to " + shortest_text(joint.upper) + " " + joint.unit + ", found " +
                   shortest_text(value));
    if (given_[found]) problems.add("goal: joint '" + joint.name + "' is given twice");
    given_[found] = true;
    goal_[found] = value;
  }
  const Configuration& goal() const { return goal_; }

 private:
  // A heading is gone to the short way round.
  bool take_vehicle(const GoalEntry& entry) {
    for (int i = 0; i < 4; ++i) {
      if (entry.name != kVehicleKeys[i]) continue;
      goal_[i] = i < 3 ? entry.value : goal_[3] + wrap_angle(entry.value * kDegree - goal_[3]);
      return true;
    }
    return false;
  }
  std::string hint(const std::string& name) const {
    std::vector<std::string> names;
    for (size_t i = first_joint_; i < coordinates_.size(); ++i)
      names.push_back(coordinates_[i].name);
    return hint_for(name, names);
  }

  std::vector<Coordinate> coordinates_;
  size_t first_joint_;
  std::string arm_;
  Configuration goal_;
  std::array<bool, planning::kMaxCoordinates> given_{};
};

std::string gap_name(const World& world, const LinkGap& gap) {
  if (gap.link_a < 0) return "";
  return world.links[gap.link_a].path + " and " +
         (gap.link_b < 0 ? "the ground" : world.links[gap.link_b].path);
}

planning::MotionLimits limits_of(const PlanQuery& query, const ArmSpace& space) {
  const int count = space.coordinate_count(), vehicle = space.vehicle_coordinates();
  planning::MotionLimits limits{Configuration::Constant(count, query.joint_speed),
                                Configuration::Constant(count, query.joint_acceleration)};
  limits.speed.head(vehicle).setConstant(query.vehicle_speed);
  limits.acceleration.head(vehicle).setConstant(query.vehicle_acceleration);
  return limits;
}

// Why an end of the path cannot be had.
std::string blocked_text(const char* what, const World& world, ArmSpace& space,
                         const Configuration& q, double clearance_m) {
  const LinkGap gap = space.least_gap(q, 2 * clearance_m);
  const std::string between = gap_name(world, gap);
  if (between.empty()) return std::string(what) + " is out of bounds";
  return std::string(what) +
         (gap.distance_m <= 0 ? " is in collision: " + between
                              : " is too close to something: " + between + " are " +
                                    format_number("%.4f", gap.distance_m) + " m apart");
}

std::string reason_of(PlanOutcome outcome, const World& world, ArmSpace& space,
                      const Configuration& goal, const PlanQuery& query) {
  switch (outcome) {
    case PlanOutcome::kFound:
      break;
    case PlanOutcome::kStartBlocked:
      return blocked_text("the start", world, space, space.start(), query.clearance_m);
    case PlanOutcome::kGoalBlocked:
      return blocked_text("the goal", world, space, goal, query.clearance_m);
    case PlanOutcome::kNotFound:
      return "no path found with " + std::to_string(query.iterations) + " samples";
    case PlanOutcome::kTooManyPoints:
      return "the path has more than " + std::to_string(planning::kMaxPathPoints) + " points";
  }
  return "";
}

void measure_path(const World& world, ArmSpace& space, std::span<const Configuration> path,
                  PlanResult& result) {
  const int vehicle = space.vehicle_coordinates();
  LinkGap least = space.least_gap(path.front(), kFarGap_m);
  for (size_t i = 1; i < path.size(); ++i) {
    const Configuration line = path[i] - path[i - 1];
    result.length += line.tail(line.size() - vehicle).norm();
    result.way_m += line.head(std::min(vehicle, 3)).norm();
    for (int part = 0; part <= kPartsPerLine; ++part) {
      const double s = static_cast<double>(part) / kPartsPerLine;
      const LinkGap gap = space.least_gap(path[i - 1] + s * line, least.distance_m);
      if (gap.link_a >= 0) least = gap;
    }
  }
  result.clearance_m = least.distance_m;
  result.nearest = gap_name(world, least);
}

std::string csv_header(const std::vector<Coordinate>& coordinates) {
  std::string text = "time_s";
  for (const Coordinate& c : coordinates) text += "," + c.name + "_" + c.unit;
  for (const Coordinate& c : coordinates) text += "," + c.name + "_" + c.unit + "_s";
  return text + "\n";
}

// At every point, and between them every sample_s.
Problems write_motion(const PlanQuery& query, const std::vector<Coordinate>& coordinates,
                      const planning::TimedPath& timed) {
  std::vector<double> times;
  for (int64_t k = 0; static_cast<double>(k) * query.sample_s < timed.duration_s(); ++k)
    times.push_back(static_cast<double>(k) * query.sample_s);
  for (int i = 0; i < timed.point_count(); ++i) times.push_back(timed.arrival_s(i));
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  std::ofstream out(query.csv_path, std::ios::binary);
  out << csv_header(coordinates);
  for (const double time_s : times) {
    const planning::Motion motion = timed.at(time_s);
    out << shortest_text(time_s);
    for (const double value : motion.position) out << ',' << shortest_text(value);
    for (const double value : motion.velocity) out << ',' << shortest_text(value);
    out << '\n';
  }
  out.close();
  Problems problems;
  if (!out) problems.add(query.csv_path + ": cannot be written");
  return problems;
}

PlanResult plan_refusal(const Problems& problems) {
  PlanResult result;
  result.exit_code = 2;
  result.problems = problems.text();
  return result;
}

// The scenario at the time of the plan; no instrument is computed.
Result<std::unique_ptr<simulation::Simulation>> simulation_at(const LoadedScenario& loaded,
                                                              const PlanQuery& query,
                                                              const RunOptions& options) {
  simulation::SimulationOptions simulation_options = simulation::simulation_options(options);
  simulation_options.compute_frames = false;
  auto created = simulation::Simulation::create(loaded, simulation_options);
  if (!created) return created;
  simulation::Simulation& simulation = *created.value();
  const Tick tick = simulation.world().clock.tick_at(query.time_s);
  while (simulation.state().tick < tick)
    if (const simulation::StepReport report = simulation.step(); !report.ok) {
      Problems problems;
      problems.add("the run fails before the time of the plan: " + report.message);
      return problems;
    }
  return created;
}

PlanResult plan_in(const simulation::Simulation& simulation, const Arm& arm,
                   const std::vector<GoalEntry>& entries, const PlanQuery& query) {
  const World& world = simulation.world();
  ArmSpace space(world, simulation.shared().bodies->scene(), arm,
                 {moves_vehicle(entries), query.clearance_m, query.room_m});
  const planning::MotionLimits limits = limits_of(query, space);
  space.begin(simulation.state(), limits);
  const std::vector<Coordinate> coordinates = coordinates_of(world, space);
  GoalReader reader(coordinates, space, arm.name);
  Problems problems;
  for (const GoalEntry& entry : entries) reader.take(entry, problems);
  if (!problems.empty()) return plan_refusal(problems);
  space.open_for(reader.goal());

  planning::RrtConnect planner({.iterations = query.iterations});
  const PlanOutcome outcome =
      planner.plan(space, space.start(), reader.goal(),
                   static_cast<uint64_t>(simulation.state().run_seed[0]), arm.path);
  PlanResult result;
  result.iterations = planner.iterations();
  result.checks = planner.checks();
  result.reason = reason_of(outcome, world, space, reader.goal(), query);
  for (const Coordinate& c : coordinates) result.coordinates.push_back(c.name + "_" + c.unit);
  if (outcome != PlanOutcome::kFound) {
    result.exit_code = 1;
    return result;
  }
  const planning::TimedPath timed(planner.path(), limits);
  result.duration_s = timed.duration_s();
  for (int i = 0; i < timed.point_count(); ++i) {
    const Configuration& q = timed.point(i);
    result.points.push_back({timed.arrival_s(i), {q.begin(), q.end()}});
  }
  measure_path(world, space, planner.path(), result);
  if (!query.csv_path.empty()) problems = write_motion(query, coordinates, timed);
  return problems.empty() ? result : plan_refusal(problems);
}

}  // namespace

PlanResult plan_motion(const std::string& path, const PlanQuery& query,
                       const RunOptions& options) {
  Problems problems;
  const std::vector<GoalEntry> entries = parse_goal(query.goal, problems);
  const Result<LoadedScenario> loaded = simulation::load_for_run(path, options);
  if (!loaded) problems.append(loaded.problems());
  if (!problems.empty()) return plan_refusal(problems);
  const auto simulation = simulation_at(loaded.value(), query, options);
  if (!simulation) return plan_refusal(simulation.problems());
  const Arm* arm = find_arm_by_path(simulation.value()->world(), query.arm, problems);
  if (!arm) return plan_refusal(problems);
  return plan_in(*simulation.value(), *arm, entries, query);
}

}  // namespace hadal

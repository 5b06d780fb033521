// A path between two configurations: RRT-Connect (Kuffner and LaValle, RRT-Connect: an efficient
// approach to single-query path planning, ICRA 2000), two trees of straight lines that grow towards
// random configurations and towards each other, then shortcuts (Geraerts and Overmars, Creating
// high-quality paths for motion planning, Int. J. Robotics Research, 2007) where they make the motion
// along the path (time_law.h) faster.
//
// Every line of a path is free throughout, see free_way(). Lines end where they meet something, so
// that trees reach into narrow passages; a line that ends after less than kMinProgress of a step is
// left out. Nodes in front of a wall are the nearest to all that is behind it, and would be tried for
// ever: one from which n lines failed counts as 1 + n times as far (in the manner of Yershova,
// Jaillet, Simeon and LaValle, Dynamic-domain RRTs, ICRA 2005, without a radius to choose).
//
// Samples come from counter-based streams (base/rng.h): the path is a pure function of space, seed
// and name, whatever ran before or runs beside. The budget is a number of samples. All memory is
// taken by the constructor.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "planning/free_space.h"

namespace hadal::planning {

constexpr double kMinProgress = 0.02;

struct PlannerSettings {
  int iterations = 10000;  // samples at most
  int shortcuts = 500;     // tries to make the path faster
  double step = 0.1;      // longest line towards a sample, as a fraction of the diagonal of the bounds
};

enum class PlanOutcome {
  kFound,
  kStartBlocked,  // out of bounds, or not free
  kGoalBlocked,
  kNotFound,      // within the budget
  kTooManyPoints,
};

class RrtConnect {
 public:
  explicit RrtConnect(const PlannerSettings& settings = {});

  // From start to goal, both included. The random numbers are those of the entity with this name.
  PlanOutcome plan(FreeSpace& space, const Configuration& start, const Configuration& goal,
                   uint64_t seed, std::string_view name);

  // Of the last plan.
  std::span<const Configuration> path() const { return path_; }  // empty if none was found
  double duration_s() const;
  int iterations() const { return iterations_; }
  int64_t checks() const { return checks_; }  // configurations looked at

 private:
  struct Node {
    Configuration q;
    int parent = -1;
    int failures = 0;  // lines from here that led nowhere
  };
  using Tree = std::vector<Node>;

  size_t nearest(const Tree& tree, const Configuration& q) const;
  int grow(Tree& tree, size_t from, const Configuration& to, double min_way);
  bool search(const Configuration& start, const Configuration& goal);
  void join(int end_a, int end_b);
  bool connected(const Configuration& a, const Configuration& b);
  void skip_points();
  void shorten();
  Configuration point_at(double along, size_t& line) const;
  void measure();
  double line_s(const Configuration& a, const Configuration& b) const;

  PlannerSettings settings_;
  FreeSpace* space_ = nullptr;
  uint64_t seed_ = 0;
  std::string_view name_;
  Tree trees_[2];  // from the start, from the goal
  std::vector<Configuration> path_;
  std::vector<double> along_;  // time from the start to each point of the path
  int iterations_ = 0;
  int64_t checks_ = 0;
};

}  // namespace hadal::planning

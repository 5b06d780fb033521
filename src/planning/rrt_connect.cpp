#include "planning/rrt_connect.h"

#include <algorithm>
#include <limits>

#include "base/rng.h"
#include "planning/time_law.h"

namespace hadal::planning {

RrtConnect::RrtConnect(const PlannerSettings& settings) : settings_(settings) {
  const size_t nodes = static_cast<size_t>(settings.iterations) + 1;
  for (Tree& tree : trees_) tree.reserve(nodes);
  path_.reserve(2 * nodes + 2);
  along_.reserve(2 * nodes + 2);
}

PlanOutcome RrtConnect::plan(FreeSpace& space, const Configuration& start,
                             const Configuration& goal, uint64_t seed, std::string_view name) {
  space_ = &space;
  seed_ = seed;
  name_ = name;
  iterations_ = 0;
  checks_ = 0;
  path_.clear();
  const Configuration no_way = Configuration::Zero(start.size());
  const auto blocked = [&](const Configuration& q) {
    ++checks_;
    return !space.coordinates().contains(q) || space.free_fraction(q, no_way) < 0;
  };
  if (blocked(start)) return PlanOutcome::kStartBlocked;
  if (blocked(goal)) return PlanOutcome::kGoalBlocked;
  if (!search(start, goal)) return PlanOutcome::kNotFound;
  skip_points();
  shorten();
  skip_points();
  if (path_.size() <= kMaxPathPoints) return PlanOutcome::kFound;
  path_.clear();
  return PlanOutcome::kTooManyPoints;
}

size_t RrtConnect::nearest(const Tree& tree, const Configuration& q) const {
  const Configuration per_speed = space_->coordinates().limits.speed.cwiseInverse();
  size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < tree.size(); ++i) {
    const double factor = 1 + tree[i].failures,
                 square = factor * factor * per_speed.cwiseProduct(tree[i].q - q).squaredNorm();
    if (square >= least) continue;
    least = square;
    best = i;
  }
  return best;
}

// A line towards a configuration as far as it is free; the new node, -1 when it would be shorter than
// min_way and does not arrive.
int RrtConnect::grow(Tree& tree, size_t from, const Configuration& to, double min_way) {
  const Configuration start = tree[from].q;
  const double free = free_way(*space_, start, to, checks_);
  if (free < 1 && !(free * space_->coordinates().distance(start, to) >= min_way)) {
    ++tree[from].failures;
    return -1;
  }
  tree.push_back({free >= 1 ? to : Configuration(start + free * (to - start)),
                  static_cast<int>(from), free < 1 ? 1 : 0});
  return static_cast<int>(tree.size()) - 1;
}

// Grows the trees in turn until they meet. One node each and sample.
bool RrtConnect::search(const Configuration& start, const Configuration& goal) {
  const Coordinates& space = space_->coordinates();
  const double step = settings_.step * space.distance(space.lower, space.upper);
  const RandomStream stream(seed_, name_, "plan");
  trees_[0].assign(1, {start, -1});
  trees_[1].assign(1, {goal, -1});
  if (connected(start, goal)) {
    join(0, 0);
    return true;
  }
  for (int k = 0; k < settings_.iterations; ++k) {
    iterations_ = k + 1;
    Tree &one = trees_[k % 2], &other = trees_[1 - k % 2];
    Configuration sample(space.size());
    for (int i = 0; i < space.size(); ++i)
      sample[i] = space.lower[i] + (space.upper[i] - space.lower[i]) *
                                       stream.uniform(k, static_cast<uint32_t>(i));
    const size_t from = nearest(one, sample);
    const double distance = space.distance(one[from].q, sample);
    if (distance > step) sample = one[from].q + step / distance * (sample - one[from].q);
    const int grown = grow(one, from, sample, kMinProgress * step);
    if (grown < 0) continue;
    const Configuration meeting = one[grown].q;
    const int met = grow(other, nearest(other, meeting), meeting, kMinProgress * step);
    if (met < 0 || other[met].q != meeting) continue;
    join(k % 2 == 0 ? grown : met, k % 2 == 0 ? met : grown);
    return true;
  }
  return false;
}

// The path through a node of each tree, which are at the same place or joined by a free line.
void RrtConnect::join(int end_a, int end_b) {
  for (int node = end_a; node >= 0; node = trees_[0][node].parent)
    path_.push_back(trees_[0][node].q);
  std::reverse(path_.begin(), path_.end());
  if (trees_[1][end_b].q == path_.back()) end_b = trees_[1][end_b].parent;
  for (int node = end_b; node >= 0; node = trees_[1][node].parent)
    path_.push_back(trees_[1][node].q);
}

bool RrtConnect::connected(const Configuration& a, const Configuration& b) {
  return free_way(*space_, a, b, checks_) >= 1;
}

// From each point on to the last one that a free line leads to, found by halving.
void RrtConnect::skip_points() {
  for (size_t i = 0; i + 2 < path_.size(); ++i) {
    size_t reached = i + 1, beyond = path_.size();
    for (size_t tried = beyond - 1; reached + 1 < beyond; tried = (reached + beyond) / 2)
      (connected(path_[i], path_[tried]) ? reached : beyond) = tried;
    path_.erase(path_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                path_.begin() + static_cast<std::ptrdiff_t>(reached));
  }
}

double RrtConnect::line_s(const Configuration& a, const Configuration& b) const {
  return line_duration_s(a, b, space_->coordinates().limits);
}

double RrtConnect::duration_s() const {
  double sum = 0;
  for (size_t i = 1; i < path_.size(); ++i) sum += line_s(path_[i - 1], path_[i]);
  return sum;
}

void RrtConnect::measure() {
  along_.assign(1, 0.0);
  for (size_t i = 1; i < path_.size(); ++i)
    along_.push_back(along_.back() + line_s(path_[i - 1], path_[i]));
}

// A place of the path and the number of the line that it lies on.
Configuration RrtConnect::point_at(double along, size_t& line) const {
  line = 0;
  while (line + 2 < path_.size() && along_[line + 1] < along) ++line;
  const double duration = along_[line + 1] - along_[line];
  const double s = duration > 0 ? std::clamp((along - along_[line]) / duration, 0.0, 1.0) : 0;
  return path_[line] + s * (path_[line + 1] - path_[line]);
}

// Straight lines between two random places of the path where they are free and faster, the rests at
// their ends included.
void RrtConnect::shorten() {
  const RandomStream stream(seed_, name_, "shorten");
  for (int k = 0; k < settings_.shortcuts && path_.size() > 2; ++k) {
    measure();
    double from = along_.back() * stream.uniform(k, 0), to = along_.back() * stream.uniform(k, 1);
    if (from > to) std::swap(from, to);
    size_t first = 0, last = 0;
    const Configuration a = point_at(from, first), b = point_at(to, last);
    if (first == last || path_.size() + 2 > path_.capacity()) continue;
    const double before = along_[last + 1] - along_[first],
                 after = line_s(path_[first], a) + line_s(a, b) + line_s(b, path_[last + 1]);
    if (!(after < before) || !connected(a, b)) continue;
    const auto begin = path_.begin();
    path_.erase(begin + static_cast<std::ptrdiff_t>(first) + 1,
                begin + static_cast<std::ptrdiff_t>(last) + 1);
    path_.insert(path_.begin() + static_cast<std::ptrdiff_t>(first) + 1, {a, b});
  }
}

}  // namespace hadal::planning

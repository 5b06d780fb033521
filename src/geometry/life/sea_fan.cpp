#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "base/rng.h"
#include "geometry/life/coral.h"
#include "geometry/smooth_noise.h"

namespace hadal::geometry {
namespace {

using std::numbers::pi;
constexpr double kPipeExponent = 2.6;  // r^n = sum r_i^n
constexpr int kMaxGrowthSteps = 400;
constexpr double kEverything = 1e9;

struct FanNode {
  Vec3 place;
  int parent;
  double radius_m = 0;
  int children = 0;
};

// Points of a fan in the plane x-z: half an ellipse on a short stalk, outside cut ragged.
std::vector<Vec3> fan_points(const RandomStream& random, const SeaFanShape& shape) {
  const SmoothNoise rim(random, 1000, 0.6);
  const double stalk_m = 0.12 * shape.height_m;
  std::vector<Vec3> points;
  for (int64_t tick = 0; static_cast<int>(points.size()) < shape.twigs; ++tick) {
    const double x = 2 * random.uniform(tick, 0) - 1, up = random.uniform(tick, 1);
    const double r = std::hypot(x, 2 * up - 1);
    const double reach = 1 + 0.12 * squashed(rim({x, 0, up}));
    if (r > reach || std::abs(x) > 1.6 * up + 0.1) continue;
    points.push_back(
        {0.5 * shape.width_m * x, 0, -(stalk_m + up * (shape.height_m - stalk_m) * 0.98)});
  }
  return points;
}

constexpr double kSight = 5;  // steps over which a point draws a twig

// A point that twigs grow towards, and the node nearest to it.
struct Goal {
  Vec3 place;
  size_t nearest = 0;
  double distance_m = kEverything;
};

// Looks at the nodes from `first` on.
void find_nearest(const std::vector<FanNode>& nodes, size_t first, std::vector<Goal>& goals) {
  for (Goal& goal : goals)
    for (size_t i = first; i < nodes.size(); ++i)
      if (const double m = (nodes[i].place - goal.place).norm(); m < goal.distance_m)
        goal.nearest = i, goal.distance_m = m;
}

// Pulls of the points that are not yet reached, each on its nearest node if that is in sight. With
// nothing in sight everything pulls: the stalk.
bool grow_once(std::vector<FanNode>& nodes, std::vector<Goal>& goals, double step_m,
               double perception_radius_m) {
  std::vector<Vec3> pull(nodes.size(), Vec3::Zero());
  for (const Goal& goal : goals)
    if (goal.distance_m <= perception_radius_m)
      pull[goal.nearest] += (goal.place - nodes[goal.nearest].place).normalized();
  const size_t before = nodes.size();
  for (size_t i = 0; i < before; ++i) {
    if (pull[i].norm() < 1e-6 || nodes[i].children >= 3) continue;
    const Vec3 place = nodes[i].place + step_m * pull[i].normalized();
    const bool taken = std::any_of(nodes.begin(), nodes.end(), [&](const FanNode& n) {
      return (n.place - place).norm() < 0.3 * step_m;
    });
    if (taken) continue;
    nodes.push_back({place, static_cast<int>(i)});
    ++nodes[i].children;
  }
  find_nearest(nodes, before, goals);
  std::erase_if(goals, [&](const Goal& goal) { return goal.distance_m < 0.95 * step_m; });
  return nodes.size() > before;
}

void thicken(std::vector<FanNode>& nodes, double twig_radius_m) {
  std::vector<double> sum(nodes.size(), 0);
  for (size_t i = nodes.size(); i-- > 0;) {
    if (nodes[i].children == 0) sum[i] = std::pow(twig_radius_m, kPipeExponent);
    nodes[i].radius_m = std::pow(sum[i], 1 / kPipeExponent);
    if (nodes[i].parent >= 0) sum[nodes[i].parent] += sum[i];
  }
}

// Each limb follows the thickest child from the node where it leaves its parent.
std::vector<Limb> limbs_of(const std::vector<FanNode>& nodes) {
  std::vector<int> heir(nodes.size(), -1);
  for (size_t i = 1; i < nodes.size(); ++i) {
    int& h = heir[nodes[i].parent];
    if (h < 0 || nodes[i].radius_m > nodes[h].radius_m) h = static_cast<int>(i);
  }
  std::vector<Limb> limbs;
  for (size_t i = 1; i < nodes.size(); ++i) {
    const int parent = nodes[i].parent;
    if (heir[parent] == static_cast<int>(i) && parent != 0) continue;
    Limb limb{{nodes[parent].place}, {nodes[i].radius_m}};
    for (int k = static_cast<int>(i); k >= 0; k = heir[k]) {
      limb.points.push_back(nodes[k].place);
      limb.radii_m.push_back(nodes[k].radius_m);
    }
    limbs.push_back(std::move(limb));
  }
  return limbs;
}

}  // namespace

std::vector<Limb> sea_fan_limbs(uint64_t seed, const SeaFanShape& shape) {
  HADAL_CHECK(shape.height_m > 0 && shape.width_m > 0 && shape.twigs > 0);
  const RandomStream random(seed, "life", "sea_fan");
  std::vector<Goal> goals;
  for (const Vec3& place : fan_points(random, shape)) goals.push_back({place});
  const double step_m =
      0.55 * std::sqrt(shape.height_m * shape.width_m / static_cast<double>(shape.twigs));
  std::vector<FanNode> nodes{{{0, 0, 0.04 * shape.height_m}, -1}};
  find_nearest(nodes, 0, goals);
  for (int step = 0; step < kMaxGrowthSteps && !goals.empty(); ++step)
    if (!grow_once(nodes, goals, step_m, kSight * step_m) &&
        !grow_once(nodes, goals, step_m, kEverything))
      break;
  thicken(nodes, shape.twig_radius_m);
  const SmoothNoise warp({seed, "life", "sea_fan_warp"}, 0, 1.5 * shape.width_m);
  const SmoothNoise crinkle({seed, "life", "sea_fan_warp"}, 1, 0.12 * shape.width_m);
  for (FanNode& node : nodes)
    node.place.y() += -node.place.z() * (0.1 * warp(node.place) + 0.012 * crinkle(node.place));
  return limbs_of(nodes);
}

TriangleMesh sea_fan(uint64_t seed, const SeaFanShape& shape, int target_faces) {
  return limbs_mesh(sea_fan_limbs(seed, shape), target_faces);
}

}  // namespace hadal::geometry

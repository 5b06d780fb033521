#include "world/object_copies.h"

#include <cmath>

#include "base/rng.h"
#include "math/types.h"
#include "math/units.h"

namespace hadal::inline world {
namespace {

using Vec2 = Eigen::Vector2d;

// Uniform in (-1, 1); one index per use.
double swing(const RandomStream& random, int64_t copy, uint32_t index) {
  return 2 * random.uniform(copy, index) - 1;
}

ObjectConfig copy_at(const ObjectConfig& config, int64_t index, const Vec2& location,
                     double turn_deg) {
  ObjectConfig copy = config;
  copy.array.reset();
  copy.scatter.reset();
  copy.name = config.copy_name(index);
  copy.seed = config.seed + index;
  const double heading = config.pose.heading_deg * kDegree;
  copy.pose.north_m += std::cos(heading) * location.x() - std::sin(heading) * location.y();
  copy.pose.east_m += std::sin(heading) * location.x() + std::cos(heading) * location.y();
  copy.pose.heading_deg += turn_deg;
  return copy;
}

std::vector<ObjectConfig> in_rows(const ObjectConfig& config) {
  const ObjectArrayConfig& array = *config.array;
  const RandomStream random(static_cast<uint64_t>(array.seed), config.name, "array");
  const auto rows = static_cast<int64_t>(array.count[0]),
             columns = static_cast<int64_t>(array.count[1]);
  std::vector<ObjectConfig> out;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      const int64_t k = i * columns + j;
      const Vec2 middle(static_cast<double>(i) - 0.5 * static_cast<double>(rows - 1),
                        static_cast<double>(j) - 0.5 * static_cast<double>(columns - 1));
      const Vec2 location(middle.x() * array.spacing_m[0] + array.jitter_m * swing(random, k, 0),
                       middle.y() * array.spacing_m[1] + array.jitter_m * swing(random, k, 1));
      out.push_back(copy_at(config, k, location, array.turn_deg * swing(random, k, 2)));
    }
  return out;
}

bool is_free(const std::vector<Vec2>& locations, const Vec2& location, double gap_m) {
  for (const Vec2& other : locations)
    if ((other - location).squaredNorm() < gap_m * gap_m) return false;
  return true;
}

Problems too_dense(const ObjectScatterConfig& scatter, int64_t found) {
  Problems problems;
  problems.add("found room for " + std::to_string(found) + " of " + std::to_string(scatter.count) +
               " copies with the requested gap; make size_m larger, or gap_m or count smaller");
  return problems;
}

Result<std::vector<ObjectConfig>> scattered(const ObjectConfig& config) {
  constexpr uint32_t kThrows = 200;
  const ObjectScatterConfig& scatter = *config.scatter;
  const RandomStream random(static_cast<uint64_t>(scatter.seed), config.name, "scatter");
  std::vector<Vec2> locations;
  std::vector<ObjectConfig> out;
  for (int64_t k = 0; k < scatter.count; ++k) {
    for (uint32_t t = 0; t < kThrows && static_cast<int64_t>(locations.size()) == k; ++t) {
      const Vec2 location(0.5 * scatter.size_m[0] * swing(random, k, 1 + 2 * t),
                       0.5 * scatter.size_m[1] * swing(random, k, 2 + 2 * t));
      if (is_free(locations, location, scatter.gap_m)) locations.push_back(location);
    }
    if (static_cast<int64_t>(locations.size()) == k) return too_dense(scatter, k);
    out.push_back(copy_at(config, k, locations.back(), scatter.turn_deg * swing(random, k, 0)));
  }
  return out;
}

}  // namespace

Result<std::vector<ObjectConfig>> object_copies(const ObjectConfig& config) {
  if (config.array) return in_rows(config);
  if (config.scatter) return scattered(config);
  return std::vector<ObjectConfig>{config};
}

}  // namespace hadal::world

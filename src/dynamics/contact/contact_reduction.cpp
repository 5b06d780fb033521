#include "dynamics/contact/contact_reduction.h"

#include <algorithm>
#include <limits>

namespace hadal::dynamics {
namespace {

constexpr double kAboutAsDeep = 0.8;
constexpr double kMinWeight = 0.1;
constexpr double kBetter = 1.05;  // on a lattice many are about as good; the first stays

double deepest(std::span<const TerrainContact> all) {
  double out = 0;
  for (const TerrainContact& c : all) out = std::max(out, c.depth_m);
  return out;
}

const TerrainContact& first_of_the_deepest(std::span<const TerrainContact> all, double deep_m) {
  const TerrainContact* first = nullptr;
  for (const TerrainContact& c : all)
    if (c.depth_m >= kAboutAsDeep * deep_m && (!first || c.feature < first->feature)) first = &c;
  return *first;
}

// The candidate farthest from all taken so far, of which `last` is the newest; null if every one
// lies on one of them.
const TerrainContact* farthest(std::span<const TerrainContact> all, const TerrainContact& last,
                               double scale, double deep_m, std::vector<double>& spread) {
  const TerrainContact* best = nullptr;
  double max = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    const double apart = scale * (all[i].p_N - last.p_N).squaredNorm() +
                         0.5 * (1 - all[i].normal_N.dot(last.normal_N));
    spread[i] = std::min(spread[i], apart);
    const double weight = std::clamp(all[i].depth_m / (0.3 * deep_m), kMinWeight, 1.0);
    const double score = spread[i] * weight * weight;
    if (score > kBetter * max) {
      max = score;
      best = &all[i];
    }
  }
  return max < 1e-6 ? nullptr : best;
}

int spread_out(std::span<const TerrainContact> all, double size_m, std::vector<double>& spread,
               std::span<TerrainContact> out) {
  const double deep_m = deepest(all), scale = 1 / (size_m * size_m);
  spread.assign(all.size(), std::numeric_limits<double>::infinity());
  int count = 0;
  const TerrainContact* next = &first_of_the_deepest(all, deep_m);
  while (next) {
    out[count++] = *next;
    if (count == kMaxTerrainContacts) break;
    next = farthest(all, out[count - 1], scale, deep_m, spread);
  }
  return count;
}

}  // namespace

int reduce_contacts(std::span<const TerrainContact> candidates, double size_m,
                    std::vector<double>& spread, std::span<TerrainContact> out) {
  int count = static_cast<int>(candidates.size());
  if (count <= kMaxTerrainContacts)
    std::copy(candidates.begin(), candidates.end(), out.begin());
  else
    count = spread_out(candidates, size_m, spread, out);
  std::sort(out.begin(), out.begin() + count,
            [](const TerrainContact& a, const TerrainContact& b) { return a.feature < b.feature; });
  return count;
}

}  // namespace hadal::dynamics

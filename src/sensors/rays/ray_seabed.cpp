#include "sensors/rays/ray_seabed.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "environment/seabed/tile_mesh.h"

namespace hadal::sensors {
namespace {

using environment::SeabedLayer;

constexpr int kNodes = kChunkCells + 1;  // along a side
constexpr int kMaxLevels = 24;

double width_m(double lattice_cell_m, int level) {
  return std::ldexp(kChunkCells * lattice_cell_m, level);
}

// Collects the chunks of one view from a quadtree.
class Selection {
 public:
  Selection(double north_m, double east_m, double reach_m, double cell_m, double lattice_cell_m)
      : north_m_(north_m), east_m_(east_m), reach_m_(reach_m), lattice_m_(lattice_cell_m) {
    while (cell_m > 0 && std::ldexp(lattice_m_, finest_ + 1) <= cell_m && finest_ < kMaxLevels)
      ++finest_;
    graded_ = !(cell_m > 0);
    while (!graded_ && finest_ < kMaxLevels && across(finest_) * across(finest_) > kMaxChunks)
      ++finest_;
  }

  std::vector<ChunkKey> chunks() {
    int root = finest_;
    while (root < kMaxLevels && width_m(lattice_m_, root) < 2 * reach_m_) ++root;
    const double w = width_m(lattice_m_, root);
    for (int64_t i = index(north_m_ - reach_m_, w); i <= index(north_m_ + reach_m_, w); ++i)
      for (int64_t j = index(east_m_ - reach_m_, w); j <= index(east_m_ + reach_m_, w); ++j)
        visit({root, i, j});
    mark_sides();
    return std::move(chosen_);
  }

 private:
  static int64_t index(double at_m, double w) { return static_cast<int64_t>(std::floor(at_m / w)); }
  double across(int level) const { return 2 * reach_m_ / width_m(lattice_m_, level) + 2; }

  // Distances of the nearest point of an interval.
  static double away(double at_m, int64_t k, double w) {
    const double from = static_cast<double>(k) * w;
    return std::max({from - at_m, at_m - (from + w), 0.0});
  }

  void visit(const ChunkKey& key) {
    const double w = width_m(lattice_m_, key.level);
    const double north = away(north_m_, key.i, w), east = away(east_m_, key.j, w);
    if (std::hypot(north, east) > reach_m_) return;
    // A chunk at least its width away has no neighbour more than one level finer.
    if (key.level <= finest_ || (graded_ && std::max(north, east) >= w)) {
      chosen_.push_back(key);
      return;
    }
    for (int k = 0; k < 4; ++k) visit({key.level - 1, 2 * key.i + k / 2, 2 * key.j + k % 2});
  }

  void mark_sides() {
    using namespace environment;
    const std::set<ChunkKey> all(chosen_.begin(), chosen_.end());
    for (ChunkKey& key : chosen_) {
      const auto coarser = [&](int di, int dj) {
        return all.contains({key.level + 1, (key.i + di) >> 1, (key.j + dj) >> 1});
      };
      key.coarser_sides = (coarser(1, 0) ? kNorthSide : 0) | (coarser(-1, 0) ? kSouthSide : 0) |
                          (coarser(0, 1) ? kEastSide : 0) | (coarser(0, -1) ? kWestSide : 0);
    }
  }

  double north_m_, east_m_, reach_m_, lattice_m_;
  int finest_ = 0;
  bool graded_ = false;
  std::vector<ChunkKey> chosen_;
};

// Moves the odd nodes of a border onto the line between their even neighbours.
void straighten(std::vector<double>& depth_m, size_t first, size_t step) {
  for (int k = 1; k < kChunkCells; k += 2) {
    const size_t at = first + static_cast<size_t>(k) * step;
    depth_m[at] = 0.5 * (depth_m[at - step] + depth_m[at + step]);
  }
}

}  // namespace

std::vector<ChunkKey> chunks_around(double north_m, double east_m, double reach_m, double cell_m,
                                    double lattice_cell_m) {
  return Selection(north_m, east_m, reach_m, cell_m, lattice_cell_m).chunks();
}

bool has_silt(const SeabedParameters& parameters) {
  return parameters.silt_m != 0 ||
         std::any_of(parameters.areas.begin(), parameters.areas.end(),
                     [](const BottomArea& area) { return area.silt_m.value_or(0) != 0; });
}

RaySeabed::RaySeabed(const raytrace::Scene& scene, const environment::Seabed& seabed, bool silt,
                     size_t cache_bytes)
    : scene_(scene), seabed_(seabed), silt_(silt), cache_bytes_(cache_bytes) {}

void RaySeabed::place(const Vec3& anchor_N, const Vec3& centre_N, double reach_m, double cell_m,
                      uint32_t seen, SeabedLayer layer,
                      std::vector<raytrace::Placed>& things) const {
  using namespace raytrace;
  if (!seabed_.exists() || !(seen & (kSeenSeabed | kSeenSilt)) || !centre_N.allFinite()) return;
  const auto add = [&](const Chunk& from, const ChunkKey& key, uint32_t bits) {
    const double w = width_m(seabed_.cell_m(), key.level);
    Placed placed;
    placed.shape = from.shape;
    placed.translation_A =
        Vec3(static_cast<double>(key.i) * w, static_cast<double>(key.j) * w, from.top_m) - anchor_N;
    placed.instance.material = kMaterialByPlace;
    placed.instance.seen = bits;
    placed.instance.origin_A = placed.translation_A;
    things.push_back(std::move(placed));
  };
  const std::lock_guard lock(mutex_);
  for (const ChunkKey& key :
       chunks_around(centre_N.x(), centre_N.y(), reach_m, cell_m, seabed_.cell_m())) {
    const bool shows = silt_ && (seen & kSeenSilt) && !chunk(layer, key).solid;
    if (shows) add(chunk(layer, key), key, kSeenSilt);
    if (!shows) add(chunk(SeabedLayer::kSolid, key), key, kSeenSeabed | kSeenSilt);
    if (shows && (seen & kSeenSeabed)) add(chunk(SeabedLayer::kSolid, key), key, kSeenSeabed);
  }
  drop_idle();
}

const RaySeabed::Chunk& RaySeabed::chunk(SeabedLayer layer, const ChunkKey& key) const {
  const CacheKey cache_key{layer, key};
  if (const auto found = chunks_.find(cache_key); found != chunks_.end()) {
    order_.splice(order_.begin(), order_, found->second.used);
    return found->second;
  }
  Chunk& made = chunks_[cache_key] = make(layer, key);
  order_.push_front(cache_key);
  made.used = order_.begin();
  bytes_ += made.shape.bytes();
  return made;
}

std::vector<double> RaySeabed::nodes(SeabedLayer layer, const ChunkKey& key) const {
  using namespace environment;
  std::vector<double> depth_m(static_cast<size_t>(kNodes) * kNodes);
  seabed_.level_nodes(key.level, key.i * kChunkCells, key.j * kChunkCells, kNodes, kNodes, layer,
                      depth_m);
  constexpr size_t kLastRow = static_cast<size_t>(kChunkCells) * kNodes;
  if (key.coarser_sides & kSouthSide) straighten(depth_m, 0, 1);
  if (key.coarser_sides & kNorthSide) straighten(depth_m, kLastRow, 1);
  if (key.coarser_sides & kWestSide) straighten(depth_m, 0, kNodes);
  if (key.coarser_sides & kEastSide) straighten(depth_m, kChunkCells, kNodes);
  return depth_m;
}

RaySeabed::Chunk RaySeabed::make(SeabedLayer layer, const ChunkKey& key) const {
  const std::vector<double> depth_m = nodes(layer, key);
  Chunk made;
  made.solid = layer == SeabedLayer::kSolid || depth_m == nodes(SeabedLayer::kSolid, key);
  if (made.solid && layer != SeabedLayer::kSolid) return made;
  made.top_m = std::round(depth_m.front());
  std::vector<float> z(depth_m.size());
  for (size_t k = 0; k < z.size(); ++k) z[k] = static_cast<float>(depth_m[k] - made.top_m);
  const double cell_m = std::ldexp(seabed_.cell_m(), key.level);
  made.shape = scene_.grid(kNodes, kNodes, cell_m, z);
  return made;
}

// Views hold the shapes they use, so that a chunk may go while it is looked at.
void RaySeabed::drop_idle() const {
  while (bytes_ > cache_bytes_ && order_.size() > 1) {
    const auto idle = chunks_.find(order_.back());
    bytes_ -= idle->second.shape.bytes();
    chunks_.erase(idle);
    order_.pop_back();
  }
}

}  // namespace hadal::sensors

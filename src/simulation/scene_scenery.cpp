#include <algorithm>

#include "sensors/optical/scenery_appearance.h"
#include "sensors/scenery/scenery_scatter.h"
#include "sensors/scenery/scenery_world.h"
#include "sensors/scenery/species.h"
#include "simulation/scene_sources.h"

namespace hadal::simulation {
namespace {

constexpr int kCoarsest = sensors::kDetailLevels - 1;
constexpr double kBinTurn_rad = 2.4;  // between the plants of a meadow

// Of all tints of all scenery, by the number that copies have.
class Tints {
 public:
  explicit Tints(const World& world)
      : first_(world.materials.materials.size() + world.appearances.size()),
        appearances_(sensors::scenery_appearances(world)) {}
  std::array<float, 3> albedo(int appearance) const {
    const float* c = appearances_[static_cast<size_t>(appearance) - first_].albedo;
    return {c[0], c[1], c[2]};
  }

 private:
  size_t first_;
  std::vector<sensors::Appearance> appearances_;
};

geometry::TriangleMesh variant_mesh(const AnyConfig& config, uint64_t seed, int variant,
                                    int level) {
  const uint64_t own = sensors::variant_seed(seed, variant);
  if (sensors::is_weed(config)) return sensors::weed_mesh(config, own, level).mesh;
  return sensors::rigid_mesh(config, variant % sensors::form_count(config), own, level);
}

// A finer level where all copies together stay few triangles.
int level_for(const AnyConfig& config, uint64_t seed, size_t copies) {
  constexpr size_t kMaxDrawn = 400'000;
  const size_t triangles = variant_mesh(config, seed, 0, kCoarsest - 1).triangles.size();
  return copies * triangles < kMaxDrawn ? kCoarsest - 1 : kCoarsest;
}

outputs::SceneryCopy scenery_copy(const sensors::GrowthCopy& copy, bool weed, const Tints& tints) {
  Quat q_N(copy.R);
  if (weed) q_N = q_N * Quat(Eigen::AngleAxisd(kBinTurn_rad * copy.bin, Vec3::UnitZ()));
  return {copy.p_N, q_N.normalized(), copy.scale, tints.albedo(copy.appearance)};
}

outputs::SceneryPart growth_part(const World& world, const Scenery& scenery,
                                 std::span<const sensors::GrowthCopy> copies, const Tints& tints) {
  const AnyConfig& config = scenery.config;
  const uint64_t seed = environment::scenery_seed(world, scenery);
  outputs::SceneryPart out;
  out.name = scenery_common(config).name;
  out.kind = config.kind();
  out.count = static_cast<int>(copies.size());
  if (copies.empty()) return out;
  const int level = level_for(config, seed, copies.size());
  for (int v = 0; v < sensors::variant_count(config); ++v) {
    outputs::SceneryShape shape{variant_mesh(config, seed, v, level), {}};
    for (const sensors::GrowthCopy& copy : copies)
      if (copy.variant == v)
        shape.copies.push_back(scenery_copy(copy, sensors::is_weed(config), tints));
    if (!shape.copies.empty()) out.shapes.push_back(std::move(shape));
  }
  return out;
}

outputs::SceneryPart school_part(const World& world, size_t index, int shown, const Tints& tints) {
  const auto& config = *world.scenery[index].config.as<FishSchoolConfig>();
  outputs::SceneryPart out;
  out.name = config.name;
  out.kind = world.scenery[index].config.kind();
  out.swims = true;
  out.count = shown;
  out.shapes.push_back({sensors::fish_mesh(config, 0, kCoarsest - 1), {}});
  out.albedo = tints.albedo(sensors::first_tint(world, index));
  return out;
}

std::vector<outputs::SceneryPart> parts_of(const World& world, const sensors::SceneryWorld& grown) {
  std::vector<outputs::SceneryPart> out;
  const Tints tints(world);
  const std::vector<int> shown = shown_fish(world);
  size_t growth = 0, school = 0;
  for (size_t i = 0; i < world.scenery.size(); ++i) {
    const Scenery& scenery = world.scenery[i];
    if (sensors::growth_of(scenery.config))
      out.push_back(growth_part(world, scenery, grown.growth(growth++), tints));
    else if (scenery.config.as<FishSchoolConfig>())
      out.push_back(school_part(world, i, shown[school++], tints));
  }
  return out;
}

}  // namespace

std::vector<int> shown_fish(const World& world) {
  std::vector<int> out;
  int64_t all = 0;
  for (const Scenery& scenery : world.scenery)
    if (const auto* school = scenery.config.as<FishSchoolConfig>()) {
      out.push_back(static_cast<int>(school->fish));
      all += school->fish;
    }
  if (all > outputs::kMaxSceneFish)
    for (int& shown : out) shown = static_cast<int>(int64_t{shown} * outputs::kMaxSceneFish / all);
  return out;
}

std::vector<outputs::SceneryPart> scene_scenery(const Simulation& s) {
  const World& world = s.world();
  if (world.scenery.empty()) return {};
  if (s.rays().scenery().prepared()) return parts_of(world, s.rays().scenery());
  // No sensor looks at it, so it was not scattered yet.
  sensors::SceneryWorld grown(world, s.sea());
  grown.prepare(world, s.rays().scene());
  return parts_of(world, grown);
}

}  // namespace hadal::simulation

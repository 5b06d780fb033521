#include "sensors/scenery/species.h"

#include <array>
#include <cmath>

#include "base/check.h"
#include "base/hash.h"
#include "environment/life/swim.h"
#include "geometry/life/animals.h"
#include "geometry/life/coral.h"
#include "geometry/life/weed.h"
#include "geometry/rock.h"

namespace hadal::sensors {
namespace {

using Faces = std::array<int, kDetailLevels>;
constexpr Faces kSeagrassFaces{920, 320, 96}, kKelpFaces{6000, 1800, 500};
constexpr Faces kBranchingFaces{6000, 1600, 400}, kBrainFaces{16000, 4000, 900},
    kBoulderFaces{5120, 1280, 320}, kFanFaces{14000, 4000, 1000}, kSpongeFaces{3000, 900, 260};
constexpr Faces kRockFaces{2560, 640, 180}, kStarfishFaces{1400, 400, 120},
    kFishFaces{1200, 420, 100};
constexpr double kPebbleRoughness = 0.35;  // stones below are rounded by water

geometry::TriangleMesh branching(const CoralsConfig& c, bool bush, uint64_t seed, int faces) {
  geometry::BranchingCoralShape shape;
  shape.height_m = c.size_m * (bush ? 0.6 : 1);
  shape.spread = bush ? 0.25 : 0.7;
  shape.branch_radius_m = (bush ? 0.05 : 0.035) * c.size_m;
  shape.stems = bush ? 12 : 7;
  return branching_coral(seed, shape, faces);
}

geometry::TriangleMesh coral(const CoralsConfig& c, int form, uint64_t seed, int level) {
  const std::string& name = c.forms[static_cast<size_t>(form)];
  const auto at = static_cast<size_t>(level);
  if (name == "brain") {
    geometry::BrainCoralShape shape;
    shape.radius_m = c.size_m;
    shape.valley_m = 0.11 * c.size_m, shape.valley_depth_m = 0.04 * c.size_m;
    return brain_coral(seed, shape, kBrainFaces[at]);
  }
  if (name == "boulder") {
    geometry::BoulderCoralShape shape;
    shape.radius_m = c.size_m;
    return boulder_coral(seed, shape, kBoulderFaces[at]);
  }
  if (name == "fan") {
    geometry::SeaFanShape shape;
    shape.height_m = 1.5 * c.size_m, shape.width_m = 1.7 * c.size_m;
    shape.twig_radius_m = 0.0035 * c.size_m;
    return sea_fan(seed, shape, kFanFaces[at]);
  }
  if (name == "sponge") {
    geometry::TubeSpongeShape shape;
    shape.height_m = c.size_m, shape.radius_m = 0.1 * c.size_m;
    return tube_sponge(seed, shape, kSpongeFaces[at]);
  }
  return branching(c, name == "bush", seed, kBranchingFaces[at]);
}

}  // namespace

uint64_t variant_seed(uint64_t scenery_seed, int variant) {
  return splitmix64(scenery_seed + static_cast<uint64_t>(variant));
}

// Every kind of growth derives from GrowthConfig first.
const GrowthConfig* growth_of(const AnyConfig& config) {
  const bool grows = is_weed(config) || config.as<CoralsConfig>() || config.as<RocksConfig>() ||
                     config.as<StarfishConfig>();
  return grows ? static_cast<const GrowthConfig*>(config.data()) : nullptr;
}

bool is_weed(const AnyConfig& config) {
  return config.as<SeagrassConfig>() || config.as<KelpConfig>();
}

int form_count(const AnyConfig& config) {
  const auto* corals = config.as<CoralsConfig>();
  return corals ? static_cast<int>(corals->forms.size()) : 1;
}

double uprightness(const AnyConfig& config) {
  return is_weed(config) ? 1 : config.as<CoralsConfig>() ? 0.5 : 0;
}

double sunk_m(const AnyConfig& config) {
  const auto* rocks = config.as<RocksConfig>();
  return rocks ? (rocks->buried - 0.8) * rocks->radius_m : 0;
}

geometry::TriangleMesh rigid_mesh(const AnyConfig& config, int form, uint64_t seed, int level) {
  const auto at = static_cast<size_t>(level);
  if (const auto* c = config.as<CoralsConfig>()) return coral(*c, form, seed, level);
  if (const auto* c = config.as<StarfishConfig>()) {
    geometry::StarfishShape shape;
    shape.radius_m = c->radius_m, shape.arms = static_cast<int>(c->arms);
    return starfish(seed, shape, kStarfishFaces[at]);
  }
  const auto* c = config.as<RocksConfig>();
  HADAL_CHECK(c != nullptr, "no rigid shape for " + config.kind());
  if (c->roughness < kPebbleRoughness) return geometry::pebble(seed, c->radius_m, kRockFaces[at]);
  return geometry::rock(seed, c->radius_m, c->roughness, kRockFaces[at]);
}

geometry::BladedMesh weed_mesh(const AnyConfig& config, uint64_t seed, int level) {
  const auto at = static_cast<size_t>(level);
  if (const auto* c = config.as<SeagrassConfig>()) {
    geometry::SeagrassShape shape;
    shape.leaves = static_cast<int>(c->leaves);
    shape.length_m = c->length_m, shape.width_m = c->width_m, shape.spread_m = c->spread_m;
    return seagrass(seed, shape, kSeagrassFaces[at] * shape.leaves / 40 + 12);
  }
  const auto* c = config.as<KelpConfig>();
  HADAL_CHECK(c != nullptr, "no weed " + config.kind());
  geometry::KelpShape shape;
  shape.stipes = static_cast<int>(c->stipes);
  shape.length_m = c->length_m;
  shape.leaf_length_m = c->leaf_length_m, shape.leaf_width_m = c->leaf_width_m;
  return kelp(seed, shape, kKelpFaces[at]);
}

const environment::WeedMaterial& weed_material(const AnyConfig& config) {
  return config.as<KelpConfig>() ? environment::kKelp : environment::kSeagrass;
}

double weed_length_m(const AnyConfig& config) {
  if (const auto* c = config.as<SeagrassConfig>()) return c->length_m;
  const auto* c = config.as<KelpConfig>();
  return c ? c->length_m : 0;
}

geometry::BladedMesh turned(geometry::BladedMesh plant, double yaw_rad) {
  const Eigen::Rotation2Dd turn(yaw_rad);
  const auto turn3 = [&](Vec3& v) { v.head<2>() = turn * v.head<2>().eval(); };
  for (geometry::Blade& blade : plant.blades) {
    turn3(blade.root_S);
    blade.lean_rad = turn * blade.lean_rad;
  }
  for (geometry::BladePoint& point : plant.points) turn3(point.offset_m);
  geometry::settle(plant);
  return plant;
}

geometry::FishKind fish_kind(const FishSchoolConfig& config) {
  if (config.kind == "bream") return geometry::FishKind::kBream;
  if (config.kind == "cod") return geometry::FishKind::kCod;
  if (config.kind == "barracuda") return geometry::FishKind::kBarracuda;
  return geometry::FishKind::kMackerel;
}

geometry::TriangleMesh fish_mesh(const FishSchoolConfig& c, double beats, int level) {
  const geometry::FishKind kind = fish_kind(c);
  const double height_m = c.height_m.value_or(geometry::usual_fish_height(kind) * c.length_m);
  geometry::FishMesh fish =
      geometry::fish(kind, c.length_m, height_m, kFishFaces[static_cast<size_t>(level)]);
  environment::swim({}, c.length_m, beats, fish.mesh.vertices, fish.mesh.vertices);
  return std::move(fish.mesh);
}

}  // namespace hadal::sensors

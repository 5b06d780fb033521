#include "sensors/scenery/scenery_world.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "environment/life/hashed_draw.h"
#include "sensors/scenery/scenery_instant.h"
#include "sensors/scenery/scenery_scatter.h"
#include "sensors/scenery/species.h"
#include "sensors/scenery/tints.h"
#include "world/shape_mesh.h"

namespace hadal::sensors {
namespace {

using raytrace::Placed;

// Angles, from the radius of a copy over its distance, down to which a level of detail serves; less
// than the last one is not shown.
constexpr double kLevelAngle_rad[kDetailLevels] = {0.10, 0.025, 0.0012};
constexpr double kGoldenTurn = 2.399963229728653;
constexpr double kBinTime_s = 7.3;   // between the flutters of two bins
constexpr double kBinWaves_s = 0.7;  // all bins together, in the waves
// The flutter's rate is that of this speed at all times: a rate that followed the water would turn
// every change of the current into a jump of the phase, time x rate. Its amplitude follows.
constexpr double kFlutterSpeed_m_s = 0.1;
constexpr double kFishSpread = 0.12;
// Between the plants of a meadow of seagrass the water is slower than above it; an assumption.
constexpr double kCanopyFraction = 0.4;

double radius_of(const std::vector<Vec3>& vertices) {
  double squared = 0;
  for (const Vec3& v : vertices) squared = std::max(squared, v.squaredNorm());
  return std::sqrt(squared);
}

// -1: not shown.
int level_at(double radius_m, double distance_m) {
  const double angle = radius_m / std::max(distance_m, 1e-6);
  for (int level = 0; level < kDetailLevels; ++level)
    if (angle > kLevelAngle_rad[level]) return level;
  return -1;
}

uint32_t seen_bits(const SceneryConfig& config) {
  return seen_by_mask(config.seen_by) << 3;
}

// The smallest turn that stands a plant up along the copy's axis, without its turn about it.
Mat3 without_yaw(const Quat& q_N) {
  return Quat::FromTwoVectors(Vec3::UnitZ(), q_N * Vec3::UnitZ()).toRotationMatrix();
}

// x ahead, y level to the right, z down.
Mat3 along(const Vec3& heading_N) {
  Vec3 right = Vec3::UnitZ().cross(heading_N);
  right = right.norm() > 1e-9 ? Vec3(right.normalized()) : Vec3::UnitY();
  Mat3 R;
  R << heading_N, right, heading_N.cross(right);
  return R;
}

}  // namespace

// The copies of one piece of growth.
struct SceneryWorld::Growth {
  std::string name;
  uint32_t seen = 0;
  int first_number = 0;
  std::vector<GrowthCopy> copies;
  std::vector<raytrace::Shape> shapes;  // of rigid copies, by variant and level
  std::vector<double> radius_m;         // by variant
  Meadow* meadow = nullptr;             // of weed

  void make_shapes(const AnyConfig& config, uint64_t seed, const raytrace::Scene& scene);
  void add(const environment::Placement& at, const Scenery& scenery, int appearance, uint64_t seed);
  Placed placed(size_t copy, const raytrace::Shape& shape, const Vec3& anchor_N) const;
  // All rigid copies in full detail.
  std::shared_ptr<const raytrace::View> view(const raytrace::Scene& scene,
                                             const Vec3& anchor_N) const;
};

void SceneryWorld::Growth::make_shapes(const AnyConfig& config, uint64_t seed,
                                       const raytrace::Scene& scene) {
  const int forms = form_count(config), variants = variant_count(config);
  for (int v = 0; v < variants; ++v)
    for (int level = 0; level < kDetailLevels; ++level) {
      const geometry::TriangleMesh mesh =
          rigid_mesh(config, v % forms, variant_seed(seed, v), level);
      shapes.push_back(scene.triangles(mesh));
      if (level == 0) radius_m.push_back(radius_of(mesh.vertices));
    }
}

Placed SceneryWorld::Growth::placed(size_t index, const raytrace::Shape& shape,
                                    const Vec3& anchor_N) const {
  const GrowthCopy& copy = copies[index];
  Placed out;
  out.shape = shape;
  out.R = copy.R;
  out.scale = copy.scale;
  out.translation_A = copy.p_N - anchor_N;
  out.instance.scenery = first_number + static_cast<int>(index);
  out.instance.material = copy.material;
  out.instance.appearance = copy.appearance;
  out.instance.seen = seen;
  out.instance.origin_A = out.translation_A;
  return out;
}

std::shared_ptr<const raytrace::View> SceneryWorld::Growth::view(const raytrace::Scene& scene,
                                                                 const Vec3& anchor_N) const {
  std::vector<Placed> things;
  for (size_t i = 0; i < copies.size(); ++i)
    things.push_back(
        placed(i, shapes[static_cast<size_t>(copies[i].variant * kDetailLevels)], anchor_N));
  return scene.view(anchor_N, things);
}

void SceneryWorld::Growth::add(const environment::Placement& at, const Scenery& scenery,
                               int appearance,
                               uint64_t seed) {
  environment::HashedDraw draw(seed + copies.size());
  const int form = at.variant % form_count(scenery.config);
  const bool weed = is_weed(scenery.config);
  GrowthCopy copy;
  copy.R = weed ? without_yaw(at.q_N) : at.q_N.toRotationMatrix();
  copy.p_N = at.p_N + copy.R * Vec3(0, 0, at.scale * sunk_m(scenery.config));
  copy.scale = at.scale, copy.radius_m = at.scale * radius_m[static_cast<size_t>(at.variant)];
  copy.variant = at.variant;
  copy.bin = static_cast<int>(draw() * kSwayBins);
  copy.material = scenery.materials[static_cast<size_t>(form)];
  copy.appearance = appearance + form * kTints + static_cast<int>(draw() * kTints);
  copies.push_back(copy);
}

// The plants of one piece of weed, and how they are bent now.
struct SceneryWorld::Meadow {
  Meadow(const AnyConfig& config, uint64_t seed);

  environment::WeedMaterial material;
  double fraction = 1;                          // of the water's velocity between the plants
  std::vector<double> radius_m;              // by variant
  std::vector<geometry::BladedMesh> plants;  // by variant, bin and level
  std::vector<raytrace::Shape> bent;         // likewise; empty until one is needed
  std::array<Vec3, kSwayBins> water_N;       // velocity, by bin
  double time_s = 0;
  environment::SwayScratch scratch;

  static size_t index(int variant, int bin, int level) {
    return static_cast<size_t>((variant * kSwayBins + bin) * kDetailLevels + level);
  }
  const raytrace::Shape& shape(const raytrace::Scene& scene, int variant, int bin, int level);
};

SceneryWorld::Meadow::Meadow(const AnyConfig& config, uint64_t seed)
    : material(weed_material(config)), fraction(config.as<SeagrassConfig>() ? kCanopyFraction : 1) {
  plants.resize(index(variant_count(config), 0, 0));
  bent.resize(plants.size());
  for (int v = 0; v < variant_count(config); ++v)
    for (int level = 0; level < kDetailLevels; ++level) {
      const geometry::BladedMesh plant = weed_mesh(config, variant_seed(seed, v), level);
      if (level == 0) radius_m.push_back(radius_of(plant.mesh.vertices));
      for (int bin = 0; bin < kSwayBins; ++bin)
        plants[index(v, bin, level)] = turned(plant, kGoldenTurn * bin);
    }
}

const raytrace::Shape& SceneryWorld::Meadow::shape(const raytrace::Scene& scene, int variant,
                                                   int bin, int level) {
  const size_t at = index(variant, bin, level);
  if (!bent[at].empty()) return bent[at];
  geometry::BladedMesh& plant = plants[at];
  scratch.prepare(plant);
  environment::sway(plant, material, water_N[static_cast<size_t>(bin)], kFlutterSpeed_m_s,
                    time_s + kBinTime_s * bin, scratch, plant.mesh.vertices);
  return bent[at] = scene.triangles(plant.mesh);
}

struct SceneryWorld::Swarm {
  const FishSchoolConfig* config = nullptr;
  AnyConfig owner;  // keeps it
  uint32_t seen = 0;
  int first_number = 0, material = 0, appearance = 0;
  size_t first_value = 0;  // in the moment
  uint64_t seed = 0;
  std::vector<raytrace::Shape> shapes;  // by level and phase

  size_t values() const {
    return environment::kSchoolValues +
           environment::kFishValues * static_cast<size_t>(config->fish);
  }
};

SceneryWorld::SceneryWorld(const World& world, const environment::Sea& sea) : sea_(sea) {
  if (world.scenery.empty()) return;
  instant_size_ = kSceneryHead;
  for (const Scenery& scenery : world.scenery) {
    if (!is_weed(scenery.config)) continue;
    const Rectangle r = rectangle_of(*growth_of(scenery.config));
    const double north = 0.5 * (r.north_from + r.north_to), east = 0.5 * (r.east_from + r.east_to);
    const double up_m = 0.5 * weed_length_m(scenery.config);
    weed_positions_N_.push_back({north, east, sea.seabed().depth(north, east) - up_m});
    instant_size_ += 3;
  }
  for (size_t i = 0; i < world.scenery.size(); ++i) {
    const auto* config = world.scenery[i].config.as<FishSchoolConfig>();
    if (!config) continue;
    auto swarm = std::make_unique<Swarm>();
    swarm->config = config, swarm->owner = world.scenery[i].config;
    swarm->seen = seen_bits(*config);
    swarm->material = world.scenery[i].materials[0];
    swarm->appearance = first_tint(world, i);
    swarm->first_value = instant_size_;
    swarm->seed = environment::scenery_seed(world, world.scenery[i]);
    instant_size_ += swarm->values();
    swarms_.push_back(std::move(swarm));
  }
}
SceneryWorld::~SceneryWorld() = default;

std::span<const GrowthCopy> SceneryWorld::growth(size_t i) const {
  return growth_[i]->copies;
}

// Shapes, then copies on good ground: the seabed, or the rocks it grows on.
std::unique_ptr<SceneryWorld::Growth> SceneryWorld::grow(const World& world, size_t index,
                                                         const raytrace::Scene& scene) {
  const Scenery& scenery = world.scenery[index];
  const GrowthConfig& config = *growth_of(scenery.config);
  const uint64_t seed = environment::scenery_seed(world, scenery);
  auto growth = std::make_unique<Growth>();
  growth->name = config.name;
  growth->seen = seen_bits(config);
  growth->first_number = copies_;
  if (is_weed(scenery.config)) {
    meadows_.push_back(std::make_unique<Meadow>(scenery.config, seed));
    growth->meadow = meadows_.back().get();
    growth->radius_m = growth->meadow->radius_m;
  } else {
    growth->make_shapes(scenery.config, seed, scene);
  }
  const environment::Seabed& seabed = sea_.seabed();
  environment::Ground ground = [&seabed](double north, double east) {
    if (!seabed.exists() || !seabed.covers(north, east))
      return environment::GroundPoint{false, 0, {0, 0, -1}};
    return environment::GroundPoint{true, seabed.depth(north, east), seabed.normal_N(north, east)};
  };
  std::shared_ptr<const raytrace::View> rocks;
  for (const auto& other : growth_)
    if (!config.on.empty() && other->name == config.on) {
      const Vec3 anchor_N = other->copies.empty() ? Vec3::Zero() : other->copies[0].p_N;
      rocks = other->view(scene, anchor_N);
      ground = [&rocks, &seabed](double north, double east) {
        return top_of(*rocks, {north, east, seabed.depth(north, east)});
      };
    }
  for (const environment::Placement& at :
       environment::scatter(scatter_of(scenery.config, seed), ground))
    growth->add(at, scenery, first_tint(world, index), splitmix64(seed));
  copies_ += static_cast<int>(growth->copies.size());
  return growth;
}

void SceneryWorld::prepare(const World& world, const raytrace::Scene& scene) {
  prepared_ = true;
  for (size_t i = 0; i < world.scenery.size(); ++i)
    if (growth_of(world.scenery[i].config)) growth_.push_back(grow(world, i, scene));
  for (const auto& swarm : swarms_) {
    swarm->first_number = copies_;
    copies_ += static_cast<int>(swarm->config->fish);
    for (int level = 0; level < kDetailLevels; ++level)
      for (int phase = 0; phase < kBeatPhases; ++phase)
        swarm->shapes.push_back(
            scene.triangles(fish_mesh(*swarm->config, double(phase) / kBeatPhases, level)));
  }
}

void SceneryWorld::keep(const World& world, const environment::SeaInstant& instant,
                        const State& state, std::span<double> values) const {
  if (empty()) return;
  values[kFishAge] = environment::school_age_s(world.clock, state.tick);
  std::copy(state.drift_m.begin(), state.drift_m.end(), &values[kDriftPath]);
  const Vec3 position_N = environment::drift_position_N(world, state);
  const Vec3 current_N = instant.current_N(position_N);
  Eigen::Map<Vec3>(values.data() + kDriftVelocity) = current_N +
      instant.waves(position_N).velocity_N;
  Eigen::Map<Vec3>(values.data() + kDriftCurrent) = current_N;
  for (size_t i = 0; i < weed_positions_N_.size(); ++i)
    Eigen::Map<Vec3>(values.data() + kSceneryHead + 3 * i) =
        instant.current_N(weed_positions_N_[i]);
  std::copy(state.fish.begin(), state.fish.end(),
            values.begin() + static_cast<ptrdiff_t>(kSceneryHead + 3 * weed_positions_N_.size()));
}

// Forgets bent weed of another moment.
void SceneryWorld::begin_stamp(std::span<const double> instant, double time_s,
                               double wave_factor) const {
  std::vector<double> stamp{time_s, wave_factor};
  const auto currents = instant.subspan(kSceneryHead, 3 * weed_positions_N_.size());
  stamp.insert(stamp.end(), currents.begin(), currents.end());
  if (stamp == stamp_) return;
  stamp_ = std::move(stamp);
  for (size_t i = 0; i < meadows_.size(); ++i) {
    Meadow& meadow = *meadows_[i];
    std::fill(meadow.bent.begin(), meadow.bent.end(), raytrace::Shape());
    const Vec3 current_N = Eigen::Map<const Vec3>(&currents[3 * i]);
    meadow.time_s = time_s;
    for (int bin = 0; bin < kSwayBins; ++bin) {
      const double after_s = kBinWaves_s * (double(bin) / (kSwayBins - 1) - 0.5);
      Vec3& water_N = meadow.water_N[static_cast<size_t>(bin)];
      water_N = current_N;
      if (!sea_.waves().calm())
        water_N += sea_.waves().motion(time_s + after_s, weed_positions_N_[i],
                                       wave_factor).velocity_N;
      water_N *= meadow.fraction;
    }
  }
}

void SceneryWorld::place(std::span<const double> instant, double time_s, double wave_factor,
                         const raytrace::Scene& scene, const SceneryReach& reach,
                         std::vector<Placed>& things) const {
  if (instant.empty()) return;
  const std::lock_guard lock(mutex_);
  begin_stamp(instant, time_s, wave_factor);
  for (const auto& growth : growth_) place_growth(*growth, scene, reach, things);
  for (const auto& swarm : swarms_) place_fish(*swarm, instant, reach, things);
}

void SceneryWorld::place_growth(const Growth& growth, const raytrace::Scene& scene,
                                const SceneryReach& reach, std::vector<Placed>& things) const {
  if (!(growth.seen & reach.seen)) return;
  for (size_t i = 0; i < growth.copies.size(); ++i) {
    const GrowthCopy& copy = growth.copies[i];
    const double distance_m = (copy.p_N - reach.centre_N).norm();
    if (distance_m > reach.reach_m + copy.radius_m) continue;
    const int level = level_at(copy.radius_m, distance_m);
    if (level < 0) continue;
    const raytrace::Shape& shape =
        growth.meadow ? growth.meadow->shape(scene, copy.variant, copy.bin, level)
                      : growth.shapes[static_cast<size_t>(copy.variant * kDetailLevels + level)];
    things.push_back(growth.placed(i, shape, reach.anchor_N));
  }
}

void SceneryWorld::place_fish(const Swarm& swarm, std::span<const double> instant,
                              const SceneryReach& reach, std::vector<Placed>& things) const {
  if (!(swarm.seen & reach.seen) || swarm.shapes.empty()) return;
  const auto school = instant.subspan(swarm.first_value, swarm.values());
  const double length_m = swarm.config->length_m;
  for (int i = 0; i < static_cast<int>(swarm.config->fish); ++i) {
    const environment::FishPose fish =
        environment::fish_pose(school, length_m, static_cast<size_t>(i), instant[kFishAge]);
    environment::HashedDraw draw(splitmix64(swarm.seed + static_cast<uint64_t>(i)));
    const double scale = 1 + kFishSpread * (2 * draw() - 1);
    const double distance_m = (fish.p_N - reach.centre_N).norm();
    if (!(distance_m < reach.reach_m + length_m)) continue;
    const int level = level_at(0.5 * scale * length_m, distance_m);
    if (level < 0) continue;
    const int phase = static_cast<int>(std::floor(fish.beats * kBeatPhases + 0.5)) % kBeatPhases;
    Placed& placed = things.emplace_back();
    placed.shape = swarm.shapes[static_cast<size_t>(level * kBeatPhases + phase)];
    placed.R = along(fish.heading_N);
    placed.scale = scale;
    placed.translation_A = fish.p_N - reach.anchor_N;
    placed.instance.scenery = swarm.first_number + i;
    placed.instance.material = swarm.material;
    placed.instance.appearance = swarm.appearance + static_cast<int>(draw() * kTints);
    placed.instance.seen = swarm.seen;
    placed.instance.origin_A = placed.translation_A;
    placed.instance.v_N = fish.velocity_N;
  }
}

}  // namespace hadal::sensors

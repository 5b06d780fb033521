#include <algorithm>

#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

// What a living thing is made of, for labels and for sound. Assumptions; colours are those of looks
// without texture, albedos by eye.
struct LivingMaterial {
  const char* name;
  double density_kg_m3, sound_speed_m_s, scattering_strength_db;
  std::array<double, 3> albedo;
};
constexpr LivingMaterial kLivingMaterials[] = {{"seagrass", 900, 1480, -28, {0.10, 0.17, 0.04}},
                                               {"kelp", 960, 1490, -26, {0.20, 0.14, 0.04}},
                                               {"coral", 1800, 3000, -16, {0.34, 0.25, 0.14}},
                                               {"sea_fan", 1200, 1700, -24, {0.36, 0.12, 0.30}},
                                               {"sponge", 1050, 1530, -25, {0.50, 0.34, 0.08}},
                                               {"starfish", 1100, 1550, -24, {0.45, 0.16, 0.06}},
                                               {"fish", 1050, 1560, -18, {0.36, 0.40, 0.42}},
                                               {"rock", 2560, 3750, -15, {0.22, 0.21, 0.20}}};

// Index of a material of that name, which joins the table when nobody else has brought it.
int living_material(const Context& context, const std::string& name) {
  MaterialTable& table = context.world.materials;
  if (const int known = table.find(name); known >= 0) return known;
  const auto* living = std::find_if(std::begin(kLivingMaterials), std::end(kLivingMaterials),
                                    [&](const LivingMaterial& m) { return name == m.name; });
  HADAL_CHECK(living != std::end(kLivingMaterials), "no material for " + name);
  Material material;
  material.name = name;
  material.density_kg_m3 = living->density_kg_m3;
  material.sound_speed_m_s = living->sound_speed_m_s;
  material.scattering_strength_db = living->scattering_strength_db;
  material.albedo = living->albedo;
  return table.add_like(0, material, 1);
}

const char* material_of_form(const std::string& form) {
  return form == "fan" ? "sea_fan" : form == "sponge" ? "sponge" : "coral";
}

// One for all copies, or one per form; none for particles.
std::vector<int> materials_of(const Context& context, const AnyConfig& config,
                              const std::string& key) {
  if (config.as<SeagrassConfig>()) return {living_material(context, "seagrass")};
  if (config.as<KelpConfig>()) return {living_material(context, "kelp")};
  if (config.as<StarfishConfig>()) return {living_material(context, "starfish")};
  if (config.as<FishSchoolConfig>()) return {living_material(context, "fish")};
  if (const auto* rocks = config.as<RocksConfig>()) {
    if (rocks->material.empty()) return {living_material(context, "rock")};
    return {material_named(context, rocks->material, key + ".material")};
  }
  std::vector<int> out;
  if (const auto* corals = config.as<CoralsConfig>())
    for (const std::string& form : corals->forms)
      out.push_back(living_material(context, material_of_form(form)));
  return out;
}

// Why it needs a seabed; empty if it does not.
const char* reason_for_seabed(const AnyConfig& config) {
  if (const auto* school = config.as<FishSchoolConfig>())
    return school->altitude_m ? "altitude_m counts from the seabed; give environment.seabed" : "";
  if (const auto* bubbles = config.as<BubblesConfig>())
    return bubbles->on_seabed ? "on_seabed needs environment.seabed" : "";
  const bool drifts = config.as<MarineSnowConfig>() || config.as<PlanktonEmitterConfig>();
  return drifts ? "" : "stands on the seabed; give environment.seabed";
}

// The rocks that something grows on come before it.
void check_ground(const Context& context, size_t index) {
  const std::vector<AnyConfig>& all = context.loaded.scenario.scenery;
  const bool grows = all[index].as<SeagrassConfig>() || all[index].as<KelpConfig>() ||
                     all[index].as<CoralsConfig>() || all[index].as<RocksConfig>() ||
                     all[index].as<StarfishConfig>();
  if (!grows) return;
  const std::string& on = static_cast<const GrowthConfig*>(all[index].data())->on;
  std::vector<std::string> known;
  for (size_t i = 0; i < index; ++i)
    if (const auto* rocks = all[i].as<RocksConfig>()) known.push_back(rocks->name);
  if (on.empty() || std::find(known.begin(), known.end(), on) != known.end()) return;
  context.fail("scenery[" + std::to_string(index) + "].on",
               "no rocks '" + on + "' earlier in the list" + hint_for(on, known));
}

}  // namespace

void scenery(const Context& context) {
  const Scenario& scenario = context.loaded.scenario;
  for (size_t i = 0; i < scenario.scenery.size(); ++i) {
    const AnyConfig& config = scenario.scenery[i];
    const std::string key = "scenery[" + std::to_string(i) + "]";
    const std::string reason = reason_for_seabed(config);
    if (scenario.environment.seabed.empty() && !reason.empty()) context.fail(key, reason);
    check_ground(context, i);
    context.world.scenery.push_back({config, key, materials_of(context, config, key)});
  }
}

}  // namespace hadal::build

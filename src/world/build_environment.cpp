#include "kinds/currents/list.h"
#include "kinds/currents/uniform.h"
#include "math/units.h"
#include "world/build.h"

namespace hadal::build {
namespace {

LinearTable profile(const std::vector<std::vector<double>>& rows, double constant) {
  if (rows.empty()) return LinearTable({0.0}, {constant});
  std::vector<double> x, y;
  for (const auto& row : rows) {
    x.push_back(row[0]);
    y.push_back(row[1]);
  }
  return LinearTable(std::move(x), std::move(y));
}

// Says where in the file a current that cannot be prepared stands.
class PreparationReport : public CheckReport {
 public:
  PreparationReport(const Context& context, std::string key)
      : context_(context), key_(std::move(key)) {}
  void fail(const std::string& field, const std::string& message) override {
    context_.fail(field.empty() ? key_ : key_ + "." + field, message);
  }

 private:
  const Context& context_;
  std::string key_;
};

void add_current(const Context& context, const AnyConfig& config, const std::string& name,
                 const std::string& key) {
  const World& world = context.world;
  const CurrentRun run{world.start_unix_ns,
                       world.start_unix_ns + world.clock.time_ns(world.last_tick),
                       world.origin_lat_deg, !context.loaded.scenario.environment.seabed.empty()};
  const CurrentKind& kind = current_list().of(config);
  CurrentSource source{name, &kind, config.copy()};
  static_cast<CurrentConfig*>(source.config.data())->name = name;
  PreparationReport report(context, key);
  if (kind.prepare) kind.prepare(source.config.data(), run, report);
  context.world.currents.push_back(std::move(source));
}

void currents(const Context& context, const std::vector<AnyConfig>& configs) {
  bool has_live = false;
  for (size_t i = 0; i < configs.size(); ++i) {
    const std::string& given = static_cast<const CurrentConfig*>(configs[i].data())->name;
    const std::string name = given.empty() ? configs[i].kind() + std::to_string(i) : given;
    add_current(context, configs[i], name, "environment.currents[" + std::to_string(i) + "]");
    has_live |= name == kLiveCurrent;
  }
  // Part of every run, so that those who watch and set it find the same world as those who do not.
  if (!has_live) add_current(context, AnyConfig::of(UniformCurrent{}), kLiveCurrent, "");
}

}  // namespace

void environment(const Context& context) {
  const EnvironmentConfig& config = context.loaded.scenario.environment;
  WaterParameters& water = context.world.water;
  water.temperature_degc = profile(config.water.temperature_profile, config.water.temperature_degc);
  water.salinity_psu = profile(config.water.salinity_profile, config.water.salinity_psu);
  water.profiles_over_pressure = config.water.profiles_over == ProfileAxis::kPressure;
  water.latitude_rad = context.world.origin_lat_deg * kDegree;
  water.atmospheric_pressure_pa = config.water.atmospheric_pressure_pa;
  water.density_kg_m3 = config.water.density_kg_m3;
  water.gravity_m_s2 = config.gravity_m_s2;
  water.sound_speed_formula = config.water.sound_speed;
  if (!config.water.sound_speed_profile.empty())
    water.sound_speed_m_s = profile(config.water.sound_speed_profile, 0);
  context.world.earth_rotation = config.earth_rotation;
  context.world.magnetic_model = config.magnetic_field;
  currents(context, config.currents);
  seabed(context);
  context.world.silt = config.silt;
  if (config.silt && config.seabed.empty())
    context.fail("environment.silt", "silt is stirred up from a seabed; give environment.seabed");
  context.world.waves = config.waves;
  context.world.wind = config.wind;
  context.world.sound = config.sound;
  context.world.sky = config.sky;
  context.world.optics = config.optics.value_or(WaterOpticsModel{});
  context.world.optics.given = config.optics.has_value();
}

}  // namespace hadal::build

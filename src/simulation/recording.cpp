#include "simulation/recording.h"

#include "simulation/extensions.h"
#include "simulation/scene_sources.h"

namespace hadal::simulation {
namespace {

// Masses, and the concentration at every vehicle.
void add_silt(const Simulation& s, outputs::RecorderSources& sources) {
  sources.silt_columns = {"eroded_kg", "deposited_kg", "suspended_kg", "puffs"};
  for (const Vehicle& vehicle : s.world().vehicles)
    if (!vehicle.is_object) sources.silt_columns.push_back(vehicle.name + "_g_m3");
  sources.silt = [&s](std::vector<double>& values) {
    const environment::SiltMass mass = environment::silt_mass(s.world(), s.state());
    values = {mass.eroded_kg, mass.deposited_kg, mass.suspended_kg,
              static_cast<double>(mass.puffs)};
    const auto puffs = environment::puffs_of(s.world(), s.state());
    for (const Vehicle& vehicle : s.world().vehicles)
      if (!vehicle.is_object)
        values.push_back(1000 * environment::silt_concentration_kg_m3(
                                    puffs, s.state().p_NL_N[vehicle.links.begin]));
  };
}

}  // namespace

outputs::RecorderSources recorder_sources(const Simulation& s) {
  outputs::RecorderSources sources;
  for (int i = 0; i < s.sensors().count(); ++i) {
    auto& names = sources.sensor_columns.emplace_back();
    for (const auto& column : s.sensors().sensor(i).columns()) names.push_back(column.name);
  }
  sources.sea = &s.sensors().sea();
  sources.frame = [&s](int sensor) -> const Frame& { return s.frames().frame(sensor); };
  if (!s.state().silt.empty()) add_silt(s, sources);
  sources.scene = scene_sources(s);
  sources.run_seed = s.state().run_seed[0];
  sources.extensions = used_libraries(s.world());
  sources.patches.assign(s.patches().begin(), s.patches().end());
  return sources;
}

}  // namespace hadal::simulation

#include "simulation/recording.h"

#include "simulation/extensions.h"
#include "simulation/scene_sources.h"

namespace hadal::simulation {

outputs::RecorderSources recorder_sources(const Simulation& s) {
  outputs::RecorderSources sources;
  for (int i = 0; i < s.sensors().count(); ++i) {
    auto& names = sources.sensor_columns.emplace_back();
    for (const auto& column : s.sensors().sensor(i).columns()) names.push_back(column.name);
  }
  sources.sea = &s.sensors().sea();
  sources.frame = [&s](int sensor) -> const Frame& { return s.frames().frame(sensor); };
  sources.scene = scene_sources(s);
  sources.run_seed = s.state().run_seed[0];
  sources.extensions = used_libraries(s.world());
  sources.patches.assign(s.patches().begin(), s.patches().end());
  return sources;
}

}  // namespace hadal::simulation

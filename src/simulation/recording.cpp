#include "simulation/recording.h"

#include "simulation/scene_sources.h"

namespace hadal::simulation {

outputs::RecorderSources recorder_sources(const Simulation& s) {
  outputs::RecorderSources sources;
  for (int i = 0; i < s.sensors().count(); ++i) {
    auto& names = sources.sensor_columns.emplace_back();
    for (const auto& column : s.sensors().sensor(i).columns()) names.push_back(column.name);
  }
  const environment::Sea& sea = s.sea();
  sources.geodetic = [&sea](const Vec3& p_N) {
    const environment::Geodetic place = sea.map().geodetic_from_plane(p_N);
    return Vec3(place.latitude_deg, place.longitude_deg, place.elevation_m);
  };
  sources.water = [&sea](double depth_m, outputs::WaterSample& sample) {
    sample.temperature = sea.water().temperature(depth_m);
    sample.salinity = sea.water().salinity(depth_m);
    sample.sound_speed = sea.water().sound_speed(depth_m);
    sample.pressure = sea.water().pressure(depth_m);
  };
  sources.frame = [&s](int sensor) -> const Frame& { return s.frames().frame(sensor); };
  sources.scene = scene_sources(s);
  sources.run_seed = s.state().run_seed[0];
  sources.patches.assign(s.patches().begin(), s.patches().end());
  return sources;
}

}  // namespace hadal::simulation

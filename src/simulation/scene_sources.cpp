#include "simulation/scene_sources.h"

#include <algorithm>
#include <cmath>

#include "environment/optics/band_fit.h"
#include "environment/optics/world_sky.h"
#include "environment/optics/world_water.h"
#include "math/rotation.h"
#include "math/units.h"
#include "outputs/scene/scene_description.h"

namespace hadal::simulation {
namespace {

namespace optics = environment::optics;

// As functions of the time of the run, which is offset_s behind that of the waves.
std::vector<outputs::SceneWave> scene_waves(const environment::WaveField& waves, double offset_s) {
  std::vector<outputs::SceneWave> out;
  for (const environment::WaveComponent& w : waves.components())
    out.push_back({w.amplitude_m, w.wave_number_rad_m * std::cos(w.toward_rad),
                   w.wave_number_rad_m * std::sin(w.toward_rad), w.frequency_rad_s,
                   offset_s == 0 ? w.phase_rad
                                 : wrap_angle(w.phase_rad - w.frequency_rad_s * offset_s)});
  return out;
}

// The sun and its light, made anew every kStep_s of the clock.
class SunClock {
 public:
  explicit SunClock(const World& world) : world_(world) {}

  const outputs::SceneLight& at(const State& state) {
    const double day_s = world_.clock.time_s(state.tick) + state.day_offset_s[0];
    const auto step = static_cast<int64_t>(std::floor(day_s / kStep_s));
    if (step != step_) make(step);
    step_ = step;
    return light_;
  }

 private:
  static constexpr double kStep_s = 60;  // the sun moves by half its width
  void make(int64_t step) {
    const auto since_ns = static_cast<int64_t>(static_cast<double>(step) * kStep_s * 1e9);
    const optics::Sky sky(
        optics::sky_conditions(world_.sky, world_.start_unix_ns + since_ns,
                               {world_.origin_lat_deg * kDegree, world_.origin_lon_deg * kDegree}));
    const bool by_sun =
        optics::luminance(sky.sun_irradiance()) >= optics::luminance(sky.moon_irradiance());
    light_ = {by_sun ? sky.sun_N() : sky.moon_N(), sky.horizontal_illuminance_lx()};
  }

  const World& world_;
  int64_t step_ = std::numeric_limits<int64_t>::min();
  outputs::SceneLight light_;
};

// Schools in the order of the world, fish by fish.
void add_fish(const World& world, const std::vector<int>& shown, const State& state,
              std::vector<float>& out) {
  const double age_s = environment::school_age_s(world.clock, state.tick);
  std::span<const double> rest(state.fish);
  size_t school = 0;
  for (const Scenery& scenery : world.scenery) {
    const auto* config = scenery.config.as<FishSchoolConfig>();
    if (!config) continue;
    for (int i = 0; i < shown[school]; ++i) {
      const environment::FishPose fish =
          environment::fish_pose(rest, config->length_m, static_cast<size_t>(i), age_s);
      for (const double value : {fish.p_N.x(), fish.p_N.y(), fish.p_N.z(),
                                 std::atan2(fish.heading_N.y(), fish.heading_N.x())})
        out.push_back(static_cast<float>(value));
    }
    rest = rest.subspan(environment::kSchoolValues +
                        environment::kFishValues * static_cast<size_t>(config->fish));
    ++school;
  }
}

// Of the ground that is seen. A place on the lattice, as those of tiles often are, needs one node
// instead of the four around it.
double seen_depth(const environment::Seabed& seabed, double north_m, double east_m) {
  constexpr environment::SeabedLayer kLayer = environment::SeabedLayer::kVisible;
  const double i = north_m / seabed.cell_m(), j = east_m / seabed.cell_m();
  const auto whole = [](double x) { return std::abs(x) < 1e9 && x == std::floor(x); };
  if (!whole(i) || !whole(j)) return seabed.depth(north_m, east_m, kLayer);
  double depth_m = 0;
  seabed.nodes(static_cast<int64_t>(i), static_cast<int64_t>(j), 1, 1, kLayer, {&depth_m, 1});
  return depth_m;
}

void add_ground(const environment::Seabed& seabed, outputs::SceneSources& out) {
  out.seabed_cell_m = seabed.exists() ? seabed.cell_m() : 0;
  out.seen_depth_m = [&seabed](double north_m, double east_m) {
    return seen_depth(seabed, north_m, east_m);
  };
  out.firm_depth_m = [&seabed](double north_m, double east_m) {
    return seabed.depth(north_m, east_m);
  };
  out.seabed_material = [&seabed](double north_m, double east_m) {
    return seabed.material(north_m, east_m);
  };
}

// What depends on the moment.
void add_moments(const Simulation& s, outputs::SceneSources& out) {
  const World& world = s.world();
  const auto instant = std::make_shared<environment::SeaInstant>(s.sea());
  out.currents = [&world, instant](const State& state, std::span<const Vec3> positions_N,
                                  std::span<Vec3> current_N) {
    instant->set_time(world.clock.time_s(state.tick), state);
    for (size_t i = 0; i < positions_N.size(); ++i) current_N[i] =
        instant->current_N(positions_N[i]);
  };
  out.wind_N = [&world, &sea = s.sea()](const State& state) {
    constexpr double kElevation_m = 10;
    return sea.wind().velocity_N(world.clock.time_s(state.tick) + state.sea_offset_s[0],
                                 kElevation_m, state.wind_factor[0]);
  };
  const auto sun = std::make_shared<SunClock>(world);
  out.light = [sun](const State& state) { return sun->at(state); };
  const std::vector<int> shown = shown_fish(world);
  if (!shown.empty())
    out.fish = [&world, shown](const State& state, std::vector<float>& fish) {
      add_fish(world, shown, state, fish);
    };
}

}  // namespace

outputs::SceneWater scene_water(const World& world) {
  const optics::WaterOptics water = optics::water_optics(optics::recipe_of(world.optics), 0);
  const optics::Spectrum day = optics::daylight_lighting().light;
  const auto seen = optics::sensitivities({});
  outputs::SceneWater out;
  optics::Spectrum left, back;
  for (size_t i = 0; i < optics::kSamples; ++i) {
    left[i] = std::exp(-(water.a[i] + optics::kScatterOutOfImage * water.b[i]) * kWaterView_m);
    back[i] =
        day[i] * std::exp(-water.kd[i] * kWaterView_m) * water.bb[i] / (water.a[i] + water.bb[i]);
  }
  for (size_t c = 0; c < 3; ++c)
    out.attenuation_per_m[c] =
        -std::log(optics::integral(seen[c] * day * left) / optics::integral(seen[c] * day)) /
        kWaterView_m;
  optics::Rgb colour = optics::linear_srgb(back);
  for (double& c : colour) c = std::max(c, 0.0);
  const double brightest = std::max(*std::max_element(colour.begin(), colour.end()), 1e-30);
  for (size_t c = 0; c < 3; ++c)
    out.colour_srgb[c] = outputs::srgb_of_linear(kWaterBright * colour[c] / brightest);
  return out;
}

outputs::SceneSources scene_sources(const Simulation& s) {
  outputs::SceneSources out;
  out.waves = scene_waves(s.sea().waves(), s.state().sea_offset_s[0]);
  out.water = scene_water(s.world());
  out.frame = [&s](int sensor) -> const Frame& { return s.frames().frame(sensor); };
  const auto scenery = std::make_shared<std::optional<std::vector<outputs::SceneryPart>>>();
  out.scenery = [&s, scenery]() -> const std::vector<outputs::SceneryPart>& {
    if (!*scenery) *scenery = scene_scenery(s);
    return **scenery;
  };
  add_ground(s.sea().seabed(), out);
  add_moments(s, out);
  return out;
}

}  // namespace hadal::simulation

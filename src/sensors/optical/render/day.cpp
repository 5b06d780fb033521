#include "sensors/optical/render/day.h"

#include <algorithm>
#include <cmath>

#include "base/calendar.h"
#include "base/check.h"
#include "environment/optics/lamp_light.h"
#include "environment/optics/world_sky.h"
#include "environment/optics/world_water.h"
#include "math/units.h"

namespace hadal::sensors {
namespace {

namespace optics = environment::optics;

// Mean of a spectrum over the sensitivity of each colour.
std::array<double, 3> channels(const optics::Spectrum& light) {
  static const std::array<optics::Spectrum, 3> curves = optics::sensitivities({});
  std::array<double, 3> out{};
  for (size_t c = 0; c < 3; ++c)
    out[c] = optics::integral(curves[c] * light) / optics::integral(curves[c]);
  return out;
}

// The light of each colour shared among its bands.
PerBand shared(const std::array<double, 3>& colours,
               const std::array<double, optics::kBands>& weight, double factor = 1) {
  PerBand out;
  for (size_t k = 0; k < out.size(); ++k)
    out[k] = static_cast<float>(factor * weight[k] * colours[k / kBandsPerColour]);
  return out;
}

std::array<float, 3> narrow(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

double ratio(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

// One layer of all bands. The light at its top is that of the colour, faded as the band's
// wavelength fades on the way there.
WaterLayerLight layer_of(const optics::LayeredWater& water, size_t index,
                         const std::array<double, 3>& total, const std::array<double, 3>& beam,
                         const optics::SurfaceLight& surface, const optics::Bands& bands) {
  WaterLayerLight out;
  for (size_t k = 0; k < optics::kBands; ++k) {
    const optics::LayerBand<double>& layer = water[k][index];
    const size_t sample = bands.sample[k], colour = k / kBandsPerColour;
    const double weight = bands.weight[0][k];
    out.top_m = static_cast<float>(layer.top), out.bottom_m = static_cast<float>(layer.bottom);
    out.scattering[k] = static_cast<float>(layer.band.b);
    out.path[k] = static_cast<float>(layer.band.attenuation);
    out.molecular_fraction[k] = static_cast<float>(layer.band.molecular_fraction);
    out.nadir_phase[k] = static_cast<float>(layer.band.nadir_phase);
    out.optical_depth[k] = static_cast<float>(layer.optical_depth);
    const optics::Downwelling<double>& light = layer.band.light;
    const double all = total[colour] * ratio(light.total, surface.total[sample]);
    const double sun = beam[colour] * ratio(light.sun, surface.beam[sample]);
    out.total[k] = static_cast<float>(weight * all);
    out.sun[k] = static_cast<float>(weight * std::min(sun, optics::kLargestSunFraction * all));
    out.k_total[k] = static_cast<float>(light.k_total);
    out.k_sun[k] = static_cast<float>(light.k_sun);
  }
  return out;
}

}  // namespace

DayMaker::DayMaker(const World& world)
    : recipe_(optics::recipe_of(world.optics)),
      sky_(world.sky),
      place_{world.origin_lat_deg * kDegree, world.origin_lon_deg * kDegree},
      start_unix_ns_(world.start_unix_ns),
      water_index_(recipe_.type == optics::JerlovType::kNone ? optics::kIndexOfAir
                                                             : optics::index_of(world.water)),
      lamps_(world.lamps) {
  lightings_.push_back(optics::daylight_lighting());
  std::vector<double> known;
  for (const Lamp& lamp : lamps_) {
    const auto found = std::find(known.begin(), known.end(), lamp.colour_temperature_k);
    lighting_.push_back(1 + static_cast<size_t>(found - known.begin()));
    if (found != known.end()) continue;
    known.push_back(lamp.colour_temperature_k);
    lightings_.push_back(optics::lamp_lighting(lamp.colour_temperature_k));
  }
}

std::shared_ptr<const Day> DayMaker::at(double time_s, double turbidity_ntu) const {
  const auto step = static_cast<int64_t>(std::floor(time_s / kSkyStep_s));
  return last_.get({step, turbidity_ntu}, [&] { return make(step, turbidity_ntu); });
}

std::shared_ptr<const Day> DayMaker::make(int64_t step, double turbidity_ntu) const {
  auto day = std::make_shared<Day>();
  const auto since_ns = static_cast<int64_t>(static_cast<double>(step) * kSkyStep_s *
                                             static_cast<double>(kNanosecondsPerSecond));
  const optics::Sky sky(optics::sky_conditions(sky_, start_unix_ns_ + since_ns, place_));
  optics::WaterRecipe recipe = recipe_;
  recipe.turbidity_ntu = turbidity_ntu;
  day->bands = optics::fit_bands(recipe, lightings_);
  const optics::SurfaceLight surface = optics::light_below_surface(sky, water_index_);
  const std::vector<optics::WaterLayer> layers = optics::water_layers(recipe);
  const optics::LayeredWater water = optics::layered_water(layers, surface, day->bands);
  const auto total = channels(surface.total), beam = channels(surface.beam);
  for (size_t l = 0; l < layers.size(); ++l)
    day->light.water.push_back(layer_of(water, l, total, beam, surface, day->bands));
  const bool by_sun =
      optics::luminance(sky.sun_irradiance()) >= optics::luminance(sky.moon_irradiance());
  day->toward_sun_N = by_sun ? sky.sun_N() : sky.moon_N();
  const optics::Spectrum& in_air = by_sun ? sky.sun_irradiance() : sky.moon_irradiance();
  const double level = std::max(0.0, -day->toward_sun_N.z());
  const auto& weight = day->bands.weight[0];
  day->light.day.in_water = narrow(-surface.beam_N);
  day->light.day.in_air = narrow(-day->toward_sun_N);
  day->light.day.sun_in_air = shared(channels(in_air), weight, level);
  day->light.day.sky_in_air = shared(channels(sky.diffuse_irradiance()), weight);
  day->light.refractive_index = static_cast<float>(water_index_);
  day->illuminance_lx = sky.horizontal_illuminance_lx();
  const auto radiance = [&](const Vec3& direction_N) {
    const PerBand bands = shared(channels(sky.radiance(direction_N)), weight);
    std::array<double, kBands> out{};
    std::copy(bands.begin(), bands.end(), out.begin());
    return out;
  };
  day->sky = make_sky_table(radiance, day->toward_sun_N, shared(channels(in_air), weight));
  return day;
}

LampLight DayMaker::lamp(const Day& day, int index, const Pose& X_AS, double fraction) const {
  const Lamp& lamp = lamps_[static_cast<size_t>(index)];
  const size_t lighting = lighting_[static_cast<size_t>(index)];
  LampLight out;
  out.place = narrow(X_AS.p);
  out.axis = narrow(X_AS.q * Vec3::UnitX());
  out.housing_m = static_cast<float>(lamp.housing_m);
  optics::SpotLamp shape;  // a point shines into all of the sphere
  if (lamp.kind == Lamp::Kind::kSpot) {
    shape.cos_outer = std::cos(lamp.beam_rad / 2);
    shape.cos_inner = std::cos(lamp.beam_rad / 2 - lamp.edge_rad);
    out.cos_full = static_cast<float>(shape.cos_inner);
    out.cos_none = static_cast<float>(shape.cos_outer);
  }
  if (lamp.kind == Lamp::Kind::kLine) out.along = narrow(X_AS.q * Vec3(lamp.length_m / 2, 0, 0));
  const double intensity_cd = lamp.flux_lm * optics::intensity_per_flux(shape) * fraction;
  const optics::Spectrum light = optics::with_luminance(lightings_[lighting].light, intensity_cd);
  out.intensity = shared(channels(light), day.bands.weight[lighting]);
  return out;
}

}  // namespace hadal::sensors

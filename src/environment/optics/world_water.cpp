#include "environment/optics/world_water.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "environment/optics/refraction.h"

namespace hadal::environment::optics {

WaterRecipe recipe_of(const WaterOpticsModel& model) {
  WaterRecipe out;
  const std::optional<JerlovType> type = jerlov_type(model.type);
  HADAL_CHECK(type, "no water type '" + model.type + "'");
  out.type = *type;
  out.source = model.coefficients == OpticalCoefficients::kMeasured ? IopSource::kMeasured
                                                                   : IopSource::kModelled;
  out.turbidity_ntu = model.turbidity_ntu;
  const PlanktonLayer& plankton = model.plankton;
  out.plankton = {plankton.background_mg_m3, plankton.peak_mg_m3, plankton.peak_depth_m,
                  plankton.thickness_m};
  return out;
}

double index_of(const WaterParameters& water) {
  constexpr double kGreen_nm = 550;
  return sea_water_index(kGreen_nm, water.temperature_degc(0), water.salinity_psu(0));
}

BeamWater::BeamWater(const WaterOpticsModel& model, double wavelength_nm) {
  WaterRecipe recipe = recipe_of(model);
  recipe.turbidity_ntu = 0;
  for (const WaterLayer& layer : water_layers(recipe)) {
    const double c = at_wavelength(layer.optics.c(), wavelength_nm);
    double above = 0;
    if (!layers_.empty())
      above = layers_.back().above + layers_.back().c_per_m * (layer.top_m - layers_.back().top_m);
    layers_.push_back({layer.top_m, c, above});
  }
  const double clear = at_wavelength(water_optics(recipe, 0).c(), wavelength_nm);
  recipe.turbidity_ntu = 1;
  per_ntu_ = at_wavelength(water_optics(recipe, 0).c(), wavelength_nm) - clear;
}

const BeamWater::Layer& BeamWater::layer_at(double depth_m) const {
  const auto next =
      std::upper_bound(layers_.begin() + 1, layers_.end(), depth_m,
                       [](double depth, const Layer& layer) { return depth < layer.top_m; });
  return *(next - 1);
}

double BeamWater::integral_to(double depth_m) const {
  const Layer& layer = layer_at(depth_m);
  return layer.above + layer.c_per_m * (depth_m - layer.top_m);
}

double BeamWater::attenuation_per_m(double from_depth_m, double to_depth_m,
                                    double turbidity_ntu) const {
  constexpr double kLevel_m = 1e-6;
  const double path_m = to_depth_m - from_depth_m;
  const double clear = std::abs(path_m) < kLevel_m
                           ? layer_at(from_depth_m).c_per_m
                           : (integral_to(to_depth_m) - integral_to(from_depth_m)) / path_m;
  return clear + per_ntu_ * turbidity_ntu;
}

}  // namespace hadal::environment::optics

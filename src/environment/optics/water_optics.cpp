#include "environment/optics/water_optics.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "environment/optics/phase_function.h"
#include "environment/optics/water_tables.h"

namespace hadal::environment::optics {
namespace {

constexpr std::string_view kTypeNames[] = {"I",  "IA", "IB", "II", "III",  "1C",
                                           "3C", "5C", "7C", "9C", "pure", "none"};
constexpr double kClearChlorophyll_mg_m3[] = {0.01, 0.05};  // of types I and IA (Morel 1988)
constexpr double kSunFromZenith_deg = 30;
constexpr double kInfinityDepth_m = 1e9;  // away from any layer

double pure_scattering_at(double nm) {
  return 0.00658 * std::pow(400 / nm, 4.2);
}

Spectrum difference(Spectrum a, const Spectrum& b) {
  return a += -1.0 * b;
}

// The table on the grid, interpolated in what it adds to pure water.
Spectrum beyond_pure_water(std::span<const double> table, double step_nm) {
  const Spectrum pure = pure_water_absorption();
  std::vector<double> rest(table.begin(), table.end());
  for (size_t i = 0; i < rest.size(); ++i)
    rest[i] -= at_wavelength(pure, kFirst_nm + step_nm * static_cast<double>(i));
  return pure + sampled_table(rest, step_nm);
}

Spectrum backscattering(const Spectrum& b) {
  Spectrum out;
  for (size_t i = 0; i < kSamples; ++i) {
    const double molecules = std::min(pure_scattering_at(wavelength_nm(i)), b[i]);
    out[i] = 0.5 * molecules + kParticleBackscatter * (b[i] - molecules);
  }
  return out;
}

Spectrum diffuse_attenuations(const Spectrum& a, const Spectrum& bb) {
  Spectrum out;
  for (size_t i = 0; i < kSamples; ++i) out[i] = diffuse_attenuation(a[i], bb[i]);
  return out;
}

// Scattering of phytoplankton and what goes with it, at 550 nm, and its exponent over wavelength.
double plankton_scattering_550(double chlorophyll_mg_m3) {
  return 0.416 * std::pow(chlorophyll_mg_m3, 0.766);
}
double plankton_scattering_exponent(double chlorophyll_mg_m3) {
  constexpr double kClearest_mg_m3 = 0.02;  // of the measurements
  const double c = std::max(chlorophyll_mg_m3, kClearest_mg_m3);
  return c < 2 ? 0.5 * (std::log10(c) - 0.3) : 0;
}

// Molecules and the particles of so much chlorophyll.
Spectrum clear_ocean_scattering(double chlorophyll_mg_m3) {
  const double b550 = plankton_scattering_550(chlorophyll_mg_m3),
               v = plankton_scattering_exponent(chlorophyll_mg_m3);
  return sampled([=](double nm) { return pure_scattering_at(nm) + b550 * std::pow(nm / 550, v); });
}

WaterOptics made_of_tables(JerlovType type, IopSource source) {
  const size_t row = static_cast<size_t>(type);
  WaterOptics out;
  if (type == JerlovType::kPure || type == JerlovType::kNone) {
    constexpr double kNearlyNothing = 1e-6;  // no formula divides by zero
    const double fraction = type == JerlovType::kPure ? 1 : kNearlyNothing;
    out.a = fraction * pure_water_absorption();
    out.b = fraction * pure_water_scattering();
  } else if (source == IopSource::kMeasured && row >= kFirstMeasured &&
             row < kFirstMeasured + kMeasuredTypes) {
    const JerlovTable table = williamson_hollins_table(row);
    out.a = beyond_pure_water(table.absorption, kWilliamsonHollinsStep_nm);
    out.b = sampled_table(table.scattering, kWilliamsonHollinsStep_nm);
  } else {
    const JerlovTable table = solonenko_mobley_table(row);
    out.a = beyond_pure_water(table.absorption, kSolonenkoMobleyStep_nm);
    out.b = source == IopSource::kMeasured && row < kFirstMeasured
                ? clear_ocean_scattering(kClearChlorophyll_mg_m3[row])
                : sampled_table(table.scattering, kSolonenkoMobleyStep_nm);
    out.kd = beyond_pure_water(table.diffuse_attenuation, kSolonenkoMobleyStep_nm);
    out.bb = backscattering(out.b);
    return out;
  }
  out.bb = backscattering(out.b);
  out.kd = diffuse_attenuations(out.a, out.bb);
  return out;
}

void add_minerals(WaterOptics& water, double turbidity_ntu) {
  constexpr double kGramsPerNtu = 1, kScattering_m2_g = 0.5, kAbsorption_m2_g = 0.041,
                   kSlope_per_nm = 0.0123;
  const double grams = turbidity_ntu * kGramsPerNtu;
  for (size_t i = 0; i < kSamples; ++i) {
    water.a[i] += grams * kAbsorption_m2_g * std::exp(-kSlope_per_nm * (wavelength_nm(i) - 443));
    water.b[i] += grams * kScattering_m2_g;
    water.bb[i] += grams * kScattering_m2_g * kParticleBackscatter;
  }
}

struct PlanktonTables {
  Spectrum factor = sampled_table(phytoplankton_factor_table(), kPhytoplanktonStep_nm),
           exponent = sampled_table(phytoplankton_exponent_table(), kPhytoplanktonStep_nm);
};

void add_plankton(WaterOptics& water, double chlorophyll_mg_m3) {
  constexpr double kMin_mg_m3 = 1e-6, kDissolvedFraction = 0.2, kDissolvedSlope_per_nm = 0.014;
  if (chlorophyll_mg_m3 < kMin_mg_m3) return;
  static const PlanktonTables tables;
  const double c = chlorophyll_mg_m3, log_c = std::log10(c);
  const double v = plankton_scattering_exponent(c), b550 = plankton_scattering_550(c);
  const double a440 =
      at_wavelength(tables.factor, 440) * std::pow(c, at_wavelength(tables.exponent, 440));
  for (size_t i = 0; i < kSamples; ++i) {
    const double nm = wavelength_nm(i), shape = std::pow(nm / 550, v);
    water.a[i] += tables.factor[i] * std::pow(c, tables.exponent[i]) +
                  kDissolvedFraction * a440 * std::exp(-kDissolvedSlope_per_nm * (nm - 440));
    water.b[i] += b550 * shape;
    water.bb[i] += b550 * std::max(0.002 + 0.01 * (0.5 - 0.25 * log_c) * shape, 0.002);
  }
}

// The type, and what is added at a depth.
WaterOptics mixed(const WaterOptics& base, const WaterRecipe& recipe, double depth_m) {
  WaterOptics out = base;
  if (recipe.turbidity_ntu > 0) add_minerals(out, recipe.turbidity_ntu);
  add_plankton(out, recipe.plankton.concentration(depth_m));
  out.kd += difference(diffuse_attenuations(out.a, out.bb), diffuse_attenuations(base.a, base.bb));
  return out;
}

void add_scaled(WaterOptics& sum, double weight, const WaterOptics& part) {
  sum.a += weight * part.a;
  sum.b += weight * part.b;
  sum.bb += weight * part.bb;
  sum.kd += weight * part.kd;
}

bool changes_with_depth(const WaterRecipe& recipe) {
  return recipe.plankton.peak_mg_m3 > 0 && recipe.plankton.thickness_m > 0;
}

// Gauss-Legendre with three points in each of `pieces` parts between two depths.
WaterOptics mean_of(const WaterOptics& base, const WaterRecipe& recipe, double from_m, double to_m,
                    int pieces) {
  const double reach = std::sqrt(0.6);
  constexpr double kOuter = 5.0 / 18, kMiddle = 8.0 / 18;
  WaterOptics out;
  const double half = (to_m - from_m) / pieces / 2;
  for (int k = 0; k < pieces; ++k) {
    const double middle = from_m + (2 * k + 1) * half;
    add_scaled(out, kOuter / pieces, mixed(base, recipe, middle - reach * half));
    add_scaled(out, kMiddle / pieces, mixed(base, recipe, middle));
    add_scaled(out, kOuter / pieces, mixed(base, recipe, middle + reach * half));
  }
  return out;
}

}  // namespace

std::optional<JerlovType> jerlov_type(std::string_view name) {
  for (size_t i = 0; i < std::size(kTypeNames); ++i)
    if (name == kTypeNames[i]) return static_cast<JerlovType>(i);
  return std::nullopt;
}

std::string_view name_of(JerlovType type) {
  return kTypeNames[static_cast<size_t>(type)];
}

double ChlorophyllProfile::concentration(double depth_m) const {
  if (!(peak_mg_m3 > 0) || !(thickness_m > 0)) return background_mg_m3;
  const double t = (depth_m - peak_depth_m) / thickness_m;
  return background_mg_m3 + peak_mg_m3 * std::exp(-0.5 * t * t);
}

Spectrum pure_water_absorption() {
  return sampled_table(pure_water_absorption_table(), kPureWaterStep_nm);
}

Spectrum pure_water_scattering() {
  return sampled(pure_scattering_at);
}

double diffuse_attenuation(double a, double bb) {
  return (1 + 0.005 * kSunFromZenith_deg) * a + 4.18 * (1 - 0.52 * std::exp(-10.8 * a)) * bb;
}

WaterOptics water_optics(JerlovType type, IopSource source) {
  return made_of_tables(type, source);
}

WaterOptics water_optics(const WaterRecipe& recipe, double depth_m) {
  return mixed(made_of_tables(recipe.type, recipe.source), recipe, depth_m);
}

WaterOptics mean_water_optics(const WaterRecipe& recipe, double from_depth_m, double to_depth_m) {
  const WaterOptics base = made_of_tables(recipe.type, recipe.source);
  if (!changes_with_depth(recipe) || from_depth_m == to_depth_m)
    return mixed(base, recipe, from_depth_m);
  const auto [upper, lower] = std::minmax(from_depth_m, to_depth_m);
  constexpr int kMin = 2, kMax = 64;
  const double per_thickness = (lower - upper) / recipe.plankton.thickness_m;
  const int pieces = static_cast<int>(std::clamp(per_thickness, 0.0, double{kMax}));
  return mean_of(base, recipe, upper, lower, std::max(pieces, kMin));
}

std::vector<WaterLayer> water_layers(const WaterRecipe& recipe) {
  const WaterOptics base = made_of_tables(recipe.type, recipe.source);
  if (!changes_with_depth(recipe)) return {{0, mixed(base, recipe, 0)}};
  constexpr double kReach = 3, kPerThickness = 3;  // in standard deviations; layers in each
  const double step = recipe.plankton.thickness_m / kPerThickness,
               first = recipe.plankton.peak_depth_m - kReach * recipe.plankton.thickness_m,
               last = recipe.plankton.peak_depth_m + kReach * recipe.plankton.thickness_m;
  std::vector<WaterLayer> layers;
  if (first > 0) layers.push_back({0, mixed(base, recipe, -kInfinityDepth_m)});
  for (int k = 0; k < static_cast<int>(2 * kReach * kPerThickness); ++k) {
    const double top = std::max(first + k * step, 0.0), bottom = first + (k + 1) * step;
    if (bottom > top) layers.push_back({top, mean_of(base, recipe, top, bottom, 1)});
  }
  layers.push_back({std::max(last, 0.0), mixed(base, recipe, kInfinityDepth_m)});
  return layers;
}

double BeamOptics::transmission(double distance_m) const {
  return std::exp(-c() * distance_m);
}

BeamOptics beam_optics(const WaterRecipe& recipe, double wavelength_nm, double from_depth_m,
                       double to_depth_m) {
  HADAL_CHECK(wavelength_nm >= kFirst_nm && wavelength_nm <= kLast_nm,
              "the wavelength must be 400 to 700 nm");
  const WaterOptics water = mean_water_optics(recipe, from_depth_m, to_depth_m);
  return {at_wavelength(water.a, wavelength_nm), at_wavelength(water.b, wavelength_nm),
          at_wavelength(water.bb, wavelength_nm), at_wavelength(water.kd, wavelength_nm)};
}

double secchi_depth_m(const WaterOptics& water) {
  constexpr double kDisc = 0.14, kContrast = 0.013;
  const auto best = std::min_element(water.kd.values.begin(), water.kd.values.end());
  const size_t i = static_cast<size_t>(best - water.kd.values.begin());
  const double u = water.bb[i] / (water.a[i] + water.bb[i]), below = (0.089 + 0.125 * u) * u,
               above = 0.52 * below / (1 - 1.7 * below);
  return std::log(std::abs(kDisc - above) / kContrast) / (2.5 * water.kd[i]);
}

}  // namespace hadal::environment::optics

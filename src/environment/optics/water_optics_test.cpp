#include "environment/optics/water_optics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace hadal::environment::optics {
namespace water_optics_test {

constexpr JerlovType kTypes[] = {
    JerlovType::kI,  JerlovType::kIA, JerlovType::kIB, JerlovType::kII, JerlovType::kIII,
    JerlovType::k1C, JerlovType::k3C, JerlovType::k5C, JerlovType::k7C, JerlovType::k9C};
constexpr double kTable = 1e-12;

// Rows of the published tables, not those next to each other in the file.
TEST(WaterOptics, PublishedValues) {
  const WaterOptics one = water_optics(JerlovType::kI, IopSource::kModelled),
                    coast = water_optics(JerlovType::k7C, IopSource::kModelled),
                    measured = water_optics(JerlovType::kIII, IopSource::kMeasured);
  EXPECT_NEAR(at_wavelength(one.a, 450), 0.018, kTable);
  EXPECT_NEAR(at_wavelength(one.b, 650), 0.000899, kTable);
  EXPECT_NEAR(at_wavelength(one.kd, 550), 0.065, kTable);
  EXPECT_NEAR(at_wavelength(coast.a, 650), 0.403, kTable);
  EXPECT_NEAR(at_wavelength(coast.b, 550), 2.35, kTable);
  EXPECT_NEAR(at_wavelength(measured.a, 440), 0.121, kTable);
  EXPECT_NEAR(at_wavelength(measured.b, 550), 0.287, kTable);
  EXPECT_NEAR(at_wavelength(pure_water_absorption(), 600), 0.2224, kTable);
  // The model of Zhang, Hu & He (2009) at 15 degC and 35 psu.
  EXPECT_NEAR(at_wavelength(pure_water_scattering(), 400) / 0.006645, 1, 0.012);
  EXPECT_NEAR(at_wavelength(pure_water_scattering(), 550) / 0.001721, 1, 0.012);
  EXPECT_NEAR(at_wavelength(pure_water_scattering(), 700) / 0.000631, 1, 0.012);
  // Types without measurements are the same in both sets.
  EXPECT_EQ(water_optics(JerlovType::k9C, IopSource::kMeasured).b.values,
            water_optics(JerlovType::k9C, IopSource::kModelled).b.values);
}

// Between 575 and 600 nm the table says 0.082 and 0.228; Pope & Fry's water at 585 nm absorbs
// 0.110, a straight line would give 0.140.
TEST(WaterOptics, KeepsTheShapeOfWaterBetweenTheRows) {
  const WaterOptics water = water_optics(JerlovType::kI, IopSource::kModelled);
  EXPECT_NEAR(at_wavelength(water.a, 585), 0.115, 0.002);
}

TEST(WaterOptics, PhysicallyPossible) {
  for (const IopSource source : {IopSource::kMeasured, IopSource::kModelled})
    for (const JerlovType type : kTypes) {
      const WaterOptics water = water_optics(type, source);
      for (size_t i = 0; i < kSamples; ++i) {
        ASSERT_GT(water.a[i], 0);
        ASSERT_GT(water.kd[i], water.a[i]) << name_of(type) << wavelength_nm(i);
        ASSERT_GT(water.bb[i], 0);
        ASSERT_LE(water.bb[i], 0.5 * water.b[i] + 1e-15);
        ASSERT_LT(water.kd[i], water.a[i] + water.b[i] + 0.15 * water.a[i] + 0.02);
      }
    }
}

// Jerlov, "Marine Optics" (1976), table XXVII, at 475, 550 and 650 nm. The sets differ from it, as
// they say, by up to a third, most of all the measured IB, whose water was less clear.
TEST(WaterOptics, DiffuseAttenuationOfTheTypes) {
  constexpr double kModelled = 0.21, kMeasured = 0.26, kMeasuredIB = 0.65;
  constexpr double kJerlov[][3] = {{.018, .063, .36}, {.025, .067, .37}, {.033, .072, .375},
                                   {.062, .089, .40}, {.116, .12, .445}, {.17, .12, .45},
                                   {.29, .19, .46},   {.43, .30, .54},   {.71, .46, .63},
                                   {1.23, .63, .76}};
  for (size_t t = 0; t < std::size(kTypes); ++t)
    for (size_t k = 0; k < 3; ++k) {
      const double nm = std::array{475.0, 550.0, 650.0}[k];
      const double modelled = at_wavelength(water_optics(kTypes[t], IopSource::kModelled).kd, nm);
      const double measured = at_wavelength(water_optics(kTypes[t], IopSource::kMeasured).kd, nm);
      EXPECT_NEAR(modelled / kJerlov[t][k], 1, kModelled) << name_of(kTypes[t]) << nm;
      EXPECT_NEAR(measured / kJerlov[t][k], 1,
                  kTypes[t] == JerlovType::kIB ? kMeasuredIB : kMeasured)
          << name_of(kTypes[t]) << nm;
    }
}

TEST(WaterOptics, ScatteringGrowsFromTypeToType) {
  double previous = at_wavelength(pure_water_scattering(), 550);
  for (const JerlovType type : kTypes) {
    const double b = at_wavelength(water_optics(type, IopSource::kMeasured).b, 550);
    EXPECT_GT(b, 1.2 * previous) << name_of(type);
    previous = b;
  }
  // Loisel & Morel (1998) for 0.05 mg/m^3, and the molecules.
  EXPECT_NEAR(at_wavelength(water_optics(JerlovType::kIA, IopSource::kMeasured).b, 550),
              0.416 * std::pow(0.05, 0.766) + 0.00658 * std::pow(400 / 550.0, 4.2), 1e-12);
}

// Lee et al. (2005) by hand: a 0.1, bb 0.005.
TEST(WaterOptics, FormulaOfDiffuseAttenuation) {
  EXPECT_NEAR(diffuse_attenuation(0.1, 0.005),
              1.15 * 0.1 + 4.18 * (1 - 0.52 * std::exp(-1.08)) * 0.005, 1e-15);
}

TEST(WaterOptics, Names) {
  for (const JerlovType type : kTypes) EXPECT_EQ(jerlov_type(name_of(type)), type);
  EXPECT_EQ(jerlov_type("pure"), JerlovType::kPure);
  EXPECT_FALSE(jerlov_type("4C"));
}

TEST(WaterOptics, Turbidity) {
  WaterRecipe clear{JerlovType::kIII}, silty = clear;
  silty.turbidity_ntu = 4;
  const WaterOptics a = water_optics(clear, 5), b = water_optics(silty, 5);
  EXPECT_NEAR(at_wavelength(b.b, 550) - at_wavelength(a.b, 550), 2.0, 1e-12);
  EXPECT_NEAR(at_wavelength(b.a, 443) - at_wavelength(a.a, 443), 0.164, 2e-4);
  EXPECT_GT(at_wavelength(b.kd, 550), at_wavelength(a.kd, 550) + 0.1);
  EXPECT_LT(secchi_depth_m(b), secchi_depth_m(a) / 2);
}

// Bricaud et al. 1998 at 440 and 676 nm for 1 mg/m^3: 0.0378 and 0.0180 (here 670..680).
TEST(WaterOptics, Plankton) {
  WaterRecipe blue{JerlovType::kPure};
  WaterRecipe bloom = blue;
  bloom.plankton.background_mg_m3 = 1;
  const WaterOptics a = water_optics(blue, 10), b = water_optics(bloom, 10);
  EXPECT_NEAR(at_wavelength(b.a, 440) - at_wavelength(a.a, 440), 1.2 * 0.0378, 5e-4);
  EXPECT_NEAR(at_wavelength(b.a, 675) - at_wavelength(a.a, 675), 0.0175, 1e-3);
  EXPECT_NEAR(at_wavelength(b.b, 550) - at_wavelength(a.b, 550), 0.416, 1e-9);
  // Backwards, Morel & Maritorena (2001) eq. 12-14 for 0.1 mg/m^3 at 440 nm.
  bloom.plankton.background_mg_m3 = 0.1;
  EXPECT_NEAR(at_wavelength(water_optics(bloom, 10).bb, 440) - at_wavelength(a.bb, 440),
              0.416 * std::pow(0.1, 0.766) * (0.002 + 0.0075 * std::pow(0.8, -0.65)), 1e-12);
  // The light that comes through clear water is blue, through the bloom green.
  const auto clearest = [](const WaterOptics& water) {
    const auto& kd = water.kd.values;
    return wavelength_nm(static_cast<size_t>(std::min_element(kd.begin(), kd.end()) - kd.begin()));
  };
  EXPECT_LT(clearest(a), 470);
  bloom.plankton.background_mg_m3 = 5;
  EXPECT_GE(clearest(water_optics(bloom, 10)), 540);
}

TEST(WaterOptics, PlanktonLayer) {
  WaterRecipe recipe{JerlovType::kI};
  recipe.plankton = {0.05, 3, 25, 4};
  EXPECT_NEAR(recipe.plankton.concentration(25), 3.05, 1e-12);
  EXPECT_NEAR(recipe.plankton.concentration(29), 0.05 + 3 * std::exp(-0.5), 1e-12);
  EXPECT_GT(at_wavelength(water_optics(recipe, 25).a, 440),
            2.5 * at_wavelength(water_optics(recipe, 5).a, 440));

  // Layers hold what a fine sum over depth holds.
  const std::vector<WaterLayer> layers = water_layers(recipe);
  ASSERT_GT(layers.size(), 10u);
  EXPECT_EQ(layers.front().top_m, 0);
  const size_t blue = 8;
  constexpr double kDeep_m = 60, kFine_m = 0.01;
  double in_layers = 0, fine = 0;
  for (size_t k = 0; k < layers.size(); ++k) {
    const double bottom = k + 1 < layers.size() ? layers[k + 1].top_m : kDeep_m;
    ASSERT_GT(bottom, layers[k].top_m);
    in_layers += layers[k].optics.b[blue] * (bottom - layers[k].top_m);
  }
  for (double z = kFine_m / 2; z < kDeep_m; z += kFine_m)
    fine += water_optics(recipe, z).b[blue] * kFine_m;
  EXPECT_NEAR(in_layers / fine, 1, 5e-3);
  EXPECT_NEAR(mean_water_optics(recipe, kDeep_m, 0).b[blue] * kDeep_m / fine, 1, 1e-4);
  // A layer at the surface begins at the surface, and a uniform water is one layer.
  recipe.plankton.peak_depth_m = 2;
  EXPECT_EQ(water_layers(recipe).front().top_m, 0);
  recipe.plankton.peak_mg_m3 = 0;
  EXPECT_EQ(water_layers(recipe).size(), 1u);
}

TEST(WaterOptics, Beam) {
  const BeamOptics beam = beam_optics({JerlovType::k3C, IopSource::kModelled}, 450, 3, 3);
  EXPECT_NEAR(beam.c(), 0.154 + 1.5, kTable);
  EXPECT_NEAR(beam.kd, 0.319, kTable);
  EXPECT_NEAR(beam.transmission(2), std::exp(-3.308), 1e-12);
  EXPECT_LT(beam_optics({JerlovType::kI}, 450, 0, 50).c(),
            beam_optics({JerlovType::kI}, 650, 0, 50).c() / 5);
}

// Secchi depths as reported: the clearest ocean 40 to 60 m, coasts 2 to 10 m.
TEST(WaterOptics, Secchi) {
  const double clearest = secchi_depth_m(water_optics(JerlovType::kI, IopSource::kMeasured)),
               coast = secchi_depth_m(water_optics(JerlovType::k3C, IopSource::kMeasured));
  EXPECT_GT(clearest, 40);
  EXPECT_LT(clearest, 60);
  EXPECT_GT(coast, 3);
  EXPECT_LT(coast, 8);
  double previous = 1e9;
  for (const JerlovType type : kTypes) {
    const double depth = secchi_depth_m(water_optics(type, IopSource::kMeasured));
    EXPECT_LT(depth, previous) << name_of(type);
    previous = depth;
  }
}

}  // namespace water_optics_test
}  // namespace hadal::environment::optics

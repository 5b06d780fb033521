#include "environment/optics/world_water.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::environment::optics {
namespace world_water_test {

constexpr double kExact = 1e-12;
constexpr double kLayers = 0.02;  // of layers against the smooth profile

WaterOpticsModel water(const char* type, double turbidity_ntu = 0) {
  WaterOpticsModel out;
  out.type = type;
  out.turbidity_ntu = turbidity_ntu;
  return out;
}

// The spectra of water_optics.h at the wavelength, and the rule for minerals written out.
TEST(BeamWater, AbsorptionAndScatteringOfTheType) {
  for (const char* type : {"I", "IB", "II", "1C", "5C", "9C", "pure"}) {
    const WaterOptics plain = water_optics(*jerlov_type(type), IopSource::kMeasured);
    for (const double nm : {450.0, 532.0, 650.0}) {
      const double clear = at_wavelength(plain.a, nm) + at_wavelength(plain.b, nm);
      const BeamWater beam(water(type), nm);
      EXPECT_NEAR(beam.attenuation_per_m(5, 5, 0), clear, kExact);
      EXPECT_NEAR(beam.attenuation_per_m(1, 30, 0), clear, kExact);
    }
  }
}

TEST(BeamWater, TurbidityAddsInProportion) {
  const BeamWater beam(water("II"), 530);
  const double per_ntu = 0.5 + 0.041 * std::exp(-0.0123 * (530 - 443));
  EXPECT_NEAR(beam.attenuation_per_m(5, 5, 3) - beam.attenuation_per_m(5, 5, 0), 3 * per_ntu,
              kExact);
  // The turbidity of the start is handed in as any other.
  EXPECT_EQ(BeamWater(water("II", 7), 530).attenuation_per_m(5, 5, 0),
            beam.attenuation_per_m(5, 5, 0));
}

TEST(BeamWater, MeanThroughALayerOfPlankton) {
  WaterOpticsModel model = water("IB");
  model.plankton.peak_mg_m3 = 3;
  model.plankton.peak_depth_m = 20, model.plankton.thickness_m = 4;
  const BeamWater beam(model, 470);
  const WaterRecipe recipe = recipe_of(model);
  for (const auto& [from, to] : {std::pair{0.0, 40.0}, {15.0, 22.0}, {25.0, 10.0}})
    EXPECT_NEAR(beam.attenuation_per_m(from, to, 0) / beam_optics(recipe, 470, from, to).c(), 1,
                kLayers);
  EXPECT_GT(beam.attenuation_per_m(20, 20, 0), 1.5 * beam.attenuation_per_m(60, 60, 0));
}

// No water: no loss that a picture could show.
TEST(BeamWater, NoneTakesNothing) {
  const BeamWater beam(water("none"), 532);
  EXPECT_LT(beam.attenuation_per_m(0, 100, 0), 1e-6);
  EXPECT_GT(beam.attenuation_per_m(0, 100, 0), 0);
}

// Water at 20 degC: 1.3330 fresh and 1.3394 of 35 psu at 589 nm, and 0.0015 more at 550 nm (Quan & Fry
// 1995; the dispersion between the lines D and e is 0.0015 to 0.0017).
TEST(IndexOf, IsThatOfTheWaterAtTheSurface) {
  WaterParameters sea, lake;
  sea.temperature_degc = LinearTable({0.0, 50.0}, {20.0, 5.0});
  lake.temperature_degc = LinearTable({0.0}, {20.0}), lake.salinity_psu = LinearTable({0.0}, {0.0});
  EXPECT_NEAR(index_of(sea), 1.3394 + 0.0015, 3e-4);
  EXPECT_NEAR(index_of(lake), 1.3330 + 0.0015, 3e-4);
}

}  // namespace world_water_test
}  // namespace hadal::environment::optics

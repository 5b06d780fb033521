// The water of a world as optics needs it: its recipe, and the attenuation of a narrow beam of one
// wavelength for lidars and optical modems.
//
// BeamWater is the closed form of beam_optics() over the layers of the recipe: c is constant in
// each of them, and turbidity adds to it in proportion (water_optics.h), so that the mean over a
// way between two depths costs a few operations and allocates nothing.
#pragma once
#include <vector>

#include "environment/optics/water_optics.h"
#include "world/environment.h"
#include "world/light.h"

namespace hadal::environment::optics {

// Turbidity is that of the start.
WaterRecipe recipe_of(const WaterOpticsModel& model);

// Refractive index of the water at its surface, at 550 nm: the one that ports, the sea surface and
// the calibration of cameras have in common. Dispersion (0.008 less at 650 than at 450 nm), pressure and
// the change over depth (0.002 from 25 to 4 degC) are left out.
double index_of(const WaterParameters& water);

class BeamWater {
 public:
  // 400..700 nm.
  BeamWater(const WaterOpticsModel& model, double wavelength_nm);

  // Mean beam attenuation c = a + b between two depths, 1/m; above the surface as just below it.
  double attenuation_per_m(double from_depth_m, double to_depth_m, double turbidity_ntu) const;

 private:
  struct Layer {
    double top_m = 0;
    double c_per_m = 0;  // without turbidity
    double above = 0;    // integral of c from the surface to its top
  };
  double integral_to(double depth_m) const;
  const Layer& layer_at(double depth_m) const;

  std::vector<Layer> layers_;
  double per_ntu_ = 0;  // 1/(m NTU)
};

}  // namespace hadal::environment::optics

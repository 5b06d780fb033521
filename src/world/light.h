// Light of a world: the sky, what the water does to light, and the lamps of the vehicles;
// environment/optics and sensors/optical/render make light of it.
#pragma once
#include <string>

#include "math/types.h"
#include "scenario/light_config.h"

namespace hadal::inline world {

struct Lamp : LampModel {
  std::string path;  // vehicle/lamp
  std::string key;   // where it stands in the scenario
  int vehicle = 0, link = 0;
  Pose X_LS;
  double housing_m = 0.01;  // what is nearer belongs to it and takes none of its light

  // Fraction of an exposure in which it shines.
  double duty(double from_s, double exposure_s) const;
};

}  // namespace hadal::world

// What surfaces are made of, one table for contact, sound and light, and the friction between them.
// The built-in ones stand in models/materials; those a scenario uses are taken into it at load.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline scenario {

struct Material {
  std::string name;
  std::string description;
  double density_kg_m3 = 1000;
  double restitution = 0;  // fraction of the normal speed kept in a bounce, 0..1
  double friction_static = 0.5;
  double friction_dynamic = 0.4;
  double rolling_m = 0;
  double contact_stiffness_n_m = 0;  // 0: as stiff as the step allows
  double contact_damping_ns_m = 0;
  double sound_speed_m_s = 1500;
  double sound_attenuation_db_per_wavelength = 0;
  double scattering_strength_db = -27;             // Lambert's 10 log mu at normal incidence
  std::array<double, 3> albedo = {0.5, 0.5, 0.5};  // linear, red green blue
  double roughness = 0.8;
  double metallic = 0;
  double grain_m = 0;  // median diameter of what can be stirred up; 0: nothing can
  double erosion_shear_pa = 0;
  double erosion_rate_kg_m2_s = 0;
  static const StructSchema& schema();
};

struct FrictionConfig {
  std::vector<std::string> between;  // two names
  double static_coefficient = 0;
  double dynamic_coefficient = 0;
  double rolling_m = 0;
  static const StructSchema& schema();
};

// A file of models/materials.
struct MaterialFileConfig {
  std::string description;
  std::vector<Material> materials;
  std::vector<FrictionConfig> friction;
  static const StructSchema& schema();
};

}  // namespace hadal::scenario

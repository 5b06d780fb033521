#include "scenario/material_config.h"

namespace hadal::inline scenario {

const StructSchema& Material::schema() {
  using C = Material;
  static const StructSchema s =
      StructBuilder<C>("material", "What a surface or a body is made of.")
          .name("name", &C::name, "Name; one of the built-in table replaces it.")
          .required()
          .text("description", &C::description, "One line for lists.")
          .number("density_kg_m3", &C::density_kg_m3, "Density.", {0, 25000, true})
          .required()
          .number("restitution", &C::restitution, "Fraction of the normal speed kept in a bounce.",
                  kFraction)
          .number("friction_static", &C::friction_static,
                  "Friction against itself before it slides; other pairs by the geometric mean "
                  "unless they are listed.",
                  {0, 10})
          .number("friction_dynamic", &C::friction_dynamic, "The same while it slides.", {0, 10})
          .number("rolling_m", &C::rolling_m,
                  "Rolling resistance, arm of the torque; the larger of a pair counts.", {0, 1})
          .number("contact_stiffness_n_m", &C::contact_stiffness_n_m,
                  "Of a compliant contact; 0: as stiff as the step allows.", kNotNegative)
          .number("contact_damping_ns_m", &C::contact_damping_ns_m, "Of a compliant contact.",
                  kNotNegative)
          .number("sound_speed_m_s", &C::sound_speed_m_s, "Compressional sound speed.", {50, 20000})
          .number("sound_attenuation_db_per_wavelength", &C::sound_attenuation_db_per_wavelength,
                  "Loss of sound inside, per wavelength.", {0, 100})
          .number("scattering_strength_db", &C::scattering_strength_db,
                  "Lambert's 10 log mu: backscatter at normal incidence.", {-80, 0})
          .vector("albedo", &C::albedo, "Reflectance, linear red, green, blue.", kFraction)
          .number("roughness", &C::roughness, "Optical roughness; 0 is a mirror.", kFraction)
          .number("metallic", &C::metallic, "1 for bare metal.", kFraction)
          .number("grain_m", &C::grain_m,
                  "Median diameter of its grains where environment.silt stirs it up; 0: nothing is.",
                  {0, 0.1})
          .number("erosion_shear_pa", &C::erosion_shear_pa,
                  "Shear stress on the bed from which on grains go into the water.", {0, 1000})
          .number("erosion_rate_kg_m2_s", &C::erosion_rate_kg_m2_s,
                  "Mass eroded at twice that stress, per area and time.", {0, 1})
          .check([](const C& c, CheckReport& r) {
            if (c.friction_dynamic > c.friction_static)
              r.fail("friction_dynamic", "must not be above friction_static");
            if (c.grain_m > 0 && c.erosion_shear_pa <= 0)
              r.fail("erosion_shear_pa", "grains that can be stirred up need it above 0");
          });
  return s;
}

const StructSchema& FrictionConfig::schema() {
  using C = FrictionConfig;
  static const StructSchema s =
      StructBuilder<C>("friction", "Friction between two materials.")
          .texts("between", &C::between, "The two names.")
          .required()
          .number("static", &C::static_coefficient, "Coefficient before it slides.", {0, 10})
          .required()
          .number("dynamic", &C::dynamic_coefficient, "Coefficient while it slides.", {0, 10})
          .required()
          .number("rolling_m", &C::rolling_m, "Rolling resistance, arm of the torque.", {0, 1})
          .check([](const C& c, CheckReport& r) {
            if (c.between.size() != 2) r.fail("between", "expected two names of materials");
            if (c.dynamic_coefficient > c.static_coefficient)
              r.fail("dynamic", "must not be above static");
          });
  return s;
}

const StructSchema& MaterialFileConfig::schema() {
  using C = MaterialFileConfig;
  static const StructSchema s = StructBuilder<C>("material file", "A table of materials.")
                                    .text("description", &C::description, "One line.")
                                    .objects("materials", &C::materials, "The materials.", "name")
                                    .objects("friction", &C::friction, "Pairs.");
  return s;
}

}  // namespace hadal::scenario

#include "scenario/environment_config.h"

#include "kinds/checks.h"
#include "kinds/currents/list.h"

namespace hadal::inline scenario {

const StructSchema& WaterConfig::schema() {
  static const StructSchema s =
      StructBuilder<WaterConfig>("water",
                                 "The water column. Density, pressure and sound speed follow from "
                                 "temperature and salinity.")
          .number("temperature_degc", &WaterConfig::temperature_degc,
                  "Temperature where no profile is given.", {-2, 40})
          .number("salinity_psu", &WaterConfig::salinity_psu, "Salinity where no profile is given.",
                  {0, 42})
          .rows("temperature_profile", &WaterConfig::temperature_profile,
                "Rows [depth m, deg C], linear between, ends hold.", {2})
          .rows("salinity_profile", &WaterConfig::salinity_profile,
                "Rows [depth m, PSU], linear between, ends hold.", {2})
          .rows("sound_speed_profile", &WaterConfig::sound_speed_profile,
                "Rows [depth m, m/s], linear between, ends hold, instead of the formula.", {2})
          .number("density_kg_m3", &WaterConfig::density_kg_m3,
                  "Fixes the density instead of the equation of state.", {1, 2000})
          .number("atmospheric_pressure_pa", &WaterConfig::atmospheric_pressure_pa,
                  "Air pressure at the surface.", {0, 200000})
          .choice("sound_speed", &WaterConfig::sound_speed, "Sound speed formula.",
                  {{"chen_millero", SoundSpeedFormula::chen_millero},
                   {"mackenzie", SoundSpeedFormula::mackenzie},
                   {"del_grosso", SoundSpeedFormula::del_grosso}})
          .check([](const WaterConfig& c, CheckReport& r) {
            check_rising(c.temperature_profile, "temperature_profile", r);
            check_rising(c.salinity_profile, "salinity_profile", r);
            check_rising(c.sound_speed_profile, "sound_speed_profile", r);
            for (size_t i = 0; i < c.sound_speed_profile.size(); ++i)
              if (c.sound_speed_profile[i][1] < 1000 || c.sound_speed_profile[i][1] > 2000)
                r.fail("sound_speed_profile[" + std::to_string(i) + "]",
                       "sound speed must be from 1000 to 2000 m/s");
            for (size_t i = 0; i < c.salinity_profile.size(); ++i)
              if (c.salinity_profile[i][1] < 0 || c.salinity_profile[i][1] > 42)
                r.fail("salinity_profile[" + std::to_string(i) + "]",
                       "salinity must be from 0 to 42");
            for (size_t i = 0; i < c.temperature_profile.size(); ++i)
              if (c.temperature_profile[i][1] < -2 || c.temperature_profile[i][1] > 40)
                r.fail("temperature_profile[" + std::to_string(i) + "]",
                       "temperature must be from -2 to 40");
          });
  return s;
}

const StructSchema& EnvironmentConfig::schema() {
  using C = EnvironmentConfig;
  static const StructSchema s =
      StructBuilder<C>("environment", "The sea.")
          .number("gravity_m_s2", &C::gravity_m_s2, "Gravity; by latitude (WGS-84) if left out.",
                  {0, 20})
          .object("water", &C::water, "The water column.")
          .tagged_list("currents", &C::currents, "Currents; all of them add up.", current_schemas,
                       "name")
          .tagged("seabed", &C::seabed, "The seabed; infinitely deep if left out.", seabed_kinds)
          .objects("mud", &C::mud, "Soft layers on the seabed; where two overlap, both act.",
                   "name")
          .tagged("waves", &C::waves, "The waves; a calm sea if left out.", wave_kinds)
          .object("wind", &C::wind, "The wind.")
          .object("sound", &C::sound, "Sound in the water.")
          .object("sky", &C::sky, "Sun, moon and sky.")
          .object("optics", &C::optics, "Light in the water.");
  return s;
}

}  // namespace hadal::scenario

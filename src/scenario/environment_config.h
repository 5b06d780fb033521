// What a scenario says of the sea. Plain structs; environment/ turns them into queries.
#pragma once
#include <optional>
#include <vector>

#include "hadal/schema.h"
#include "kinds/table_file.h"
#include "scenario/acoustic_config.h"
#include "scenario/light_config.h"
#include "scenario/mud_config.h"
#include "scenario/seabed_config.h"
#include "scenario/silt_config.h"
#include "scenario/waves_config.h"

namespace hadal::inline scenario {

enum class ProfileAxis { kDepth, kPressure };

enum class SoundSpeedFormula { mackenzie, chen_millero, del_grosso };

struct WaterConfig {
  double temperature_degc = 10;
  double salinity_psu = 35;
  // Rows [depth m or sea pressure dbar, value].
  std::vector<std::vector<double>> temperature_profile;  // deg C
  std::vector<std::vector<double>> salinity_profile;     // PSU
  std::vector<std::vector<double>> sound_speed_profile;  // m/s
  ProfileAxis profiles_over = ProfileAxis::kDepth;
  std::string file;  // CSV of such profiles, a CTD cast
  std::optional<double> density_kg_m3;
  double atmospheric_pressure_pa = 101325;
  SoundSpeedFormula sound_speed = SoundSpeedFormula::chen_millero;
  static const StructSchema& schema();
  TableFile table_file();
};

enum class MagneticModel { kWorldMagneticModel, kDipole };

struct EnvironmentConfig {
  std::optional<double> gravity_m_s2;
  bool earth_rotation = false;
  MagneticModel magnetic_field = MagneticModel::kWorldMagneticModel;
  WaterConfig water;
  std::vector<AnyConfig> currents;
  AnyConfig seabed;
  std::vector<MudConfig> mud;
  std::optional<SiltConfig> silt;
  AnyConfig waves;
  WindConfig wind;
  AcousticConfig sound;
  SkyModel sky;
  std::optional<WaterOpticsModel> optics;
  static const StructSchema& schema();
};

}  // namespace hadal::scenario

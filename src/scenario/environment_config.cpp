#include "scenario/environment_config.h"

#include "kinds/checks.h"
#include "kinds/currents/list.h"

namespace hadal::inline scenario {
namespace {

using Rows = std::vector<std::vector<double>>;

// A quantity of the water: its profile, and how it is named in messages and in a file.
struct WaterQuantity {
  Rows WaterConfig::*profile;
  const char *field, *stem, *unit, *rule;
  Bounds bounds;
};
constexpr WaterQuantity kWaterQuantities[] = {
    {&WaterConfig::temperature_profile, "temperature_profile", "temperature", "degc",
     "temperature must be from -2 to 40", {-2, 40}},
    {&WaterConfig::salinity_profile, "salinity_profile", "salinity", "psu",
     "salinity must be from 0 to 42", {0, 42}},
    {&WaterConfig::sound_speed_profile, "sound_speed_profile", "sound_speed", "m_s",
     "sound speed must be from 1000 to 2000 m/s", {1000, 2000}},
};

constexpr Bounds kSeaPressure_dbar{0, 12500};  // of the deepest trench and a little

bool within(const Bounds& bounds, double value) {
  return value >= bounds.min && value <= bounds.max;
}

void check_water(const WaterConfig& c, CheckReport& report) {
  for (const WaterQuantity& quantity : kWaterQuantities) {
    const Rows& rows = c.*quantity.profile;
    check_rising(rows, quantity.field, report);
    for (size_t i = 0; i < rows.size(); ++i) {
      const std::string key = std::string(quantity.field) + "[" + std::to_string(i) + "]";
      if (!within(quantity.bounds, rows[i][1])) report.fail(key, quantity.rule);
      if (c.profiles_over == ProfileAxis::kPressure && !within(kSeaPressure_dbar, rows[i][0]))
        report.fail(key, "pressure must be from 0 to 12500 dbar");
    }
    if (!c.file.empty() && !rows.empty())
      report.fail("file", std::string("expected either a file or ") + quantity.field);
  }
}

// Profiles of the quantities that a cast has. What a cast does not measure keeps what it was.
Problems read_cast(const CsvTable& csv, WaterConfig& water) {
  Problems problems;
  const auto depth = optional_column(csv, "depth", "m", problems);
  const auto pressure = optional_column(csv, "pressure", "dbar", problems);
  std::vector<std::pair<const WaterQuantity*, size_t>> columns;
  for (const WaterQuantity& quantity : kWaterQuantities)
    if (const auto column = optional_column(csv, quantity.stem, quantity.unit, problems))
      columns.push_back({&quantity, *column});
  if (!problems.empty()) return problems;
  if ((!depth && !pressure) || columns.empty()) {
    problems.add({csv.file, csv.header ? csv.header->line : 1, 1}, "",
                 "expected a header with depth_m or pressure_dbar and some of temperature_degc, "
                 "salinity_psu, sound_speed_m_s");
    return problems;
  }
  water.profiles_over = depth ? ProfileAxis::kDepth : ProfileAxis::kPressure;
  const Bounds& bounds = depth ? kDepth : kSeaPressure_dbar;
  const size_t place = depth ? *depth : *pressure;
  for (const auto& [quantity, column] : columns) {
    Result<Rows> rows = rising_rows(
        csv, {place, column}, "depths must rise from row to row: expected one cast downwards");
    if (!rows) return rows.problems();
    for (size_t i = 0; i < rows.value().size(); ++i) {
      if (!within(bounds, rows.value()[i][0]))
        problems.add(csv.place(csv.rows[i], place), "",
                     depth ? "depth must be from 0 to 12000 m"
                           : "pressure must be from 0 to 12500 dbar");
      if (!within(quantity->bounds, rows.value()[i][1]))
        problems.add(csv.place(csv.rows[i], column), "", quantity->rule);
    }
    water.*quantity->profile = std::move(rows).value();
  }
  return problems;
}

}  // namespace

TableFile WaterConfig::table_file() {
  return {file, [this](const CsvTable& csv) { return read_cast(csv, *this); }, "", ""};
}


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
          .choice("profiles_over", &WaterConfig::profiles_over,
                  "What the first numbers of the profiles are: depth in m, or sea pressure in "
                  "dbar, 0 at the surface.",
                  {{"depth", ProfileAxis::kDepth}, {"pressure", ProfileAxis::kPressure}})
          .text("file", &WaterConfig::file,
                "CSV file of a CTD cast with the columns depth_m or pressure_dbar and some of "
                "temperature_degc, salinity_psu and sound_speed_m_s, instead of the profiles.")
          .number("density_kg_m3", &WaterConfig::density_kg_m3,
                  "Fixes the density instead of the equation of state.", {1, 2000})
          .number("atmospheric_pressure_pa", &WaterConfig::atmospheric_pressure_pa,
                  "Air pressure at the surface.", {0, 200000})
          .choice("sound_speed", &WaterConfig::sound_speed, "Sound speed formula.",
                  {{"chen_millero", SoundSpeedFormula::chen_millero},
                   {"mackenzie", SoundSpeedFormula::mackenzie},
                   {"del_grosso", SoundSpeedFormula::del_grosso}})
          .check(check_water);
  return s;
}

const StructSchema& EnvironmentConfig::schema() {
  using C = EnvironmentConfig;
  static const StructSchema s =
      StructBuilder<C>("environment", "The sea.")
          .number("gravity_m_s2", &C::gravity_m_s2, "Gravity; by latitude (WGS-84) if left out.",
                  {0, 20})
          .boolean("earth_rotation", &C::earth_rotation,
                   "Gyros and accelerometers sense the rotation of the Earth, 15.04 deg/h; an INS "
                   "knows it.")
          .choice("magnetic_field", &C::magnetic_field,
                  "The Earth's field, for compasses and magnetometers: World Magnetic Model 2025 "
                  "at the origin and the start of the clock, or a tilted dipole (tens of degrees "
                  "off in declination).",
                  {{"wmm", MagneticModel::kWorldMagneticModel}, {"dipole", MagneticModel::kDipole}})
          .object("water", &C::water, "The water column.")
          .tagged_list("currents", &C::currents, "Currents; all of them add up.", current_schemas,
                       "name")
          .tagged("seabed", &C::seabed, "The seabed; infinitely deep if left out.", seabed_kinds)
          .objects("mud", &C::mud, "Soft layers on the seabed; where two overlap, both act.",
                   "name")
          .object("silt", &C::silt, "Clouds of stirred-up sediment; none if left out.")
          .tagged("waves", &C::waves, "The waves; a calm sea if left out.", wave_kinds)
          .object("wind", &C::wind, "The wind.")
          .object("sound", &C::sound, "Sound in the water.")
          .object("sky", &C::sky, "Sun, moon and sky.")
          .object("optics", &C::optics, "Light in the water.");
  return s;
}

}  // namespace hadal::scenario

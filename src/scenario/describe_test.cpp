// Descriptions: every field with its unit, default and range, in three forms.
#include <gtest/gtest.h>

#include <limits>

#include "scenario/scenario.h"
#include "scenario/test_reading.h"
#include "scenario/writer.h"

namespace hadal::inline scenario {
namespace describe_test {

struct Part {
  double depth_m = 3;
  static const StructSchema& schema() {
    static const StructSchema s = StructBuilder<Part>("part", "A part.")
                                      .number("depth_m", &Part::depth_m, "Depth.");
    return s;
  }
};
struct Kind {
  double speed_m_s = 3;
  static const StructSchema& schema() {
    static const StructSchema s = StructBuilder<Kind>("kind", "A kind.")
                                      .number("speed_m_s", &Kind::speed_m_s, "Speed.");
    return s;
  }
};
const std::vector<const StructSchema*>& kinds() {
  static const std::vector<const StructSchema*> list{&Kind::schema(), &Part::schema()};
  return list;
}

// One field of every kind of description.
struct Shown {
  double depth_m = 0.25, fraction = 1, any = -2, positive_s = 7, at_most = 0;
  std::optional<double> maybe_kg;
  int64_t count = 4;
  bool flag = true;
  std::string text, name, choice = "b";
  std::vector<double> numbers = {1, 2.5, 3}, list, matrix;
  std::vector<std::vector<double>> rows = {{0, 12}, {1, 16.8}}, no_rows;
  std::vector<std::string> texts = {"camera", "sonar"}, no_texts;
  Part part;
  std::vector<Part> parts;
  AnyConfig any_kind;
  std::vector<AnyConfig> any_kinds;
  std::string needed;
  static const StructSchema& schema() {
    using C = Shown;
    static const StructSchema s =
        StructBuilder<C>("shown", "What is | shown.")
            .number("depth_m", &C::depth_m, "Depth.", {-1, 12000})
            .number("fraction", &C::fraction, "Fraction.", kFraction)
            .number("any", &C::any, "Any.")
            .number("positive_s", &C::positive_s, "Positive.", kPositive)
            .number("at_most", &C::at_most, "At most.",
                    {-std::numeric_limits<double>::infinity(), 5})
            .number("maybe_kg", &C::maybe_kg, "Maybe.", {0, 9, true})
            .integer("count", &C::count, "Count.", {1, 100})
            .boolean("flag", &C::flag, "Flag.")
            .text("text", &C::text, "Say \"this\".")
            .name("name", &C::name, "Name.")
            .choice("choice", &C::choice, "a|b.", {"a", "b"})
            .numbers("numbers", &C::numbers, "Numbers.", {3}, kNotNegative)
            .numbers("list", &C::list, "List.")
            .matrix("matrix", &C::matrix, "Matrix.", {6, 36})
            .rows("rows", &C::rows, "Rows.", {2, 3})
            .rows("no_rows", &C::no_rows, "Rows.")
            .texts("texts", &C::texts, "Texts.")
            .texts("no_texts", &C::no_texts, "Texts.")
            .object("part", &C::part, "Part.")
            .objects("parts", &C::parts, "Parts.")
            .tagged("any_kind", &C::any_kind, "Kind.", kinds)
            .tagged_list("any_kinds", &C::any_kinds, "Kinds.", kinds)
            .text("needed", &C::needed, "Needed.")
            .required();
    return s;
  }
};

// Name, unit, default and values of every field, as they must be shown.
struct Row {
  const char *name, *unit, *by_default, *values;
};
constexpr Row kRows[] = {
    {"depth_m", "m", "0.25", ">= -1, <= 12000"},
    {"fraction", "", "1", ">= 0, <= 1"},
    {"any", "", "-2", "any"},
    {"positive_s", "s", "7", "> 0"},
    {"at_most", "", "0", "<= 5"},
    {"maybe_kg", "kg", "-", "> 0, <= 9"},
    {"count", "", "4", ">= 1, <= 100"},
    {"flag", "", "true", "true, false"},
    {"text", "", "-", "text"},
    {"name", "", "-", "name"},
    {"choice", "", "b", "a, b"},
    {"numbers", "", "[1, 2.5, 3]", "3 numbers, >= 0"},
    {"list", "", "-", "numbers"},
    {"matrix", "", "-", "6 or 36 numbers"},
    {"rows", "", "[[0, 12], [1, 16.8]]", "rows of 2 or 3"},
    {"no_rows", "", "-", "rows"},
    {"texts", "", "[camera, sonar]", "list of texts"},
    {"no_texts", "", "-", "list of texts"},
    {"part", "", "-", "map: part"},
    {"parts", "", "-", "list of part"},
    {"any_kind", "", "-", "!kind, !part"},
    {"any_kinds", "", "-", "list of !kind, !part"},
    {"needed", "", "required", "text"},
};

TEST(Describe, EveryFieldStandsInTheTable) {
  const std::string table = describe_markdown(Shown::schema());
  EXPECT_TRUE(table.starts_with("What is | shown.\n\n| key | unit | default | values | meaning |\n"));
  ASSERT_EQ(std::size(kRows), Shown::schema().fields.size());
  for (const Row& row : kRows)
    EXPECT_NE(table.find("| `" + std::string(row.name) + "` | " + row.unit + " | " +
                         row.by_default + " | " + row.values + " | "),
              std::string::npos)
        << row.name << "\n" << table;
  EXPECT_NE(table.find("| a\\|b. |\n"), std::string::npos) << "a bar would end the cell";
}

TEST(Describe, EveryFieldStandsInTheText) {
  const std::string text = describe_text(Shown::schema());
  EXPECT_TRUE(text.starts_with("shown: What is | shown.\n"));
  for (const Row& row : kRows) {
    const std::string unit = *row.unit ? std::string("; unit ") + row.unit : "";
    EXPECT_NE(text.find("default " + std::string(row.by_default) + "; " + row.values + unit + "\n"),
              std::string::npos)
        << row.name;
    EXPECT_NE(text.find("\n  " + std::string(row.name) + " "), std::string::npos);
  }
}

// JSON is YAML, too.
TEST(Describe, JsonHoldsTheSame) {
  const Result<Node> parsed = parse_yaml(describe_json(Shown::schema()), "a.json");
  ASSERT_TRUE(parsed.ok()) << parsed.problems().text();
  const Node& root = parsed.value();
  EXPECT_EQ(root.find("name")->scalar, "shown");
  EXPECT_EQ(root.find("doc")->scalar, "What is | shown.");
  const std::vector<Node>& fields = root.find("fields")->items;
  ASSERT_EQ(fields.size(), std::size(kRows));
  for (size_t i = 0; i < fields.size(); ++i) {
    EXPECT_EQ(fields[i].find("key")->scalar, kRows[i].name);
    EXPECT_EQ(fields[i].find("unit")->scalar, kRows[i].unit);
    EXPECT_EQ(fields[i].find("default")->scalar, kRows[i].by_default) << kRows[i].name;
    EXPECT_EQ(fields[i].find("values")->scalar, kRows[i].values) << kRows[i].name;
    EXPECT_EQ(fields[i].find("required")->scalar,
              std::string(kRows[i].name) == "needed" ? "true" : "false");
  }
  EXPECT_EQ(fields[8].find("doc")->scalar, "Say \"this\".");
}

// --- Units.

// Every suffix in use, with a key that wears it.
TEST(Units, FollowFromTheKey) {
  const struct {
    const char *key, *unit;
  } rows[] = {
      {"depth_m", "m"},
      {"duration_s", "s"},
      {"mass_kg", "kg"},
      {"speed_m_s", "m/s"},
      {"gravity_m_s2", "m/s^2"},
      {"yaw_rate_rad_s", "rad/s"},
      {"rate_max_deg_s", "deg/s"},
      {"heading_deg", "deg"},
      {"area_m2", "m^2"},
      {"volume_m3", "m^3"},
      {"density_kg_m3", "kg/m^3"},
      {"inertia_kg_m2", "kg m^2"},
      {"frequency_hz", "Hz"},
      {"frequency_khz", "kHz"},
      {"source_level_db", "dB"},
      {"snr_1m_db", "dB"},
      {"absorption_gain_db_m", "dB/m"},
      {"sound_attenuation_db_per_wavelength", "dB/wavelength"},
      {"yield_pa", "Pa"},
      {"viscosity_pa_s", "Pa s"},
      {"yield_n", "N"},
      {"drag_ns_m", "N s/m"},
      {"contact_damping_ns_m", "N s/m"},
      {"heave_stiffness_n_m", "N/m"},
      {"contact_stiffness_n_m", "N/m"},
      {"roll_stiffness_nm_rad", "N m/rad"},
      {"lift_slope_per_rad", "1/rad"},
      {"attenuation_per_m", "1/m"},
      {"propeller_per_m_s", "per m/s"},
      {"per_range_1_s", "1/s"},
      {"linear_decay_s_m", "s/m"},
      {"density_m2", "1/m^2"},
      {"density_m3", "1/m^3"},
      {"peak_mg_m3", "mg/m^3"},
      {"idle_power_w", "W"},
      {"efficiency_w_n", "W/N"},
      {"capacity_ah", "A h"},
      {"internal_resistance_ohm", "ohm"},
      {"hard_iron_ut", "uT"},
      {"temperature_degc", "deg C"},
      {"salinity_psu", "PSU"},
      {"turbidity_ntu", "NTU"},
      {"flux_lm", "lm"},
      {"colour_temperature_k", "K"},
      {"netd_k", "K"},
      {"wavelength_nm", "nm"},
      {"width_px", "px"},
      {"tile_memory_mb", "MB"},
      {"read_noise_e", "e-"},
      {"dark_current_e_s", "e-/s"},
      {"dark_w_m2_sr_nm", "W/(m^2 sr nm)"},
      {"compensation_ev", "EV"},
      {"torque_per_thrust_m", "m"},
      {"name", ""},
      {"links", ""},
      {"albedo_at_1", ""},
      {"p", ""},
      {"m", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(unit_of(row.key), row.unit) << row.key;
}

TEST(Describe, AKeyOfAStruct) {
  const StructSchema& pose = PoseConfig::schema();
  EXPECT_EQ(key_text(pose, *pose.find("depth_m")),
            "depth_m of pose: Depth below the mean surface.\n"
            "  default 0; >= -1000, <= 12000; unit m\n");
  const StructSchema& scenario = Scenario::schema();
  const std::string mission = key_text(scenario, *scenario.find("mission"));
  EXPECT_TRUE(mission.starts_with("mission of scenario: ")) << mission;
  EXPECT_NE(mission.find("\n  !go_to: "), std::string::npos) << mission;
  const Result<Node> json = parse_yaml(key_json(pose, *pose.find("depth_m")), "a.json");
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json.value().find("in")->scalar, "pose");
  EXPECT_EQ(json.value().find("key")->scalar, "depth_m");
}

}  // namespace describe_test
}  // namespace hadal::scenario

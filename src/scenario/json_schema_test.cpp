#include "scenario/json_schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "math/units.h"

namespace hadal::inline scenario {
namespace {

using nlohmann::json;

struct SchemaPart {
  double angle_deg = 0.5 * kDegree;
  static const StructSchema& schema();
};
const StructSchema& SchemaPart::schema() {
  static const StructSchema s =
      StructBuilder<SchemaPart>("schema part", "A part.")
          .number("angle_deg", &SchemaPart::angle_deg, "Angle.", {-90, 90}, kDegree);
  return s;
}

struct SchemaWhole {
  std::string name;
  double rate_hz = 10;
  std::optional<double> speed_m_s;
  std::string mode = "on";
  std::vector<double> matrix;
  SchemaPart part;
  std::vector<SchemaPart> parts;
  std::vector<AnyConfig> any;
  static const StructSchema& schema();
};
const std::vector<const StructSchema*>& schema_part_kinds() {
  static const std::vector<const StructSchema*> kinds{&SchemaPart::schema()};
  return kinds;
}
const StructSchema& SchemaWhole::schema() {
  using C = SchemaWhole;
  static const StructSchema s = StructBuilder<C>("schema whole", "All of it.")
                                    .name("name", &C::name, "Name.")
                                    .required()
                                    .number("rate_hz", &C::rate_hz, "Rate.", {0, 100, true})
                                    .number("speed_m_s", &C::speed_m_s, "Speed.", kNotNegative)
                                    .choice("mode", &C::mode, "Mode.", {"on", "off"})
                                    .matrix("matrix", &C::matrix, "Matrix.", {3, 9})
                                    .object("part", &C::part, "Part.")
                                    .objects("parts", &C::parts, "Parts.")
                                    .tagged_list("any", &C::any, "Any.", schema_part_kinds);
  return s;
}

TEST(JsonSchema, SaysWhatTheDeclarationSays) {
  const json schema = json::parse(struct_json_schema(SchemaWhole::schema()));
  EXPECT_EQ(schema["$ref"], "#/definitions/schema_whole");
  const json& whole = schema["definitions"]["schema_whole"];
  EXPECT_EQ(whole["required"], json({"name"}));
  EXPECT_EQ(whole["additionalProperties"], false);
  const json& keys = whole["properties"];
  EXPECT_EQ(keys["rate_hz"], json::parse(R"({"type": "number", "exclusiveMinimum": 0.0,
      "maximum": 100.0, "description": "Rate. Unit: Hz. Default: 10.0.", "default": 10.0})"));
  EXPECT_EQ(keys["speed_m_s"], json::parse(R"({"type": ["number", "null"], "minimum": 0.0,
      "description": "Speed. Unit: m/s."})"));
  EXPECT_EQ(keys["mode"]["enum"], json({"on", "off"}));
  EXPECT_EQ(keys["matrix"]["anyOf"].size(), 2u);  // flat, or three rows of three
  EXPECT_EQ(keys["matrix"]["anyOf"][1]["items"]["maxItems"], 3);
  EXPECT_EQ(keys["part"]["allOf"][0]["$ref"], "#/definitions/schema_part");
  EXPECT_EQ(keys["parts"]["items"]["$ref"], "#/definitions/schema_part");
  EXPECT_EQ(keys["any"]["items"]["anyOf"][0]["$ref"], "#/definitions/schema_part");
  const json& part = schema["definitions"]["schema_part"];
  EXPECT_EQ(part["title"], "!schema part");
  // Range and default are those of the file, not of the memory.
  EXPECT_EQ(part["properties"]["angle_deg"]["maximum"], 90.0);
  EXPECT_EQ(part["properties"]["angle_deg"]["default"], 0.5);
}

TEST(JsonSchema, APresetFillsInWhatIsRequired) {
  const json schema = json::parse(file_json_schema("sensor", {}));
  const json& preset = schema["definitions"]["imu.preset"];
  EXPECT_TRUE(preset["properties"].contains("rate_hz"));
  EXPECT_FALSE(preset.contains("required"));
  EXPECT_EQ(file_json_schema("submarine", {}), "");
}

TEST(JsonSchema, SettingsNameEveryTagInBothForms) {
  const json settings = json::parse(vscode_settings("here"));
  const json& tags = settings["yaml.customTags"];
  EXPECT_EQ(tags.size(), 2 * yaml_tags().size());
  for (const char* tag : {"!imu mapping", "!instant scalar", "!body mapping"})
    EXPECT_NE(std::find(tags.begin(), tags.end(), tag), tags.end()) << tag;
  EXPECT_EQ(settings["yaml.schemas"]["here/vehicle.json"], json({"models/vehicles/*.yaml"}));
}

}  // namespace
}  // namespace hadal::scenario

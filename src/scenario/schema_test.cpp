// Every schema a scenario can reach, field by field: bounds hold in the reader, defaults can be
// written and read again, descriptions are whole.
#include "hadal/schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/text.h"
#include "kinds/controllers/pid.h"
#include "kinds/currents/tide.h"
#include "kinds/currents/uniform.h"
#include "scenario/reader.h"
#include "scenario/scenario.h"
#include "scenario/writer.h"

namespace hadal::inline scenario {
namespace schema_test {

void collect(const StructSchema& schema, std::vector<const StructSchema*>& all) {
  if (std::find(all.begin(), all.end(), &schema) != all.end()) return;
  all.push_back(&schema);
  for (const FieldSchema& field : schema.fields) {
    if (field.sub) collect(field.sub(), all);
    if (field.kinds)
      for (const StructSchema* kind : field.kinds()) collect(*kind, all);
  }
}

const std::vector<const StructSchema*>& all_schemas() {
  static const std::vector<const StructSchema*> all = [] {
    std::vector<const StructSchema*> list;
    collect(Scenario::schema(), list);
    collect(MaterialFileConfig::schema(), list);
    return list;
  }();
  return all;
}

Problems problems_of(const StructSchema& schema, const std::string& text, void* object) {
  SourceMap locations;
  Problems problems;
  const Result<Node> node = parse_yaml(text, "a.yaml");
  if (!node) return node.problems();
  read_struct(node.value(), schema, object, "", locations, problems);
  return problems;
}

// Whether the reader refuses this value of a field as a number out of its bounds. Rules between
// fields and missing keys are not looked at.
bool out_of_bounds(const StructSchema& schema, const FieldSchema& field, double value) {
  const std::string number = shortest_text(value);
  std::string text = number;
  if (field.kind == FieldKind::kNumbers || field.kind == FieldKind::kVector) {
    const size_t count = field.sizes.empty() ? 1 : field.sizes.back();
    text = "[";
    for (size_t i = 0; i < count; ++i) text += (i ? ", " : "") + number;
    text += "]";
  }
  const std::shared_ptr<void> object = schema.create();
  const Problems problems = problems_of(schema, field.name + ": " + text, object.get());
  for (const Problem& problem : problems.list())
    if (problem.key.starts_with(field.name) && problem.message.starts_with("expected a number") &&
        problem.message.ends_with("found '" + number + "'"))
      return true;
  return false;
}

bool has_bounds(const FieldSchema& field) {
  return field.kind == FieldKind::kNumber || field.kind == FieldKind::kInteger ||
         field.kind == FieldKind::kNumbers || field.kind == FieldKind::kVector;
}

TEST(Schemas, ThereAreAllOfThem) {
  EXPECT_GT(all_schemas().size(), 150u);
  for (const StructSchema* needed :
       {&JointConfig::schema(), &NoiseModel::schema(), &PidGains::schema()})
    EXPECT_NE(std::find(all_schemas().begin(), all_schemas().end(), needed), all_schemas().end())
        << needed->name;
}

TEST(Schemas, EveryBoundHoldsInTheReader) {
  size_t bounds = 0;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const StructSchema* schema : all_schemas())
    for (const FieldSchema& field : schema->fields) {
      if (!has_bounds(field)) continue;
      const Bounds& b = field.bounds;
      const bool whole = field.kind == FieldKind::kInteger;
      const std::string name = schema->name + "." + field.name;
      if (std::isfinite(b.min)) {
        ++bounds;
        const double below = whole ? b.min - 1 : std::nextafter(b.min, -kInfinity);
        EXPECT_TRUE(out_of_bounds(*schema, field, below)) << name;
        EXPECT_EQ(out_of_bounds(*schema, field, b.min), b.above_min) << name;
        if (b.above_min) {
          EXPECT_FALSE(out_of_bounds(*schema, field, std::nextafter(b.min, kInfinity))) << name;
        }
      }
      if (std::isfinite(b.max)) {
        ++bounds;
        const double above = whole ? b.max + 2 : std::nextafter(b.max, kInfinity);
        EXPECT_TRUE(out_of_bounds(*schema, field, above)) << name;
        EXPECT_FALSE(out_of_bounds(*schema, field, b.max)) << name;
      }
    }
  EXPECT_GT(bounds, 800u);
}

TEST(Schemas, BoundsAreInOrder) {
  for (const StructSchema* schema : all_schemas())
    for (const FieldSchema& field : schema->fields) {
      EXPECT_LE(field.bounds.min, field.bounds.max) << schema->name << "." << field.name;
      EXPECT_FALSE(std::isnan(field.bounds.min) || std::isnan(field.bounds.max));
      EXPECT_TRUE(std::is_sorted(field.sizes.begin(), field.sizes.end()))
          << schema->name << "." << field.name;
    }
}

// What a struct holds before anything is read is written in full, and read again it is the same.
// Rules between fields and missing keys are not looked at.
TEST(Schemas, DefaultsAreWrittenAndReadAgain) {
  for (const StructSchema* schema : all_schemas()) {
    const std::shared_ptr<void> defaults = schema->create(), again = schema->create();
    const std::string text = write_yaml(*schema, defaults.get());
    if (text.empty()) continue;
    const Problems problems = problems_of(*schema, text, again.get());
    for (const Problem& problem : problems.list()) {
      const FieldSchema* field = schema->find(problem.key);
      if (field && field->required) continue;  // has no default
      const bool refused = problem.message.find(", found ") != std::string::npos ||
                           problem.message.find("is not a choice") != std::string::npos ||
                           problem.message.find("unknown") != std::string::npos;
      EXPECT_FALSE(refused) << schema->name << ": " << to_string(problem);
    }
    if (std::none_of(schema->fields.begin(), schema->fields.end(),
                     [](const FieldSchema& field) { return field.required; })) {
      EXPECT_EQ(write_yaml(*schema, again.get()), text) << schema->name;
    }
  }
}

TEST(Schemas, NamesAreSnakeCaseAndUnique) {
  for (const StructSchema* schema : all_schemas()) {
    std::set<std::string> names;
    for (const FieldSchema& field : schema->fields) {
      EXPECT_TRUE(names.insert(field.name).second) << schema->name << "." << field.name;
      EXPECT_EQ(field.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"),
                std::string::npos)
          << schema->name << "." << field.name;
    }
  }
}

TEST(Schemas, TagsOfAListAreUnique) {
  for (const StructSchema* schema : all_schemas())
    for (const FieldSchema& field : schema->fields) {
      if (!field.kinds) continue;
      std::set<std::string> tags;
      for (const std::string& tag : kind_names(field.kinds()))
        EXPECT_TRUE(tags.insert(tag).second) << schema->name << "." << field.name << ": " << tag;
    }
}

// Items are told apart by a field that all of them have.
TEST(Schemas, UniqueKeysAreFieldsOfTheItems) {
  for (const StructSchema* schema : all_schemas())
    for (const FieldSchema& field : schema->fields) {
      if (field.unique_key.empty()) continue;
      if (field.sub) {
        EXPECT_NE(field.sub().find(field.unique_key), nullptr) << schema->name;
      }
      if (!field.kinds) continue;
      for (const StructSchema* kind : field.kinds())
        EXPECT_NE(kind->find(field.unique_key), nullptr) << kind->name;
    }
}

TEST(Schemas, EverythingHasADescription) {
  for (const StructSchema* schema : all_schemas()) {
    EXPECT_FALSE(schema->doc.empty()) << schema->name;
    for (const FieldSchema& field : schema->fields)
      EXPECT_FALSE(field.doc.empty()) << schema->name << "." << field.name;
  }
}

// --- AnyConfig.

TEST(AnyConfigs, HoldOneKind) {
  const AnyConfig empty;
  EXPECT_TRUE(empty.empty());
  EXPECT_EQ(empty.as<UniformCurrent>(), nullptr);
  UniformCurrent current;
  current.speed_m_s = 0.5;
  const AnyConfig any = AnyConfig::of(current);
  EXPECT_FALSE(any.empty());
  EXPECT_EQ(any.kind(), "uniform");
  EXPECT_EQ(any.as<UniformCurrent>()->speed_m_s, 0.5);
  EXPECT_EQ(any.as<TideCurrent>(), nullptr);
}

TEST(StructSchemas, FindFieldsByName) {
  const StructSchema& schema = PoseConfig::schema();
  ASSERT_NE(schema.find("depth_m"), nullptr);
  EXPECT_EQ(schema.find("depth_m")->bounds.max, 12000);
  EXPECT_EQ(schema.find("depth"), nullptr);
  EXPECT_EQ(schema.field_names(), (std::vector<std::string>{"north_m", "east_m", "depth_m",
                                                            "heading_deg", "pitch_deg", "roll_deg"}));
}

}  // namespace schema_test
}  // namespace hadal::scenario

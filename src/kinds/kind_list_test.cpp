#include "kinds/kind_list.h"

#include <gtest/gtest.h>

#include <set>

#include "kinds/actuators/list.h"
#include "kinds/controllers/list.h"
#include "kinds/forces/list.h"
#include "kinds/sensors/list.h"

namespace hadal::inline kinds {
namespace kind_list_test {

struct Stone {
  double mass_kg = 1;
  static const StructSchema& schema() {
    static const StructSchema s =
        StructBuilder<Stone>("stone", "A stone.").number("mass_kg", &Stone::mass_kg, "Mass.");
    return s;
  }
};
struct Feather : Stone {
  static const StructSchema& schema() {
    static const StructSchema s = StructBuilder<Feather>("feather", "A feather.");
    return s;
  }
};
struct Kind {
  const StructSchema& (*schema)() = nullptr;
};
template <class T>
Kind kind_of() {
  return {&T::schema};
}

TEST(KindList, AddsKindsOfLibrariesBehindItsOwnAndKeepsWhatItHandedOut) {
  constexpr Kind (*kBuiltIn[])() = {kind_of<Stone>};
  KindList<Kind> list(kBuiltIn);
  const auto& before = list.kinds();
  const auto& schemas = list.schemas();
  const Kind* stone = before.front();
  EXPECT_EQ(list.find(&Feather::schema()), nullptr);
  list.add(kind_of<Feather>(), "libfeather.so");
  EXPECT_EQ(before, std::vector<const Kind*>{stone});
  EXPECT_EQ(schemas, std::vector<const StructSchema*>{&Stone::schema()});
  ASSERT_EQ(list.kinds().size(), 2u);
  EXPECT_EQ(list.kinds()[0], stone);
  EXPECT_EQ(list.schemas()[1], &Feather::schema());
  EXPECT_EQ(list.find(&Feather::schema()), list.kinds()[1]);
  EXPECT_EQ(&list.of(AnyConfig::of(Stone{})), stone);
  EXPECT_EQ(list.library(&Stone::schema()), "");
  EXPECT_EQ(list.library(&Feather::schema()), "libfeather.so");
}

TEST(KindList, HoldsEveryFamilyUnderDifferentNames) {
  std::set<std::string> names;
  size_t count = 0;
  for (const auto* schemas : {&sensor_list().schemas(), &actuator_schemas(), &force_schemas(),
                              &controller_schemas()})
    for (const StructSchema* schema : *schemas) {
      EXPECT_TRUE(names.insert(schema->name).second) << schema->name;
      ++count;
    }
  EXPECT_GE(count, 26u);
}

TEST(Sensors, EveryKindNamesItsColumnsOnceWithTheirUnits) {
  for (const extension::SensorKind* kind : sensor_list().kinds()) {
    const std::string& name = kind->schema().name;
    const std::shared_ptr<void> config = kind->schema().create();
    std::set<std::string> names;
    for (const extension::Column& column : kind->columns(config.get())) {
      EXPECT_TRUE(names.insert(column.name).second) << name << " " << column.name;
      EXPECT_FALSE(column.unit.empty()) << name << " " << column.name;
    }
    EXPECT_EQ(names.empty(), name == "thruster_state") << name;  // a vehicle has thrusters
  }
}

}  // namespace kind_list_test
}  // namespace hadal::kinds

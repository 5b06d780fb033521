#include "kinds/extensions/extension_kinds.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "kinds/actuators/list.h"
#include "kinds/controllers/list.h"
#include "kinds/forces/list.h"
#include "kinds/sensors/list.h"

namespace hadal::inline kinds {
namespace extension_kinds_test {

struct Anchor {
  double mass_kg = 1;
  static const StructSchema& schema() {
    static const StructSchema s =
        StructBuilder<Anchor>("anchor", "An anchor.").number("mass_kg", &Anchor::mass_kg, "Mass.");
    return s;
  }
  void prepare() { throw std::runtime_error("no chain"); }
  extension::ForceAction act(const extension::ForceContext&, std::span<const double>) const {
    throw 7;
  }
};

TEST(ExtensionKinds, WhatAKindThrowsNamesKindAndLibrary) {
  extension::ForceKind anchor = extension::force_kind<Anchor>();
  Anchor config;
  const auto text_of = [](const auto& call) {
    try {
      call();
    } catch (const extension::KindError& error) {
      return failure_text(error);
    }
    return std::string();
  };
  EXPECT_EQ(text_of([&] { anchor.prepare(&config); }), "!anchor: no chain");
  force_list().add(anchor, "libanchor.so");
  EXPECT_EQ(library_of(&Anchor::schema()), "libanchor.so");
  EXPECT_EQ(text_of([&] { anchor.prepare(&config); }), "libanchor.so: !anchor: no chain");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(text_of([&] { require_finite(anchor, {&nan, 1}, "its wrench"); }), "");
  anchor.checked = true;
  EXPECT_EQ(text_of([&] { require_finite(anchor, {&nan, 1}, "its wrench"); }),
            "libanchor.so: !anchor: its wrench is not finite");
}

TEST(Kinds, HaveDifferentNamesInEveryFamily) {
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

}  // namespace extension_kinds_test
}  // namespace hadal::kinds

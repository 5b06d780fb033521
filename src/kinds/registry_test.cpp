#include "kinds/registry.h"

#include <gtest/gtest.h>

#include <set>

#include "kinds/sensors/list.h"

namespace hadal::inline kinds {
namespace registry_test {

TEST(Sensors, EveryKindNamesItsColumnsOnceWithTheirUnits) {
  for (const extension::SensorKind& kind : built_in_sensors()) {
    const std::string& name = kind.schema().name;
    const std::shared_ptr<void> config = kind.schema().create();
    std::set<std::string> names;
    for (const extension::Column& column : kind.columns(config.get())) {
      EXPECT_TRUE(names.insert(column.name).second) << name << " " << column.name;
      EXPECT_FALSE(column.unit.empty()) << name << " " << column.name;
    }
    EXPECT_EQ(names.empty(), name == "thruster_state") << name;  // a vehicle has thrusters
  }
}

TEST(Sensors, AreFoundByTheirSchema) {
  std::set<std::string> names;
  for (const RegisteredSensor* sensor : registered_sensors()) {
    EXPECT_TRUE(names.insert(sensor->kind.schema().name).second) << sensor->kind.schema().name;
    EXPECT_EQ(find_sensor(sensor->kind.schema()), sensor);
  }
  EXPECT_GE(names.size(), built_in_sensors().size());
  EXPECT_EQ(find_sensor(extension::NoiseModel::schema()), nullptr);
}

}  // namespace registry_test
}  // namespace hadal::kinds

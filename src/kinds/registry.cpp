#include "kinds/registry.h"

#include <deque>
#include <mutex>

#include "base/check.h"
#include "kinds/sensors/list.h"

namespace hadal::inline kinds {
namespace {

struct Registry {
  std::mutex mutex;
  std::deque<RegisteredSensor> sensors;
  // The last is the current one. Lists that somebody may still read stay.
  std::deque<std::vector<const RegisteredSensor*>> lists;

  Registry() {
    for (const extension::SensorKind& kind : built_in_sensors()) sensors.push_back({kind, ""});
    publish();
  }
  void publish() {
    auto& list = lists.emplace_back();
    for (const RegisteredSensor& sensor : sensors) list.push_back(&sensor);
  }
};

Registry& registry() {
  static Registry all;
  return all;
}

}  // namespace

const std::vector<const RegisteredSensor*>& registered_sensors() {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  return all.lists.back();
}

const RegisteredSensor* find_sensor(const StructSchema& schema) {
  for (const RegisteredSensor* sensor : registered_sensors())
    if (&sensor->kind.schema() == &schema) return sensor;
  return nullptr;
}

const extension::SensorKind& sensor_kind_of(const StructSchema& schema) {
  const RegisteredSensor* sensor = find_sensor(schema);
  HADAL_CHECK(sensor != nullptr, "unknown sensor " + schema.name);
  return sensor->kind;
}

}  // namespace hadal::kinds

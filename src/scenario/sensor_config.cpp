#include "scenario/sensor_config.h"

#include <deque>
#include <mutex>

#include "kinds/devices/device.h"
#include "kinds/frames/list.h"
#include "kinds/sensors/list.h"

namespace hadal::inline scenario {
namespace {

std::vector<const StructSchema*> all_kinds(const std::vector<const StructSchema*>& readings) {
  std::vector<const StructSchema*> all;
  const auto add = [&](bool built_in) {
    for (const StructSchema* kind : readings)
      if (sensor_list().library(kind).empty() == built_in) all.push_back(kind);
  };
  add(true);
  for (const auto* list : {&frame_sensor_list().schemas(), &device_list().schemas()})
    all.insert(all.end(), list->begin(), list->end());
  add(false);
  return all;
}

}  // namespace

const std::vector<const StructSchema*>& sensor_kinds() {
  // Who holds an earlier list goes on with it.
  struct Version {
    size_t readings;
    std::vector<const StructSchema*> kinds;
  };
  static std::mutex mutex;
  static std::deque<Version> versions;
  const auto& readings = sensor_list().schemas();
  const std::lock_guard lock(mutex);
  for (const Version& version : versions)
    if (version.readings == readings.size()) return version.kinds;
  return versions.emplace_back(Version{readings.size(), all_kinds(readings)}).kinds;
}

const SensorConfig& sensor_common(const AnyConfig& config) {
  // Every sensor config derives from SensorConfig first, so that its address is the common part's.
  return *static_cast<const SensorConfig*>(config.data());
}

}  // namespace hadal::scenario

#include "scenario/sensor_config.h"

#include <deque>
#include <mutex>

#include "kinds/sensors/list.h"
#include "scenario/camera_config.h"
#include "scenario/lidar_config.h"
#include "scenario/line_sonar_config.h"
#include "scenario/network_config.h"
#include "scenario/sonar_config.h"

namespace hadal::inline scenario {
namespace {

std::vector<const StructSchema*> all_kinds(const std::vector<const StructSchema*>& readings) {
  std::vector<const StructSchema*> all;
  const auto add = [&](bool built_in) {
    for (const StructSchema* kind : readings)
      if (sensor_list().library(kind).empty() == built_in) all.push_back(kind);
  };
  add(true);
  for (const StructSchema* kind :
       {&LidarConfig::schema(), &CameraConfig::schema(), &StereoCameraConfig::schema(),
        &EventCameraConfig::schema(), &ThermalCameraConfig::schema()})
    all.push_back(kind);
  for (const auto* list : {&imaging_sonar_kinds(), &line_sonar_kinds(), &network_kinds()})
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

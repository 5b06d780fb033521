#include <algorithm>
#include <string_view>

#include "kinds/devices/device.h"
#include "kinds/frames/list.h"
#include "kinds/sensors/list.h"
#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

// Topics a vehicle has beside those of its sensors (outputs/recorder.h).
constexpr std::string_view kOwnTopics[] = {"ground_truth", "thrusters", "water", "actuators",
                                           "set_point"};

}  // namespace

void check_unique(const Context& context, int vehicle, const std::string& name,
                  const std::string& key) {
  const auto same = [&](const auto& sensor) {
    return sensor.vehicle == vehicle && (sensor.name == name || sensor.name == name + "/left");
  };
  const World& world = context.world;
  if (std::any_of(world.sensors.begin(), world.sensors.end(), same) ||
      std::any_of(world.frame_sensors.begin(), world.frame_sensors.end(), same) ||
      std::any_of(world.lamps.begin(), world.lamps.end(), same))
    context.fail(key, "'" + name + "' is used twice on this vehicle; expected a unique name");
}

namespace {

void check_name(const Context& context, int vehicle, const std::string& name,
                const std::string& key) {
  if (std::find(std::begin(kOwnTopics), std::end(kOwnTopics), name) != std::end(kOwnTopics))
    context.fail(key, "'" + name + "' is a topic of every vehicle; expected another name");
  const auto same = [&](const Link& link) { return link.vehicle == vehicle && link.name == name; };
  if (std::any_of(context.world.links.begin(), context.world.links.end(), same))
    context.fail(key, "'" + name + "' is a link, whose frame has this name; expected another name");
  check_unique(context, vehicle, name, key);
}

// What every mounted thing has.
template <class T>
void mount(const SensorConfig& common, const Vehicle& vehicle, int vehicle_index, int link,
           const std::string& key, T& out) {
  out.name = common.name;
  out.path = vehicle.name + "/" + common.name;
  out.key = key;
  out.vehicle = vehicle_index;
  out.link = link;
}

// One instrument, or several that differ in name and place.
void mount_heads(const FrameSensorKind& kind, const AnyConfig& config, const Vehicle& vehicle,
                 int vehicle_index, const MountPlace& location, const std::string& key,
                     World& world) {
  const SensorConfig& common = sensor_common(config);
  for (FrameHead& head : kind.heads(config.data())) {
    MountedFrameSensor out;
    mount(common, vehicle, vehicle_index, location.link, key, out);
    out.name += head.name_end;
    out.path += head.name_end;
    out.X_LS = mounting_of(common);
    if (!head.p_SH_S.isZero(0)) out.X_LS.p += out.X_LS.q * head.p_SH_S;
    out.X_LS = location.on_link(out.X_LS);
    out.rate_hz = common.rate_hz;
    out.latency_s = common.latency_s;
    out.config = std::move(head.config);
    out.kind = &kind;
    world.frame_sensors.push_back(std::move(out));
  }
}

}  // namespace

int link_named(const Context& context, const Vehicle& vehicle, const std::string& name,
               const std::string& key) {
  if (name.empty()) return vehicle.links.begin;
  std::vector<std::string> known;
  for (int i = vehicle.links.begin; i < vehicle.links.end(); ++i) {
    if (context.world.links[i].name == name) return i;
    known.push_back(context.world.links[i].name);
  }
  context.fail(key, "no link '" + name + "' on this vehicle" + hint_for(name, known));
  return vehicle.links.begin;
}

void mount_sensors(const Context& context, int vehicle_index, const std::vector<AnyConfig>& configs,
                   const std::string& list_key, Vehicle& vehicle) {
  World& world = context.world;
  if (vehicle.sensors.count == 0) vehicle.sensors.begin = static_cast<int>(world.sensors.size());
  for (size_t i = 0; i < configs.size(); ++i) {
    const SensorConfig& common = sensor_common(configs[i]);
    const std::string key = list_key + "[" + std::to_string(i) + "]";
    check_name(context, vehicle_index, common.name, key + ".name");
    const MountPlace location = mount_place(context, vehicle, common.mount, common.link, key);
    if (const FrameSensorKind* kind = frame_sensor_list().find(configs[i].schema())) {
      mount_heads(*kind, configs[i], vehicle, vehicle_index, location, key, world);
      continue;
    }
    Sensor out;
    mount(common, vehicle, vehicle_index, location.link, key, out);
    out.X_BS = location.on_link(mounting_of(common));
    out.rate_hz = common.rate_hz;
    out.config = configs[i];
    if (const DeviceKind* kind = device_list().find(configs[i].schema())) {
      out.config = configs[i].copy();
      out.device = {-1, kind->asks ? common.rate_hz : 0, kind, out.config};
    } else {
      out.kind = &sensor_list().of(configs[i]);
    }
    world.sensors.push_back(std::move(out));
  }
  vehicle.sensors.count = static_cast<int>(world.sensors.size()) - vehicle.sensors.begin;
}

}  // namespace hadal::build

#include <algorithm>
#include <cmath>

#include "kinds/devices/modems.h"
#include "kinds/devices/positioning.h"
#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

// Finds devices by the path of their sensor.
class Wiring {
 public:
  explicit Wiring(const Context& context) : context_(context), world_(context.world) {
    for (size_t s = 0; s < world_.sensors.size(); ++s) {
      DeviceModel* device = world_.sensors[s].device ? &*world_.sensors[s].device : nullptr;
      if (!device) continue;
      device->number = static_cast<int>(world_.network.devices.size());
      world_.network.devices.push_back(static_cast<int>(s));
    }
  }

  const Sensor& sensor(int device) const { return world_.sensors[world_.network.devices[device]]; }
  const DeviceModel& model(int device) const { return *sensor(device).device; }
  template <class T>
  const T* as(int device) const {
    return device < 0 ? nullptr : model(device).as<T>();
  }

  // The device of this path for which fits() holds; -1 and a problem if there is none.
  template <class F>
  int named(const std::string& path, const char* what, const std::string& key, F fits) const {
    std::vector<std::string> known;
    for (int d = 0; d < count(); ++d) {
      if (!fits(d)) continue;
      if (sensor(d).path == path) return d;
      known.push_back(sensor(d).path);
    }
    context_.fail(key, std::string("no ") + what + " '" + path + "'" + hint_for(path, known));
    return -1;
  }
  int count() const { return static_cast<int>(world_.network.devices.size()); }

  // The transponders a device names, or all beyond its own vehicle.
  std::vector<int> transponders(int interrogator, const std::vector<std::string>& names,
                                const char* field) const {
    const std::string key = sensor(interrogator).key + "." + field;
    std::vector<int> out;
    const auto fits = [&](int d) { return as<TransponderModel>(d) != nullptr; };
    for (size_t i = 0; i < names.size(); ++i) {
      const int device = named(names[i], "transponder", key + "[" + std::to_string(i) + "]", fits);
      if (device >= 0) out.push_back(device);
    }
    for (int d = 0; names.empty() && d < count(); ++d)
      if (fits(d) && sensor(d).vehicle != sensor(interrogator).vehicle) out.push_back(d);
    return out;
  }

  // Band and time must let the question be heard and the answer come back.
  void check_answers(int interrogator, const Transducer& transducer, double ping_s,
                     const std::vector<int>& transponders) const {
    for (const int d : transponders) {
      const TransponderModel& t = *as<TransponderModel>(d);
      const std::string& path = sensor(d).path;
      if (!receives(t, transducer))
        context_.fail(sensor(interrogator).key + ".frequency_hz",
                      "its questions lie outside the band of " + path);
      if (!receives(transducer, t))
        context_.fail(sensor(interrogator).key + ".listen_frequency_hz",
                      "the answers of " + path + " lie outside its band");
      if (t.turnaround_s < ping_s)
        context_.fail(sensor(d).key + ".turnaround_s", "must not be shorter than the question of " +
                                                           sensor(interrogator).path + ", ping_s " +
                                                           std::to_string(ping_s));
    }
  }

 private:
  static bool receives(const Transducer& receiver, const Transducer& sender) {
    return std::abs(sender.frequency_hz - receiver.received_frequency_hz()) <=
           receiver.received_bandwidth_hz() / 2;
  }
  const Context& context_;
  World& world_;
};

// To complete it while the world is built.
template <class T>
T* own_config(const DeviceModel& device) {
  return device.as<T>() ? static_cast<T*>(device.config.data()) : nullptr;
}

void find_transponders(const Context& context, const Wiring& wiring) {
  for (int d = 0; d < wiring.count(); ++d) {
    Sensor& sensor = context.world.sensors[context.world.network.devices[d]];
    if (auto* usbl = own_config<UsblModel>(*sensor.device)) {
      usbl->asked = wiring.transponders(d, usbl->transponders, "transponders");
      wiring.check_answers(d, *usbl, usbl->ping_s, usbl->asked);
      if (usbl->interrogation == Interrogation::kCommon)  // one reading per answer
        sensor.rate_hz *= static_cast<double>(std::max<size_t>(1, usbl->asked.size()));
    } else if (auto* lbl = own_config<LblModel>(*sensor.device)) {
      lbl->asked = wiring.transponders(d, lbl->beacons, "beacons");
      wiring.check_answers(d, *lbl, lbl->ping_s, lbl->asked);
      if (lbl->asked.size() < 3 || lbl->asked.size() > kMaxBeacons)
        context.fail(sensor.key + ".beacons", "needs from 3 to " + std::to_string(kMaxBeacons) +
                                                  " transponders, found " +
                                                  std::to_string(lbl->asked.size()));
    }
  }
}

}  // namespace

void network(const Context& context) {
  const Wiring wiring(context);
  find_transponders(context, wiring);
  NetworkParameters& network = context.world.network;
  for (int d = 0; d < wiring.count(); ++d)
    if (const PacketModel* packet = packets_of(wiring.model(d)))
      network.payload_words = std::max(network.payload_words, (packet->max_bytes + 7) / 8);
}

}  // namespace hadal::build

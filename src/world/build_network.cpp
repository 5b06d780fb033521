#include <algorithm>
#include <cmath>

#include "math/units.h"
#include "scenario/nearest.h"
#include "scenario/network_config.h"
#include "world/build.h"

namespace hadal::build {
namespace {

constexpr size_t kMostBeacons = 64;  // of one LBL, sensors/scalar/device_reading.h

Transducer transducer(const TransducerConfig& c) {
  return {c.source_level_db,
          c.frequency_hz,
          c.bandwidth_hz,
          c.listen_frequency_hz.value_or(c.frequency_hz),
          c.listen_bandwidth_hz.value_or(c.bandwidth_hz),
          c.beam_width_deg * kDegree,
          c.array_gain_db,
          c.self_noise_db,
          c.detection_db};
}

PacketModel packet(const PacketConfig& c) {
  return {c.bit_rate,
          static_cast<int>(c.max_bytes),
          static_cast<int>(c.overhead_bits),
          c.preamble_s,
          c.turnaround_s,
          c.half_duplex,
          c.packet_loss};
}

Modulation modulation(const std::string& name) {
  if (name == "bpsk" || name == "qpsk") return Modulation::kBpsk;
  if (name == "dpsk") return Modulation::kDpsk;
  if (name == "fsk_fading") return Modulation::kFskFading;
  if (name == "bpsk_fading") return Modulation::kBpskFading;
  return name == "given" ? Modulation::kGiven : Modulation::kFsk;
}

AcousticModemModel acoustic_modem(const AcousticModemConfig& c) {
  AcousticModemModel out;
  out.transducer = transducer(c);
  out.packet = packet(c);
  out.modulation = modulation(c.modulation);
  out.bit_error_rate = c.bit_error_rate.value_or(0);
  out.coding_gain_db = c.coding_gain_db;
  out.capture_db = c.capture_db;
  out.doppler_tolerance_m_s = c.doppler_tolerance_m_s;
  out.multipath = c.multipath;
  out.max_bounces = static_cast<int>(c.max_bounces);
  out.guard_s = c.guard_s;
  return out;
}

OpticalModemModel optical_modem(const OpticalModemConfig& c) {
  OpticalModemModel out;
  out.packet = packet(c);
  out.snr_1m_db = c.snr_1m_db;
  out.attenuation_per_m = c.attenuation_per_m.value_or(out.attenuation_per_m);
  out.by_water = !c.attenuation_per_m;
  out.wavelength_nm = c.wavelength_nm;
  out.half_angle_rad = c.half_angle_deg * kDegree;
  out.field_of_view_rad = c.field_of_view_deg * kDegree;
  out.max_range_m = c.max_range_m;
  out.detection_db = c.detection_db;
  return out;
}

UsblModel usbl(const UsblConfig& c) {
  return {transducer(c),
          c.ping_s,
          c.interrogation == "individual",
          c.transponders,
          {},
          c.sound_speed_m_s,
          c.range,
          c.bearing,
          c.elevation,
          c.attitude_error};
}

LblModel lbl(const LblConfig& c) {
  return {transducer(c),
          c.ping_s,
          c.window_s,
          c.beacons,
          {},
          c.sound_speed_m_s,
          c.survey_std_m,
          c.depth_aided,
          c.range,
          c.depth};
}

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
    return device < 0 ? nullptr : std::get_if<T>(&model(device).kind);
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
  std::vector<int> transponders(int asker, const std::vector<std::string>& names,
                                const char* field) const {
    const std::string key = sensor(asker).key + "." + field;
    std::vector<int> out;
    const auto fits = [&](int d) { return as<TransponderModel>(d) != nullptr; };
    for (size_t i = 0; i < names.size(); ++i) {
      const int device = named(names[i], "transponder", key + "[" + std::to_string(i) + "]", fits);
      if (device >= 0) out.push_back(device);
    }
    for (int d = 0; names.empty() && d < count(); ++d)
      if (fits(d) && sensor(d).vehicle != sensor(asker).vehicle) out.push_back(d);
    return out;
  }

  // Band and time must let the question be heard and the answer come back.
  void check_answers(int asker, const Transducer& transducer, double ping_s,
                     const std::vector<int>& transponders) const {
    for (const int d : transponders) {
      const TransponderModel& t = *as<TransponderModel>(d);
      const std::string& path = sensor(d).path;
      if (!hears(t.transducer, transducer))
        context_.fail(sensor(asker).key + ".frequency_hz",
                      "its questions lie outside the band of " + path);
      if (!hears(transducer, t.transducer))
        context_.fail(sensor(asker).key + ".listen_frequency_hz",
                      "the answers of " + path + " lie outside its band");
      if (t.turnaround_s < ping_s)
        context_.fail(sensor(d).key + ".turnaround_s", "must not be shorter than the question of " +
                                                           sensor(asker).path + ", ping_s " +
                                                           std::to_string(ping_s));
    }
  }

 private:
  static bool hears(const Transducer& receiver, const Transducer& sender) {
    return std::abs(sender.frequency_hz - receiver.listen_frequency_hz) <=
           receiver.listen_bandwidth_hz / 2;
  }
  const Context& context_;
  World& world_;
};

void find_transponders(const Context& context, const Wiring& wiring) {
  for (int d = 0; d < wiring.count(); ++d) {
    Sensor& sensor = context.world.sensors[context.world.network.devices[d]];
    DeviceModel& device = *sensor.device;
    if (auto* usbl = std::get_if<UsblModel>(&device.kind)) {
      usbl->transponders = wiring.transponders(d, usbl->transponder_names, "transponders");
      wiring.check_answers(d, usbl->transducer, usbl->ping_s, usbl->transponders);
      if (!usbl->individual)  // one reading per answer
        sensor.rate_hz *= static_cast<double>(std::max<size_t>(1, usbl->transponders.size()));
    } else if (auto* lbl = std::get_if<LblModel>(&device.kind)) {
      lbl->beacons = wiring.transponders(d, lbl->beacon_names, "beacons");
      wiring.check_answers(d, lbl->transducer, lbl->ping_s, lbl->beacons);
      if (lbl->beacons.size() < 3 || lbl->beacons.size() > kMostBeacons)
        context.fail(sensor.key + ".beacons", "needs from 3 to " + std::to_string(kMostBeacons) +
                                                  " transponders, found " +
                                                  std::to_string(lbl->beacons.size()));
    }
  }
}

}  // namespace

std::optional<DeviceModel> device_model(const AnyConfig& config) {
  DeviceModel out;
  if (const auto* c = config.as<AcousticModemConfig>()) {
    out.kind = acoustic_modem(*c);
  } else if (const auto* o = config.as<OpticalModemConfig>()) {
    out.kind = optical_modem(*o);
  } else if (const auto* u = config.as<UsblConfig>()) {
    out.kind = usbl(*u);
    out.rate_hz = u->rate_hz;
  } else if (const auto* t = config.as<TransponderConfig>()) {
    out.kind = TransponderModel{transducer(*t), t->ping_s, t->turnaround_s};
  } else if (const auto* l = config.as<LblConfig>()) {
    out.kind = lbl(*l);
    out.rate_hz = l->rate_hz;
  } else if (const auto* p = config.as<PingerConfig>()) {
    out.kind = PingerModel{transducer(*p), p->ping_s};
    out.rate_hz = p->rate_hz;
  } else if (const auto* h = config.as<HydrophoneConfig>()) {
    out.kind = HydrophoneModel{transducer(*h), h->direction, h->level,
                               h->time, h->angle};
  } else {
    return std::nullopt;
  }
  return out;
}

void network(const Context& context) {
  const Wiring wiring(context);
  find_transponders(context, wiring);
  NetworkParameters& network = context.world.network;
  for (int d = 0; d < wiring.count(); ++d)
    if (const PacketModel* packet = packets_of(wiring.model(d)))
      network.payload_words = std::max(network.payload_words, (packet->max_bytes + 7) / 8);
}

}  // namespace hadal::build

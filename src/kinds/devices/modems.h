// Modems of the network: packets by sound or by light (sensors/network/network.h).
#pragma once
#include "kinds/devices/device.h"

namespace hadal::inline kinds {

enum class Modulation { kGiven, kFsk, kBpsk, kQpsk, kDpsk, kFskFading, kBpskFading };

// Facts of a reading, in the order of its columns: counts, and how the last packet arrived.
enum ModemFact {
  kModemSent,
  kModemReceived,
  kModemLost,
  kModemRefused,
  kModemOutcome,
  kModemFrom,
  kModemBytes,
  kModemDelay,
  kModemLevel,
  kModemSnr,
  kModemDoppler,
  kModemFacts
};

struct AcousticModemModel : Transducer, PacketModel {
  Modulation modulation = Modulation::kFsk;
  std::optional<double> bit_error_rate;  // with Modulation::kGiven
  double coding_gain_db = 0;
  double capture_db = 6;  // a packet survives another that is this much weaker
  double doppler_tolerance_m_s = 10;
  bool multipath = false;
  int max_bounces = 2;
  double guard_s = 0;  // echoes within it help, later ones disturb

  static const StructSchema& schema();
  std::vector<Column> columns() const;
};

struct OpticalModemModel : extension::SensorConfig, PacketModel {
  OpticalModemModel() { bit_rate = 1e6, max_bytes = 1024; }
  double snr_1m_db = 80;                    // electrical, on the axis of both at 1 m
  std::optional<double> attenuation_per_m;  // of the beam; else that of the world's optics
  double wavelength_nm = 470;               // at this wavelength
  double half_angle_rad = 30 * kDegree;     // of the lamp, at half power
  double field_of_view_rad = 60 * kDegree;  // of the receiver, half angle
  double max_range_m = 100;
  double detection_db = 10;

  static const StructSchema& schema();
  std::vector<Column> columns() const;
  // Where the scenario says nothing of the optics of the water.
  double fixed_attenuation_per_m() const { return attenuation_per_m.value_or(0.15); }
};

}  // namespace hadal::kinds

#include "sensors/network/modulation.h"

#include <cmath>

namespace hadal::sensors {

double bit_error_rate(Modulation modulation, double ebn0) {
  switch (modulation) {
    case Modulation::kGiven:
      break;
    case Modulation::kFsk:
      return 0.5 * std::exp(-0.5 * ebn0);
    case Modulation::kDpsk:
      return 0.5 * std::exp(-ebn0);
    case Modulation::kBpsk:
    case Modulation::kQpsk:
      return 0.5 * std::erfc(std::sqrt(ebn0));
    case Modulation::kFskFading:
      return 1 / (2 + ebn0);
    case Modulation::kBpskFading:
      return 0.5 * (1 - std::sqrt(ebn0 / (1 + ebn0)));
  }
  return 0;
}

double on_off_error_rate(double snr) {
  return 0.5 * std::erfc(std::sqrt(snr / 8));
}

double log_success(double bit_error_rate, double bits) {
  return bits > 0 ? bits * std::log1p(-bit_error_rate) : 0;
}

double from_db(double db) {
  return std::pow(10.0, 0.1 * db);
}

double to_db(double ratio) {
  return 10 * std::log10(ratio);
}

}  // namespace hadal::sensors

#include "sensors/network/reception.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hadal::sensors {
namespace {

double overlap(double a_begin, double a_end, double b_begin, double b_end) {
  return std::max(0.0, std::min(a_end, b_end) - std::max(a_begin, b_begin));
}

// The next moment after t at which something begins or ends, at most `end_s`.
double next_change(const Reception& reception, double t, double end_s) {
  double next = end_s;
  for (const Disturbance& d : reception.disturbances) {
    if (d.begin_s > t) next = std::min(next, d.begin_s);
    if (d.end_s > t) next = std::min(next, d.end_s);
  }
  return next;
}

}  // namespace

Disturbance over_a_bit(const Disturbance& d, double bit_s) {
  const double length_s = d.end_s - d.begin_s;
  if (length_s >= bit_s) return d;
  return {d.begin_s, d.begin_s + bit_s, d.power * length_s / bit_s};
}

double mean_snr(const Reception& reception, double from_s, double to_s) {
  double noise = reception.noise_power;
  const double span_s = std::max(to_s - from_s, std::numeric_limits<double>::min());
  for (const Disturbance& d : reception.disturbances)
    noise += d.power * overlap(d.begin_s, d.end_s, from_s, to_s) / span_s;
  return reception.power / noise;
}

double BitLaw::operator()(double snr) const {
  if (light) return on_off_error_rate(snr);
  return modulation == Modulation::kGiven ? given : bit_error_rate(modulation, snr * ebn0_per_snr);
}

double packet_success(const Reception& reception, const BitLaw& law, double data_begin_s,
                      double bits) {
  const double length_s = reception.end_s - data_begin_s;
  if (!(length_s > 0))
    return std::exp(log_success(law(mean_snr(reception, data_begin_s, reception.end_s)), bits));
  double log_probability = 0;
  for (double t = data_begin_s; t < reception.end_s;) {
    const double next = next_change(reception, t, reception.end_s);
    log_probability += log_success(law(mean_snr(reception, t, next)), bits * (next - t) / length_s);
    t = next;
  }
  return std::exp(log_probability);
}

double band_fraction(double frequency_hz, double bandwidth_hz, double into_frequency_hz,
                  double into_bandwidth_hz) {
  return overlap(frequency_hz - bandwidth_hz / 2, frequency_hz + bandwidth_hz / 2,
                 into_frequency_hz - into_bandwidth_hz / 2,
                 into_frequency_hz + into_bandwidth_hz / 2) /
         bandwidth_hz;
}

}  // namespace hadal::sensors

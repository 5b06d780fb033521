// One signal at one receiver while others sound too. With S the received power, N that of ambient
// noise, own noise and late echoes in the signal's band, and I_i(t) that of the other sounds in it,
//   snr(t) = S / (N + sum_i I_i(t)),
// constant between the moments at which a disturbance begins or ends. A packet arrives whole with
//   prod over these spans of (1 - BER(snr))^bits,   bits in proportion to the length of the span;
// a disturbance shorter than a bit is spread over one.
// Powers are ratios to 1 uPa^2.
#pragma once
#include <span>

#include "sensors/network/modulation.h"

namespace hadal::sensors {

struct Disturbance {
  double begin_s = 0, end_s = 0;
  double power = 0;  // in the band of the signal
};

struct Reception {
  double begin_s = 0, end_s = 0;
  double power = 0;
  double noise_power = 0;
  std::span<const Disturbance> disturbances;
};

// A receiver decides bit by bit: what is shorter than a bit acts on all of it with its energy.
Disturbance over_a_bit(const Disturbance& disturbance, double bit_s);

// Of the mean power of all that disturbs over a span of time.
double mean_snr(const Reception& reception, double from_s, double to_s);

// Error rate of bits over the ratio of signal to noise in the band.
struct BitLaw {
  Modulation modulation = Modulation::kFsk;
  double given = 0;
  double ebn0_per_snr = 1;  // bandwidth / bit rate, times the gain of coding
  bool light = false;       // on-off keyed

  double operator()(double snr) const;
};

// Probability that the bits between data_begin_s and the end all arrive.
double packet_success(const Reception& reception, const BitLaw& law, double data_begin_s,
                      double bits);

// Fraction of the power of a band that falls into another: centres and widths.
double band_fraction(double frequency_hz, double bandwidth_hz, double into_frequency_hz,
                  double into_bandwidth_hz);

}  // namespace hadal::sensors

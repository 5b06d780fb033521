// How often bits arrive wrong. With gamma = Eb/N0, the energy of a bit over the noise density,
//   FSK, non-coherent    1/2 exp(-gamma/2)         Rayleigh fading: 1 / (2 + gamma)
//   DPSK                 1/2 exp(-gamma)
//   BPSK, coherent       1/2 erfc(sqrt(gamma))     Rayleigh: 1/2 (1 - sqrt(gamma/(1 + gamma)))
// (Proakis & Salehi, Digital Communications, ch. 4 and 13; QPSK has the rate of BPSK per bit). The
// fading forms are means over gamma, for fading that is independent from bit to bit (interleaved).
// On-off keyed light with electrical signal to noise ratio s at the peak: 1/2 erfc(sqrt(s/8)).
// Errors of bits are independent, so that n bits arrive whole with probability (1 - BER)^n.
#pragma once
#include "kinds/devices/modems.h"

namespace hadal::sensors {

// ebn0 as a ratio, >= 0. Modulation::kGiven has no such law.
double bit_error_rate(Modulation modulation, double ebn0);
double on_off_error_rate(double snr);

// ln of the probability that n bits arrive whole; -infinity when none can. Sums over the parts of
// a packet.
double log_success(double bit_error_rate, double bits);

// Ratios in dB and back.
double from_db(double db);
double to_db(double ratio);

}  // namespace hadal::sensors

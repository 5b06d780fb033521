// Tidal currents as a signed speed, positive on the flood, from harmonic constituents:
//   v(t) = sum_i A_i cos(w_i t - phase_i), t since the epoch of the phases.
// The amplitudes and phases hold for that epoch: there is no nodal correction, which changes M2 by
// 4 % and O1 by 19 % over the 18.6 years of the lunar node; use constants of the year at hand.
#pragma once
#include <vector>

#include "kinds/currents/current.h"
#include "math/units.h"

namespace hadal::inline kinds {

// What tides have in common. Without an ebb direction the ebb runs opposite to the flood.
struct TideDirection : CurrentConfig {
  double toward_rad = 0;  // of the flood
  std::optional<double> ebb_toward_rad;

  // The velocity of a signed speed: along the flood when positive, along the ebb when negative.
  Vec3 velocity_of_N(double speed_m_s) const;
};

// The fields of both kinds of tide.
template <class T>
StructBuilder<T> tide_schema(const char* kind, const char* doc) {
  return current_schema<T>(kind, doc)
      .number("toward_deg", &T::toward_rad, "Direction of the flood.", kAngle, kDegree)
      .number("ebb_toward_deg", &T::ebb_toward_rad,
              "Direction of the ebb; opposite to the flood if left out.", kAngle, kDegree);
}

struct TideConstituent {
  std::string name;  // math/tidal_constituents.h
  double amplitude_m_s = 0;
  double phase_rad = 0;
  static const StructSchema& schema();

  double prepared_speed_rad_s = 0;
};

struct TideCurrent : TideDirection {
  std::string epoch;  // ISO time; empty = start of the world clock
  std::vector<TideConstituent> constituents;
  static const StructSchema& schema();

  void prepare(const CurrentRun& run, CheckReport& report);
  Vec3 velocity_everywhere_N(double time_s, const double*) const {
    return velocity_of_N(speed_m_s(prepared_start_since_epoch_s + time_s));
  }
  double speed_m_s(double since_epoch_s) const;

  double prepared_start_since_epoch_s = 0;
};

}  // namespace hadal::kinds

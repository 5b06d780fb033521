// What a navigation sensor may look at: the true motion of its body and the sea around it, at one
// tick. Filled by the caller; sensors know no private water. World N is north-east-down, body B
// forward-right-down.
#pragma once
#include <array>
#include <limits>
#include <span>

#include "base/ticks.h"
#include "math/types.h"
#include "sensors/scalar/device_reading.h"
#include "world/doppler.h"

namespace hadal::sensors {

struct ThrusterTruth {
  double rate_rad_s = 0;
  double thrust_N = 0;
  double torque_N_m = 0;
  double power_W = 0;
};

struct WaterTruth {
  double pressure_Pa = 101325;  // absolute, at the body origin; atmospheric when that is dry
  double atmospheric_pressure_Pa = 101325;
  double density_kg_m3 = 1025;
  double temperature_degc = 10;
  double surface_elevation_m = 0;  // of the waves above the sensor, up from z = 0
  double wave_pressure_Pa = 0;     // what the waves add at the sensor to the pressure of calm water
};

// What the links of a contact sensor feel.
struct ContactTruth {
  int points = 0;
  Vec3 force_N = Vec3::Zero();  // sum over the points, N, in axes N
  double penetration_m = 0;     // deepest
  double slip_m_s = 0;          // fastest sliding of one point
};

// What one beam of a Doppler instrument meets.
struct BeamTruth {
  double range_m = std::numeric_limits<double>::infinity();  // nothing within reach
  double closing_m_s = 0;         // of the sensor on the surface it meets, along the beam
  double sound_speed_m_s = 1500;  // mean on the way there
  // Of the sensor through the water of a layer; NaN where there is no such layer.
  double water_closing_m_s = std::numeric_limits<double>::quiet_NaN();
};

struct DopplerTruth {
  std::array<BeamTruth, kJanusBeams> beams;
  double sound_speed_m_s = 1500;  // at the face of the instrument
  // Of a profiler, four per cell: velocity of the water from the instrument away, along each beam;
  // NaN where there is none to be had.
  std::span<const double> cells;
};

struct Truth {
  Tick tick = 0;
  double time_s = 0;
  Vec3 p_NB_N = Vec3::Zero();
  Quat q_NB = Quat::Identity();
  Vec6 nu_B = Vec6::Zero();        // twist of B in N, expressed in B
  Vec3 a_NB_N = Vec3::Zero();      // acceleration of the body origin in N
  Vec3 alpha_NB_B = Vec3::Zero();  // angular acceleration
  Vec3 w_IN_N = Vec3::Zero();      // rotation of the Earth, earth_rate_N(); zero in a still frame
  double gravity_m_s2 = 9.80665;   // down
  Vec3 field_N_T = Vec3::Zero();   // magnetic flux density
  WaterTruth water;
  // From an altimeter to the first thing in its beam; infinite where there is none within reach.
  double beam_range_m = std::numeric_limits<double>::infinity();
  double beam_sound_speed_m_s = 1500;  // mean on the way there
  DopplerTruth doppler;
  ContactTruth contact;
  Heard heard;  // by a device of the network
  std::span<const ThrusterTruth> thrusters;
  double electrical_power_W = 0;  // drawn from the battery, mean since its last sample
};

// The true state of a sensor frame S mounted at X_BS.
inline Vec3 p_NS_N(const Truth& truth, const Pose& X_BS) {
  return truth.p_NB_N + truth.q_NB * X_BS.p;
}
inline Quat q_NS(const Truth& truth, const Pose& X_BS) {
  return truth.q_NB * X_BS.q;
}
inline Vec3 v_NS_N(const Truth& truth, const Pose& X_BS) {
  const Vec3 v_B = truth.nu_B.head<3>(), w_B = truth.nu_B.tail<3>();
  return truth.q_NB * (v_B + w_B.cross(X_BS.p));
}

}  // namespace hadal::sensors

// A Janus array: four beams tilted from the z axis of the sensor frame S,
//   e_i = (sin b cos a_i, sin b sin a_i, cos b),
// what they meet, and the velocity that the velocities along them amount to. Beams are straight; an
// instrument out of the water meets nothing. Ranges count along a beam unless said otherwise.
//
// The angle b of pistons is fixed. A phased array is made for one sound speed c_0; in water of c
// its beams stand at sin b(c) = sin b c / c_0, so that the Doppler shift of a horizontal motion
// does not depend on c (Teledyne RD Instruments, "Acoustic Doppler current profiler principles of
// operation: a practical primer").
#pragma once
#include <array>
#include <cmath>
#include <limits>

#include "kinds/sensors/columns.h"
#include "kinds/sensors/mounting.h"
#include "math/units.h"

namespace hadal::inline kinds {

constexpr int kJanusBeams = 4;
constexpr int kMinBeams = 3;
constexpr double kDesignSoundSpeed = 1500;  // m/s, of phased arrays
// where nothing was received
constexpr double kNoReading = std::numeric_limits<double>::quiet_NaN();
constexpr Bounds kBeamRange{0, 12000, true};  // m, the deepest sea

using BeamVectors = std::array<Vec3, kJanusBeams>;
using BeamNumbers = std::array<double, kJanusBeams>;

// White noise of the velocity along one beam: sigma^2 = std^2 + (relative v)^2 + (per_range R)^2.
struct DopplerNoise {
  double std_m_s = 0;
  double relative = 0;
  double per_range_1_s = 0;
  static const StructSchema& schema();
  double sigma_m_s(double velocity_m_s, double range_m) const {
    return std::hypot(std_m_s, relative * velocity_m_s, per_range_1_s * range_m);
  }
};

// What Doppler instruments have in common.
struct JanusSensor : extension::SensorConfig {
  static constexpr auto kSees = extension::InstrumentClass::kDvl;
  double beam_angle_rad = 30 * kDegree;  // from the z axis of S
  std::array<double, kJanusBeams> azimuth_rad = {45 * kDegree, 135 * kDegree, 225 * kDegree,
                                                 315 * kDegree};  // about z, from x towards y
  bool phased_array = false;
  double sound_speed_m_s = std::numeric_limits<double>::quiet_NaN();  // told; else it knows it

  // Unit vector of a beam in S.
  Vec3 direction_S(int beam, double true_sound_speed_m_s) const;
  // The sound speed it reckons with.
  double instead_of_m_s(double true_m_s) const {
    return std::isnan(sound_speed_m_s) ? true_m_s : sound_speed_m_s;
  }
  // For viewers.
  extension::Beams beams_to(double range_m) const;
};

template <class T>
StructBuilder<T> janus_schema(const char* kind, const char* doc);
// Two beams at the same place leave fewer than three directions when one of the others is lost.
void check_janus(const JanusSensor& sensor, CheckReport& report);

// What one beam meets.
struct BeamTruth {
  double range_m = std::numeric_limits<double>::infinity();  // nothing within reach
  double closing_m_s = 0;         // of the sensor on the surface it meets, along the beam
  double sound_speed_m_s = 1500;  // mean on the way there
  // Of the sensor through the water of a layer; NaN where there is no such layer.
  double water_closing_m_s = kNoReading;
};
struct JanusTruth {
  std::array<BeamTruth, kJanusBeams> beams;
  double sound_speed_m_s = 1500;  // at the face of the instrument
};

// The instrument in the world.
struct JanusMotion {
  Vec3 p_N, v_N;
  Quat q_NS;
  explicit JanusMotion(const extension::SensorContext& now);
};
// Ranges, closing speeds and sound speeds.
void meet_surfaces(const JanusSensor& sensor, double max_range_m,
                   const extension::SensorContext& now, const JanusMotion& motion,
                   JanusTruth& truth);
// Current and orbital motion; NaN out of the water.
Vec3 water_velocity_N(const extension::Sea& sea, const Vec3& p_N);

// prefix_1_suffix ... prefix_4_suffix.
Columns per_beam(const std::string& prefix, const std::string& suffix, const std::string& unit);

// Unit vectors in S, in water of a sound speed.
BeamVectors beam_vectors_S(const JanusSensor& sensor, double sound_speed_m_s);

// Least squares on the beams that are used: v = G b with G = (E^T E)^-1 E^T; covariance
// G diag(sigma^2) G^T. For four beams at steps of 90 degrees: sigma_x = sigma_y =
// sigma / (sqrt(2) sin b), sigma_z = sigma / (2 cos b).
struct JanusSolution {
  bool found = false;  // false for fewer than three beams, or beams in one plane
  Vec3 velocity_S = Vec3::Zero();
  Mat3 covariance = Mat3::Zero();
};
JanusSolution solve_janus(const BeamVectors& beams_S, const BeamNumbers& velocity_m_s,
                          const BeamNumbers& sigma_m_s, const std::array<bool, kJanusBeams>& used);

template <class T>
StructBuilder<T> janus_schema(const char* kind, const char* doc) {
  static_assert(std::is_base_of_v<JanusSensor, T>);
  return extension::sensor_schema<T>(kind, doc)
      .number("beam_angle_deg", &T::beam_angle_rad, "Of each beam from the z axis of the sensor.",
              {1, 80}, kDegree)
      .vector("azimuths_deg", &T::azimuth_rad,
              "Directions of the four beams about z, from x (ahead) towards y (starboard).",
              {-360, 360}, kDegree)
      .boolean("phased_array", &T::phased_array,
               "Beams made by one flat array: their angle follows the sound speed.")
      .number("sound_speed_m_s", &T::sound_speed_m_s,
              "Sound speed set in the instrument; the true one at its place if left out.",
                  {1000, 2000})
      .check([](const T& sensor, CheckReport& report) { check_janus(sensor, report); });
}

}  // namespace hadal::kinds

// Doppler velocity log: range and closing velocity along four beams, and the velocity of the
// instrument they amount to (janus.h).
//
// Each beam is a ray to the first thing it meets, seabed or body, moving or not; the velocity along
// it is e . (v_sensor - v_surface). An echo counts between the range limits; towards them it gets
// lost with a chance that rises linearly from 0 to 1 over `fade` times the limit. With at least
// three echoes the solution is bottom track. With fewer it is water track, from the mean velocity
// of the water along each beam between the borders of a layer; the layer ends at kClearOfBottom of
// the range to the bottom. The reading says which of the two it is.
//
// Sound: a range is the travel time, 2 R / c_mean, times half the sound speed c_a the instrument
// reckons with; a velocity is the Doppler shift 2 f v / c at the face times c_a / 2f. An instrument
// that is told a wrong c_a scales both by c_a / c; a phased array keeps its horizontal velocity
// right because the angle of its beams follows the sound speed in the same way. One that is told
// nothing knows the sound speed of its water.
//
// Noise per beam: DopplerNoise. Altitude: mean of the vertical parts of the good ranges, by an
// instrument that knows its attitude. Figure of merit: root of the trace of the covariance.
//
// Not modelled: the footprint of a beam, bending of the beams, side lobes, the time between ping
// and echo (the reading is that of the tick).
#pragma once
#include <span>

#include "kinds/sensors/janus.h"

namespace hadal::inline kinds {

constexpr double kClearOfBottom = 0.8;  // fraction of the range to the bottom that is water for sure
constexpr int kLayerSamples = 8;        // of the water between the borders of the layer

struct Dvl : JanusSensor {
  static constexpr auto kMessage = extension::ReadingMessage::kDvl;
  double min_range_m = 0.5;
  double max_range_m = 100;
  // Towards both limits echoes get lost: the chance rises from 0 to 1 over this part of the limit.
  double fade = 0.05;
  DopplerNoise beam_noise;  // bottom track
  double range_std_m = 0;
  double range_std_relative = 0;
  bool water_track = true;                        // when fewer than three beams find the bottom
  std::array<double, 2> water_layer_m = {2, 8};   // nearest and farthest range
  DopplerNoise water_noise;
  extension::NoiseModel velocity;  // m/s, of the velocity in S: misalignment, scale, bias

  static const StructSchema& schema();
  Columns columns() const;
  std::vector<extension::NoiseGroup> noise_groups() const { return {{velocity, 3}}; }
  double reach_m() const { return max_range_m; }
  extension::Beams beams() const { return beams_to(max_range_m); }
  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const;

  double range_sigma_m(double range_m) const {
    return std::hypot(range_std_m, range_std_relative * range_m);
  }
  // Chance that the echo of a surface at this range is found.
  double echo_chance(double range_m) const;
};

// Columns of a reading.
enum DvlColumn : size_t {
  kDvlVelocity = 0,  // x, y, z in S
  kDvlAltitude = 3,
  kDvlMode = 4,       // DvlMode
  kDvlGoodBeams = 5,  // that found the bottom
  kDvlFigureOfMerit = 6,
  kDvlCovariance = 7,  // xx, xy, xz, yy, yz, zz
  kDvlSoundSpeed = 13,
  kDvlRange = 14,    // per beam; NaN without an echo
  kDvlBeam = 18,     // velocity per beam, to bottom or water; NaN without
  kDvlQuality = 22,  // per beam: chance that its echo comes through
  kDvlColumns = 26,
};
enum class DvlMode { kNone = 0, kBottom = 1, kWater = 2 };

// What a perfect instrument would read. Returns whether there is a solution.
bool dvl_perfect(const Dvl& dvl, const JanusTruth& truth, const Quat& q_NS,
                 std::span<double> columns);
// What this one reads, before the errors of the solution: fills sample.values.
bool dvl_measure(const Dvl& dvl, const JanusTruth& truth, const Quat& q_NS,
                 extension::SensorSample& sample);

}  // namespace hadal::kinds

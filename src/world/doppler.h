// Parameters of the Doppler instruments, DVL and ADCP: four beams about the z axis of the sensor
// frame S (a Janus array). Plain SI data. Ranges count along a beam unless said otherwise.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "math/types.h"
#include "world/noise_model.h"

namespace hadal::inline world {

constexpr int kJanusBeams = 4;
constexpr double kDesignSoundSpeed = 1500;  // m/s, of phased arrays

struct JanusBeams {
  double angle_rad = std::numbers::pi / 6;  // from the z axis of S
  std::array<double, kJanusBeams> azimuth_rad = {
      std::numbers::pi / 4, 3 * std::numbers::pi / 4, 5 * std::numbers::pi / 4,
      7 * std::numbers::pi / 4};  // about z, from x towards y
  // Beams made by the phases of one flat array, whose angle follows the sound speed: in water of c
  // they stand at sin(angle) c / kDesignSoundSpeed.
  bool phased_array = false;

  // Unit vector of a beam in S.
  Vec3 direction_S(int beam, double sound_speed_m_s) const {
    const double stretch = phased_array ? sound_speed_m_s / kDesignSoundSpeed : 1;
    const double across = std::min(1.0, std::sin(angle_rad) * stretch);
    const double along = phased_array ? std::sqrt(1 - across * across) : std::cos(angle_rad);
    return {across * std::cos(azimuth_rad[beam]), across * std::sin(azimuth_rad[beam]), along};
  }
};

// White noise of the velocity along one beam: sigma^2 = std^2 + (relative v)^2 + (per_range R)^2.
struct DopplerNoise {
  double std_m_s = 0;
  double relative = 0;
  double per_range_1_s = 0;
  double sigma_m_s(double velocity_m_s, double range_m) const {
    return std::hypot(std_m_s, relative * velocity_m_s, per_range_1_s * range_m);
  }
};

// The sound speed an instrument reckons with: told once, or known for its water at any place.
struct AssumedSoundSpeed {
  std::optional<double> told_m_s;
  double instead_of_m_s(double true_m_s) const { return told_m_s.value_or(true_m_s); }
};

struct DvlModel {
  JanusBeams beams;
  double min_range_m = 0.5;
  double max_range_m = 100;
  // Towards both limits echoes get lost: the chance rises from 0 to 1 over this share of the limit.
  double fade = 0.05;
  DopplerNoise velocity;  // bottom track
  double range_std_m = 0;
  double range_std_relative = 0;
  bool water_track = true;  // when fewer than three beams find the bottom
  double layer_near_m = 2, layer_far_m = 8;
  DopplerNoise water;
  AssumedSoundSpeed sound;
  NoiseModel solution;  // m/s, of the velocity in S: misalignment, scale, bias

  double range_sigma_m(double range_m) const {
    return std::hypot(range_std_m, range_std_relative * range_m);
  }
};

// Columns of a DVL's reading.
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

enum class ProfileOutput { kCombined, kBeams };
enum class ProfileFrame { kInstrument, kEarth };

// Cell k of n reaches along the z axis of S from blanking + k size to blanking + (k + 1) size; its
// centre on a beam is 1 / cos(angle) times as far.
struct AdcpModel {
  JanusBeams beams;
  int cells = 20;
  double cell_size_m = 1;
  double blanking_m = 0.5;
  double max_range_m = 100;  // along a beam; cells beyond give nothing
  bool side_lobe_cut = true;
  ProfileOutput output = ProfileOutput::kCombined;
  ProfileFrame frame = ProfileFrame::kEarth;
  DopplerNoise velocity;
  AssumedSoundSpeed sound;

  double cell_center_m(int cell) const { return blanking_m + (cell + 0.5) * cell_size_m; }
};

// Columns of a profile: four per cell. Combined: number of good beams, then the velocity, NaN
// without. Beams: the velocity along each, away from the instrument, NaN without.
constexpr size_t kAdcpNumbersPerCell = 4;
inline size_t adcp_columns(const AdcpModel& model) {
  return kAdcpNumbersPerCell * static_cast<size_t>(model.cells);
}

}  // namespace hadal::world

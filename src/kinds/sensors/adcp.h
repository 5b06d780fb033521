// Acoustic Doppler current profiler: the velocity of the water relative to the instrument, cell by
// cell along four beams (janus.h).
//
// Cell k of a beam is centred at range z_k / cos b, z_k = blanking + (k + 1/2) size, and gives the
// velocity of the water there along the beam, e . (u(p) - v_sensor), positive away from the
// instrument, plus noise. Waves move the water too. A cell counts while all of it lies in the
// water, within max_range_m and clear of what the beam meets at range R: up to R cos b with
// side_lobe_cut (the side lobe straight to the bottom comes back as early as the echo from there),
// up to R without.
//
// Combined output: least squares of the beams of a cell (three at least), in S or in north, east,
// down by an instrument that knows its attitude. Beam output: the four velocities. A sound speed
// told wrongly scales velocities like those of a DVL (dvl.h); the place of the cells is that of
// the true sound speed. The vehicle's own velocity is not taken out: a moving instrument adds it.
#pragma once
#include <span>

#include "kinds/sensors/janus.h"

namespace hadal::inline kinds {

enum class ProfileOutput { kCombined, kBeams };
enum class ProfileFrame { kInstrument, kEarth };

// Columns of a profile: four per cell. Combined: number of good beams, then the velocity, NaN
// without. Beams: the velocity along each, away from the instrument, NaN without.
constexpr size_t kAdcpNumbersPerCell = 4;
constexpr int kMaxCells = 256;

// Cell k of n reaches along the z axis of S from blanking + k size to blanking + (k + 1) size; its
// centre on a beam is 1 / cos(angle) times as far.
struct Adcp : JanusSensor {
  static constexpr auto kMessage = extension::ReadingMessage::kCurrentProfile;
  int cells = 20;
  double cell_size_m = 1;
  double blanking_m = 0.5;
  double max_range_m = 100;  // along a beam; cells beyond give nothing
  bool side_lobe_cut = true;
  ProfileOutput output = ProfileOutput::kCombined;
  ProfileFrame frame = ProfileFrame::kEarth;
  DopplerNoise beam_noise;

  static const StructSchema& schema();
  Columns columns() const;
  std::vector<extension::NoiseGroup> noise_groups() const { return {}; }
  double reach_m() const { return max_range_m; }
  extension::Beams beams() const;
  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const;

  size_t numbers() const { return kAdcpNumbersPerCell * static_cast<size_t>(cells); }
  double cell_center_m(int cell) const { return blanking_m + (cell + 0.5) * cell_size_m; }
  // The last range of a beam that counts, when it meets something at range_m (infinity: nothing).
  double clear_range_m(double range_m) const;
};

// What the beams find.
struct ProfileTruth {
  double sound_speed_m_s = 1500;  // at the face of the instrument
  // Four per cell: velocity of the water from the instrument away, along each beam; NaN where there
  // is none to be had.
  std::span<const double> cells;
};
// Both return whether any cell has a velocity.
bool adcp_perfect(const Adcp& adcp, const ProfileTruth& truth, const Quat& q_NS,
                  std::span<double> columns);
// Fills sample.values.
bool adcp_measure(const Adcp& adcp, const ProfileTruth& truth, const Quat& q_NS,
                  extension::SensorSample& sample);

}  // namespace hadal::kinds

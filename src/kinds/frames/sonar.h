// Parameters that several kinds of sonars share, with their keys.
#pragma once
#include <string>
#include <type_traits>

#include "kinds/frames/frame_kind.h"
#include "math/units.h"

namespace hadal::inline kinds {

// What all of them have. Levels are dB re 1 uPa, those of sources at 1 m.
struct SonarBeam : extension::SensorConfig {
  double frequency_hz = 750e3;
  double bandwidth_hz = 30e3;
  double min_range_m = 0.5;
  double max_range_m = 50;
  double source_level_db = 210;
  double self_noise_db = 60;   // in the band: what the receiver hears in still water
  double directivity_db = 25;  // of the receiver against ambient noise
  double beam_width_rad = 2 * kDegree, beam_height_rad = 25 * kDegree;  // -3 dB, one way
  bool noise = true;
  bool sees_own_vehicle = false;
};

// Those that give levels over range. The gain of the receiver over range is
// spreading_gain log10(r / 1 m) + 2 absorption_gain r.
struct SonarLine : SonarBeam {
  int rays_across = 4;   // per beam
  int rays_along = 256;  // per beam and ray across
  bool speckle = true;   // else every echo has phase zero
  double speckle_cell_m = 0.02;  // at most half a bin is used
  double spreading_gain_db = 30;
  double absorption_gain_db_m = 0;
  bool labels = false, clean = false;  // what a frame holds besides level_db
  bool surface_multipath = false, bottom_multipath = false;
};

constexpr double kSlowestSound = 1400, kNominalSound = 1500;  // m/s
constexpr double kMaxBins = 65536, kMaxBeams = 4096, kMaxLineRays = 8192;
constexpr double kKilohertz = 1e3;
constexpr Bounds kSonarLevel{-50, 300};

// Number of range bins.
inline double range_bins(const SonarBeam& c) {
  return (c.max_range_m - c.min_range_m) * 2 * c.bandwidth_hz / kNominalSound;
}

void check_sound(const SonarBeam& sonar, CheckReport& report);

// The keys of SonarBeam.
template <class T>
StructBuilder<T> sonar_beams(const char* kind, const char* doc) {
  static_assert(std::is_base_of_v<SonarBeam, T>);
  return extension::sensor_schema<T>(kind, doc)
      .number("frequency_khz", &T::frequency_hz, "Carrier.", {1, 10000}, kKilohertz)
      .number("bandwidth_khz", &T::bandwidth_hz, "Of the pulse; sets the range resolution.",
              {0.01, 10000}, kKilohertz)
      .number("min_range_m", &T::min_range_m, "Minimum range.", kNotNegative)
      .number("max_range_m", &T::max_range_m, "It listens no longer than for this range.",
              {0, 15000, true})
      .number("source_level_db", &T::source_level_db, "dB re 1 uPa at 1 m.", kSonarLevel)
      .number("self_noise_db", &T::self_noise_db, "Of the receiver, dB re 1 uPa in its band.",
              kSonarLevel)
      .number("directivity_db", &T::directivity_db, "Of the receiver against ambient noise.",
              {0, 60})
      .number("beam_width_deg", &T::beam_width_rad, "-3 dB width of a beam, across its columns.",
              {0.01, 179}, kDegree)
      .number("beam_height_deg", &T::beam_height_rad, "-3 dB width of a beam, along its rows.",
              {0.01, 179}, kDegree)
      .boolean("noise", &T::noise, "Noise of the receiver and the sea.")
      .boolean("sees_own_vehicle", &T::sees_own_vehicle, "Echoes of its own vehicle, too.")
      .check(check_sound);
}

// The keys of SonarLine on top.
template <class T>
StructBuilder<T> sonar_line(const char* kind, const char* doc) {
  return sonar_beams<T>(kind, doc)
      .integer("rays_across", &T::rays_across, "Rays side by side in the width of the beam.",
               {1, 256})
      .integer("rays_along", &T::rays_along, "Rays over the beam and its side lobes.",
               {4, kMaxLineRays})
      .boolean("speckle", &T::speckle, "Random phase of the surface, cell by cell.")
      .number("speckle_cell_m", &T::speckle_cell_m, "Size of a cell.", {0.0005, 10})
      .number("spreading_gain_db", &T::spreading_gain_db, "Gain over range, dB per tenfold range.",
              {0, 80})
      .number("absorption_gain_db_m", &T::absorption_gain_db_m,
              "Gain over range, dB per metre one way.", {0, 10})
      .boolean("labels", &T::labels, "Planes of object, true range, elevation and shadow.")
      .boolean("clean", &T::clean, "A twin without speckle and noise.")
      .boolean("surface_multipath", &T::surface_multipath, "Echoes via the water surface.")
      .boolean("bottom_multipath", &T::bottom_multipath, "Echoes via the seabed.");
}

// Of those that make pictures: rays and bins of a frame are bounded.
void check_picture_size(double rays, double pixels, const char* rays_key, CheckReport& report);

}  // namespace hadal::kinds

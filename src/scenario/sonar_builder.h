// Schemas of sonar configs: the keys that several kinds share.
#pragma once
#include <string>
#include <type_traits>

#include "kinds/checks.h"
#include "scenario/line_sonar_config.h"

namespace hadal::inline scenario {

constexpr double kSlowestSound = 1400, kNominalSound = 1500;  // m/s
constexpr double kMostBins = 65536, kMostBeams = 4096, kMostLineRays = 8192;
constexpr Bounds kSonarLevel{-50, 300};

template <class T>
void check_sound(const T& c, CheckReport& r) {
  if (c.min_range_m >= c.max_range_m) r.fail("max_range_m", "must be above min_range_m");
  if (c.bandwidth_khz > 2 * c.frequency_khz)
    r.fail("bandwidth_khz", "must be at most twice frequency_khz");
  const double bins = (c.max_range_m - c.min_range_m) * 2e3 * c.bandwidth_khz / kNominalSound;
  if (bins > kMostBins)
    r.fail("max_range_m", "gives " + std::to_string(static_cast<long>(bins)) + " range bins of " +
                              std::to_string(static_cast<long>(kMostBins)) +
                              " at most; expected a shorter range or less bandwidth_khz");
  const double listening_s = 2 * c.max_range_m / kSlowestSound;
  if (c.rate_hz * listening_s > 1)
    r.fail("rate_hz", "the last echo comes after " + std::to_string(listening_s) +
                          " s, later than the next ping; expected a lower rate or a shorter range");
}

// The keys of SonarBeamConfig.
template <class T>
StructBuilder<T> sonar_beams(const char* kind, const char* doc) {
  static_assert(std::is_base_of_v<SonarBeamConfig, T>);
  return extension::sensor_schema<T>(kind, doc)
      .number("frequency_khz", &T::frequency_khz, "Carrier.", {1, 10000})
      .number("bandwidth_khz", &T::bandwidth_khz, "Of the pulse; sets the range resolution.",
              {0.01, 10000})
      .number("min_range_m", &T::min_range_m, "Nothing closer is heard.", kNotNegative)
      .number("max_range_m", &T::max_range_m, "It listens no longer than for this range.",
              {0, 15000, true})
      .number("source_level_db", &T::source_level_db, "dB re 1 uPa at 1 m.", kSonarLevel)
      .number("self_noise_db", &T::self_noise_db, "Of the receiver, dB re 1 uPa in its band.",
              kSonarLevel)
      .number("directivity_db", &T::directivity_db, "Of the receiver against ambient noise.",
              {0, 60})
      .number("beam_width_deg", &T::beam_width_deg, "-3 dB width of a beam, across its columns.",
              {0.01, 179})
      .number("beam_height_deg", &T::beam_height_deg, "-3 dB width of a beam, along its rows.",
              {0.01, 179})
      .boolean("noise", &T::noise, "Noise of the receiver and the sea.")
      .boolean("sees_own_vehicle", &T::sees_own_vehicle, "Echoes of its own vehicle, too.")
      .check(check_sound<T>);
}

// The keys of SonarLineConfig on top.
template <class T>
StructBuilder<T> sonar_line(const char* kind, const char* doc) {
  return sonar_beams<T>(kind, doc)
      .integer("rays_across", &T::rays_across, "Rays side by side in the width of the beam.",
               {1, 256})
      .integer("rays_along", &T::rays_along, "Rays over the height of the beam.",
               {4, kMostLineRays})
      .boolean("speckle", &T::speckle, "Random phase of the surface, cell by cell.")
      .number("speckle_cell_m", &T::speckle_cell_m, "Size of a cell.", {0.0005, 10})
      .number("spreading_gain_db", &T::spreading_gain_db, "Gain over range, dB per tenfold range.",
              {0, 80})
      .number("absorption_gain_db_m", &T::absorption_gain_db_m,
              "Gain over range, dB per metre one way.", {0, 10})
      .boolean("labels", &T::labels, "Planes of object, true range, elevation and shadow.")
      .boolean("clean", &T::clean, "A twin without speckle and noise.")
      .boolean("surface_multipath", &T::surface_multipath, "Echoes by way of the water surface.")
      .boolean("bottom_multipath", &T::bottom_multipath, "Echoes by way of the ground.");
}

}  // namespace hadal::scenario

#include "scenario/ranging_config.h"

#include <cmath>

#include "scenario/checks.h"
#include "scenario/sensor_builder.h"

namespace hadal::inline scenario {
namespace {

constexpr double kLongestBeam_m = 12000;  // the deepest sea
constexpr Bounds kBeamRange{0, kLongestBeam_m, true};
constexpr Bounds kSoundSpeed{1000, 2000};
constexpr double kClosestBeams_deg = 1;
constexpr int64_t kMostCells = 256, kMostRays = 2048;

// Two beams at the same place leave fewer than three directions when one of the others is lost.
template <class T>
void check_beams(const T& c, CheckReport& r) {
  for (size_t i = 0; i < c.azimuths_deg.size(); ++i)
    for (size_t j = i + 1; j < c.azimuths_deg.size(); ++j)
      if (std::abs(std::remainder(c.azimuths_deg[i] - c.azimuths_deg[j], 360.0)) <
          kClosestBeams_deg) {
        r.fail("azimuths_deg[" + std::to_string(j) + "]",
               "the same as another beam; expected four different directions");
        return;
      }
}

template <class T>
void check_ranges(const T& c, CheckReport& r) {
  if (c.min_range_m >= c.max_range_m) r.fail("max_range_m", "must be above min_range_m");
}

template <class T>
StructBuilder<T> janus(const char* kind, const char* doc) {
  static_assert(std::is_base_of_v<JanusConfig, T>);
  return sensor<T>(kind, doc)
      .number("beam_angle_deg", &T::beam_angle_deg, "Of each beam from the z axis of the sensor.",
              {1, 80})
      .numbers("azimuths_deg", &T::azimuths_deg,
               "Directions of the four beams about z, from x (ahead) towards y (starboard).", {4},
               kAngle)
      .boolean("phased_array", &T::phased_array,
               "Beams made by one flat array: their angle follows the sound speed.")
      .number("sound_speed_m_s", &T::sound_speed_m_s,
              "The sound speed it is told; if left out it knows that of its water.", kSoundSpeed)
      .check(check_beams<T>);
}

}  // namespace

const StructSchema& DopplerNoiseConfig::schema() {
  using C = DopplerNoiseConfig;
  static const StructSchema s =
      StructBuilder<C>("doppler_noise",
                       "White noise of the velocity along one beam; the parts add as squares.")
          .number("std_m_s", &C::std_m_s, "At rest and close by.", kNotNegative)
          .number("relative", &C::relative, "Share of the velocity along the beam.", kFraction)
          .number("per_range_1_s", &C::per_range_1_s, "m/s per metre of range.", kNotNegative);
  return s;
}

const StructSchema& DvlConfig::schema() {
  using C = DvlConfig;
  static const StructSchema s =
      janus<C>("dvl",
               "Doppler velocity log: velocity over ground from four beams, through the water when "
               "the bottom is out of reach.")
          .number("min_range_m", &C::min_range_m, "No echo closer than this, along a beam.",
                  kNotNegative)
          .number("max_range_m", &C::max_range_m, "No echo farther than this, along a beam.",
                  kBeamRange)
          .number("fade", &C::fade,
                  "Share of each limit over which echoes get lost ever more often.", {0, 0.5})
          .object("beam_noise", &C::beam_noise, "Along a beam, to the bottom.")
          .number("range_std_m", &C::range_std_m, "White noise of a range.", kNotNegative)
          .number("range_std_relative", &C::range_std_relative, "Share of the range.", kFraction)
          .boolean("water_track", &C::water_track,
                   "With fewer than three echoes, measure against the water.")
          .numbers("water_layer_m", &C::water_layer_m,
                   "Where along a beam: nearest and farthest range.", {2}, kNotNegative)
          .object("water_noise", &C::water_noise, "Along a beam, to the water.")
          .object("velocity", &C::velocity, "Errors of the solution, m/s.")
          .check(check_ranges<C>)
          .check([](const C& c, CheckReport& r) {
            if (c.water_layer_m[0] >= c.water_layer_m[1])
              r.fail("water_layer_m", "expected the nearest range, then a farther one");
          });
  return s;
}

const StructSchema& AdcpConfig::schema() {
  using C = AdcpConfig;
  static const StructSchema s =
      janus<C>("adcp",
               "Current profiler: velocity of the water relative to the instrument, cell by cell.")
          .integer("cells", &C::cells, "Number of cells.", {1, static_cast<double>(kMostCells)})
          .number("cell_size_m", &C::cell_size_m, "Of a cell, along the z axis of the sensor.",
                  kPositive)
          .number("blanking_m", &C::blanking_m, "To the first cell, along the z axis.",
                  kNotNegative)
          .number("max_range_m", &C::max_range_m, "Nothing is heard beyond, along a beam.",
                  kBeamRange)
          .boolean("side_lobe_cut", &C::side_lobe_cut,
                   "Leaves out cells as far as the bottom is near, which side lobes spoil.")
          .choice("output", &C::output, "One velocity per cell, or that along each beam.",
                  {"combined", "beams"})
          .choice("frame", &C::frame, "Axes of combined velocities.", {"earth", "instrument"})
          .object("beam_noise", &C::beam_noise, "Along a beam, in one cell.")
          .check([](const C& c, CheckReport& r) {
            if (c.blanking_m + c.cell_size_m > c.max_range_m)
              r.fail("max_range_m",
                     "the first cell ends beyond it; expected a longer range or a "
                     "smaller cell");
          });
  return s;
}

const StructSchema& PanTiltConfig::schema() {
  using C = PanTiltConfig;
  static const StructSchema s =
      StructBuilder<C>(
          "pan_tilt",
          "A mount that pans about the z axis of the sensor and tilts about the panned "
          "y axis; it swings to and fro at constant speed about fixed angles.")
          .number("pan_deg", &C::pan_deg, "Middle, positive to starboard.", {-175, 175})
          .number("tilt_deg", &C::tilt_deg, "Middle, positive up.", {-90, 90})
          .number("pan_swing_deg", &C::pan_swing_deg, "To each side of the middle; 0 = still.",
                  {0, 175})
          .number("tilt_swing_deg", &C::tilt_swing_deg, "To each side of the middle; 0 = still.",
                  {0, 90})
          .number("pan_period_s", &C::pan_period_s, "There and back.", kPositive)
          .number("tilt_period_s", &C::tilt_period_s, "There and back.", kPositive)
          .check([](const C& c, CheckReport& r) {
            if (std::abs(c.pan_deg) + c.pan_swing_deg > 175)
              r.fail("pan_swing_deg",
                     "the mount pans 350 degrees in all: expected |pan_deg| + "
                     "pan_swing_deg <= 175");
            if (std::abs(c.tilt_deg) + c.tilt_swing_deg > 90)
              r.fail("tilt_swing_deg", "expected |tilt_deg| + tilt_swing_deg <= 90");
          });
  return s;
}

const StructSchema& LidarConfig::schema() {
  using C = LidarConfig;
  constexpr Bounds kSide{1, static_cast<double>(kMostRays)};
  constexpr Bounds kView{0, 170, true};
  constexpr Bounds kWater{0, 100};
  static const StructSchema s =
      sensor<C>("lidar",
                "Scanning lidar that looks along the x axis of its mount; its reach follows the "
                "turbidity of the water.")
          .integer("columns", &C::columns, "Rays side by side.", kSide)
          .integer("rows", &C::rows, "Rays one above the other.", kSide)
          .number("width_deg", &C::width_deg, "Between the outermost columns.", kView)
          .number("height_deg", &C::height_deg, "Between the outermost rows.", kView)
          .number("min_range_m", &C::min_range_m, "No return closer than this.", kNotNegative)
          .number("max_range_m", &C::max_range_m, "It listens no longer than for this range.",
                  {0, 1000, true})
          .number("attenuation_per_m", &C::attenuation_per_m,
                  "Beam attenuation c of the water at its wavelength; if left out, that of "
                  "environment.optics, with its changes of turbidity, or 0.1 without it.",
                  kWater)
          .number("wavelength_nm", &C::wavelength_nm, "Of its light.", {400, 700})
          .number("rated_range_m", &C::rated_range_m,
                  "It just sees a surface at this range, met head on,", kPositive)
          .number("rated_attenuation_per_m", &C::rated_attenuation_per_m, "in this water,", kWater)
          .number("rated_albedo", &C::rated_albedo, "that is this bright.", {0, 1, true})
          .number("range_std_m", &C::range_std_m, "White noise of a range.", kNotNegative)
          .number("range_std_relative", &C::range_std_relative, "Share of the range.", kFraction)
          .integer("returns", &C::returns, "Returns kept per ray: the first ones and the last.",
                   {1, 3})
          .number("silt_albedo", &C::silt_albedo, "Of the surface of silt.", kFraction)
          .number("silt_attenuation_per_m", &C::silt_attenuation_per_m,
                  "Beam attenuation inside silt: thin silt lets the ground through.", kNotNegative)
          .number("particles_per_m", &C::particles_per_m,
                  "Particles in the way of a ray, per metre; the nearest gives a return.",
                  kNotNegative)
          .number("particle_albedo", &C::particle_albedo, "Of a particle.", kFraction)
          .number("particle_cover", &C::particle_cover, "Share of the ray a particle covers.",
                  kFraction)
          .boolean("sees_own_vehicle", &C::sees_own_vehicle, "Returns from its own vehicle, too.")
          .object("mount", &C::mount, "Pan and tilt.")
          .check(check_ranges<C>);
  return s;
}

}  // namespace hadal::scenario

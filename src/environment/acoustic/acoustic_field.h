// Sound in this sea: how fast, how far, how loud, along which path. One object for every sonar,
// DVL, modem and beacon, made from the water column, the seabed and the waves of the same sea, so
// that no instrument has a private sound speed.
//
// Levels are dB re 1 uPa (at 1 m for sources), frequencies Hz. World N is north-east-down. All
// queries are pure, allocate nothing and may be asked by any thread.
//
// Long paths are rays through the layers of the water column's sound speed (sound_profile.h,
// ray_arcs.h, eigenrays.h), reflected at the mean surface and at the seabed. A bottom bounce sees a
// level seabed at the depth where it happens; of several bounces of one way, at their mean depth.
// That suits slopes well below the grazing angle; a steep slope reflects elsewhere in truth. Paths
// that the ground blocks are left out. Places above the surface count as at it, places in the
// ground as on it. Short paths are straight, see straight_range_m().
#pragma once
#include <complex>
#include <span>
#include <vector>

#include "environment/acoustic/eigenrays.h"
#include "environment/acoustic/sound_profile.h"
#include "environment/sea.h"
#include "scenario/acoustic_config.h"

namespace hadal::environment {

// One path of the sound between two places.
struct SoundPath {
  double time_s = 0;
  double length_m = 0;             // along the ray
  double spreading_db = 0;         // geometric, from the divergence of the rays or 20 log r
  double absorption_db = 0;        // integrated over the path at the frequency asked
  double boundary_db = 0;          // lost at surface and bottom, >= 0
  double phase_rad = 0;            // turned by reflections, for exp(-i w t)
  Vec3 launch_N = Vec3::UnitX();   // unit, at a, along the ray
  Vec3 arrival_N = Vec3::UnitX();  // unit, at b, along the ray (away from a)
  int surface_bounces = 0, bottom_bounces = 0;
  double loss_db() const { return spreading_db + absorption_db + boundary_db; }
};

class AcousticField {
 public:
  static constexpr int kMaxPaths = 64;

  // The sea must outlive the field.
  AcousticField(const Sea& sea, const AcousticConfig& parameters,
                const MaterialTable& materials);

  const SoundProfile& profile() const { return profile_; }
  double sound_speed(double depth_m) const { return sea_->water().sound_speed(depth_m); }
  // Mean over a straight path between two depths (harmonic: length over time).
  double mean_sound_speed(double depth_a_m, double depth_b_m) const;
  double absorption_db_per_m(double frequency_hz, double depth_m) const;
  // Ambient spectrum level, dB re 1 uPa^2/Hz: turbulence, ships, wind, thermal.
  double noise_db(double frequency_hz, double wind_speed_m_s) const;
  // Backscatter of a surface, dB per m^2, at a grazing angle; and how much it reflects, in water of
  // this depth. Neither depends on the frequency (scattering.h, reflection.h).
  double scattering_db(int material, double grazing_rad, double frequency_hz) const;
  double reflection_loss_db(int material, double grazing_rad, double frequency_hz,
                            double depth_m = 0) const;
  double surface_loss_db(double grazing_rad, double frequency_hz, double wind_speed_m_s) const;

  // Longest range for which a straight ray at the mean sound speed errs by less than the bounds of
  // the parameters, from this depth in any direction. With g the largest gradient within reach, the
  // direction errs by at most g r / (2 c) at either end and the time by g^2 r^3 / (24 c^3).
  double straight_range_m(double depth_m) const;
  // The direct path, bent by the profile where that matters. False when sound does not get there
  // directly (shadow zone, ground in between).
  bool direct(const Vec3& a_N, const Vec3& b_N, double frequency_hz, SoundPath& path) const;
  // All paths up to the number of bounces, earliest first; the number found, at most paths.size()
  // and kMaxPaths.
  int paths(const Vec3& a_N, const Vec3& b_N, double frequency_hz, double wind_speed_m_s,
            int max_bounces, std::span<SoundPath> paths) const;

 private:
  struct AcousticMaterial {
    double density_kg_m3, sound_speed_m_s, attenuation_db_per_wavelength, scattering_db;
  };
  struct Ends;
  Ends ends(const Vec3& a_N, const Vec3& b_N) const;
  // Bound on the length of a straight path in a gradient.
  double straight_bound_m(double speed_m_s, double gradient_1_s) const;
  bool straight_enough(const Ends& ends) const;
  bool straight(const Ends& ends, double frequency_hz, SoundPath& path) const;
  int trace(const Ends& ends, double frequency_hz, double wind_speed_m_s, int max_bounces,
            std::span<SoundPath> paths) const;
  bool bounce_on_seabed(const Ends& ends, RayProblem& problem, Eigenray& ray) const;
  bool blocked(const Ends& ends, const RayProblem& problem, const Eigenray& ray) const;
  bool ground_between(const Vec3& from_N, const Vec3& to_N, double from_end_m) const;
  SoundPath path_of(const Ends& ends, const RayProblem& problem, const Eigenray& ray,
                    double frequency_hz, double wind_speed_m_s) const;
  std::complex<double> reflection(int material, double grazing_rad, double depth_m) const;

  const Sea* sea_;
  AcousticConfig parameters_;
  SoundProfile profile_;
  std::vector<AcousticMaterial> materials_;
};

}  // namespace hadal::environment

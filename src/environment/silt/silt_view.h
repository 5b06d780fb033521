// A cloud of silt as instruments see it at one moment: Gaussians relative to the anchor of a view.
//
// Along a segment o + t d, t from 0 to L, a puff is a Gaussian again, and its integral is closed:
//   integral of exp(-(A t^2 + 2 B t + C) / 2) dt
//     = exp(-(C - B^2 / A) / 2) sqrt(pi / (2 A)) (erf((A L + B) / sqrt(2 A)) - erf(B / sqrt(2 A))).
// Segments are taken to lie above the bed.
//
// Light in a cloud: scattering b of the grains, absorption in proportion (grains.h). A picture loses
// a + b/2, as in the water (environment/optics/underwater_light.h); a beam loses a + b.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "environment/silt/grains.h"
#include "environment/silt/silt.h"

namespace hadal::environment {

struct SiltView {
  struct Cloud {                           // one puff
    Vec3 p_A;                              // its middle
    double per_level_m2, per_upright_m2;   // 1 / s^2
    double kg_m3;                          // at its middle
    double scattering_per_m;               // b there
    int material;
  };
  std::vector<Cloud> clouds;
  std::vector<double> grain_m;  // by material
  // Of the clouds, for kernels: x, y, z, 1/s_h^2, 1/s_v^2, b.
  std::array<std::vector<float>, 6> lanes;

  SiltView(std::span<const Puff> puffs, const World& world, const Vec3& anchor_N);
  bool empty() const { return clouds.empty(); }

  // Integral of b.
  double scattering_along(const Vec3& o_A, const Vec3& d, double length_m) const;
  double scattering_at(const Vec3& p_A) const;  // b, 1/m
};

// Of the Gaussian alone: integral of exp(-q/2) along the segment.
double gaussian_along(const SiltView::Cloud& cloud, const Vec3& o_A, const Vec3& d,
                      double length_m);

// What a picture loses per scattering, a/b + 1/2; and a beam.
double silt_picture_loss(double wavelength_nm);
double silt_beam_loss(double wavelength_nm);
// Visible range in it: where a black thing has lost all but 2 % of its contrast (Koschmieder),
// 3.9 over the loss of green light; infinite in clear water.
double silt_visible_range_m(std::span<const Puff> puffs, const World& world, const Vec3& p_N);

// A cloud as a sonar of one frequency meets it.
class SiltSound {
 public:
  SiltSound(const SiltView& view, double frequency_hz, double sound_speed_m_s);
  // Power that is left after the way there and back.
  double two_way(const Vec3& o_A, const Vec3& d, double length_m) const;
  // Adds to s_v (1/m) and the attenuation (of power, one way, 1/m) at o + d (first + i step).
  void along(const Vec3& o_A, const Vec3& d, double first_m, double step_m, std::span<float> s_v,
             std::span<float> attenuation) const;

 private:
  const SiltView& view_;
  std::vector<GrainSound> sound_;  // by material
};

}  // namespace hadal::environment

// The waves around one body at one moment: a polynomial that stands for the whole sum of components
// within a box, so that thousands of mesh vertices cost a few operations each.
//
// Method: Jacobi-Anger (Chebyshev) expansion of the phasors about the centre, see wave_tables.h;
// large bodies in short waves are split into several patches inside. Near the surface the motion is
// stretched (Wheeler 1970): linear theory is evaluated at the depth s = (d + zeta) h / (h + zeta)
// under the real surface instead of under the mean one.
// Largest errors against the sum of components: 0.15 mm of elevation and 4 mm of head in a sea of 2
// m significant height, in proportion for others, for any size of body. The motion at the centre is
// exact to single precision.
#pragma once
#include <memory>
#include <span>

#include "environment/waves/wave_field.h"

namespace hadal::environment {

class WavePatch {
 public:
  // For bodies that reach no farther than reach_m from the centre in any direction. Makes all
  // tables and storage; nothing is allocated later. The field must outlive the patch.
  WavePatch(const WaveField& field, double reach_m);
  ~WavePatch();
  WavePatch(WavePatch&&) noexcept;
  WavePatch& operator=(WavePatch&&) noexcept;

  // factor scales all amplitudes.
  void prepare(double time_s, const Vec3& center_N, double factor = 1);

  // False when no point within reach can be above or within the waves' influence on the surface
  // (deeper than reach plus the highest crest): the body is certainly fully wet.
  bool near_surface() const;

  // Pressure head in metres of water at points given relative to the centre (north, east, down):
  //   d + sum a e^{-k (d + zeta)} cos theta (finite depth alike),
  // zero exactly on the wave surface and negative above it, so that the same number tells wet from
  // dry and gives the pressure. Near the surface; a body that is deeper than 1.4 of its reach has
  // the same formula to the error above.
  void heads(std::span<const float> north, std::span<const float> east, std::span<const float> down,
             std::span<float> head_m) const;

  double elevation(double north_m, double east_m) const;  // relative to the centre
  // Rise of the surface per metre north and east, at the centre; the third entry is zero.
  const Vec3& slope_N() const;
  // Orbital motion at the centre, and the gradient of the velocity: v(x) = v0 + G x. G is that of
  // potential flow, symmetric and without trace.
  const Vec3& velocity_N() const;
  const Mat3& velocity_gradient_N() const;
  const Vec3& acceleration_N() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hadal::environment

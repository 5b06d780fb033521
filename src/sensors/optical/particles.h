// Snow, plankton and bubbles in the picture of a camera.
//
// A particle is a pale sphere that scatters after Lambert. The mean radiance of its disc under a
// beam of irradiance E, seen at the phase angle a between lamp and eye, is
//   L = (albedo / pi) (2 / 3) E (sin a + (pi - a) cos a) / pi
// (Russell, On the albedo of the planets and their satellites, Astrophys. J. 43, 1916), and under
// even light from above (albedo / pi) E / 2. Beams are the sun's, which fades with depth, and those
// of lamps, I exp(-c' r) / r^2 within their cone; on the way to the eye the light fades once more
// by exp(-c' t), c' = a + b / 2 as for surfaces (render/shade_kernel.h). A lamp beside the lens
// therefore lights what floats before it, a lamp far aside hardly: backscatter depends on where the
// lamp sits. No shadows; flashing lamps count by their fraction of the exposure.
//
// A streak begins where the particle is when its row begins to be exposed: at the stamp plus the
// time of the row in which it would appear at the stamp.
//
// Spots are drawn by camera/snow.h in the order of the list, after what they hide behind is known.
// Particles of less than kMinRadius_px are left out.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "sensors/optical/camera/lens.h"
#include "sensors/optical/camera/optics_effects.h"
#include "sensors/optical/camera/port.h"
#include "sensors/optical/camera/snow.h"
#include "sensors/optical/camera_optics.h"
#include "sensors/optical/drifters.h"
#include "sensors/optical/render/light.h"

namespace hadal::sensors {

constexpr double kMinRadius_px = 0.03;

// What reaches the eye from a particle of this albedo; places relative to the anchor of the light.
std::array<float, kColours> particle_radiance(const Light& light, const Vec3& p_A,
                                              const Vec3& eye_A,
                                              const std::array<float, kColours>& albedo);

// One exposure of a camera below the surface.
struct ParticleShot {
  double time_s = 0, exposure_s = 0;
  double row_s = 0;  // from a row to the next (rolling shutter)
  DriftInstant drift;
  Pose X_NS;
  Vec3 v_NS_N = Vec3::Zero(), w_NS_N = Vec3::Zero();
  Vec3 anchor_N = Vec3::Zero();
  double surface_z = 0;  // in N
  double range_m = 50;
  const Light* light = nullptr;
  camera::DepthOfField focus;
};

class ParticlePainter {
 public:
  // Keeps lens and port.
  ParticlePainter(const camera::Lens& lens, const camera::Port& port);

  // In place; range_m: of every pixel. Allocates when there is more to draw than ever before.
  void paint(const Drifters& drifters, const ParticleShot& shot, std::span<const float> range_m,
             camera::RgbView image, ThreadArena& arena);
  // Spots of the last picture.
  std::span<const camera::SnowSpot> spots() const { return spots_; }

 private:
  void query(const Drifters& drifters, const ParticleShot& shot);
  bool spot(const ParticleShot& shot, size_t particle, camera::SnowSpot& out) const;
  std::optional<camera::Pixel> pixel_of(const Vec3& p_S) const;

  const camera::Lens& lens_;
  const camera::Port& port_;
  double focal_px_ = 0;                                      // in the water, on the axis
  std::vector<environment::ParticleRegion::Plane> edges_S_;  // sides of what it sees
  std::vector<environment::ParticleRegion::Plane> edges_N_;  // scratch
  environment::ParticleList particles_;
  std::vector<camera::SnowSpot> found_, spots_;
  std::vector<char> seen_;
  std::unique_ptr<camera::SnowPainter> painter_;
  size_t room_ = 0;
};

// Draws the particles of a frame into its picture; nothing for a camera above the surface. The
// painter is made when it is needed first.
void draw_particles(const CameraOptics& optics, const FrameInput& input,
                    const PictureSetup& picture_setup,
                    const camera::DepthOfField& focus, double exposure_s,
                    std::span<const float> range_m, std::unique_ptr<ParticlePainter>& painter,
                    camera::RgbView image, ThreadArena& arena);

}  // namespace hadal::sensors

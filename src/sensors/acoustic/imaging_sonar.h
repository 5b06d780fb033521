// Two-dimensional imaging sonar as pure geometry (DeMarco, West & Howard, "A simulator for
// underwater human-robot interaction scenarios using MORSE and MOOS", 2013): rays in several planes
// give a point cloud; its points are drawn on the plane z = 0 of the sonar at their range and
// bearing; a Gaussian blur stands for the noise. Shadows come of themselves. No levels, no speckle:
// fls.h has those.
//
// The blur is the one of a flat picture: the same standard deviation in metres along range and
// across, wider by the beam across (a beam of -3 dB width w is a Gaussian of w / 2.355).
//
// A cloud of stirred-up silt (environment/silt/) dims what a ray counts by its attenuation there and
// back, and counts itself: a ray stands for a surface of the backscattering strength
// kSurfaceStrength, so that in a bin of length dr the cloud counts
//   s_v dr / kSurfaceStrength exp(-2 integral)   rays
// up to where the ray ends, blurred as points are. Points and labels know nothing of it.
//
// Planes:
//   level_db   beams x bins, 10 log10 of blurred rays per bin, one ray square on its bin being 0
//   dB;
//              kImagingFloor_db where nothing is
//   points     planes x beams rows x 1 x 3, plane after plane from the top, each from port to
//              starboard: x, y, z in S; NaN where a ray meets nothing (world/imaging_sonar.h has
//              the other fields of the paper's message)
//   object_id  planes * beams x 1: index into World::vehicles or a SonarLabel
#pragma once
#include <memory>

#include "kinds/frames/imaging_sonar.h"
#include "sensors/acoustic/ray_fan.h"
#include "sensors/frame_sensor.h"

namespace hadal::sensors {

constexpr float kImagingFloor_db = -40;
// -27 dB: the constant of Lambert's law for the sea bottom (Mackenzie, "Bottom reverberation for 530-
// and 1030-cps sound in deep water", JASA 33, 1961).
constexpr double kSurfaceStrength = 1.995e-3;

class ImagingSonar final : public FrameSensor {
 public:
  explicit ImagingSonar(const ImagingSonarModel& model);

  FrameNeeds needs() const override;
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  double listening_s() const override;

 private:
  // A cloud at the moment of a ping.
  struct Cloud {
    environment::SiltSound sound;
    Pose X_AS;
    std::vector<float> end_m;  // of rays, as the points are ordered
  };
  // ends: of rays, for a cloud; empty without.
  void trace(const FrameInput& input, size_t tile_column, std::span<float> ends,
             Frame& frame) const;
  void draw(const Frame& frame, const Cloud* cloud, size_t beam, std::span<float> row) const;
  void add_cloud(const Cloud& cloud, size_t beam, std::span<float> row) const;
  void blur_across(std::span<const float> rows, size_t bin, std::span<float> column) const;

  ImagingSonarModel model_;
  int bins_;
  RayFan fan_;
  std::vector<float> along_;                // half of the blur along range, from the middle
  std::vector<std::vector<float>> across_;  // the same across beams, per bin
};

}  // namespace hadal::sensors

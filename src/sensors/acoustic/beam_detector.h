// Sonars that measure one range per narrow beam: multibeam echosounder, profiler, 3D sonar.
//
// Sixteen rays fill each beam, 4 x 4 over one and a half times its widths and weighted by its
// two-way pattern (a Gaussian that is -3 dB one way at half the width). Their echoes have the power
// of the sonar equation for a surface (echo_kernel.h) without speckle. The detection is that of a
// split aperture: among the rays around the strongest one, the range over the angle across the
// beam is fitted by a straight line with the powers as weights, and taken on the axis of the beam.
// On a slanting ground that is better than the centre of the echo by tan^2 of the slant.
//
// A body too small for these rays has rays of its own (small_bodies.h); to each beam that receives
// it, it is one more echo at the mean of its ranges, weighted like the others.
//
// A cloud of silt (environment/silt/) on the way dims the echoes; it is not detected itself.
//
// Time of flight follows the harmonic mean of the sound speed between both ends; ranges hold for
// the sound speed at the sonar. Rays are straight.
//
// Noise of a range: sigma = c / (4 pi B) sqrt(12) / sqrt(2 SNR) ~ bin / sqrt(SNR) (Cramer-Rao bound
// of a pulse of bandwidth B, Burdic, "Underwater Acoustic System Analysis", ch. 11), at least what
// a quantum of a quarter bin gives. Beams below the threshold over the noise have no range.
//
// Bursts of other instruments (beam_bursts.cpp), received one way through the beam's pattern, no
// deeper than -40 dB. The detector takes the strongest: a burst above the threshold and above the
// echo is a false range, at a random place within the burst; one that is weaker and arrives with
// the echo moves the range by bin / sqrt(echo / burst).
//
// Axes of S. Looking down: z down, columns across the track from port to starboard, rows from ahead
// to astern. Looking ahead: x ahead, columns from port to starboard, rows from top to bottom.
//
// Planes, rows x columns: range_m (NaN: none), echo_db (dB re 1 uPa), object_id (as fls.h); and
// points, one per beam: x_m, y_m, z_m in S and level_db.
#pragma once
#include <vector>

#include "kinds/frames/beam_grids.h"
#include "sensors/acoustic/small_bodies.h"
#include "sensors/frame_sensor.h"

namespace hadal::sensors {

class BeamDetector final : public FrameSensor {
 public:
  explicit BeamDetector(const BeamGridModel& model);

  FrameNeeds needs() const override;
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  double listening_s() const override;
  std::optional<SoundPing> sound_ping(int64_t number) const override;
  void disturb(const FrameInput& input, std::span<const Burst> bursts, ThreadArena& arena,
               Frame& frame) const override;
  // Unit vector along a beam in S.
  Vec3 axis_S(int row, int column) const;

 private:
  static constexpr int kRays = 16;
  struct Ping;
  struct Detection;
  struct BodyEcho;
  struct Echoes;
  void beam(const Ping& ping, size_t index) const;
  Detection detect(const Echoes& echoes) const;
  float silt_loss(const Ping& ping, const Vec3& along_N, double range_m) const;
  Pose fan_pose(const FrameInput& input) const;
  FanExtent extent() const;
  std::vector<BodyEcho> body_echoes(const Ping& ping, const SmallBodies& bodies) const;
  void add_bodies(const Ping& ping, size_t index, Echoes& echoes) const;
  Vec3 direction_S(double across_rad, double along_rad) const;
  double across_rad(int column) const;
  double along_rad(int row) const;
  double noise_power(const FrameInput& input) const;
  double received_fraction(const Vec3& from_S, size_t beam) const;
  void add_burst(const FrameInput& input, const Burst& burst, size_t beam, uint32_t draw,
                 Frame& frame) const;

  BeamGridModel model_;
  std::vector<Vec3> axes_;   // of beams, in S
  std::vector<float> rays_;  // unit vectors in S: per beam x, y, z of its sixteen rays
  float off_axis_[kRays];    // across the beam, in widths
  float weight_[kRays];      // fraction of I0 B dW
};

}  // namespace hadal::sensors

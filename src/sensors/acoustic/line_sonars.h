// Sonars with one or two beams, each a forward-looking sonar (fls.h) of one beam that is turned:
// mechanically scanned, side-scan, single-beam echosounder.
//
//   ScanningSonar  beam k points at first + k step about z of S; the bearing axis of the frame says
//                  where. A full circle goes round, a sector to and fro.
//   SideScan       row 0 to port, row 1 to starboard, both `tilt` below the horizontal. A frame is
//                  a line of the waterfall. Others receive its ping all round across the track.
//   Echosounder    along z of S. Besides the profile: the range and level of the strongest bin.
#pragma once
#include "kinds/frames/line_sonars.h"
#include "sensors/acoustic/fls.h"

namespace hadal::sensors {

// What they share: the beam, its reach and its band.
class LineSonar : public FrameSensor {
 public:
  FrameNeeds needs() const override { return beam_.needs(); }
  double listening_s() const override { return beam_.listening_s(); }
  std::optional<SoundPing> sound_ping(int64_t number) const override;

 protected:
  explicit LineSonar(const SonarLine& model);
  // From the sonar's frame S to the one of its beam in ping `number`.
  virtual Quat turn_to(int64_t number, int row) const = 0;
  // Computes, or disturbs, a row with the beam turned to it.
  void compute_row(const FrameInput& input, int row, ThreadArena& arena, Frame& beam) const;
  void disturb_row(const FrameInput& input, std::span<const Burst> bursts, int row,
                   ThreadArena& arena, Frame& frame) const;

  Fls beam_;
};

class ScanningSonar final : public LineSonar {
 public:
  explicit ScanningSonar(const ScanningSonarModel& model);
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  void disturb(const FrameInput& input, std::span<const Burst> bursts, ThreadArena& arena,
               Frame& frame) const override;
  // Of the ping, in (-pi, pi].
  double bearing_rad(int64_t number) const;

 private:
  Quat turn_to(int64_t number, int row) const override;
  ScanningSonarModel model_;
  int64_t steps_;  // of a circle, or between the ends of a sector
};

class SideScan final : public LineSonar {
 public:
  explicit SideScan(const SideScanModel& model);
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  std::optional<SoundPing> sound_ping(int64_t number) const override;
  void disturb(const FrameInput& input, std::span<const Burst> bursts, ThreadArena& arena,
               Frame& frame) const override;

 private:
  Quat turn_to(int64_t number, int row) const override;
  SideScanModel model_;
};

class Echosounder final : public LineSonar {
 public:
  explicit Echosounder(const EchosounderModel& model);
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  void disturb(const FrameInput& input, std::span<const Burst> bursts, ThreadArena& arena,
               Frame& frame) const override;

 private:
  Quat turn_to(int64_t number, int row) const override;
  void find_peak(const FrameInput& input, Frame& frame) const;
  EchosounderModel model_;
};

}  // namespace hadal::sensors

// Sonars with one or two beams, each a forward-looking sonar (fls.h) of one beam that is turned:
// mechanically scanned, side-scan, single-beam echosounder.
//
//   ScanningSonar  beam k points at first + k step about z of S; the bearing axis of the frame says
//                  where. A full circle goes round, a sector to and fro.
//   SideScan       row 0 to port, row 1 to starboard, both `tilt` below the horizontal. A frame is
//   a
//                  line of the waterfall.
//   Echosounder    along z of S. Besides the profile: the range and level of the strongest bin.
#pragma once
#include "sensors/acoustic/fls.h"
#include "world/line_sonars.h"

namespace hadal::sensors {

class ScanningSonar final : public FrameSensor {
 public:
  explicit ScanningSonar(const ScanningSonarModel& model);
  FrameNeeds needs() const override { return beam_.needs(); }
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  double listening_s() const override { return beam_.listening_s(); }
  std::optional<SoundPing> sound_ping() const override;
  // Of the ping, in (-pi, pi].
  double bearing_rad(int64_t number) const;

 private:
  ScanningSonarModel model_;
  int64_t steps_;  // of a circle, or between the ends of a sector
  Fls beam_;
};

class SideScan final : public FrameSensor {
 public:
  explicit SideScan(const SideScanModel& model);
  FrameNeeds needs() const override { return beam_.needs(); }
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  double listening_s() const override { return beam_.listening_s(); }
  std::optional<SoundPing> sound_ping() const override;

 private:
  SideScanModel model_;
  Fls beam_;
};

class Echosounder final : public FrameSensor {
 public:
  explicit Echosounder(const EchosounderModel& model);
  FrameNeeds needs() const override { return beam_.needs(); }
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  double listening_s() const override { return beam_.listening_s(); }
  std::optional<SoundPing> sound_ping() const override;

 private:
  EchosounderModel model_;
  Fls beam_;
};

}  // namespace hadal::sensors

// An event camera (camera/event_camera.h) in the world. A frame holds the events from its stamp to
// the stamp of the next one. Stamps lie on ticks, so that frames of a rate that does not divide the
// step differ by a tick; all arrive after the longest of them. They come from pictures taken one
// after the other in between, of a camera and bodies that go on with the velocities they have at the
// stamp; waves, caustics and lamps stay as they are at the stamp. Light is the luminance of the
// pictures, without snow, plankton and bubbles, which therefore make no events. Quality `full` adds no rays on edges
// and over time here: it has more samples and shadows in the beams of lamps, for every pixel.
//
// A frame is a function of its moment alone: every pixel takes its light at the stamp as reference,
// not that of its last event in the frame before. Up to a threshold of change per pixel and frame
// is lost by that, so frames should be long against the time between the events of a pixel.
//
// Planes:
//   events        int32, max_events x 1 x 4: column, row, microseconds since the stamp and
//                 polarity (1 brighter, -1 darker), by time; unused rows are -1
//   event_counts  int32, 1 x 2: events that happened, events that found room
//   image         8-bit, grey: brighter and darker by the sum of the polarities of each pixel
#pragma once
#include <memory>
#include <optional>

#include "sensors/frame_sensor.h"
#include "sensors/optical/camera/event_camera.h"
#include "sensors/optical/camera_optics.h"

namespace hadal::sensors {

class EventSensor : public FrameSensor {
 public:
  // Throws InvalidInput where camera_problems() finds any.
  // longest_period_s: between frames.
  EventSensor(const EventSensorModel& model, double longest_period_s, double water_index,
              const RandomStream& device);
  ~EventSensor() override;

  FrameNeeds needs() const override;
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  double listening_s() const override { return longest_period_s_; }
  const char* noise_stream() const override { return "events"; }

 private:
  struct Scratch;
  int pictures(const CameraOptics& optics, const FrameInput& input, Scratch& scratch,
               ThreadArena& arena) const;
  void fill(const Scratch& scratch, double start_s, Frame& frame) const;

  EventSensorModel model_;
  double longest_period_s_;
  CameraOptics optics_;
  std::optional<CameraOptics> above_;  // the water, behind a port
  camera::EventCamera events_;
};

}  // namespace hadal::sensors

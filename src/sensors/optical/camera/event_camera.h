// Event camera: a pixel reports when the logarithm of its light has changed by a threshold since
// its last report (Lichtsteiner, Posch & Delbruck, "A 128 x 128 120 dB 15 us latency asynchronous
// temporal contrast vision sensor", 2008). Between two frames the logarithm runs straight, so that
// events have times of their own (Rebecq, Gehrig & Scaramuzza, "ESIM: an open event camera
// simulator", 2018):
//   an event at every time where |ln(I + floor) - reference| reaches the threshold C; the reference
//   moves by C each time.
// Events closer than the refractory time to the last one of their pixel are lost (the reference
// moves all the same). Thresholds differ from pixel to pixel by a fixed pattern. Noise: events of
// either sign at random times, a Poisson process per pixel. A ramp of the logarithm with slope s
// for a time T gives floor(s T / C) events a pixel; an edge of contrast ratio k gives floor(ln k /
// C) on every pixel it passes. Frames must be close enough for straight lines: a few per moved
// pixel.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "kinds/frames/camera.h"
#include "sensors/optical/camera/image.h"
#include "sensors/optical/camera/pixel_math.h"

namespace hadal::sensors::camera {

struct Event {
  double time_s = 0;
  uint16_t x = 0, y = 0;
  int8_t polarity = 1;  // 1 brighter, -1 darker
  bool operator==(const Event&) const = default;
};

// What a camera carries from frame to frame.
struct EventCameraState {
  std::vector<float> log_light;  // of the last frame; empty: no frame yet
  std::vector<float> reference;  // of the last event
  std::vector<double> last_event_s;
  double time_s = 0;
  std::vector<std::vector<Event>> rows;  // buffers
};

class EventCamera {
 public:
  EventCamera(const EventPixels& model, int width_px, int height_px,
              const RandomStream& device);

  // The events since the last frame, by time (then row, column, sign); none for the first frame.
  // light: linear, one entry per pixel. `events` is overwritten and grows to its largest frame.
  void advance(std::span<const float> light, double time_s, int64_t frame,
               const RandomStream& noise, EventCameraState& state, std::vector<Event>& events,
               ThreadArena& arena) const;

 private:
  struct Interval {
    double from_s, to_s;
    float noise_mean;  // events of noise per pixel
  };
  void start(std::span<const float> light, double time_s, EventCameraState& state) const;
  float log_light(float light) const;
  void row_events(std::span<const float> light, int y, const Interval& interval,
                  const RowRng& rng, EventCameraState& state) const;
  void change_events(float to, Event at, size_t pixel, const Interval& interval,
                     EventCameraState& state, std::vector<Event>& out) const;
  EventPixels model_;
  int width_px_, height_px_;
  std::vector<float> spread_;  // factor of the thresholds, per pixel
};

}  // namespace hadal::sensors::camera

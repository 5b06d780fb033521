#include "sensors/optical/event_sensor.h"

#include <algorithm>
#include <cmath>

#include "sensors/make_instrument.h"
#include "sensors/optical/calibration.h"
#include "sensors/optical/camera/exposure.h"
#include "sensors/optical/camera_labels.h"

namespace hadal::sensors {
namespace {

constexpr int kMinPictures = 2, kMaxPictures = 64;
constexpr double kFastPixels = 0.05;  // fraction of the pixels that may move faster than counted
constexpr int64_t kPicturesPerFrame = 1024;  // room in the numbers of noise

}  // namespace

struct EventSensor::Scratch {
  Scratch(int width, int height)
      : buffers(width, height),
        light(width, height),
        luminance(light.input().pixels()),
        velocity_x(luminance.size()),
        velocity_y(luminance.size()) {}
  PictureBuffers buffers;
  camera::RgbImage light;
  std::vector<float> luminance, velocity_x, velocity_y;
  camera::EventCameraState state;
  std::vector<camera::Event> events, found;
};

EventSensor::EventSensor(const EventSensorModel& model, double longest_period_s,
                         double water_index, const RandomStream& device)
    : model_(model),
      longest_period_s_(longest_period_s),
      optics_(model, water_index),
      events_(model, model.width_px, model.height_px, device) {
  if (model.has_port()) above_.emplace(in_air(model));
}
EventSensor::~EventSensor() = default;

FrameNeeds EventSensor::needs() const {
  return {model_.range_m, optics_.seen(), 0, true, longest_period_s_,
          longest_period_s_};
}

Frame EventSensor::blank() const {
  Frame frame;
  frame.calibration = calibration_of(optics_, model_);
  frame.planes.emplace_back("image", PlaneType::kUint8, model_.height_px,
                            model_.width_px, 3);
  frame.planes.emplace_back("events", PlaneType::kInt32, model_.max_events, 1, 4);
  frame.planes.back().channel_names = {"x", "y", "time_us", "polarity"};
  frame.planes.emplace_back("event_counts", PlaneType::kInt32, 1, 2);
  return frame;
}

// How many a frame needs: about one for each pixel that all but the fastest of its light goes.
int EventSensor::pictures(const CameraOptics& optics, const FrameInput& input, Scratch& s,
                          ThreadArena& arena) const {
  if (model_.sub_frames > 0) return model_.sub_frames;
  find_velocities({optics, input, s.buffers}, input.period_s, arena, s.velocity_x, s.velocity_y);
  for (size_t i = 0; i < s.velocity_x.size(); ++i)
    s.velocity_x[i] = std::hypot(s.velocity_x[i], s.velocity_y[i]);
  const auto at =
      s.velocity_x.begin() +
      static_cast<ptrdiff_t>((1 - kFastPixels) * static_cast<double>(s.velocity_x.size() - 1));
  std::nth_element(s.velocity_x.begin(), at, s.velocity_x.end());
  const double path_px = static_cast<double>(*at) * input.period_s;
  return std::clamp(static_cast<int>(std::ceil(std::min(path_px, 1e6))), kMinPictures,
                    kMaxPictures);
}

void EventSensor::compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const {
  Scratch s(model_.width_px, model_.height_px);
  PictureSetup picture_setup;
  optics_.prepare(input, picture_setup);
  const CameraOptics& optics = above_ && !picture_setup.picture.water.from_below ? *above_
      : optics_;
  int count = 1;  // known after the first
  for (int k = 0; k <= count; ++k) {
    const double after_s = input.period_s * k / count;
    picture_setup.picture.start_s = after_s;
    take_picture(optics.table(), picture_setup.picture, arena, s.buffers, s.light.view());
    for (size_t i = 0; i < s.luminance.size(); ++i)
      s.luminance[i] =
          camera::luminance(s.light.plane(0)[i], s.light.plane(1)[i], s.light.plane(2)[i]);
    events_.advance(s.luminance, input.time_s + after_s, input.number * kPicturesPerFrame + k,
                    input.noise, s.state, s.found, arena);
    s.events.insert(s.events.end(), s.found.begin(), s.found.end());
    if (k == 0) count = pictures(optics, input, s, arena);
  }
  fill(s, input.time_s, frame);
}

void EventSensor::fill(const Scratch& s, double start_s, Frame& frame) const {
  constexpr int kGrey = 128, kStep = 40;
  constexpr double kMicrosecond = 1e-6;
  const std::span<int32_t> events = frame.plane("events").ints();
  std::fill(events.begin(), events.end(), -1);
  const size_t kept = std::min(s.events.size(), static_cast<size_t>(model_.max_events));
  std::vector<int> sums(s.luminance.size(), kGrey);
  for (size_t i = 0; i < kept; ++i) {
    const camera::Event& event = s.events[i];
    const std::array<int32_t, 4> values{
        event.x, event.y,
        static_cast<int32_t>(std::lround((event.time_s - start_s) / kMicrosecond)), event.polarity};
    std::copy(values.begin(), values.end(), &events[4 * i]);
    sums[static_cast<size_t>(event.y) * static_cast<size_t>(model_.width_px) + event.x] +=
        kStep * event.polarity;
  }
  const std::span<int32_t> counts = frame.plane("event_counts").ints();
  counts[0] = static_cast<int32_t>(s.events.size()), counts[1] = static_cast<int32_t>(kept);
  const std::span<uint8_t> image = frame.plane("image").bytes();
  for (size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<uint8_t>(std::clamp(sums[i / 3], 0, 255));
}

template <>
Instrument make_instrument<EventSensorModel>(const InstrumentSetup& setup) {
  return std::make_unique<EventSensor>(setup.model<EventSensorModel>(), setup.longest_period_s(),
                                       setup.water_index(), setup.pixels());
}

}  // namespace hadal::sensors

#include "sensors/optical/camera/event_camera.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/check.h"
#include "math/units.h"

namespace hadal::sensors::camera {
namespace {

constexpr float kMinFactor = 0.2f;  // of a threshold that came out too small
constexpr float kBrightest = 1e30f;

}  // namespace

EventCamera::EventCamera(const EventPixels& model, int width_px, int height_px,
                         const RandomStream& device)
    : model_(model),
      width_px_(width_px),
      height_px_(height_px),
      spread_(static_cast<size_t>(width_px) * static_cast<size_t>(height_px), 1.0f) {
  HADAL_CHECK(model.threshold_on > 0 && model.threshold_off > 0 && model.dark_w_m2_sr_nm > 0);
  HADAL_CHECK(width_px <= 65536 && height_px <= 65536);
  if (model.threshold_spread == 0) return;
  for (int y = 0; y < height_px; ++y) {
    const RowRng rng = row_rng(device, 0, static_cast<uint32_t>(y));
    for (int x = 0; x < width_px; ++x)
      spread_[static_cast<size_t>(y) * static_cast<size_t>(width_px) + static_cast<size_t>(x)] =
          std::max(kMinFactor, 1 + static_cast<float>(model.threshold_spread) *
                                         normal_pair(rng.bits(static_cast<uint32_t>(x))).first);
  }
}

float EventCamera::log_light(float light) const {
  return fast_log((light > 0 ? std::min(light, kBrightest) : 0.0f) +
                  static_cast<float>(model_.dark_w_m2_sr_nm));
}

void EventCamera::start(std::span<const float> light, double time_s,
                        EventCameraState& state) const {
  for (const float value : light) state.log_light.push_back(log_light(value));
  state.reference = state.log_light;
  state.last_event_s.assign(light.size(), -kInfinity);
  state.time_s = time_s;
  state.rows.resize(static_cast<size_t>(height_px_));
}

// `at` holds the pixel's place.
void EventCamera::change_events(float to, Event at, size_t pixel, const Interval& interval,
                                EventCameraState& state, std::vector<Event>& out) const {
  const float from = state.log_light[pixel];
  at.polarity = to > from ? 1 : -1;
  const auto threshold =
      static_cast<float>(at.polarity > 0 ? model_.threshold_on : -model_.threshold_off) *
      spread_[pixel];
  const double per_log =
      (interval.to_s - interval.from_s) / (static_cast<double>(to) - static_cast<double>(from));
  float& reference = state.reference[pixel];
  while (at.polarity > 0 ? to >= reference + threshold : to <= reference + threshold) {
    reference += threshold;
    const double path = static_cast<double>(reference) - static_cast<double>(from);
    at.time_s = std::clamp(interval.from_s + path * per_log, interval.from_s, interval.to_s);
    if (at.time_s - state.last_event_s[pixel] < model_.refractory_s) continue;
    state.last_event_s[pixel] = at.time_s;
    out.push_back(at);
  }
}

void EventCamera::row_events(std::span<const float> light, int y, const Interval& interval,
                             const RowRng& rng, EventCameraState& state) const {
  std::vector<Event>& out = state.rows[static_cast<size_t>(y)];
  out.clear();
  for (int x = 0; x < width_px_; ++x) {
    const size_t pixel =
        static_cast<size_t>(y) * static_cast<size_t>(width_px_) + static_cast<size_t>(x);
    Event event{0, static_cast<uint16_t>(x), static_cast<uint16_t>(y), 1};
    const float now = log_light(light[pixel]);
    if (now != state.log_light[pixel]) change_events(now, event, pixel, interval, state, out);
    state.log_light[pixel] = now;
    if (interval.noise_mean == 0) continue;
    const uint32_t bits = rng.bits(static_cast<uint32_t>(x));
    const float count = poisson_count(interval.noise_mean, unit_above_zero(bits));
    for (uint32_t k = 0; static_cast<float>(k) < count; ++k) {
      const uint32_t draw = mix32(bits + 0x9e3779b9u * (k + 1));
      event.time_s = interval.from_s +
                     (interval.to_s - interval.from_s) * static_cast<double>(unit_below_one(draw));
      event.polarity = (draw & 1u) != 0 ? 1 : -1;
      out.push_back(event);
    }
  }
}

void EventCamera::advance(std::span<const float> light, double time_s, int64_t frame,
                          const RandomStream& noise, EventCameraState& state,
                          std::vector<Event>& events, ThreadArena& arena) const {
  HADAL_CHECK(light.size() == spread_.size());
  events.clear();
  if (state.log_light.empty()) return start(light, time_s, state);
  HADAL_CHECK(time_s > state.time_s && state.log_light.size() == light.size());
  const Interval interval{state.time_s, time_s,
                          static_cast<float>(model_.noise_rate_hz * (time_s - state.time_s))};
  for_rows(arena, height_px_, [&](int y) {
    row_events(light, y, interval, row_rng(noise, frame, static_cast<uint32_t>(y)), state);
  });
  for (const std::vector<Event>& row : state.rows)
    events.insert(events.end(), row.begin(), row.end());
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return std::tie(a.time_s, a.y, a.x, a.polarity) < std::tie(b.time_s, b.y, b.x, b.polarity);
  });
  state.time_s = time_s;
}

}  // namespace hadal::sensors::camera

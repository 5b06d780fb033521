#include "sensors/optical/camera/event_camera.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace hadal::sensors::camera {
namespace event_camera_test {

constexpr double kTime_s = 2e-6;

const RandomStream kDevice(1, "rov/events", "device"), kNoise(1, "rov/events", "noise");

EventPixels ideal() {
  EventPixels m;
  m.threshold_spread = m.refractory_s = m.noise_rate_hz = 0;
  m.dark_w_m2_sr_nm = 1e-9;
  return m;
}

// ln I rises by `slope` per second over one second, in `frames` frames.
std::vector<Event> ramp(const EventPixels& model, double slope, int frames, int side = 4) {
  ThreadArena arena(1);
  const EventCamera camera(model, side, side, kDevice);
  EventCameraState state;
  std::vector<Event> all, events;
  for (int k = 0; k <= frames; ++k) {
    const double t = static_cast<double>(k) / frames;
    const std::vector<float> light(static_cast<size_t>(side * side),
                                   static_cast<float>(std::exp(slope * t)));
    camera.advance(light, t, k, kNoise, state, events, arena);
    all.insert(all.end(), events.begin(), events.end());
  }
  return all;
}

TEST(EventCamera, ARampGivesAnEventPerThreshold) {
  for (const double slope : {3.33, -3.33}) {
    const std::vector<Event> events = ramp(ideal(), slope, 10);
    ASSERT_EQ(events.size(), 16u * 16u);  // floor(3.33 / 0.2)
    for (size_t i = 0; i < events.size(); ++i) {
      EXPECT_NEAR(events[i].time_s, 0.2 * static_cast<double>(i / 16 + 1) / 3.33, kTime_s);
      EXPECT_EQ(events[i].polarity, slope > 0 ? 1 : -1);
    }
  }
}

// Every ceil(refractory s / C)-th event is left.
TEST(EventCamera, RefractoryTimeThinsThem) {
  EventPixels m = ideal();
  m.refractory_s = 0.13;  // of 0.06 between events: every third
  EXPECT_EQ(ramp(m, 3.33, 10).size(), 6u * 16u);
}

// An edge of ratio k passes over rows of pixels: floor(ln k / C) events each, and as many of the
// other sign when it returns.
TEST(EventCamera, AMovingEdge) {
  constexpr int kWidth = 40, kHeight = 3, kFramesPerPixel = 8;
  ThreadArena arena(1);
  const EventCamera camera(ideal(), kWidth, kHeight, kDevice);
  EventCameraState state;
  std::vector<Event> events;
  size_t on = 0, off = 0;
  const double ratio = 5;  // ln 5 / 0.2 = 8.05
  for (int k = 0; k <= 2 * 30 * kFramesPerPixel; ++k) {
    const double path = k / static_cast<double>(kFramesPerPixel);
    const double edge = 5 + (path <= 30 ? path : 60 - path);  // lit on its left
    std::vector<float> light(kWidth * kHeight);
    for (int i = 0; i < kWidth * kHeight; ++i)
      light[static_cast<size_t>(i)] =
          static_cast<float>(1 + (ratio - 1) * std::clamp(edge - i % kWidth, 0.0, 1.0));
    camera.advance(light, 1e-3 * k, k, kNoise, state, events, arena);
    for (const Event& e : events) (e.polarity > 0 ? on : off) += 1;
  }
  EXPECT_EQ(on, 30u * 8u * kHeight);
  EXPECT_EQ(off, 30u * 8u * kHeight);
}

TEST(EventCamera, NoiseHasItsRateAndBothSigns) {
  EventPixels m = ideal();
  m.noise_rate_hz = 5;
  ThreadArena arena(1);
  const EventCamera camera(m, 100, 100, kDevice);
  EventCameraState state;
  std::vector<Event> events;
  const std::vector<float> light(10000, 1.0f);
  double count = 0, on = 0;
  for (int k = 0; k <= 20; ++k) {
    camera.advance(light, 0.1 * k, k, kNoise, state, events, arena);
    count += static_cast<double>(events.size());
    for (const Event& e : events) {
      on += e.polarity > 0;
      ASSERT_GE(e.time_s, 0.1 * (k - 1) - 1e-12);
      ASSERT_LE(e.time_s, 0.1 * k);
    }
  }
  EXPECT_NEAR(count, 100000, 5 * std::sqrt(100000));
  EXPECT_NEAR(on / count, 0.5, 5 * 0.5 / std::sqrt(100000));
}

// With thresholds that differ, counts spread around the mean but hardly change it.
TEST(EventCamera, ThresholdsDifferFromPixelToPixel) {
  EventPixels m = ideal();
  m.threshold_spread = 0.1;
  const std::vector<Event> events = ramp(m, 20, 50, 64);
  std::vector<int> counts(64 * 64, 0);
  for (const Event& e : events) ++counts[e.y * 64u + e.x];
  double sum = 0, square = 0;
  for (const int c : counts) sum += c, square += c * c;
  const double mean = sum / 4096, spread = std::sqrt(square / 4096 - mean * mean);
  EXPECT_NEAR(mean, 100 * (1 + 0.01), 1.5);  // mean of 1 / (1 + 0.1 z)
  EXPECT_NEAR(spread, 10, 1);
}

TEST(EventCamera, SortedAndTheSameForAnyNumberOfThreads) {
  std::vector<Event> first;
  for (const int threads : {1, 2, 4}) {
    ThreadArena arena(threads);
    const EventCamera camera({}, 64, 48, kDevice);
    EventCameraState state;
    std::vector<Event> events;
    for (int k = 0; k < 3; ++k) {
      std::vector<float> light(64 * 48);
      for (size_t i = 0; i < light.size(); ++i)
        light[i] = 0.1f + static_cast<float>(mix32(static_cast<uint32_t>(i) + 7919u * k) % 1000);
      camera.advance(light, 0.01 * k, k, kNoise, state, events, arena);
    }
    EXPECT_GT(events.size(), 1000u);
    EXPECT_TRUE(std::is_sorted(events.begin(), events.end(),
                               [](const Event& a, const Event& b) { return a.time_s < b.time_s; }));
    if (threads == 1) first = events;
    EXPECT_TRUE(events == first);
  }
}

}  // namespace event_camera_test
}  // namespace hadal::sensors::camera

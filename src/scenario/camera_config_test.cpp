#include "kinds/frames/camera.h"

#include <gtest/gtest.h>

#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace camera_config_test {

using test_reading::expect_refused;
using test_reading::taken;

TEST(CameraConfigs, ALensHasItsCoefficients) {
  EXPECT_EQ(taken<CameraModel>("{name: c, lens: brown, distortion: [1, 2, 3, 4, 5]}").distortion.size(), 5u);
  EXPECT_EQ(taken<CameraModel>("{name: c, lens: rational, distortion: [1, 2, 3, 4, 5, 6, 7, 8]}").distortion.size(), 8u);
  EXPECT_EQ(taken<CameraModel>("{name: c, lens: kannala_brandt, distortion: [1, 2, 3, 4]}").distortion.size(), 4u);
  expect_refused<CameraModel>("{name: c, lens: brown, @@distortion: [1, 2, 3, 4]}",
                               "distortion: the lens 'brown' has 5 coefficients, found 4");
  expect_refused<CameraModel>("{name: c, lens: equidistant, @@distortion: [1, 2, 3, 4]}",
                               "distortion: the lens 'equidistant' has 0 coefficients, found 4");
}

TEST(CameraConfigs, APerspectiveSeesLessThan175Degrees) {
  for (const char* lens : {"pinhole", "brown", "rational"})
    expect_refused<CameraModel>("{name: c, lens: " + std::string(lens) + ", @@view_deg: 175}",
                                 "view_deg: a " + std::string(lens) + " lens sees less than 175");
  EXPECT_EQ(taken<CameraModel>("{name: c, lens: equisolid, view_deg: 200}").view_rad,
            200 * kDegree);
  EXPECT_EQ(taken<CameraModel>("{name: c, view_deg: 174.9}").view_rad, 174.9 * kDegree);
}

TEST(CameraConfigs, APictureHasAtMost32MillionPixels) {
  EXPECT_EQ(taken<CameraModel>("{name: c, width_px: 8192, height_px: 4096}").height_px, 4096);
  expect_refused<CameraModel>("{name: c, width_px: 8192, @@height_px: 4097}",
                               "height_px: more than 32 million pixels");
  expect_refused<CameraModel>("{name: c, width_px: @@8193}",
                               "width_px: expected a number from 1 to 8192, found '8193'");
}

TEST(CameraConfigs, LabelsAreKnown) {
  EXPECT_EQ(taken<CameraModel>("{name: c, labels: [depth, boxes]}").labels.size(), 2u);
  expect_refused<CameraModel>(
      "{name: c, labels: [depth, @@heat]}",
      "labels[1]: no label 'heat'; expected depth, normal, instance, semantic, albedo, "
      "transmission, position, flow or boxes");
}

TEST(CameraConfigs, PortsAreChosenByTag) {
  EXPECT_EQ(taken<CameraModel>("{name: c, port: !dome {radius_m: 0.1}}").port.as<DomePortModel>()->radius_m, 0.1);
  EXPECT_TRUE(taken<CameraModel>("{name: c, port: !thin}").port.as<ThinPortModel>());
  EXPECT_TRUE(taken<CameraModel>("{name: c, port: !none}").port.as<NoPortModel>());
  expect_refused<CameraModel>("{name: c, port: !flat {glass_index: @@1}}",
                               "port.glass_index: expected a number from 1.3 to 2.2, found '1'");
  expect_refused<CameraModel>(
      "{name: c, @@focal_px: [500, 500], port: !thin}",
      "focal_px: does not go with port: !thin, which changes view_deg alone. Give view_deg, or "
      "leave the port out where these focal lengths are those in water");
}

TEST(CameraConfigs, StereoEventAndThermalHaveTheirOwnKeys) {
  EXPECT_EQ(taken<StereoCameraModel>("{name: c, baseline_m: 0.2}").baseline_m, 0.2);
  EventSensorModel event;
  EXPECT_TRUE(test_reading::read("{name: c, labels: [depth]}", event)
                  .starts_with("a.yaml:1:11: labels: unknown key in event_camera (one of: name, "));
  EXPECT_EQ(taken<EventSensorModel>("{name: c, sub_frames: 0}").sub_frames, 0);
  expect_refused<ThermalSensorModel>("{name: c, min_temperature_degc: 30, @@max_temperature_degc: 30}",
                                      "max_temperature_degc: must be above min_temperature_degc");
}

}  // namespace camera_config_test
}  // namespace hadal::scenario

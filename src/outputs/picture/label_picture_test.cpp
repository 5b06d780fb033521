#include "outputs/picture/label_picture.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace hadal::outputs {
namespace label_picture_test {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Plane floats(const char* name, int channels, const std::vector<float>& values) {
  Plane out(name, PlaneType::kFloat32, 1, static_cast<int>(values.size()) / channels, channels);
  std::copy(values.begin(), values.end(), out.floats().begin());
  return out;
}

int brightness(Colour c) {
  return c[0] + c[1] + c[2];
}

TEST(LabelPicture, NearIsPaleAndNothingIsDark) {
  const Picture picture = label_picture(floats("depth_m", 1, {1, 2, 3, 4, kInfinity}));
  for (int x = 1; x < 4; ++x)
    EXPECT_LT(brightness(picture.at(x, 0)), brightness(picture.at(x - 1, 0)));
  EXPECT_EQ(picture.at(4, 0), (Colour{16, 18, 22}));
  EXPECT_GT(picture.height(), 1);  // the strip with the scale
}

TEST(LabelPicture, FlowHasTheHueOfItsDirection) {
  // Right, left, and right at half the length.
  const Picture picture = label_picture(floats("flow_px", 2, {4, 0, -4, 0, 2, 0}));
  EXPECT_EQ(picture.at(0, 0), (Colour{255, 0, 0}));
  EXPECT_EQ(picture.at(1, 0), (Colour{0, 255, 255}));
  EXPECT_EQ(picture.at(2, 0), (Colour{255, 128, 128}));
}

TEST(LabelPicture, NormalsTowardsTheCameraAreBlue) {
  const Picture picture =
      label_picture(floats("normal", 3, {-1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0}));
  EXPECT_EQ(picture.at(0, 0), (Colour{128, 128, 255}));  // at the camera
  EXPECT_EQ(picture.at(1, 0), (Colour{255, 128, 128}));  // right
  EXPECT_EQ(picture.at(2, 0), (Colour{128, 255, 128}));  // up
  EXPECT_EQ(picture.at(3, 0), (Colour{16, 18, 22}));     // none
}

TEST(LabelPicture, LightIsDrawnWithTheCurveOfSrgb) {
  const Picture picture = label_picture(floats("albedo", 3, {0.2140f, 1, 0.0025f}));
  EXPECT_NEAR(picture.at(0, 0)[0], 127.5, 1);  // 21.4 % of light is half of the scale
  EXPECT_EQ(picture.at(0, 0)[1], 255);
  EXPECT_NEAR(picture.at(0, 0)[2], 255 * 12.92 * 0.0025, 1);
}

TEST(LabelPicture, EveryInstanceHasAnotherColour) {
  Plane plane("instance", PlaneType::kInt32, 1, 40);
  for (int i = 0; i < 40; ++i) plane.ints()[static_cast<size_t>(i)] = i;
  const Picture picture = label_picture(plane);
  std::set<Colour> colours;
  for (int i = 0; i < 40; ++i) colours.insert(picture.at(i, 0));
  EXPECT_EQ(colours.size(), 40u);
  EXPECT_EQ(picture.at(0, 0), (Colour{16, 18, 22}));
  plane.name = "semantic";  // where 0 is a material
  EXPECT_NE(label_picture(plane).at(0, 0), (Colour{16, 18, 22}));
}

TEST(LabelPicture, EventsAreDrawnWhereTheyHappened) {
  Plane events(std::string(kEventsPlane), PlaneType::kInt32, 3, 1, 4);
  const int32_t rows[] = {2, 1, 5, 1, 3, 1, 6, -1, -1, -1, -1, -1};
  std::copy(std::begin(rows), std::end(rows), events.ints().begin());
  const Picture picture = events_picture(events, 5, 4);
  EXPECT_GT(picture.at(2, 1)[0], 200);  // brighter: amber
  EXPECT_GT(picture.at(3, 1)[2], 200);  // darker: blue
  EXPECT_LT(brightness(picture.at(0, 0)), 100);
}

// The scale of a wide picture of one row stays small; a row wider than any camera's has none.
TEST(LabelPicture, AScaleTakesLittleMemory) {
  const auto height_of = [](size_t width) {
    return label_picture(floats("depth_m", 1, std::vector<float>(width, 1.0f))).height();
  };
  constexpr int kStrip = 16;
  EXPECT_EQ(height_of(500), 1 + kStrip);
  EXPECT_EQ(height_of(16000), 1 + kStrip);
  EXPECT_EQ(height_of(100'000), 1);
  Plane large("depth_m", PlaneType::kFloat32, 600, 8000);
  EXPECT_EQ(label_picture(large).height(), 600 + 8 * kStrip);
}

TEST(LabelPicture, NothingFiniteIsNoTrouble) {
  EXPECT_EQ(label_picture(floats("depth_m", 1, {kInfinity, NAN})).at(0, 0), (Colour{16, 18, 22}));
  EXPECT_TRUE(is_label_image(floats("flow_px", 2, {1, 2})));
  EXPECT_FALSE(is_label_image(floats("odd", 4, {1, 2, 3, 4})));
}

}  // namespace label_picture_test
}  // namespace hadal::outputs

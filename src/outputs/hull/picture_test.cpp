#include "outputs/hull/picture.h"

#include <gtest/gtest.h>
#include <png.h>

#include <cstring>
#include <numbers>

#include "geometry/primitives.h"

namespace hadal::outputs {
namespace picture_test {

constexpr int kSize = 120;

size_t opaque(const RgbaPicture& picture) {
  size_t count = 0;
  for (size_t i = 3; i < picture.rgba.size(); i += 4) count += picture.rgba[i] > 127;
  return count;
}

const uint8_t* pixel(const RgbaPicture& picture, int x, int y) {
  return picture.rgba.data() + 4 * (static_cast<size_t>(y) * picture.width + x);
}

TEST(HullPicture, ASphereCoversADisc) {
  const geometry::TriangleMesh ball = geometry::sphere(2, 5000);
  const Projection projection =
      fit_view(ball, view_from(Vec3(1, 1, -0.5), -Vec3::UnitZ()), kSize, kSize, 10);
  const RgbaPicture picture = draw_hull(ball, projection, kSize, kSize, std::nullopt);
  const double radius = kSize / 2.0 - 10;
  EXPECT_NEAR(static_cast<double>(opaque(picture)), std::numbers::pi * radius * radius,
              0.02 * std::numbers::pi * radius * radius);
  EXPECT_EQ(pixel(picture, 2, 2)[3], 0);  // nothing in the corner
}

TEST(HullPicture, WhatIsNearerHidesWhatIsBehind) {
  // Looking from the right (+y): a small box in front of a large one, the small one under water.
  geometry::TriangleMesh scene = geometry::box({2, 0.2, 2});
  geometry::TriangleMesh front = geometry::box({0.4, 0.2, 0.4});
  for (Vec3& v : front.vertices) v.y() += 1;
  geometry::append(scene, front);
  const Projection projection =
      fit_view(scene, view_from(Vec3::UnitY(), -Vec3::UnitZ()), kSize, kSize, 10);
  const geometry::WaterSurface water{Vec3::UnitY(), -0.5};  // wet is what is right of y = 0.5
  const RgbaPicture picture = draw_hull(scene, projection, kSize, kSize, water);
  const uint8_t *middle = pixel(picture, kSize / 2, kSize / 2),
                *side = pixel(picture, 20, kSize / 2);
  EXPECT_GT(middle[2], middle[0] + 30);  // tinted
  EXPECT_LT(std::abs(side[2] - side[0]), 20);
}

TEST(HullPicture, ViewsAreRightHandedAndUpright) {
  const View view = view_from(Vec3::UnitX(), -Vec3::UnitZ());  // from ahead
  EXPECT_LT((view.right.cross(view.up) - view.towards).norm(), 1e-12);
  // Seen from ahead, the body's right side is on the left.
  EXPECT_LT(Projection{view}(Vec3::UnitY()).x(), 0);
  EXPECT_LT(Projection{view}(-Vec3::UnitZ()).y(), 0);
}

TEST(Png, HoldsThePixels) {
  RgbaPicture picture{3, 2, {}};
  for (int i = 0; i < 24; ++i) picture.rgba.push_back(static_cast<uint8_t>(17 * i));
  const std::vector<uint8_t> png = png_bytes(picture);
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  ASSERT_TRUE(png_image_begin_read_from_memory(&image, png.data(), png.size()));
  image.format = PNG_FORMAT_RGBA;
  std::vector<uint8_t> rgba(PNG_IMAGE_SIZE(image));
  ASSERT_TRUE(png_image_finish_read(&image, nullptr, rgba.data(), 0, nullptr));
  EXPECT_EQ(image.width, 3u);
  EXPECT_EQ(rgba, picture.rgba);
}

TEST(Base64, OfTheRfc) {
  const auto encode = [](const char* text) {
    return base64({reinterpret_cast<const uint8_t*>(text), std::strlen(text)});
  };
  EXPECT_EQ(encode(""), "");
  EXPECT_EQ(encode("f"), "Zg==");
  EXPECT_EQ(encode("fo"), "Zm8=");
  EXPECT_EQ(encode("foo"), "Zm9v");
  EXPECT_EQ(encode("foobar"), "Zm9vYmFy");
}

}  // namespace picture_test
}  // namespace hadal::outputs

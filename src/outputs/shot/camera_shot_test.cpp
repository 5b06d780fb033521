#include "outputs/shot/camera_shot.h"

#include <gtest/gtest.h>

#include <limits>

#include "outputs/picture/png.h"
#include "outputs/test_camera.h"

namespace hadal::outputs {
namespace camera_shot_test {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The file of a plane of one row, and one of the grey values it should have.
template <class Value>
void expect_grey(const char* name, PlaneType type, const std::vector<Value>& values,
                 const std::vector<uint16_t>& expected) {
  const int columns = static_cast<int>(values.size());
  Frame frame;
  Plane& plane = frame.planes.emplace_back(name, type, 1, columns);
  for (size_t i = 0; i < values.size(); ++i)
    if constexpr (std::is_same_v<Value, float>)
      plane.floats()[i] = values[i];
    else
      plane.ints()[i] = values[i];
  const Result<std::vector<uint8_t>> file = raw_file(frame, name, "x.PNG");
  ASSERT_TRUE(file) << file.problems().text();
  EXPECT_EQ(file.value(), png_bytes(columns, 1, std::span<const uint16_t>(expected))) << name;
}

TEST(RawPng, HasDepthInMillimetres) {
  expect_grey<float>("depth_m", PlaneType::kFloat32,
                     {0.25f, 1.0006f, 65.5f, 65.6f, 1e9f, kInfinity, NAN, -1},
                     {250, 1001, 65500, 65535, 65535, 0, 0, 0});
}

TEST(RawPng, TellsNothingFromTheFirstMaterial) {
  expect_grey<int32_t>("semantic", PlaneType::kInt32, {-1, 0, 1, 300}, {65535, 0, 1, 300});
}

TEST(RawPng, InstancesBeyondItsBitsAreTheLargest) {
  expect_grey<int32_t>("instance", PlaneType::kInt32, {0, 1, 65534, 65535, 65536, 2'000'000'000},
                       {0, 1, 65534, 65535, 65535, 65535});
}

TEST(PicturePaths, AreKnownByTheirEnding) {
  for (const char* path : {"a.png", "a.PNG", "b/c.Jpg", "a.b.jpeg"})
    EXPECT_TRUE(is_picture_path(path)) << path;
  for (const char* path : {"a", "a.bmp", "a.png/", "png", "a.b/c", ""})
    EXPECT_FALSE(is_picture_path(path)) << path;
  EXPECT_TRUE(is_jpeg_path("A.JPG"));
  EXPECT_EQ(ending_of("x/Shot.NPY"), ".npy");
  EXPECT_EQ(ending_of("folder.d/shot"), "");
}

}  // namespace camera_shot_test
}  // namespace hadal::outputs

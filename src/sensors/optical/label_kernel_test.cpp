#include "sensors/optical/label_kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/rng.h"
#include "math/rotation.h"
#include "sensors/optical/camera_optics.h"

namespace hadal::sensors {
namespace label_kernel_test {

constexpr double kPath_px = 1e-3, kSingle = 2e-6;
constexpr size_t kCount = 1003;  // no whole number of vectors
const Vec3 kAnchor_N(2100, -830, 45);
const Pose kCamera{kAnchor_N + Vec3(31.3, -17.7, 2.9),
                   quaternion_from(EulerAngles{0.2, -0.4, 1.1})};

// Some of them behind the camera.
std::vector<float> points() {
  const RandomStream draw(7, "label", "kernel");
  std::vector<float> out;
  for (size_t i = 0; i < kCount; ++i) {
    const auto n = static_cast<int64_t>(i);
    const double range = 0.4 + 40 * draw.uniform(n, 0);
    const Vec3 p_S = range * Vec3(i % 9 == 0 ? -1 : 1, 1.6 * draw.uniform(n, 1) - 0.8,
                                  1.2 * draw.uniform(n, 2) - 0.6);
    const Vec3 p_A = kCamera.p + kCamera.q * p_S - kAnchor_N;
    for (int k = 0; k < 3; ++k) out.push_back(static_cast<float>(p_A[k]));
  }
  return out;
}

Vec3 point(const std::vector<float>& numbers, size_t i) {
  return {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
}

void expect_paths_of(const CameraModel& model) {
  const CameraOptics optics(model);
  const std::optional<PlainLens> lens = plain_lens(optics.lens(), optics.port());
  ASSERT_TRUE(lens);
  const std::vector<float> p_A = points();
  std::vector<float> x(kCount), y(kCount);
  constexpr int kFirst = 5, kRow = 77;
  find_paths(*lens, camera_position(kCamera, kAnchor_N), p_A.data(), kFirst, kRow, kCount, x.data(),
            y.data());
  size_t shown = 0;
  for (size_t i = 0; i < kCount; ++i) {
    const auto plain = optics.pixel_of(kCamera, kAnchor_N + point(p_A, i));
    ASSERT_EQ(plain.has_value(), std::isfinite(x[i]) && std::isfinite(y[i])) << i;
    if (!plain) continue;
    ++shown;
    EXPECT_NEAR(x[i], plain->x() - (kFirst + static_cast<double>(i)), kPath_px) << i;
    EXPECT_NEAR(y[i], plain->y() - kRow, kPath_px) << i;
  }
  EXPECT_GT(shown, kCount / 2);
  EXPECT_LT(shown, kCount);
}

TEST(CameraLabelKernel, PathsAreThoseOfTheLens) {
  CameraModel model;
  model.width_px = 1920, model.height_px = 1080;
  expect_paths_of(model);
  model.lens = LensModel::kBrown;
  model.distortion = {-0.12, 0.03, 0.002, -0.001, -0.002};
  expect_paths_of(model);
}

TEST(CameraLabelKernel, OtherLensesAndPortsAreNotPlain) {
  CameraModel model;
  model.lens = LensModel::kEquidistant;
  const CameraOptics fish_eye(model);
  EXPECT_FALSE(plain_lens(fish_eye.lens(), fish_eye.port()));
  model.lens = LensModel::kPinhole;
  model.port = AnyConfig::of(FlatPortModel{});
  const CameraOptics behind_glass(model);
  EXPECT_FALSE(plain_lens(behind_glass.lens(), behind_glass.port()));
}

TEST(CameraLabelKernel, DepthsAndNormalsAreThoseOfTheCamera) {
  const std::vector<float> p_A = points();
  std::vector<float> normal(3 * kCount), depth(kCount), out(3 * kCount);
  std::vector<int32_t> instance(kCount, 3);
  for (size_t i = 0; i < kCount; ++i) {
    const Vec3 n = point(p_A, i).normalized();
    for (size_t k = 0; k < 3; ++k) normal[3 * i + k] = static_cast<float>(n[static_cast<int>(k)]);
    if (i % 5 == 0) instance[i] = -1;
  }
  turn_into_camera(camera_position(kCamera, kAnchor_N), p_A.data(), normal.data(), instance.data(),
                   kCount, depth.data(), out.data());
  for (size_t i = 0; i < kCount; ++i) {
    const Vec3 p_S = kCamera.q.conjugate() * (kAnchor_N + point(p_A, i) - kCamera.p);
    const Vec3 n_S = kCamera.q.conjugate() * point(normal, i);
    EXPECT_LT((point(out, i) - n_S).norm(), kSingle);
    if (instance[i] < 0)
      EXPECT_EQ(depth[i], std::numeric_limits<float>::infinity());
    else
      EXPECT_NEAR(depth[i], p_S.x(), kSingle * p_S.norm());
  }
}

TEST(CameraLabelKernel, TransmissionFallsWithTheRange) {
  const EvenWater water{{0.3f, 0.7f, 0.5f, 0.5f, 0.9f, 0.1f}, {0.4f, 0.3f, 0.1f, 0.08f, 0.05f, 0}};
  std::vector<float> range(kCount), out(3 * kCount);
  for (size_t i = 0; i < kCount; ++i) range[i] = 0.05f * static_cast<float>(i);
  find_transmission(water, range.data(), kCount, out.data());
  for (size_t i = 0; i < kCount; ++i)
    for (size_t c = 0; c < 3; ++c) {
      double fraction = 0;
      for (size_t b = 2 * c; b < 2 * c + 2; ++b)
        fraction += water.weight[b] * std::exp(-static_cast<double>(water.path[b]) * range[i]);
      EXPECT_NEAR(out[3 * i + c], fraction, kSingle);
    }
}

TEST(CameraLabelKernel, PositionsAreInTheWorld) {
  const std::vector<float> p_A = points();
  std::vector<float> out(3 * kCount);
  std::vector<int32_t> instance(kCount, 0);
  instance[4] = instance[kCount - 1] = -1;
  find_positions(kAnchor_N, p_A.data(), instance.data(), kCount, out.data());
  for (size_t i = 0; i < kCount; ++i)
    for (size_t k = 0; k < 3; ++k) {
      const auto there =
          static_cast<float>(kAnchor_N[static_cast<int>(k)] + static_cast<double>(p_A[3 * i + k]));
      EXPECT_EQ(out[3 * i + k], instance[i] < 0 ? std::numeric_limits<float>::infinity() : there);
    }
}

}  // namespace label_kernel_test
}  // namespace hadal::sensors

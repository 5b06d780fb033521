#include "sensors/optical/camera/lens.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "math/units.h"

namespace hadal::sensors::camera {
namespace lens_test {

constexpr double kRoundTrip_px = 1e-6, kExact = 1e-12;

LensConfig brown() {
  LensConfig c;
  c.model = LensModel::kBrown;
  c.fx_px = 420, c.fy_px = 415, c.cx_px = 315.2, c.cy_px = 244.7;
  c.distortion = {-0.28, 0.09, 1e-3, -7e-4, -0.012};
  return c;
}

LensConfig rational() {
  LensConfig c = brown();
  c.model = LensModel::kRational;
  c.distortion = {0.6, 0.05, 5e-4, -3e-4, 0.002, 0.9, 0.15, 0.01};
  return c;
}

LensConfig fisheye(LensModel model, double f) {
  LensConfig c;
  c.model = model;
  c.fx_px = c.fy_px = f;
  if (model == LensModel::kKannalaBrandt) c.distortion = {-0.02, 0.006, -0.003, 4e-4};
  return c;
}

std::vector<LensConfig> every_lens() {
  return {LensConfig{},
          brown(),
          rational(),
          fisheye(LensModel::kEquidistant, 180),
          fisheye(LensModel::kEquisolid, 220),
          fisheye(LensModel::kKannalaBrandt, 200)};
}

TEST(Lens, PixelToRayAndBackOverThePicture) {
  for (const LensConfig& config : every_lens()) {
    const auto lens = Lens::make(config);
    ASSERT_TRUE(lens.ok()) << lens.problems().text();
    for (double v = -0.5; v <= 480; v += 24)
      for (double u = -0.5; u <= 640; u += 32) {
        const auto ray = lens.value().direction_of({u, v});
        ASSERT_TRUE(ray);
        EXPECT_NEAR(ray->norm(), 1, kExact);
        EXPECT_LT((*lens.value().pixel_of(*ray * 3.7) - Pixel(u, v)).norm(), kRoundTrip_px);
      }
  }
}

// Each model written out once more, at one direction.
TEST(Lens, ModelsAgainstTheirEquations) {
  const double x = 0.3, y = -0.2, q = x * x + y * y;
  const Vec3 ray(x, y, 1);
  {
    const LensConfig c = brown();
    const auto& k = c.distortion;
    const double g = 1 + k[0] * q + k[1] * q * q + k[4] * q * q * q;
    const Pixel p = *Lens::make(c).value().pixel_of(ray);
    EXPECT_NEAR(p.x(), 315.2 + 420 * (x * g + 2 * k[2] * x * y + k[3] * (q + 2 * x * x)), 1e-9);
    EXPECT_NEAR(p.y(), 244.7 + 415 * (y * g + k[2] * (q + 2 * y * y) + 2 * k[3] * x * y), 1e-9);
  }
  {
    const LensConfig c = rational();
    const auto& k = c.distortion;
    const double g =
        (1 + q * (k[0] + q * (k[1] + q * k[4]))) / (1 + q * (k[5] + q * (k[6] + q * k[7])));
    const Pixel p = *Lens::make(c).value().pixel_of(ray);
    EXPECT_NEAR(p.x(), 315.2 + 420 * (x * g + 2 * k[2] * x * y + k[3] * (q + 2 * x * x)), 1e-9);
  }
  const double t = std::atan(std::sqrt(q)), t2 = t * t;
  const auto column = [&](LensModel model) {
    return (Lens::make(fisheye(model, 200)).value().pixel_of(ray)->x() - 319.5) / 200 *
           std::sqrt(q) / x;
  };
  EXPECT_NEAR(column(LensModel::kEquidistant), t, kExact);
  EXPECT_NEAR(column(LensModel::kEquisolid), 2 * std::sin(t / 2), kExact);
  EXPECT_NEAR(column(LensModel::kKannalaBrandt),
              t * (1 + t2 * (-0.02 + t2 * (0.006 + t2 * (-0.003 + t2 * 4e-4)))), kExact);
}

TEST(Lens, FieldOfViewAndFocalLength) {
  for (const LensConfig& config : every_lens()) {
    LensConfig plain = config;
    plain.distortion[2] *= config.model == LensModel::kKannalaBrandt ? 1 : 0;
    plain.distortion[3] *= config.model == LensModel::kKannalaBrandt ? 1 : 0;
    const auto made = lens_of_view(plain, 65 * kDegree);
    ASSERT_TRUE(made.ok());
    EXPECT_NEAR(Lens::make(made.value()).value().horizontal_view_rad(), 65 * kDegree, 1e-10);
  }
  EXPECT_NEAR(lens_of_view({}, 90 * kDegree).value().fx_px, 320, 1e-9);
  const LensConfig wide = lens_of_view(fisheye(LensModel::kEquidistant, 1), 200 * kDegree).value();
  EXPECT_NEAR(wide.fx_px, 320 / (100 * kDegree), 1e-9);
  EXPECT_LT(Lens::make(wide).value().direction_of({-0.5, 239.5})->z(), 0);
}

// r (1 + k1 r^2) folds at r = 1 / sqrt(-3 k1), where r_d is two thirds of it.
TEST(Lens, RefusesAPictureBeyondTheFold) {
  LensConfig c;
  c.model = LensModel::kBrown;
  c.distortion[0] = -0.4;
  const double fold = 1 / std::sqrt(1.2), corner_px = std::hypot(320, 240);
  c.fx_px = c.fy_px = 1.001 * corner_px / (fold * 2 / 3);
  EXPECT_TRUE(Lens::make(c).ok());
  c.fx_px = c.fy_px = 0.999 * corner_px / (fold * 2 / 3);
  const auto refused = Lens::make(c);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.problems().text().find("folds"), std::string::npos);
  EXPECT_FALSE(lens_of_view(c, 2 * std::atan(fold * 1.01)).ok());
}

TEST(Lens, BadNumbersAreProblems) {
  LensConfig c;
  c.fx_px = 0, c.width_px = 0;
  c.distortion[0] = std::numeric_limits<double>::quiet_NaN();
  ASSERT_FALSE(Lens::make(c).ok());
  EXPECT_EQ(Lens::make(c).problems().size(), 3u);
  for (const double view : {0.0, -1.0, 4.0, std::nan("")})
    EXPECT_FALSE(lens_of_view({}, view).ok());
}

TEST(Lens, NothingBehindAPerspectiveLens) {
  const Lens lens = Lens::make({}).value();
  EXPECT_FALSE(lens.pixel_of(Vec3(0, 0, -1)));
  EXPECT_FALSE(lens.pixel_of(Vec3(1, 0, 0)));
}

TEST(CameraInfo, AsRosNamesIt) {
  EXPECT_EQ(Lens::make({}).value().info().distortion_model, "plumb_bob");
  const CameraInfo info = Lens::make(brown()).value().info();
  EXPECT_EQ(info.D, (std::vector<double>{-0.28, 0.09, 1e-3, -7e-4, -0.012}));
  EXPECT_EQ(info.K, (std::array<double, 9>{420, 0, 315.2, 0, 415, 244.7, 0, 0, 1}));
  EXPECT_EQ(info.P[3], 0);
  EXPECT_EQ(Lens::make(rational()).value().info().D.size(), 8u);
  EXPECT_EQ(Lens::make(rational()).value().info().distortion_model, "rational_polynomial");
}

// The coefficients written for an equisolid lens, read as an equidistant one.
TEST(CameraInfo, EquisolidAsASeries) {
  const CameraInfo info = Lens::make(fisheye(LensModel::kEquisolid, 250)).value().info();
  EXPECT_EQ(info.distortion_model, "equidistant");
  const double t = kTurn / 4, q = t * t;
  const double r = t * (1 + q * (info.D[0] + q * (info.D[1] + q * (info.D[2] + q * info.D[3]))));
  EXPECT_NEAR(r, 2 * std::sin(t / 2), 4e-9);
}

// A point seen by two toed-in cameras: same row after rectification, depth from disparity.
TEST(Stereo, RectifiedRowsAgreeAndDisparityGivesDepth) {
  const Lens left = Lens::make({}).value(), right = Lens::make(brown()).value();
  const Pose X_LR{Vec3(0.12, 0.004, -0.006), Quat(Eigen::AngleAxisd(-0.05, Vec3::UnitY()) *
                                                  Eigen::AngleAxisd(0.01, Vec3::UnitX()))};
  const StereoPair pair = rectify(left, right, X_LR).value();
  EXPECT_NEAR(pair.baseline_m, X_LR.p.norm(), kExact);
  const Vec3 p_L(0.4, -0.3, 2.5), p_R = X_LR.q.conjugate() * (p_L - X_LR.p);
  const auto project = [](const CameraInfo& info, const Vec3& p) {
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(info.R.data());
    const Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>> P(info.P.data());
    const Vec3 at = P.leftCols<3>() * (R * p);
    return Vec3(at.x() / at.z(), at.y() / at.z(), (R * p).z());
  };
  const Vec3 l = project(pair.left, p_L), r = project(pair.right, p_R);
  EXPECT_NEAR(l.y(), r.y(), 1e-9);
  EXPECT_NEAR(pair.depth_m(l.x() - r.x()), l.z(), 1e-9);
  EXPECT_NEAR(pair.right.P[3], -320 * X_LR.p.norm(), 1e-9);
  EXPECT_FALSE(rectify(left, right, Pose{}).ok());
}

}  // namespace lens_test
}  // namespace hadal::sensors::camera

#include "sensors/optical/calibration.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::sensors {
namespace calibration_test {

constexpr double kExact_px = 1e-6;

CameraModel model(LensModel lens, double view_rad) {
  CameraModel out;
  out.width_px = 320, out.height_px = 240;
  out.lens = lens;
  out.view_rad = view_rad;
  return out;
}

// As CameraInfo defines its models, of a camera where the calibration has it.
Eigen::Vector2d project(const Calibration& c, const Vec3& p_O) {
  const Vec3 p_C = c.X_OC.q.conjugate() * (p_O - c.X_OC.p);
  const auto& k = c.distortion;
  double x = p_C.x() / p_C.z(), y = p_C.y() / p_C.z(), dx = 0, dy = 0;
  const double r2 = x * x + y * y;
  if (c.model == "equidistant") {
    const double t = std::atan2(std::hypot(p_C.x(), p_C.y()), p_C.z()), t2 = t * t;
    const double scale = t * (1 + t2 * (k[0] + t2 * (k[1] + t2 * (k[2] + t2 * k[3])))) /
                         std::hypot(p_C.x(), p_C.y());
    dx = p_C.x() * scale, dy = p_C.y() * scale;
  } else {
    double radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
    if (c.model == "rational_polynomial") radial /= 1 + r2 * (k[5] + r2 * (k[6] + r2 * k[7]));
    dx = x * radial + 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x);
    dy = y * radial + k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y;
  }
  return {c.cx_px + c.fx_px * dx, c.cy_px + c.fy_px * dy};
}

// The largest error over a lattice of places that the picture shows.
double error_px(const CameraModel& m, double distance_m, bool on_sphere = false) {
  const CameraOptics optics(m);
  const Calibration c = calibration_of(optics, m);
  double worst = 0;
  int seen = 0;
  for (double right = -3; right <= 3; right += 0.07)
    for (double down = -3; down <= 3; down += 0.06) {
      Vec3 p_C(right * distance_m, down * distance_m, distance_m);
      if (on_sphere) p_C = distance_m * p_C.normalized();
      const auto pixel = optics.pixel_of({}, Vec3(p_C.z(), p_C.x(), p_C.y()));
      if (!pixel || pixel->x() < 0 || pixel->y() < 0 || pixel->x() > 319 || pixel->y() > 239)
        continue;
      ++seen;
      worst = std::max(worst, (project(c, p_C) - *pixel).norm());
    }
  EXPECT_GT(seen, 50);
  return worst;
}

TEST(Calibration, WithoutAPortItIsTheLens) {
  CameraModel brown = model(LensModel::kBrown, 1.2);
  brown.distortion = {-0.2, 0.05, 0.001, -0.002, 0.01};
  CameraModel rational = model(LensModel::kRational, 1.2);
  rational.distortion = {0.1, 0.02, 0.001, -0.001, 0.01, 0.2, 0.03, 0.01};
  CameraModel thin = model(LensModel::kPinhole, 1.2);
  thin.port = AnyConfig::of(ThinPortModel{});
  for (const CameraModel& m : {model(LensModel::kPinhole, 1.2), brown, rational, thin}) {
    EXPECT_LT(error_px(m, 2), kExact_px) << static_cast<int>(m.lens);
    EXPECT_EQ(calibration_of(CameraOptics(m), m).residual_px, 0);
  }
  for (const LensModel lens :
       {LensModel::kEquidistant, LensModel::kEquisolid, LensModel::kKannalaBrandt})
    EXPECT_LT(error_px(model(lens, 2.2), 2, true), 2 * kExact_px) << static_cast<int>(lens);
}

// Near the axis a flat window at the distance d, of thickness t and index g, lets rays meet in one
// point (n - 1) d + (n / g - 1) t behind the lens, and the focal length is n times that in air.
TEST(Calibration, BehindFlatGlassNearTheAxis) {
  constexpr double kIndex = 1.3395;
  CameraModel m = model(LensModel::kPinhole, 0.1);
  m.port = AnyConfig::of(FlatPortModel{0.08, 0.01, 1.49, 0});
  const Calibration c = calibration_of(CameraOptics(m, kIndex), m);
  EXPECT_NEAR(c.fx_px / (160 / std::tan(0.05)), kIndex, 2e-4 * kIndex);
  EXPECT_NEAR(c.X_OC.p.z(), -((kIndex - 1) * 0.08 + (kIndex / 1.49 - 1) * 0.01), 3e-4);
  EXPECT_NEAR(c.X_OC.p.x(), 0, 1e-5);
  EXPECT_NEAR(c.X_OC.p.y(), 0, 1e-5);
}

// A thin flat window in front of the lens bends like a longer focal length: n times.
TEST(Calibration, BehindFlatGlass) {
  CameraModel m = model(LensModel::kPinhole, 1.2);
  m.port = AnyConfig::of(FlatPortModel{0.001, 0.0001, 1.49, 0});
  const Calibration c = calibration_of(CameraOptics(m, 1.333), m);
  const double in_air = 160 / std::tan(0.6);
  EXPECT_NEAR(c.fx_px / in_air, 1.333, 0.004);
  EXPECT_GT(c.distortion[0], 0.1);  // pincushion
  EXPECT_NEAR(c.cx_px, 159.5, 1e-3);
  EXPECT_LT(c.residual_px, 0.1);
}

TEST(Calibration, HoldsInItsVolume) {
  CameraModel flat = model(LensModel::kPinhole, 1.2), dome = model(LensModel::kBrown, 1.4),
              wide = model(LensModel::kEquisolid, 2.4);
  flat.port = AnyConfig::of(FlatPortModel{0.05, 0.01, 1.49, 0});
  dome.port = AnyConfig::of(DomePortModel{0.05, 0.005, 1.49, {0.004, 0, 0.002}});
  wide.port = AnyConfig::of(DomePortModel{0.05, 0.005, 1.49, {0, 0, 0}});
  for (const CameraModel& m : {flat, dome, wide}) {
    const double residual = calibration_of(CameraOptics(m), m).residual_px;
    EXPECT_LT(residual, 1.0) << static_cast<int>(m.lens);
    for (const double times : {0.5, 0.8, 1.0, 1.4, 2.0})
      EXPECT_LT(error_px(m, times * m.calibration_distance_m, m.lens == LensModel::kEquisolid),
                1.2 * residual + 1e-3)
          << static_cast<int>(m.lens);
  }
  // A flat port has no common centre: much nearer, the calibration is wrong.
  CameraModel nearer = flat;
  nearer.calibration_distance_m = 0.3;
  EXPECT_GT(error_px(flat, 0.3), 3 * error_px(nearer, 0.3));
}

// A dome moved aside turns the camera that it makes: the free pose takes what a camera held at the
// lens would leave as an error of most of a pixel.
TEST(Calibration, ACameraBesideTheMiddleOfItsDome) {
  CameraModel m = model(LensModel::kPinhole, 1.4);
  m.width_px = 640, m.height_px = 480;
  m.port = AnyConfig::of(DomePortModel{0.05, 0.005, 1.49, {0.003, 0, 0.004}});
  const Calibration c = calibration_of(CameraOptics(m), m);
  EXPECT_LT(c.residual_px, 0.3);
  EXPECT_GT(c.cy_px, 239.5 + 5);
  EXPECT_NEAR(c.cx_px, 319.5, 0.01);
}

}  // namespace calibration_test
}  // namespace hadal::sensors

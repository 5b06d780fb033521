#include "sensors/optical/calibration.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace hadal::sensors {
namespace {

constexpr int kFitColumns = 25,
              kFitRows = 19;  // of pixels that a fit uses, with those at the corners
constexpr int kUnknowns = 8;  // f, six or fewer of distortion times f, centre
using Terms = Eigen::Matrix<double, kUnknowns, 1>;

struct Seen {
  camera::Pixel pixel;
  Vec3 p_C;
};

bool is_rectilinear(camera::LensModel model) {
  return model == camera::LensModel::kPinhole || model == camera::LensModel::kBrown ||
         model == camera::LensModel::kRational;
}

// What a pixel sees at the working distance.
std::optional<Seen> seen_at(const CameraOptics& optics, const camera::Pixel& pixel,
                            double distance_m) {
  const std::optional<Vec3> air = optics.lens().direction_of(pixel);
  if (!air) return std::nullopt;
  const std::optional<camera::WaterRay> ray = ray_in_water(optics.port(), *air);
  if (!ray) return std::nullopt;
  const Vec3 &o = ray->origin_C, &d = ray->direction_C;
  double length_m = 0;
  if (is_rectilinear(optics.lens().config().model)) {
    if (!(d.z() > 0.02)) return std::nullopt;
    length_m = (distance_m - o.z()) / d.z();
  } else {
    const double along = o.dot(d),
                 inside = along * along - o.squaredNorm() + distance_m * distance_m;
    if (!(inside > 0)) return std::nullopt;
    length_m = std::sqrt(inside) - along;
  }
  if (!(length_m > 0)) return std::nullopt;
  return Seen{pixel, o + length_m * d};
}

std::vector<Seen> sightings(const CameraOptics& optics, double distance_m) {
  std::vector<Seen> out;
  const camera::LensConfig& lens = optics.lens().config();
  for (int j = 0; j < kFitRows; ++j)
    for (int i = 0; i < kFitColumns; ++i)
      if (const auto seen =
              seen_at(optics,
                      {static_cast<double>(i) / (kFitColumns - 1) * (lens.width_px - 1),
                       static_cast<double>(j) / (kFitRows - 1) * (lens.height_px - 1)},
                      distance_m))
        out.push_back(*seen);
  return out;
}

// u and v (over the ratio of the focal lengths) as sums of unknowns times these.
struct TermPair {
  Terms u = Terms::Zero(), v = Terms::Zero();
};

TermPair plumb_bob_terms(const Vec3& p_C) {
  const double x = p_C.x() / p_C.z(), y = p_C.y() / p_C.z(), r2 = x * x + y * y;
  TermPair out;  // f, f k1, f k2, f p1, f p2, f k3, cx, cy
  out.u << x, x * r2, x * r2 * r2, 2 * x * y, r2 + 2 * x * x, x * r2 * r2 * r2, 1, 0;
  out.v << y, y * r2, y * r2 * r2, r2 + 2 * y * y, 2 * x * y, y * r2 * r2 * r2, 0, 1;
  return out;
}

TermPair equidistant_terms(const Vec3& p_C) {
  const double across = std::hypot(p_C.x(), p_C.y()), t = std::atan2(across, p_C.z());
  const double cosine = across > 0 ? p_C.x() / across : 1, sine = across > 0 ? p_C.y() / across : 0;
  TermPair out;  // f, f k1, f k2, f k3, f k4, none, cx, cy
  double power = t;
  for (int i = 0; i < 5; ++i, power *= t * t) out.u[i] = power * cosine, out.v[i] = power * sine;
  out.u[6] = out.v[7] = 1;
  return out;
}

struct Fit {
  Terms unknowns = Terms::Zero();
  double residual_px = 0;
};

Fit fit(const std::vector<Seen>& all, bool perspective, double ratio) {
  const auto terms = [&](const Seen& s) {
    return perspective ? plumb_bob_terms(s.p_C) : equidistant_terms(s.p_C);
  };
  Eigen::Matrix<double, kUnknowns, kUnknowns> normal =
      Eigen::Matrix<double, kUnknowns, kUnknowns>::Zero();
  Terms right = Terms::Zero();
  if (!perspective) normal(5, 5) = 1;  // no such term
  for (const Seen& s : all) {
    const TermPair t = terms(s);
    normal += t.u * t.u.transpose() + t.v * t.v.transpose();
    right += t.u * s.pixel.x() + t.v * (s.pixel.y() / ratio);
  }
  Fit out;
  out.unknowns = normal.ldlt().solve(right);
  for (const Seen& s : all) {
    const TermPair t = terms(s);
    const double du = t.u.dot(out.unknowns) - s.pixel.x(),
                 dv = ratio * t.v.dot(out.unknowns) - s.pixel.y();
    out.residual_px = std::max(out.residual_px, std::hypot(du, dv));
  }
  return out;
}

Calibration of_lens(const camera::Lens& lens) {
  const camera::CameraInfo info = lens.info();
  Calibration out;
  out.fx_px = info.K[0], out.fy_px = info.K[4], out.cx_px = info.K[2], out.cy_px = info.K[5];
  out.model = info.distortion_model;
  out.distortion = info.D;
  return out;
}

Calibration of_fit(const Fit& fit, bool perspective, double ratio) {
  const Terms& a = fit.unknowns;
  Calibration out;
  out.fx_px = a[0], out.fy_px = ratio * a[0];
  out.cx_px = a[6], out.cy_px = ratio * a[7];
  out.model = perspective ? "plumb_bob" : "equidistant";
  for (int i = 1; i < (perspective ? 6 : 5); ++i) out.distortion.push_back(a[i] / a[0]);
  out.residual_px = fit.residual_px;
  return out;
}

}  // namespace

Calibration calibration_of(const CameraOptics& optics, const CameraModel& model) {
  const camera::LensConfig& lens = optics.lens().config();
  Calibration out = of_lens(optics.lens());
  if (!std::holds_alternative<camera::NoPort>(optics.port())) {
    const bool perspective = is_rectilinear(lens.model);
    const double ratio = lens.fy_px / lens.fx_px;
    out = of_fit(fit(sightings(optics, model.calibration_distance_m), perspective, ratio),
                 perspective,
                 ratio);
  }
  out.width_px = lens.width_px, out.height_px = lens.height_px;
  out.baseline_m = model.baseline_m;
  return out;
}

}  // namespace hadal::sensors

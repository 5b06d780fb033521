#include "sensors/optical/camera/lens.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/units.h"

namespace hadal::sensors::camera {
namespace {

constexpr double kWidestPerspective = 89.5 * kDegree;  // half angle
constexpr int kFoldSteps = 2048;
constexpr double kSolved = 1e-13;
constexpr int kMaxSteps = 60;

bool is_perspective(LensModel model) {
  return model == LensModel::kPinhole || model == LensModel::kBrown ||
         model == LensModel::kRational;
}

struct ValueSlope {
  double value, slope;
};

// a + b s + c s^2 + d s^3 + e s^4 and its derivative.
ValueSlope polynomial(const std::array<double, 5>& a, double s) {
  const double value = a[0] + s * (a[1] + s * (a[2] + s * (a[3] + s * a[4])));
  const double slope = a[1] + s * (2 * a[2] + s * (3 * a[3] + s * 4 * a[4]));
  return {value, slope};
}

// The radial factor g at q = r^2, and dg/dq.
ValueSlope radial_factor(const LensConfig& lens, double q) {
  const auto& k = lens.distortion;
  if (lens.model == LensModel::kPinhole) return {1, 0};
  const ValueSlope top = polynomial({1, k[0], k[1], k[4], 0}, q);
  if (lens.model == LensModel::kBrown) return top;
  const ValueSlope bottom = polynomial({1, k[5], k[6], k[7], 0}, q);
  return {top.value / bottom.value,
          (top.slope * bottom.value - top.value * bottom.slope) / (bottom.value * bottom.value)};
}

bool beyond_pole(const LensConfig& lens, double q) {
  const auto& k = lens.distortion;
  return lens.model == LensModel::kRational && polynomial({1, k[5], k[6], k[7], 0}, q).value <= 0;
}

// r_d over s and its derivative; s is r for perspective lenses, t for the others.
ValueSlope radius_at(const LensConfig& lens, double s) {
  switch (lens.model) {
    case LensModel::kEquidistant:
      return {s, 1};
    case LensModel::kEquisolid:
      return {2 * std::sin(s / 2), std::cos(s / 2)};
    case LensModel::kKannalaBrandt: {
      const auto& k = lens.distortion;
      const ValueSlope g = polynomial({1, k[0], k[1], k[2], k[3]}, s * s);
      return {s * g.value, g.value + 2 * s * s * g.slope};
    }
    default: {
      const ValueSlope g = radial_factor(lens, s * s);
      return {s * g.value, g.value + 2 * s * s * g.slope};
    }
  }
}

// The largest s up to which r_d grows.
double fold_of(const LensConfig& lens) {
  const bool flat = is_perspective(lens.model);
  const double widest = flat ? kWidestPerspective : std::numbers::pi;
  const auto s_at = [&](double angle) { return flat ? std::tan(angle) : angle; };
  const auto grows = [&](double angle) {
    const double s = s_at(angle);
    return !beyond_pole(lens, s * s) && radius_at(lens, s).slope > 0;
  };
  double below = 0, above = widest;
  for (int i = 1; i <= kFoldSteps; ++i) {
    above = widest * i / kFoldSteps;
    if (!grows(above)) break;
    below = above;
  }
  for (int i = 0; i < kMaxSteps && below < above; ++i) {
    const double middle = 0.5 * (below + above);
    (grows(middle) ? below : above) = middle;
  }
  return s_at(below);
}

// s of a given r_d in [0, fold], by Newton's method kept inside a bracket.
double solve_radius(const LensConfig& lens, double radius, double fold) {
  double below = 0, above = fold, s = std::min(radius, fold);
  for (int i = 0; i < kMaxSteps; ++i) {
    const ValueSlope r = radius_at(lens, s);
    const double error = r.value - radius;
    if (std::abs(error) <= kSolved * std::max(1.0, radius)) break;
    (error > 0 ? above : below) = s;
    const double next = s - error / r.slope;
    s = next > below && next < above ? next : 0.5 * (below + above);
  }
  return s;
}

struct Distorted {
  Eigen::Vector2d at;
  Eigen::Matrix2d slope;
};

// brown and rational, with the tangential part.
Distorted distort(const LensConfig& lens, const Eigen::Vector2d& p) {
  const double x = p.x(), y = p.y(), q = p.squaredNorm();
  const double p1 = lens.distortion[2], p2 = lens.distortion[3];
  const ValueSlope g = radial_factor(lens, q);
  Distorted out;
  out.at = {x * g.value + 2 * p1 * x * y + p2 * (q + 2 * x * x),
            y * g.value + p1 * (q + 2 * y * y) + 2 * p2 * x * y};
  const double cross = 2 * x * y * g.slope + 2 * p1 * x + 2 * p2 * y;
  out.slope << g.value + 2 * x * x * g.slope + 2 * p1 * y + 6 * p2 * x, cross,  //
      cross, g.value + 2 * y * y * g.slope + 6 * p1 * y + 2 * p2 * x;
  return out;
}

bool has_tangential(const LensConfig& lens) {
  return (lens.model == LensModel::kBrown || lens.model == LensModel::kRational) &&
         (lens.distortion[2] != 0 || lens.distortion[3] != 0);
}

// The undistorted point of a perspective lens.
std::optional<Eigen::Vector2d> undistort(const LensConfig& lens, const Eigen::Vector2d& target,
                                         double fold, double fold_radius) {
  const double radius = target.norm();
  if (radius == 0 && !has_tangential(lens)) return target;
  const bool inside = radius <= fold_radius;
  if (!inside && !has_tangential(lens)) return std::nullopt;
  const double s = solve_radius(lens, std::min(radius, fold_radius), fold);
  Eigen::Vector2d p = radius > 0 ? Eigen::Vector2d(target * (s / radius)) : target;
  if (!has_tangential(lens)) return p;
  for (int i = 0; i < kMaxSteps; ++i) {
    const Distorted now = distort(lens, p);
    const Eigen::Vector2d error = now.at - target;
    const Eigen::Matrix2d& m = now.slope;
    const double determinant = m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0);
    if (!(determinant > 0) || p.norm() > fold) return std::nullopt;
    if (error.norm() <= kSolved * std::max(1.0, radius)) return p;
    p -= Eigen::Vector2d(m(1, 1) * error.x() - m(0, 1) * error.y(),
                         m(0, 0) * error.y() - m(1, 0) * error.x()) /
         determinant;
  }
  return std::nullopt;
}

Problems problems_of(const LensConfig& lens) {
  Problems problems;
  if (lens.width_px < 1 || lens.height_px < 1)
    problems.add("picture of " + std::to_string(lens.width_px) + " x " +
                 std::to_string(lens.height_px) + " pixels; both must be at least 1");
  if (!(lens.fx_px > 0) || !(lens.fy_px > 0) || !std::isfinite(lens.fx_px + lens.fy_px))
    problems.add("focal lengths " + std::to_string(lens.fx_px) + " and " +
                 std::to_string(lens.fy_px) + " px; both must be positive");
  if (!std::isfinite(lens.cx_px) || !std::isfinite(lens.cy_px))
    problems.add("the principal point is not a number");
  for (const double k : lens.distortion)
    if (!std::isfinite(k)) {
      problems.add("a distortion coefficient is not a number");
      break;
    }
  return problems;
}

// Pixels all along the border of the picture.
std::vector<Pixel> border_of(const LensConfig& lens) {
  constexpr int kSteps = 32;
  std::vector<Pixel> out;
  const double right = lens.width_px - 0.5, bottom = lens.height_px - 0.5;
  for (int i = 0; i <= kSteps; ++i) {
    const double f = static_cast<double>(i) / kSteps;
    const double u = -0.5 + f * (right + 0.5), v = -0.5 + f * (bottom + 0.5);
    for (const Pixel& p : {Pixel(u, -0.5), Pixel(u, bottom), Pixel(-0.5, v), Pixel(right, v)})
      out.push_back(p);
  }
  return out;
}

std::array<double, 9> matrix_K(const LensConfig& c) {
  return {c.fx_px, 0, c.cx_px, 0, c.fy_px, c.cy_px, 0, 0, 1};
}

std::array<double, 12> matrix_P(const LensConfig& c, double shift_m) {
  return {c.fx_px, 0, c.cx_px, c.fx_px * shift_m, 0, c.fy_px, c.cy_px, 0, 0, 0, 1, 0};
}

std::array<double, 9> row_major(const Mat3& m) {
  return {m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1), m(1, 2), m(2, 0), m(2, 1), m(2, 2)};
}

}  // namespace

Lens::Lens(const LensConfig& config) : config_(config), fold_(fold_of(config)) {
  fold_radius_ = radius_at(config_, fold_).value;
}

bool Lens::perspective() const {
  return is_perspective(config_.model);
}

Result<Lens> Lens::make(const LensConfig& config) {
  Problems problems = problems_of(config);
  if (!problems.empty()) return problems;
  Lens lens(config);
  for (const Pixel& pixel : border_of(config))
    if (!lens.direction_of(pixel)) {
      problems.add("the lens ends at a radius of " +
                   std::to_string(lens.fold_radius_ * config.fx_px) +
                   " px, where its distortion folds or its angle is full; the border of the "
                   "picture reaches further. Use a longer focal length or other coefficients");
      return problems;
    }
  return lens;
}

std::optional<Pixel> Lens::pixel_of(const Vec3& direction_C) const {
  const double across = direction_C.head<2>().norm();
  Eigen::Vector2d p;
  if (perspective()) {
    if (!(direction_C.z() > 0) || across > fold_ * direction_C.z()) return std::nullopt;
    p = direction_C.head<2>() / direction_C.z();
    if (config_.model != LensModel::kPinhole) p = distort(config_, p).at;
  } else {
    const double angle = std::atan2(across, direction_C.z());
    if (angle > fold_) return std::nullopt;
    p.setZero();
    if (across > 0) p = direction_C.head<2>() * (radius_at(config_, angle).value / across);
  }
  return Pixel(config_.fx_px * p.x() + config_.cx_px, config_.fy_px * p.y() + config_.cy_px);
}

std::optional<Vec3> Lens::direction_of(const Pixel& pixel) const {
  const Eigen::Vector2d d((pixel.x() - config_.cx_px) / config_.fx_px,
                          (pixel.y() - config_.cy_px) / config_.fy_px);
  if (perspective()) {
    const auto p = undistort(config_, d, fold_, fold_radius_);
    if (!p) return std::nullopt;
    return Vec3(p->x(), p->y(), 1).normalized();
  }
  const double radius = d.norm();
  if (radius > fold_radius_) return std::nullopt;
  if (radius == 0) return Vec3::UnitZ();
  const double angle = solve_radius(config_, radius, fold_), across = std::sin(angle) / radius;
  return Vec3(d.x() * across, d.y() * across, std::cos(angle));
}

double Lens::horizontal_view_rad() const {
  const auto angle = [&](double column) {
    const Vec3 ray = *direction_of({column, config_.cy_px});
    return std::atan2(ray.x(), ray.z());
  };
  return angle(config_.width_px - 0.5) - angle(-0.5);
}

CameraInfo Lens::info() const {
  CameraInfo out;
  out.width_px = config_.width_px, out.height_px = config_.height_px;
  const auto& k = config_.distortion;
  if (config_.model == LensModel::kRational) {
    out.distortion_model = "rational_polynomial";
    out.D.assign(k.begin(), k.end());
  } else if (perspective()) {
    out.distortion_model = "plumb_bob";
    out.D.assign(5, 0);
    if (config_.model == LensModel::kBrown) out.D.assign(k.begin(), k.begin() + 5);
  } else {
    out.distortion_model = "equidistant";
    out.D.assign(4, 0);
    if (config_.model == LensModel::kKannalaBrandt) out.D.assign(k.begin(), k.begin() + 4);
    if (config_.model == LensModel::kEquisolid)
      out.D = {-1.0 / 24, 1.0 / 1920, -1.0 / 322560, 1.0 / 92897280};
  }
  out.K = matrix_K(config_);
  out.R = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  out.P = matrix_P(config_, 0);
  return out;
}

Result<LensConfig> lens_of_view(const LensConfig& like, double horizontal_view_rad) {
  Problems problems;
  const bool flat = is_perspective(like.model);
  const double widest = flat ? 2 * kWidestPerspective : kTurn;
  if (!(horizontal_view_rad > 0) || horizontal_view_rad > widest) {
    problems.add("field of view of " + std::to_string(horizontal_view_rad / kDegree) +
                 " deg; this lens takes more than 0 and at most " +
                 std::to_string(widest / kDegree) + " deg");
    return problems;
  }
  const double half = horizontal_view_rad / 2, s = flat ? std::tan(half) : half;
  if (s > fold_of(like)) {
    problems.add("the distortion folds inside of a field of view of " +
                 std::to_string(horizontal_view_rad / kDegree) + " deg");
    return problems;
  }
  LensConfig out = like;
  out.fx_px = out.fy_px = 0.5 * like.width_px / radius_at(like, s).value;
  out.cx_px = 0.5 * (like.width_px - 1), out.cy_px = 0.5 * (like.height_px - 1);
  return out;
}

Result<StereoPair> rectify(const Lens& left, const Lens& right, const Pose& X_LR) {
  StereoPair pair;
  Problems problems;
  pair.baseline_m = X_LR.p.norm();
  const Vec3 x = X_LR.p / pair.baseline_m;  // checked below
  if (!(pair.baseline_m > 0) || !(x.x() > 0)) {
    problems.add("the right camera must stand to the right of the left one, along its x axis");
    return problems;
  }
  const Vec3 y = Vec3::UnitZ().cross(x).normalized(), z = x.cross(y);
  Mat3 R_rectified_L;
  R_rectified_L << x.transpose(), y.transpose(), z.transpose();
  pair.left = left.info(), pair.right = right.info();
  pair.left.R = row_major(R_rectified_L);
  pair.right.R = row_major(R_rectified_L * X_LR.q.toRotationMatrix());
  LensConfig common = left.config();
  common.fy_px = common.fx_px;
  pair.focal_px = common.fx_px;
  pair.left.P = matrix_P(common, 0);
  pair.right.P = matrix_P(common, -pair.baseline_m);
  return pair;
}

}  // namespace hadal::sensors::camera

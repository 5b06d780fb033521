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
  Vec3 p_O;  // axes of the lens: x right, y down, z ahead
};

bool is_rectilinear(camera::LensModel model) {
  return model == camera::LensModel::kPinhole || model == camera::LensModel::kBrown ||
         model == camera::LensModel::kRational;
}

// What a pixel sees at a distance.
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
  for (const double octaves : {-1.0, -0.5, 0.0, 0.5, 1.0})
    for (int j = 0; j < kFitRows; ++j)
      for (int i = 0; i < kFitColumns; ++i)
        if (const auto seen =
                seen_at(optics,
                        {static_cast<double>(i) / (kFitColumns - 1) * (lens.width_px - 1),
                         static_cast<double>(j) / (kFitRows - 1) * (lens.height_px - 1)},
                        distance_m * std::exp2(octaves)))
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

// The model: where a camera at a place, turned, with these unknowns shows a point.
struct Fitted {
  Terms unknowns = Terms::Zero();
  Pose X_OC{Vec3::Zero(), Quat::Identity()};  // in the axes of the lens
};

class Fit {
 public:
  Fit(const std::vector<Seen>& seen, bool perspective, double ratio)
      : seen_(seen), perspective_(perspective), ratio_(ratio) {}

  // Gauss-Newton with Levenberg's damping over the eight unknowns and the pose, from the best
  // unknowns for a camera at the lens.
  Fitted best() const {
    constexpr int kMaxRounds = 60;
    constexpr double kFirstDamping = 1e-4, kLeastDamping = 1e-12, kSettled = 1e-13;
    Fitted at;
    at.unknowns = unknowns_at(at.X_OC);
    double error = squares(at), damping = kFirstDamping;
    for (int round = 0; round < kMaxRounds && damping < 1; ++round) {
      Normal normal = Normal::Zero();
      Step right = Step::Zero();
      for (const Seen& s : seen_) add_rows(at, s, normal, right);
      if (!perspective_) normal(5, 5) = 1;  // no such term
      normal.diagonal() *= 1 + damping;
      const Fitted next = moved_by(at, normal.ldlt().solve(right));
      const double less = squares(next);
      if (!(less < error)) {
        damping *= 10;
        continue;
      }
      const bool settled = error - less < kSettled * error;
      at = next, error = less, damping = std::max(damping / 10, kLeastDamping);
      if (settled) break;
    }
    return at;
  }
  double largest_error_px(const Fitted& at) const {
    double largest = 0;
    for (const Seen& s : seen_) largest = std::max(largest, error_px(at, s).norm());
    return largest;
  }

 private:
  static constexpr int kAll = kUnknowns + 6;  // and place and turn
  using Normal = Eigen::Matrix<double, kAll, kAll>;
  using Step = Eigen::Matrix<double, kAll, 1>;

  TermPair terms(const Pose& X_OC, const Vec3& p_O) const {
    const Vec3 p_C = X_OC.q.conjugate() * (p_O - X_OC.p);
    return perspective_ ? plumb_bob_terms(p_C) : equidistant_terms(p_C);
  }
  camera::Pixel shown(const Terms& unknowns, const TermPair& t) const {
    return {t.u.dot(unknowns), ratio_ * t.v.dot(unknowns)};
  }
  camera::Pixel error_px(const Fitted& at, const Seen& s) const {
    return shown(at.unknowns, terms(at.X_OC, s.p_O)) - s.pixel;
  }
  double squares(const Fitted& at) const {
    double sum = 0;
    for (const Seen& s : seen_) sum += error_px(at, s).squaredNorm();
    return sum;
  }
  static Fitted moved_by(const Fitted& at, const Step& step) {
    Fitted out = at;
    out.unknowns += step.head<kUnknowns>();
    out.X_OC.p += step.segment<3>(kUnknowns);
    const Vec3 turn = step.tail<3>();
    const double angle = turn.norm();
    if (angle > 0)
      out.X_OC.q = (out.X_OC.q * Quat(Eigen::AngleAxisd(angle, turn / angle))).normalized();
    return out;
  }

  // Linear least squares, for a camera that stands there.
  Terms unknowns_at(const Pose& X_OC) const {
    Eigen::Matrix<double, kUnknowns, kUnknowns> normal =
        Eigen::Matrix<double, kUnknowns, kUnknowns>::Zero();
    Terms right = Terms::Zero();
    if (!perspective_) normal(5, 5) = 1;
    for (const Seen& s : seen_) {
      const TermPair t = terms(X_OC, s.p_O);
      normal += t.u * t.u.transpose() + t.v * t.v.transpose();
      right += t.u * s.pixel.x() + t.v * (s.pixel.y() / ratio_);
    }
    return normal.ldlt().solve(right);
  }

  // Slopes over the unknowns are exact, those over the pose by differences.
  void add_rows(const Fitted& at, const Seen& s, Normal& normal, Step& right) const {
    constexpr double kStep = 1e-6;  // m, rad
    const TermPair t = terms(at.X_OC, s.p_O);
    Step u, v;
    u.head<kUnknowns>() = t.u, v.head<kUnknowns>() = ratio_ * t.v;
    for (int k = 0; k < 6; ++k) {
      Step step = Step::Zero();
      step[kUnknowns + k] = kStep;
      const camera::Pixel after = shown(at.unknowns, terms(moved_by(at, step).X_OC, s.p_O)),
                          before = shown(at.unknowns, terms(moved_by(at, -step).X_OC, s.p_O));
      const camera::Pixel slope = (after - before) / (2 * kStep);
      u[kUnknowns + k] = slope.x(), v[kUnknowns + k] = slope.y();
    }
    const camera::Pixel error = shown(at.unknowns, t) - s.pixel;
    normal += u * u.transpose() + v * v.transpose();
    right -= u * error.x() + v * error.y();
  }

  const std::vector<Seen>& seen_;
  bool perspective_;
  double ratio_;
};

Calibration of_lens(const camera::Lens& lens) {
  const camera::CameraInfo info = lens.info();
  Calibration out;
  out.fx_px = info.K[0], out.fy_px = info.K[4], out.cx_px = info.K[2], out.cy_px = info.K[5];
  out.model = info.distortion_model;
  out.distortion = info.D;
  return out;
}

Calibration of_fit(const std::vector<Seen>& seen, bool perspective, double ratio) {
  const Fit fit(seen, perspective, ratio);
  const Fitted best = fit.best();
  const Terms& a = best.unknowns;
  Calibration out;
  out.fx_px = a[0], out.fy_px = ratio * a[0];
  out.cx_px = a[6], out.cy_px = ratio * a[7];
  out.model = perspective ? "plumb_bob" : "equidistant";
  for (int i = 1; i < (perspective ? 6 : 5); ++i) out.distortion.push_back(a[i] / a[0]);
  out.X_OC = best.X_OC;
  out.residual_px = fit.largest_error_px(best);
  return out;
}

}  // namespace

Calibration calibration_of(const CameraOptics& optics, const CameraModel& model) {
  const camera::LensConfig& lens = optics.lens().config();
  Calibration out = of_lens(optics.lens());
  if (!std::holds_alternative<camera::NoPort>(optics.port())) {
    const bool perspective = is_rectilinear(lens.model);
    const double ratio = lens.fy_px / lens.fx_px;
    out = of_fit(sightings(optics, model.calibration_distance_m), perspective, ratio);
  }
  out.width_px = lens.width_px, out.height_px = lens.height_px;
  out.baseline_m = model.baseline_m;
  return out;
}

}  // namespace hadal::sensors

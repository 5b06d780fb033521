// Where a ray meets the picture and back: the geometry of a lens in one medium.
//
// Camera frame C: x right, y down, z ahead along the optical axis (the optical frame of ROS).
// Pixels as in OpenCV: whole numbers at the centres of pixels, so that the picture covers
// [-0.5, width - 0.5] x [-0.5, height - 0.5]. u = fx x_d + cx, v = fy y_d + cy.
//
// (x_d, y_d) for a ray at the angle t from the axis, x = X/Z, y = Y/Z, r^2 = x^2 + y^2:
//   pinhole         x_d = x
//   brown           x_d = x g + 2 p1 x y + p2 (r^2 + 2 x^2)
//                   y_d = y g + p1 (r^2 + 2 y^2) + 2 p2 x y
//                   g = 1 + k1 r^2 + k2 r^4 + k3 r^6
//                   (Brown, "Decentering distortion of lenses", 1966)
//   rational        the same with
//                   g = (1 + k1 r^2 + k2 r^4 + k3 r^6) / (1 + k4 r^2 + k5 r^4 + k6 r^6)
//   equidistant     r_d = t
//   equisolid       r_d = 2 sin(t / 2)
//   kannala_brandt  r_d = t (1 + k1 t^2 + k2 t^4 + k3 t^6 + k4 t^8)
//                   (Kannala & Brandt, "A generic camera model and calibration method for
//                   conventional, wide-angle, and fish-eye lenses", 2006)
// The inverse is found by Newton's method on a bracket; a round trip keeps 1e-6 pixels. A
// distortion holds up to the radius where it folds (d r_d / d r = 0); a lens whose picture reaches
// beyond is refused.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "kinds/frames/camera.h"
#include "math/types.h"

namespace hadal::sensors::camera {

using Pixel = Eigen::Vector2d;  // column, row

using hadal::LensModel;

struct LensConfig {
  LensModel model = LensModel::kPinhole;
  int width_px = 640, height_px = 480;
  double fx_px = 320, fy_px = 320;
  double cx_px = 319.5, cy_px = 239.5;
  // brown: k1 k2 p1 p2 k3; rational: k1 k2 p1 p2 k3 k4 k5 k6; kannala_brandt: k1 k2 k3 k4.
  std::array<double, 8> distortion{};
};

// A lens of this angle across the whole width, square pixels, its axis through the middle. The
// distortion of `like` is kept. Angles reach pi for perspective lenses (not included) and 2 pi for
// the others.
Result<LensConfig> lens_of_view(const LensConfig& like, double horizontal_view_rad);

// What sensor_msgs/CameraInfo says: row after row.
struct CameraInfo {
  int width_px = 0, height_px = 0;
  std::string distortion_model;  // plumb_bob, rational_polynomial, equidistant
  std::vector<double> D;
  std::array<double, 9> K{}, R{};
  std::array<double, 12> P{};
};

class Lens {
 public:
  static Result<Lens> make(const LensConfig& config);

  const LensConfig& config() const { return config_; }
  // Nothing for a direction beyond the domain of the lens (behind a perspective lens, past a fold).
  // May lie outside of the picture.
  std::optional<Pixel> pixel_of(const Vec3& direction_C) const;
  // Unit vector. Nothing beyond the domain.
  std::optional<Vec3> direction_of(const Pixel& pixel) const;
  // The largest r (perspective lenses) or t of the domain.
  double widest() const { return fold_; }
  // Angle between the rays through the middles of the left and right border.
  double horizontal_view_rad() const;
  // R is the identity and P repeats K. An equisolid lens is written as the series of its r_d, which
  // differs by less than 4e-9 up to a half angle of 90 deg.
  CameraInfo info() const;

 private:
  explicit Lens(const LensConfig& config);
  bool perspective() const;
  LensConfig config_;
  double fold_ = 0;         // largest r (perspective) or t of the domain
  double fold_radius_ = 0;  // r_d there
};

// Two cameras after rectification: rows of both pictures agree and a point at depth z appears
// disparity = f B / z further left in the right picture.
struct StereoPair {
  CameraInfo left, right;
  double focal_px = 0, baseline_m = 0;

  double disparity_px(double depth_m) const { return focal_px * baseline_m / depth_m; }
  double depth_m(double disparity_px) const { return focal_px * baseline_m / disparity_px; }
};

// X_LR: pose of the right camera in the left one. The common x axis lies along the baseline and z
// as close to the left axis as that allows (Fusiello, Trucco & Verri, "A compact algorithm for
// rectification of stereo pairs", 2000). Focal length and centre are the left camera's.
Result<StereoPair> rectify(const Lens& left, const Lens& right, const Pose& X_LR);

}  // namespace hadal::sensors::camera

#include "kinds/frames/lidar.h"

#include <cmath>

#include "kinds/frames/list.h"

namespace hadal::inline kinds {
namespace {

constexpr int64_t kMaxRays = 2048;
constexpr double kMaxPan = 175 * kDegree, kMaxTilt = 90 * kDegree;
constexpr double kRounding = 1e-9;  // of a sum of angles given in degrees

}  // namespace

const StructSchema& PanTilt::schema() {
  using C = PanTilt;
  static const StructSchema s =
      StructBuilder<C>(
          "pan_tilt",
          "A mount that pans about the z axis of the sensor and tilts about the panned "
          "y axis; it swings to and fro at constant speed about fixed angles.")
          .number("pan_deg", &C::pan_rad, "Middle, positive to starboard.", {-175, 175},
                  kDegree)
          .number("tilt_deg", &C::tilt_rad, "Middle, positive up.", {-90, 90}, kDegree)
          .number("pan_swing_deg", &C::pan_swing_rad, "To each side of the middle; 0 = still.",
                  {0, 175}, kDegree)
          .number("tilt_swing_deg", &C::tilt_swing_rad, "To each side of the middle; 0 = still.",
                  {0, 90}, kDegree)
          .number("pan_period_s", &C::pan_period_s, "There and back.", kPositive)
          .number("tilt_period_s", &C::tilt_period_s, "There and back.", kPositive)
          .check([](const C& c, CheckReport& r) {
            if (std::abs(c.pan_rad) + c.pan_swing_rad > kMaxPan + kRounding)
              r.fail("pan_swing_deg",
                     "the mount pans 350 degrees in all: expected |pan_deg| + "
                     "pan_swing_deg <= 175");
            if (std::abs(c.tilt_rad) + c.tilt_swing_rad > kMaxTilt + kRounding)
              r.fail("tilt_swing_deg", "expected |tilt_deg| + tilt_swing_deg <= 90");
          });
  return s;
}

const StructSchema& LidarModel::schema() {
  using C = LidarModel;
  constexpr Bounds kSide{1, static_cast<double>(kMaxRays)};
  constexpr Bounds kView{0, 170, true};
  constexpr Bounds kWater{0, 100};
  static const StructSchema s =
      extension::sensor_schema<C>("lidar",
                "Scanning lidar that points along the x axis of its mount; its reach follows the "
                "turbidity of the water.")
          .integer("columns", &C::columns, "Rays side by side.", kSide)
          .integer("rows", &C::rows, "Rays one above the other.", kSide)
          .number("width_deg", &C::width_rad, "Between the outermost columns.", kView, kDegree)
          .number("height_deg", &C::height_rad, "Between the outermost rows.", kView, kDegree)
          .number("min_range_m", &C::min_range_m, "No return closer than this.", kNotNegative)
          .number("max_range_m", &C::max_range_m, "It listens no longer than for this range.",
                  {0, 1000, true})
          .number("attenuation_per_m", &C::attenuation_per_m,
                  "Beam attenuation c of the water at its wavelength; if left out, that of "
                  "environment.optics, with its changes of turbidity, or 0.1 without it.",
                  kWater)
          .number("wavelength_nm", &C::wavelength_nm, "Of its light.", {400, 700})
          .number("rated_range_m", &C::rated_range_m,
                  "It just sees a surface at this range, met head on,", kPositive)
          .number("rated_attenuation_per_m", &C::rated_attenuation_per_m, "in this water,", kWater)
          .number("rated_albedo", &C::rated_albedo, "that is this bright.", {0, 1, true})
          .number("range_std_m", &C::range_std_m, "White noise of a range.", kNotNegative)
          .number("range_std_relative", &C::range_std_relative, "Fraction of the range.", kFraction)
          .integer("returns", &C::returns, "Returns kept per ray: the first ones and the last.",
                   {1, 3})
          .number("silt_albedo", &C::silt_albedo, "Of the surface of silt.", kFraction)
          .number("silt_attenuation_per_m", &C::silt_attenuation_per_m,
                  "Beam attenuation inside silt: thin silt lets the ground through.", kNotNegative)
          .number("particles_per_m", &C::particles_per_m,
                  "Particles along a ray, per metre; the nearest gives a return.",
                  kNotNegative)
          .number("particle_albedo", &C::particle_albedo, "Of a particle.", kFraction)
          .number("particle_cover", &C::particle_cover, "Fraction of the ray a particle covers.",
                  kFraction)
          .boolean("sees_own_vehicle", &C::sees_own_vehicle, "Returns from its own vehicle, too.")
          .object("pan_tilt", &C::pan_tilt, "The head that turns it.")
          .check([](const C& c, CheckReport& r) {
            if (c.min_range_m >= c.max_range_m) r.fail("max_range_m", "must be above min_range_m");
          });
  return s;
}

std::vector<CoverageShape> LidarModel::views() const {
  FanView fan = fan_view(width_rad, height_rad, min_range_m, max_range_m);
  fan.attitude = Quat(Eigen::AngleAxisd(pan_tilt.pan_rad, Vec3::UnitZ())) *
                 Quat(Eigen::AngleAxisd(pan_tilt.tilt_rad, Vec3::UnitY()));
  return {fan};
}

template <>
FrameSensorKind built_in_frame_sensor<LidarModel>() {
  return frame_sensor_kind<LidarModel>();
}

}  // namespace hadal::kinds

#include "kinds/frames/beam_grids.h"

#include <numbers>

#include "kinds/frames/list.h"

namespace hadal::inline kinds {
namespace {

constexpr Bounds kSpread{0, 178}, kThreshold{0, 60};

}  // namespace

std::vector<CoverageShape> BeamGridModel::views() const {
  FanView fan = fan_view(width_rad, height_rad + beam_height_rad, min_range_m, max_range_m);
  if (pointing == BeamPointing::kDown)
    fan.attitude = Quat(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitY()));
  return {fan};
}

const StructSchema& MultibeamModel::schema() {
  using C = MultibeamModel;
  static const StructSchema s =
      sonar_beams<C>(
          "multibeam_echosounder",
          "Multibeam echosounder or profiler: a fan of beams about the z axis across x, one "
          "range each.")
          .integer("beams", &C::columns, "Number of beams.", {1, kMaxBeams})
          .number("swath_deg", &C::width_rad, "Between the axes of the outer beams.", kSpread,
                  kDegree)
          .number("detection_db", &C::detection_db, "An echo counts this far above the noise.",
                  kThreshold);
  return s;
}

Sonar3dModel::Sonar3dModel() {
  pointing = BeamPointing::kAhead;
  columns = 64, rows = 32;
  width_rad = 90 * kDegree, height_rad = 40 * kDegree;
}

const StructSchema& Sonar3dModel::schema() {
  using C = Sonar3dModel;
  static const StructSchema s =
      sonar_beams<C>("sonar_3d", "3D sonar: a grid of beams about the x axis, one range each.")
          .integer("columns", &C::columns, "Beams side by side.", {1, 512})
          .integer("rows", &C::rows, "Beams one above the other.", {1, 512})
          .number("width_deg", &C::width_rad, "Between the axes of the outer columns.", kSpread,
                  kDegree)
          .number("height_deg", &C::height_rad, "Between the axes of the outer rows.", kSpread,
                  kDegree)
          .number("detection_db", &C::detection_db, "An echo counts this far above the noise.",
                  kThreshold);
  return s;
}

template <>
FrameSensorKind built_in_frame_sensor<MultibeamModel>() {
  return frame_sensor_kind<MultibeamModel>();
}
template <>
FrameSensorKind built_in_frame_sensor<Sonar3dModel>() {
  return frame_sensor_kind<Sonar3dModel>();
}

}  // namespace hadal::kinds

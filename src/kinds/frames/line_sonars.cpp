#include "kinds/frames/line_sonars.h"

#include "kinds/frames/list.h"

namespace hadal::inline kinds {

const StructSchema& ScanningSonarModel::schema() {
  using C = ScanningSonarModel;
  static const StructSchema s =
      sonar_line<C>(
          "scanning_sonar",
          "Mechanically scanned sonar: one beam that turns about the z axis by a step per ping.")
          .number("step_deg", &C::step_rad, "Per ping.", {0.01, 180}, kDegree)
          .numbers("sector_deg", &C::sector_rad,
                   "First and last bearing, to starboard; a full circle if left out.", {0, 2},
                   {-180, 180}, kDegree)
          .check([](const C& c, CheckReport& r) {
            if (c.sector_rad.size() == 1 ||
                (c.sector_rad.size() == 2 && c.sector_rad[0] >= c.sector_rad[1]))
              r.fail("sector_deg", "expected the first bearing, then a larger one");
          });
  return s;
}

std::vector<CoverageShape> ScanningSonarModel::views() const {
  return {FanView{first_rad(), last_rad(), beam_height_rad, min_range_m, max_range_m}};
}

const StructSchema& SideScanModel::schema() {
  using C = SideScanModel;
  static const StructSchema s =
      sonar_line<C>("side_scan_sonar", "Side-scan sonar: two beams abeam, one line per ping.")
          .number("tilt_deg", &C::tilt_rad, "Of the beam axes below the horizontal.", {0, 90},
                  kDegree);
  return s;
}

std::vector<CoverageShape> SideScanModel::views() const {
  std::vector<CoverageShape> out;
  for (const double side : {-1.0, 1.0}) {  // port, starboard
    FanView fan =
        fan_view(filled_width_rad(*this), beam_height_rad, min_range_m, max_range_m);
    fan.attitude = Quat(Eigen::AngleAxisd(side * std::numbers::pi / 2, Vec3::UnitZ())) *
                   Quat(Eigen::AngleAxisd(-tilt_rad, Vec3::UnitY()));
    out.emplace_back(fan);
  }
  return out;
}

const StructSchema& EchosounderModel::schema() {
  using C = EchosounderModel;
  static const StructSchema s =
      sonar_line<C>("echosounder",
                    "Single-beam echosounder along the z axis, with its echo profile.")
          .number("detection_db", &C::detection_db, "An echo counts this far above the noise.",
                  {0, 60});
  return s;
}

std::vector<CoverageShape> EchosounderModel::views() const {
  return {extension::Beams{{{0, 0, 1}}, max_range_m}};
}

template <>
FrameSensorKind built_in_frame_sensor<ScanningSonarModel>() {
  return frame_sensor_kind<ScanningSonarModel>();
}
template <>
FrameSensorKind built_in_frame_sensor<SideScanModel>() {
  return frame_sensor_kind<SideScanModel>();
}
template <>
FrameSensorKind built_in_frame_sensor<EchosounderModel>() {
  return frame_sensor_kind<EchosounderModel>();
}

}  // namespace hadal::kinds

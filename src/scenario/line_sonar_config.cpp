#include "scenario/line_sonar_config.h"

#include "scenario/sonar_builder.h"

namespace hadal::inline scenario {
namespace {

constexpr Bounds kDetection{0, 60};

}  // namespace

const StructSchema& ScanningSonarConfig::schema() {
  using C = ScanningSonarConfig;
  static const StructSchema s =
      sonar_line<C>(
          "scanning_sonar",
          "Mechanically scanned sonar: one beam that turns about the z axis by a step per ping.")
          .number("step_deg", &C::step_deg, "Per ping.", {0.01, 180})
          .numbers("sector_deg", &C::sector_deg,
                   "First and last bearing, to starboard; a full circle if left out.", {0, 2},
                   {-180, 180})
          .check([](const C& c, CheckReport& r) {
            if (c.sector_deg.size() == 1 ||
                (c.sector_deg.size() == 2 && c.sector_deg[0] >= c.sector_deg[1]))
              r.fail("sector_deg", "expected the first bearing, then a larger one");
          });
  return s;
}

const StructSchema& SideScanConfig::schema() {
  using C = SideScanConfig;
  static const StructSchema s =
      sonar_line<C>("side_scan_sonar", "Side-scan sonar: two beams abeam, one line per ping.")
          .number("tilt_deg", &C::tilt_deg, "Of the beam axes below the horizontal.", {0, 90});
  return s;
}

const StructSchema& EchosounderConfig::schema() {
  using C = EchosounderConfig;
  static const StructSchema s =
      sonar_line<C>("echosounder",
                    "Single-beam echosounder along the z axis, with its echo profile.")
          .number("detection_db", &C::detection_db, "An echo counts this far above the noise.",
                  kDetection);
  return s;
}

const StructSchema& MultibeamConfig::schema() {
  using C = MultibeamConfig;
  static const StructSchema s =
      sonar_beams<C>(
          "multibeam_echosounder",
          "Multibeam echosounder or profiler: a fan of beams about the z axis across x, one "
          "range each.")
          .integer("beams", &C::beams, "Number of beams.", {1, kMostBeams})
          .number("swath_deg", &C::swath_deg, "Between the axes of the outer beams.", {0, 178})
          .number("detection_db", &C::detection_db, "An echo counts this far above the noise.",
                  kDetection);
  return s;
}

const StructSchema& Sonar3dConfig::schema() {
  using C = Sonar3dConfig;
  static const StructSchema s =
      sonar_beams<C>("sonar_3d", "3D sonar: a grid of beams about the x axis, one range each.")
          .integer("columns", &C::columns, "Beams side by side.", {1, 512})
          .integer("rows", &C::rows, "Beams one above the other.", {1, 512})
          .number("width_deg", &C::width_deg, "Between the axes of the outer columns.", {0, 178})
          .number("height_deg", &C::height_deg, "Between the axes of the outer rows.", {0, 178})
          .number("detection_db", &C::detection_db, "An echo counts this far above the noise.",
                  kDetection);
  return s;
}

const std::vector<const StructSchema*>& line_sonar_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &ScanningSonarConfig::schema(), &SideScanConfig::schema(), &EchosounderConfig::schema(),
      &MultibeamConfig::schema(), &Sonar3dConfig::schema()};
  return kinds;
}

}  // namespace hadal::scenario

#include "kinds/frames/imaging_sonar.h"

#include "kinds/frames/list.h"
#include "kinds/frames/sonar.h"

namespace hadal::inline kinds {
namespace {

void check_imaging(const ImagingSonarModel& c, CheckReport& r) {
  if (c.min_range_m >= c.max_range_m) r.fail("max_range_m", "must be above min_range_m");
  check_picture_size(static_cast<double>(c.beams) * c.planes,
                     c.beams * (c.max_range_m - c.min_range_m) / c.range_resolution_m, "planes", r);
}

}  // namespace

const StructSchema& ImagingSonarModel::schema() {
  using C = ImagingSonarModel;
  static const StructSchema s =
      extension::sensor_schema<C>(
          "imaging_sonar",
          "Two-dimensional imaging sonar as pure geometry: point cloud and blurred picture.")
          .integer("beams", &C::beams, "Rays of a horizontal plane.", {1, kMaxBeams})
          .integer("planes", &C::planes, "Planes of rays over the height of the beam.", {1, 4096})
          .number("field_of_view_deg", &C::field_of_view_rad,
                  "Between the outer edges of the beams.", {0.01, 180}, kDegree)
          .number("beam_width_deg", &C::beam_width_rad, "-3 dB width of a beam; blurs the picture.",
                  {0, 90}, kDegree)
          .number("beam_height_deg", &C::beam_height_rad, "Height of a beam.", {0.01, 179},
                  kDegree)
          .number("frequency_khz", &C::frequency_hz, "Carrier: how it meets clouds of silt.", {1, 10000},
                  kKilohertz)
          .number("min_range_m", &C::min_range_m, "Nothing closer is seen.", kNotNegative)
          .number("max_range_m", &C::max_range_m, "Nothing farther is seen.", {0, 15000, true})
          .number("range_resolution_m", &C::range_resolution_m, "Width of a range bin.",
                  {1e-4, 100})
          .number("blur_m", &C::blur_m, "Standard deviation of the blur of the picture.", {0, 10})
          .number("range_std_m", &C::range_std_m, "Noise of the range of each ray.", {0, 10})
          .boolean("sees_own_vehicle", &C::sees_own_vehicle, "Also its own vehicle.")
          .check(check_imaging);
  return s;
}

std::vector<CoverageShape> ImagingSonarModel::views() const {
  return {fan_view(field_of_view_rad, beam_height_rad, min_range_m, max_range_m)};
}

template <>
FrameSensorKind built_in_frame_sensor<ImagingSonarModel>() {
  return frame_sensor_kind<ImagingSonarModel>();
}

}  // namespace hadal::kinds

#include "scenario/sonar_config.h"

#include "scenario/sonar_builder.h"

namespace hadal::inline scenario {
namespace {

constexpr double kMostFanRays = 4e6, kMostSonarPixels = 64e6;  // of a frame
const std::vector<std::string> kWindows{"rectangular", "hamming",         "hann",
                                        "blackman",    "dolph_chebyshev", "taylor"};

std::string millions(double count) {
  return std::to_string(static_cast<long>(count / 1e6)) + " million";
}

void check_size(double rays, double pixels, const char* rays_key, CheckReport& r) {
  if (rays > kMostFanRays)
    r.fail(rays_key, "gives " + millions(rays) + " rays per ping; expected at most " +
                         millions(kMostFanRays));
  if (pixels > kMostSonarPixels)
    r.fail("max_range_m", "gives " + millions(pixels) + " bins per frame; expected at most " +
                              millions(kMostSonarPixels) +
                              ": a shorter range, fewer beams or wider bins");
}

void check_fls(const ForwardLookingSonarConfig& c, CheckReport& r) {
  if (c.range_model == "direct" && c.pulse_window != "hann" && c.pulse_window != "blackman")
    r.fail("pulse_window",
           "the direct range model needs hann or blackman; range_model: exact takes any");
  const double beams = static_cast<double>(c.beams);
  check_size(beams * static_cast<double>(c.rays_across * c.rays_along),
             beams * (c.max_range_m - c.min_range_m) * 2e3 * c.bandwidth_khz / kNominalSound,
             "rays_along", r);
}

void check_imaging(const ImagingSonarConfig& c, CheckReport& r) {
  if (c.min_range_m >= c.max_range_m) r.fail("max_range_m", "must be above min_range_m");
  check_size(static_cast<double>(c.beams * c.planes),
             static_cast<double>(c.beams) * (c.max_range_m - c.min_range_m) / c.range_resolution_m,
             "planes", r);
}

}  // namespace

ForwardLookingSonarConfig::ForwardLookingSonarConfig() {
  frequency_khz = 900;
  beam_width_deg = 1;
  beam_height_deg = 20;
  rays_across = 1;
  rays_along = 64;
  speckle_cell_m = 0.01;
}

const StructSchema& ForwardLookingSonarConfig::schema() {
  using C = ForwardLookingSonarConfig;
  static const StructSchema s =
      sonar_line<C>("forward_looking_sonar",
                    "Multibeam forward-looking sonar: levels over bearing and range, x axis ahead.")
          .integer("beams", &C::beams, "Number of beams, at equal angles.", {1, kMostBeams})
          .number("field_of_view_deg", &C::field_of_view_deg,
                  "Between the outer edges of the beams.", {0.01, 180})
          .number("transmit_width_deg", &C::transmit_width_deg,
                  "-3 dB width of the transmitter across; 0 = even over the field of view.",
                  {0, 179})
          .boolean("vertical_pattern", &C::vertical_pattern,
                   "Transmitter and receiver fall off above and below; else even over the height.")
          .choice(
              "range_model", &C::range_model,
              "direct: tapered pulse into bins; exact: any spectrum by a non-uniform transform.",
              {"direct", "exact"})
          .choice("pulse_window", &C::pulse_window, "Spectrum of the pulse over its bandwidth.",
                  kWindows)
          .choice("array_window", &C::array_window, "Shading of the receiver; narrower side lobes.",
                  kWindows)
          .number("sidelobe_db", &C::sidelobe_db,
                  "Side lobes below the peak, of dolph_chebyshev and taylor.", {10, 80})
          .boolean("motion", &C::motion, "Vehicle and objects move between ping and echo.")
          .boolean("raw", &C::raw, "Complex pressures of all beams and bins.")
          .boolean("points", &C::points, "Strongest bin of each beam as a point.")
          .check(check_fls);
  return s;
}

const StructSchema& ImagingSonarConfig::schema() {
  using C = ImagingSonarConfig;
  static const StructSchema s =
      extension::sensor_schema<C>("imaging_sonar",
                "Two-dimensional imaging sonar as pure geometry: point cloud and blurred picture.")
          .integer("beams", &C::beams, "Rays of a horizontal plane.", {1, kMostBeams})
          .integer("planes", &C::planes, "Planes of rays over the height of the beam.", {1, 4096})
          .number("field_of_view_deg", &C::field_of_view_deg,
                  "Between the outer edges of the beams.", {0.01, 180})
          .number("beam_width_deg", &C::beam_width_deg, "-3 dB width of a beam; blurs the picture.",
                  {0, 90})
          .number("beam_height_deg", &C::beam_height_deg, "Height of a beam.", {0.01, 179})
          .number("frequency_khz", &C::frequency_khz, "Carrier; reported only.", {1, 10000})
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

const std::vector<const StructSchema*>& imaging_sonar_kinds() {
  static const std::vector<const StructSchema*> kinds{&ForwardLookingSonarConfig::schema(),
                                                      &ImagingSonarConfig::schema()};
  return kinds;
}

}  // namespace hadal::scenario

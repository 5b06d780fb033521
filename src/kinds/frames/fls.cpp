#include "kinds/frames/fls.h"

#include "kinds/frames/list.h"

namespace hadal::inline kinds {
namespace {

constexpr std::initializer_list<std::pair<const char*, Shading>> kWindows{
    {"rectangular", Shading::kRectangular},
    {"hamming", Shading::kHamming},
    {"hann", Shading::kHann},
    {"blackman", Shading::kBlackman},
    {"dolph_chebyshev", Shading::kDolphChebyshev},
    {"taylor", Shading::kTaylor}};

void check_fls(const FlsModel& c, CheckReport& r) {
  const bool tapered = c.pulse_window == Shading::kHann || c.pulse_window == Shading::kBlackman;
  if (c.range_model == RangeModel::kDirect && !tapered)
    r.fail("pulse_window",
           "the direct range model needs hann or blackman; range_model: exact takes any");
  check_picture_size(static_cast<double>(c.beams) * c.rays_across * c.rays_along,
                     c.beams * range_bins(c), "rays_along", r);
}

}  // namespace

FlsModel::FlsModel() {
  frequency_hz = 900e3;
  beam_width_rad = 1 * kDegree;
  beam_height_rad = 20 * kDegree;
  rays_across = 1;
  rays_along = 64;
  speckle_cell_m = 0.01;
}

const StructSchema& FlsModel::schema() {
  using C = FlsModel;
  static const StructSchema s =
      sonar_line<C>("forward_looking_sonar",
                    "Multibeam forward-looking sonar: levels over bearing and range, x axis ahead.")
          .integer("beams", &C::beams, "Number of beams, at equal angles.", {1, kMaxBeams})
          .number("field_of_view_deg", &C::field_of_view_rad,
                  "Between the outer edges of the beams.", {0.01, 180}, kDegree)
          .number("transmit_width_deg", &C::transmit_width_rad,
                  "-3 dB width of the transmitter across; 0 = even over the field of view.",
                  {0, 179}, kDegree)
          .boolean("vertical_pattern", &C::vertical_pattern,
                   "Transmitter and receiver fall off above and below; else even over the height.")
          .choice(
              "range_model", &C::range_model,
              "direct: tapered pulse into bins; exact: any spectrum by a non-uniform transform.",
              {{"direct", RangeModel::kDirect}, {"exact", RangeModel::kExact}})
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

std::vector<CoverageShape> FlsModel::views() const {
  return {fan_view(field_of_view_rad, beam_height_rad, min_range_m, max_range_m)};
}

template <>
FrameSensorKind built_in_frame_sensor<FlsModel>() {
  return frame_sensor_kind<FlsModel>();
}

}  // namespace hadal::kinds

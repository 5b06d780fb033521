#include "base/check.h"
#include "math/units.h"
#include "scenario/sonar_config.h"
#include "world/build.h"

namespace hadal::build {
namespace {

Shading window_of(const std::string& name) {
  if (name == "rectangular") return Shading::kRectangular;
  if (name == "hamming") return Shading::kHamming;
  if (name == "hann") return Shading::kHann;
  if (name == "blackman") return Shading::kBlackman;
  if (name == "taylor") return Shading::kTaylor;
  HADAL_CHECK(name == "dolph_chebyshev", "unknown window " + name);
  return Shading::kDolphChebyshev;
}

FlsModel forward_looking(const ForwardLookingSonarConfig& c) {
  FlsModel out = sonar_beam(c);
  out.beams = static_cast<int>(c.beams);
  out.field_of_view_rad = c.field_of_view_deg * kDegree;
  out.beam_width_rad = c.beam_width_deg * kDegree;
  out.transmit_width_rad = c.transmit_width_deg * kDegree;
  out.vertical_pattern = c.vertical_pattern;
  out.range_model = c.range_model == "exact" ? FlsRangeModel::kExact : FlsRangeModel::kDirect;
  out.pulse_shading = {window_of(c.pulse_window), c.sidelobe_db};
  out.array_shading = {window_of(c.array_window), c.sidelobe_db};
  out.motion = c.motion;
  out.raw = c.raw;
  out.points = c.points;
  return out;
}

ImagingSonarModel imaging(const ImagingSonarConfig& c) {
  ImagingSonarModel out;
  out.beams = static_cast<int>(c.beams);
  out.planes = static_cast<int>(c.planes);
  out.field_of_view_rad = c.field_of_view_deg * kDegree;
  out.beam_width_rad = c.beam_width_deg * kDegree;
  out.beam_height_rad = c.beam_height_deg * kDegree;
  out.frequency_hz = c.frequency_khz * 1e3;
  out.min_range_m = c.min_range_m;
  out.max_range_m = c.max_range_m;
  out.range_resolution_m = c.range_resolution_m;
  out.blur_m = c.blur_m;
  out.range_std_m = c.range_std_m;
  out.sees_own_vehicle = c.sees_own_vehicle;
  return out;
}

}  // namespace

std::optional<FrameModel> imaging_sonar_model(const AnyConfig& config) {
  if (const auto* c = config.as<ForwardLookingSonarConfig>()) return forward_looking(*c);
  if (const auto* c = config.as<ImagingSonarConfig>()) return imaging(*c);
  return std::nullopt;
}

}  // namespace hadal::build

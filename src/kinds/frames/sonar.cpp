#include "kinds/frames/sonar.h"

namespace hadal::inline kinds {
namespace {

constexpr double kMaxFanRays = 4e6, kMaxSonarPixels = 64e6;  // of a frame

std::string millions(double count) {
  return std::to_string(static_cast<long>(count / 1e6)) + " million";
}

}  // namespace

void check_sound(const SonarBeam& c, CheckReport& r) {
  if (c.min_range_m >= c.max_range_m) r.fail("max_range_m", "must be above min_range_m");
  if (c.bandwidth_hz > 2 * c.frequency_hz)
    r.fail("bandwidth_khz", "must be at most twice frequency_khz");
  const double bins = range_bins(c);
  if (bins > kMaxBins)
    r.fail("max_range_m", "gives " + std::to_string(static_cast<long>(bins)) + " range bins of " +
                              std::to_string(static_cast<long>(kMaxBins)) +
                              " at most; expected a shorter range or less bandwidth_khz");
  const double listening_s = 2 * c.max_range_m / kSlowestSound;
  if (c.rate_hz * listening_s > 1)
    r.fail("rate_hz", "the last echo comes after " + std::to_string(listening_s) +
                          " s, later than the next ping; expected a lower rate or a shorter range");
}

void check_picture_size(double rays, double pixels, const char* rays_key, CheckReport& r) {
  if (rays > kMaxFanRays)
    r.fail(rays_key, "gives " + millions(rays) + " rays per ping; expected at most " +
                         millions(kMaxFanRays));
  if (pixels > kMaxSonarPixels)
    r.fail("max_range_m", "gives " + millions(pixels) + " bins per frame; expected at most " +
                              millions(kMaxSonarPixels) +
                              ": a shorter range, fewer beams or wider bins");
}

}  // namespace hadal::kinds

#include "kinds/sensors/altimeter.h"

#include <cmath>

#include "kinds/sensors/columns.h"
#include "kinds/sensors/list.h"
#include "kinds/sensors/mounting.h"
#include "math/units.h"

namespace hadal::inline kinds {

const StructSchema& Altimeter::schema() {
  using C = Altimeter;
  static const StructSchema s =
      extension::sensor_schema<C>(
          "altimeter",
          "Range to the first surface in one beam, the z axis of the sensor: straight down in a "
          "level vehicle unless rpy_deg turns it.")
          .number("min_range_m", &C::min_range_m, "No reading closer than this.", kNotNegative)
          .number("max_range_m", &C::max_range_m, "No reading farther than this.", {0, 12000, true})
          .number("beam_width_deg", &C::beam_width_rad, "Whole cone of the beam.", {0, 120},
                  kDegree)
          .integer("rays", &C::rays, "Rays over the cone, of which the nearest echo counts.",
                   {1, 1000})
          .number("sound_speed_m_s", &C::sound_speed_m_s,
                  "Sound speed set in the instrument; the true one at its place if left out.",
                  {1000, 2000})
          .object("range", &C::range, "m.")
          .check([](const C& c, CheckReport& r) {
            if (c.min_range_m >= c.max_range_m) r.fail("max_range_m", "must be above min_range_m");
            if (c.rays > 1 && c.beam_width_rad == 0)
              r.fail("rays", "several rays need a beam_width_deg above 0");
          })
          .check(extension::refuse_misalignment<C>({{"range", &C::range}}));
  return s;
}

namespace {

struct Echo {
  double range_m = std::numeric_limits<double>::infinity();
  double sound_speed_m_s = 1500;  // mean on the way there
};

Echo nearest_echo(const Altimeter& altimeter, const extension::SensorContext& now, const Vec3& p_N,
                  const Quat& q) {
  Echo nearest;
  for (int k = 0; k < altimeter.rays; ++k) {
    const Vec3 ray_N = q * cone_ray(k, altimeter.rays, altimeter.beam_width_rad / 2);
    const extension::Ray ray{to_array(p_N), to_array(ray_N), altimeter.max_range_m};
    extension::RayHit hit;
    now.cast({&ray, 1}, {&hit, 1});
    if (!(hit.range_m < nearest.range_m)) continue;
    nearest = {hit.range_m,
               now.sea().mean_sound_speed_m_s(p_N.z(), p_N.z() + hit.range_m * ray_N.z())};
  }
  return nearest;
}

}  // namespace

bool Altimeter::measure(const extension::SensorContext& now,
                        extension::SensorSample& sample) const {
  const Vec3 p_N = p_NS_N(now);
  const Quat q = q_NS(now);
  const double down = (q * Vec3::UnitZ()).z();
  const Echo echo = nearest_echo(*this, now, p_N, q);
  constexpr double kNoEcho = std::numeric_limits<double>::quiet_NaN();
  const double range_m = std::isfinite(echo.range_m) ? echo.range_m : kNoEcho;
  ColumnWriter(sample.truth) << range_m << range_m * down;
  const double told_m_s = std::isnan(sound_speed_m_s) ? echo.sound_speed_m_s : sound_speed_m_s;
  sample.values[0] = range_m * (told_m_s / echo.sound_speed_m_s);
  const auto channel = sample.values.first(1);
  const bool received = sample.add_noise(channel, channel);
  sample.values[1] = sample.values[0] * down;
  return is_wet(now.sea(), p_N) && echo.range_m >= min_range_m && echo.range_m <= max_range_m &&
         received;
}

template <>
extension::SensorKind built_in_sensor<Altimeter>() {
  return extension::sensor_kind<Altimeter>();
}

}  // namespace hadal::kinds

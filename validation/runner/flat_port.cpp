// The flat port of a camera.
#include <cmath>

#include "math/units.h"
#include "runner/kinds.h"
#include "sensors/optical/camera/port.h"

namespace hadal::validation {

void run_flat_port(const Case& c, const Settings&, CaseReport& report) {
  namespace camera = sensors::camera;
  camera::FlatPort port;
  port.index = {c.optional_number("n_air").value_or(1), c.number("n_glass"), c.number("n_water")};
  port.distance_m = c.number("d0");
  port.thickness_m = c.number("glass");
  // One tolerance, for angles; lengths of a ray follow from them and from the size of the port.
  const double tolerance_deg = c.tolerance("abs_deg");
  const double tolerance_m = tolerance_deg * kDegree * (port.distance_m + port.thickness_m);

  const Table rays = c.table("rays.csv");
  Worst glass, water, offset, virtual_distance, shift, back;
  for (size_t i = 0; i < rays.rows(); ++i) {
    const double air = rays["air_deg"][i] * kDegree;
    const Vec3 direction(std::sin(air), 0, std::cos(air));
    const auto ray = camera::ray_in_water(port, direction);
    if (!ray) c.fail("rays.csv", "a ray does not pass the port");
    const double in_water = std::atan2(ray->direction_C.x(), ray->direction_C.z());
    const double in_glass =
        std::atan((ray->origin_C.x() - port.distance_m * std::tan(air)) / port.thickness_m);
    const double behind = ray->origin_C.x() / std::tan(in_water);
    glass.add(in_glass / kDegree - rays["glass_deg"][i]);
    water.add(in_water / kDegree - rays["water_deg"][i]);
    offset.add(ray->origin_C.x() - rays["offset_m"][i]);
    virtual_distance.add(behind - rays["virtual_distance_m"][i]);
    shift.add(behind - port.distance_m - port.thickness_m - rays["shift_m"][i]);
    const auto seen = camera::direction_in_air(port, ray->origin_C + 3 * ray->direction_C);
    back.add(seen ? std::atan2(seen->x(), seen->z()) / kDegree - rays["air_deg"][i] : NAN);
  }
  report.check("angle in glass, deg", glass.value(), tolerance_deg);
  report.check("angle in water, deg", water.value(), tolerance_deg);
  report.check("offset at the outer face, m", offset.value(), tolerance_m);
  report.check("distance of the virtual centre, m", virtual_distance.value(), tolerance_m);
  report.check("shift of the virtual centre, m", shift.value(), tolerance_m);
  report.check("a point in water and its angle in air, deg", back.value(), tolerance_deg);

  const Table views = c.table("fov.csv");
  Worst exact, paraxial;
  for (size_t i = 0; i < views.rows(); ++i) {
    const double view = views["fov_air_deg"][i] * kDegree;
    exact.add(camera::view_in_water_rad(view, port.index) / kDegree -
              views["fov_water_exact_deg"][i]);
    paraxial.add(camera::view_in_water_paraxial_rad(view, port.index) / kDegree -
                 views["fov_water_paraxial_deg"][i]);
  }
  report.check("field of view, deg", exact.value(), tolerance_deg);
  report.check("field of view by small angles, deg", paraxial.value(), tolerance_deg);
}

}  // namespace hadal::validation

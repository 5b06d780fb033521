// Schemas of kinds of shapes: their own keys, then those that every shape has.
#pragma once
#include "kinds/checks.h"
#include "scenario/shape_config.h"

namespace hadal::inline scenario {

constexpr Bounds kShapeLength{1e-6, 1000};
constexpr Bounds kShapePlace{-1e5, 1e5};

template <class T>
void check_shape(const T& c, CheckReport& r) {
  check_sensor_classes(c.seen_by, "seen_by", r);
  if (c.fill_density_kg_m3 > 0 && !c.thickness_m)
    r.fail("fill_density_kg_m3", "only a hollow shape can be filled; give thickness_m too");
}

// A kind of shape; its own fields are declared by `own`, the common ones follow.
template <class T, class Own>
StructSchema shape_schema(const char* kind, const char* doc, Own own) {
  return own(StructBuilder<T>(kind, doc))
      .numbers("position_m", &T::position_m, "Position of the shape in the link's axes.", {3},
               kShapePlace)
      .numbers("rpy_deg", &T::rpy_deg, "Attitude of the shape: roll, pitch, yaw.", {3}, kAngle)
      .text("material", &T::material, "What it is made of; that of the link if left out.")
      .template object<AppearanceConfig>("appearance", &T::appearance,
                                         "What cameras see on it beyond its material.")
      .formerly("look")
      .number("thickness_m", &T::thickness_m,
              "A hollow body with a wall of this thickness; its volume is still that of the "
              "outside. Solid if left out.",
              kShapeLength)
      .number("fill_density_kg_m3", &T::fill_density_kg_m3,
              "What a hollow body holds: 0 for air, that of water when it is flooded.", {0, 25000})
      .texts("seen_by", &T::seen_by,
             "Sensor classes that see it: camera, sonar, lidar, dvl; all if left out.")
      .text("moves_with", &T::moves_with,
            "Of a shape that is only seen: the thruster or fin of the vehicle with which it turns, "
            "about the axis of that through the shape's own origin. In thruster_body: `thruster`, "
            "the one it sits at, as a !propeller always does.")
      .check(check_shape<T>);
}

}  // namespace hadal::scenario

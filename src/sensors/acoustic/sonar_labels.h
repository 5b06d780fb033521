// What the labels of sonars call a thing, and what kind of thing it is.
#pragma once
#include <cstdint>

#include "raytrace/view.h"

namespace hadal::sensors {

enum SonarLabel : int32_t { kEchoGround = -1, kEchoNone = -4, kEchoScenery = -5 };

inline bool is_water_surface(const raytrace::Instance& thing) {
  return (thing.seen & raytrace::kSeenWaterSurface) != 0;
}
inline bool is_ground(const raytrace::Instance& thing) {
  return (thing.seen & (raytrace::kSeenSeabed | raytrace::kSeenSilt)) != 0;
}
inline bool is_body(const raytrace::Instance& thing) {
  return thing.link != raytrace::kNothing;
}
// Index into World::vehicles or a SonarLabel.
inline int32_t label_of(const raytrace::Instance& thing) {
  if (thing.vehicle != raytrace::kNothing) return thing.vehicle;
  return is_ground(thing) ? kEchoGround : kEchoScenery;
}

}  // namespace hadal::sensors

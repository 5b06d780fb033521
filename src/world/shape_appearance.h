// What cameras see on a shape beyond its material: pictures and patterns of the scenario, growth
// and silt of worn objects.
//
// By sides, a picture lies about the origin of the shape on each of its six sides, a face belonging
// to the side that its normal is nearest to. Seen from outside it stands upright: its top is up
// (-z) on walls and ahead (+x) above and below. By uv it lies as the mesh says; how many metres a
// unit is follows from the areas.
#pragma once
#include <optional>
#include <string>

#include "geometry/triangle_mesh.h"
#include "scenario/shape_config.h"
#include "world/appearance.h"

namespace hadal::build {

struct Context;

// Where a unit of u and v is so many metres, and the origin of the shape has these coordinates.
struct SideMap {
  double width_m = 1, height_m = 1;
  double u = 0, v = 0;
};
// Replaces the texture coordinates of a mesh, in the frame of its shape.
void lay_on_sides(const SideMap& map, geometry::TriangleMesh& mesh);

// Metres per unit of the texture coordinates, on the average over the surface; 0 without any.
double metres_per_unit(const geometry::TriangleMesh& mesh);

struct Growth {
  double fouling = 0, sediment = 0;  // 0..1
};

// Index into World::looks of a shape that cameras see, or -1 where its material says it all. The
// mesh, in the frame of the shape, gets the texture coordinates that the appearance needs and loses
// those that it does not. `key` is that of the shape.
int shape_appearance(const Context& context, const std::optional<AppearanceConfig>& config,
               const std::string& key, int material, const Growth& growth,
               geometry::TriangleMesh& mesh);

}  // namespace hadal::build

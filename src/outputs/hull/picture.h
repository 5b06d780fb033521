// Shaded pictures of a mesh under parallel projection: a depth buffer, two lamps, edges smoothed by
// four samples per pixel. What lies below the water is tinted.
#pragma once
#include <optional>

#include "geometry/hull/submerged.h"
#include "outputs/picture/png.h"

namespace hadal::outputs {

// How the body is looked at: unit vectors in the frame of the mesh, right-handed
// (right x up = towards the viewer).
struct View {
  Vec3 right, up, towards;
};
View view_from(const Vec3& towards, const Vec3& up);

// Where a point lands in the picture, in pixels.
struct Projection {
  View view;
  double scale = 1;  // pixels per metre
  Eigen::Vector2d offset = Eigen::Vector2d::Zero();

  Eigen::Vector2d operator()(const Vec3& x) const {
    return offset + scale * Eigen::Vector2d(view.right.dot(x), -view.up.dot(x));
  }
};

// Fills width x height but for a margin.
Projection fit_view(const geometry::TriangleMesh& mesh, const View& view, int width, int height,
                    double margin_px);

RgbaPicture draw_hull(const geometry::TriangleMesh& mesh, const Projection& projection, int width,
                      int height, const std::optional<geometry::WaterSurface>& water);

}  // namespace hadal::outputs

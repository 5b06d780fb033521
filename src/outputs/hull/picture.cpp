#include "outputs/hull/picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/units.h"

namespace hadal::outputs {
namespace {

using geometry::TriangleMesh;
using ScreenPoint = Eigen::Vector2d;

constexpr int kSamples = 2;                     // per pixel, each way
const double kCrease = std::cos(35 * kDegree);  // edges sharper than this stay sharp

const Vec3 kDry(0.86, 0.87, 0.88), kWet(0.36, 0.62, 0.74), kLine(0.05, 0.28, 0.42);

// Outward normal of each corner of each face: the mean of the faces at its vertex that bend little.
std::vector<std::array<Vec3, 3>> corner_normals(const TriangleMesh& mesh) {
  std::vector<std::vector<uint32_t>> around(mesh.vertices.size());
  std::vector<Vec3> doubled(mesh.triangles.size());
  for (uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    doubled[t] = mesh.area_vector_doubled(t);
    for (const uint32_t v : mesh.triangles[t]) around[v].push_back(t);
  }
  std::vector<std::array<Vec3, 3>> out(mesh.triangles.size());
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      Vec3 sum = Vec3::Zero();
      for (const uint32_t other : around[mesh.triangles[t][k]])
        if (doubled[other].dot(doubled[t]) >= kCrease * doubled[other].norm() * doubled[t].norm())
          sum += doubled[other];
      out[t][k] = sum.norm() > 0 ? sum.normalized() : Vec3::Zero();
    }
  return out;
}

double light(const Vec3& normal, const View& view) {
  const Vec3 key = (0.45 * view.towards + 0.7 * view.up - 0.5 * view.right).normalized();
  const Vec3 fill = (0.6 * view.towards - 0.2 * view.up + 0.8 * view.right).normalized();
  return 0.42 + 0.52 * std::max(0.0, normal.dot(key)) + 0.20 * std::max(0.0, normal.dot(fill));
}

struct Canvas {
  Canvas(int w, int h)
      : width(w),
        height(h),
        depth(static_cast<size_t>(w) * h, -1e300),
        colour(static_cast<size_t>(w) * h, Vec3::Zero()) {}
  int width, height;
  std::vector<double> depth;  // towards the viewer; what is nearest is seen
  std::vector<Vec3> colour;
};

// What varies linearly over a face.
struct Corner {
  ScreenPoint at;
  double depth = 0, shade = 0, head = 0;
};

void fill_triangle(const std::array<Corner, 3>& c, double pixel_m, bool water, Canvas& canvas) {
  const auto cross = [](const ScreenPoint& u, const ScreenPoint& v) {
    return u.x() * v.y() - u.y() * v.x();
  };
  const double area = cross(c[1].at - c[0].at, c[2].at - c[0].at);
  if (area == 0) return;
  const auto range = [&](int axis, int count) {
    const auto [low, high] = std::minmax({c[0].at[axis], c[1].at[axis], c[2].at[axis]});
    return std::pair(std::clamp(static_cast<int>(std::floor(low)), 0, count - 1),
                     std::clamp(static_cast<int>(std::ceil(high)), 0, count - 1));
  };
  const auto [x0, x1] = range(0, canvas.width);
  const auto [y0, y1] = range(1, canvas.height);
  for (int y = y0; y <= y1; ++y)
    for (int x = x0; x <= x1; ++x) {
      const ScreenPoint p(x + 0.5, y + 0.5);
      const double a = cross(c[1].at - p, c[2].at - p) / area,
                   b = cross(c[2].at - p, c[0].at - p) / area, d = 1 - a - b;
      if (a < 0 || b < 0 || d < 0) continue;
      const double depth = a * c[0].depth + b * c[1].depth + d * c[2].depth;
      const size_t i = static_cast<size_t>(y) * canvas.width + x;
      if (depth <= canvas.depth[i]) continue;
      canvas.depth[i] = depth;
      const double head = a * c[0].head + b * c[1].head + d * c[2].head;
      const double shade = a * c[0].shade + b * c[1].shade + d * c[2].shade;
      const bool line = water && std::abs(head) < 1.2 * kSamples * pixel_m;
      canvas.colour[i] = shade * (line ? kLine : water && head > 0 ? kWet : kDry);
    }
}

// Averages the samples of each pixel; a pixel is as opaque as the share of samples that hit.
RgbaPicture averaged(const Canvas& canvas) {
  RgbaPicture out{canvas.width / kSamples, canvas.height / kSamples, {}};
  out.rgba.reserve(4 * static_cast<size_t>(out.width) * out.height);
  for (int y = 0; y < out.height; ++y)
    for (int x = 0; x < out.width; ++x) {
      Vec3 sum = Vec3::Zero();
      int hits = 0;
      for (int j = 0; j < kSamples; ++j)
        for (int i = 0; i < kSamples; ++i) {
          const size_t at = static_cast<size_t>(y * kSamples + j) * canvas.width + x * kSamples + i;
          if (canvas.depth[at] <= -1e300) continue;
          sum += canvas.colour[at];
          ++hits;
        }
      for (int k = 0; k < 3; ++k) {
        const double mean = hits > 0 ? sum[k] / hits : 0;
        out.rgba.push_back(static_cast<uint8_t>(255 * std::clamp(mean, 0.0, 1.0) + 0.5));
      }
      out.rgba.push_back(static_cast<uint8_t>(255 * hits / (kSamples * kSamples)));
    }
  return out;
}

}  // namespace

View view_from(const Vec3& towards, const Vec3& up) {
  View view;
  view.towards = towards.normalized();
  view.right = up.cross(view.towards).normalized();
  view.up = view.towards.cross(view.right);
  return view;
}

Projection fit_view(const TriangleMesh& mesh, const View& view, int width, int height,
                    double margin_px) {
  Projection out{view, 1, ScreenPoint::Zero()};
  ScreenPoint lower = ScreenPoint::Constant(1e300), upper = -lower;
  for (const Vec3& x : mesh.vertices) {
    lower = lower.cwiseMin(out(x));
    upper = upper.cwiseMax(out(x));
  }
  const ScreenPoint size = (upper - lower).cwiseMax(1e-9);
  const ScreenPoint room = ScreenPoint(width, height).array() - 2 * margin_px;
  out.scale = std::min(room.x() / size.x(), room.y() / size.y());
  out.offset = 0.5 * ScreenPoint(width, height) - out.scale * 0.5 * (lower + upper);
  return out;
}

RgbaPicture draw_hull(const TriangleMesh& mesh, const Projection& projection, int width, int height,
                      const std::optional<geometry::WaterSurface>& water) {
  Canvas canvas(kSamples * width, kSamples * height);
  const std::vector<std::array<Vec3, 3>> normals = corner_normals(mesh);
  const double pixel_m = 1 / (kSamples * projection.scale);
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (mesh.area_vector_doubled(t).dot(projection.view.towards) <= 0) continue;
    std::array<Corner, 3> corners;
    for (int k = 0; k < 3; ++k) {
      const Vec3& x = mesh.corner(t, k);
      corners[k] = {kSamples * projection(x), projection.view.towards.dot(x),
                    light(normals[t][k], projection.view), water ? water->head(x) : 0};
    }
    fill_triangle(corners, pixel_m, water.has_value(), canvas);
  }
  return averaged(canvas);
}

}  // namespace hadal::outputs

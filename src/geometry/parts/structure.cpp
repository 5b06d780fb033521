#include "geometry/parts/structure.h"

#include <algorithm>
#include <cmath>

#include "geometry/parts/building_blocks.h"

namespace hadal::geometry {
namespace {

// Lattice lines of a plate along one axis: rib, cut corner, opening, cut corner, rib and so on.
struct PlateLines {
  std::vector<double> at;
  std::vector<bool> rib;    // of the cell after each line
  std::vector<int> inward;  // from a line at the edge of a window towards its middle, else 0
};

PlateLines plate_lines(double length_m, int windows, double rib_m, double cut_m) {
  if (windows == 0) return {{-length_m / 2, length_m / 2}, {true}, {0, 0}};
  PlateLines out;
  const double open = (length_m - (windows + 1) * rib_m) / windows;
  double at = -length_m / 2;
  const auto add = [&](double width, bool rib, int inward) {
    out.at.push_back(at);
    out.rib.push_back(rib);
    out.inward.push_back(inward);
    at += width;
  };
  for (int i = 0; i < windows; ++i) {
    add(rib_m, true, i == 0 ? 0 : -1);
    add(cut_m, false, 1);
    add(open - 2 * cut_m, false, 0);
    add(cut_m, false, 0);
  }
  add(rib_m, true, -1);
  out.at.push_back(length_m / 2);
  out.inward.push_back(0);
  return out;
}

}  // namespace

TriangleMesh bar_frame(const Vec3& size_m, double bar_radius_m, int bays) {
  const double r = std::min(bar_radius_m, size_m.minCoeff() / 4);
  const Vec3 h = size_m / 2 - Vec3::Constant(r);
  TriangleMesh mesh;
  const auto bar = [&](const Vec3& a, const Vec3& b) { append(mesh, rod(a, b, r)); };
  for (const double y : {-h.y(), h.y()})
    for (const double z : {-h.z(), h.z()})
      bar({-size_m.x() / 2, y, z}, {size_m.x() / 2, y, z});
  for (int i = 0; i <= bays; ++i) {
    const double x = -h.x() + 2 * h.x() * i / bays;
    for (const double z : {-h.z(), h.z()})
      if (i == 0 || i == bays || z > 0) bar({x, -size_m.y() / 2, z}, {x, size_m.y() / 2, z});
    for (const double y : {-h.y(), h.y()}) bar({x, y, -size_m.z() / 2}, {x, y, size_m.z() / 2});
  }
  return mesh;
}

TriangleMesh side_plate(const Vec3& size_m, int columns, int rows, double rib_m) {
  const double open_m = std::min((size_m.x() - (columns + 1) * rib_m) / std::max(columns, 1),
                                 (size_m.z() - (rows + 1) * rib_m) / std::max(rows, 1));
  const bool windows = columns > 0 && rows > 0 && open_m > 0;
  const double cut = 0.25 * open_m, round = 0.29 * cut;  // 1 - cos 45 deg of a round corner
  const PlateLines x = plate_lines(size_m.x(), windows ? columns : 0, rib_m, cut);
  const PlateLines z = plate_lines(size_m.z(), windows ? rows : 0, rib_m, cut);
  return cell_surface(
      {static_cast<int>(x.rib.size()), 1, static_cast<int>(z.rib.size())},
      [&](int i, int, int k) {
        return x.rib[static_cast<size_t>(i)] || z.rib[static_cast<size_t>(k)];
      },
      [&](int i, int j, int k) {
        const auto a = static_cast<size_t>(i), b = static_cast<size_t>(k);
        const bool corner = x.inward[a] != 0 && z.inward[b] != 0;
        return Vec3(x.at[a] + (corner ? round * x.inward[a] : 0), (j - 0.5) * size_m.y(),
                    z.at[b] + (corner ? round * z.inward[b] : 0));
      });
}

TriangleMesh rounded_box(const Vec3& size_m, double radius_m) {
  constexpr int kQuarter = 2;  // pieces of a quarter of a round edge
  const double r = std::min(radius_m, 0.499 * size_m.minCoeff());
  const Vec3 inner = size_m / 2 - Vec3::Constant(r);
  // Along each axis kQuarter cells of the low edge, one of the side, kQuarter of the high edge.
  const auto place = [](int i) {
    const double t = i <= kQuarter ? i - kQuarter : i - kQuarter - 1;
    return std::tan(t / kQuarter * std::atan(1.0));  // even angles
  };
  const int n = 2 * kQuarter + 1;
  return cell_surface({n, n, n}, [](int, int, int) { return true; },
                      [&](int i, int j, int k) {
                        const Vec3 side(i <= kQuarter ? -1 : 1, j <= kQuarter ? -1 : 1,
                                        k <= kQuarter ? -1 : 1);
                        const Vec3 out = Vec3(place(i), place(j), place(k)).normalized();
                        return Vec3(inner.cwiseProduct(side) + r * out);
                      });
}

}  // namespace hadal::geometry

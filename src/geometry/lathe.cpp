#include "geometry/lathe.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "geometry/mass_properties.h"
#include "geometry/tessellation.h"

namespace hadal::geometry {
namespace {

using std::numbers::pi;
using Points = std::vector<ProfilePoint>;
constexpr double kThinnestTurn = 1e-10;  // mean thickness over size of a body that is one

size_t segments(const Profile& profile) {
  return profile.points.size() - (profile.loop ? 0 : 1);
}

const ProfilePoint& after(const Profile& profile, size_t i) {
  return profile.points[(i + 1) % profile.points.size()];
}

double length(const ProfilePoint& a, const ProfilePoint& b) {
  return std::hypot(b.radius_m - a.radius_m, b.z_m - a.z_m);
}

// Radius, mean over the surface.
double mean_radius(const Profile& profile) {
  double area = 0, moment = 0;
  for (size_t i = 0; i < segments(profile); ++i) {
    const ProfilePoint &a = profile.points[i], &b = after(profile, i);
    area += length(a, b) * (a.radius_m + b.radius_m) / 2;
    moment += length(a, b) *
              (a.radius_m * a.radius_m + a.radius_m * b.radius_m + b.radius_m * b.radius_m) / 3;
  }
  return moment / area;
}

// A multiple of four, for the symmetry; twelve is the least that passes for round.
int sectors(const Profile& profile, double step_m) {
  return 4 * pieces(pi / 2 * mean_radius(profile), step_m, 3);
}

int64_t faces(const Profile& profile, double step_m) {
  int64_t rows = 0;  // of triangles
  for (size_t i = 0; i < segments(profile); ++i)
    rows += (profile.points[i].radius_m > 0) + (after(profile, i).radius_m > 0);
  return rows * sectors(profile, step_m);
}

std::vector<uint32_t> add_ring(TriangleMesh& mesh, const ProfilePoint& point, int n) {
  std::vector<uint32_t> ring(n, static_cast<uint32_t>(mesh.vertices.size()));
  if (point.radius_m == 0) {
    mesh.vertices.push_back({0, 0, point.z_m});
    return ring;
  }
  const double radius = point.radius_m * equal_area_factor(n);
  for (int k = 0; k < n; ++k) {
    ring[k] += k;
    mesh.vertices.push_back(
        {radius * std::cos(2 * pi * k / n), radius * std::sin(2 * pi * k / n), point.z_m});
  }
  return ring;
}

void add_band(TriangleMesh& mesh, const std::vector<uint32_t>& a, const std::vector<uint32_t>& b,
              bool other_diagonal) {
  for (size_t k = 0; k < a.size(); ++k) {
    std::array<uint32_t, 4> c = {a[k], a[(k + 1) % a.size()], b[(k + 1) % a.size()], b[k]};
    if ((k % 2 == 1) != other_diagonal) c = {c[1], c[2], c[3], c[0]};
    const auto add = [&](uint32_t i, uint32_t j, uint32_t l) {
      if (i != j && j != l && l != i) mesh.triangles.push_back({i, j, l});
    };
    add(c[0], c[1], c[2]);
    add(c[0], c[2], c[3]);
  }
}

TriangleMesh revolve(const Profile& profile, int n) {
  TriangleMesh mesh;
  std::vector<std::vector<uint32_t>> rings;
  for (const ProfilePoint& point : profile.points) rings.push_back(add_ring(mesh, point, n));
  for (size_t i = 0; i < segments(profile); ++i)
    add_band(mesh, rings[i], rings[(i + 1) % rings.size()], i % 2 == 1);
  if (signed_volume(mesh) < 0) turn_inside_out(mesh);
  return mesh;
}

// Each straight piece cut evenly.
Profile refined(const Profile& profile, double step_m) {
  Profile result{{}, profile.loop};
  for (size_t i = 0; i < segments(profile); ++i) {
    const ProfilePoint &a = profile.points[i], &b = after(profile, i);
    const int n = pieces(length(a, b), step_m);
    for (int k = 0; k < n; ++k)
      result.points.push_back(
          {a.radius_m + (b.radius_m - a.radius_m) * k / n, a.z_m + (b.z_m - a.z_m) * k / n});
  }
  if (!profile.loop) result.points.push_back(profile.points.back());
  return result;
}

double cross(const ProfilePoint& o, const ProfilePoint& a, const ProfilePoint& b) {
  return (a.radius_m - o.radius_m) * (b.z_m - o.z_m) - (a.z_m - o.z_m) * (b.radius_m - o.radius_m);
}

bool segments_cross(const ProfilePoint& a, const ProfilePoint& b, const ProfilePoint& c,
                    const ProfilePoint& d) {
  return cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
}

bool crosses_itself(const Profile& profile) {
  for (size_t i = 0; i < segments(profile); ++i)
    for (size_t j = i + 1; j < segments(profile); ++j)
      if (segments_cross(profile.points[i], after(profile, i), profile.points[j],
                         after(profile, j)))
        return true;
  return false;
}

// Where the wall's inner corner stands: on both lines that run thickness_m beside the segments that
// meet at `at`. The side is to the left of the way from before to next.
ProfilePoint inner_corner(const ProfilePoint& before, const ProfilePoint& at,
                          const ProfilePoint& next, double thickness_m) {
  const double l1 = length(before, at), l2 = length(at, next);
  const double n1r = -(at.z_m - before.z_m) / l1, n1z = (at.radius_m - before.radius_m) / l1;
  const double n2r = -(next.z_m - at.z_m) / l2, n2z = (next.radius_m - at.radius_m) / l2;
  const double scale = thickness_m / (1 + n1r * n2r + n1z * n2z);
  return {at.radius_m + scale * (n1r + n2r), at.z_m + scale * (n1z + n2z)};
}

// On the axis the wall continues as its mirror image; an open end is cut square.
ProfilePoint neighbour_at_end(const ProfilePoint& end, const ProfilePoint& inside) {
  if (end.radius_m == 0) return {-inside.radius_m, inside.z_m};
  return {2 * end.radius_m - inside.radius_m, 2 * end.z_m - inside.z_m};
}

// The left of the way is inside if the body lies there, seen as closed to the axis.
bool axis_on_the_left(const Points& points) {
  double area_doubled = 0;
  Points closed = points;
  closed.push_back({0, points.back().z_m});
  closed.push_back({0, points.front().z_m});
  for (size_t i = 1; i + 1 < closed.size(); ++i)
    area_doubled += cross(closed[0], closed[i], closed[i + 1]);
  return area_doubled > 0;
}

// The outline of the wall: the profile and, back again, its inner face.
Profile with_wall(const Points& points, double thickness_m) {
  const double side = axis_on_the_left(points) ? thickness_m : -thickness_m;
  const size_t last = points.size() - 1;
  Points inner;
  for (size_t i = 0; i <= last; ++i)
    inner.push_back(inner_corner(
        i > 0 ? points[i - 1] : neighbour_at_end(points[0], points[1]), points[i],
        i < last ? points[i + 1] : neighbour_at_end(points[last], points[last - 1]), side));
  if (points.front().radius_m == 0) inner.front().radius_m = 0;
  if (points.back().radius_m == 0) inner.back().radius_m = 0;
  Profile wall{points, true};
  wall.points.insert(wall.points.end(), inner.rbegin(), inner.rend());
  // A profile that begins on the axis ends there too, on the inner face: no loop is needed.
  if (points.front().radius_m == 0) wall.loop = false;
  if (points.back().radius_m == 0) {
    std::rotate(wall.points.begin(), wall.points.begin() + static_cast<long>(points.size()),
                wall.points.end());
    wall.loop = false;
  }
  return wall;
}

void check_points(std::span<const ProfilePoint> points, Problems& problems) {
  if (points.size() < 2 || points.size() > 10'000)
    return problems.add("profile: has " + std::to_string(points.size()) +
                        " points; expected 2 to 10000");
  for (size_t i = 0; i < points.size(); ++i) {
    const std::string name = "profile point " + std::to_string(i + 1) + ": ";
    const bool at_end = i == 0 || i + 1 == points.size();
    if (!std::isfinite(points[i].radius_m) || !std::isfinite(points[i].z_m))
      problems.add(name + "is not finite");
    else if (points[i].radius_m < 0 || (points[i].radius_m == 0 && !at_end))
      problems.add(name + "has radius " + std::to_string(points[i].radius_m) +
                   " m; only the first and the last point may be on the axis, and none beyond it");
    if (i > 0 && points[i].radius_m == points[i - 1].radius_m && points[i].z_m == points[i - 1].z_m)
      problems.add(name + "is the same as the point before it");
  }
}

bool same(const ProfilePoint& a, const ProfilePoint& b) {
  return a.radius_m == b.radius_m && a.z_m == b.z_m;
}

// What is to be revolved, or why it cannot be.
Profile outline(std::span<const ProfilePoint> given, double thickness_m, Problems& problems) {
  const Points points(given.begin(), given.end());
  const bool on_axis = points.front().radius_m == 0 && points.back().radius_m == 0;
  if (on_axis && points.size() == 2) {
    problems.add("profile: lies on the axis and encloses nothing");
    return {};
  }
  if (same(points.front(), points.back()) && points.size() >= 4 && points.front().radius_m > 0)
    return {{points.begin(), points.end() - 1}, true};
  if (on_axis && thickness_m <= 0) return {points, false};
  if (!on_axis && thickness_m > 0) return with_wall(points, thickness_m);
  if (on_axis)
    problems.add(
        "profile: a wall inside a body that is closed leaves a cavity that no water or ray "
        "can reach; leave the wall out");
  else
    problems.add(
        "profile: is open; begin and end on the axis (radius 0), return to the first "
        "point, or give the wall a thickness");
  return {};
}

}  // namespace

double equal_area_factor(int corners) {
  const double angle = 2 * pi / corners;
  return std::sqrt(angle / std::sin(angle));
}

double revolved_volume(std::span<const ProfilePoint> points) {
  double sum = 0;
  for (size_t i = 0; i + 1 < points.size(); ++i) {
    const double a = points[i].radius_m, b = points[i + 1].radius_m;
    sum += pi / 3 * (a * a + a * b + b * b) * (points[i + 1].z_m - points[i].z_m);
  }
  return sum;
}

TriangleMesh revolved(const std::function<Profile(double)>& profile_at, double size_m,
                      int target_faces) {
  const double step_m =
      step_for_faces(size_m, target_faces, [&](double h) { return faces(profile_at(h), h); });
  const Profile profile = profile_at(step_m);
  return revolve(profile, sectors(profile, step_m));
}

Result<TriangleMesh> lathe(std::span<const ProfilePoint> profile, double wall_thickness_m,
                           int target_faces) {
  Problems problems;
  check_points(profile, problems);
  if (!std::isfinite(wall_thickness_m) || wall_thickness_m < 0)
    problems.add("wall: thickness must be 0 or more and finite");
  if (!problems.empty()) return problems;
  const Profile closed = outline(profile, wall_thickness_m, problems);
  if (!problems.empty()) return problems;
  double size_m = 0;
  for (const ProfilePoint& p : closed.points) {
    size_m = std::max({size_m, 2 * p.radius_m, length(p, closed.points[0])});
    if (p.radius_m < 0) problems.add("wall: is thicker than the body is wide");
  }
  if (crosses_itself(closed))
    problems.add(wall_thickness_m > 0 ? "profile: crosses itself, or its wall is too thick"
                                      : "profile: crosses itself");
  if (!problems.empty()) return problems;
  TriangleMesh mesh = revolved([&](double h) { return refined(closed, h); }, size_m, target_faces);
  if (!(signed_volume(mesh) > kThinnestTurn * size_m * surface_area(mesh)))
    problems.add("profile: encloses no volume");
  if (!problems.empty()) return problems;
  return mesh;
}

}  // namespace hadal::geometry

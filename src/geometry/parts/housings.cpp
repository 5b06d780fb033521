#include "geometry/parts/housings.h"

#include <cmath>
#include <numbers>

#include "geometry/parts/building_blocks.h"

namespace hadal::geometry {
namespace {

constexpr int kHousingSectors = 20;

using Points = std::vector<ProfilePoint>;

// A quarter of a circle about (0, z) from the rim to the axis.
void add_round_end(Points& points, double radius_m, double z_m, double depth_m) {
  constexpr int kPieces = 6;
  for (int i = 1; i < kPieces; ++i) {
    const double angle = std::numbers::pi / 2 * i / kPieces;
    points.push_back({radius_m * std::cos(angle), z_m + depth_m * std::sin(angle)});
  }
  points.push_back({0, z_m + depth_m});
}

}  // namespace

TriangleMesh enclosure_tube(double radius_m, double length_m, double flange_radius_m,
                            double flange_length_m) {
  const double half = length_m / 2, inner = half - flange_length_m;
  const Points points = {{0, -half},
                         {0.9 * flange_radius_m, -half},
                         {flange_radius_m, -half + 0.25 * flange_length_m},
                         {flange_radius_m, -inner},
                         {radius_m, -inner},
                         {radius_m, inner},
                         {flange_radius_m, inner},
                         {flange_radius_m, half - 0.25 * flange_length_m},
                         {0.9 * flange_radius_m, half},
                         {0, half}};
  return turned(points, false, kHousingSectors);
}

TriangleMesh dome(double radius_m, double ring_m) {
  Points points = {{0, -ring_m}};
  if (ring_m > 0) {
    const double ring_radius = radius_m + 0.5 * ring_m;
    points.insert(points.end(), {{ring_radius, -ring_m}, {ring_radius, 0}});
  }
  points.push_back({radius_m, 0});
  add_round_end(points, radius_m, 0, radius_m);
  return turned(points, false, kHousingSectors);
}

TriangleMesh lamp_housing(double radius_m, double length_m) {
  const double r = radius_m, h = length_m / 2;
  Points points = {{0, -h}, {0.5 * r, -h}, {0.72 * r, -0.85 * h}};
  for (int i = 0; i < 4; ++i) {
    const double z = (-0.7 + 0.3 * i) * h;
    points.insert(points.end(), {{0.72 * r, z},
                                 {0.92 * r, z + 0.02 * h},
                                 {0.92 * r, z + 0.14 * h},
                                 {0.72 * r, z + 0.16 * h}});
  }
  points.insert(points.end(), {{0.72 * r, 0.5 * h},
                               {r, 0.6 * h},
                               {r, h},
                               {0.82 * r, h},
                               {0.75 * r, 0.9 * h},
                               {0.4 * r, 0.96 * h},
                               {0, 0.98 * h}});
  return turned(points, false, kHousingSectors);
}

TriangleMesh dvl_head(double radius_m, double length_m) {
  const double r = radius_m, h = length_m / 2;
  const Points can = {{0, -h},
                      {0.9 * r, -h},
                      {0.95 * r, -0.9 * h},
                      {0.95 * r, 0.3 * h},
                      {r, 0.35 * h},
                      {r, 0.75 * h},
                      {0.9 * r, 0.85 * h},
                      {0, 0.88 * h}};
  TriangleMesh mesh = turned(can, false, kHousingSectors);
  const double face = 0.34 * r, tilt = 25 * std::numbers::pi / 180;
  const double thick = 0.1 * h + face * std::sin(tilt);
  const Points disc = {
      {0, -thick}, {face, -thick}, {face, 0}, {0.85 * face, 0.02 * h}, {0, 0.02 * h}};
  const TriangleMesh transducer = turned(disc, false, 12);
  const double top = h - face * std::sin(tilt) - 0.02 * h * std::cos(tilt);
  for (int i = 0; i < 4; ++i) {
    const double angle = std::numbers::pi / 4 + std::numbers::pi / 2 * i;
    const Vec3 side(std::cos(angle), std::sin(angle), 0);
    append(mesh, stood_along(transducer, 0.5 * r * side + top * Vec3::UnitZ(),
                             std::sin(tilt) * side + std::cos(tilt) * Vec3::UnitZ()));
  }
  return mesh;
}

TriangleMesh sonar_head(double radius_m, double length_m) {
  const double r = radius_m, h = length_m / 2, boot = 0.8 * r;
  Points points = {{0, -h},
                   {0.85 * r, -h},
                   {r, -0.92 * h},
                   {r, 0},
                   {0.85 * r, 0.06 * h},
                   {0.7 * r, 0.1 * h},
                   {boot, 0.16 * h},
                   {boot, h - boot * 0.6}};
  add_round_end(points, boot, h - boot * 0.6, boot * 0.6);
  return turned(points, false, kHousingSectors);
}

TriangleMesh antenna(double radius_m, double length_m) {
  const double r = radius_m, l = length_m;
  const Points points = {{0, 0},
                         {3 * r, 0},
                         {3 * r, -0.03 * l},
                         {1.5 * r, -0.06 * l},
                         {r, -0.1 * l},
                         {0.6 * r, -l + 3 * r},
                         {1.2 * r, -l + 2.5 * r},
                         {1.5 * r, -l + 1.5 * r},
                         {1.2 * r, -l + 0.5 * r},
                         {0, -l}};
  return turned(points, false, 12);
}

TriangleMesh tether_plug(double radius_m, double length_m) {
  const double r = radius_m, l = length_m;
  const Points points = {{0, 0},
                         {r, 0},
                         {r, 0.08 * l},
                         {0.75 * r, 0.1 * l},
                         {0.75 * r, 0.16 * l},
                         {0.85 * r, 0.18 * l},
                         {0.85 * r, 0.24 * l},
                         {0.75 * r, 0.26 * l},
                         {0.75 * r, 0.38 * l},
                         {0.35 * r, 0.62 * l},
                         {0.28 * r, 0.64 * l},
                         {0.28 * r, l},
                         {0, l}};
  return turned(points, false, 16);
}

}  // namespace hadal::geometry

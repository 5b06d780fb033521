#include "geometry/parts/propulsion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/parts/building_blocks.h"
#include "geometry/primitives.h"

namespace hadal::geometry {
namespace {

constexpr int kRoundSectors = 20;

TriangleMesh duct(const DuctedThruster& part) {
  const double r = part.radius_m, bore = kDuctBore * r, half = part.duct_length_m / 2;
  // From the lip of the intake (+z) along the outside to the outlet and back through the bore.
  const ProfilePoint profile[] = {{0.97 * r, half},         {r, 0.8 * half},
                                  {0.99 * r, -0.2 * half},  {0.93 * r, -half},
                                  {0.90 * r, -half},        {bore, -0.2 * half},
                                  {bore, 0.3 * half},       {0.87 * r, 0.85 * half},
                                  {0.92 * r, half}};
  return turned(profile, true, kRoundSectors);
}

TriangleMesh pod(const DuctedThruster& part) {
  const double r = part.hub_radius_m, nose = 0.4 * part.length_m, tail = -0.6 * part.length_m;
  const ProfilePoint profile[] = {{0, nose},
                                  {0.35 * r, nose - 0.03 * part.length_m},
                                  {0.65 * r, 0.7 * nose},
                                  {0.75 * r, 0.4 * nose},
                                  {r, 0.2 * nose},
                                  {r, 0.55 * tail},
                                  {0.85 * r, 0.75 * tail},
                                  {0.45 * r, 0.97 * tail},
                                  {0, tail}};
  return turned(profile, false, 12);
}

// One blade at angle 0, as sections of a thin lens over the radius.
TriangleMesh blade(const Propeller& part) {
  using std::numbers::pi;
  constexpr int kStations = 7;
  constexpr double kThickness = 0.06;  // of the chord
  constexpr double kAlong[] = {-0.5, -0.2, 0.2, 0.5, 0.2, -0.2};
  constexpr double kAcross[] = {0, 1, 1, 0, -1, -1};
  const double root = 0.8 * part.hub_radius_m;
  std::vector<std::vector<Vec3>> sections;
  for (int i = 0; i < kStations; ++i) {
    const double s = 1 - std::pow(1 - static_cast<double>(i) / (kStations - 1), 1.6);
    const double r = root + (part.radius_m - root) * s;
    const double widening = 0.6 + 0.4 * std::min(s / 0.7, 1.0);
    const double tip = std::sqrt(std::max(0.02, 1 - std::pow(std::max(0.0, s - 0.7) / 0.3, 2)));
    const double chord = part.chord_m * widening * tip;
    const double slope = std::atan2(part.pitch_m, 2 * pi * r);
    std::vector<Vec3> points;
    for (int k = 0; k < 6; ++k) {
      const double a = chord * kAlong[k], b = 0.5 * kThickness * part.chord_m * kAcross[k];
      const double arc = a * std::cos(slope) - b * std::sin(slope);
      const double z = a * std::sin(slope) + b * std::cos(slope);
      points.emplace_back(r * std::cos(arc / r), r * std::sin(arc / r), z);
    }
    sections.push_back(std::move(points));
  }
  return lofted(sections);
}

TriangleMesh turned_about_z(const TriangleMesh& mesh, double angle_rad) {
  return transformed(mesh, {Vec3::Zero(), Quat(Eigen::AngleAxisd(angle_rad, Vec3::UnitZ()))});
}

}  // namespace

TriangleMesh ducted_thruster(const DuctedThruster& part) {
  TriangleMesh mesh = duct(part);
  append(mesh, pod(part));
  // Struts behind the disc reach from the axis into the wall of the duct.
  const double reach = 0.9 * part.radius_m, width = 0.16 * part.radius_m;
  const TriangleMesh strut = transformed(box({reach, 0.06 * part.radius_m, width}),
                                         {Vec3(reach / 2, 0, -part.duct_length_m / 2 + width / 2),
                                          Quat::Identity()});
  for (int i = 0; i < part.struts; ++i)
    append(mesh, turned_about_z(strut, 2 * std::numbers::pi * i / part.struts));
  return mesh;
}

TriangleMesh propeller(const Propeller& part) {
  const double r = part.hub_radius_m, half = part.hub_length_m / 2;
  const ProfilePoint hub[] = {{0, half},  {0.6 * r, 0.9 * half}, {r, 0.4 * half},
                              {r, -half}, {0.8 * r, -half},      {0, -half}};
  TriangleMesh mesh = turned(hub, false, 12);
  const TriangleMesh one = blade(part);
  for (int i = 0; i < part.blades; ++i)
    append(mesh, turned_about_z(one, 2 * std::numbers::pi * i / part.blades));
  return mesh;
}

}  // namespace hadal::geometry

#include "dynamics/mud.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/mass_properties.h"

namespace hadal::dynamics {
namespace {

using std::numbers::pi;
using Kind = CollisionShape::Kind;
constexpr double kBearing = 11;

double volume_of(const CollisionShape& shape) {
  const double a = shape.size[0], b = shape.size[1], c = shape.size[2];
  switch (shape.kind) {
    case Kind::kSphere:
      return 4 * pi / 3 * a * a * a;
    case Kind::kCapsule:
      return pi * a * a * (4 * a / 3 + 2 * b);
    case Kind::kBox:
      return 8 * a * b * c;
    case Kind::kCylinder:
      return 2 * pi * a * a * b;
    case Kind::kEllipsoid:
      return 4 * pi / 3 * a * b * c;
    case Kind::kHull:
      return geometry::signed_volume(*shape.hull);
  }
  return 0;
}

// How far the shape extends from its origin along a direction d of length one.
double reach(const CollisionShape& shape, const Vec3& d) {
  const Vec3& s = shape.size;
  switch (shape.kind) {
    case Kind::kSphere:
      return s[0];
    case Kind::kCapsule:
      return s[0] + s[1] * std::abs(d.z());
    case Kind::kBox:
      return s.dot(d.cwiseAbs());
    case Kind::kCylinder:
      return s[0] * std::hypot(d.x(), d.y()) + s[1] * std::abs(d.z());
    case Kind::kEllipsoid:
      return s.cwiseProduct(d).norm();
    case Kind::kHull:
      break;
  }
  double max = shape.hull->vertices[0].dot(d);
  for (const Vec3& vertex : shape.hull->vertices) max = std::max(max, vertex.dot(d));
  return max;
}

std::vector<CollisionShape> shapes_of(const Link& link) {
  if (!link.collisions.empty()) return link.collisions;
  CollisionShape ball;
  const bool sphere = link.sphere.radius_m > 0;
  ball.size[0] = sphere ? link.sphere.radius_m : std::cbrt(0.75 / pi * link.buoyancy.volume_m3);
  ball.X_LS.p = sphere ? link.sphere.p_BC_B : link.buoyancy.p_BC_B;
  if (ball.size[0] > 0) return {ball};
  return {};
}

// The wrench and damping of isotropic resistances at a point c of the link.
void resist(double translation, double rotation, const Vec3& c, const Vec6& nu_L, MudLoad& out) {
  const Mat3 cx = skew(c);
  out.damping_L.topLeftCorner<3, 3>() = translation * Mat3::Identity();
  out.damping_L.topRightCorner<3, 3>() = -translation * cx;
  out.damping_L.bottomLeftCorner<3, 3>() = translation * cx;
  out.damping_L.bottomRightCorner<3, 3>() = rotation * Mat3::Identity() - translation * cx * cx;
  out.tau_L = -out.damping_L * nu_L;
}

}  // namespace

MudBody::Part MudBody::part_of(const CollisionShape& shape) {
  Part part{shape, shape.X_LS.q.normalized().toRotationMatrix(), Vec3::Zero(), volume_of(shape)};
  if (shape.kind == Kind::kHull) part.centre_S = geometry::mass_properties(*shape.hull, 1).centroid;
  return part;
}

MudBody::MudBody(std::span<const CollisionShape> shapes) {
  double volume = 0;
  for (const CollisionShape& shape : shapes) {
    parts_.push_back(part_of(shape));
    const Part& part = parts_.back();
    centre_ += part.volume_m3 * (shape.X_LS.p + part.R_LS * part.centre_S);
    volume += part.volume_m3;
  }
  if (volume > 0) centre_ /= volume;
  radius_ = std::cbrt(0.75 / pi * volume);
}

MudBody::MudBody(const Link& link) : MudBody(std::span<const CollisionShape>(shapes_of(link))) {}

double MudBody::buried(const Vec3& p_NL_N, const Mat3& R_NL, double surface_depth_m) const {
  double sum = 0, volume = 0;
  for (const Part& part : parts_) {
    const Vec3 down_S = part.R_LS.transpose() * R_NL.row(2).transpose();
    const double origin = p_NL_N.z() + R_NL.row(2).dot(part.shape.X_LS.p);
    const double bottom = origin + reach(part.shape, down_S);
    const double top = origin - reach(part.shape, -down_S);
    const double h = std::clamp((bottom - surface_depth_m) / (bottom - top), 0.0, 1.0);
    sum += part.volume_m3 * h * h * (3 - 2 * h);
    volume += part.volume_m3;
  }
  return volume > 0 ? sum / volume : 0;
}

MudLoad mud_load(const MudLayer& layer, const MudBody& body, const Vec3& p_NL_N, const Mat3& R_NL,
                 const Vec6& nu_L, double surface_depth_m) {
  MudLoad out;
  if (body.empty() || !std::isfinite(surface_depth_m)) return out;
  out.buried = body.buried(p_NL_N, R_NL, surface_depth_m);
  if (out.buried <= 0) return out;
  const double r = body.radius_m(), v0 = layer.creep_speed_m_s;
  const double bearing_area = kBearing * pi * r * r;
  const double yield = layer.yield_n.value_or(layer.yield_pa * bearing_area);
  const double yield_torque = yield / bearing_area * pi * pi * r * r * r;
  const double drag = layer.drag_ns_m.value_or(6 * pi * layer.viscosity_pa_s * r);
  const double turning_drag = drag * 4 * r * r / 3;
  const Vec3 w = nu_L.tail<3>(), v = nu_L.head<3>() + w.cross(body.centre_L());
  resist(out.buried * (yield / (v.norm() + v0) + drag),
         out.buried * (yield_torque / (w.norm() + v0 / r) + turning_drag), body.centre_L(), nu_L,
         out);
  return out;
}

}  // namespace hadal::dynamics

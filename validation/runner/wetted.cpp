// Forces on the faces of meshes, against closed forms. Cases count z up; here it is down, y with
// it, so that rotations about x keep their sign.
#include "runner/wetted.h"

#include <cmath>
#include <memory>
#include <numbers>

#include "dynamics/surface/surface_body.h"
#include "geometry/primitives.h"
#include "math/rotation.h"
#include "runner/kinds.h"
#include "runner/waterplane.h"

namespace hadal::validation {
namespace {

using dynamics::SurfaceBody;
using dynamics::SurfaceQuery;
using geometry::TriangleMesh;

constexpr int kSphereFaces = 20000, kCylinderFaces = 50000;

WettedSurface surface_of(const TriangleMesh& mesh, double linear = 0, double quadratic = 1) {
  WettedSurface surface;
  surface.mesh = std::make_shared<const TriangleMesh>(mesh);
  surface.drag_linear.setConstant(linear);
  surface.drag_quadratic.setConstant(quadratic);
  return surface;
}

Mat3 rolled(double angle) {
  return quaternion_from({angle, 0, 0}).toRotationMatrix();
}

Waterplane waterplane_at(const TriangleMesh& mesh, double depth_m, const Mat3& R_NL) {
  return waterplane(geometry::transformed(mesh, {{0, 0, depth_m}, Quat(R_NL)}));
}

// A body held in calm water.
class Held {
 public:
  Held(const Case& c, const TriangleMesh& mesh) : body_(surface_of(mesh), calm_) {
    query_.density_kg_m3 = c.number("rho");
    query_.gravity_m_s2 = c.number("g");
  }
  // The loads of the water on it, as lift and torque about the north axis.
  struct Lift {
    double volume_m3, lift_N, roll_Nm;
  };
  Lift at(double depth_m, const Mat3& R_NL = Mat3::Identity()) {
    query_.R_NL = R_NL;
    query_.p_NL_N.z() = depth_m;
    const dynamics::SurfaceLoads& loads = body_.evaluate(query_, nullptr);
    const Vec3 force_N = R_NL * loads.buoyancy_L.head<3>(),
               torque_N = R_NL * loads.buoyancy_L.tail<3>();
    return {loads.wet_volume_m3, -force_N.z(), torque_N.x()};
  }

 private:
  environment::WaveField calm_;
  SurfaceBody body_;
  SurfaceQuery query_;
};

// Volume, lift, centre of buoyancy and, where a column has it, waterplane of a shape at many
// depths.
void check_rows(const Case& c, const TriangleMesh& mesh, const Table& table, double size_m,
                CaseReport& report) {
  const auto &up = table["centre_z_m"], &V = table["V_m3"], &B = table["buoyancy_N"],
             &cb = table["CB_z_m"];
  const double tolerance = c.tolerance("mesh_rel");
  Held held(c, mesh);
  Worst volume, lift, middle, plane;
  for (size_t i = 0; i < up.size(); ++i) {
    const Held::Lift loads = held.at(-up[i]);
    const Waterplane water = waterplane_at(mesh, -up[i], Mat3::Identity());
    volume.add_relative(loads.volume_m3, V[i], kRelativeFloor * largest(V));
    lift.add_relative(loads.lift_N, B[i], kRelativeFloor * largest(B));
    if (V[i] > 0) middle.add((-water.buoyancy_center_N.z() - cb[i]) / size_m);
    if (table.has("waterplane_m2")) {
      const auto& A = table["waterplane_m2"];
      plane.add_relative(water.area_m2, A[i], kRelativeFloor * largest(A));
    }
  }
  report.check("mesh: volume, relative", volume.value(), tolerance);
  report.check("mesh: buoyancy, relative", lift.value(), tolerance);
  report.check("mesh: centre of buoyancy, of the size", middle.value(), tolerance);
  if (table.has("waterplane_m2"))
    report.check("mesh: waterplane, relative", plane.value(), tolerance);
}

// Drag of a mesh in a flow along north over rho / 2, with one of the two coefficients at 1.
Vec3 drag_sum(const TriangleMesh& mesh, double speed_m_s, bool linear, double yaw = 0) {
  const environment::WaveField calm;
  SurfaceBody body(surface_of(mesh, linear ? 1 : 0, linear ? 0 : 1), calm);
  SurfaceQuery query;
  query.R_NL = quaternion_from({0, 0, yaw}).toRotationMatrix();
  query.p_NL_N.z() = 100;
  query.current_N.x() = speed_m_s;
  const Vec3 drag_L = body.evaluate(query, nullptr).drag_L.head<3>();
  return query.R_NL * drag_L / (query.density_kg_m3 / 2);
}

void check_drag(const Case& c, const char* key, const std::vector<double>& speeds,
                const TriangleMesh& mesh, bool linear, CaseReport& report) {
  if (!c.expected(key)) return;
  const std::vector<double> expected = c.expected_numbers(key);
  if (expected.size() != speeds.size()) c.fail(key, "expected one value per speed");
  Worst error;
  for (size_t i = 0; i < speeds.size(); ++i)
    error.add_relative(drag_sum(mesh, speeds[i], linear).x(), expected[i]);
  report.check(std::string(key) + ", relative", error.value(), c.tolerance("mesh_rel"));
}

// A box turned by an angle in a flow: U^2 (S1 cos^3 + S2 sin^3) along it and
// U^2 (S1 cos^2 sin - S2 sin^2 cos) across.
void check_turned_box(const Case& c, double speed_m_s, double S1, CaseReport& report) {
  const double width = std::sqrt(S1), length = 2 * width, S2 = length * width;
  const TriangleMesh mesh = geometry::box({length, width, width}, 12);
  Worst error;
  for (const double a : {0.2, 0.6, 1.1}) {
    const double cosine = std::cos(a), sine = std::sin(a);
    const Vec3 sum = drag_sum(mesh, speed_m_s, false, a);
    const double along = S1 * std::pow(cosine, 3) + S2 * std::pow(sine, 3);
    const double across = S1 * cosine * cosine * sine - S2 * sine * sine * cosine;
    error.add_relative(sum.x() / (speed_m_s * speed_m_s), along);
    error.add((sum.y() / (speed_m_s * speed_m_s) - across) / along);
  }
  report.check("turned box, relative", error.value(), c.tolerance("mesh_rel"));
}

void check_number(const Case& c, const char* key, double found, double tolerance,
                  CaseReport& report) {
  if (const auto expected = c.expected_number(key))
    report.check(std::string(key) + ", relative", std::abs(found / *expected - 1), tolerance);
}

}  // namespace

void run_inclined_box(const Case& c, const Settings&, CaseReport& report) {
  const double L = c.number("L"), B = c.number("B"), H = c.number("H"), rho = c.number("rho"),
               exact = c.tolerance("analytic_rel"), meshed = c.tolerance("mesh_rel");
  const TriangleMesh box = geometry::box({L, B, H}, 12);
  const Table table = c.table("box.csv");
  const auto &up = table["centre_z_m"], &phi = table["phi_deg"], &V = table["V_m3"],
             &lift = table["buoyancy_N"], &cb_y = table["CB_y_m"], &cb_z = table["CB_z_m"],
             &moment = table["roll_moment_Nm"];
  Held held(c, box);
  Worst volume, center, faces_lift, faces_moment;
  for (size_t i = 0; i < up.size(); ++i) {
    const Mat3 R = rolled(phi[i] * std::numbers::pi / 180);
    const Waterplane water = waterplane_at(box, -up[i], R);
    const Held::Lift loads = held.at(-up[i], R);
    volume.add_relative(water.volume_m3, V[i], kRelativeFloor * largest(V));
    faces_lift.add_relative(loads.lift_N, lift[i], kRelativeFloor * largest(lift));
    faces_moment.add_relative(loads.roll_Nm, moment[i], kRelativeFloor * largest(moment));
    if (!(V[i] > 0)) continue;
    center.add((-water.buoyancy_center_N.y() - cb_y[i]) / B);
    center.add((-water.buoyancy_center_N.z() - cb_z[i]) / H);
  }
  report.check("volume, relative", volume.value(), exact);
  report.check("centre of buoyancy, of the sides", center.value(), exact);
  report.check("mesh: buoyancy, relative", faces_lift.value(), meshed);
  report.check("mesh: roll moment, relative", faces_moment.value(), meshed);
  const auto draft = c.expected_number("draft");
  if (!draft) return;
  const Waterplane upright = waterplane_at(box, *draft - H / 2, Mat3::Identity());
  check_number(c, "BM", upright.second_moment(1, 1) / upright.volume_m3, exact, report);
  check_number(c, "KB", *draft - upright.buoyancy_center_N.z(), exact, report);
  check_number(c, "GM_for_KG_half_height", upright.metacentric_height_m({0, 0, *draft - H / 2}),
               exact, report);
  check_number(c, "mass_at_draft", rho * upright.volume_m3, exact, report);
}

void run_partial_cylinder(const Case& c, const Settings&, CaseReport& report) {
  const double R = c.number("R"), L = c.number("L");
  const Mat3 lying = quaternion_from({std::numbers::pi / 2, 0, 0}).toRotationMatrix();
  const TriangleMesh mesh =
      geometry::transformed(geometry::cylinder(R, L, kCylinderFaces), {Vec3::Zero(), Quat(lying)});
  check_rows(c, mesh, c.table("cylinder.csv"), R, report);
  check_number(c, "full_buoyancy", Held(c, mesh).at(2 * R).lift_N, c.tolerance("analytic_rel"),
               report);
}

void run_mesh_drag(const Case& c, const Settings&, CaseReport& report) {
  const std::vector<double> speeds = c.numbers("U");
  const double R = c.number("R"), L = c.number("L"), S = c.number("S"), side = std::sqrt(S);
  const TriangleMesh sphere = geometry::sphere(R, kSphereFaces),
                     cylinder = geometry::cylinder(R, L, kSphereFaces),
                     plate = geometry::box({side / 10, side, side}, 12);
  check_drag(c, "sphere_Q", speeds, sphere, false, report);
  check_drag(c, "sphere_L", speeds, sphere, true, report);
  check_drag(c, "cylinder_Q", speeds, cylinder, false, report);
  check_drag(c, "plate_Q", speeds, plate, false, report);
  check_drag(c, "plate_L", speeds, plate, true, report);
  if (!speeds.empty()) check_turned_box(c, speeds.front(), S, report);
}

void check_sphere_mesh(const Case& c, CaseReport& report) {
  const double R = c.number("R");
  check_rows(c, geometry::sphere(R, kSphereFaces), c.table("sphere.csv"), R, report);
}

void check_box_stability(const Case& c, CaseReport& report) {
  const double L = c.number("L"), B = c.number("B"), T = c.number("T"),
               tolerance = c.tolerance("stiffness_rel");
  const auto KG = c.optional_number("KG");
  if (!KG) return;
  const TriangleMesh box = geometry::box({L, B, 2 * T}, 12);
  const Waterplane water = waterplane_at(box, 0, Mat3::Identity());
  const Vec3 gravity_center_N(0, 0, T - *KG);
  check_number(c, "GM", water.metacentric_height_m(gravity_center_N), tolerance, report);
  const Mat3 K = water.stiffness(gravity_center_N, c.number("rho"), c.number("g"));
  check_number(c, "roll_stiffness", K(1, 1), tolerance, report);
}

}  // namespace hadal::validation

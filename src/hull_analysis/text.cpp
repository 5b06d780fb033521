#include "hull_analysis/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "base/text.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::hull_analysis {
namespace {

using geometry::FloatingPosition;

constexpr int kLabelWidth = 24;

std::string number(double value, const char* format = "%.4g") {
  return format_number(format, value);
}

std::string triple(const Vec3& v, const char* format = "%.4g") {
  return number(v.x(), format) + ", " + number(v.y(), format) + ", " + number(v.z(), format);
}

std::string line(const std::string& label, const std::string& value) {
  std::string out = "  " + label;
  out.resize(std::max<size_t>(out.size() + 1, kLabelWidth), ' ');
  return out + value + "\n";
}

// Terms that rounding and the irregularity of panels leave where symmetry wants none, set to zero.
Mat6 without_noise(const Mat6& A) {
  constexpr double kNoise = 2e-4, kNoiseOfDiagonal = 1e-5;
  const double forces = A.diagonal().head<3>().maxCoeff(),
               moments = A.diagonal().tail<3>().maxCoeff();
  Mat6 out = A;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      const double scale = std::sqrt((i < 3 ? forces : moments) * (j < 3 ? forces : moments));
      if (std::abs(A(i, j)) < (i == j ? kNoiseOfDiagonal : kNoise) * scale) out(i, j) = 0;
    }
  return out;
}

Mat3 without_noise(const Mat3& inertia) {
  const double small = 1e-9 * inertia.trace();
  return (inertia.array().abs() < small).select(Mat3::Zero(), inertia);
}

// A place in the body, rounding noise (1e-9 of its size) set to zero.
Vec3 tidy(const Vec3& position_m, const HullAnalysis& h) {
  const double small = 1e-9 * h.bounds.diagonal();
  return (position_m.array().abs() < small).select(Vec3::Zero(), position_m);
}

// One sentence: how it lies in the water.
std::string floating_sentence(const HullAnalysis& h) {
  if (!h.upright.floats) {
    const double water = h.water_density_kg_m3 * h.volume_m3;
    const double heavier = h.mass_kg - water;
    if (std::abs(heavier) < 1e-6 * water) return "Weighs as much as its water: hovers.";
    return "Sinks: " + number(heavier) + " kg heavier than its water.";
  }
  std::string out = "Floats with " + number(100 * h.upright.wet.volume_m3 / h.volume_m3, "%.1f") +
                    " % of its volume below the surface; ";
  if (h.resting_heels_rad.empty()) return out + "rests at no heel between 0 and 180 deg.";
  out += "rests at a heel of ";
  for (size_t i = 0; i < h.resting_heels_rad.size(); ++i)
    out += (i == 0 ? "" : " or ") + number(h.resting_heels_rad[i] / kDegree, "%.0f");
  return out + " deg.";
}

std::string attitude_deg(const Quat& q) {
  const EulerAngles e = euler_from(q);
  return triple(Vec3(e.roll, e.pitch, e.yaw) / kDegree, "%.1f");
}

std::string size_text(const HullAnalysis& h) {
  std::string out = "size\n";
  out += line("faces", std::to_string(h.mesh.triangles.size()) + " in " + std::to_string(h.parts) +
                           (h.parts == 1 ? " part" : " parts"));
  out += line("forward, right, down", triple(h.bounds.size()) + " m");
  out += line("from", triple(h.bounds.lower) + " to " + triple(h.bounds.upper));
  out += line("outer surface", number(h.area_m2) + " m^2");
  out += line("volume", number(h.volume_m3) + " m^3");
  out += line("centre of buoyancy", triple(tidy(h.center_of_buoyancy, h)) + " m");
  return out;
}

std::string body_text(const HullAnalysis& h) {
  std::string out = "body\n";
  out += line("mass",
              number(h.mass_kg) + " kg" + (h.mass_given ? "" : " (not given: that of its water)"));
  out += line("centre of gravity", triple(tidy(h.center_of_gravity, h)) + " m" +
                                       (h.even_body ? " (of an even body)" : ""));
  const Mat3 inertia = without_noise(h.inertia_kg_m2);
  for (int i = 0; i < 3; ++i)
    out += line(i == 0 ? "inertia about it" : "",
                triple(inertia.row(i)) + (i == 0 ? " kg m^2, of an even body" : ""));
  return out;
}

std::string fit_text(const HullAnalysis& h) {
  std::string out = "fitted bodies of the same volume\n";
  out += line("ellipsoid", "semi-axes " + triple(h.ellipsoid.semi_axes_m) + " m, roll pitch yaw " +
                               attitude_deg(h.ellipsoid.X_ME.q) + " deg");
  out += line("", "centre " + triple(tidy(h.ellipsoid.X_ME.p, h)) + " m, rms distance " +
                      number(h.ellipsoid.residual_m) + " m");
  const Vec3 axis = h.cylinder.X_MC.q * Vec3::UnitZ();
  out += line("cylinder", "radius " + number(h.cylinder.radius_m) + " m, length " +
                              number(h.cylinder.length_m) + " m along " + triple(axis, "%.3f"));
  out += line("", "rms distance " + number(h.cylinder.residual_m) + " m");
  return out;
}

// A label, then cells of one width.
std::string table_row(const std::string& name, const Vec6& values) {
  std::string out = "  " + name;
  out.resize(15, ' ');
  for (int i = 0; i < 6; ++i) {
    char cell[24];
    std::snprintf(cell, sizeof cell, "%11s", number(values[i]).c_str());
    out += cell;
  }
  return out + "\n";
}

std::string added_mass_text(const HullAnalysis& h) {
  std::string out = "added mass about the origin, kg, kg m, kg m^2 (water " +
                    number(h.water_density_kg_m3) + " kg/m^3)\n";
  out += "                     surge       sway      heave       roll      pitch        yaw\n";
  if (h.has_panels) out += table_row("panels", without_noise(h.added_mass_panels).diagonal());
  out += table_row("ellipsoid", without_noise(h.added_mass_ellipsoid).diagonal());
  out += table_row("cylinder", without_noise(h.added_mass_cylinder).diagonal());
  if (!h.has_panels) return out;
  out += "  by " + std::to_string(h.panels.panels) + " panels, error at most about " +
         number(100 * h.panels.relative_error, "%.1f") + " %; the whole matrix:\n";
  const Mat6 A = without_noise(h.added_mass_panels);
  for (int i = 0; i < 6; ++i) out += table_row("", A.row(i).transpose());
  if (h.bluff())
    out += "  A bluff or open hull: the flow round it separates, and most of the Munk moment that\n"
           "  this matrix gives a hull under way does not arise (docs/dynamics.md, bluff hulls).\n";
  return out;
}

std::string drag_text(const HullAnalysis& h) {
  static const char* names[] = {"ahead", "astern", "to the right", "to the left", "down", "up"};
  std::string out = "drag, a first guess (F = 1/2 rho C_D A v^2)\n";
  for (size_t i = 0; i < 6; ++i) {
    const geometry::DirectionalDrag& d = h.drag.directions[i];
    out += line(names[i], "C_D " + number(d.coefficient, "%.2f") + " on A " +
                              number(d.silhouette.area_m2) + " m^2, " +
                              number(0.5 * h.water_density_kg_m3 * d.drag_area_m2) + " N at 1 m/s");
  }
  out += line("for faces", "surface_drag quadratic " + triple(h.drag.face_coefficients, "%.3f"));
  return out;
}

std::string curve_text(const HullAnalysis& h) {
  std::string out = "  heel, deg ";
  std::string arms = "  arm GZ, m ";
  const auto cell = [](double value, const char* format) {
    const std::string text = number(value, format);
    return std::string(text.size() < 8 ? 8 - text.size() : 1, ' ') + text;
  };
  for (size_t i = 0; i < h.righting.size(); i += 3) {
    out += cell(h.righting[i].heel_rad / kDegree, "%.0f");
    arms += cell(h.righting[i].righting_arm_m, "%.3f");
  }
  return out + "\n" + arms + "\n";
}

std::string floating_text(const HullAnalysis& h) {
  std::string out = "in the water\n  " + floating_sentence(h) + "\n";
  const FloatingPosition& p = h.upright;
  if (p.floats) {
    out += line("draught, freeboard", number(p.draught_m) + ", " + number(p.freeboard_m) + " m");
    out += line("trim", number(p.trim_rad / kDegree, "%.2f") + " deg, bow up positive" +
                            (p.settled ? "" : " (does not balance)"));
    out += line("waterplane", number(p.wet.waterplane_area_m2) + " m^2, wetted surface " +
                                  number(p.wet.wetted_area_m2) + " m^2");
  }
  out +=
      line("metacentric height", number(p.metacentric_transverse_m, "%.4f") + " m across (" +
                                     number(h.metacentric_by_slope_m, "%.4f") + " by the slope), " +
                                     number(p.metacentric_longitudinal_m, "%.4f") + " m along");
  return out + curve_text(h);
}

std::string list(const char* title, const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += std::string(title) + text + "\n";
  return out;
}

std::string numbers(const Eigen::Ref<const Eigen::VectorXd>& v, const char* format = "%.5g") {
  std::string out = "[";
  for (Eigen::Index i = 0; i < v.size(); ++i)
    out += (i == 0 ? "" : ", ") + format_number(format, v[i]);
  return out + "]";
}

std::string rows(const Eigen::Ref<const Eigen::MatrixXd>& m, const std::string& indent) {
  std::string out = "\n";
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    out += indent + "- " + numbers(m.row(i).transpose(), "%.6g") + "\n";
  return out;
}

// Keys of a link, to be pasted into a model. Numbers that the mesh itself would give are written
// out, so that they can be changed.
std::string hull_yaml(const HullAnalysis& h) {
  const std::string file = std::filesystem::path(h.path).filename().string();
  const Vec6 damping = 0.5 * h.water_density_kg_m3 * h.drag.quadratic;
  std::string out = "links:\n  - name: hull\n    shapes:\n      physics:\n        - !mesh\n";
  out +=
      "          file: " + file + "\n          unit: " + h.unit + "\n          up: " + h.up + "\n";
  if (h.forward != "auto") out += "          forward: " + h.forward + "\n";
  out += "    mass_kg: " + number(h.mass_kg, "%.6g") + "\n";
  out += "    center_of_mass_m: " + numbers(tidy(h.center_of_gravity, h)) + "\n";
  out += "    inertia_kg_m2:" + rows(without_noise(h.inertia_kg_m2), "      ");
  out += "    volume_m3: " + number(h.volume_m3, "%.6g") + "\n";
  out += "    center_of_buoyancy_m: " + numbers(tidy(h.center_of_buoyancy, h)) + "\n";
  out += "    added_mass:" + rows(without_noise(h.added_mass()), "      ");
  if (h.bluff())
    out += "    added_mass_coriolis: no_munk  # bluff hull; of a streamlined one: full\n";
  out += "    damping:\n      quadratic: " + numbers(damping) + "\n";
  out += "    # Or, instead of added_mass and damping, face by face from the mesh:\n";
  out += "    # hydrodynamics: geometry\n    # added_mass_from: " +
         std::string(h.has_panels ? "panels" : "ellipsoid") + "\n";
  out += "    # surface_drag: {quadratic: " + numbers(h.drag.face_coefficients, "%.3f") + "}\n";
  return out;
}

}  // namespace

std::string hull_text(const HullAnalysis& h) {
  return h.path + "\n" + list("note: ", h.notes) + list("warning: ", h.warnings) + "\n" +
         size_text(h) + "\n" + body_text(h) + "\n" + fit_text(h) + "\n" + added_mass_text(h) +
         "\n" + drag_text(h) + "\n" + floating_text(h) + "\nlink of a model file\n" + hull_yaml(h);
}

}  // namespace hadal::hull_analysis

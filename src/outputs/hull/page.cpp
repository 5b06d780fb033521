#include "outputs/hull/page.h"

#include <filesystem>

#include "math/rotation.h"
#include "math/units.h"
#include "outputs/hull/numbers.h"
#include "outputs/hull/picture.h"
#include "outputs/hull/text.h"
#include "outputs/report/html.h"
#include "outputs/report/page.h"
#include "outputs/report/svg_plot.h"

namespace hadal::outputs {
namespace {

constexpr const char* kMotions[] = {"surge", "sway", "heave", "roll", "pitch", "yaw"};

std::string row(const std::string& name, const std::string& value) {
  return "<tr><th>" + name + "</th><td class=\"num\">" + value + "</td></tr>\n";
}

// A round length for the scale bar, about a fifth of the picture.
double bar_length_m(double width_m) {
  const Ticks ticks = nice_ticks(0, width_m, 5);
  return ticks.step;
}

std::string svg_line(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const char* style) {
  return "<line x1=\"" + number(a.x(), "%.1f") + "\" y1=\"" + number(a.y(), "%.1f") + "\" x2=\"" +
         number(b.x(), "%.1f") + "\" y2=\"" + number(b.y(), "%.1f") + "\" style=\"" + style +
         "\"/>";
}

std::string svg_text(const Eigen::Vector2d& at, const std::string& text) {
  return "<text style=\"font:12px system-ui,sans-serif;fill:var(--ink);paint-order:stroke;"
         "stroke:var(--panel);stroke-width:3px\" x=\"" +
         number(at.x(), "%.1f") + "\" y=\"" + number(at.y(), "%.1f") + "\">" + escape_html(text) +
         "</text>";
}

// Arrows forward, right and down, at the lower left.
std::string triad(const Projection& projection, int height) {
  static const char* names[] = {"x", "y", "z"};
  static const char* colours[] = {"var(--c1)", "var(--c2)", "var(--c0)"};
  constexpr double kLength_px = 30;
  const Eigen::Vector2d origin(46, height - 46);
  std::string out;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = Vec3::Unit(k);
    const Eigen::Vector2d along(projection.view.right.dot(axis), -projection.view.up.dot(axis));
    if (along.norm() < 0.05) continue;
    const Eigen::Vector2d tip = origin + kLength_px * along;
    out +=
        svg_line(origin, tip, ("stroke:" + std::string(colours[k]) + ";stroke-width:2.5").c_str());
    out += svg_text(tip + 9 * along.normalized() + Eigen::Vector2d(-3, 4), names[k]);
  }
  return out;
}

std::string scale_bar(const Projection& projection, int width, int height) {
  const double length_m = bar_length_m(width / projection.scale);
  const Eigen::Vector2d b(width - 16, height - 14),
      a = b - Eigen::Vector2d(length_m * projection.scale, 0);
  return svg_line(a, b, "stroke:var(--ink);stroke-width:2") +
         svg_text(a + Eigen::Vector2d(2, -6), number(length_m, "%g") + " m");
}

std::string marks(const HullAnalysis& h, const Projection& projection) {
  const auto dot = [&](const Vec3& x, const char* name, const char* colour, double side) {
    const Eigen::Vector2d at = projection(x);
    return "<circle cx=\"" + number(at.x(), "%.1f") + "\" cy=\"" + number(at.y(), "%.1f") +
           "\" r=\"4.5\" style=\"fill:" + colour + ";stroke:var(--panel);stroke-width:1.5\"/>" +
           svg_text(at + Eigen::Vector2d(side > 0 ? 8 : -17, 4), name);
  };
  return dot(h.upright.wet.center, "B", "var(--c0)", 1) +
         dot(h.center_of_gravity, "G", "var(--c1)", -1);
}

std::string hull_figure(const HullAnalysis& h, const std::string& title, const View& view,
                        int width, int height, bool with_marks) {
  const Projection projection = fit_view(h.mesh, view, width, height, 40);
  std::optional<geometry::WaterSurface> water;
  if (h.upright.floats) water = h.upright.surface;
  constexpr int kSharp = 2;  // pictures for screens with small pixels
  Projection fine = projection;
  fine.scale *= kSharp;
  fine.offset *= kSharp;
  const RgbaPicture picture = draw_hull(h.mesh, fine, kSharp * width, kSharp * height, water);
  const std::string size =
      "width=\"" + std::to_string(width) + "\" height=\"" + std::to_string(height) + "\"";
  return "<figure><figcaption><b>" + title +
         "</b></figcaption><svg "
         "style=\"width:100%;height:auto;display:block;background:var(--panel)\" viewBox=\"0 0 " +
         std::to_string(width) + " " + std::to_string(height) + "\"><image " + size +
         " href=\"data:image/png;base64," + base64(png_bytes(picture)) + "\"/>" +
         triad(projection, height) + scale_bar(projection, width, height) +
         (with_marks ? marks(h, projection) : "") + "</svg></figure>\n";
}

std::string pictures(const HullAnalysis& h) {
  const Vec3 up = -Vec3::UnitZ();
  std::string out = "<div class=\"plots hull\">\n";
  out += hull_figure(h, "From ahead, right and above", view_from(Vec3(0.8, 0.75, -0.45), up), 560,
                     360, false);
  out += hull_figure(h, "From the right", view_from(Vec3::UnitY(), up), 560, 360, true);
  out += hull_figure(h, "From above", view_from(-Vec3::UnitZ(), -Vec3::UnitY()), 560, 360, true);
  out += hull_figure(h, "From ahead", view_from(Vec3::UnitX(), up), 560, 360, true);
  out +=
      "</div>\n<p class=\"soft\">x forward, y right, z down. G centre of gravity, B centre of "
      "buoyancy" +
      std::string(h.upright.floats ? "; below the waterline the hull is tinted" : "") + ".</p>\n";
  return out;
}

std::string messages(const HullAnalysis& h) {
  std::string out;
  for (const std::string& warning : h.warnings)
    out += "<div class=\"warn\">" + escape_html(warning) + "</div>\n";
  for (const std::string& note : h.notes)
    out += "<p class=\"soft\">" + escape_html(note) + "</p>\n";
  return out;
}

std::string size_table(const HullAnalysis& h) {
  std::string out = "<div><h3>Size</h3><table>\n";
  out +=
      row("faces, parts", std::to_string(h.mesh.triangles.size()) + ", " + std::to_string(h.parts));
  out += row("length, width, height", triple(h.bounds.size()) + " m");
  out += row("lower corner", triple(h.bounds.lower) + " m");
  out += row("upper corner", triple(h.bounds.upper) + " m");
  out += row("outer surface", number(h.area_m2) + " m²");
  out += row("volume", number(h.volume_m3) + " m³");
  out += row("centre of buoyancy", triple(tidy(h.center_of_buoyancy, h)) + " m");
  return out + "</table></div>\n";
}

std::string body_table(const HullAnalysis& h) {
  std::string out = "<div><h3>Body</h3><table>\n";
  out += row("mass", number(h.mass_kg) + " kg");
  out += row("centre of gravity", triple(tidy(h.center_of_gravity, h)) + " m");
  const Mat3 I = without_noise(h.inertia_kg_m2);
  out += row("inertia xx, yy, zz", triple(I.diagonal()) + " kg m²");
  out += row("xy, xz, yz", triple({I(0, 1), I(0, 2), I(1, 2)}) + " kg m²");
  out += "</table><p class=\"soft\">" +
         std::string(h.mass_given ? "" : "No mass was given: that of its water. ") +
         "Inertia of a body of even density, about the centre of gravity.</p></div>\n";
  return out;
}

std::string fit_table(const HullAnalysis& h) {
  const EulerAngles e = euler_from(h.ellipsoid.X_ME.q);
  std::string out = "<div><h3>Fitted bodies of the same volume</h3><table>\n";
  out += row("ellipsoid, semi-axes", triple(h.ellipsoid.semi_axes_m) + " m");
  out += row("roll, pitch, yaw", triple(Vec3(e.roll, e.pitch, e.yaw) / kDegree, "%.1f") + "°");
  out += row("rms distance", number(h.ellipsoid.residual_m) + " m");
  out += row("cylinder, radius, length",
             number(h.cylinder.radius_m) + ", " + number(h.cylinder.length_m) + " m");
  out += row("axis", triple(h.cylinder.X_MC.q * Vec3::UnitZ(), "%.3f"));
  out += row("rms distance", number(h.cylinder.residual_m) + " m");
  return out + "</table></div>\n";
}

std::string cells(const Vec6& values) {
  std::string out;
  for (const double value : values) out += "<td class=\"num\">" + number(value) + "</td>";
  return out;
}

std::string added_mass_section(const HullAnalysis& h) {
  std::string out = "<h2>Added mass</h2>\n<p>About the origin, in water of " +
                    number(h.water_density_kg_m3) + " kg/m³: kg, kg m and kg m². ";
  if (h.has_panels)
    out += "By " + std::to_string(h.panels.panels) + " panels; two formulations differ by " +
           number(100 * h.panels.relative_error, "%.1f") + " %, which bounds the error.";
  out += "</p>\n<div class=\"wide\"><table>\n<tr><th></th>";
  for (const char* motion : kMotions) out += "<th class=\"num\">" + std::string(motion) + "</th>";
  out += "</tr>\n";
  const auto diagonal = [&](const std::string& name, const Mat6& A) {
    return "<tr><th>" + name + "</th>" + cells(without_noise(A).diagonal()) + "</tr>\n";
  };
  if (h.has_panels) out += diagonal("panels, diagonal", h.added_mass_panels);
  out += diagonal("fitted ellipsoid", h.added_mass_ellipsoid);
  out += diagonal("fitted cylinder", h.added_mass_cylinder);
  out += "</table></div>\n";
  if (!h.has_panels) return out;
  out += "<h3>Whole matrix, by panels</h3><div class=\"wide\"><table>\n";
  const Mat6 A = without_noise(h.added_mass_panels);
  for (int i = 0; i < 6; ++i)
    out +=
        "<tr><th>" + std::string(kMotions[i]) + "</th>" + cells(A.row(i).transpose()) + "</tr>\n";
  return out + "</table></div>\n";
}

std::string drag_section(const HullAnalysis& h) {
  static const char* names[] = {"ahead", "astern", "to the right", "to the left", "down", "up"};
  std::string out =
      "<h2>Drag, a first guess</h2>\n<p>From silhouette and bluntness alone, with "
      "Hoerner's coefficients: 30 % off is usual. F = ½ ρ C<sub>D</sub> A v².</p>\n"
      "<div class=\"wide\"><table>\n<tr><th>moving</th><th class=\"num\">area A, m²</th>"
      "<th class=\"num\">bluntness</th><th class=\"num\">C<sub>D</sub></th>"
      "<th class=\"num\">at 1 m/s, N</th></tr>\n";
  for (size_t i = 0; i < 6; ++i) {
    const geometry::DirectionalDrag& d = h.drag.directions[i];
    out += "<tr><th>" + std::string(names[i]) + "</th>";
    for (const std::string& cell :
         {number(d.silhouette.area_m2), number(d.bluntness, "%.2f"), number(d.coefficient, "%.2f"),
          number(0.5 * h.water_density_kg_m3 * d.drag_area_m2)})
      out += "<td class=\"num\">" + cell + "</td>";
    out += "</tr>\n";
  }
  return out + "</table></div>\n<p>Drag of the faces that gives the same: <code>quadratic: [" +
         triple(h.drag.face_coefficients, "%.3f") + "]</code></p>\n";
}

Plot righting_plot(const HullAnalysis& h) {
  Plot plot;
  plot.title = "Righting arm";
  plot.note = "positive rights a heel to the right; trim free";
  plot.x.label = "heel, deg";
  plot.x.low = 0;
  plot.x.high = 180;
  plot.y.label = "GZ, m";
  plot.y.least_span = 0.01 * h.bounds.diagonal();
  PlotSeries arm, slope;
  arm.name = "GZ";
  slope.name = "GM · heel";
  slope.colour = 1;
  slope.stroke = PlotStroke::dashed;
  for (const geometry::FloatingPosition& p : h.righting) {
    if (!p.settled) continue;
    arm.x.push_back(p.heel_rad / kDegree);
    arm.y.push_back(p.righting_arm_m);
  }
  constexpr double kShown_rad = 25 * kDegree;
  for (const double heel : {0.0, kShown_rad}) {
    slope.x.push_back(heel / kDegree);
    slope.y.push_back(h.upright.righting_arm_m + h.upright.metacentric_transverse_m * heel);
  }
  plot.series = {arm, slope};
  plot.width = 760;
  plot.height = 300;
  return plot;
}

std::string floating_section(const HullAnalysis& h) {
  const geometry::FloatingPosition& p = h.upright;
  std::string out =
      "<h2>In the water</h2>\n<p>" + escape_html(floating_sentence(h)) + "</p>\n<table>\n";
  if (p.floats) {
    out += row("draught", number(p.draught_m) + " m");
    out += row("freeboard", number(p.freeboard_m) + " m");
    out += row("trim, bow up", number(p.trim_rad / kDegree, "%.2f") + "°");
    out += row("waterplane", number(p.wet.waterplane_area_m2) + " m²");
    out += row("wetted surface", number(p.wet.wetted_area_m2) + " m²");
  }
  out += row("metacentric height, across", number(p.metacentric_transverse_m, "%.4f") + " m");
  out += row("the same by the slope of GZ", number(h.metacentric_by_slope_m, "%.4f") + " m");
  out += row("metacentric height, along", number(p.metacentric_longitudinal_m, "%.4f") + " m");
  return out + "</table>\n" + figure(righting_plot(h));
}

}  // namespace

std::string hull_page(const HullAnalysis& h) {
  const std::string name = std::filesystem::path(h.path).filename().string();
  std::string body = "<h1>" + escape_html(name) + "</h1>\n<p class=\"soft\">" +
                     escape_html(floating_sentence(h)) + "</p>\n" + messages(h) + pictures(h);
  body +=
      "<div class=\"plots small\">\n" + size_table(h) + body_table(h) + fit_table(h) + "</div>\n";
  body += added_mass_section(h) + drag_section(h) + floating_section(h);
  body +=
      "<h2>Link of a model file</h2>\n<pre><code>" + escape_html(hull_yaml(h)) + "</code></pre>\n";
  return html_page(name, body);
}

}  // namespace hadal::outputs

#include <nlohmann/json.hpp>

#include "base/viewer_page.h"
#include "hull_analysis/text.h"
#include "math/units.h"

namespace hadal::hull_analysis {
namespace {

using Json = nlohmann::ordered_json;

Json array(const Eigen::Ref<const Eigen::VectorXd>& v) {
  Json out = Json::array();
  for (Eigen::Index i = 0; i < v.size(); ++i) out.push_back(v[i]);
  return out;
}

Json matrix(const Eigen::Ref<const Eigen::MatrixXd>& m) {
  Json out = Json::array();
  for (Eigen::Index i = 0; i < m.rows(); ++i) out.push_back(array(m.row(i).transpose()));
  return out;
}

Json pose(const hadal::Pose& X) {
  return {{"position_m", array(X.p)}, {"quaternion_wxyz", {X.q.w(), X.q.x(), X.q.y(), X.q.z()}}};
}

Json body(const HullAnalysis& h) {
  return {{"mass_kg", h.mass_kg},
          {"mass_given", h.mass_given},
          {"center_of_gravity_m", array(h.center_of_gravity)},
          {"inertia_kg_m2", matrix(h.inertia_kg_m2)}};
}

Json fits(const HullAnalysis& h) {
  Json ellipsoid = pose(h.ellipsoid.X_ME), cylinder = pose(h.cylinder.X_MC);
  ellipsoid["semi_axes_m"] = array(h.ellipsoid.semi_axes_m);
  ellipsoid["residual_m"] = h.ellipsoid.residual_m;
  cylinder["radius_m"] = h.cylinder.radius_m;
  cylinder["length_m"] = h.cylinder.length_m;
  cylinder["residual_m"] = h.cylinder.residual_m;
  return {{"ellipsoid", ellipsoid}, {"cylinder", cylinder}};
}

Json added_mass(const HullAnalysis& h) {
  Json out;
  if (h.has_panels) {
    out["panels"] = matrix(h.added_mass_panels);
    out["panel_count"] = h.panels.panels;
    out["relative_error"] = h.panels.relative_error;
  }
  out["ellipsoid"] = matrix(h.added_mass_ellipsoid);
  out["cylinder"] = matrix(h.added_mass_cylinder);
  return out;
}

Json drag(const HullAnalysis& h) {
  static const char* names[] = {"ahead", "astern", "right", "left", "down", "up"};
  Json out;
  for (size_t i = 0; i < 6; ++i) {
    const geometry::DirectionalDrag& d = h.drag.directions[i];
    out[names[i]] = {{"area_m2", d.silhouette.area_m2},
                     {"coefficient", d.coefficient},
                     {"drag_area_m2", d.drag_area_m2},
                     {"bluntness", d.bluntness}};
  }
  out["quadratic"] = array(0.5 * h.water_density_kg_m3 * h.drag.quadratic);
  out["face_coefficients"] = array(h.drag.face_coefficients);
  return out;
}

Json floating(const HullAnalysis& h) {
  const geometry::FloatingPosition& p = h.upright;
  Json curve = Json::array();
  for (const geometry::FloatingPosition& q : h.righting)
    curve.push_back({{"heel_deg", q.heel_rad / kDegree},
                     {"arm_m", q.righting_arm_m},
                     {"trim_deg", q.trim_rad / kDegree},
                     {"settled", q.settled}});
  Json rests = Json::array();
  for (const double heel : h.resting_heels_rad) rests.push_back(heel / kDegree);
  return {{"floats", p.floats},
          {"settled", p.settled},
          {"draught_m", p.draught_m},
          {"freeboard_m", p.freeboard_m},
          {"trim_deg", p.trim_rad / kDegree},
          {"origin_depth_m", p.surface.origin_depth_m},
          {"waterplane_area_m2", p.wet.waterplane_area_m2},
          {"wetted_area_m2", p.wet.wetted_area_m2},
          {"metacentric_transverse_m", p.metacentric_transverse_m},
          {"metacentric_by_slope_m", h.metacentric_by_slope_m},
          {"metacentric_longitudinal_m", p.metacentric_longitudinal_m},
          {"resting_heels_deg", rests},
          {"righting_curve", curve}};
}

Json document(const HullAnalysis& h) {
  Json out;
  out["file"] = h.path;
  out["notes"] = h.notes;
  out["warnings"] = h.warnings;
  out["faces"] = h.mesh.triangles.size();
  out["parts"] = h.parts;
  out["bounds_m"] = {{"lower", array(h.bounds.lower)}, {"upper", array(h.bounds.upper)}};
  out["area_m2"] = h.area_m2;
  out["volume_m3"] = h.volume_m3;
  out["center_of_buoyancy_m"] = array(h.center_of_buoyancy);
  out["water_density_kg_m3"] = h.water_density_kg_m3;
  out["body"] = body(h);
  out["fits"] = fits(h);
  out["added_mass"] = added_mass(h);
  out["drag"] = drag(h);
  out["floating"] = floating(h);
  return out;
}

// Numbers one after the other, as base64.
template <class T>
std::string packed(const std::vector<T>& numbers) {
  return base64({reinterpret_cast<const char*>(numbers.data()), sizeof(T) * numbers.size()});
}

Json mesh(const geometry::TriangleMesh& m) {
  std::vector<float> vertices;
  for (const Vec3& x : m.vertices)
    for (const double value : x) vertices.push_back(static_cast<float>(value));
  std::vector<uint32_t> triangles;
  for (const auto& triangle : m.triangles)
    triangles.insert(triangles.end(), triangle.begin(), triangle.end());
  return {{"vertices_m", packed(vertices)}, {"triangles", packed(triangles)}};
}

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string hull_json(const HullAnalysis& h) {
  return dumped(document(h), 2);
}

std::string hull_page_json(const HullAnalysis& h) {
  Json out = document(h);
  out["text"] = hull_text(h);
  out["mesh"] = mesh(h.mesh);
  out["wet_center_m"] = array(h.upright.wet.center);
  out["water_down"] = array(h.upright.surface.down);
  return dumped(out, -1);
}

}  // namespace hadal::hull_analysis

#include "dynamics/multibody/spec.h"

#include <cmath>
#include <set>

#include "dynamics/contact/contact_law.h"
#include "dynamics/contact/convex_shape.h"
#include "math/symmetric.h"

namespace hadal::dynamics {
namespace {

constexpr double kSmallestMass = 1e-9;       // kg
constexpr double kSymmetryTolerance = 1e-9;  // relative to the largest entry
constexpr double kDefiniteTolerance = 1e-9;  // relative, after scaling the diagonal to one
constexpr double kUnitTolerance = 1e-6;

class LinkChecker {
 public:
  LinkChecker(const LinkSpec& link, std::string key, Problems& problems)
      : link_(link), key_(std::move(key)), problems_(problems) {}

  void check(int index, size_t materials) {
    check_collisions(materials);
    if (!finite()) return;
    check_parent(index);
    check_pose_and_axis();
    check_range();
    check_inertia();
  }

 private:
  void add(const char* field, const std::string& message) {
    problems_.add({}, key_ + "." + field, message);
  }

  bool finite() {
    const size_t before = problems_.size();
    const auto require = [&](bool good, const char* field) {
      if (!good) add(field, "must be finite");
    };
    require(link_.pose_PL.p.allFinite() && link_.pose_PL.q.coeffs().allFinite(), "pose_PL");
    require(link_.axis_L.allFinite(), "axis_L");
    require(
        !link_.range || (std::isfinite(link_.range->lower) && std::isfinite(link_.range->upper)),
        "range");
    require(std::isfinite(link_.damping), "damping");
    require(std::isfinite(link_.armature), "armature");
    require(std::isfinite(link_.mass_kg), "mass_kg");
    require(link_.p_LG_L.allFinite(), "p_LG_L");
    require(link_.inertia_G.allFinite(), "inertia_G");
    require(link_.added_mass_L.allFinite(), "added_mass_L");
    return problems_.size() == before;
  }

  void check_collisions(size_t materials) {
    for (size_t k = 0; k < link_.collisions.size(); ++k) {
      const std::string key = key_ + ".collisions[" + std::to_string(k) + "]";
      const int material = link_.collisions[k].material;
      check_shape(link_.collisions[k], key, problems_);
      if (materials > 0 && (material < 0 || static_cast<size_t>(material) >= materials))
        problems_.add({}, key + ".material",
                      "is " + std::to_string(material) + "; the table has " +
                          std::to_string(materials) + " materials");
    }
  }

  void check_parent(int index) {
    if (link_.parent < -1 || link_.parent >= index)
      add("parent",
          "is " + std::to_string(link_.parent) + "; must be -1 (the world) or an earlier link");
    if (link_.joint == JointKind::kFree && link_.parent != -1)
      add("joint", "a free link must have the world as its parent");
  }

  void check_pose_and_axis() {
    if (std::abs(link_.pose_PL.q.norm() - 1) > kUnitTolerance)
      add("pose_PL", "quaternion must have length 1");
    const bool moves = link_.joint == JointKind::kHinge || link_.joint == JointKind::kSlide;
    if (moves && link_.axis_L.norm() < kUnitTolerance) add("axis_L", "must not be zero");
    if (link_.damping < 0) add("damping", "must be at least 0");
    if (link_.armature < 0) add("armature", "must be at least 0");
  }

  void check_range() {
    if (!link_.range) return;
    if (link_.joint != JointKind::kHinge && link_.joint != JointKind::kSlide)
      add("range", "only a hinge or a slide has a range");
    if (!(link_.range->lower < link_.range->upper)) add("range", "lower must be below upper");
  }

  void check_inertia() {
    const bool may_be_massless = link_.joint == JointKind::kFixed && link_.mass_kg == 0;
    if (link_.mass_kg < kSmallestMass && !may_be_massless)
      add("mass_kg", "must be at least 1e-9 (zero only for a fixed link)");
    if (!symmetric(link_.inertia_G)) add("inertia_G", "must be symmetric");
    if (!semidefinite(link_.inertia_G)) add("inertia_G", "must have no negative principal value");
    if (!symmetric(link_.added_mass_L)) add("added_mass_L", "must be symmetric");
    const Mat6 total =
        rigid_mass_matrix(link_.mass_kg, link_.p_LG_L, link_.inertia_G) + link_.added_mass_L;
    if (!semidefinite(total)) add("added_mass_L", "mass plus added mass must be positive definite");
  }

  template <class Matrix>
  static bool symmetric(const Matrix& m) {
    return (m - m.transpose()).cwiseAbs().maxCoeff() <=
           kSymmetryTolerance * m.cwiseAbs().maxCoeff();
  }

  // True when the smallest eigenvalue, after scaling the diagonal to one, is not below zero.
  template <class Matrix>
  static bool semidefinite(const Matrix& m) {
    if (m.diagonal().minCoeff() < 0) return false;
    Eigen::Matrix<double, Matrix::RowsAtCompileTime, 1> scale = m.diagonal();
    for (double& x : scale) x = x > 0 ? 1 / std::sqrt(x) : 1;
    const Matrix scaled = scale.asDiagonal() * m * scale.asDiagonal();
    return symmetric_eigen(scaled).values.minCoeff() >= -kDefiniteTolerance;
  }

  const LinkSpec& link_;
  std::string key_;
  Problems& problems_;
};

void check_couplings(const MultibodySpec& spec, Problems& problems) {
  const int count = static_cast<int>(spec.links.size());
  const auto moves = [&](int link) {
    return link >= 0 && link < count &&
           (spec.links[link].joint == JointKind::kHinge ||
            spec.links[link].joint == JointKind::kSlide);
  };
  for (size_t i = 0; i < spec.couplings.size(); ++i) {
    const CouplingSpec& c = spec.couplings[i];
    const std::string key = "couplings[" + std::to_string(i) + "]";
    if (c.link_a == c.link_b)
      problems.add({}, key, "needs two different links");
    else if (c.kind == CouplingSpec::Kind::kJoint && !(moves(c.link_a) && moves(c.link_b)))
      problems.add({}, key, "needs two links with a hinge or slide");
    else if (c.link_a < -1 || c.link_b < -1 || c.link_a >= count || c.link_b >= count)
      problems.add({}, key, "names a link that does not exist");
    if (!std::isfinite(c.ratio) || !std::isfinite(c.offset))
      problems.add({}, key, "ratio and offset must be finite");
    for (const Pose& X : {c.X_AS, c.X_BP})
      if (!X.p.allFinite() || !(std::abs(X.q.norm() - 1) <= kUnitTolerance))
        problems.add({}, key, "its frames must be finite, with quaternions of length 1");
  }
}

}  // namespace

Mat6 rigid_mass_matrix(double mass_kg, const Vec3& p_LG_L, const Mat3& inertia_G) {
  const Mat3 moment = mass_kg * skew(p_LG_L);
  Mat6 m;
  m.topLeftCorner<3, 3>() = mass_kg * Mat3::Identity();
  m.topRightCorner<3, 3>() = -moment;
  m.bottomLeftCorner<3, 3>() = moment;
  m.bottomRightCorner<3, 3>() = inertia_G - moment * skew(p_LG_L);
  return m;
}

Problems check_spec(const MultibodySpec& spec) {
  Problems problems;
  if (!(spec.step_s > 0) || !std::isfinite(spec.step_s))
    problems.add({}, "step_s", "must be above 0 and finite");
  if (!spec.gravity_N.allFinite()) problems.add({}, "gravity_N", "must be finite");
  check_materials(spec.materials, problems);
  if (spec.terrain && !(spec.terrain->cell_m() > 0 && std::isfinite(spec.terrain->cell_m())))
    problems.add({}, "terrain", "the cell of the terrain must be above 0 and finite");
  std::set<std::string> names;
  for (size_t i = 0; i < spec.links.size(); ++i) {
    const LinkSpec& link = spec.links[i];
    const std::string key = "links[" + std::to_string(i) + "]";
    if (link.name.empty())
      problems.add({}, key + ".name", "must not be empty");
    else if (!names.insert(link.name).second)
      problems.add({}, key + ".name", "'" + link.name + "' is used twice");
    LinkChecker(link, key, problems).check(static_cast<int>(i), spec.materials.materials.size());
  }
  check_couplings(spec, problems);
  return problems;
}

}  // namespace hadal::dynamics

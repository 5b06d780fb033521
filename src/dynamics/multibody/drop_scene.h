// Bodies dropped on rough ground, with an oracle that knows nothing of contact: for the tests.
#pragma once
#include <numbers>
#include <string>

#include "dynamics/contact/convex_shape.h"
#include "dynamics/contact/terrain_contact.h"
#include "dynamics/contact/terrain_patch.h"
#include "dynamics/contact/test_terrain.h"
#include "dynamics/multibody/test_models.h"

namespace hadal::dynamics::testing {

inline MaterialTable one_material(const Friction& friction, double restitution = 0) {
  MaterialTable table;
  table.materials.emplace_back().restitution = restitution;
  table.pairs = {friction};
  return table;
}

struct DropSettings {
  double step_s = 0.002;
  Integrator integrator = Integrator::kLeapfrog;
  double duration_s = 8;
  double friction = 0.8;
  double rolling = 0.3;   // arm of the rolling resistance over the size of the body
  double gravity = 3.27;  // wet weight of a body of 1500 kg/m3
  bool drag = true;
};

struct DropResult {
  bool failed = false;       // a step did not end well
  bool came_below = false;   // its centre was below the surface at some time
  double penetration_m = 0;  // at the end, by the oracle
  double speed_m_s = 0;      // at the end
  double energy_growth = 0;  // between contact-free phases, over the energy of the fall
  bool touching = false;
  double support_fraction = 0;  // mean vertical contact force over weight, last second
  double descent_m = 0;      // in the last second
  double mean_contacts = 0;
};

// Depth and normal of the ground under a place.
inline GroundPoint ground_under(const TerrainSource& terrain, double north, double east) {
  const double cell = terrain.cell_m();
  const auto i = static_cast<int64_t>(std::floor(north / cell)),
             j = static_cast<int64_t>(std::floor(east / cell));
  double depths[4];
  terrain.nodes(i, j, 2, 2, depths);
  const geometry::HeightWindow window{cell, i, j, 2, 2, depths};
  const TerrainPatch patch(window);
  GroundPoint out;
  patch.under(Vec3(north, east, 0) - patch.origin_N(), out);
  out.point += patch.origin_N();
  return out;
}

// Largest penetration found by sampling: points of the terrain inside the shape, and points of the
// surface of the shape below the terrain (distance to the nearest of the triangles around).
class PenetrationOracle {
 public:
  PenetrationOracle(const ConvexShape& shape, const ShapePose& pose, const TerrainSource& terrain)
      : shape_(shape), pose_(pose), terrain_(terrain) {}

  double deepest() const {
    Vec3 low = Vec3::Constant(1e300), high = -low;
    double worst = 0;
    const RandomStream draws(1, "oracle", "directions");
    for (int k = 0; k < 3000; ++k) {
      const Vec3 w = pose_.p_NS + pose_.R_NS * surface_point(draws, k);
      low = low.cwiseMin(w);
      high = high.cwiseMax(w);
      worst = std::max(worst, below_ground(w));
    }
    const double spacing = std::max(terrain_.cell_m() / 4, (high - low).maxCoeff() / 150);
    for (double north = low.x(); north <= high.x(); north += spacing)
      for (double east = low.y(); east <= high.y(); east += spacing) {
        const Vec3 w = ground_under(terrain_, north, east).point;
        worst = std::max(worst, -shape_.distance(pose_.R_NS.transpose() * (w - pose_.p_NS)).value);
      }
    return worst;
  }

 private:
  Vec3 surface_point(const RandomStream& draws, int k) const {
    const auto direction = [&](int n) {
      return Vec3(draws.normal(k, 3 * n), draws.normal(k, 3 * n + 1), draws.normal(k, 3 * n + 2));
    };
    const Vec3 first = shape_.support(direction(0));
    if (k % 2 == 0) return first;
    const double t = draws.uniform(k, 99);  // on edges and faces
    return t * first + (1 - t) * shape_.support(direction(1));
  }

  double below_ground(const Vec3& w) const {
    const GroundPoint ground = ground_under(terrain_, w.x(), w.y());
    const double plane = -(w - ground.point).dot(ground.normal);
    if (plane <= 0) return 0;
    const double cell = terrain_.cell_m();
    const int reach = std::min(8, static_cast<int>(std::ceil(plane / cell)));
    const auto i = static_cast<int64_t>(std::floor(w.x() / cell)),
               j = static_cast<int64_t>(std::floor(w.y() / cell));
    const int side = 2 * reach + 2;
    std::vector<double> depths(static_cast<size_t>(side) * side);
    terrain_.nodes(i - reach, j - reach, side, side, depths);
    double nearest = plane;
    const auto node = [&](int a, int b) {
      return Vec3(static_cast<double>(i - reach + a) * cell,
                  static_cast<double>(j - reach + b) * cell,
                  depths[static_cast<size_t>(a) * side + b]);
    };
    for (int a = 0; a + 1 < side; ++a)
      for (int b = 0; b + 1 < side; ++b)
        for (const Vec3& third : {node(a + 1, b), node(a, b + 1)})
          nearest = std::min(
              nearest, (nearest_on_triangle(w, node(a, b), node(a + 1, b + 1), third) - w).norm());
    return nearest;
  }

  const ConvexShape& shape_;
  ShapePose pose_;
  const TerrainSource& terrain_;
};

// One body of 1500 kg/m3, about as large as `size_m`, above a place of the terrain.
class Drop {
 public:
  Drop(const CollisionShape& shape, double size_m, std::shared_ptr<const TerrainSource> terrain,
       int number, const DropSettings& settings)
      : settings_(settings),
        size_(size_m),
        terrain_(std::move(terrain)),
        draws_("drop", number),
        shape_(shape) {
    MultibodySpec spec;
    LinkSpec link;
    link.name = "body";
    const ShapeBounds bounds = bounds_of(shape_, {});
    const Vec3 extent = bounds.high_N - bounds.low_N;
    link.mass_kg = mass_ = 1500 * 0.6 * extent.prod();
    link.inertia_G = inertia_ = 0.8 * box_inertia(mass_, extent.x(), extent.y(), extent.z());
    link.collisions = {shape};
    spec.links = {link};
    spec.gravity_N = Vec3(0, 0, settings.gravity);
    spec.step_s = settings.step_s;
    spec.integrator = settings.integrator;
    spec.terrain = terrain_;
    spec.materials =
        one_material({settings.friction, settings.friction, settings.rolling * size_m});
    bodies_ = std::make_unique<Multibody>(make(spec));
  }

  Multibody& bodies() { return *bodies_; }

  DropResult run(double spread_m) {
    start(spread_m);
    DropResult out;
    double min = energy();
    const Vec3 from = place();
    const double fall =
        mass_ * settings_.gravity *
        std::max(0.1, ground_under(*terrain_, from.x(), from.y()).point.z() - from.z());
    const int steps = static_cast<int>(std::lround(settings_.duration_s / settings_.step_s));
    for (int n = 0; n < steps && !out.failed; ++n) {
      out.failed =
          !step(*bodies_, n * settings_.step_s, [this](Multibody&, double) { drag(); }).ok();
      out.mean_contacts += static_cast<double>(bodies_->contacts().size()) / steps;
      const Vec3 p = place();
      const int last_second = static_cast<int>(std::lround(1 / settings_.step_s));
      if (n == steps - last_second) out.descent_m = -p.z();
      if (n >= steps - last_second)
        for (const ContactForce& contact : bodies_->contacts())
          out.support_fraction -= contact.force_N.z() / (mass_ * settings_.gravity * last_second);
      if (p.z() > ground_under(*terrain_, p.x(), p.y()).point.z()) out.came_below = true;
      if (!bodies_->contacts().empty()) continue;
      out.energy_growth = std::max(out.energy_growth, (energy() - min) / fall);
      min = std::min(min, energy());
    }
    look(out);
    return out;
  }

 private:
  Vec3 place() const { return bodies_->kinematics()[0].p_NL_N; }

  void start(double spread_m) {
    const double north = spread_m * std::clamp(0.5 * draws_.normal(), -1.0, 1.0),
                 east = spread_m * std::clamp(0.5 * draws_.normal(), -1.0, 1.0);
    double top = 1e300;
    for (int a = -10; a <= 10; ++a)
      for (int b = -10; b <= 10; ++b)
        top = std::min(
            top,
            ground_under(*terrain_, north + 0.12 * a * size_, east + 0.12 * b * size_).point.z());
    const Quat q = draws_.attitude();
    const double values[] = {north, east, top - 1.1 * size_ - 0.3, q.w(), q.x(), q.y(), q.z()};
    std::copy_n(values, 7, bodies_->qpos().begin());
    for (int k = 0; k < 6; ++k)
      bodies_->qvel()[k] = (k < 3 ? 0.3 : std::min(2.0, 0.15 / size_)) * draws_.normal();
    bodies_->refresh();
  }

  void drag() {
    if (!settings_.drag) return;
    const Vec6& nu = bodies_->kinematics()[0].nu_L;
    const double area = 3 * size_ * size_, linear = 400 * area * nu.head<3>().norm(),
                 angular = 8 * area * size_ * size_ * size_ * nu.tail<3>().norm();
    LinkLoad& load = bodies_->loads()[0];
    load.damping_L.setZero();
    load.damping_L.diagonal() << Vec3::Constant(linear), Vec3::Constant(angular);
    load.tau_L = -load.damping_L * nu;
  }

  double energy() const {
    const LinkKinematics& kin = bodies_->kinematics()[0];
    const Vec3 w = kin.nu_L.tail<3>();
    return 0.5 * mass_ * kin.nu_L.head<3>().squaredNorm() + 0.5 * w.dot(inertia_ * w) -
           mass_ * settings_.gravity * kin.p_NL_N.z();
  }

  void look(DropResult& out) const {
    const LinkKinematics& kin = bodies_->kinematics()[0];
    out.penetration_m = PenetrationOracle(shape_, {kin.p_NL_N, kin.R_NL}, *terrain_).deepest();
    out.descent_m += kin.p_NL_N.z();
    out.speed_m_s = kin.nu_L.head<3>().norm();
    out.touching = !bodies_->contacts().empty();
  }

  DropSettings settings_;
  double size_, mass_ = 0;
  Mat3 inertia_;
  std::shared_ptr<const TerrainSource> terrain_;
  Draws draws_;
  ConvexShape shape_;
  std::unique_ptr<Multibody> bodies_;
};

}  // namespace hadal::dynamics::testing

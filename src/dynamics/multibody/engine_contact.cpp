#include "dynamics/multibody/engine_contact.h"

#include <algorithm>
#include <cmath>

#include "dynamics/multibody/point_motion.h"

namespace hadal::dynamics {
namespace {

constexpr double kMinFriction = 1e-5;  // below, the engine divides by zero
constexpr double kImpedance[mjNIMP] = {0.95, 0.99, 0.001, 0.5, 2};
constexpr double kGripSoftness = 1e-3;
constexpr double kPartingTolerance_m_s2 = 1, kPartingTolerance = 0.02;
constexpr double kBounceImpedance = 0.9999;  // the hardest that the engine allows

Vec3 vector(const mjtNum* v) {
  return {v[0], v[1], v[2]};
}

// Two tangents to the normal in the first row.
void complete_frame(mjtNum* frame) {
  const Vec3 x = vector(frame);
  const Vec3 start = std::abs(x.y()) < 0.5 ? Vec3::UnitY() : Vec3::UnitZ();
  const Vec3 y = (start - x * x.dot(start)).normalized(), z = x.cross(y);
  std::copy_n(y.data(), 3, frame + 3);
  std::copy_n(z.data(), 3, frame + 6);
}

}  // namespace

EngineContacts::EngineContacts(const EngineModel& engine)
    : engine_(&engine),
      search_(engine.scene),
      poses_(engine.bodies.size()),
      moves_m_(engine.bodies.size()),
      pair_contacts_(mjMAXCONPAIR),
      records_(engine.model->nconmax),
      wrenches_(engine.bodies.size(), Vec6::Zero()),
      touched_(engine.bodies.size(), 0),
      row_acceleration_(engine.model->njmax) {
  forces_.reserve(engine.model->nconmax);
  for (size_t link = 0; link < engine.bodies.size(); ++link) {
    const double far = search_.far_move_m(static_cast<int>(link)) / engine.model->opt.timestep;
    far_square_m2_s2_.push_back(far * far);
  }
}

bool EngineContacts::find_near(const Tree& tree) {
  if (!search_.can_find()) return false;
  const auto kinematics = tree.kinematics();
  const double h = engine_->model->opt.timestep;
  for (size_t i = 0; i < poses_.size(); ++i) {
    const LinkKinematics& kin = kinematics[i];
    poses_[i] = {kin.p_NL_N, kin.R_NL};
    const double square = kin.nu_L.head<3>().squaredNorm();
    moves_m_[i] = square > far_square_m2_s2_[i] ? h * std::sqrt(square) : 0;
  }
  return search_.find_near(poses_, moves_m_);
}

void EngineContacts::forget() {
  if (forces_.empty()) return;
  for (const ContactForce& contact : forces_)
    for (const int link : {contact.link_a, contact.link_b})
      if (link >= 0) wrenches_[link].setZero();
  std::fill(touched_.begin(), touched_.end(), char{0});
  forces_.clear();
}

void EngineContacts::reset() {
  forget();
  for (size_t link = 0; link < poses_.size(); ++link)
    search_.set_kinematic(static_cast<int>(link), false);
}

void EngineContacts::add_contacts(const mjModel& model, mjData& data, const Tree& tree,
                                  const EngineEqualities& couplings) {
  data.ncon = 0;
  for (const int link : search_.near_ground()) add_ground(model, data, tree, link);
  for (const auto& [link_a, link_b] : search_.near_pairs()) {
    if (couplings.coupled(link_a, link_b)) continue;
    for (const SceneShape& a : scene().shapes_of(link_a))
      for (const SceneShape& b : scene().shapes_of(link_b))
        if (shapes_near(a, poses_[link_a], b, poses_[link_b], moves_m_[link_a] + moves_m_[link_b]))
          add_pair(model, data, tree, shape_index(a), shape_index(b));
  }
}

void EngineContacts::add_ground(const mjModel& model, mjData& data, const Tree& tree, int link) {
  for (const SceneShape& shape : scene().shapes_of(link)) {
    const auto found = search_.ground_contacts(shape, poses_[link]);
    for (const TerrainContact& touch : found) {
      mjContact contact{};
      contact.dist = -touch.depth_m;
      std::copy_n(touch.p_N.data(), 3, contact.pos);
      std::copy_n(touch.normal_N.data(), 3, contact.frame);
      const int index = shape_index(shape);
      contact.geom1 = engine_->ground;
      contact.geom2 = engine_->geoms[index];
      const int material = scene().terrain()->material(touch.p_N.x(), touch.p_N.y());
      const ContactLaw& law = engine_->laws.of(shape.material, material);
      const bool sunken = touch.depth_m > 2 * shape.convex.bound_radius();
      add(model, data, tree, contact,
          {index, -1, &law, 1.0 / static_cast<double>(found.size()),
           law.stiffness_n_m > 0 && !sunken});
    }
  }
}

// Of a link in a step, without its turning.
Vec3 EngineContacts::move_N(const mjModel& model, const Tree& tree, int link) const {
  const LinkKinematics& kin = tree.kinematics()[link];
  return model.opt.timestep * (kin.R_NL * kin.nu_L.head<3>());
}

// Where two shapes first meet on the way to the next step, and after which time: in parts that cannot
// miss the middle of either, then halved until they overlap by little, as the engine's functions find
// wrong normals in deep overlaps of flat faces.
int EngineContacts::search_ahead(const mjModel& model, mjData& data, const Tree& tree, int a, int b,
                                 double& time_s) {
  constexpr double kPart = 0.5, kMaxParts = 256, kOverlap_m = 1e-4;
  const int link_a = scene().shapes()[a].link, link_b = scene().shapes()[b].link;
  const Vec3 move_a = move_N(model, tree, link_a), move_b = move_N(model, tree, link_b);
  const double way = (move_a - move_b).norm(),
               thickness = scene().bound(link_a).half_thickness + scene().bound(link_b).half_thickness,
               parts = std::clamp(std::ceil(way / (kPart * thickness)), 1.0, kMaxParts);
  Eigen::Map<Vec3> p_a(data.geom_xpos + 3 * engine_->geoms[a]),
      p_b(data.geom_xpos + 3 * engine_->geoms[b]);
  const Vec3 start_a = p_a, start_b = p_b;
  const auto found_at = [&](double fraction) {
    p_a = start_a + fraction * move_a;
    p_b = start_b + fraction * move_b;
    return collide(*engine_, data, a, b, pair_contacts_);
  };
  double before = 0, after = 0;
  int found = 0;
  for (double part = 1; part <= parts && found == 0; ++part) {
    before = after;
    after = part / parts;
    found = found_at(after);
  }
  while (found > 0 && (after - before) * way > kOverlap_m) {
    const double middle = 0.5 * (before + after);
    (found_at(middle) > 0 ? after : before) = middle;
  }
  if (found > 0) found = found_at(after);
  p_a = start_a;
  p_b = start_b;
  time_s = after * model.opt.timestep;
  // The point moves back with the faster of the two.
  const Vec3& move = move_a.squaredNorm() > move_b.squaredNorm() ? move_a : move_b;
  for (int k = 0; k < found; ++k) Eigen::Map<Vec3>(pair_contacts_[k].pos) -= after * move;
  return found;
}

void EngineContacts::add_pair(const mjModel& model, mjData& data, const Tree& tree, int a, int b) {
  const auto shapes = scene().shapes();
  int found = collide(*engine_, data, a, b, pair_contacts_);
  double ahead_s = 0;
  if (found == 0 && moves_m_[shapes[a].link] + moves_m_[shapes[b].link] > 0)
    found = search_ahead(model, data, tree, a, b, ahead_s);
  for (int k = 0; k < found; ++k) {
    mjContact contact{};
    contact.dist = pair_contacts_[k].dist;
    std::copy_n(pair_contacts_[k].pos, 3, contact.pos);
    std::copy_n(pair_contacts_[k].frame, 3, contact.frame);
    contact.geom1 = pair_contacts_[k].geom1;
    contact.geom2 = pair_contacts_[k].geom2;
    const bool swapped = contact.geom2 == engine_->geoms[a];
    const int shape_a = swapped ? a : b, shape_b = swapped ? b : a;
    if (ahead_s > 0)
      contact.dist -= ahead_s / model.opt.timestep *
                      vector(contact.frame)
                          .dot(move_N(model, tree, shapes[shape_a].link) -
                               move_N(model, tree, shapes[shape_b].link));
    const ContactLaw& law = engine_->laws.of(shapes[shape_a].material, shapes[shape_b].material);
    add(model, data, tree, contact, {shape_a, shape_b, &law, 1.0 / found, law.stiffness_n_m > 0});
  }
}

void EngineContacts::add(const mjModel& model, mjData& data, const Tree& tree, mjContact& contact,
                         Record record) {
  const Vec3 p = vector(contact.pos), normal = vector(contact.frame);
  const auto shapes = scene().shapes();
  const PointMotion a = point_motion(tree, shapes[record.shape_a].link, p),
                    b = point_motion(tree, record.shape_b < 0 ? -1 : shapes[record.shape_b].link, p);
  const Vec3 velocity = a.velocity_N - b.velocity_N;
  const double separation = normal.dot(velocity);
  if (contact.dist > 0 && separation >= 0) return;  // it turns away
  record.slip_N = velocity - normal * separation;
  record.drift_N = a.acceleration_N - b.acceleration_N;
  complete_frame(contact.frame);
  const ContactLaw& law = *record.law;
  record.slip_limit_m_s = law.slip_limit_m_s(-contact.dist, separation);
  const double friction =
      std::max(kMinFriction, law.friction(record.slip_N.norm(), record.slip_limit_m_s));
  const double rolling = std::max(kMinFriction, law.rolling_m);
  std::fill_n(contact.friction, 2, friction);
  std::fill_n(contact.friction + 2, 3, rolling);
  contact.dim = law.rolling_m > 0 ? 6 : 3;
  contact.solref[0] = std::max(2 * model.opt.timestep, kTimeConstant_s);
  contact.solref[1] = 1;
  std::copy_n(kImpedance, mjNIMP, contact.solimp);
  contact.efc_address = -1;
  if (mj_addContact(&model, &data, &contact) == 0) records_[data.ncon - 1] = record;
}

// Bodies held between others would creep by the softness of the sliding and rolling rows.
void EngineContacts::harden_sliding(mjData& data, const mjContact& contact) const {
  const int row = contact.efc_address;
  for (int t = 1; t < contact.dim; ++t) {
    data.efc_R[row + t] *= kGripSoftness;
    data.efc_D[row + t] = 1 / data.efc_R[row + t];
  }
  soften(data, contact, data.efc_R[row]);
}

// Gives the normal row the softness R; the sliding rows keep theirs, and the ratio goes into the
// regularised cone.
void EngineContacts::soften(mjData& data, const mjContact& contact, double R) const {
  const int row = contact.efc_address;
  data.efc_R[row] = R;
  data.efc_D[row] = 1 / R;
  const_cast<mjContact&>(contact).mu = contact.friction[0] * std::sqrt(data.efc_R[row + 1] / R);
}

void EngineContacts::set_softness(const mjModel& model, mjData& data) {
  const double h = model.opt.timestep;
  const double slowest = std::max(kBounceSpeed_m_s, 2 * h * vector(model.opt.gravity).norm());
  for (int k = 0; k < data.ncon; ++k) {
    const mjContact& contact = data.contact[k];
    Record& record = records_[k];
    const int row = contact.efc_address;
    record.bounces = false;
    if (row < 0 || contact.dist > 0) continue;
    if (record.shape_b >= 0) harden_sliding(data, contact);
    const ContactLaw& law = *record.law;
    if (record.compliant) {
      soften(data, contact,
             1 / (record.fraction * h * (law.damping_ns_m + 0.5 * h * law.stiffness_n_m)));
    } else if (law.restitution > 0 && data.efc_vel[row] < -slowest) {
      record.bounces = true;
      soften(data, contact, (1 - kBounceImpedance) / kBounceImpedance * data.efc_diagApprox[row]);
    }
  }
}

// With v and a at mid-step, where the body is `depth` below the surface: speed at the surface on
// the way down v^2 + 2 a d, on the way up e^2 of that, less what is lost on the way there.
double EngineContacts::bounce_reference(const mjModel& model, const mjData& data, int row,
                                        double depth, double e) const {
  const double h = model.opt.timestep, a = row_acceleration_[row], v0 = data.efc_vel[row];
  const double middle = v0 + 0.5 * h * a;
  const double down = std::max(0.0, middle * middle + 2 * a * depth);
  const double up = std::max(0.0, e * e * down - 2 * a * depth);
  return (std::sqrt(up) + 0.5 * h * a - v0) / h;
}

void EngineContacts::set_references(const mjModel& model, mjData& data) {
  const double h = model.opt.timestep;
  mj_mulJacVec(&model, &data, row_acceleration_.data(), data.qacc_smooth);
  for (int k = 0; k < data.ncon; ++k) {
    const mjContact& contact = data.contact[k];
    Record& record = records_[k];
    const int row = contact.efc_address;
    if (row < 0) continue;
    const double depth = -contact.dist, damping = data.efc_KBIP[4 * row + 1];
    const ContactLaw& law = *record.law;
    double& aref = data.efc_aref[row];
    if (depth < 0)
      aref = (depth / h - data.efc_vel[row]) / h;
    else if (record.compliant)
      aref = record.fraction * law.stiffness_n_m * depth * data.efc_R[row] - data.efc_vel[row] / h;
    else if (record.bounces)
      aref = bounce_reference(model, data, row, depth, law.restitution);
    else
      aref = std::min(aref, damping * (kPushOut_m_s - data.efc_vel[row]));
    for (int t = 1; t < 3; ++t)
      data.efc_aref[row + t] -= (1 - 0.5 * h * data.efc_KBIP[4 * (row + t) + 1]) *
                                record.drift_N.dot(vector(contact.frame + 3 * t));
    const bool slides =
        std::hypot(data.efc_vel[row + 1], data.efc_vel[row + 2]) > 2 * record.slip_limit_m_s;
    record.parting =
        slides ? parting(contact, {data.efc_aref + row, static_cast<size_t>(contact.dim)}) : 0;
    aref -= record.parting;
  }
}

// Length of the residual of the sliding and rolling rows, each times its coefficient.
double EngineContacts::parting(const mjContact& contact, std::span<const double> residual) const {
  double sum = 0;
  for (int t = 1; t < contact.dim; ++t) {
    const double part = contact.friction[t - 1] * residual[t];
    sum += part * part;
  }
  return std::sqrt(sum);
}

bool EngineContacts::repair_references(const mjModel& model, mjData& data) {
  bool changed = false;
  mj_mulJacVec(&model, &data, row_acceleration_.data(), data.qacc);
  for (int k = 0; k < data.ncon; ++k) {
    const mjContact& contact = data.contact[k];
    const int row = contact.efc_address;
    if (row < 0 || !(data.efc_force[row] > 0)) continue;
    double residual[6] = {};
    for (int t = 1; t < contact.dim; ++t)
      residual[t] = row_acceleration_[row + t] - data.efc_aref[row + t];
    const double found = parting(contact, residual), change = found - records_[k].parting;
    if (std::abs(change) <= kPartingTolerance_m_s2 + kPartingTolerance * found) continue;
    records_[k].parting = found;
    data.efc_aref[row] -= change;
    changed = true;
  }
  return changed;
}

void EngineContacts::read_forces(const mjModel& model, const mjData& data, const Tree& tree) {
  forget();
  const auto shapes = scene().shapes();
  for (int k = 0; k < data.ncon; ++k) {
    const mjContact& contact = data.contact[k];
    if (contact.efc_address < 0) continue;
    const Record& record = records_[k];
    if (contact.dist > 0 && !(data.efc_force[contact.efc_address] > 0)) continue;
    mjtNum local[6];
    mj_contactForce(&model, &data, k, local);
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> frame(contact.frame);
    const Vec3 force = frame.transpose() * vector(local),
               torque = frame.transpose() * vector(local + 3);
    const SceneShape& a = shapes[record.shape_a];
    const int link_b = record.shape_b < 0 ? -1 : shapes[record.shape_b].link;
    const int index_b = record.shape_b < 0 ? 0 : shapes[record.shape_b].index;
    forces_.push_back({a.link, link_b, a.index, index_b, vector(contact.pos), vector(contact.frame),
                       force, record.slip_N, std::max(0.0, -contact.dist)});
    const auto load = [&](int link, double sign) {
      if (link < 0) return;
      const LinkKinematics& kin = tree.kinematics()[link];
      const Vec3 r = vector(contact.pos) - kin.p_NL_N;
      wrenches_[link].head<3>() += sign * (kin.R_NL.transpose() * force);
      wrenches_[link].tail<3>() += sign * (kin.R_NL.transpose() * (torque + r.cross(force)));
      touched_[tree.links()[link].root] = 1;
    };
    load(a.link, 1);
    load(link_b, -1);
  }
}

}  // namespace hadal::dynamics

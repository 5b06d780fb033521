#include "dynamics/multibody/engine_model.h"

#include <mujoco/mjxmacro.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

#include "dynamics/multibody/factor.h"
#include "math/symmetric.h"

namespace hadal::dynamics {
namespace {

constexpr char kGround[] = "ground";

std::string body_name(size_t link) {
  return "link" + std::to_string(link);
}
std::string joint_name(size_t link) {
  return "joint" + std::to_string(link);
}
std::string geom_name(size_t shape) {
  return "shape" + std::to_string(shape);
}

bool any_shapes(const MultibodySpec& spec) {
  return std::any_of(spec.links.begin(), spec.links.end(),
                     [](const LinkSpec& link) { return !link.collisions.empty(); });
}

const char* geom_type(CollisionShape::Kind kind) {
  switch (kind) {
    case CollisionShape::Kind::kSphere:
      return "sphere";
    case CollisionShape::Kind::kCapsule:
      return "capsule";
    case CollisionShape::Kind::kBox:
      return "box";
    case CollisionShape::Kind::kCylinder:
      return "cylinder";
    case CollisionShape::Kind::kEllipsoid:
      return "ellipsoid";
    case CollisionShape::Kind::kHull:
      return "mesh";
  }
  return "";
}

// The structure only: which body hangs on which, by what kind of joint, and its kinds of shapes.
class ModelText {
 public:
  explicit ModelText(const MultibodySpec& spec) : spec_(spec), children_(spec.links.size()) {
    size_t shapes = 0;
    for (size_t i = 0; i < spec.links.size(); ++i) {
      if (spec.links[i].parent >= 0) children_[spec.links[i].parent].push_back(i);
      first_shape_.push_back(shapes);
      shapes += spec.links[i].collisions.size();
    }
  }

  // The compiler tries a step; without constraints and room for them, because all bodies are still
  // at one place. Room for the stack of a step without them: 6 nv + 12 nbody and the like.
  std::string text() const {
    std::string xml =
        "<mujoco><compiler angle=\"radian\"/><option cone=\"elliptic\"><flag "
        "constraint=\"disable\"/></option><size njmax=\"1\" nconmax=\"1\" nstack=\"" +
        std::to_string(1000 + 400 * spec_.links.size()) + "\"/><asset>";
    for (size_t i = 0; i < spec_.links.size(); ++i) add_meshes(i, xml);
    xml += "</asset><worldbody>";
    if (any_shapes(spec_))
      xml += std::string("<geom name=\"") + kGround + "\" type=\"sphere\" size=\"1\"/>";
    for (size_t i = 0; i < spec_.links.size(); ++i)
      if (spec_.links[i].parent < 0) add_body(i, xml);
    xml += "</worldbody><equality>";
    for (const CouplingSpec& coupling : spec_.couplings) add_coupling(coupling, xml);
    return xml + "</equality></mujoco>";
  }

 private:
  static void add_number(double x, std::string& xml) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, x).ptr;
    xml.append(digits, end);
    xml += ' ';
  }

  void add_meshes(size_t link, std::string& xml) const {
    const auto& shapes = spec_.links[link].collisions;
    for (size_t k = 0; k < shapes.size(); ++k) {
      if (shapes[k].kind != CollisionShape::Kind::kHull) continue;
      xml += "<mesh name=\"" + geom_name(first_shape_[link] + k) + "\" vertex=\"";
      for (const Vec3& v : shapes[k].hull->vertices)
        for (int axis = 0; axis < 3; ++axis) add_number(v[axis], xml);
      xml += "\"/>";
    }
  }

  void add_body(size_t link, std::string& xml) const {
    xml += "<body name=\"" + body_name(link) +
           "\"><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>";
    const LinkSpec& part = spec_.links[link];
    if (part.joint == JointKind::kFree) xml += "<freejoint/>";
    if (part.joint == JointKind::kHinge || part.joint == JointKind::kSlide)
      xml += "<joint name=\"" + joint_name(link) + "\" type=\"" +
             (part.joint == JointKind::kHinge ? "hinge" : "slide") + "\"" +
             (part.range ? " limited=\"true\" range=\"-1 1\"" : "") + "/>";
    for (size_t k = 0; k < part.collisions.size(); ++k) {
      const std::string name = geom_name(first_shape_[link] + k);
      const bool mesh = part.collisions[k].kind == CollisionShape::Kind::kHull;
      xml += "<geom name=\"" + name + "\" type=\"" + geom_type(part.collisions[k].kind) + "\" " +
             (mesh ? "mesh=\"" + name + "\"" : std::string("size=\"1 1 1\"")) + "/>";
    }
    for (const size_t child : children_[link]) add_body(child, xml);
    xml += "</body>";
  }

  static void add_coupling(const CouplingSpec& coupling, std::string& xml) {
    if (coupling.kind == CouplingSpec::Kind::kJoint) {
      xml += "<joint joint1=\"" + joint_name(coupling.link_a) + "\" joint2=\"" +
             joint_name(coupling.link_b) + "\"/>";
      return;
    }
    const auto name = [](int link) { return link < 0 ? "world" : body_name(link); };
    xml += "<weld active=\"false\" body1=\"" + name(coupling.link_a) + "\" body2=\"" +
           name(coupling.link_b) + "\"/>";
  }

  const MultibodySpec& spec_;
  std::vector<std::vector<size_t>> children_;
  std::vector<size_t> first_shape_;
};

ModelPointer load_model(const std::string& xml) {
  constexpr char kFile[] = "multibody.xml";
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  if (mj_makeEmptyFileVFS(files.get(), kFile, static_cast<int>(xml.size())) != 0)
    throw EngineError("model text could not be stored");
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), kFile)], xml.data(), xml.size());
  char error[1000] = "";
  static std::mutex loading;  // the reader switches the locale of the process for a moment
  const std::lock_guard lock(loading);
  ModelPointer model(mj_loadXML(kFile, files.get(), error, sizeof error));
  mj_deleteVFS(files.get());
  if (!model) throw EngineError(error);
  return model;
}

void write(mjtNum* to, const Vec3& v) {
  std::copy_n(v.data(), 3, to);
}
void write(mjtNum* to, const Quat& q) {
  to[0] = q.w();
  to[1] = q.x();
  to[2] = q.y();
  to[3] = q.z();
}

void write_options(const MultibodySpec& spec, mjModel& model) {
  model.opt.timestep = spec.step_s;
  write(model.opt.gravity, spec.gravity_N);
  model.opt.impratio = 100;
  model.opt.tolerance = 1e-10;
  model.opt.iterations = 50;
  model.opt.enableflags |= mjENBL_MULTICCD;  // several points between flat faces of hulls
  model.opt.disableflags &= ~mjDSBL_CONSTRAINT;
  if (model.nv > kMaxNewtonDofs) {
    model.opt.solver = mjSOL_CG;
    model.opt.iterations = 400;
  }
}

// Room for contacts and joint limits, and for what their solver puts on the engine's stack: vectors
// per degree of freedom and per row, and five matrices of Newton's method. (The engine's own guess
// overflows at 4,000 free bodies.)
void write_room(const MultibodySpec& spec, int contacts, int rows_per_contact, mjModel& model) {
  int limits = 0;
  for (const LinkSpec& link : spec.links) limits += link.range ? 1 : 0;
  model.nconmax = contacts + 1;
  constexpr int kRowsOfWeld = 6;
  const int coupled = kRowsOfWeld * static_cast<int>(spec.couplings.size());
  model.njmax = coupled + 2 * limits + contacts * rows_per_contact + 1;
  const int vectors = 64 * model.nv + 16 * model.njmax + 16 * model.nbody + 1000;
  model.nstack = vectors + (model.nv > kMaxNewtonDofs ? 0 : 5 * model.nv * model.nv);
}

// Ids of the objects called `prefix` and a number, by that number.
std::vector<int> numbered(const mjModel& model, const int* name_address, int count,
                          const std::string& prefix, size_t numbers) {
  std::vector<int> ids(numbers, -1);
  for (int id = 0; id < count; ++id) {
    const std::string_view name = model.names + name_address[id];
    if (!name.starts_with(prefix)) continue;
    size_t number = 0;
    std::from_chars(name.data() + prefix.size(), name.data() + name.size(), number);
    ids.at(number) = id;
  }
  return ids;
}

void write_inertia(const LinkSpec& link, int body, mjModel& model) {
  const Mat3 inertia = 0.5 * (link.inertia_G + link.inertia_G.transpose());
  const SymmetricEigen3 eigen = symmetric_eigen(inertia);
  Mat3 axes = eigen.vectors;
  if (axes.determinant() < 0) axes.col(2) *= -1;
  model.body_mass[body] = link.mass_kg;
  write(model.body_inertia + 3 * body, Vec3(eigen.values.cwiseMax(0)));
  write(model.body_ipos + 3 * body, link.p_LG_L);
  write(model.body_iquat + 4 * body, Quat(axes).normalized());
  model.body_sameframe[body] = 0;
  model.body_simple[body] = 0;
}

void write_link(const LinkSpec& link, int body, mjModel& model) {
  const Quat q_PL = link.pose_PL.q.normalized();
  write(model.body_pos + 3 * body, link.pose_PL.p);
  write(model.body_quat + 4 * body, q_PL);
  write_inertia(link, body, model);
  if (link.joint == JointKind::kFixed) return;
  const int joint = model.body_jntadr[body];
  mjtNum* start = model.qpos0 + model.jnt_qposadr[joint];
  if (link.joint == JointKind::kFree) {
    write(start, link.pose_PL.p);
    write(start + 3, q_PL);
    return;
  }
  write(model.jnt_axis + 3 * joint, Vec3(link.axis_L.normalized()));
  model.dof_armature[model.jnt_dofadr[joint]] = link.armature;
  if (!link.range) return;
  model.jnt_range[2 * joint] = link.range->lower;
  model.jnt_range[2 * joint + 1] = link.range->upper;
}

void write_couplings(const MultibodySpec& spec, mjModel& model) {
  constexpr mjtNum kCouplingImpedance[mjNIMP] = {0.99, 0.999, 0.001, 0.5, 2};
  for (size_t i = 0; i < spec.couplings.size(); ++i) {
    model.eq_solref[mjNREF * i] = std::max(2 * spec.step_s, kCouplingTime_s);
    model.eq_solref[mjNREF * i + 1] = 1;
    std::copy_n(kCouplingImpedance, mjNIMP, model.eq_solimp + mjNIMP * i);
    if (spec.couplings[i].kind != CouplingSpec::Kind::kJoint) continue;
    for (int k = 0; k < 2; ++k) model.eq_solimp[mjNIMP * i + k] = mjMAXIMP;  // teeth of a gear
    mjtNum* polynomial = model.eq_data + mjNEQDATA * i;
    std::fill_n(polynomial, mjNEQDATA, 0.0);
    polynomial[0] = spec.couplings[i].offset;
    polynomial[1] = spec.couplings[i].ratio;
  }
}

// The compiler turns a mesh into its own principal axes and leaves the way back in the geom's pose.
void write_shape(const CollisionShape& shape, int geom, mjModel& model) {
  Quat q_LG = shape.X_LS.q.normalized();
  Vec3 p_LG = shape.X_LS.p;
  if (shape.kind == CollisionShape::Kind::kHull) {
    const mjtNum *p = model.geom_pos + 3 * geom, *q = model.geom_quat + 4 * geom;
    p_LG += q_LG * Vec3(p[0], p[1], p[2]);
    q_LG = q_LG * Quat(q[0], q[1], q[2], q[3]);
  } else {
    write(model.geom_size + 3 * geom, shape.size);
  }
  write(model.geom_pos + 3 * geom, p_LG);
  write(model.geom_quat + 4 * geom, q_LG);
  model.geom_sameframe[geom] = 0;
}

// MuJoCo's handlers are global to the process. The exception passes through MuJoCo's C frames,
// which carry unwind tables on amd64; a world whose engine threw must be discarded.
void install_handlers() {
  static const bool installed = [] {
    mju_user_error = [](const char* message) { throw EngineError(message); };
    mju_user_warning = [](const char*) {};  // counted in mjData.warning
    return true;
  }();
  (void)installed;
}

ModelPointer compile(const MultibodySpec& spec) {
  install_handlers();
  return load_model(ModelText(spec).text());
}

ContactScene make_scene(const MultibodySpec& spec) {
  std::vector<ContactLink> links;
  for (const LinkSpec& link : spec.links)
    links.push_back({link.parent, link.joint == JointKind::kFixed, link.collisions});
  return {links, spec.terrain};
}

// The six rows of a body's Jacobian, three of its centre of mass and three of its rotation, for the
// degrees of freedom first ... last - 1 of its tree; other columns stay as they are.
void body_jacobian(const mjModel& model, const mjData& data, int body, int first, int last,
                   std::span<double> jacobian) {
  const int nv = model.nv;
  for (int row = 0; row < 6; ++row)
    std::fill(&jacobian[row * nv + first], &jacobian[row * nv + last - 1] + 1, 0.0);
  mjtNum offset[3], turned[3];
  mju_sub3(offset, data.xipos + 3 * body, data.subtree_com + 3 * model.body_rootid[body]);
  while (body > 0 && model.body_dofnum[body] == 0) body = model.body_parentid[body];
  if (body == 0) return;
  for (int dof = model.body_dofadr[body] + model.body_dofnum[body] - 1; dof >= 0;
       dof = model.dof_parentid[dof]) {
    const mjtNum* motion = data.cdof + 6 * dof;  // rotation first
    mju_cross(turned, motion, offset);
    for (int k = 0; k < 3; ++k) {
      jacobian[k * nv + dof] = motion[3 + k] + turned[k];
      jacobian[(3 + k) * nv + dof] = motion[k];
    }
  }
}

// Solves with the factorised mass matrix, one tree at a time.
class WeightMaker {
 public:
  WeightMaker(const TreeLayout& layout, std::span<const double> mass, mjModel& model)
      : layout_(layout),
        model_(model),
        data_(make_data(model)),
        factor_(mass.size()),
        inverse_diagonal_(model.nv),
        rows_(6 * static_cast<size_t>(model.nv)),
        solved_(rows_.size()) {
    factorise(layout, mass, mjMINVAL, factor_, inverse_diagonal_);
    mj_kinematics(&model, data_.get());
    mj_comPos(&model, data_.get());
    for (int dof = 0; dof < model.nv; ++dof) {
      const int parent = layout.dof_parent[dof];
      first_.push_back(parent < 0 ? dof : first_[parent]);
    }
  }

  void make() {
    std::vector<double> inverse(model_.nv);
    for (int dof = 0, last = 0; dof < model_.nv; ++dof) {
      if (dof >= last) last = end_of_tree(dof);
      inverse[dof] = inverse_inertia(dof, last);
    }
    for (int joint = 0; joint < model_.njnt; ++joint) write_joint(joint, inverse);
    for (int body = 1; body < model_.nbody; ++body) write_body(body);
  }

 private:
  int end_of_tree(int dof) const {
    int end = dof + 1;
    while (end < model_.nv && first_[end] == first_[dof]) ++end;
    return end;
  }

  double inverse_inertia(int dof, int last) {
    const std::span<double> x(solved_.data(), model_.nv);
    std::fill(&x[first_[dof]], &x[last - 1] + 1, 0.0);
    x[dof] = 1;
    solve(layout_, factor_, inverse_diagonal_, first_[dof], last, x);
    return x[dof];
  }

  void write_joint(int joint, const std::vector<double>& inverse) {
    const int first = model_.jnt_dofadr[joint];
    const bool free = model_.jnt_type[joint] == mjJNT_FREE;
    for (int k = 0; k < (free ? 6 : 1); ++k) {
      const double* group = &inverse[first + (k < 3 ? 0 : 3)];
      model_.dof_invweight0[first + k] =
          free ? (group[0] + group[1] + group[2]) / 3 : inverse[first];
    }
  }

  // Means of the diagonal of J M^-1 J^T.
  void write_body(int body) {
    mjtNum* mean = model_.body_invweight0 + 2 * body;
    mean[0] = mean[1] = 0;
    int moving = body;
    while (moving > 0 && model_.body_dofnum[moving] == 0) moving = model_.body_parentid[moving];
    if (moving == 0) return;
    const int nv = model_.nv, dof = model_.body_dofadr[moving], first = first_[dof],
              last = end_of_tree(dof);
    body_jacobian(model_, *data_, body, first, last, rows_);
    // The engine's dot product adds every fourth number; columns between trees hold zeros.
    const int from = first - first % 4, to = std::min(nv, last + (4 - last % 4) % 4);
    for (int row = 0; row < 6; ++row) {
      double* jacobian = &rows_[row * nv];
      double* solution = &solved_[row * nv];
      std::copy(jacobian + first, jacobian + last, solution + first);
      solve(layout_, factor_, inverse_diagonal_, first, last, {solution, static_cast<size_t>(nv)});
      mean[row / 3] += mju_dot(jacobian + from, solution + from, to - from) / 3;
    }
    for (int row = 0; row < 6; ++row) {
      std::fill(&rows_[row * nv + first], &rows_[row * nv + last - 1] + 1, 0.0);
      std::fill(&solved_[row * nv + first], &solved_[row * nv + last - 1] + 1, 0.0);
    }
  }

  const TreeLayout& layout_;
  mjModel& model_;
  DataPointer data_;
  std::vector<double> factor_, inverse_diagonal_;
  std::vector<int> first_;             // per dof: the first of its tree
  std::vector<double> rows_, solved_;  // six rows
};

}  // namespace

EngineModel::EngineModel(const MultibodySpec& spec)
    : scene(make_scene(spec)),
      laws(spec.materials),
      couplings(spec.couplings),
      model(compile(spec)) {
  write_options(spec, *model);
  write_room(spec, scene.contact_room(), laws.any_rolling() ? 6 : 3, *model);
  bodies = numbered(*model, model->name_bodyadr, model->nbody, "link", spec.links.size());
  geoms = numbered(*model, model->name_geomadr, model->ngeom, "shape", scene.shapes().size());
  ground = mj_name2id(model.get(), mjOBJ_GEOM, kGround);
  size_t shape = 0;
  for (size_t i = 0; i < spec.links.size(); ++i) {
    write_link(spec.links[i], bodies[i], *model);
    for (const CollisionShape& collision : spec.links[i].collisions)
      write_shape(collision, geoms[shape++], *model);
  }
  write_couplings(spec, *model);
  mj_normalizeQuat(model.get(), model->qpos0);
  std::fill_n(model->dof_simplenum, model->nv, 0);
  std::copy_n(model->body_mass, model->nbody, model->body_subtreemass);
  for (int body = model->nbody - 1; body > 0; --body)
    model->body_subtreemass[model->body_parentid[body]] += model->body_subtreemass[body];
  for (const int body : bodies) {
    const int joint = model->body_jntadr[body];
    if (model->body_jntnum[body] > 0 && model->jnt_limited[joint]) limited_joints.push_back(joint);
  }
}

TreeLayout EngineModel::layout() const {
  TreeLayout layout;
  for (const int body : bodies) {
    const bool moves = model->body_jntnum[body] > 0;
    const int joint = model->body_jntadr[body];
    layout.position_address.push_back(moves ? model->jnt_qposadr[joint] : -1);
    layout.dof_address.push_back(moves ? model->jnt_dofadr[joint] : -1);
  }
  layout.mass_address.assign(model->dof_Madr, model->dof_Madr + model->nv);
  layout.dof_parent.assign(model->dof_parentid, model->dof_parentid + model->nv);
  for (const int parent : layout.dof_parent)
    layout.dof_depth.push_back(parent < 0 ? 0 : layout.dof_depth[parent] + 1);
  layout.packed_size = model->nM;
  return layout;
}

// The same means as MuJoCo's compiler takes, from the mass matrix with added mass.
void EngineModel::set_weights(const TreeLayout& layout, std::span<const double> mass) {
  if (model->nv == 0) return;
  double sum = 0;
  for (const int address : layout.mass_address) sum += mass[address];
  model->stat.meaninertia = sum / model->nv;
  WeightMaker(layout, mass, *model).make();
}

void EngineModel::leave_out_overlaps() {
  const DataPointer data = make_data(*model);
  mj_kinematics(model.get(), data.get());
  std::copy_n(data->qpos, model->nq, model->qpos0);  // its quaternions normalised
  std::vector<mjContact> found(mjMAXCONPAIR);
  for (const auto& [link_a, link_b] : scene.pairs_within_trees()) {
    bool overlap = false;
    for (size_t a = 0; a < scene.shapes_of(link_a).size(); ++a)
      for (size_t b = 0; b < scene.shapes_of(link_b).size(); ++b)
        overlap |= collide(*this, *data, scene.first_shape(link_a) + static_cast<int>(a),
                           scene.first_shape(link_b) + static_cast<int>(b), found) > 0;
    if (overlap) scene.exclude(link_a, link_b);
  }
}

void DataDeleter::operator()(mjData* data) const {
  std::free(data->buffer);
  std::free(data->stack);
  std::free(data);
}

DataPointer make_data(const mjModel& model) {
  const mjModel* m = &model;
  DataPointer data(static_cast<mjData*>(std::calloc(1, sizeof(mjData))));
  if (!data) throw EngineError("no memory for the engine's data");
  MJDATA_POINTERS_PREAMBLE(m)
  constexpr size_t kAlignment = 64;
  size_t size = 0;
  const auto place = [&](size_t bytes) {
    const size_t start = size;
    size += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    return start;
  };
  // The matrices efc_AR serve solvers that are not used here.
  const auto used = [](std::string_view name) { return !name.starts_with("efc_AR"); };
#define X(type, name, rows, columns) \
  if (used(#name))                   \
    place(sizeof(type) * static_cast<size_t>(m->rows) * static_cast<size_t>(columns));
  MJDATA_POINTERS
#undef X
  data->nstack = m->nstack;
  data->buffer = std::calloc(1, size + kAlignment);
  data->stack = static_cast<mjtNum*>(std::calloc(m->nstack, sizeof(mjtNum)));
  if (!data->buffer || !data->stack) throw EngineError("no memory for the engine's data");
  char* begin = static_cast<char*>(data->buffer);
  begin += (kAlignment - reinterpret_cast<uintptr_t>(begin) % kAlignment) % kAlignment;
  size = 0;
#define X(type, name, rows, columns)                                                            \
  if (used(#name))                                                                              \
    data->name = reinterpret_cast<type*>(begin + place(sizeof(type) *                           \
                                                       static_cast<size_t>(m->rows) *           \
                                                       static_cast<size_t>(columns)));
  MJDATA_POINTERS
#undef X
  std::copy_n(m->qpos0, m->nq, data->qpos);
  return data;
}

int collide(const EngineModel& engine, const mjData& data, int shape_a, int shape_b,
            std::span<mjContact> out) {
  const mjModel& model = *engine.model;
  int first = engine.geoms[shape_a], second = engine.geoms[shape_b];
  if (model.geom_type[first] > model.geom_type[second]) std::swap(first, second);
  const mjfCollision function = mjCOLLISIONFUNC[model.geom_type[first]][model.geom_type[second]];
  const int found = function(&model, &data, out.data(), first, second, 0);
  int kept = 0;
  for (int k = 0; k < found; ++k) {
    if (!(out[k].dist < 0)) continue;
    out[kept] = out[k];
    out[kept].geom1 = first;
    out[kept++].geom2 = second;
  }
  return kept;
}

}  // namespace hadal::dynamics

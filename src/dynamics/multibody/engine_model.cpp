#include "dynamics/multibody/engine_model.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <mutex>
#include <vector>

#include "math/symmetric.h"

namespace hadal::dynamics {
namespace {

constexpr char kGround[] = "ground";

std::string body_name(size_t link) {
  return "link" + std::to_string(link);
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
      limits_ += spec.links[i].range ? 1 : 0;
    }
  }

  std::string text(int contacts, int rows_per_contact) const {
    const size_t rows = 2 * limits_ + static_cast<size_t>(contacts) * rows_per_contact + 1;
    std::string xml =
        "<mujoco><compiler angle=\"radian\"/><option cone=\"elliptic\"/><size njmax=\"" +
        std::to_string(rows) + "\" nconmax=\"" + std::to_string(contacts + 1) + "\"/><asset>";
    for (size_t i = 0; i < spec_.links.size(); ++i) add_meshes(i, xml);
    xml += "</asset><worldbody>";
    if (any_shapes(spec_))
      xml += std::string("<geom name=\"") + kGround + "\" type=\"sphere\" size=\"1\"/>";
    for (size_t i = 0; i < spec_.links.size(); ++i)
      if (spec_.links[i].parent < 0) add_body(i, xml);
    return xml + "</worldbody></mujoco>";
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
      xml += std::string("<joint type=\"") + (part.joint == JointKind::kHinge ? "hinge" : "slide") +
             "\"" + (part.range ? " limited=\"true\" range=\"-1 1\"" : "") + "/>";
    for (size_t k = 0; k < part.collisions.size(); ++k) {
      const std::string name = geom_name(first_shape_[link] + k);
      const bool mesh = part.collisions[k].kind == CollisionShape::Kind::kHull;
      xml += "<geom name=\"" + name + "\" type=\"" + geom_type(part.collisions[k].kind) + "\" " +
             (mesh ? "mesh=\"" + name + "\"" : std::string("size=\"1 1 1\"")) + "/>";
    }
    for (const size_t child : children_[link]) add_body(child, xml);
    xml += "</body>";
  }

  const MultibodySpec& spec_;
  std::vector<std::vector<size_t>> children_;
  std::vector<size_t> first_shape_;
  size_t limits_ = 0;
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

}  // namespace

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

ModelPointer build_model(const MultibodySpec& spec, int contacts, int rows_per_contact) {
  ModelPointer model = load_model(ModelText(spec).text(contacts, rows_per_contact));
  write_options(spec, *model);
  size_t shape = 0;
  for (size_t i = 0; i < spec.links.size(); ++i) {
    write_link(spec.links[i], body_of(*model, i), *model);
    for (const CollisionShape& collision : spec.links[i].collisions)
      write_shape(collision, geom_of(*model, shape++), *model);
  }
  std::fill_n(model->dof_simplenum, model->nv, 0);
  return model;
}

int body_of(const mjModel& model, size_t link) {
  return mj_name2id(&model, mjOBJ_BODY, body_name(link).c_str());
}
int geom_of(const mjModel& model, size_t shape) {
  return mj_name2id(&model, mjOBJ_GEOM, geom_name(shape).c_str());
}
int ground_geom(const mjModel& model) {
  return mj_name2id(&model, mjOBJ_GEOM, kGround);
}

}  // namespace hadal::dynamics

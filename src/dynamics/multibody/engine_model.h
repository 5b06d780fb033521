// The engine's model of a Multibody: written as text for its structure, then filled with numbers.
// Constant once it is made, and shared by any number of engines. For the files of this folder that
// see MuJoCo.
#pragma once
#include <mujoco/mujoco.h>

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "dynamics/contact/contact_law.h"
#include "dynamics/contact/contact_scene.h"
#include "dynamics/multibody/spec.h"
#include "dynamics/multibody/tree.h"

namespace hadal::dynamics {

struct EngineError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ModelDeleter {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DataDeleter {
  void operator()(mjData* data) const;
};
using ModelPointer = std::unique_ptr<mjModel, ModelDeleter>;
using DataPointer = std::unique_ptr<mjData, DataDeleter>;

constexpr double kCouplingTime_s = 0.004;  // of the rows of couplings; see engine_equality.h

// Beyond, constraints are solved by conjugate gradients instead of Newton's method: the engine keeps
// five dense matrices of this size squared for the latter.
constexpr int kMaxNewtonDofs = 4800;

struct EngineModel {
  // Throws EngineError. After this, set_weights() and leave_out_overlaps() complete the model.
  explicit EngineModel(const MultibodySpec& spec);
  // Mean inverse inertias of bodies and joints, which scale the softness of constraints, from the
  // packed mass matrix with added mass at the start pose.
  void set_weights(const TreeLayout& layout, std::span<const double> mass);
  // Links of one tree that overlap at the start do not meet.
  void leave_out_overlaps();
  TreeLayout layout() const;

  ContactScene scene;
  ContactLaws laws;
  std::vector<CouplingSpec> couplings;
  ModelPointer model;
  std::vector<int> bodies;          // per link
  std::vector<int> geoms;           // per shape of the scene
  int ground = -1;                  // the geom that stands for the ground; -1 without shapes
  std::vector<int> limited_joints;
};

// The engine's data as mj_makeData makes it, but with memory that is taken from the system when it
// is first used: mj_makeData fills all of it, 30 MB for 512 contacts, with zeros.
DataPointer make_data(const mjModel& model);

// The engine's own collision function for two shapes of the scene, at the poses of `data`. Writes
// contacts with normals from the first geom to the second, which are in the order of their types,
// and returns how many.
int collide(const EngineModel& engine, const mjData& data, int shape_a, int shape_b,
            std::span<mjContact> out);

}  // namespace hadal::dynamics

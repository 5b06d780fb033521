// The engine's model of a Multibody: written as text for its structure, then filled with numbers.
// For the files of this folder that see MuJoCo.
#pragma once
#include <mujoco/mujoco.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "dynamics/multibody/spec.h"

namespace hadal::dynamics {

struct EngineError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ModelDeleter {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DataDeleter {
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using ModelPointer = std::unique_ptr<mjModel, ModelDeleter>;
using DataPointer = std::unique_ptr<mjData, DataDeleter>;

// Errors of the engine become exceptions of type EngineError from here on.
void install_handlers();

// Room for `contacts` contacts. Throws EngineError.
ModelPointer build_model(const MultibodySpec& spec, int contacts, int rows_per_contact);

int body_of(const mjModel& model, size_t link);
// The geom of a collision shape; shapes are counted through all links.
int geom_of(const mjModel& model, size_t shape);
int ground_geom(const mjModel& model);  // stands for the ground in contacts; -1 without shapes

}  // namespace hadal::dynamics

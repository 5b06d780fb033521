// What overlaps in the start pose of a model, found with the engine's own collision functions and the
// terrain's. For the files of this folder that see MuJoCo.
#pragma once
#include <span>
#include <vector>

#include "dynamics/multibody/engine_model.h"
#include "dynamics/multibody/multibody.h"

namespace hadal::dynamics {

std::vector<StartOverlap> find_start_overlaps(const EngineModel& engine,
                                              std::span<const char> marked,
                                              std::span<const double> joint_position);

}  // namespace hadal::dynamics

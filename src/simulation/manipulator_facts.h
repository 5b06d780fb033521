// What follows from a manipulator model alone: for `hadal describe`.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "math/types.h"

namespace hadal::simulation {

struct ManipulatorJoint {
  std::string name;
  bool slides = false;
  bool finger = false;
  Vec3 axis_M = Vec3::Zero();  // at the start, in the axes of the mount
  double lower = 0, upper = 0;  // rad or m; infinite without limits
  double effort_limit = 0;      // N m or N
};

struct ManipulatorFacts {
  std::string name, description;
  double mass_kg = 0;
  double volume_m3 = 0;
  Vec3 p_MT_M = Vec3::Zero();  // tool centre point from the mount at the start
  double reach_m = 0;          // lengths from its first to its last joint and to the tool, summed
  std::vector<ManipulatorJoint> joints;
};

Result<ManipulatorFacts> manipulator_facts(const std::string& name,
                                           const std::vector<std::string>& model_folders);
std::string facts_text(const ManipulatorFacts& facts);
std::string facts_json(const ManipulatorFacts& facts);

}  // namespace hadal::simulation

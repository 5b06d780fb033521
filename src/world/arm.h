// Arms of vehicles: a manipulator is links of its vehicle like any others; this says which belong
// together, and where its tool is.
#pragma once
#include <string>
#include <vector>

#include "kinds/controllers/arm.h"
#include "math/types.h"

namespace hadal::inline world {

struct Arm {
  std::string name;  // unique in the vehicle
  std::string path;  // vehicle/name
  std::string key;   // where it stands in the scenario
  int vehicle = 0;
  std::vector<int> joints;   // actuators of the joints that carry the tool, base first
  std::vector<int> fingers;  // of the joints of the hand that follow no other
  int tool_link = -1;
  // Of the tool centre point T on that link: x away from the wrist, z along which the hand opens.
  Pose X_LT;
  ArmController controller;
  int track = -1;  // of its mission, into World::tracks
};

struct World;

// Index of an arm of a vehicle; -1 when it has none of this name.
int find_arm(const World& world, int vehicle, const std::string& name);
// Whether a link carries its tool, and no joint of the arm comes between them.
bool moves_with_tool(const World& world, int arm, int link);
// What a step or a controller may know of it, limits of its controller included.
ArmFacts arm_facts(const World& world, const Arm& arm);

}  // namespace hadal::world

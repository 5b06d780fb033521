// Inputs: what may change between two steps of a run, whoever asks for it: an event of the
// scenario, the API, a live page, a pilot, a replay. simulation/inputs.h checks and applies them.
#pragma once
#include <vector>

namespace hadal::inline kinds {

// What is changed, in the order of the table in simulation/inputs.cpp. The comments say what an
// InputAddress's index counts.
enum class InputKey : int {
  kCurrentFactor,  // World::currents
  kCurrentAdd,
  kCurrentSet,
  kWaveFactor,  // nothing: there is one sea
  kWindFactor,
  kTurbidity,
  kSkyOffset,
  kLampLevel,       // World::lamps
  kSend,            // the device's number in the network
  kCommand,         // World::actuators
  kActuatorHealth,  // likewise
  kJointFault,      // likewise: 0 none, 1 free, 2 stuck
  kLinkWrench,      // World::links
  kEngaged,         // World::couplings
  kThrusters,       // World::vehicles, from here on
  kSetPoint,
  kPilot,
  kMode,
  kMission,
  kPose,
  kHealth,
  kGains,
  kWrench,
  kArmPositions,  // World::arms, from here on
  kArmVelocities,
  kArmEfforts,
  kToolPose,
  kToolVelocity,
  kGrip,
  kArmOff,
  kArmMission,
  kArmGains,
  kCount,
};

struct InputAddress {
  InputKey key = InputKey::kCount;
  int index = 0;
};

struct AddressedInput {
  InputAddress address;
  std::vector<double> values;
};

}  // namespace hadal::kinds

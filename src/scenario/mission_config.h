// Missions, events and expectations: what the vehicles shall do and what must come true.
#pragma once
#include <string>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline scenario {

// Every step names its vehicle; steps of one vehicle follow each other, vehicles run side by side.
struct StepConfig {
  std::string vehicle;
};

struct HoldStepConfig : StepConfig {
  double duration_s = 10;
  static const StructSchema& schema();
};

// Steps with altitude_m keep that distance from the seabed instead of a depth.
struct GoToStepConfig : StepConfig {
  double north_m = 0;
  double east_m = 0;
  std::optional<double> depth_m;
  std::optional<double> altitude_m;
  double lookahead_m = 5;
  std::optional<double> heading_deg;
  double speed_m_s = 0.5;
  double tolerance_m = 0.5;
  double timeout_s = 600;
  static const StructSchema& schema();
};

struct FollowStepConfig : StepConfig {
  std::vector<std::vector<double>> waypoints;  // rows [north, east, depth]
  std::optional<double> altitude_m;
  double speed_m_s = 0.5;
  double tolerance_m = 1;
  double lookahead_m = 4;
  double timeout_s = 3600;
  static const StructSchema& schema();
};

struct CruiseStepConfig : StepConfig {
  double heading_deg = 0;
  double speed_m_s = 0.5;
  std::optional<double> depth_m;
  std::optional<double> altitude_m;
  double lookahead_m = 5;
  double duration_s = 30;
  static const StructSchema& schema();
};

struct VelocityStepConfig : StepConfig {
  std::vector<double> velocity = {0, 0, 0, 0, 0, 0};  // m/s and rad/s, body axes
  double duration_s = 10;
  static const StructSchema& schema();
};

struct EffortStepConfig : StepConfig {
  std::vector<double> wrench = {0, 0, 0, 0, 0, 0};  // N and N m, through the thrusters
  double duration_s = 10;
  static const StructSchema& schema();
};

struct CommandsStepConfig : StepConfig {
  std::vector<std::string> actuators;
  std::vector<std::vector<double>> schedule;  // rows [time s, command per actuator]
  double duration_s = 10;
  static const StructSchema& schema();
};

// Acts at a time whatever the missions do.
struct EventConfig {
  double at_s = 0;
};

struct CommandEventConfig : EventConfig {
  std::string vehicle;
  std::string actuator;
  double command = 0;
  static const StructSchema& schema();
};

struct ThrusterHealthEventConfig : EventConfig {
  std::string vehicle;
  std::string thruster;
  double health = 0;
  bool known = true;
  static const StructSchema& schema();
};

struct CurrentEventConfig : EventConfig {
  std::string current;
  double factor = 1;
  double add_north_m_s = 0;
  double add_east_m_s = 0;
  double add_down_m_s = 0;
  static const StructSchema& schema();
};

struct WavesEventConfig : EventConfig {
  double factor = 1;
  static const StructSchema& schema();
};

struct WindEventConfig : EventConfig {
  double factor = 1;
  static const StructSchema& schema();
};

struct TurbidityEventConfig : EventConfig {
  double turbidity_ntu = 0;
  static const StructSchema& schema();
};

struct LampEventConfig : EventConfig {
  std::string vehicle;
  std::string lamp;
  double level = 1;
  static const StructSchema& schema();
};

struct WrenchEventConfig : EventConfig {
  std::string vehicle;
  std::string link;
  std::vector<double> wrench = {0, 0, 0, 0, 0, 0};  // body axes, N and N m
  double duration_s = 1e9;
  static const StructSchema& schema();
};

struct ExpectConfig {
  std::string that;
  std::optional<double> after_s;
  std::optional<double> until_s;
  std::string when = "end";
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& mission_kinds();
const std::vector<const StructSchema*>& event_kinds();

}  // namespace hadal::scenario

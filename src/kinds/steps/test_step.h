// A mission step on a vehicle that a test describes, by the name of its kind.
#pragma once
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "kinds/steps/list.h"
#include "math/arrays.h"

namespace hadal::inline kinds {

// A vehicle with two actuators; `problems` are those that a step has told, "field: message".
class TestVehicle final : public StepSetting, public AltitudeHold {
 public:
  std::string name = "auv";
  bool is_kinematic = false;
  const extension::ControllerKind* with_controller = nullptr;
  bool with_seabed = true;
  double seabed_m = 50;
  extension::ActuatorCommand fin{"fin angle", "rad", -1, 1, 0, 0.5}, thruster;
  mutable std::string problems, notes;
  mutable double course_rad = 0, lookahead_m = 0;  // that a step has asked the seabed for

  const std::string& vehicle() const override { return name; }
  bool kinematic() const override { return is_kinematic; }
  const extension::ControllerKind* controller() const override { return with_controller; }
  bool has_seabed() const override { return with_seabed; }
  NamedActuator actuator(const std::string& wanted, const std::string& field) const override {
    if (wanted == "thruster") return {0, &thruster, {-0.5, 0.5}};
    if (wanted == "fin") return {2, &fin, {}};
    fail(field, "no actuator '" + wanted + "'");
    return {};
  }
  void fail(const std::string& field, const std::string& message) const override {
    problems += field + ": " + message + "\n";
  }
  void note(const std::string& field, const std::string& message) const override {
    notes += field + ": " + message + "\n";
  }
  double depth_m(double altitude_m, double course, double lookahead) const override {
    course_rad = course, lookahead_m = lookahead;
    return seabed_m - altitude_m;
  }
};

struct TestStep {
  explicit TestStep(const std::string& name) {
    for (const MissionStepKind* candidate : mission_step_list().kinds())
      if (candidate->schema().name == name) kind = candidate;
    if (!kind) throw std::invalid_argument("no step " + name);
    config = kind->schema().create();
  }
  // A field in the unit of memory.
  template <class M = double>
  M& at(const std::string& field) {
    const FieldSchema& schema = *kind->schema().find(field);
    if (schema.may_be_absent()) schema.emplace(config.get());
    return *static_cast<M*>(schema.member(config.get()));
  }
  void set(const std::string& field, double value) { at(field) = value; }

  std::string prepare(const TestVehicle& vehicle) {
    vehicle.problems.clear();
    kind->prepare(config.get(), vehicle);
    return vehicle.problems;
  }
  // One update; true on arrival.
  bool guide(const TestVehicle& vehicle, const Pose& pose_NB, double elapsed_s = 0,
             bool keeps_pose = true) {
    return kind->guide(config.get(),
                       {elapsed_s, 0.1, pose_NB, keeps_pose, state, vehicle}, wanted);
  }
  std::string text() const { return kind->text(config.get()); }
  double timeout_s() const { return kind->timeout_s(config.get()); }
  double duration_s() const { return kind->duration_s(config.get()); }

  const MissionStepKind* kind = nullptr;
  std::shared_ptr<void> config;
  std::array<double, kStepStateSize> state{};
  extension::SetPoint wanted;
};

// A controller of a mode that may or may not dive.
inline extension::ControllerKind test_controller(std::span<const ControlMode> modes,
                                                 bool dives = true) {
  extension::ControllerKind kind;
  kind.schema = []() -> const StructSchema& {
    static const StructSchema s = StructBuilder<StepConfig>("tiller", "Of a test.");
    return s;
  };
  kind.modes = modes;
  kind.dives = dives;
  return kind;
}

}  // namespace hadal::kinds

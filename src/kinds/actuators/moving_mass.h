// A mass moved inside the hull along an axis, for trim and for gliders. Its weight at offset 0 is
// part of the body; the offset adds the moment offset axis x m g. The change of the inertia matrix
// and the reaction to the acceleration of the mass are neglected: valid for slow motion and a
// mass small against the vehicle.
#pragma once
#include <span>
#include <vector>

#include "hadal/extension/actuator.h"
#include "math/types.h"

namespace hadal::inline kinds {

struct MovingMass : extension::ActuatorConfig {
  static constexpr extension::ActuatorWrench kColumn = extension::ActuatorWrench::kBallast;
  double mass_kg = 0;
  extension::Vector3 axis{1, 0, 0};
  double offset_min_m = 0;
  double offset_max_m = 0;
  double rate_max_m_s = 1e9;
  double start_m = 0;

  static const StructSchema& schema();
  void prepare(const extension::ActuatorSetting&) { axis_B = Vec3(axis.data()).normalized(); }
  extension::ActuatorCommand command() const { return {"offset", "m", -1e4, 1e4, start_m}; }
  std::vector<extension::Column> columns() const { return {{"offset_m", "m"}}; }
  void start(std::span<double> state) const { state[0] = start_m; }
  void advance(const extension::ActuatorInput& input, std::span<double> state,
               std::span<double> middle) const;
  extension::ActuatorAction act(const extension::ActuatorFlow& flow,
                                const extension::ActuatorInput& input,
                                std::span<const double> middle, std::span<double> state) const;

  double offset_after(double offset_m, double command_m, double dt_s) const;

  Vec3 axis_B = Vec3::UnitX();  // unit vector, from `axis`
};

}  // namespace hadal::kinds

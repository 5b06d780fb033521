// Variable buoyancy: a bladder displaces more or less water (state: volume, m3), or a tank takes in
// water (state: mass, kg). The pump moves the state toward the command at a bounded rate between
// its limits. Force at its place: rho g V up for a bladder, where V is what lies below the surface
// of a ball of the content; m g down for a tank, whose water has the inertia of a point mass and is
// taken from the water around, -m' v_r while it fills. The free surface in the tank is neglected.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "hadal/extension/actuator.h"

namespace hadal::inline kinds {

enum class BallastKind : std::uint8_t {
  bladder,  // the state is a volume, m3: displaced water added to the hull
  tank,     // the state is a mass, kg: water carried inside the hull
};

struct Ballast : extension::ActuatorConfig {
  static constexpr extension::ActuatorWrench kColumn = extension::ActuatorWrench::kBallast;
  BallastKind kind = BallastKind::bladder;
  extension::Vector3 position_m{};
  double min = 0;  // m3 or kg
  double max = 0;
  double rate_up = 1e9;    // m3/s or kg/s, of a rising state
  double rate_down = 1e9;  // of a falling state
  double start_content = 0;

  static const StructSchema& schema();
  extension::ActuatorCommand command() const;
  std::vector<extension::Column> columns() const;
  void start(std::span<double> state) const { state[0] = start_content; }
  void advance(const extension::ActuatorInput& input, std::span<double> state,
               std::span<double> middle) const;
  extension::ActuatorAction act(const extension::ActuatorFlow& flow,
                                const extension::ActuatorInput& input,
                                std::span<const double> middle, std::span<double> state) const;

  // The part of a bladder below the surface, its centre depth_m below it.
  static double immersed_fraction(double volume_m3, double depth_m);

  double content_after(double content, double wanted, double dt_s) const;
};

}  // namespace hadal::kinds

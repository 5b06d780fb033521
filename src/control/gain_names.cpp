#include "control/gain_names.h"

#include <array>
#include <limits>

#include "base/check.h"
#include "scenario/vehicle_config.h"
#include "scenario/writer.h"

namespace hadal::control {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

// Units of P, I and D.
using PidUnits = std::array<const char*, 3>;

void add_pid(const std::string& prefix, const PidUnits& units, std::vector<GainInfo>& table) {
  constexpr const char* kLetters[] = {"p", "i", "d"};
  for (int i = 0; i < 3; ++i) table.push_back({prefix + kLetters[i], units[i], kNoLimit});
}

void add_axes(bool cascaded, std::vector<GainInfo>& table) {
  constexpr const char* kAxes[] = {"surge", "sway", "heave", "roll", "pitch", "yaw"};
  constexpr PidUnits kToVelocity{"1/s", "1/s^2", ""};
  constexpr PidUnits kForce{"N/m", "N/(m s)", "N s/m"};
  constexpr PidUnits kMoment{"N m/rad", "N m/(rad s)", "N m s/rad"};
  constexpr PidUnits kForceByVelocity{"N s/m", "N/m", "N s^2/m"};
  constexpr PidUnits kMomentByVelocity{"N m s/rad", "N m/rad", "N m s^2/rad"};
  for (int axis = 0; axis < 6; ++axis) {
    const std::string prefix = std::string(kAxes[axis]) + "/";
    add_pid(prefix + "position_", cascaded ? kToVelocity : axis < 3 ? kForce : kMoment, table);
    add_pid(prefix + "velocity_", axis < 3 ? kForceByVelocity : kMomentByVelocity, table);
  }
}

PidConfig pid(std::span<const double> gains, size_t index) {
  return {gains[3 * index], gains[3 * index + 1], gains[3 * index + 2]};
}

AnyConfig with_gains(const BodyControllerConfig& config, std::span<const double> gains) {
  BodyControllerConfig out = config;
  AxisGainsConfig* axes[] = {&out.surge, &out.sway, &out.heave, &out.roll, &out.pitch, &out.yaw};
  for (size_t axis = 0; axis < 6; ++axis) {
    axes[axis]->position = pid(gains, 2 * axis);
    axes[axis]->velocity = pid(gains, 2 * axis + 1);
  }
  return AnyConfig::of(out);
}

AnyConfig with_gains(const AutopilotConfig& config, std::span<const double> gains) {
  AutopilotConfig out = config;
  out.heading = pid(gains, 0);
  out.depth = pid(gains, 1);
  out.pitch = pid(gains, 2);
  out.speed = pid(gains, 3);
  return AnyConfig::of(out);
}

AnyConfig with_gains(const DifferentialConfig& config, std::span<const double> gains) {
  DifferentialConfig out = config;
  out.heading = pid(gains, 0);
  out.speed = pid(gains, 1);
  return AnyConfig::of(out);
}

AnyConfig with_gains(const WeightedConfig& config, std::span<const double> gains) {
  WeightedConfig out = config;
  out.heading_gain = gains[0];
  out.speed_gain = gains[1];
  out.depth_gain = gains[2];
  out.heading_weight = gains[3];
  out.speed_weight = gains[4];
  return AnyConfig::of(out);
}

AnyConfig with_gains(const AnyConfig& config, std::span<const double> gains) {
  if (const auto* body = config.as<BodyControllerConfig>()) return with_gains(*body, gains);
  if (const auto* autopilot = config.as<AutopilotConfig>()) return with_gains(*autopilot, gains);
  if (const auto* craft = config.as<DifferentialConfig>()) return with_gains(*craft, gains);
  const auto* weighted = config.as<WeightedConfig>();
  HADAL_CHECK(weighted != nullptr);
  return with_gains(*weighted, gains);
}

// What a file with a controller holds.
struct ControllerBlock {
  AnyConfig controller;
  static const StructSchema& schema() {
    static const StructSchema s =
        StructBuilder<ControllerBlock>("block", "A controller.")
            .tagged("controller", &ControllerBlock::controller, "It.", controller_kinds);
    return s;
  }
};

}  // namespace

std::vector<GainInfo> gain_table(const Controller& controller) {
  std::vector<GainInfo> table;
  switch (controller.kind) {
    case ControllerKind::kBody:
      add_axes(controller.body.structure == ControlStructure::kCascaded, table);
      break;
    case ControllerKind::kAutopilot:  // rad and m to rad; m/s to the propeller's own command
      add_pid("heading/", {"", "1/s", "s"}, table);
      add_pid("depth/", {"rad/m", "rad/(m s)", "rad s/m"}, table);
      add_pid("pitch/", {"", "1/s", "s"}, table);
      add_pid("speed/", {"s/m", "1/m", "s^2/m"}, table);
      break;
    case ControllerKind::kDifferential:
      add_pid("heading/", {"N m/rad", "N m/(rad s)", "N m s/rad"}, table);
      add_pid("speed/", {"N s/m", "N/m", "N s^2/m"}, table);
      break;
    case ControllerKind::kWeighted:
      table = {{"heading_gain", "1/rad", kNoLimit},
               {"speed_gain", "s/m", kNoLimit},
               {"depth_gain", "1/m", kNoLimit},
               {"heading_weight", "", 1},
               {"speed_weight", "", 1}};
      break;
    case ControllerKind::kNone:
      break;
  }
  return table;
}

std::vector<std::string> gain_names(const Controller& controller) {
  std::vector<std::string> names;
  for (const GainInfo& gain : gain_table(controller)) names.push_back(gain.name);
  return names;
}

std::string controller_yaml(const Controller& controller, std::span<const double> gains) {
  HADAL_CHECK(!controller.config.empty() && gains.size() == gain_table(controller).size());
  const ControllerBlock block{with_gains(controller.config, gains)};
  return write_yaml(ControllerBlock::schema(), &block);
}

}  // namespace hadal::control

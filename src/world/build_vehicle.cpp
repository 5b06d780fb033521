#include "kinds/sensors/battery.h"
#include "scenario/nearest.h"
#include "world/arm_parts.h"

namespace hadal::build {
namespace {

// Builds one vehicle of the scenario into the flat lists of the world.
class VehicleBuilder {
 public:
  VehicleBuilder(const Context& context, size_t index)
      : context_(context),
        world_(context.world),
        config_(context.loaded.scenario.vehicles[index]),
        key_("vehicles[" + std::to_string(index) + "]") {}

  void build() {
    const auto& models = context_.loaded.scenario.vehicle_models;
    const VehicleModelConfig* model = context_.loaded.scenario.find_model(config_.model);
    if (!model) {
      context_.fail(key_ + ".model", "no vehicle model '" + config_.model + "'");
      return;
    }
    model_key_ = "vehicle_models[" + std::to_string(model - models.data()) + "]";
    vehicle_.name = config_.name;
    vehicle_.model = model->name;
    vehicle_.kind = model->kind;
    vehicle_.size_m = vec3(model->size_m);
    vehicle_.kinematic = config_.kinematic;
    vehicle_.hotel_power_w = model->hotel_power_w;
    for (int i = 0; i < 6; ++i) vehicle_.start_velocity_B[i] = config_.velocity[i];
    std::vector<std::string> fins;
    for (const Fin& fin : model->fins) fins.push_back(fin.name);
    for (const AnyConfig& actuator : model->actuators)
      if (const auto* fin = actuator.as<Fin>()) fins.push_back(fin->name);
    vehicle_.key = key_;
    vehicle_.model_key = model_key_;
    const Pose start{Vec3(config_.pose.north_m, config_.pose.east_m, config_.pose.depth_m),
                     attitude_from_deg({config_.pose.roll_deg, config_.pose.pitch_deg,
                                        config_.pose.heading_deg})};
    vehicle_.fixed = config_.fixed;
    const VehicleParts parts = spliced(context_, *model, model_key_, config_, key_);
    vehicle_.mounts = parts.mounts;
    links(context_, {parts.links, start, fins, {}, thruster_bodies(*model, model_key_)}, vehicle_);
    if (config_.fixed) world_.links[vehicle_.links.begin].joint = LinkJoint::kFixed;
    actuators(context_, parts.actuators, vehicle_);
    moving_parts(context_, vehicle_);
    instruments(parts);
    arms(context_, parts, vehicle_);
    battery();
    navigation();
    const bool own = !config_.controller.empty();
    vehicle_.controller =
        controller(context_, vehicle_, own ? config_.controller : model->controller,
                   (own ? key_ : model_key_) + ".controller");
    world_.vehicles.push_back(std::move(vehicle_));
  }

 private:
  int vehicle_index() const { return static_cast<int>(world_.vehicles.size()); }

  void instruments(const VehicleParts& parts) {
    for (const InstrumentList& list : parts.sensors)
      mount_sensors(context_, vehicle_index(), list.configs, list.key, vehicle_);
    for (const InstrumentList& list : parts.lamps)
      mount_lamps(context_, vehicle_index(), list.configs, list.key, vehicle_);
  }

  // The first, which feeds the actuators.
  void battery() {
    for (int s = vehicle_.sensors.end() - 1; s >= vehicle_.sensors.begin; --s)
      if (world_.sensors[s].config.as<Battery>()) vehicle_.battery_sensor = s;
  }

  void navigation() {
    if (config_.navigation == "truth") return;
    std::vector<std::string> fitting{"truth"};
    for (int s = vehicle_.sensors.begin; s < vehicle_.sensors.end(); ++s) {
      const Sensor& candidate = world_.sensors[s];
      if (!candidate.kind || candidate.kind->message != extension::ReadingMessage::kOdometry)
        continue;
      fitting.push_back(candidate.name);
      if (candidate.name == config_.navigation) vehicle_.navigation_sensor = s;
    }
    if (vehicle_.navigation_sensor < 0)
      context_.fail(key_ + ".navigation", "no odometry, INS or dead-reckoning sensor '" +
                                              config_.navigation + "'" +
                                              hint_for(config_.navigation, fitting));
  }

  const Context& context_;
  World& world_;
  const VehicleConfig& config_;
  std::string key_;
  std::string model_key_;
  Vehicle vehicle_;
};

}  // namespace

void vehicles(const Context& context) {
  for (size_t i = 0; i < context.loaded.scenario.vehicles.size(); ++i)
    VehicleBuilder(context, i).build();
}

}  // namespace hadal::build

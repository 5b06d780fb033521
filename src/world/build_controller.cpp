#include "kinds/controllers/list.h"
#include "world/build.h"

namespace hadal::build {
namespace {

// Looks up actuators of a vehicle by name, as numbers on it.
class NamesOfVehicle : public extension::ActuatorNames {
 public:
  NamesOfVehicle(const Context& context, const Vehicle& vehicle, const std::string& key)
      : context_(context), vehicle_(vehicle), key_(key) {}

  int thruster(const std::string& name, const std::string& field) const override {
    return find(vehicle_.thrusters, name, field);
  }
  int fin(const std::string& name, const std::string& field) const override {
    return find(vehicle_.fins, name, field);
  }

 private:
  int find(IndexRange range, const std::string& name, const std::string& field) const {
    const int found = actuator_named(context_, range, name, key_ + "." + field,
                                     "no '" + name + "' on this vehicle");
    return found < 0 ? 0 : found - range.begin;
  }

  const Context& context_;
  const Vehicle& vehicle_;
  std::string key_;
};

}  // namespace

Controller controller(const Context& context, const Vehicle& vehicle, const AnyConfig& config,
                      const std::string& key) {
  if (config.empty()) return {};
  const extension::ControllerKind* kind = &controller_list().of(config);
  const std::shared_ptr<void> own = kind->copy(config.data());
  kind->bind(own.get(), NamesOfVehicle(context, vehicle, key));
  return {kind, AnyConfig(config.schema(), own),
          static_cast<const extension::ControllerConfig*>(own.get())->rate_hz};
}

}  // namespace hadal::build

#include "kinds/controllers/controllers.h"
#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

// Looks up actuators of a vehicle by name, as numbers on it.
class NamesOfVehicle : public extension::ActuatorNames {
 public:
  NamesOfVehicle(const Context& context, const Vehicle& vehicle, const std::string& key)
      : context_(context), vehicle_(vehicle), key_(key) {}

  int thruster(const std::string& name, const std::string& field) const override {
    return find(context_.world.thrusters, vehicle_.thrusters, name, field);
  }
  int fin(const std::string& name, const std::string& field) const override {
    return find(context_.world.fins, vehicle_.fins, name, field);
  }

 private:
  template <class M>
  int find(const std::vector<M>& list, IndexRange range, const std::string& name,
           const std::string& field) const {
    std::vector<std::string> known;
    for (int i = 0; i < range.count; ++i) {
      known.push_back(list[static_cast<size_t>(range.begin + i)].name);
      if (known.back() == name) return i;
    }
    context_.fail(key_ + "." + field, "no '" + name + "' on this vehicle" + hint_for(name, known));
    return 0;
  }

  const Context& context_;
  const Vehicle& vehicle_;
  std::string key_;
};

}  // namespace

Controller controller(const Context& context, const Vehicle& vehicle, const AnyConfig& config,
                      const std::string& key) {
  if (config.empty()) return {};
  const extension::ControllerKind* kind = controller_kind_of(config);
  const std::shared_ptr<void> own = kind->copy(config.data());
  kind->bind(own.get(), NamesOfVehicle(context, vehicle, key));
  return {kind, AnyConfig(config.schema(), own),
          static_cast<const extension::ControllerConfig*>(own.get())->rate_hz};
}

}  // namespace hadal::build

#include <algorithm>

#include "math/arrays.h"
#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

// What a sensor may know of the world it is built into.
class Setting final : public extension::SensorSetting {
 public:
  Setting(const Context& context, const Sensor& sensor)
      : context_(context), sensor_(sensor), vehicle_(context.world.vehicles[sensor.vehicle]) {}

  double step_s() const override { return context_.world.clock.step_s(); }
  int thrusters() const override { return vehicle_.thrusters.count; }
  int link(const std::string& name, const std::string& key) override {
    std::vector<std::string> known;
    for (int i = vehicle_.links.begin; i < vehicle_.links.end(); ++i)
      known.push_back(context_.world.links[i].name);
    return vehicle_.links.begin + index_of(name, known, "link", key);
  }
  int body(const std::string& name, const std::string& key) override {
    std::vector<std::string> known{"seabed"};
    for (const Vehicle& other : context_.world.vehicles) known.push_back(other.name);
    return extension::kSeabed + index_of(name, known, "seabed, vehicle or object", key);
  }
  extension::OtherSensor sensor(const std::string& name, const std::string& column,
                                const std::string& key) override {
    std::vector<std::string> known;
    std::vector<extension::OtherSensor> fitting;
    for (int s = vehicle_.sensors.begin; s < vehicle_.sensors.end(); ++s) {
      const Sensor& other = context_.world.sensors[s];
      if (!other.kind || other.kind->listens) continue;
      const std::vector<extension::Column> columns = other.kind->columns(other.config.data());
      if (std::none_of(columns.begin(), columns.end(),
                       [&](const extension::Column& c) { return c.name == column; }))
        continue;
      known.push_back(other.name);
      fitting.push_back({s, columns, {to_array(other.X_BS.p), to_array(other.X_BS.q)}});
    }
    const int index = index_of(name, known, "sensor with a column " + column, key);
    return fitting.empty() ? extension::OtherSensor{} : fitting[static_cast<size_t>(index)];
  }
  extension::JointOfVehicle joint(const std::string& name, const std::string& key) override {
    std::vector<std::string> known;
    std::vector<int> links;
    for (int i = vehicle_.joints.begin; i < vehicle_.joints.end(); ++i) {
      known.push_back(context_.world.actuators[i].name);
      links.push_back(context_.world.actuators[i].link);
    }
    const int index = index_of(name, known, "joint", key);
    if (links.empty()) return {};
    const int link = links[static_cast<size_t>(index)];
    return {link, context_.world.links[link].joint == LinkJoint::kSlide};
  }
  int transmitted_wrench() override {
    const Link& link = context_.world.links[sensor_.link];
    if (link.joint == LinkJoint::kFree)
      context_.fail(sensor_.key + ".link",
                    "'" + link.name + "' hangs on nothing; name a link with a joint");
    std::vector<int>& links = context_.world.wrench_links;
    const auto at = std::find(links.begin(), links.end(), sensor_.link);
    const auto index = static_cast<int>(at - links.begin());
    if (at == links.end()) links.push_back(sensor_.link);
    return index;
  }
  bool earth_rotates() const override { return context_.world.earth_rotation; }
  void fail(const std::string& key, const std::string& message) override {
    context_.fail(sensor_.key + "." + key, message);
  }

 private:
  // Index of a name in a list, or the problem.
  int index_of(const std::string& name, const std::vector<std::string>& known,
               const std::string& what, const std::string& key) const {
    for (size_t i = 0; i < known.size(); ++i)
      if (known[i] == name) return static_cast<int>(i);
    context_.fail(sensor_.key + "." + key, "no " + what + " '" + name + "'" + hint_for(name, known));
    return 0;
  }

  const Context& context_;
  const Sensor& sensor_;
  const Vehicle& vehicle_;
};

}  // namespace

void prepare_sensors(const Context& context) {
  for (Sensor& sensor : context.world.sensors) {
    if (!sensor.kind || !sensor.kind->prepare) continue;
    // A copy: vehicles of one model share their configs.
    const std::shared_ptr<void> config = sensor.kind->copy(sensor.config.data());
    Setting setting(context, sensor);
    sensor.kind->prepare(config.get(), setting);
    sensor.config = {sensor.config.schema(), config};
  }
}

}  // namespace hadal::build

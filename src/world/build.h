// The parts of build_world(), one per subject. Each reports every problem it finds.
#pragma once
#include <string>

#include "base/problem.h"
#include "world/world.h"

namespace hadal::build {

struct Context {
  const LoadedScenario& loaded;
  World& world;
  Problems& problems;

  void fail(const std::string& key, const std::string& message) const {
    problems.add(loaded.places.place(key), key, message);
  }
};

void environment(const Context& context);
void vehicles(const Context& context);
// Mission steps, events, marks and expectations; needs the vehicles.
void mission(const Context& context);

Sensor sensor(const AnyConfig& config);
// Controller of a vehicle; needs its links, thrusters and fins.
Controller controller(const Context& context, const Vehicle& vehicle, const AnyConfig& config,
                      const std::string& key);

Vec3 vec3(const std::vector<double>& numbers);
Quat attitude_from_deg(const std::vector<double>& rpy_deg);

}  // namespace hadal::build

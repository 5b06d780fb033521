// What a Simulator holds; for its own sources only.
#pragma once
#include <stdexcept>

#include "hadal/simulator.h"
#include "simulation/run.h"

namespace hadal {

struct __attribute__((visibility("hidden"))) Simulator::Impl {
  std::unique_ptr<simulation::Run> run;

  static std::unique_ptr<Impl> make(const LoadedScenario& loaded, const SimulatorOptions& options);

  const simulation::Simulation& simulation() const { return run->simulation(); }
  const World& world() const { return run->world(); }
  const State& state() const { return run->state(); }

  size_t vehicle(const std::string& name) const {
    const int index = world().find_vehicle(name);
    if (index < 0) throw std::invalid_argument("no vehicle '" + name + "'");
    return static_cast<size_t>(index);
  }

  int index(const std::string& name) const { return static_cast<int>(vehicle(name)); }

  void apply(const std::string& target, const std::string& key, std::vector<double> values) {
    apply({state().tick, target, key, std::move(values)});
  }
  void apply(const simulation::Input& input) {
    const Problems problems = run->apply(input);
    if (!problems.empty()) throw std::invalid_argument(problems.text());
  }

  // Number of a modem by its path vehicle/modem.
  int modem(const std::string& path) const {
    for (const int s : world().network.devices) {
      const auto& device = std::get<DeviceModel>(world().sensors[s].config.model);
      if (world().sensors[s].path == path && packets_of(device)) return device.number;
    }
    throw std::invalid_argument("no modem '" + path + "'; expected vehicle/modem");
  }
};

}  // namespace hadal

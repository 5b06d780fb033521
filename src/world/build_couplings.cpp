#include <algorithm>
#include <cmath>

#include "kinds/couplings/list.h"
#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

class CouplingBuilder {
 public:
  CouplingBuilder(const Context& context, const AnyConfig& config, std::string key)
      : context_(context), config_(config), key_(std::move(key)) {}

  void build() {
    World& world = context_.world;
    Coupling out;
    out.config = config_.copy();
    out.kind = &coupling_list().of(config_);
    out.name = out.settings().name;
    out.key = key_;
    const CouplingPorts ports = out.kind->ports(config_.data());
    out.seats = ports.seats;
    out.first_pair = static_cast<int>(world.coupling_pairs.size());
    for (const NamedPort& held : ports.held)
      for (const NamedPort& holder : ports.holders) add_pair(out, holder, held);
    out.pairs = static_cast<int>(world.coupling_pairs.size()) - out.first_pair;
    for (size_t i = 0; i < ports.fingers.size(); ++i) {
      const std::string key = key_ + ".fingers[" + std::to_string(i) + "]";
      if (const Vehicle* hand = body(ports.holders.front()))
        out.fingers.push_back(link_named(context_, *hand, ports.fingers[i], key));
    }
    if (out.fingers.empty() && out.pairs > 0)
      out.fingers.push_back(world.coupling_pairs[out.first_pair].link_a);
    world.couplings.push_back(std::move(out));
  }

 private:
  const Vehicle* body(const NamedPort& port) const {
    const int index = context_.world.find_vehicle(port.port.body);
    return index < 0 ? nullptr : &context_.world.vehicles[static_cast<size_t>(index)];
  }

  // The link of a port; -1 and a problem when there is none.
  int link(const NamedPort& port) const {
    const std::string key = key_ + "." + port.key;
    const Vehicle* vehicle = body(port);
    if (vehicle) return link_named(context_, *vehicle, port.port.link, key + ".link");
    std::vector<std::string> known;
    for (const Vehicle& other : context_.world.vehicles) known.push_back(other.name);
    const bool listed = port.key.starts_with("objects[");
    context_.fail(listed ? key : key + ".body",
                  "no vehicle or object '" + port.port.body + "'" + hint_for(port.port.body, known));
    return -1;
  }

  static Pose frame(const PortConfig& port) {
    const auto& [roll, pitch, yaw] = port.rpy_deg;
    return {Vec3(port.position_m[0], port.position_m[1], port.position_m[2]),
            attitude_from_deg({roll, pitch, yaw})};
  }

  bool pushed(int link) const {
    const World& world = context_.world;
    const Vehicle& vehicle = world.vehicles[static_cast<size_t>(world.links[link].vehicle)];
    return !vehicle.fixed && !vehicle.kinematic;
  }

  void add_pair(const Coupling& coupling, const NamedPort& holder, const NamedPort& held) {
    World& world = context_.world;
    const int a = link(holder), b = link(held);
    if (a < 0 || b < 0) return;
    if (a == b)
      return context_.fail(key_ + "." + held.key, "is the link that holds it");
    if (!pushed(a) && !pushed(b))
      return context_.fail(key_ + "." + held.key,
                           "one of the two must be free to move: neither fixed nor kinematic");
    CouplingPair pair;
    pair.coupling = static_cast<int>(world.couplings.size());
    pair.link_a = a;
    pair.link_b = b;
    pair.X_AS = frame(holder.port);
    pair.X_BP = frame(held.port);
    const Quat about_z(0, 0, 0, 1);  // half a turn: the axes of the two then agree when seated
    if (coupling.seats) pair.X_BP.q = pair.X_BP.q * about_z;
    pair.history_size = std::max(
        1, static_cast<int>(std::lround(coupling.settings().filter_s / world.clock.step_s())));
    if (!world.coupling_pairs.empty())
      pair.history_begin =
          world.coupling_pairs.back().history_begin + world.coupling_pairs.back().history_size;
    world.coupling_pairs.push_back(pair);
  }

  const Context& context_;
  const AnyConfig& config_;
  std::string key_;
};

}  // namespace

void couplings(const Context& context) {
  const auto& configs = context.loaded.scenario.couplings;
  for (size_t i = 0; i < configs.size(); ++i)
    CouplingBuilder(context, configs[i], "couplings[" + std::to_string(i) + "]").build();
}

}  // namespace hadal::build

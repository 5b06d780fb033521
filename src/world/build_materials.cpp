#include <cmath>

#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

// Pairs nobody lists: the geometric mean of what each material has against itself, and the larger
// rolling resistance, because the softer one gives way.
Friction combined(const Friction& a, const Friction& b) {
  return {std::sqrt(a.static_coefficient * b.static_coefficient),
          std::sqrt(a.dynamic_coefficient * b.dynamic_coefficient),
          std::max(a.rolling_m, b.rolling_m)};
}

void listed_pairs(const Context& context) {
  MaterialTable& table = context.world.materials;
  const auto& pairs = context.loaded.scenario.friction;
  for (size_t i = 0; i < pairs.size(); ++i) {
    int index[2];
    for (size_t k = 0; k < 2; ++k)
      index[k] =
          material_named(context, pairs[i].between[k],
                         "friction[" + std::to_string(i) + "].between[" + std::to_string(k) + "]");
    const Friction friction{pairs[i].static_coefficient, pairs[i].dynamic_coefficient,
                            pairs[i].rolling_m};
    table.set_friction(index[0], index[1], friction);
  }
}

}  // namespace

void materials(const Context& context) {
  MaterialTable& table = context.world.materials;
  table.materials.assign(1, Material{.name = "default"});
  std::vector<Friction> own(1);
  for (const Material& c : context.loaded.scenario.materials) {
    table.materials.push_back(c);
    own.push_back({c.friction_static, c.friction_dynamic, c.rolling_m});
  }
  for (const Friction& a : own)
    for (const Friction& b : own) table.pairs.push_back(combined(a, b));
  listed_pairs(context);
}

int material_named(const Context& context, const std::string& name, const std::string& key) {
  if (name.empty()) return 0;
  const int index = context.world.materials.find(name);
  if (index >= 0) return index;
  std::vector<std::string> known;
  for (const Material& m : context.world.materials.materials) known.push_back(m.name);
  context.fail(key, "no material '" + name + "'" + hint_for(name, known));
  return 0;
}

}  // namespace hadal::build

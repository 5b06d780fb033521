// The table of what surfaces are made of (scenario/material_config.h), with the friction of all
// pairs.
#pragma once
#include <string>
#include <vector>

#include "scenario/material_config.h"

namespace hadal::inline world {

struct Friction {
  double static_coefficient = 0.5;
  double dynamic_coefficient = 0.4;
  double rolling_m = 0;  // rolling resistance, arm of the torque
};

// Friction of every pair of materials, symmetric.
class MaterialTable {
 public:
  std::vector<Material> materials;
  std::vector<Friction> pairs;  // materials.size() squared, row after row

  const Friction& friction(int a, int b) const {
    return pairs[static_cast<size_t>(a) * materials.size() + b];
  }
  void set_friction(int a, int b, const Friction& friction) {
    pairs[static_cast<size_t>(a) * materials.size() + b] = friction;
    pairs[static_cast<size_t>(b) * materials.size() + a] = friction;
  }
  // Adds a material whose friction with every other is that of `like` times a factor; its index.
  int add_like(int like, Material material, double friction_factor);
  int find(const std::string& name) const {
    for (size_t i = 0; i < materials.size(); ++i)
      if (materials[i].name == name) return static_cast<int>(i);
    return -1;
  }
};

}  // namespace hadal::world

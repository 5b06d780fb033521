#include "world/material.h"

namespace hadal::inline world {

int MaterialTable::add_like(int like, Material material, double friction_factor) {
  const size_t old_size = materials.size(), size = old_size + 1;
  const auto scaled = [friction_factor](Friction f) {
    f.static_coefficient *= friction_factor;
    f.dynamic_coefficient *= friction_factor;
    return f;
  };
  std::vector<Friction> grown(size * size);
  for (size_t a = 0; a < old_size; ++a) {
    for (size_t b = 0; b < old_size; ++b) grown[a * size + b] = pairs[a * old_size + b];
    const Friction against = scaled(pairs[like * old_size + a]);
    grown[a * size + old_size] = grown[old_size * size + a] = against;
  }
  grown.back() = scaled(pairs[like * old_size + like]);
  pairs = std::move(grown);
  materials.push_back(std::move(material));
  return static_cast<int>(old_size);
}

}  // namespace hadal::world

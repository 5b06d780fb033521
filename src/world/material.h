// What a surface is made of: one table for contact, sound and light.
#pragma once
#include <array>
#include <string>
#include <vector>

namespace hadal::inline world {

struct Material {
  std::string name;
  double density_kg_m3 = 1000;
  double restitution = 0;            // share of the normal speed kept in a bounce, 0..1
  double contact_stiffness_n_m = 0;  // 0: as stiff as the step allows
  double contact_damping_ns_m = 0;
  // Sound.
  double sound_speed_m_s = 1500;
  double sound_attenuation_db_per_wavelength = 0;
  double scattering_strength_db = -27;  // Lambert's 10 log mu at normal incidence
  // Light.
  std::array<double, 3> albedo = {0.5, 0.5, 0.5};  // linear, red green blue
  double roughness = 0.8;
  double metallic = 0;
};

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

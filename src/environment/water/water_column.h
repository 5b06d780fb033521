// The water at a depth: temperature, salinity, density, pressure and sound speed of one
// horizontally uniform column. Temperature and salinity profiles are given; density is EOS-80 in
// situ; pressure is the integral of rho(z) g(z) down from the atmosphere; see seawater.h,
// sound_speed.h, gravity.h. With a fixed density rho and gravity g it is p_atm + rho g d to the
// last digit.
//
// Everything is tabulated once, every metre to 12 km and at every point of the profiles, and
// interpolated linearly (the pressure by the integral of the interpolated rho g), so that a query
// costs a few dozen instructions and no library call. Against the direct formulae, for gradients up
// to 1 degC/m and 1 psu/m: temperature and salinity exact, density within 2e-3 kg/m^3, sound speed
// within 2e-2 m/s; for open-sea gradients (0.1 per metre) a hundred times better. Pressure within
// 1 Pa. Below 12 km the last cell is continued.
//
// Profiles over pressure, as an instrument measures them, become profiles over the depths that this
// water has at those pressures, dz = dp / (rho g), in steps of at most 1 dbar.
//
// Depth is measured from the mean surface, positive down, in metres. Above it (depth < 0) there is
// air: density 1.225 kg/m^3 and atmospheric pressure; temperature, salinity and sound speed are
// those of the water at the surface. All queries are pure and thread safe.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "world/environment.h"

namespace hadal::environment {

constexpr double kAirDensity = 1.225;  // kg/m^3

class WaterColumn {
 public:
  explicit WaterColumn(const WaterParameters& given);

  double temperature(double depth_m) const { return along(depth_m, &Node::temperature); }  // degC
  double salinity(double depth_m) const { return along(depth_m, &Node::salinity); }        // psu
  double sound_speed(double depth_m) const { return along(depth_m, &Node::sound_speed); }  // m/s
  double density(double depth_m) const {                                                   // kg/m^3
    return depth_m >= 0 ? along(depth_m, &Node::density) : kAirDensity;
  }
  double pressure(double depth_m) const {  // Pa, absolute
    if (!(depth_m >= 0)) return atmospheric_pressure_pa_;
    if (fixed_density_kg_m3_ > 0) return pressure_at_fixed_density(depth_m);
    const Node& node = find(depth_m);
    const double x = depth_m - node.depth_m;
    return node.pressure_pa + x * (node.weight.value + 0.5 * x * node.weight.slope);
  }
  // m/s^2, positive down
  double gravity(double depth_m) const {
    return surface_gravity_m_s2_ + (depth_m < 0 ? air_gradient_ : sea_gradient_) * depth_m;
  }
  double atmospheric_pressure() const { return atmospheric_pressure_pa_; }  // Pa
  // Between these depths every profile is a straight line; from 0 to the end of the tables.
  std::vector<double> node_depths() const;

 private:
  struct Line {
    double value = 0, slope = 0;  // value at the node, slope per metre to the next one
  };
  struct Node {
    double depth_m = 0, pressure_pa = 0;
    Line temperature, salinity, density, weight, sound_speed;  // weight: rho g, N/m^3
  };

  WaterParameters over_depth(const WaterParameters& parameters) const;
  void place_nodes(const WaterParameters& parameters);
  void fill(Node& node, const WaterParameters& parameters) const;
  void integrate(const WaterParameters& parameters);

  const Node& find(double depth_m) const {
    const double cell = std::min(depth_m, static_cast<double>(first_.size() - 1));
    const Node* node = &nodes_[first_[static_cast<size_t>(cell)]];
    while (node[1].depth_m <= depth_m) ++node;  // ends at the sentinel behind the last cell
    return *node;
  }
  double along(double depth_m, Line Node::*quantity) const {
    const double depth = depth_m > 0 ? depth_m : 0;
    const Node& node = find(depth);
    return (node.*quantity).value + (node.*quantity).slope * (depth - node.depth_m);
  }
  double pressure_at_fixed_density(double d) const {
    return atmospheric_pressure_pa_ +
           fixed_density_kg_m3_ * (surface_gravity_m_s2_ + 0.5 * sea_gradient_ * d) * d;
  }

  double atmospheric_pressure_pa_;
  double surface_gravity_m_s2_;
  double sea_gradient_, air_gradient_;  // of gravity, 1/s^2
  double fixed_density_kg_m3_ = 0;      // 0: equation of state
  std::vector<Node> nodes_;             // by rising depth; the last one is a sentinel at infinity
  std::vector<uint32_t> first_;         // per metre of depth, the last node at or above it
};

}  // namespace hadal::environment

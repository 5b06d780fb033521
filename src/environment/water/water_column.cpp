#include "environment/water/water_column.h"

#include <cmath>
#include <limits>

#include "environment/earth/gravity.h"
#include "environment/water/seawater.h"
#include "environment/water/sound_speed.h"

namespace hadal::environment {
namespace {
constexpr int kTableDepth = 12000;  // m
}

WaterColumn::WaterColumn(const WaterParameters& given)
    : atmospheric_pressure_pa_(given.atmospheric_pressure_pa),
      surface_gravity_m_s2_(given.gravity_m_s2.value_or(normal_gravity(given.latitude_rad))),
      sea_gradient_(given.gravity_m_s2 ? 0 : kSeaGradient),
      air_gradient_(given.gravity_m_s2 ? 0 : kFreeAirGradient),
      fixed_density_kg_m3_(given.density_kg_m3.value_or(0)) {
  const WaterParameters parameters = given.profiles_over_pressure ? over_depth(given) : given;
  place_nodes(parameters);
  integrate(parameters);
}

// By the midpoint rule from pressure to pressure of the profiles.
WaterParameters WaterColumn::over_depth(const WaterParameters& given) const {
  std::vector<double> pressures = {0};
  const auto profiles = {&WaterParameters::temperature_degc, &WaterParameters::salinity_psu,
                         &WaterParameters::sound_speed_m_s};
  for (const auto profile : profiles)
    for (const double pressure : (given.*profile).x())
      if (pressure > 0) pressures.push_back(pressure);
  std::sort(pressures.begin(), pressures.end());
  pressures.erase(std::unique(pressures.begin(), pressures.end()), pressures.end());
  std::vector<double> depths = {0};
  double depth_m = 0;
  for (size_t i = 1; i < pressures.size(); ++i) {
    const int steps = static_cast<int>(std::ceil(pressures[i] - pressures[i - 1]));
    const double step = (pressures[i] - pressures[i - 1]) / steps;
    for (int k = 0; k < steps; ++k) {
      const double middle = pressures[i - 1] + (k + 0.5) * step;
      const double density =
          fixed_density_kg_m3_ > 0
              ? fixed_density_kg_m3_
              : density_eos80(given.salinity_psu(middle), given.temperature_degc(middle), middle);
      depth_m += step * kDecibar / (density * gravity(depth_m));
    }
    depths.push_back(depth_m);
  }
  const LinearTable depth_of(std::move(pressures), std::move(depths));
  WaterParameters out = given;
  for (const auto profile : profiles) {
    const LinearTable& table = given.*profile;
    if (table.empty()) continue;
    std::vector<double> x;
    for (const double pressure : table.x()) x.push_back(depth_of(pressure));
    out.*profile = LinearTable(std::move(x), {table.y().begin(), table.y().end()});
  }
  return out;
}

void WaterColumn::place_nodes(const WaterParameters& parameters) {
  std::vector<double> depths;
  for (int depth = 0; depth <= kTableDepth; ++depth) depths.push_back(depth);
  for (const LinearTable* profile :
       {&parameters.temperature_degc, &parameters.salinity_psu, &parameters.sound_speed_m_s})
    for (double depth : profile->x())
      if (depth > 0 && depth < kTableDepth) depths.push_back(depth);
  std::sort(depths.begin(), depths.end());
  depths.erase(std::unique(depths.begin(), depths.end()), depths.end());

  for (double depth : depths) {
    if (depth == static_cast<double>(first_.size()) && depth < kTableDepth)
      first_.push_back(static_cast<uint32_t>(nodes_.size()));
    nodes_.emplace_back().depth_m = depth;
  }
}

std::vector<double> WaterColumn::node_depths() const {
  std::vector<double> depths;
  depths.reserve(nodes_.size());
  for (const Node& node : nodes_) depths.push_back(node.depth_m);
  depths.back() = kTableDepth;  // in place of the sentinel
  return depths;
}

// Sets the values at a node whose pressure is known.
void WaterColumn::fill(Node& node, const WaterParameters& parameters) const {
  const double sea_pressure_dbar = (node.pressure_pa - atmospheric_pressure_pa_) / kDecibar;
  const double t = parameters.temperature_degc(node.depth_m);
  const double s = parameters.salinity_psu(node.depth_m);
  node.temperature.value = t;
  node.salinity.value = s;
  node.density.value =
      fixed_density_kg_m3_ > 0 ? fixed_density_kg_m3_ : density_eos80(s, t, sea_pressure_dbar);
  node.weight.value = node.density.value * gravity(node.depth_m);
  node.sound_speed.value = parameters.sound_speed_m_s.empty()
                               ? environment::sound_speed(parameters.sound_speed_formula, s, t,
                                                          sea_pressure_dbar, node.depth_m)
                               : parameters.sound_speed_m_s(node.depth_m);
}

// Downwards by the trapezoidal rule: a first guess of the pressure is good enough for the density
// (1 Pa changes it by 5e-7 kg/m^3).
void WaterColumn::integrate(const WaterParameters& parameters) {
  nodes_.front().pressure_pa = atmospheric_pressure_pa_;
  fill(nodes_.front(), parameters);
  for (size_t i = 1; i < nodes_.size(); ++i) {
    Node &above = nodes_[i - 1], &node = nodes_[i];
    const double dz = node.depth_m - above.depth_m;
    node.pressure_pa = above.pressure_pa + above.weight.value * dz;
    fill(node, parameters);
    node.pressure_pa = above.pressure_pa + 0.5 * (above.weight.value + node.weight.value) * dz;
    fill(node, parameters);
    for (Line Node::*quantity :
         {&Node::temperature, &Node::salinity, &Node::density, &Node::weight, &Node::sound_speed})
      (above.*quantity).slope = ((node.*quantity).value - (above.*quantity).value) / dz;
  }
  nodes_.back() = Node{};
  nodes_.back().depth_m = std::numeric_limits<double>::infinity();
}

}  // namespace hadal::environment

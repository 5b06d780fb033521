// Soft mud on the firm seabed, made at load; dynamics/mud.h says what it does to links.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "world/seabed.h"

namespace hadal::inline world {

struct MudLayer {
  std::string name;
  BottomArea area;         // where it lies; its edge thins the layer out
  double thickness_m = 0;  // above the firm seabed
  double yield_pa = 0;
  std::optional<double> yield_n;  // of a buried link, instead of yield_pa
  double viscosity_pa_s = 0;
  std::optional<double> drag_ns_m;  // of a buried link, instead of viscosity_pa_s
  double creep_speed_m_s = 1e-5;
  std::vector<int> links;  // it holds these, rising; into World::links
};

}  // namespace hadal::world

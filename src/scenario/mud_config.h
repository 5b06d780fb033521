// What a scenario says of mud: soft layers on the seabed that hold what sinks into them, e.g.
//   mud: [{name: pit, circle: [20, 5, 8], thickness_m: 0.6, yield_pa: 400, links: [rov/arm]}]
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline scenario {

struct MudConfig {
  std::string name;
  std::vector<double> box;
  std::vector<double> circle;
  std::vector<std::vector<double>> polygon;
  double edge_m = 0;
  double thickness_m = 0.3;
  double yield_pa = 0;
  std::optional<double> yield_n;
  double viscosity_pa_s = 0;
  std::optional<double> drag_ns_m;
  double creep_speed_m_s = 1e-5;
  std::vector<std::string> links;  // vehicle or vehicle/link
  bool visible = true;
  std::vector<std::string> seen_by;
  static const StructSchema& schema();
};

}  // namespace hadal::scenario

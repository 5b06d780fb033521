#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "simulation/vehicle_facts.h"

namespace hadal::simulation {
namespace {

constexpr std::array kAxisNames = {"surge", "sway", "heave", "roll", "pitch", "yaw"};
constexpr std::array<std::array<const char*, 2>, 6> kSides = {{{"ahead", "astern"},
                                                              {"right", "left"},
                                                              {"down", "up"},
                                                              {"right", "left"},
                                                              {"up", "down"},
                                                              {"right", "left"}}};

std::string number(double value, const char* format = "%.4g") {
  return format_number(format, value);
}

std::string line(std::string label, const std::string& value) {
  label.resize(std::max<size_t>(label.size() + 1, 22), ' ');
  return "  " + label + value + "\n";
}

std::string floating_text(const VehicleFacts& f) {
  std::string out = line("mass", number(f.mass_kg) + " kg");
  out += line("displaced volume", number(f.displaced_m3) + " m^3 (water of " +
                                      number(f.density_kg_m3, "%.1f") + " kg/m^3)");
  if (f.at_surface) {
    out += line("floats", "origin at a depth of " + number(f.depth_at_rest_m, "%.3f") + " m");
  } else {
    const double n = f.net_buoyancy_n;
    out += line("net buoyancy", number(n) + " N" + (n > 0 ? " (rises)" : n < 0 ? " (sinks)" : ""));
    if (f.free_speed_m_s)
      out += line("by itself", std::string(*f.free_speed_m_s > 0 ? "rises" : "sinks") + " at " +
                                   number(std::abs(*f.free_speed_m_s), "%.3f") + " m/s");
  }
  const auto [across, along] = f.metacentric_m;
  out += line("metacentric height",
              f.at_surface ? number(across, "%.4f") + " m across, " + number(along, "%.4f") +
                                 " m along"
                           : number(across, "%.4f") + " m (centre of buoyancy above that of mass)");
  for (size_t k = 0; k < 3; ++k) {
    const char* names[] = {"heave period", "roll period", "pitch period"};
    const bool upside = k > 0 && f.metacentric_m[k - 1] < -1e-6;
    if (f.period_s[k])
      out += line(names[k], number(*f.period_s[k], "%.3f") + " s");
    else if (k > 0)
      out += line(names[k], upside ? "none: it capsizes" : "none: neutral in any attitude");
  }
  return out;
}

std::string axis_cell(const AxisFacts& axis, size_t index, const char* side) {
  const bool turns = index > 2;
  if (axis.thrust == 0) return std::string(side) + " none";
  std::string out = std::string(side) + " " + number(axis.thrust) + (turns ? " N m" : " N");
  if (axis.top_speed)
    out += ", " + number(*axis.top_speed, "%.3f") + (turns ? " rad/s" : " m/s");
  return out;
}

std::string thrust_text(const VehicleFacts& f) {
  std::string out;
  for (size_t axis = 0; axis < 6; ++axis) {
    const auto& [ahead, astern] = f.axes[axis];
    if (ahead.thrust == 0 && astern.thrust == 0) continue;
    out += line(kAxisNames[axis], axis_cell(ahead, axis, kSides[axis][0]) + "; " +
                                      axis_cell(astern, axis, kSides[axis][1]));
  }
  return out.empty() ? "  no thruster moves it\n" : out;
}

std::string drag_cell(const std::vector<DragPoint>& points) {
  std::string out;
  for (const DragPoint& p : points) {
    const std::string text = number(p.force);
    out += std::string(text.size() < 10 ? 10 - text.size() : 1, ' ') + text;
  }
  return out;
}

std::string drag_text(const VehicleFacts& f) {
  std::string out;
  for (size_t axis = 0; axis < 6; ++axis)
    for (size_t side = 0; side < 2; ++side)
      if (!f.drag[axis][side].empty())
        out += line(std::string(kAxisNames[axis]) + " " + kSides[axis][side],
                    drag_cell(f.drag[axis][side]));
  return out;
}

std::string speeds(const VehicleFacts& f) {
  std::string out;
  for (const DragPoint& p : f.drag[0][0]) {
    const std::string text = number(p.speed);
    out += std::string(text.size() < 10 ? 10 - text.size() : 1, ' ') + text;
  }
  return out;
}

}  // namespace

std::string facts_text(const VehicleFacts& f) {
  std::string out = f.name + (f.model == f.name ? "" : ", a " + f.model) + "\n\nin the water\n" +
                    floating_text(f);
  out += "\nadded mass about the origin, kg and kg m^2\n";
  for (size_t axis = 0; axis < 6; ++axis) {
    const int i = static_cast<int>(axis);
    const double own = f.added_mass(i, i);
    out += line(kAxisNames[axis], number(std::abs(own) < 1e-9 ? 0 : own));
  }
  out += "\nthrust and top speed, one axis at a time, level\n" + thrust_text(f);
  out += "\ndrag, N and N m\n" + line("at m/s or rad/s", speeds(f)) + drag_text(f);
  return out;
}

std::string facts_json(const VehicleFacts& f) {
  using Json = nlohmann::ordered_json;
  const auto optional = [](const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
  };
  Json out{{"name", f.name},
           {"model", f.model},
           {"density_kg_m3", f.density_kg_m3},
           {"mass_kg", f.mass_kg},
           {"center_of_mass_m",
            {f.center_of_mass.x(), f.center_of_mass.y(), f.center_of_mass.z()}},
           {"at_surface", f.at_surface},
           {"displaced_m3", f.displaced_m3},
           {"net_buoyancy_n", f.net_buoyancy_n},
           {"free_speed_m_s", optional(f.free_speed_m_s)},
           {"metacentric_roll_m", f.metacentric_m[0]},
           {"metacentric_pitch_m", f.metacentric_m[1]},
           {"heave_period_s", optional(f.period_s[0])},
           {"roll_period_s", optional(f.period_s[1])},
           {"pitch_period_s", optional(f.period_s[2])}};
  for (int i = 0; i < 6; ++i) {
    Json row = Json::array();
    for (int j = 0; j < 6; ++j) row.push_back(f.added_mass(i, j));
    out["added_mass"].push_back(row);
  }
  for (size_t axis = 0; axis < 6; ++axis)
    for (size_t side = 0; side < 2; ++side) {
      const AxisFacts& a = f.axes[axis][side];
      Json drag = Json::array();
      for (const DragPoint& p : f.drag[axis][side]) drag.push_back({p.speed, p.force});
      out["axes"][kAxisNames[axis]].push_back({{"direction", kSides[axis][side]},
                                               {"thrust", a.thrust},
                                               {"top_speed", optional(a.top_speed)},
                                               {"drag", drag}});
    }
  return out.dump(1);
}

}  // namespace hadal::simulation

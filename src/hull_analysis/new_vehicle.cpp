#include "hadal/new_vehicle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <cctype>
#include <fstream>
#include <tuple>

#include "base/csv.h"
#include "base/text.h"
#include "hull_analysis/analysis.h"
#include "math/units.h"

namespace hadal {
namespace {

namespace fs = std::filesystem;
using hull_analysis::HullAnalysis;

// What the file needs to know of the hull.
struct Hull {
  Vec3 size{0.6, 0.4, 0.3}, middle = Vec3::Zero();
  double volume_m3 = 0;
  Vec3 center_of_buoyancy = Vec3::Zero();
  Vec6 added_mass = Vec6::Zero(), drag_quadratic = Vec6::Zero();
  Vec3 inertia = Vec3::Zero();  // of its water
  bool bluff = true;
};

constexpr double kWater_kg_m3 = 1025;
constexpr double kLighter = 0.99;  // than its water, without a mass

Hull box_hull() {
  Hull out;
  const Vec3 s = out.size;
  out.volume_m3 = s.prod();
  const double m = kWater_kg_m3 * out.volume_m3;
  out.added_mass << m, m, m, 0.05 * m * s.squaredNorm() * Vec3::Ones();
  const Vec3 area(s.y() * s.z(), s.x() * s.z(), s.x() * s.y());
  out.drag_quadratic.head<3>() = 0.5 * kWater_kg_m3 * area;
  out.drag_quadratic.tail<3>().setConstant(0.02 * kWater_kg_m3 * std::pow(s.maxCoeff(), 5));
  out.inertia = m / 12 * (s.squaredNorm() * Vec3::Ones() - s.cwiseAbs2());
  return out;
}

Hull mesh_hull(const HullAnalysis& h) {
  Hull out;
  out.size = h.bounds.size();
  out.middle = 0.5 * (h.bounds.lower + h.bounds.upper);
  out.volume_m3 = h.volume_m3;
  out.center_of_buoyancy = h.center_of_buoyancy;
  out.added_mass = h.added_mass().diagonal();
  out.drag_quadratic = 0.5 * kWater_kg_m3 * h.drag.quadratic;
  out.inertia = h.inertia_kg_m2.diagonal() * (kWater_kg_m3 * h.volume_m3 / h.mass_kg);
  out.bluff = h.bluff();
  return out;
}

std::string number(double value, const char* format = "%.4g") {
  return format_number(format, std::abs(value) < 1e-9 ? 0 : value);
}

template <class Vector>
std::string list(const Vector& v) {
  std::string out = "[";
  for (Eigen::Index i = 0; i < v.size(); ++i) out += (i ? ", " : "") + number(v[i]);
  return out + "]";
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

// How a thruster is commanded, by the input of its table.
Result<std::string> thruster_lines(const std::string& file, const std::string& name_in_model) {
  if (file.empty()) return std::string("model: t200_16v");
  const Result<CsvTable> csv = read_csv(file);
  if (!csv) return csv.problems();
  Problems problems;
  const CsvTable& table = csv.value();
  const auto thrust = table.find_column("thrust_N");
  const std::string map = "map: !table {file: " + quoted(name_in_model) + "}";
  const auto last = [&](size_t column) {
    return table.number(table.rows.back(), column, problems);
  };
  if (!thrust || table.rows.size() < 2) {
    problems.add({file, 1, 1}, "", "expected a header with thrust_N and at least two rows");
    return problems;
  }
  if (table.find_column("command")) return map;
  if (const auto pwm = table.find_column("pwm_us")) {
    double least = 1e300, first_rest = 0, last_rest = 0;
    for (const CsvRow& row : table.rows) {
      const double force = std::abs(table.number(row, *thrust, problems));
      if (force < least) first_rest = table.number(row, *pwm, problems);
      if (force <= least) last_rest = table.number(row, *pwm, problems);
      least = std::min(least, force);
    }
    const double first = table.number(table.rows.front(), *pwm, problems);
    if (!problems.empty()) return problems;
    return "command: pulse_width, command_neutral: " + number(0.5 * (first_rest + last_rest)) +
           ", command_min: " + number(first) + ", command_max: " + number(last(*pwm)) + ", " + map;
  }
  const auto rad_s = table.find_column("rotor_rad_s"), rpm = table.find_column("rpm");
  if (!rad_s && !rpm) {
    problems.add({file, 1, 1}, "",
                 "expected a column command (-1..1), pwm_us, rotor_rad_s or rpm beside thrust_N");
    return problems;
  }
  const double fastest = rad_s ? last(*rad_s) : last(*rpm) * kTurn / 60;
  if (!problems.empty()) return problems;
  return "rotor_per_command: " + number(fastest, "%.6g") + ", " + map;
}

// Four that push level at 45 degrees, and two or four upright ones, at the height of the centre of
// mass.
std::string thrusters_text(const NewVehicleOptions& o, const Hull& h, const Vec3& center,
                           const std::string& how) {
  struct Mount {
    const char* name;
    double x, y;
    const char* direction;
  };
  std::vector<Mount> mounts{{"front_right", 0.4, 0.35, "[1, -1, 0]"},
                            {"front_left", 0.4, -0.35, "[1, 1, 0]"},
                            {"rear_right", -0.4, 0.35, "[1, 1, 0]"},
                            {"rear_left", -0.4, -0.35, "[1, -1, 0]"}};
  if (o.thrusters == "vectored_6") {
    mounts.push_back({"up_right", 0, 0.3, "[0, 0, -1]"});
    mounts.push_back({"up_left", 0, -0.3, "[0, 0, -1]"});
  } else {
    for (const auto& [name, x, y] : {std::tuple{"up_front_right", 0.25, 0.3},
                                     {"up_front_left", 0.25, -0.3},
                                     {"up_rear_right", -0.25, 0.3},
                                     {"up_rear_left", -0.25, -0.3}})
      mounts.push_back({name, x, y, "[0, 0, -1]"});
  }
  std::string out = "# Positions are a guess from the size of the hull.\nthrusters:\n";
  for (const Mount& p : mounts) {
    const Vec3 position(center.x() + p.x * h.size.x(), center.y() + p.y * h.size.y(), center.z());
    out += std::string("  - {name: ") + p.name + ", position_m: " + list(position) +
           ", direction: " + p.direction + ",\n     " + how + "}\n";
  }
  return out;
}

std::string controller_text(const Hull& h, double mass_kg) {
  const Vec3 moved = h.added_mass.head<3>() + mass_kg * Vec3::Ones(),
             turned = h.added_mass.tail<3>() + h.inertia * (mass_kg / (kWater_kg_m3 * h.volume_m3));
  const auto axis = [](const char* name, double position_p, double p, double i, double limit) {
    return std::string("  ") + name + ": {position: {p: " + number(position_p) +
           "}, velocity: {p: " + number(p) + ", i: " + number(i) +
           "}, velocity_limit: " + number(limit) + "}\n";
  };
  return "# Gains by P = bandwidth x (mass + added mass).\ncontroller: !body\n  rate_hz: 50\n" +
         axis("surge", 0.6, 2.5 * moved.x(), 1.2 * moved.x(), 0.6) +
         axis("sway", 0.6, 2.5 * moved.y(), 1.2 * moved.y(), 0.4) +
         axis("heave", 0.8, 2.5 * moved.z(), 1.5 * moved.z(), 0.4) +
         axis("yaw", 1, 5 * turned.z(), 4 * turned.z(), 0.6);
}

std::string shape_text(const NewVehicleOptions& o, const std::string& mesh, const Hull& h) {
  if (o.mesh.empty())
    return "        # In place of a mesh: !mesh {file: hull.stl, unit: mm, up: z, forward: x}\n"
           "        - !box {size_m: " + list(h.size) + "}\n";
  std::string out =
      "        - !mesh {file: " + quoted(mesh) + ", unit: " + o.unit + ", up: " + o.up;
  return out + (o.forward == "auto" ? "" : ", forward: " + o.forward) + "}\n";
}

std::string damping_text(const NewVehicleOptions& o, const std::string& drag, const Hull& h) {
  Vec6 quadratic = h.drag_quadratic;
  if (o.drag.empty())
    return "    damping:\n      # A first guess from the shape; measured: file: drag.csv\n"
           "      quadratic: " + list(quadratic) + "\n";
  const Result<CsvTable> csv = read_csv(o.drag);
  const char* columns[] = {"surge_N", "sway_N", "heave_N", "roll_Nm", "pitch_Nm", "yaw_Nm"};
  for (int i = 0; i < 6; ++i)
    if (csv && csv.value().find_column(columns[i])) quadratic[i] = 0;
  return "    damping:\n      file: " + quoted(drag) +
         "\n      # Where the table says nothing: a first guess from the shape.\n"
         "      quadratic: " +
         list(quadratic) + "\n";
}

std::string model_text(const NewVehicleOptions& o, const Hull& h, double mass_kg,
                       const std::string& thruster, const fs::path& folder) {
  const auto beside = [&](const std::string& file) {
    return fs::proximate(fs::absolute(file), fs::absolute(folder)).string();
  };
  // The centre of mass a twentieth of the height below that of buoyancy: upright by itself.
  const Vec3 center = h.center_of_buoyancy + Vec3(0, 0, 0.05 * h.size.z());
  std::string out = "# Written by `hadal new vehicle`. `hadal describe " + o.name +
                    ".yaml` tells what follows from it; change what you know better.\n";
  out += "# Axes: forward, right, down.\nname: " + o.name + "\nkind: rov\nsize_m: " + list(h.size) +
         "\nhotel_power_w: 20\nlinks:\n  - name: hull\n    material: hdpe\n    shapes:\n"
         "      physics:  # volume, centre of buoyancy, inertia; seen and touched too\n";
  out += shape_text(o, o.mesh.empty() ? "" : beside(o.mesh), h);
  out += "    mass_kg: " + number(mass_kg, "%.6g") + "  # the water it displaces weighs " +
         number(kWater_kg_m3 * h.volume_m3, "%.6g") + " kg at 1025 kg/m^3\n";
  out += "    center_of_mass_m: " + list(center) + "  # a guess: below the centre of buoyancy\n";
  out += "    added_mass_from: panels\n";
  if (h.bluff)
    out += "    added_mass_coriolis: no_munk  # bluff hull, see docs/dynamics.md; slender: full\n";
  out += damping_text(o, o.drag.empty() ? "" : beside(o.drag), h);
  out += thrusters_text(o, h, center, thruster);
  out += "sensors:\n  - !imu {name: imu, model: imu_mems}\n"
         "  - !pressure {name: depth, model: pressure_bar30}\n";
  return out + controller_text(h, mass_kg);
}

std::string scenario_text(const std::string& name) {
  const auto go_to = [&](const std::string& pose) {
    return "  - !go_to {vehicle: " + name + ", " + pose + ", tolerance_m: 0.2}\n";
  };
  return "format: 1\ntitle: First flight of " + name +
         "\nduration_s: 120\nenvironment:\n  seabed: !flat {depth_m: 20}\n"
         "vehicles:\n  - {name: " + name + ", model: " + name + ".yaml, pose: {depth_m: 5}}\n"
         "mission:\n" +
         go_to("north_m: 3, east_m: 0, depth_m: 6, heading_deg: 0") +
         go_to("north_m: 3, east_m: 3, depth_m: 6, heading_deg: 90") +
         go_to("north_m: 0, east_m: 0, depth_m: 5, heading_deg: 0") +
         "expect:\n  - {that: mission_done(" + name + ") == 1}\n";
}

Problems option_problems(const NewVehicleOptions& o) {
  Problems problems;
  const auto plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  if (o.name.empty() || !std::all_of(o.name.begin(), o.name.end(), plain))
    problems.add("expected a name of letters, digits and _, found '" + o.name + "'");
  if (o.thrusters != "vectored_6" && o.thrusters != "vectored_8")
    problems.add("thrusters: expected vectored_6 or vectored_8, found '" + o.thrusters + "'");
  if (o.mesh.empty() && (o.unit != "auto" || o.up != "auto" || o.forward != "auto"))
    problems.add("unit, up and forward are of a mesh: give one");
  if (!o.drag.empty())
    if (const Result<CsvTable> csv = read_csv(o.drag); !csv) problems.append(csv.problems());
  return problems;
}

Result<Hull> hull_of(const NewVehicleOptions& o) {
  if (o.mesh.empty()) return box_hull();
  MeshOptions options;
  options.unit = o.unit;
  options.up = o.up;
  options.forward = o.forward;
  ThreadArena arena(1);
  const Result<HullAnalysis> hull = hull_analysis::analyse_hull(o.mesh, options, arena);
  if (!hull) return hull.problems();
  return mesh_hull(hull.value());
}

NewVehicleAnswer refused(const Problems& problems) { return {2, problems.text(), {}}; }

}  // namespace

NewVehicleAnswer new_vehicle(const NewVehicleOptions& options) {
  Problems problems = option_problems(options);
  const fs::path folder = options.folder;
  const std::array<fs::path, 2> paths{folder / (options.name + ".yaml"),
                                      folder / (options.name + "_flight.yaml")};
  std::error_code error;
  for (const fs::path& path : paths)
    if (fs::exists(path, error)) problems.add(path.string() + " exists already");
  const Result<std::string> thruster = thruster_lines(
      options.thrust,
      options.thrust.empty()
          ? ""
          : fs::proximate(fs::absolute(options.thrust), fs::absolute(folder)).string());
  if (!thruster) problems.append(thruster.problems());
  if (!problems.empty()) return refused(problems);
  const Result<Hull> hull = hull_of(options);
  if (!hull) return refused(hull.problems());
  const double mass_kg =
      options.mass_kg.value_or(kLighter * kWater_kg_m3 * hull.value().volume_m3);
  const std::array<std::string, 2> texts{
      model_text(options, hull.value(), mass_kg, thruster.value(), folder),
      scenario_text(options.name)};
  NewVehicleAnswer answer;
  for (size_t i = 0; i < paths.size(); ++i) {
    std::ofstream file(paths[i], std::ios::binary);
    file << texts[i];
    file.close();
    if (!file) {
      problems.add("cannot write " + paths[i].string());
      return refused(problems);
    }
    answer.files.push_back(paths[i].string());
  }
  return answer;
}

}  // namespace hadal

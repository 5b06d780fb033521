// What a hull's mesh says: size, volume, inertia, added mass, drag, how it floats.
#pragma once
#include <array>
#include <optional>
#include <string>

#include "hadal/export.h"

namespace hadal HADAL_API {

struct MeshOptions {
  std::string unit = "auto";            // auto | m | cm | mm | inch | foot
  std::string up = "auto";              // auto | z | -z | y | ... | down, see `hadal describe mesh`
  std::string forward = "auto";         // auto | x | -x | y | ...
  double scale = 1;                     // a further factor
  std::optional<double> density_kg_m3;  // of the body; mass = density * volume
  std::optional<double> mass_kg;        // instead of the density
  std::optional<std::array<double, 3>>
      center_of_gravity_m;  // forward, right, down; else of an even body
  double water_density_kg_m3 = 1025;
  int panels = 2000;
  int threads = 1;
  bool use_cache = true;
  std::string html_path;  // empty: no page
  std::string page_path;  // the viewer's page, which shows it
};

struct MeshAnswer {
  int exit_code = 0;     // 0 well, 2 the file or the options cannot be used
  std::string problems;  // for exit code 2, every problem on a line
  std::string text;      // for people
  std::string json;      // for programs
};

// Without a mass the body is taken to weigh as much as its water. Never throws for bad input.
MeshAnswer analyse_mesh(const std::string& path, const MeshOptions& options);

}  // namespace hadal

#include "mesh_command.h"

#include <charconv>
#include <cstdio>

#include "hadal/mesh.h"
#include "serve.h"

namespace hadal::cli {
namespace {

// "x,y,z"; nothing if it is anything else.
std::optional<std::array<double, 3>> three_numbers(const std::string& text) {
  std::array<double, 3> out{};
  const char *at = text.data(), *end = at + text.size();
  for (size_t k = 0; k < 3; ++k) {
    if (k > 0 && (at == end || *at++ != ',')) return std::nullopt;
    const auto [stop, error] = std::from_chars(at, end, out[k]);
    if (error != std::errc{} || !(out[k] > -1e6 && out[k] < 1e6)) return std::nullopt;
    at = stop;
  }
  if (at != end) return std::nullopt;
  return out;
}

int run_mesh(Arguments& arguments) {
  MeshOptions options;
  options.unit = arguments.text("--unit").value_or("auto");
  options.up = arguments.text("--up").value_or("auto");
  options.forward = arguments.text("--forward").value_or("auto");
  options.scale = arguments.number("--scale", 1, 1e-6, 1e6);
  if (arguments.has("--density"))
    options.density_kg_m3 = arguments.number("--density", 1000, 1e-3, 1e5);
  if (arguments.has("--mass")) options.mass_kg = arguments.number("--mass", 1, 1e-9, 1e12);
  options.water_density_kg_m3 = arguments.number("--water", 1025, 1, 1e5);
  options.panels = arguments.integer("--panels", 2000, 100, 8000);
  options.threads = arguments.integer("--threads", 1, 1, 256);
  options.use_cache = !arguments.has("--no-cache");
  options.html_path = arguments.text("--html").value_or("");
  options.page_path = viewer_page();
  std::string problems = arguments.problems();
  if (const auto text = arguments.text("--cog")) {
    options.center_of_gravity_m = three_numbers(*text);
    if (!options.center_of_gravity_m)
      problems +=
          "hadal mesh: --cog: expected three numbers in metres, forward,right,down, found '" +
          *text + "'\n";
  }
  if (!problems.empty()) {
    std::fputs(problems.c_str(), stderr);
    return 2;
  }
  const MeshAnswer answer = analyse_mesh(arguments.words()[0], options);
  if (answer.exit_code != 0) {
    std::fprintf(stderr, "%s\n", answer.problems.c_str());
    return answer.exit_code;
  }
  std::fputs((arguments.has("--json") ? answer.json : answer.text).c_str(), stdout);
  if (!options.html_path.empty()) std::fprintf(stderr, "page: %s\n", options.html_path.c_str());
  return 0;
}

}  // namespace

CommandEntry mesh_command() {
  return {{"mesh",
           "FILE",
           "Analyses a hull's mesh: volume, inertia, added mass, drag, how it floats.",
           "hadal mesh hull.stl --unit mm --up z --mass 35 --html hull.html",
           {{"--unit", "U", "Unit of the file: auto, m, cm, mm, inch or foot."},
            {"--up", "AXIS", "Axis that points up: auto, x, -x, y, -y, z, -z or down (-z)."},
            {"--forward", "AXIS", "Axis that points forward: auto, x, -x, y, -y, z or -z."},
            {"--scale", "X", "A further factor."},
            {"--density", "D", "Density of the body, kg/m^3."},
            {"--mass", "M", "Mass of the body, kg; that of its water if neither is given."},
            {"--cog", "X,Y,Z", "Centre of gravity, m forward, right, down; else of an even body."},
            {"--water", "D", "Density of the water, kg/m^3; 1025 by default."},
            {"--panels", "N", "Panels for the added mass; 2000 by default."},
            {"--threads", "N", "Worker threads; the result does not depend on it."},
            {"--html", "OUT", "Writes a page: the hull in 3D, its numbers, its righting curve."},
            {"--json", "", "As JSON."},
            {"--no-cache", "", "Recomputes everything."}},
           1,
           1},
          run_mesh};
}

}  // namespace hadal::cli

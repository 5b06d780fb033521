#include "bathymetry_command.h"

#include <cstdio>
#include <sstream>

#include "hadal/bathymetry.h"

namespace hadal::cli {
namespace {

int answer(const BathymetryResult& result) {
  return cli::answer(result.text, result.exit_code);
}

// Numbers separated by commas; empty unless there are as many as expected.
std::vector<double> numbers(const std::string& text, size_t expected) {
  std::vector<double> out;
  std::istringstream stream(text);
  std::string part;
  while (std::getline(stream, part, ',')) {
    char* end = nullptr;
    out.push_back(std::strtod(part.c_str(), &end));
    if (part.empty() || *end != '\0') return {};
  }
  return out.size() == expected ? out : std::vector<double>{};
}

// The numbers of an option; false with a message when they are not there or not that many.
bool read(Arguments& arguments, const char* option, const char* form, size_t count,
          std::vector<double>& out) {
  out = numbers(arguments.text(option).value_or(""), count);
  if (out.empty()) std::fprintf(stderr, "hadal bathymetry: expected %s %s\n", option, form);
  return !out.empty();
}

int make(Arguments& arguments) {
  std::vector<double> center, size, depths;
  if (!read(arguments, "--center", "LAT,LON", 2, center) ||
      !read(arguments, "--size-km", "NORTH,EAST", 2, size) ||
      !read(arguments, "--depth-range", "MIN,MAX", 2, depths))
    return 2;
  const auto file = arguments.text("-o");
  BathymetryRecipe recipe;
  recipe.kind = *arguments.text("--make");
  recipe.latitude_deg = center[0];
  recipe.longitude_deg = center[1];
  recipe.size_north_km = size[0];
  recipe.size_east_km = size[1];
  recipe.depth_min_m = depths[0];
  recipe.depth_max_m = depths[1];
  recipe.resolution_m = arguments.number("--resolution-m", 50, 0.01, 1e5);
  recipe.seed = static_cast<uint64_t>(arguments.number("--seed", 1, 0, 9007199254740992.0));
  if (!arguments.valid() || !file) {
    std::fputs(file ? arguments.problems().c_str() : "hadal bathymetry: expected -o FILE.tif\n",
               stderr);
    return 2;
  }
  return answer(make_bathymetry(recipe, *file));
}

int cut(Arguments& arguments, const BathymetryInput& input) {
  std::vector<double> numbers_given;
  DegreeBox box{};
  const double resolution = arguments.number("--resolution-m", 0, 0.01, 1e6);
  if (arguments.has("--cut")) {
    if (!read(arguments, "--cut", "SOUTH,WEST,NORTH,EAST", 4, numbers_given)) return 2;
    std::copy(numbers_given.begin(), numbers_given.end(), box.begin());
  } else {
    if (!read(arguments, "--center", "LAT,LON", 2, numbers_given)) return 2;
    box = box_around(numbers_given[0], numbers_given[1],
                     arguments.number("--size-km", 10, 0.01, 10000));
  }
  const auto folder = arguments.text("-o");
  if (!arguments.valid() || !folder) {
    std::fputs(folder ? arguments.problems().c_str() : "hadal bathymetry: expected -o DIR\n",
               stderr);
    return 2;
  }
  return answer(cut_bathymetry(input, box, resolution, *folder));
}

int run(Arguments& arguments) {
  if (arguments.has("--make")) return make(arguments);
  if (arguments.words().empty()) {
    std::fputs("hadal bathymetry: expected RASTER or --make KIND\n", stderr);
    return 2;
  }
  BathymetryInput input;
  input.path = arguments.words()[0];
  input.crs = arguments.text("--crs").value_or("");
  input.band = arguments.integer("--band", 1, 1, 100000);
  input.values_are_depths = arguments.has("--depths");
  if (arguments.has("--nodata")) input.nodata = arguments.number("--nodata", 0, -1e300, 1e300);
  if (!arguments.valid()) return refuse(arguments);
  if (arguments.has("--cut") || arguments.has("--center")) return cut(arguments, input);
  return answer(
      inspect_bathymetry(input, arguments.text("-o").value_or(""), arguments.has("--json")));
}

}  // namespace

CommandEntry bathymetry_command() {
  return {{"bathymetry",
           "[RASTER]",
           "Inspects a raster of depths, cuts a part out for a run, or makes a new one.",
           "hadal bathymetry gebco.nc --center 41.6,3.4 --size-km 20 -o out/area",
           {{"-o", "PATH", "Folder for what is written; the file for --make."},
            {"--json", "", "Prints the facts as JSON."},
            {"--crs", "CRS", "Reference system of the raster, e.g. EPSG:4326."},
            {"--band", "N", "Band of the raster."},
            {"--depths", "", "Values are depths, positive down."},
            {"--nodata", "V", "A value that marks missing pixels."},
            {"--cut", "S,W,N,E", "Cuts this rectangle, degrees."},
            {"--center", "LAT,LON", "Cuts or makes an area around this position."},
            {"--size-km", "S|N,E", "Side of the square to cut; north and east for --make."},
            {"--resolution-m", "R", "Cell of what is written."},
            {"--make", "KIND", "Makes a raster: fractal, ridges or canyon."},
            {"--depth-range", "A,B", "Minimum and maximum depth for --make."},
            {"--seed", "N", "Seed for --make."}},
           0,
           1},
          run};
}

}  // namespace hadal::cli

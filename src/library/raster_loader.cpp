// libhadal.so's raster_module(): loads libhadal_raster.so, which lies beside it, on first use.
#include <dlfcn.h>

#include "base/library_folder.h"
#include "environment/raster/raster_module.h"
#include "math/portable/shared_libraries.h"

namespace hadal::environment {
namespace {

constexpr const char* kFile = "libhadal_raster.so";

Result<const RasterModule*> load() {
  Problems problems;
  const std::string path = library_folder() + "/" + kFile;
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    problems.add(std::string("rasters need ") + kFile + ", which cannot be loaded: " + dlerror());
    return problems;
  }
  portable::use_in_shared_libraries();  // GDAL and PROJ have come with it
  const auto factory =
      reinterpret_cast<decltype(&hadal_raster_module)>(dlsym(library, "hadal_raster_module"));
  const RasterModule* const module = factory ? factory(HADAL_VERSION) : nullptr;
  if (!module) {
    problems.add("rasters need " + path + " of version " HADAL_VERSION
                 ", but it is of another one");
    return problems;
  }
  return module;
}

}  // namespace

const Result<const RasterModule*>& raster_module() {
  static const Result<const RasterModule*> module = load();
  return module;
}

}  // namespace hadal::environment

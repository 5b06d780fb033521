// raster_module() by libhadal_raster.so.
#include "environment/raster/raster_module.h"
#include "library/module.h"

namespace hadal::environment {

const Result<const RasterModule*>& raster_module() {
  static const Result<const RasterModule*> module =
      load_module<RasterModule>("rasters", "libhadal_raster.so", "hadal_raster_module");
  return module;
}

}  // namespace hadal::environment

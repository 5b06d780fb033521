// hadal bathymetry: inspects, cuts and makes rasters of depths.
#pragma once
#include "commands.h"

namespace hadal::cli {

CommandEntry bathymetry_command();

}  // namespace hadal::cli

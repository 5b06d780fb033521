// A current from an ocean model or a mooring: a file over longitude, latitude, depth and time, or
// over some of them. How it is read and interpolated is in environment/raster, which hands in a
// GridOpener.
#pragma once
#include "kinds/currents/current.h"

namespace hadal::inline kinds {

struct GriddedCurrent : CurrentConfig, VelocityFile {
  std::string checksum;
  static const StructSchema& schema();

  CurrentRasterFile raster_file() { return {file, checksum}; }
  void prepare(const CurrentRun& run, CheckReport&) {
    prepared_start_unix_s = static_cast<double>(run.start_unix_ns) * 1e-9;
  }
  Problems open(const GridOpener& opener);
  std::vector<std::string> notes(double duration_s, double reach_m) const {
    return grid->notes(prepared_start_unix_s, prepared_start_unix_s + duration_s, reach_m);
  }
  Vec3 velocity_N(const Vec3& p_N, double time_s, double) const {
    return grid->velocity_N(p_N, prepared_start_unix_s + time_s);
  }

  double prepared_start_unix_s = 0;
  std::shared_ptr<const VelocityGrid> grid;  // once open
};

}  // namespace hadal::kinds

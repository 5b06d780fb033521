#include "kinds/currents/gridded.h"

#include "kinds/currents/list.h"

namespace hadal::inline kinds {

const StructSchema& GriddedCurrent::schema() {
  using C = GriddedCurrent;
  static const StructSchema s =
      current_schema<C>(
          "gridded",
          "A current from an ocean model or a moored instrument: netCDF or another raster over "
          "longitude, latitude, depth and time, or depth and time alone; linear between, ends "
          "hold, gaps are filled.")
          .text("file", &C::file, "The file.")
          .required()
          .text("checksum", &C::checksum, "Written at load: detects later changes of the file.")
          .text("east", &C::east,
                "Variable (or number of a band) of the eastward velocity; found by its name or "
                "attributes if left out.")
          .text("north", &C::north, "Likewise northward.")
          .text("down", &C::down, "Likewise downward; no vertical current if left out.")
          .choice("times", static_cast<Times C::*>(&C::times),
                  "clock: times of the file are those of the world clock. start: its first moment "
                  "is the start of the run.",
                  {{"clock", Times::kClock}, {"start", Times::kStart}})
          .number("memory_mb", &C::memory_bytes, "Maximum memory it may take.", {1, 1e6}, 1e6);
  return s;
}

Problems GriddedCurrent::open(const GridOpener& opener) {
  Result<std::shared_ptr<const VelocityGrid>> opened = opener(*this);
  if (!opened) return opened.problems();
  grid = std::move(opened).value();
  return {};
}

template <>
CurrentKind built_in_current<GriddedCurrent>() {
  return current_kind<GriddedCurrent>();
}

}  // namespace hadal::kinds

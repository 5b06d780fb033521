#include "sensors/make_instrument.h"

#include <algorithm>

#include "base/check.h"
#include "kinds/frames/list.h"

namespace hadal::sensors {
namespace {

template <class... T>
constexpr auto all_makers(TypeList<T...>) {
  return std::array{&make_instrument<T>...};
}

}  // namespace

Instrument make_frame_sensor(const InstrumentSetup& setup) {
  constexpr auto kMakers = all_makers(FrameSensors());
  const auto& kinds = frame_sensor_list().kinds();
  const auto place = std::find(kinds.begin(), kinds.end(), setup.mounted.kind);
  HADAL_CHECK(place != kinds.end(), "a frame sensor of no known kind");
  return kMakers[static_cast<size_t>(place - kinds.begin())](setup);
}

}  // namespace hadal::sensors

#include "kinds/frames/list.h"

#include <array>

namespace hadal::inline kinds {
namespace {

template <class... T>
constexpr auto built_in(TypeList<T...>) {
  return std::array{&built_in_frame_sensor<T>...};
}

}  // namespace

KindList<FrameSensorKind>& frame_sensor_list() {
  static KindList<FrameSensorKind> list(built_in(FrameSensors()));
  return list;
}

}  // namespace hadal::kinds

// The kinds of instruments that give frames. Their parameters, with the schema, stand here, below
// the reader of scenarios; the instruments see raytracing, sea and sound and stand in sensors/.
// Both tables, of descriptors (list.cpp) and of what makes the instrument
// (sensors/make_instrument.cpp), follow from the one list below.
#pragma once
#include "kinds/frames/frame_kind.h"
#include "kinds/kind_list.h"

namespace hadal::inline kinds {

template <class... T>
struct TypeList {};

// `describe` and the docs show them in this order.
// clang-format off
using FrameSensors = TypeList<
    struct LidarModel,
    struct CameraModel,
    struct StereoCameraModel,
    struct EventSensorModel,
    struct ThermalSensorModel,
    struct FlsModel,
    struct ImagingSonarModel,
    struct ScanningSonarModel,
    struct SideScanModel,
    struct EchosounderModel,
    struct MultibeamModel,
    struct Sonar3dModel>;
// clang-format on

// Defined in the file of the kind.
template <class T>
FrameSensorKind built_in_frame_sensor();

KindList<FrameSensorKind>& frame_sensor_list();

}  // namespace hadal::kinds

// Parameters of every instrument that gives frames.
#pragma once
#include <variant>

#include "world/camera.h"
#include "world/fls.h"
#include "world/imaging_sonar.h"
#include "world/lidar.h"
#include "world/line_sonars.h"

namespace hadal::inline world {

using FrameModel = std::variant<std::monostate, LidarModel, FlsModel, ImagingSonarModel,
                                ScanningSonarModel, SideScanModel, EchosounderModel, BeamGridModel,
                                CameraModel, EventSensorModel, ThermalSensorModel>;

}  // namespace hadal::world

#include "sensors/frames/make.h"

#include "base/check.h"
#include "sensors/acoustic/beam_detector.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/imaging_sonar.h"
#include "sensors/acoustic/line_sonars.h"
#include "sensors/optical/lidar.h"

namespace hadal::sensors {
namespace {

struct Maker {
  const World& world;

  std::unique_ptr<FrameSensor> operator()(const std::monostate&) const {
    HADAL_CHECK(false, "a frame sensor without a model");
    return nullptr;
  }
  std::unique_ptr<FrameSensor> operator()(const LidarModel& model) const {
    return std::make_unique<Lidar>(model);
  }
  std::unique_ptr<FrameSensor> operator()(const FlsModel& model) const {
    return std::make_unique<Fls>(model);
  }
  std::unique_ptr<FrameSensor> operator()(const ImagingSonarModel& model) const {
    return std::make_unique<ImagingSonar>(model);
  }
  std::unique_ptr<FrameSensor> operator()(const ScanningSonarModel& model) const {
    return std::make_unique<ScanningSonar>(model);
  }
  std::unique_ptr<FrameSensor> operator()(const SideScanModel& model) const {
    return std::make_unique<SideScan>(model);
  }
  std::unique_ptr<FrameSensor> operator()(const EchosounderModel& model) const {
    return std::make_unique<Echosounder>(model);
  }
  std::unique_ptr<FrameSensor> operator()(const BeamGridModel& model) const {
    return std::make_unique<BeamDetector>(model);
  }
};

}  // namespace

std::unique_ptr<FrameSensor> make_frame_sensor(const MountedFrameSensor& mounted,
                                               const World& world) {
  return std::visit(Maker{world}, mounted.model);
}

}  // namespace hadal::sensors

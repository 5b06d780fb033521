#include "sensors/frames/make.h"

#include "base/check.h"
#include "sensors/acoustic/beam_detector.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/imaging_sonar.h"
#include "sensors/acoustic/line_sonars.h"
#include "sensors/optical/camera_sensor.h"
#include "sensors/optical/event_sensor.h"
#include "sensors/optical/lidar.h"
#include "sensors/optical/thermal_sensor.h"

namespace hadal::sensors {
namespace {

struct Maker {
  const World& world;
  const MountedFrameSensor& mounted;

  // What makes one camera differ from another of its kind, whatever the run.
  RandomStream device() const {
    return RandomStream(world.seed, "vehicles/" + mounted.path, "pixels");
  }
  std::unique_ptr<FrameSensor> operator()(const std::monostate&) const {
    HADAL_CHECK(false, "a frame sensor without a model");
    return nullptr;
  }
  std::unique_ptr<FrameSensor> operator()(const LidarModel& model) const {
    if (!model.by_water || !world.optics.given) return std::make_unique<Lidar>(model);
    return std::make_unique<Lidar>(
        model, environment::optics::BeamWater(world.optics, model.wavelength_nm));
  }
  std::unique_ptr<FrameSensor> operator()(const CameraModel& model) const {
    return std::make_unique<CameraSensor>(model, 1 / mounted.rate_hz, device(), body_boxes(world));
  }
  std::unique_ptr<FrameSensor> operator()(const EventSensorModel& model) const {
    return std::make_unique<EventSensor>(model, 1 / mounted.rate_hz, device());
  }
  std::unique_ptr<FrameSensor> operator()(const ThermalSensorModel& model) const {
    return std::make_unique<ThermalSensor>(model);
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

std::unique_ptr<const FrameSensor> make_frame_sensor(const MountedFrameSensor& mounted,
                                                     const World& world) {
  return std::visit(Maker{world, mounted}, mounted.model);
}

}  // namespace hadal::sensors

// A thermal camera (camera/thermal_camera.h) in the world. In air it sees the sky at its given
// temperature, the sea by its skin at the temperature of the water at the surface, and everything
// that stands above the water at the temperature of the air. The sea mirrors the sky by Fresnel's
// law for the refractive index 1.2 of water near 10 um (Downing & Williams, "Optical constants of
// water in the infrared", 1975), all else by its emissivity. A camera below the surface sees
// nothing but its port, at the temperature of the water around it. The lens is that of any camera,
// without a port that bends.
//
// Planes: temperature_K float32; image 8-bit, grey from min_temperature_degc to
// max_temperature_degc.
#pragma once
#include "sensors/frame_sensor.h"
#include "sensors/optical/camera/thermal_camera.h"
#include "sensors/optical/camera_optics.h"

namespace hadal::sensors {

class ThermalSensor : public FrameSensor {
 public:
  // Throws InvalidInput where camera_problems() finds any.
  explicit ThermalSensor(const ThermalSensorModel& model);

  FrameNeeds needs() const override;
  Frame blank() const override;
  void compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const override;
  double listening_s() const override { return 0; }
  const char* noise_stream() const override { return "pixels"; }

 private:
  struct Surfaces {
    std::vector<float> temperature_K, emissivity;
  };
  void prepare(const FrameInput& input, double water_K, double air_K, ThreadArena& arena,
            Surfaces& out) const;

  ThermalSensorModel model_;
  double sky_K_;
  CameraOptics optics_;
  camera::ThermalCamera camera_;
};

}  // namespace hadal::sensors

#include "sensors/optical/thermal_sensor.h"

#include <algorithm>
#include <cmath>

#include "environment/optics/refraction.h"
#include "sensors/make_instrument.h"
#include "sensors/optical/calibration.h"

namespace hadal::sensors {
namespace {

constexpr double kKelvinOfZero = 273.15;
constexpr double kThermalIndex = 1.2;  // of water
constexpr float kThermalNear_m = 0.02f;

camera::ThermalModel pixels_of(const ThermalSensorModel& m) {
  camera::ThermalModel out;
  out.netd_K = m.netd_k;
  return out;
}

}  // namespace

ThermalSensor::ThermalSensor(const ThermalSensorModel& model)
    : model_(model),
      sky_K_(model.sky_degc + kKelvinOfZero),
      optics_(in_air(model)),
      camera_(pixels_of(model), model.width_px, model.height_px) {}

FrameNeeds ThermalSensor::needs() const {
  return {model_.range_m, optics_.seen() | raytrace::kSeenWaterSurface, 0, true};
}

Frame ThermalSensor::blank() const {
  const int w = model_.width_px, h = model_.height_px;
  Frame frame;
  frame.calibration = calibration_of(optics_, model_);
  frame.planes.emplace_back("image", PlaneType::kUint8, h, w, 3);
  frame.planes.emplace_back("temperature_K", PlaneType::kFloat32, h, w);
  return frame;
}

// What every pixel shows. Below the horizon the sea goes on beyond the range.
void ThermalSensor::prepare(const FrameInput& input, double water_K, double air_K,
                            ThreadArena& arena,
                         Surfaces& out) const {
  alignas(64) static constexpr float kMiddle[raytrace::kLanes] = {};
  const RayTable& table = optics_.table();
  const Mat3 R_NS = input.X_NS.q.toRotationMatrix();
  const Vec3 p_A = input.X_NS.p - input.view->anchor_N();
  const uint32_t seen = needs().seen;
  const int across = table.blocks_across();
  arena.for_each(
      static_cast<size_t>(across) * static_cast<size_t>(table.blocks_down()), [&](size_t i) {
        const int block = static_cast<int>(i);
        raytrace::Rays rays;
        raytrace::Hits hits;
        table.rays(block, R_NS, p_A, kMiddle, kMiddle, kThermalNear_m,
                   static_cast<float>(model_.range_m), rays);
        input.view->trace(rays, seen, true, hits);
        for (int k = 0; k < raytrace::kLanes; ++k) {
          const int x = block % across * kBlockSide + k % kBlockSide;
          const int y = block / across * kBlockSide + k / kBlockSide;
          if (x >= table.width_px() || y >= table.height_px()) continue;
          const bool hit = hits.instance[k] >= 0;
          const bool sea =
              hit ? (input.view->instance(hits.instance[k]).seen & raytrace::kSeenWaterSurface) != 0
                  : rays.dz[k] > 0;
          const double cosine = hit ? std::abs(rays.dx[k] * hits.nx[k] + rays.dy[k] * hits.ny[k] +
                                               rays.dz[k] * hits.nz[k])
                                    : std::abs(rays.dz[k]);
          const size_t pixel = static_cast<size_t>(y) * static_cast<size_t>(table.width_px()) +
                               static_cast<size_t>(x);
          out.temperature_K[pixel] = static_cast<float>(sea ? water_K : hit ? air_K : sky_K_);
          out.emissivity[pixel] = static_cast<float>(
              sea   ? 1 - environment::optics::fresnel_reflectance(cosine, 1 / kThermalIndex)
              : hit ? model_.emissivity
                    : 1.0);
        }
      });
}

void ThermalSensor::compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const {
  const environment::Sea& sea = input.light_world->sea();
  const WaveInstant& waves = *input.light->waves;
  const Vec3& p_N = input.X_NS.p;
  const double elevation_m =
      sea.waves().calm() ? 0
                         : sea.waves().elevation(waves.time_s(), p_N.x(), p_N.y(), waves.factor());
  const double water_K = sea.water().temperature(0) + kKelvinOfZero;
  camera::ThermalSurroundings around;
  around.sky_K = sky_K_;
  around.air_K = model_.air_degc ? *model_.air_degc + kKelvinOfZero : water_K;
  around.air_transmission = model_.air_transmission;
  around.submerged = p_N.z() > -elevation_m;
  around.port_K = sea.water().temperature(std::max(0.0, p_N.z())) + kKelvinOfZero;
  const std::span<float> apparent_K = frame.plane("temperature_K").floats();
  Surfaces surfaces{std::vector<float>(apparent_K.size(), static_cast<float>(around.port_K)),
                    std::vector<float>(apparent_K.size(), 1.0f)};
  if (!around.submerged) prepare(input, water_K, around.air_K, arena, surfaces);
  camera_.measure(surfaces.temperature_K, surfaces.emissivity, around, input.number, input.noise,
                  apparent_K, arena);
  const std::span<uint8_t> image = frame.plane("image").bytes();
  const double coldest_K = model_.min_temperature_degc + kKelvinOfZero;
  const double scale = 255 / (model_.max_temperature_degc + kKelvinOfZero - coldest_K);
  for (size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<uint8_t>(
        std::clamp(std::lround((static_cast<double>(apparent_K[i / 3]) - coldest_K) * scale),
                   0L, 255L));
}

template <>
Instrument make_instrument<ThermalSensorModel>(const InstrumentSetup& setup) {
  return std::make_unique<ThermalSensor>(setup.model<ThermalSensorModel>());
}

}  // namespace hadal::sensors

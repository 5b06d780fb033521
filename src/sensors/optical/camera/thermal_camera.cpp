#include "sensors/optical/camera/thermal_camera.h"

#include <cmath>
#include <numbers>

#include "base/check.h"
#include "sensors/optical/camera/pixel_math.h"

namespace hadal::sensors::camera {
namespace {

constexpr double kStefanBoltzmann = 5.670374419e-8;  // W m^-2 K^-4
constexpr double kSecondRadiation = 1.438776877e-2;  // m K
constexpr double kStep_K = 0.25, kRated_K = 300;

// Fraction of a black body's light below a wavelength.
double fraction_below(double wavelength_m, double temperature_K) {
  const double x = kSecondRadiation / (wavelength_m * temperature_K);
  double sum = 0;
  for (int n = 1; n <= 60; ++n) {
    const double term = std::exp(-n * x) / n *
                        (x * x * x + 3 * x * x / n + 6 * x / (n * n) + 6.0 / (1.0 * n * n * n));
    sum += term;
    if (term < 1e-15 * sum) break;
  }
  return 15 / std::pow(std::numbers::pi, 4) * sum;
}

}  // namespace

double band_radiance(double temperature_K, double min_wavelength_m, double max_wavelength_m) {
  const double all = kStefanBoltzmann * std::pow(temperature_K, 4) / std::numbers::pi;
  return all * (fraction_below(max_wavelength_m, temperature_K) - fraction_below(min_wavelength_m,
      temperature_K));
}

ThermalCamera::ThermalCamera(const ThermalModel& model, int width_px, int height_px)
    : model_(model), width_px_(width_px), height_px_(height_px) {
  HADAL_CHECK(model.min_wavelength_m > 0 && model.max_wavelength_m > model.min_wavelength_m);
  HADAL_CHECK(model.coldest_K >= 100 && model.hottest_K <= 3000 &&
              model.hottest_K > model.coldest_K + 1);
  const auto at = [&](double T) { return band_radiance(T, model.min_wavelength_m,
                                                       model.max_wavelength_m); };
  const int count = static_cast<int>(std::ceil((model.hottest_K - model.coldest_K) / kStep_K)) + 1;
  for (int i = 0; i < count; ++i) table_.push_back(at(model.coldest_K + kStep_K * i));
  noise_radiance_ = model.netd_K * (at(kRated_K + 0.01) - at(kRated_K - 0.01)) / 0.02;
}

double ThermalCamera::radiance(double temperature_K) const {
  const double last = static_cast<double>(table_.size() - 1);
  const double at = std::clamp((temperature_K - model_.coldest_K) / kStep_K, 0.0, last);
  const size_t i = std::min(static_cast<size_t>(at), table_.size() - 2);
  return table_[i] + (table_[i + 1] - table_[i]) * (at - static_cast<double>(i));
}

double ThermalCamera::temperature_K(double radiance) const {
  const auto above = std::upper_bound(table_.begin() + 1, table_.end() - 1, radiance);
  const double low = above[-1], part = std::clamp((radiance - low) / (*above - low), 0.0, 1.0);
  return model_.coldest_K + kStep_K * (static_cast<double>(above - table_.begin() - 1) + part);
}

void ThermalCamera::measure(std::span<const float> surface_K, std::span<const float> emissivity,
                            const ThermalSurroundings& around, int64_t frame,
                            const RandomStream& noise, std::span<float> apparent_K,
                            ThreadArena& arena) const {
  const size_t pixels = static_cast<size_t>(width_px_) * static_cast<size_t>(height_px_);
  HADAL_CHECK(surface_K.size() == pixels && emissivity.size() == pixels &&
              apparent_K.size() == pixels);
  const double sky = radiance(around.sky_K), port = radiance(around.port_K);
  const double through = around.air_transmission, air = (1 - through) * radiance(around.air_K);
  for_rows(arena, height_px_, [&](int y) {
    const RowRng rng = row_rng(noise, frame, static_cast<uint32_t>(y));
    const size_t start = static_cast<size_t>(y) * static_cast<size_t>(width_px_);
    for (int x = 0; x < width_px_; ++x) {
      const size_t i = start + static_cast<size_t>(x);
      const double e = std::clamp(static_cast<double>(emissivity[i]), 0.0, 1.0);
      double light = port;
      if (!around.submerged) light = through * (e * radiance(surface_K[i]) + (1 - e) * sky) + air;
      if (noise_radiance_ > 0)
        light += noise_radiance_ *
                 static_cast<double>(normal_pair(rng.bits(static_cast<uint32_t>(x))).first);
      apparent_K[i] = static_cast<float>(temperature_K(light));
    }
  });
}

}  // namespace hadal::sensors::camera

#include "sensors/acoustic/sound_tables.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hadal::sensors {
namespace {

constexpr double kNeper = std::numbers::ln10 / 10;  // of power, per dB
constexpr double kFlattest = 1.0 / 256;             // cosine in place of zero

}  // namespace

WaterPath::WaterPath(const environment::AcousticField& sound, double frequency_hz, double depth_m,
                     double reach_m)
    : speed_m_s_(sound.sound_speed(depth_m)),
      reach_m_(static_cast<float>(reach_m)),
      per_m_(static_cast<float>((kNodes - 1) / (2 * reach_m))) {
  for (int i = 0; i < kNodes; ++i) {
    const double there_m = depth_m + reach_m * (2.0 * i / (kNodes - 1) - 1);
    const double end_m = std::max(there_m, 0.0);  // above the surface nothing is received
    stretch_[i] = static_cast<float>(speed_m_s_ / sound.mean_sound_speed(depth_m, end_m));
    absorption_[i] = static_cast<float>(
        2 * kNeper * sound.absorption_db_per_m(frequency_hz, (depth_m + end_m) / 2));
  }
}

ScatterTable::ScatterTable(const environment::AcousticField& sound, const MaterialTable& materials,
                           double frequency_hz) {
  values_.reserve(materials.materials.size() * (kSteps + 1));
  for (size_t m = 0; m < materials.materials.size(); ++m)
    for (int i = 0; i <= kSteps; ++i) {
      const double cosine = std::max(static_cast<double>(i) / kSteps, kFlattest);
      const double db = sound.scattering_db(static_cast<int>(m), std::asin(cosine), frequency_hz);
      values_.push_back(static_cast<float>(std::pow(10, db / 10) / cosine));
    }
}

}  // namespace hadal::sensors

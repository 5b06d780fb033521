// The water and the surfaces around one sonar at one moment, as tables for many rays.
#pragma once
#include <array>
#include <vector>

#include "environment/acoustic/acoustic_field.h"

namespace hadal::sensors {

// Straight rays from one place, by how much deeper they end. Exact at the nodes, 1/32 of the reach
// apart, linear between.
class WaterPath {
 public:
  WaterPath(const environment::AcousticField& sound, double frequency_hz, double depth_m,
            double reach_m);

  double sound_speed_m_s() const { return speed_m_s_; }  // at the sonar
  // Range that the time of flight seems to be at the sound speed at the sonar, over the true one.
  float stretch(float deeper_m) const { return at(stretch_, deeper_m); }
  // 1/m: there and back over a range r, power falls by exp(-absorption r).
  float absorption(float deeper_m) const { return at(absorption_, deeper_m); }

  // For lanes: a table is kNodes numbers over (deeper + reach) per_m.
  static constexpr int kNodes = 65;
  const float* stretch_table() const { return stretch_.data(); }
  const float* absorption_table() const { return absorption_.data(); }
  float reach_m() const { return reach_m_; }
  float per_m() const { return per_m_; }

 private:
  using Table = std::array<float, kNodes>;
  float at(const Table& table, float deeper_m) const {
    float x = (deeper_m + reach_m_) * per_m_;
    x = x < 0 ? 0 : x > kNodes - 1.001f ? kNodes - 1.001f : x;
    const int i = static_cast<int>(x);
    return table[i] + (table[i + 1] - table[i]) * (x - static_cast<float>(i));
  }
  double speed_m_s_;
  float reach_m_, per_m_;
  Table stretch_, absorption_;
};

// Backscattering strength of every material over the cosine a of the angle to the normal, S / a.
class ScatterTable {
 public:
  ScatterTable(const environment::AcousticField& sound, const MaterialTable& materials,
               double frequency_hz);
  float at(int material, float cosine) const {
    const float x = cosine * kSteps;
    const int i = x < kSteps - 1 ? static_cast<int>(x) : kSteps - 1;
    const float* row = values_.data() + static_cast<ptrdiff_t>(material) * (kSteps + 1) + i;
    return row[0] + (row[1] - row[0]) * (x - static_cast<float>(i));
  }

  // For lanes: kSteps + 1 numbers per material.
  static constexpr int kSteps = 64;
  const float* values() const { return values_.data(); }

 private:
  std::vector<float> values_;
};

}  // namespace hadal::sensors

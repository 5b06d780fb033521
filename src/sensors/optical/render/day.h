// The light of a world over time: sky, sun, what reaches into the water, and lamps, as bands for
// the renderer (light.h).
//
// Sky and water change slowly: they are made anew every kSkyStep_s of the clock, always for a whole
// multiple of it, so that a frame has the same light whatever was asked before, and whenever the
// turbidity is changed.
#pragma once
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/last_made.h"
#include "environment/optics/underwater_light.h"
#include "sensors/optical/render/light.h"
#include "sensors/optical/render/sky_table.h"
#include "world/world.h"

namespace hadal::sensors {

constexpr double kSkyStep_s = 10;

// What all cameras of a moment share.
struct Day {
  Light light;  // without lamps, surface_z for an anchor at the surface
  SkyTable sky;
  Vec3 toward_sun_N{0, 0, -1};  // or the moon, in air
  environment::optics::Bands bands;
  std::array<double, 3> white{1, 1, 1};  // channels of daylight of 1 lx on level ground
  double illuminance_lx = 0;
};

class DayMaker {
 public:
  explicit DayMaker(const World& world);
  std::shared_ptr<const Day> at(double time_s, double turbidity_ntu) const;
  // Of the surface; 1 in a world without water to see.
  double water_index() const { return water_index_; }
  // A lamp at full level with its place and axis relative to the anchor; `fraction` of its light.
  LampLight lamp(const Day& day, int index, const Pose& X_AS, double fraction) const;

 private:
  std::shared_ptr<const Day> make(int64_t step, double turbidity_ntu) const;

  environment::optics::WaterRecipe recipe_;
  SkyModel sky_;
  environment::optics::GeoPosition place_;
  int64_t start_unix_ns_;
  double water_index_;
  std::vector<Lamp> lamps_;
  std::vector<size_t> lighting_;                          // of each lamp, in lightings_
  std::vector<environment::optics::Lighting> lightings_;  // daylight first
  LastMade<std::pair<int64_t, double>, Day> last_;        // by step and turbidity
};

}  // namespace hadal::sensors

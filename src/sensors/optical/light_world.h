// What all cameras of a world share: how its materials look, the light of the day, lamps, and the
// waves and caustics of a moment.
//
// It follows from the scenario alone and is shared by all runs; any thread. A LightInstant is made
// on the simulation's thread when a frame is taken and belongs to it from then on. Waves and
// caustics are computed once per time stamp, by the first camera that needs them, and shared by
// all. Ripples are those of the wind at load: later changes of the wind move the glitter of the
// surface, not the ripples and their caustics.
#pragma once
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "base/last_made.h"
#include "environment/sea.h"
#include "sensors/optical/drifters.h"
#include "sensors/optical/render/caustics.h"
#include "sensors/optical/render/day.h"
#include "sensors/relief/texture_tiles.h"
#include "sensors/optical/render/wave_tile.h"
#include "sensors/optical/surface_appearance.h"
#include "sensors/rays/ray_world.h"
#include "world/world.h"

namespace hadal::sensors {

// Ripples and caustics at one time.
class WaveInstant {
 public:
  WaveInstant(const Ripples& ripples, double time_s, double factor, const Vec3& toward_sun_N,
              double depth_m, double water_index);
  // Computes at the first call; any thread.
  const WaveTile& tile() const { return made().tile; }
  const Caustics& caustics() const { return made().caustics; }
  double time_s() const { return time_s_; }
  double factor() const { return factor_; }

 private:
  struct Content {
    WaveTile tile;
    Caustics caustics;
  };
  const Content& made() const;

  const Ripples& ripples_;
  double time_s_, factor_, depth_m_, water_index_;
  Vec3 toward_sun_N_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<Content> content_;
};

// A lamp that shines: its place in N, and the fraction of its light during the exposure.
struct LitLamp {
  int index = 0;
  Pose X_NS;
  double level = 1;
};

struct LightInstant {
  std::shared_ptr<const Day> day;
  std::shared_ptr<const WaveInstant> waves;
  std::vector<LitLamp> lamps;
  double wind_speed_m_s = 0;
  double bottom_m = std::numeric_limits<double>::infinity();  // z of the ground below the camera
  DriftInstant drift;
};

// What can be changed while a simulation runs.
struct LightConditions {
  double wave_factor = 1;
  double wind_speed_m_s = 0;
  double turbidity_ntu = 0;
  double day_time_s = 0;   // since the start of the clock, of the sun and the moon
  double wave_time_s = 0;  // see environment::SeaInstant
};

class LightWorld {
 public:
  // Keeps the sea.
  LightWorld(const World& world, const environment::Sea& sea);

  // lamp_level: of each lamp, 0 off.
  std::shared_ptr<LightInstant> at(const World& world, double time_s, double exposure_s,
                                  const LightConditions& conditions,
                                  std::span<const double> lamp_level,
                                  const LinkPoses& poses) const;

  const TextureTiles& tiles() const { return tiles_; }
  // By material, then those of shapes, then those of scenery.
  std::span<const Appearance> appearances() const { return surfaces_.appearances; }
  std::span<const ImageTexture> textures() const { return surfaces_.textures; }
  const DayMaker& days() const { return days_; }
  const environment::Sea& sea() const { return sea_; }
  const Drifters& drifters() const { return drifters_; }

 private:
  const environment::Sea& sea_;
  DayMaker days_;
  Drifters drifters_;
  TextureTiles tiles_;
  SurfaceAppearances surfaces_;
  std::unique_ptr<Ripples> ripples_;
  struct WaveKey {
    double time_s = 0, factor = 0, depth_m = 0;
    Vec3 toward_sun_N = Vec3::Zero();
    bool operator==(const WaveKey&) const = default;
  };
  LastMade<WaveKey, WaveInstant> last_waves_;
};

}  // namespace hadal::sensors

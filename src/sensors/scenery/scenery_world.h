// Weed, corals, stones, starfish and fish as rays see them. Copies are scattered at load over the
// seabed (environment/life/scatter.h) and share few shapes; views of them are made for each frame.
//
// Detail: shapes come in kDetailLevels; a copy takes the one for the angle under which it is seen
// from the sensor's vehicle, and none when that is less than a pixel or so.
// Weed: all plants of a meadow share variants x kSwayBins bent shapes. They are bent anew for each
// time stamp, by the current at the meadow and the orbital motion of the waves there (sway.h), when
// the first frame of that stamp needs them, and shared by all instruments. The bins differ in their
// rest attitude, in the phase of their flutter and by some tenths of a second in the waves.
// Fish: kBeatPhases shapes over a beat of the tail; the nearest one is shown. Each fish has its own
// size and tint.
//
// Copies are numbered through all growth in the order of the scenario, then through all fish, from
// load on (raytrace::Instance::scenery).
#pragma once
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "environment/life/living.h"
#include "environment/sea.h"
#include "raytrace/scene.h"
#include "world/world.h"

namespace hadal::sensors {

constexpr int kSwayBins = 4, kBeatPhases = 8;

// Where a view looks from.
struct SceneryReach {
  Vec3 anchor_N, centre_N;
  double reach_m = 0;
  uint32_t seen = 0;  // raytrace::Seen bits
};

// A plant, coral or stone where it grows.
struct GrowthCopy {
  Vec3 p_N;
  Mat3 R;
  double scale, radius_m;
  int variant, bin, material, appearance;
};

class SceneryWorld {
 public:
  SceneryWorld(const World& world, const environment::Sea& sea);  // keeps the sea
  ~SceneryWorld();
  bool empty() const { return instant_size_ == 0; }
  // Strews copies and makes their shapes; nothing is placed before.
  void prepare(const World& world, const raytrace::Scene& scene);
  bool prepared() const { return prepared_; }
  int copies() const { return copies_; }  // growth and fish
  // The copies of the i-th piece of growth, in the order of World::scenery; once prepared.
  std::span<const GrowthCopy> growth(size_t i) const;

  // Of scenery_moment.h; 0 without scenery.
  size_t instant_size() const { return instant_size_; }
  void keep(const World& world, const environment::SeaInstant& instant, const State& state,
            std::span<double> values) const;

  // Adds what is there at a moment kept before. Any thread.
  void place(std::span<const double> instant, double time_s, double wave_factor,
             const raytrace::Scene& scene, const SceneryReach& reach,
             std::vector<raytrace::Placed>& things) const;

 private:
  struct Growth;
  std::unique_ptr<Growth> grow(const World& world, size_t scenery, const raytrace::Scene& scene);
  struct Meadow;
  struct Swarm;
  void place_growth(const Growth& growth, const raytrace::Scene& scene, const SceneryReach& reach,
                    std::vector<raytrace::Placed>& things) const;
  void place_fish(const Swarm& swarm, std::span<const double> instant, const SceneryReach& reach,
                  std::vector<raytrace::Placed>& things) const;
  void begin_stamp(std::span<const double> instant, double time_s, double wave_factor) const;

  const environment::Sea& sea_;
  std::vector<std::unique_ptr<Growth>> growth_;
  std::vector<std::unique_ptr<Meadow>> meadows_;
  std::vector<std::unique_ptr<Swarm>> swarms_;
  std::vector<Vec3> weed_positions_N_;  // of the water that bends each meadow
  size_t instant_size_ = 0;
  int copies_ = 0;
  bool prepared_ = false;
  // Weed as it is bent at one moment, for the instruments that ask for that one.
  mutable std::mutex mutex_;           // of the meadows and their stamp
  mutable std::vector<double> stamp_;  // time, factor and currents of the bent weed
};

}  // namespace hadal::sensors

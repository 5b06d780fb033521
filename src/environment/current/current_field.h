// The velocity of the water: the sum of any number of currents (kinds/currents/current.h), each
// limited to its layer of depth. The field itself is constant. What changes lives with the caller,
// so that snapshots, replays and hashes cover it:
//   processes     the numbers of the random processes, source by source; advanced once per step by
//                 step_processes.
//   live          four doubles per source, a multiplier and an added velocity (north, east, down):
//                 what a user changes while the simulation runs. A source contributes
//                 multiplier * v_source(t, p) + added within its layer.
//   scratch       what depends on time only, written by prepare once per tick; not state.
//
// A query is then a sum over the sources that depend on the place; it allocates nothing, and many
// threads may ask at once. Positions are in N (z = depth), velocities in N, m/s; times are seconds
// after the start of the simulation, which is a moment of the world clock (for the tides).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "environment/earth/sea_map.h"
#include "kinds/currents/current.h"

namespace hadal::environment {

class CurrentField {
 public:
  CurrentField() : CurrentField(std::vector<CurrentSource>{}) {}
  // Prepared sources; those with a raster must be open.
  explicit CurrentField(std::vector<CurrentSource> sources);
  // Opens the rasters of sources and reads as much of them as a run of this length needs. Problems
  // have the key of the scenario.
  static Result<CurrentField> open(std::vector<CurrentSource> sources, int64_t start_unix_ns,
                                   double duration_s, const SeaMap& map);

  // Number of doubles of each caller-owned span.
  size_t process_size() const { return process_size_; }
  size_t live_size() const { return kLiveSize * sources_.size(); }
  size_t scratch_size() const { return kCommonSize + kScratchSize * sources_.size(); }

  // What the user should know of records that do not cover a run of this length, or reach_m around
  // the origin, or have gaps. The key is that of the current in the scenario.
  Problems notes(double duration_s, double reach_m) const;
  // Whether some source depends on the seabed below the place.
  bool needs_seabed() const { return needs_seabed_; }

  // Draws the processes from their stationary distribution. Uses tick 0 of the stream.
  void start_processes(const RandomStream& stream, std::span<double> processes) const;
  // Advances the processes by one step that ends at `tick` (>= 1).
  void step_processes(const RandomStream& stream, int64_t tick, double dt_s,
                      std::span<double> processes) const;

  // Multiplier 1, nothing added.
  static void reset_live(std::span<double> live);
  // Multiplies what the source says by a factor.
  static void scale(size_t source, double factor, std::span<double> live);
  // Adds a velocity to what the source says.
  static void add_uniform(size_t source, const Vec3& velocity_N, std::span<double> live);
  // Replaces what the source says by a velocity.
  static void set_uniform(size_t source, const Vec3& velocity_N, std::span<double> live);

  void prepare(double time_s, std::span<const double> live, std::span<const double> processes,
               std::span<double> scratch) const;

  // seabed_depth_m: of the seabed below p_N, for the sources that have none of their own.
  Vec3 velocity(const Vec3& p_N, std::span<const double> scratch,
                double seabed_depth_m = kNoSeabed) const;

 private:
  static constexpr size_t kLiveSize = 4, kScratchSize = 4;
  static constexpr size_t kCommonSize =
      4;  // sum of the sources that are alike everywhere; the time

  // A source that depends on the place, by its formula or by its layer.
  struct Local {
    size_t source;
    double top_m, bottom_m;
    const CurrentKind* kind;
    const void* config;
  };

  std::vector<CurrentSource> sources_;
  size_t process_size_ = 0;
  bool needs_seabed_ = false;
  std::vector<Local> locals_;
  std::vector<char> everywhere_;  // per source: no layer and no profile, part of the common sum
};

}  // namespace hadal::environment

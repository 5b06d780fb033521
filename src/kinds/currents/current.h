// A kind of current. It is a struct with its parameters and what computes from them,
//
//   struct ShearCurrent : CurrentConfig {
//     double surface_speed_m_s = 0, shear_per_s = 0;
//     static const StructSchema& schema();      // current_schema<ShearCurrent>("shear", "...")...
//     Vec3 velocity_N(const Vec3& p_N, double time_s, double seabed_depth_m) const;
//   };
//
// and one line in list.cpp; its file defines built_in_current<ShearCurrent>(). It has one of
//   Vec3 velocity_N(const Vec3& p_N, double time_s, double seabed_depth_m) const
//     where the water differs from place to place; seabed_depth_m is that below the place or
//     kNoSeabed. double factor(double time_s) const may stand beside it for what depends on
//     time alone, and is then asked for once per moment.
//   Vec3 velocity_everywhere_N(double time_s, const double* process) const
//     where it is the same everywhere; asked for once per moment.
// and may have
//   void prepare(const CurrentRun&, CheckReport&)   what follows from the parameters and the run
//   bool needs_seabed() const                       velocity_N depends on the seabed below
//   kProcessSize with start_process(xi, process) and step_process(dt_s, xi, process)
//     a random process of so many numbers, kept in the state; xi: as many standard normal numbers
//   TableFile table_file()                          a table that the reader of scenarios fills in
//   CurrentRasterFile raster_file() and Problems open(const GridOpener&)
//     a raster that stays in its file until a run opens it
//   std::vector<std::string> notes(double duration_s, double reach_m) const
//     what the user should know of measurements that do not cover the run or have gaps
//
// World N, z = depth down from the mean surface; velocities in m/s; times are seconds after the
// start of the run. Directions are headings, clockwise from north, and say where the water goes TO.
#pragma once
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "hadal/schema.h"
#include "kinds/checks.h"
#include "kinds/table_file.h"
#include "math/types.h"

namespace hadal::inline kinds {

// Stands for "no seabed known here".
constexpr double kNoSeabed = std::numeric_limits<double>::infinity();
constexpr Bounds kWaterSpeed{-20, 20};

// What every current has: a name for live changes, and a layer it may be limited to. It acts where
// top_m <= depth < bottom_m.
struct CurrentConfig {
  std::string name;
  std::optional<double> top_m;
  std::optional<double> bottom_m;
};

// The fields every current has; those of the kind follow.
template <class T>
StructBuilder<T> current_schema(const char* kind, const char* doc) {
  return StructBuilder<T>(kind, doc)
      .name("name", &T::name, "Name for live changes and the log.")
      .number("top_m", &T::top_m, "Acts only below this depth.", kDepth)
      .number("bottom_m", &T::bottom_m, "Acts only above this depth.", kDepth)
      .check([](const T& c, CheckReport& report) {
        if (c.top_m && c.bottom_m && *c.top_m >= *c.bottom_m)
          report.fail("bottom_m", "must be deeper than top_m");
      });
}

// The run in which a current flows.
struct CurrentRun {
  int64_t start_unix_ns = 0;
  int64_t end_unix_ns = 0;
  double latitude_deg = 0;  // of the origin
  bool has_seabed = false;
};

// A raster that is named in full and checked against its checksum when the scenario is read.
struct CurrentRasterFile {
  std::string& file;
  std::string& checksum;
};

// A file of velocities over longitude, latitude, depth and time.
struct VelocityFile {
  // Its times are those of the world clock, or count from the start of the run.
  enum class Times { kClock, kStart };

  std::string file;
  std::string east, north, down;  // names of variables or numbers of bands; found if empty
  Times times = Times::kClock;
  double memory_bytes = 512e6;    // most that it may take
};

// Such velocities in memory, in the axes of the world plane.
class VelocityGrid {
 public:
  virtual ~VelocityGrid() = default;
  virtual Vec3 velocity_N(const Vec3& p_N, double unix_s) const = 0;
  // What of a run lies outside, and what had no value in the file: sentences for the user.
  //   reach_m: how far from the origin the run may go.
  virtual std::vector<std::string> notes(double from_unix_s, double to_unix_s,
                                         double reach_m) const = 0;
};

// Reads as much of a file as the run needs. Handed in, because kinds open no rasters themselves.
using GridOpener =
    std::function<Result<std::shared_ptr<const VelocityGrid>>(const VelocityFile& file)>;

// Everything there is to know of a kind; made by current_kind<T>(). What it has not is null.
struct CurrentKind {
  const StructSchema& (*schema)() = nullptr;
  void (*prepare)(void* config, const CurrentRun&, CheckReport&) = nullptr;
  bool (*needs_seabed)(const void* config) = nullptr;
  size_t process_size = 0;
  void (*start_process)(const void* config, const double* xi, double* process) = nullptr;
  void (*step_process)(const void* config, double dt_s, const double* xi,
                       double* process) = nullptr;
  TableFile (*table_file)(void* config) = nullptr;
  CurrentRasterFile (*raster_file)(void* config) = nullptr;
  Problems (*open)(void* config, const GridOpener&) = nullptr;
  std::vector<std::string> (*notes)(const void* config, double duration_s,
                                    double reach_m) = nullptr;
  Vec3 (*velocity_everywhere_N)(const void* config, double time_s, const double* process) = nullptr;
  double (*factor)(const void* config, double time_s) = nullptr;
  Vec3 (*velocity_N)(const void* config, const Vec3& p_N, double time_s,
                     double seabed_depth_m) = nullptr;
};

template <class T>
constexpr CurrentKind current_kind() {
  CurrentKind kind;
  kind.schema = &T::schema;
  if constexpr (requires(T t, const CurrentRun& run, CheckReport& r) { t.prepare(run, r); })
    kind.prepare = [](void* c, const CurrentRun& run, CheckReport& report) {
      static_cast<T*>(c)->prepare(run, report);
    };
  if constexpr (requires(const T t) { t.needs_seabed(); })
    kind.needs_seabed = [](const void* c) { return static_cast<const T*>(c)->needs_seabed(); };
  if constexpr (requires { T::kProcessSize; }) {
    kind.process_size = T::kProcessSize;
    kind.start_process = [](const void* c, const double* xi, double* process) {
      static_cast<const T*>(c)->start_process(xi, process);
    };
    kind.step_process = [](const void* c, double dt_s, const double* xi, double* process) {
      static_cast<const T*>(c)->step_process(dt_s, xi, process);
    };
  }
  if constexpr (requires(T t) { t.table_file(); })
    kind.table_file = [](void* c) { return static_cast<T*>(c)->table_file(); };
  if constexpr (requires(T t) { t.raster_file(); }) {
    kind.raster_file = [](void* c) { return static_cast<T*>(c)->raster_file(); };
    kind.open = [](void* c, const GridOpener& opener) { return static_cast<T*>(c)->open(opener); };
  }
  if constexpr (requires(const T t) { t.notes(0.0, 0.0); })
    kind.notes = [](const void* c, double duration_s, double reach_m) {
      return static_cast<const T*>(c)->notes(duration_s, reach_m);
    };
  if constexpr (requires(const T t) { t.velocity_everywhere_N(0.0, nullptr); })
    kind.velocity_everywhere_N = [](const void* c, double time_s, const double* process) {
      return static_cast<const T*>(c)->velocity_everywhere_N(time_s, process);
    };
  else
    kind.velocity_N = [](const void* c, const Vec3& p_N, double time_s, double seabed_depth_m) {
      return static_cast<const T*>(c)->velocity_N(p_N, time_s, seabed_depth_m);
    };
  if constexpr (requires(const T t) { t.factor(0.0); })
    kind.factor = [](const void* c, double t) { return static_cast<const T*>(c)->factor(t); };
  return kind;
}

// A current of a world: the parameters of a kind, prepared for the run.
struct CurrentSource {
  std::string name;
  const CurrentKind* kind = nullptr;
  AnyConfig config;
  // Every current derives from CurrentConfig first, so that its address is the common part's.
  const CurrentConfig& common() const { return *static_cast<const CurrentConfig*>(config.data()); }
};

// The unit vector of a heading.
inline Vec3 unit_toward(double toward_rad) {
  return {std::cos(toward_rad), std::sin(toward_rad), 0};
}

// Fails unless a profile above the seabed knows where that is.
inline void check_seabed(const std::optional<double>& own_depth_m, const CurrentRun& run,
                         CheckReport& report) {
  if (!own_depth_m && !run.has_seabed)
    report.fail("seabed_depth_m", "expected a depth, as there is no environment.seabed");
}

}  // namespace hadal::kinds

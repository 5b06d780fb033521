// A kind of sensor that gives readings: rows of numbers at a rate. It is a struct with its parameters
// and what computes from them,
//
//   struct Sniffer : hadal::extension::SensorConfig {
//     double threshold_ppb = 1;
//     NoiseModel noise;
//     static const StructSchema& schema();       // sensor_schema<Sniffer>("sniffer", "...").number(...)
//     std::vector<Column> columns() const;       // {{"concentration_ppb", "ppb"}}
//     std::vector<NoiseGroup> noise_groups() const;
//     bool measure(const SensorContext& now, SensorSample& sample) const;
//   };
//
// and one line in a list of kinds, sensor_kind<Sniffer>(). Strict YAML, `describe`, rate, latency,
// dropout, noise stack, log columns, truth twin, snapshot, hash and replay follow from it.
//
// Optional members: memory_size() and reset(memory) for what it remembers between samples (part of
// the state, zero unless reset() says otherwise), realign(memory) after its vehicle was put
// elsewhere, reach_m() and kSees when it casts rays, beams() for viewers, prepare(SensorSetting&) for
// what follows from its parameters and its vehicle once at load, kListens when it reads other
// sensors of its vehicle, kMessage for a message of its own in the log.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "hadal/export.h"
#include "hadal/extension/kind_error.h"
#include "hadal/extension/sea.h"
#include "hadal/schema.h"

namespace hadal HADAL_API {
namespace extension {

// The keys that every sensor has.
struct SensorConfig {
  std::string name;
  std::string model;  // preset file
  std::string link;
  std::string mount;  // place of the vehicle that the next two start from
  Vector3 position_m{};
  Vector3 rpy_deg{};
  double rate_hz = 10;
  double dropout = 0;    // probability that a reading is lost
  double latency_s = 0;  // from the measurement to its arrival
};

// One number of a reading. The name wears its unit (depth_m), the unit stands beside it ("m").
struct Column {
  std::string name;
  std::string unit;
};

enum class BiasKind { kNone, kRandomWalk, kGaussMarkov };

// Errors of one group of channels, in the unit of the channel, in the order they act.
struct NoiseModel {
  double misalignment_std_rad = 0;  // small rotation about each axis; groups of three only
  double scale_factor_std = 0;      // relative
  double bias = 0;                  // known, equal on every channel
  double turn_on_bias_std = 0;      // drawn once per run
  BiasKind bias_kind = BiasKind::kNone;
  double bias_random_walk = 0;           // K, unit/sqrt(s); random walk only
  double bias_std = 0;                   // stationary; Gauss-Markov only
  double bias_correlation_time_s = 100;  // Gauss-Markov only
  double white_density = 0;              // N, unit/sqrt(Hz): sample std N/sqrt(dt)
  double white_std = 0;                  // per sample, added in quadrature
  double quantum = 0;                    // 0: none
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  static const StructSchema& schema();
};

// Channels that share a noise model, in the order in which measure() hands them to add_noise().
struct NoiseGroup {
  NoiseModel model;
  size_t channels = 1;
};

// Messages of the log that a reading may become; each finds its columns by name
// (outputs/reading_messages.cpp).
enum class ReadingMessage {
  kScalars,  // hadal_msgs/Scalars, any columns
  kImu,
  kFluidPressure,
  kMagneticField,
  kNavSatFix,
  kOdometry,
  kBatteryState,
  kRange,
  kJointState,
  kWrench,
  // These need more than columns: for built-in kinds only.
  kDvl,
  kCurrentProfile,
  kPacket,
};

// Instruments that bodies and layers of silt show themselves to or not (seen_by of a shape).
enum class InstrumentClass { kCamera, kSonar, kLidar, kDvl };

struct Ray {
  Vector3 p_N{};
  Vector3 direction_N{};  // unit vector
  double max_range_m = 0;
};
struct RayHit {
  double range_m = std::numeric_limits<double>::infinity();  // nothing within reach
  Vector3 normal_N{};
  Vector3 velocity_N{};  // of the surface that is hit
  std::string_view material;
};

// Of a thruster of the own vehicle.
struct ThrusterReading {
  double rate_rad_s = 0;
  double thrust_n = 0;
  double torque_nm = 0;
  double power_w = 0;
};

// What links of the own vehicle touch, over all points of contact.
struct ContactReading {
  int points = 0;
  Vector3 force_N{};         // sum, N, in axes N
  double penetration_m = 0;  // deepest
  double slip_m_s = 0;       // fastest sliding of one point
};
constexpr int kSeabed = -1;  // among the numbers of bodies

// Of a joint of the own vehicle: rad, rad/s, N m of a hinge; m, m/s, N of a slide.
struct JointReading {
  double position = 0;
  double velocity = 0;
  double effort = 0;  // of its drive
};
// A joint as a sensor knows it at load.
struct JointOfVehicle {
  int number = 0;
  bool slides = false;
};

// The last reading of another sensor of the own vehicle that has arrived.
struct OtherReading {
  double time_s = -1;  // when it was measured; below 0: none has arrived
  bool valid = false;
  std::span<const double> values;  // one per column
};

// The truth around a sensor when it measures. S is the frame of the sensor, mounted on body B.
class SensorContext {
 public:
  virtual ~SensorContext() = default;
  virtual int64_t tick() const = 0;
  virtual double time_s() const = 0;
  virtual const Motion& body() const = 0;
  virtual const Placement& X_BS() const = 0;
  virtual Vector3 earth_rate_N() const = 0;  // rotation of the Earth; zero in a still frame
  virtual const Sea& sea() const = 0;
  // First things met by rays, the own vehicle left out. At most as far as reach_m() of the kind.
  virtual void cast(std::span<const Ray> rays, std::span<RayHit> hits) const = 0;
  // Thrusters 0, 1, 2, ... of the own vehicle; SensorSetting tells how many.
  virtual ThrusterReading thruster(int index) const = 0;
  // Drawn from the battery of the vehicle, mean since the last sample.
  virtual double electrical_power_w() const = 0;
  // Contacts of some links of the own vehicle (none given: all) with some bodies (none given: with
  // everything), by the numbers of SensorSetting.
  virtual ContactReading contact(std::span<const int> links, std::span<const int> against) const = 0;
  // By the number of SensorSetting.
  virtual JointReading joint(int) const { return {}; }
  // What the parent of the sensor's link exerts on it through the joint between them, mean over the
  // last step, at the origin of the link in its axes; by the number of SensorSetting.
  virtual Wrench transmitted_wrench(int) const { return {}; }
  // Of a sensor by the number of SensorSetting; for kinds with kListens, which measure last.
  virtual OtherReading reading(int) const { return {}; }
};

// One sample: what measure() fills.
class SensorSample {
 public:
  virtual ~SensorSample() = default;
  int64_t number = 0;        // 0, 1, 2, ...
  std::span<double> memory;  // memory_size() numbers, kept between samples
  std::span<double> truth;   // one per column: the reading of a perfect instrument
  std::span<double> values;  // one per column: the reading
  // Puts the errors of noise_groups() on the channels, in their order; once per sample. False: this
  // reading is lost. `noisy` may be the same memory.
  virtual bool add_noise(std::span<const double> perfect, std::span<double> noisy) = 0;
  // Random numbers, pure functions of (run seed, sensor, stream, draw, index); `draw` is the number of
  // the sample, or whatever tells this draw from others of the stream.
  virtual double normal(std::string_view stream, int64_t draw, uint32_t index) = 0;
  // Two independent ones at the price of one; index counts pairs.
  virtual std::array<double, 2> normal_pair(std::string_view stream, int64_t draw,
                                            uint32_t index) = 0;
  virtual double uniform(std::string_view stream, int64_t draw, uint32_t index) = 0;  // (0, 1)
};

// Another sensor of the own vehicle, as a kind that listens to it knows it.
struct OtherSensor {
  int number = -1;
  std::vector<Column> columns;
  Placement X_BS;  // on its link
};

// What a sensor may know of its surroundings at load.
class SensorSetting {
 public:
  virtual ~SensorSetting() = default;
  virtual double step_s() const = 0;
  virtual int thrusters() const = 0;  // of the own vehicle
  // Number of a link of the own vehicle, and of a vehicle or object (or "seabed", kSeabed). An
  // unknown name is a problem of the scenario at this key of the sensor; the number is then 0.
  virtual int link(const std::string& name, const std::string& key) = 0;
  virtual int body(const std::string& name, const std::string& key) = 0;
  // A joint of the own vehicle, by the name of its link; problems likewise.
  virtual JointOfVehicle joint(const std::string&, const std::string& /*key*/) { return {}; }
  // Number of the wrench that is transmitted to the sensor's link; one that hangs on nothing is a
  // problem.
  virtual int transmitted_wrench() { return 0; }
  // Another sensor of the own vehicle that gives this column; problems likewise.
  virtual OtherSensor sensor(const std::string&, const std::string& /*column*/,
                             const std::string& /*key*/) {
    return {};
  }
  // Whether SensorContext::earth_rate_N() will be that of the Earth.
  virtual bool earth_rotates() const { return false; }
  // A problem of the scenario at this key of the sensor.
  virtual void fail(const std::string& /*key*/, const std::string& /*message*/) {}
};

// Beams that viewers draw.
struct Beams {
  std::vector<Vector3> directions_S;
  double range_m = 0;
};

// Everything there is to know of a kind; made by sensor_kind<T>(). What is null is not there.
struct SensorKind {
  const StructSchema& (*schema)() = nullptr;
  bool checked = false;  // of an extension: the run stops when it gives what is not finite
  ReadingMessage message = ReadingMessage::kScalars;
  InstrumentClass sees = InstrumentClass::kSonar;
  bool listens = false;  // to other sensors: it measures after those that do not
  std::shared_ptr<void> (*copy)(const void* config) = nullptr;
  void (*prepare)(void* config, SensorSetting&) = nullptr;
  std::vector<Column> (*columns)(const void* config) = nullptr;
  std::vector<NoiseGroup> (*noise_groups)(const void* config) = nullptr;
  size_t (*memory_size)(const void* config) = nullptr;
  void (*reset)(const void* config, std::span<double> memory) = nullptr;
  void (*realign)(const void* config, std::span<double> memory) = nullptr;
  double (*reach_m)(const void* config) = nullptr;
  Beams (*beams)(const void* config) = nullptr;
  bool (*measure)(const void* config, const SensorContext&, SensorSample&) = nullptr;
};

template <class T>
constexpr SensorKind sensor_kind() {
  static_assert(std::is_base_of_v<SensorConfig, T>, "a sensor derives from SensorConfig first");
  SensorKind kind;
  kind.schema = &T::schema;
  if constexpr (requires { T::kMessage; }) kind.message = T::kMessage;
  if constexpr (requires { T::kSees; }) kind.sees = T::kSees;
  if constexpr (requires { T::kListens; }) kind.listens = T::kListens;
  kind.copy = [](const void* c) -> std::shared_ptr<void> {
    return std::make_shared<T>(*static_cast<const T*>(c));
  };
  if constexpr (requires(T t, SensorSetting& s) { t.prepare(s); })
    kind.prepare = [](void* c, SensorSetting& s) {
      return call_kind<T>([&] { static_cast<T*>(c)->prepare(s); });
    };
  kind.columns = [](const void* c) {
    return call_kind<T>([&] { return static_cast<const T*>(c)->columns(); });
  };
  kind.noise_groups = [](const void* c) {
    return call_kind<T>([&] { return static_cast<const T*>(c)->noise_groups(); });
  };
  if constexpr (requires(const T t) { t.memory_size(); })
    kind.memory_size = [](const void* c) {
      return call_kind<T>([&] { return static_cast<const T*>(c)->memory_size(); });
    };
  if constexpr (requires(const T t, std::span<double> m) { t.reset(m); })
    kind.reset = [](const void* c, std::span<double> m) {
      return call_kind<T>([&] { static_cast<const T*>(c)->reset(m); });
    };
  if constexpr (requires(const T t, std::span<double> m) { t.realign(m); })
    kind.realign = [](const void* c, std::span<double> m) {
      return call_kind<T>([&] { static_cast<const T*>(c)->realign(m); });
    };
  if constexpr (requires(const T t) { t.reach_m(); })
    kind.reach_m = [](const void* c) {
      return call_kind<T>([&] { return static_cast<const T*>(c)->reach_m(); });
    };
  if constexpr (requires(const T t) { t.beams(); })
    kind.beams = [](const void* c) {
      return call_kind<T>([&] { return static_cast<const T*>(c)->beams(); });
    };
  kind.measure = [](const void* c, const SensorContext& now, SensorSample& sample) {
    return call_kind<T>([&] { return static_cast<const T*>(c)->measure(now, sample); });
  };
  return kind;
}

// Schemas. Name, preset and mounting:
template <class T>
StructBuilder<T> mounted_schema(const char* kind, const char* doc) {
  static_assert(std::is_base_of_v<SensorConfig, T>);
  return StructBuilder<T>(kind, doc)
      .name("name", &T::name, "Name, unique on the vehicle; part of its topic.")
      .required()
      .text("model", &T::model, "A file of models/sensors whose keys it takes over.")
      .text("link", &T::link, "The link it is mounted on; the first if left out.")
      .text("mount", &T::mount, "Or a mount point of the vehicle, by name.")
      .vector("position_m", &T::position_m, "Position on the link, or from the mount point.",
              kMountPosition)
      .vector("rpy_deg", &T::rpy_deg, "Mounting: roll, pitch, yaw.", {-360, 360})
      .check([](const T& c, CheckReport& r) {
        if (!c.link.empty() && !c.mount.empty())
          r.fail("mount", "the mount point says the link too; give one of link and mount");
      });
}

// How readings arrive.
template <class T>
StructBuilder<T> with_delivery(StructBuilder<T> builder) {
  return std::move(builder)
      .number("dropout", &T::dropout, "Probability that a reading is lost.", kFraction)
      .number("latency_s", &T::latency_s, "Time from measurement to arrival.", {0, 60});
}

// A sensor that measures at a rate.
template <class T>
StructBuilder<T> sensor_schema(const char* kind, const char* doc) {
  return with_delivery<T>(mounted_schema<T>(kind, doc).number(
      "rate_hz", &T::rate_hz, "Readings per second.", {1e-4, 100000}));
}

// A check for groups of other than three channels: a misalignment turns three axes into each other.
template <class T>
auto refuse_misalignment(std::vector<std::pair<const char*, NoiseModel T::*>> groups) {
  return [groups](const T& config, CheckReport& report) {
    for (const auto& [name, group] : groups)
      if ((config.*group).misalignment_std_rad > 0)
        report.fail(std::string(name) + ".misalignment_deg",
                    "only a measurement of three axes can be misaligned");
  };
}

}  // namespace extension
}  // namespace hadal HADAL_API

#include "outputs/reading_messages.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/check.h"
#include "kinds/sensors/adcp.h"
#include "kinds/sensors/altimeter.h"
#include "kinds/sensors/battery.h"
#include "kinds/sensors/dvl.h"
#include "kinds/sensors/encoder.h"
#include "math/arrays.h"
#include "math/frames.h"
#include "math/units.h"

namespace hadal::outputs {
namespace {

using extension::ReadingMessage;

Vector3 to_message(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
Quaternion to_message(const Quat& q) {
  return {q.x(), q.y(), q.z(), q.w()};
}

// The variance of what differs from reading to reading: white noise, a bias that wanders about its
// mean, and rounding. What stays the same in a run (turn-on bias, scale, misalignment) or grows
// without bound (random walk) has none.
double variance_of(const extension::NoiseModel& noise, double rate_hz, double factor) {
  const double white = noise.white_density * noise.white_density * rate_hz +
                       noise.white_std * noise.white_std;
  const bool wanders = noise.bias_kind == extension::BiasKind::kGaussMarkov;
  const double bias = wanders ? noise.bias_std * noise.bias_std : 0;
  return factor * factor * (white + bias) + noise.quantum * noise.quantum / 12;
}

// What a reading consists of: columns, found by name, and groups of noise.
class ReadingLayout {
 public:
  ReadingLayout(const std::vector<std::string>& names, const Sensor& sensor, double step_s)
      : names_(names) {
    if (!sensor.kind || sensor.kind->checked) return;
    const double rate_hz = std::min(sensor.rate_hz, 1 / step_s);
    for (const extension::NoiseGroup& group : sensor.kind->noise_groups(sensor.config.data()))
      variances_.push_back(variance_of(group.model, rate_hz, sensor.noise_factor));
  }
  // Of the channels of a group of noise of a built-in kind; 0, unknown, of those of extensions,
  // whose groups may be of anything.
  double variance(size_t group) const {
    return group < variances_.size() ? variances_[group] : 0;
  }
  std::optional<size_t> find(const std::string& name) const {
    const auto at = std::find(names_.begin(), names_.end(), name);
    if (at == names_.end()) return std::nullopt;
    return static_cast<size_t>(at - names_.begin());
  }
  size_t at(const std::string& name) const {
    const auto found = find(name);
    HADAL_CHECK(found.has_value(), "a reading without the column " + name + " of its message");
    return *found;
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  const std::vector<std::string>& names_;
  std::vector<double> variances_;
};

// Several numbers of a reading, such as prefix_x_suffix, prefix_y_suffix, prefix_z_suffix.
template <size_t kCount>
struct Group {
  std::array<size_t, kCount> columns{};
  Group(const ReadingLayout& layout, const std::string& prefix,
        const std::array<const char*, kCount>& axes, const std::string& suffix) {
    for (size_t i = 0; i < kCount; ++i) columns[i] = layout.at(prefix + axes[i] + suffix);
  }
  double of(std::span<const double> values, size_t i) const { return values[columns[i]]; }
};
constexpr std::array<const char*, 3> kXyz{"x", "y", "z"}, kNed{"north", "east", "down"};

struct VectorColumns : Group<3> {
  using Group::Group;
  Vec3 operator()(std::span<const double> v) const { return {of(v, 0), of(v, 1), of(v, 2)}; }
};
struct AttitudeColumns : Group<4> {
  explicit AttitudeColumns(const ReadingLayout& layout)
      : Group(layout, "attitude_", {"w", "x", "y", "z"}, "") {}
  Quat operator()(std::span<const double> v) const {
    return {of(v, 0), of(v, 1), of(v, 2), of(v, 3)};
  }
};

// Of three axes with independent errors, alike in any frame.
std::array<double, 9> isotropic(double variance) {
  return {variance, 0, 0, 0, variance, 0, 0, 0, variance};
}

// Of x, y, z and the rotations about them, row after row.
std::array<double, 36> isotropic(double variance, double variance_turn) {
  std::array<double, 36> out{};
  for (size_t i = 0; i < 6; ++i) out[7 * i] = i < 3 ? variance : variance_turn;
  return out;
}

// Encoders. Each has the type of its message, finds its columns when it is made and returns the
// message of a reading.

struct ImuEncoder {
  using Message = Imu;
  VectorColumns angular_velocity, specific_force;
  std::optional<AttitudeColumns> attitude;
  Imu known;  // covariances

  ImuEncoder(const Sensor&, const ReadingLayout& layout)
      : angular_velocity(layout, "angular_velocity_", kXyz, "_rad_s"),
        specific_force(layout, "specific_force_", kXyz, "_m_s2") {
    if (layout.find("attitude_w")) attitude.emplace(layout);
    known.angular_velocity_covariance = isotropic(layout.variance(0));
    known.linear_acceleration_covariance = isotropic(layout.variance(1));
    known.orientation_covariance = isotropic(layout.variance(2));
    if (!attitude) known.orientation_covariance[0] = -1;  // not provided
  }
  Imu operator()(const ArrivedReading& r) const {
    Imu out = known;
    out.header = r.header;
    out.angular_velocity = to_message(flu_from_frd(angular_velocity(r.values)));
    out.linear_acceleration = to_message(flu_from_frd(specific_force(r.values)));
    if (attitude) out.orientation = to_message(enu_flu_from_ned_frd((*attitude)(r.values)));
    return out;
  }
};

struct PressureEncoder {
  using Message = FluidPressure;
  size_t pressure_pa;
  double variance;

  PressureEncoder(const Sensor&, const ReadingLayout& layout)
      : pressure_pa(layout.at("pressure_Pa")), variance(layout.variance(0)) {}
  FluidPressure operator()(const ArrivedReading& r) const {
    FluidPressure out;
    out.header = r.header;
    out.fluid_pressure = r.values[pressure_pa];
    out.variance = variance;
    return out;
  }
};

struct MagneticFieldEncoder {
  using Message = MagneticField;
  VectorColumns field;
  std::array<double, 9> covariance;

  MagneticFieldEncoder(const Sensor&, const ReadingLayout& layout)
      : field(layout, "magnetic_field_", kXyz, "_T"), covariance(isotropic(layout.variance(0))) {}
  MagneticField operator()(const ArrivedReading& r) const {
    MagneticField out;
    out.header = r.header;
    out.magnetic_field = to_message(flu_from_frd(field(r.values)));
    out.magnetic_field_covariance = covariance;
    return out;
  }
};

struct FixEncoder {
  using Message = NavSatFix;
  static constexpr bool kTellsOfInvalid = true;
  VectorColumns position;
  double variance_horizontal, variance_vertical;

  FixEncoder(const Sensor&, const ReadingLayout& layout)
      : position(layout, "position_", kNed, "_m"),
        variance_horizontal(layout.variance(0)),
        variance_vertical(layout.variance(1)) {}
  NavSatFix operator()(const ArrivedReading& r) const {
    NavSatFix out;
    out.header = r.header;
    out.status.status = r.valid ? 0 : -1;
    if (!r.valid) return out;
    const auto [latitude, longitude, elevation] =
        r.sea.geodetic(to_array(Vec3(position(r.values))));
    out.latitude = latitude;
    out.longitude = longitude;
    out.altitude = elevation;
    if (variance_horizontal <= 0 && variance_vertical <= 0) return out;  // unknown
    constexpr uint8_t kDiagonalKnown = 2;
    out.position_covariance_type = kDiagonalKnown;
    out.position_covariance = {variance_horizontal, 0, 0, 0, variance_horizontal, 0, 0, 0,
                               variance_vertical};
    return out;
  }
};

// With velocity and angular velocity in the axes of the sensor, or with a velocity in N alone.
struct OdometryEncoder {
  using Message = Odometry;
  VectorColumns position;
  AttitudeColumns attitude;
  std::optional<VectorColumns> velocity_N, velocity_S, angular_velocity;
  std::array<double, 36> pose_covariance{}, twist_covariance{};  // 0, unknown, of what drifts

  OdometryEncoder(const Sensor&, const ReadingLayout& layout)
      : position(layout, "position_", kNed, "_m"), attitude(layout) {
    if (layout.find("velocity_north_m_s")) {
      velocity_N.emplace(layout, "velocity_", kNed, "_m_s");
      return;
    }
    velocity_S.emplace(layout, "velocity_", kXyz, "_m_s");
    angular_velocity.emplace(layout, "angular_velocity_", kXyz, "_rad_s");
    pose_covariance = isotropic(layout.variance(0), layout.variance(3));
    twist_covariance = isotropic(layout.variance(1), layout.variance(2));
  }
  Odometry operator()(const ArrivedReading& r) const {
    const Quat q = attitude(r.values);
    Vec6 nu = Vec6::Zero();
    if (velocity_N)
      nu.head<3>() = q.conjugate() * (*velocity_N)(r.values);
    else
      nu << (*velocity_S)(r.values), (*angular_velocity)(r.values);
    Odometry out = odometry({r.header.stamp, "world"}, r.sensor.path, position(r.values), q, nu);
    out.pose.covariance = pose_covariance;
    out.twist.covariance = twist_covariance;
    return out;
  }
};

struct BatteryEncoder {
  using Message = BatteryState;
  size_t voltage_v, current_a, charge;
  float capacity_ah = std::numeric_limits<float>::quiet_NaN();  // of other kinds than our own

  BatteryEncoder(const Sensor& sensor, const ReadingLayout& layout)
      : voltage_v(layout.at("voltage_V")),
        current_a(layout.at("current_A")),
        charge(layout.at("charge")) {
    if (const auto* battery = sensor.config.as<Battery>())
      capacity_ah = static_cast<float>(battery->capacity_c / kHour);
  }
  BatteryState operator()(const ArrivedReading& r) const {
    BatteryState out;
    out.header = r.header;
    out.voltage = static_cast<float>(r.values[voltage_v]);
    out.current = static_cast<float>(-r.values[current_a]);
    out.percentage = static_cast<float>(r.values[charge]);
    out.charge = out.percentage * capacity_ah;
    out.capacity = out.design_capacity = capacity_ah;
    out.temperature = std::numeric_limits<float>::quiet_NaN();  // unknown
    out.power_supply_status = 2;  // discharging
    out.present = true;
    return out;
  }
};

struct RangeEncoder {
  using Message = Range;
  size_t range_m;
  Range limits;  // zero of kinds other than our own altimeter

  RangeEncoder(const Sensor& sensor, const ReadingLayout& layout) : range_m(layout.at("range_m")) {
    limits.variance = static_cast<float>(layout.variance(0));
    constexpr uint8_t kUltrasound = 0;
    limits.radiation_type = kUltrasound;
    const auto* altimeter = sensor.config.as<Altimeter>();
    if (!altimeter) return;
    limits.field_of_view = static_cast<float>(altimeter->beam_width_rad);
    limits.min_range = static_cast<float>(altimeter->min_range_m);
    limits.max_range = static_cast<float>(altimeter->max_range_m);
  }
  Range operator()(const ArrivedReading& r) const {
    Range out = limits;
    out.header = r.header;
    out.range = static_cast<float>(r.values[range_m]);
    return out;
  }
};

// The columns of an encoder of ours, or of another kind that has these.
struct JointStateEncoder {
  using Message = JointState;
  std::array<size_t, 3> columns{};
  JointState out;

  JointStateEncoder(const Sensor& sensor, const ReadingLayout& layout) {
    std::string joint = sensor.path;
    if (const auto* encoder = sensor.config.as<Encoder>())
      joint = sensor.path.substr(0, sensor.path.find('/') + 1) + encoder->joint;
    out.name = {joint};
    for (auto* numbers : {&out.position, &out.velocity, &out.effort}) numbers->assign(1, 0.0);
    const bool slides = layout.find("position_m").has_value();
    columns = {layout.at(slides ? "position_m" : "position_rad"),
               layout.at(slides ? "velocity_m_s" : "velocity_rad_s"),
               layout.at(slides ? "effort_N" : "effort_N_m")};
  }
  const JointState& operator()(const ArrivedReading& r) {
    out.header = r.header;
    out.position[0] = r.values[columns[0]];
    out.velocity[0] = r.values[columns[1]];
    out.effort[0] = r.values[columns[2]];
    return out;
  }
};

struct WrenchEncoder {
  using Message = WrenchStamped;
  VectorColumns force, torque;

  WrenchEncoder(const Sensor&, const ReadingLayout& layout)
      : force(layout, "force_", kXyz, "_N"), torque(layout, "torque_", kXyz, "_N_m") {}
  WrenchStamped operator()(const ArrivedReading& r) const {
    WrenchStamped out;
    out.header = r.header;
    out.wrench.force = to_message(flu_from_frd(force(r.values)));
    out.wrench.torque = to_message(flu_from_frd(torque(r.values)));
    return out;
  }
};

std::array<Vector3, 4> beam_directions(const JanusSensor& sensor, double sound_speed_m_s) {
  std::array<Vector3, 4> out;
  for (int i = 0; i < kJanusBeams; ++i) {
    const Vec3 e_S = sensor.direction_S(i, sound_speed_m_s);
    out[i] = {e_S.x(), e_S.y(), e_S.z()};
  }
  return out;
}

std::array<double, 9> full(std::span<const double> upper) {
  return {upper[0], upper[1], upper[2], upper[1], upper[3], upper[4], upper[2], upper[4], upper[5]};
}

float square(double x) {
  return static_cast<float>(x * x);
}

Dvl dvl_message(const Header& header, const kinds::Dvl& dvl, std::span<const double> values) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const bool bottom = values[kDvlMode] == static_cast<double>(DvlMode::kBottom);
  const double x = values[kDvlVelocity], y = values[kDvlVelocity + 1];
  Dvl out;
  out.header = header;
  out.velocity_mode = static_cast<uint8_t>(values[kDvlMode]);
  out.dvl_type = dvl.phased_array ? 1 : 0;
  out.velocity = {x, y, values[kDvlVelocity + 2]};
  out.velocity_covar = full(values.subspan(kDvlCovariance, 6));
  out.altitude = values[kDvlAltitude];
  out.course_gnd = bottom ? std::atan2(y, x) : kUnknown;
  out.speed_gnd = bottom ? std::hypot(x, y) : kUnknown;
  out.num_good_beams = static_cast<uint8_t>(values[kDvlGoodBeams]);
  out.sound_speed = static_cast<float>(values[kDvlSoundSpeed]);
  out.beam_ranges_valid = out.num_good_beams > 0;
  out.beam_velocities_valid = true;
  out.beam_unit_vec = beam_directions(dvl, values[kDvlSoundSpeed]);
  for (int i = 0; i < kJanusBeams; ++i) {
    const double range_m = values[kDvlRange + i], velocity = values[kDvlBeam + i];
    out.range[i] = range_m;
    out.range_covar[i] = square(dvl.range_sigma_m(range_m));
    out.beam_quality[i] = static_cast<float>(values[kDvlQuality + i]);
    out.beam_velocity[i] = static_cast<float>(velocity);
    out.beam_velocity_covar[i] =
        square(bottom ? dvl.beam_noise.sigma_m_s(velocity, range_m)
                      : dvl.water_noise.sigma_m_s(velocity, dvl.water_layer_m[1]));
  }
  return out;
}

CurrentProfile profile_message(const Header& header, const Adcp& adcp,
                               std::span<const double> values) {
  const bool earth = adcp.frame == ProfileFrame::kEarth;
  const bool beams = adcp.output == ProfileOutput::kBeams;
  CurrentProfile out;
  out.header = header;
  out.velocity_frame = earth && !beams ? 1 : 0;
  out.cell_size = static_cast<float>(adcp.cell_size_m);
  out.beam_unit_vec = beam_directions(adcp, adcp.instead_of_m_s(kDesignSoundSpeed));
  for (int cell = 0; cell < adcp.cells; ++cell) {
    const auto v =
        values.subspan(kAdcpNumbersPerCell * static_cast<size_t>(cell), kAdcpNumbersPerCell);
    out.cell_distance.push_back(static_cast<float>(adcp.cell_center_m(cell)));
    if (beams) {
      uint8_t good = 0;
      for (const double velocity : v) {
        out.beam_velocity.push_back(static_cast<float>(velocity));
        good += std::isfinite(velocity) ? 1 : 0;
      }
      out.good_beams.push_back(good);
      continue;
    }
    const Vec3 velocity(v[1], v[2], v[3]);
    const Vec3 shown = earth ? enu_from_ned(velocity) : velocity;
    out.good_beams.push_back(static_cast<uint8_t>(v[0]));
    out.velocity.push_back({shown.x(), shown.y(), shown.z()});
  }
  return out;
}

struct DvlEncoder {
  using Message = outputs::Dvl;
  const kinds::Dvl& dvl;
  DvlEncoder(const Sensor& sensor, const ReadingLayout&) : dvl(*sensor.config.as<kinds::Dvl>()) {}
  Message operator()(const ArrivedReading& r) const { return dvl_message(r.header, dvl, r.values); }
};

struct ProfileEncoder {
  using Message = CurrentProfile;
  const Adcp& adcp;
  ProfileEncoder(const Sensor& sensor, const ReadingLayout&) : adcp(*sensor.config.as<Adcp>()) {}
  Message operator()(const ArrivedReading& r) const {
    return profile_message(r.header, adcp, r.values);
  }
};

// The event in the inbox of a modem is numbered by what it received and lost.
struct PacketEncoder {
  using Message = Packet;
  int device;
  size_t received, lost;
  Packet packet{};

  PacketEncoder(const Sensor& sensor, const ReadingLayout& layout)
      : device(sensor.device->number), received(layout.at("received")), lost(layout.at("lost")) {}
  const Packet& operator()(const ArrivedReading& r) {
    const auto event = static_cast<int64_t>(r.values[received] + r.values[lost]) - 1;
    fill_packet(r.world, r.state, device, event, r.header, packet);
    return packet;
  }
};

struct ScalarsEncoder {
  using Message = Scalars;
  Scalars scalars{};

  ScalarsEncoder(const Sensor&, const ReadingLayout& layout) { scalars.names = layout.all(); }
  const Scalars& operator()(const ArrivedReading& r) {
    scalars.header = r.header;
    scalars.values.assign(r.values.begin(), r.values.end());
    return scalars;
  }
};

template <class E>
class EncoderOf final : public ReadingEncoder {
 public:
  EncoderOf(const Sensor& sensor, const ReadingLayout& layout) : encoder_(sensor, layout) {}
  bool tells_of_invalid() const override {
    return requires { E::kTellsOfInvalid; };
  }
  std::span<const uint8_t> encode(const ArrivedReading& reading, CdrWriter& scratch) override {
    return outputs::encode(encoder_(reading), scratch);
  }

 private:
  E encoder_;
};

struct EncoderRow {
  ReadingMessage message;
  std::string_view type;
  std::unique_ptr<ReadingEncoder> (*make)(const Sensor&, const ReadingLayout&);
};

template <class E>
constexpr EncoderRow row(ReadingMessage message) {
  return {message, E::Message::kType,
          [](const Sensor& sensor, const ReadingLayout& layout) -> std::unique_ptr<ReadingEncoder> {
            return std::make_unique<EncoderOf<E>>(sensor, layout);
          }};
}

constexpr EncoderRow kEncoders[] = {
    row<ScalarsEncoder>(ReadingMessage::kScalars),
    row<ImuEncoder>(ReadingMessage::kImu),
    row<PressureEncoder>(ReadingMessage::kFluidPressure),
    row<MagneticFieldEncoder>(ReadingMessage::kMagneticField),
    row<FixEncoder>(ReadingMessage::kNavSatFix),
    row<OdometryEncoder>(ReadingMessage::kOdometry),
    row<BatteryEncoder>(ReadingMessage::kBatteryState),
    row<RangeEncoder>(ReadingMessage::kRange),
    row<JointStateEncoder>(ReadingMessage::kJointState),
    row<WrenchEncoder>(ReadingMessage::kWrench),
    row<DvlEncoder>(ReadingMessage::kDvl),
    row<ProfileEncoder>(ReadingMessage::kCurrentProfile),
    row<PacketEncoder>(ReadingMessage::kPacket),
};

const EncoderRow& row_of(ReadingMessage message) {
  const EncoderRow& found = kEncoders[static_cast<size_t>(message)];
  HADAL_CHECK(found.message == message);
  return found;
}

}  // namespace

Odometry odometry(const Header& header, const std::string& child, const Vec3& p_N, const Quat& q_NB,
                  const Vec6& nu_B) {
  Odometry out;
  out.header = header;
  out.child_frame_id = child;
  const Vec3 p = enu_from_ned(p_N);
  out.pose.pose = {{p.x(), p.y(), p.z()}, to_message(enu_flu_from_ned_frd(q_NB))};
  const Vec6 nu = flu_from_frd(nu_B);
  out.twist.twist = {to_message(nu.head<3>()), to_message(nu.tail<3>())};
  return out;
}

ReadingMessage reading_message(const Sensor& sensor) {
  return sensor.kind ? sensor.kind->message : sensor.device->kind->message;
}

std::string_view reading_type(ReadingMessage message) {
  return row_of(message).type;
}

std::unique_ptr<ReadingEncoder> make_reading_encoder(const Sensor& sensor,
                                                     const std::vector<std::string>& columns,
                                                     double step_s) {
  return row_of(reading_message(sensor)).make(sensor, ReadingLayout(columns, sensor, step_s));
}

}  // namespace hadal::outputs

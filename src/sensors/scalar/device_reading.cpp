#include "sensors/scalar/device_reading.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/rotation.h"
#include "sensors/scalar/trilateration.h"

namespace hadal::sensors {
namespace {

using Columns = std::vector<Column>;

struct ColumnsOf {
  Columns operator()(const AcousticModemModel&) const { return modem(); }
  Columns operator()(const OpticalModemModel&) const { return modem(); }
  static Columns modem() {
    return {{"sent", "1"},      {"received", "1"}, {"lost", "1"},       {"refused", "1"},
            {"outcome", "1"},   {"from", "1"},     {"size_bytes", "1"}, {"delay_s", "s"},
            {"level_db", "dB"}, {"snr_db", "dB"},  {"doppler", "1"}};
  }
  Columns operator()(const UsblModel&) const {
    return {{"transponder", "1"},
            {"range_m", "m"},
            {"bearing_rad", "rad"},
            {"elevation_rad", "rad"},
            {"x_m", "m"},
            {"y_m", "m"},
            {"z_m", "m"},
            {"position_north_m", "m"},
            {"position_east_m", "m"},
            {"position_down_m", "m"},
            {"two_way_time_s", "s"},
            {"level_db", "dB"},
            {"snr_db", "dB"}};
  }
  Columns operator()(const TransponderModel&) const {
    return {{"questions", "1"}, {"answers", "1"}};
  }
  Columns operator()(const LblModel& m) const {
    Columns out{{"position_north_m", "m"},
                {"position_east_m", "m"},
                {"position_down_m", "m"},
                {"hdop", "1"},
                {"vdop", "1"},
                {"residual_m", "m"},
                {"used", "1"}};
    for (size_t i = 0; i < m.beacons.size(); ++i)
      out.push_back({"range_" + std::to_string(i) + "_m", "m"});
    return out;
  }
  Columns operator()(const PingerModel&) const { return {{"pings", "1"}}; }
  Columns operator()(const HydrophoneModel& m) const {
    Columns out{{"level_db", "dB"}, {"time_s", "s"},     {"frequency_hz", "Hz"},
                {"snr_db", "dB"},   {"duration_s", "s"}, {"source", "1"}};
    if (m.direction) {
      out.push_back({"bearing_rad", "rad"});
      out.push_back({"elevation_rad", "rad"});
    }
    return out;
  }
};

struct NoiseOf {
  template <class Other>
  std::vector<NoiseGroup> operator()(const Other&) const {
    return {};
  }
  std::vector<NoiseGroup> operator()(const UsblModel& m) const {
    return {{m.range, 1}, {m.bearing, 1}, {m.elevation, 1}, {m.attitude, 3}};
  }
  std::vector<NoiseGroup> operator()(const LblModel& m) const {
    return {{m.range, m.beacons.size()}, {m.depth, 1}};
  }
  std::vector<NoiseGroup> operator()(const HydrophoneModel& m) const {
    return {{m.level, 1}, {m.time, 1}, {NoiseModel{}, 1}, {m.angle, 2}};
  }
};

Vec3 vector_of(std::span<const double> numbers, size_t first) {
  return {numbers[first], numbers[first + 1], numbers[first + 2]};
}

struct Fill {
  const Pose& X_NS;
  std::span<const double> channels, facts;
  std::span<double> columns;

  // Kinds whose columns are their facts.
  template <class Other>
  bool operator()(const Other&) const {
    std::copy_n(facts.begin(), columns.size(), columns.begin());
    return true;
  }

  bool operator()(const UsblModel&) const {
    const double r = channels[kUsblRange], b = channels[kUsblBearing], e = channels[kUsblElevation];
    const Vec3 p_ST_S = r * Vec3(std::cos(e) * std::cos(b), std::cos(e) * std::sin(b), std::sin(e));
    const Quat q_NS = X_NS.q * quaternion_from_rotation_vector(vector_of(channels, kUsblAttitude));
    const Vec3 p_NT_N = X_NS.p + q_NS * p_ST_S;
    const double numbers[] = {facts[kUsblTransponder],
                              r,
                              wrap_angle(b),
                              e,
                              p_ST_S.x(),
                              p_ST_S.y(),
                              p_ST_S.z(),
                              p_NT_N.x(),
                              p_NT_N.y(),
                              p_NT_N.z(),
                              facts[kUsblTwoWayTime],
                              facts[kUsblLevel],
                              facts[kUsblSnr]};
    std::copy(std::begin(numbers), std::end(numbers), columns.begin());
    return true;
  }

  bool operator()(const LblModel& m) const {
    const size_t count = m.beacons.size();
    std::array<Vec3, kMostBeacons> places_N;
    for (size_t i = 0; i < count; ++i) places_N[i] = vector_of(facts, 3 * i);
    const auto beacons = std::span<const Vec3>(places_N).first(count);
    const auto ranges = channels.first(count);
    const Fix fix = m.depth_aided ? trilaterate_at_depth(beacons, ranges, channels[count])
                                  : trilaterate(beacons, ranges);
    const double numbers[] = {fix.p_N.x(),
                              fix.p_N.y(),
                              fix.p_N.z(),
                              fix.hdop,
                              fix.vdop,
                              fix.residual_m,
                              static_cast<double>(fix.used)};
    const auto rest = std::copy(std::begin(numbers), std::end(numbers), columns.begin());
    std::copy(ranges.begin(), ranges.end(), rest);
    return fix.found;
  }

  bool operator()(const HydrophoneModel& m) const {
    const double numbers[] = {channels[kHydrophoneLevel],     channels[kHydrophoneTime],
                              channels[kHydrophoneFrequency], facts[kHydrophoneSnr],
                              facts[kHydrophoneDuration],     facts[kHydrophoneSource]};
    std::copy(std::begin(numbers), std::end(numbers), columns.begin());
    if (!m.direction) return true;
    columns[6] = wrap_angle(channels[kHydrophoneBearing]);
    columns[7] = channels[kHydrophoneElevation];
    return true;
  }
};

}  // namespace

std::vector<Column> device_columns(const DeviceModel& device) {
  return std::visit(ColumnsOf{}, device.kind);
}

std::vector<NoiseGroup> device_noise(const DeviceModel& device) {
  return std::visit(NoiseOf{}, device.kind);
}

bool fill_columns(const DeviceModel& device, const Pose& X_NS, std::span<const double> channels,
                  std::span<const double> facts, std::span<double> columns) {
  return std::visit(Fill{X_NS, channels, facts, columns}, device.kind);
}

double bearing_of(const Vec3& direction_S) {
  return std::atan2(direction_S.y(), direction_S.x());
}

double elevation_of(const Vec3& direction_S) {
  return std::atan2(direction_S.z(), std::hypot(direction_S.x(), direction_S.y()));
}

}  // namespace hadal::sensors

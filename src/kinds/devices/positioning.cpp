#include "kinds/devices/positioning.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kinds/devices/device_schema.h"
#include "kinds/devices/trilateration.h"
#include "math/rotation.h"

namespace hadal::inline kinds {
namespace {

constexpr Bounds kToldSoundSpeed{1300, 1700};  // m/s
constexpr const char* kAssumedSpeed =
    "Sound speed by which it converts times to ranges; the true mean along the path if left out.";

Vec3 vector_of(std::span<const double> numbers, size_t first) {
  return {numbers[first], numbers[first + 1], numbers[first + 2]};
}

}  // namespace

const StructSchema& UsblModel::schema() {
  using C = UsblModel;
  static const StructSchema s =
      extension::with_delivery<C>(
          sends_and_receives<C>(
              extension::mounted_schema<C>("usbl",
                                "Interrogates transponders and reports range, bearing and "
                                "elevation of each that replies.")
                  .number("rate_hz", &C::rate_hz, "Interrogations per second.", kQuestions))
              .number("ping_s", &C::ping_s, "Length of a question.", kPingLength)
              .choice("interrogation", &C::interrogation,
                      "Interrogates all transponders at once, or one after the other.",
                      {{"common", Interrogation::kCommon},
                       {"individual", Interrogation::kIndividual}})
              .texts("transponders", &C::transponders,
                     "Those it listens to, as vehicle/name; if empty all that are not on its own "
                     "vehicle. Readings count them from 0.")
              .number("sound_speed_m_s", &C::sound_speed_m_s, kAssumedSpeed, kToldSoundSpeed)
              .object("range", &C::range, "m.")
              .object("bearing", &C::bearing, "rad.")
              .object("elevation", &C::elevation, "rad.")
              .object("attitude_error", &C::attitude_error,
                      "rad, of the attitude that turns positions into the world."))
          .check(check_bands)
          .check(extension::refuse_misalignment<C>(
              {{"range", &C::range}, {"bearing", &C::bearing}, {"elevation", &C::elevation}}));
  return s;
}

const StructSchema& TransponderModel::schema() {
  using C = TransponderModel;
  static const StructSchema s =
      extension::with_delivery<C>(
          sends_and_receives<C>(extension::mounted_schema<C>("transponder",
                                                          "Answers the questions of USBL and LBL."))
                       .number("ping_s", &C::ping_s, "Length of an answer.", kPingLength)
                       .number("turnaround_s", &C::turnaround_s,
                               "From the start of the interrogation to the start of the reply; known "
                               "to the interrogator.",
                               {0, 60}))
          .check(check_bands);
  return s;
}

const StructSchema& LblModel::schema() {
  using C = LblModel;
  static const StructSchema s =
      extension::with_delivery<C>(
          sends_and_receives<C>(
              extension::mounted_schema<C>("lbl",
                                "Interrogates transponders at known positions and finds its own "
                                "position from the ranges.")
                  .number("rate_hz", &C::rate_hz, "Fixes per second.", kQuestions))
              .number("ping_s", &C::ping_s, "Length of a question.", kPingLength)
              .number("window_s", &C::window_s, "Waits this long for answers.", kPositive)
              .texts("beacons", &C::beacons,
                     "Its transponders, as object/name; if empty all that are not on its own "
                     "vehicle.")
              .number("sound_speed_m_s", &C::sound_speed_m_s, kAssumedSpeed, kToldSoundSpeed)
              .number("survey_std_m", &C::survey_std_m,
                      "Survey error per axis of the beacon positions it uses.", kNotNegative)
              .boolean("depth_aided", &C::depth_aided, "Takes the depth from a gauge.")
              .object("range", &C::range, "m.")
              .object("depth", &C::depth, "m, of the gauge."))
          .check(check_bands)
          .check(extension::refuse_misalignment<C>({{"range", &C::range}, {"depth", &C::depth}}));
  return s;
}

const StructSchema& PingerModel::schema() {
  using C = PingerModel;
  static const StructSchema s =
      extension::with_delivery<C>(
          beamed<C>(sends<C>(extension::mounted_schema<C>("pinger", "Sends a ping again and again.")
                                 .number("rate_hz", &C::rate_hz, "Pings per second.", kQuestions)))
              .number("ping_s", &C::ping_s, "Length of a ping.", kPingLength))
          .check(check_bands);
  return s;
}

const StructSchema& HydrophoneModel::schema() {
  using C = HydrophoneModel;
  static const StructSchema s =
      extension::with_delivery<C>(
          receives<C>(
              beamed<C>(
                  extension::mounted_schema<C>("hydrophone",
                                    "Reports every signal in its band: level, time and, on "
                                    "request, direction.")
                      .number("frequency_hz", &C::frequency_hz, "Centre of its band.",
                              kDeviceFrequency)
                      .number("bandwidth_hz", &C::bandwidth_hz, "Width of its band.", kPositive)))
              .boolean("direction", &C::direction, "Also reports bearing and elevation.")
              .object("level", &C::level, "dB.")
              .object("time", &C::time, "s.")
              .object("angle", &C::angle, "rad, bearing and elevation."))
          .check(check_bands)
          .check(extension::refuse_misalignment<C>(
              {{"level", &C::level}, {"time", &C::time}, {"angle", &C::angle}}));
  return s;
}

std::vector<Column> UsblModel::columns() const {
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

std::vector<NoiseGroup> UsblModel::noise_groups() const {
  return {{range, 1}, {bearing, 1}, {elevation, 1}, {attitude_error, 3}};
}

bool UsblModel::fill_columns(const ReceivedNumbers& received, std::span<double> columns) const {
  const auto& channels = received.channels;
  const auto& facts = received.facts;
  const double r = channels[kUsblRange], b = channels[kUsblBearing], e = channels[kUsblElevation];
  const Vec3 p_ST_S = r * Vec3(std::cos(e) * std::cos(b), std::cos(e) * std::sin(b), std::sin(e));
  const Quat q_NS =
      received.X_NS.q * quaternion_from_rotation_vector(vector_of(channels, kUsblAttitude));
  const Vec3 p_NT_N = received.X_NS.p + q_NS * p_ST_S;
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

std::vector<Column> LblModel::columns() const {
  std::vector<Column> out{{"position_north_m", "m"},
                          {"position_east_m", "m"},
                          {"position_down_m", "m"},
                          {"hdop", "1"},
                          {"vdop", "1"},
                          {"residual_m", "m"},
                          {"used", "1"}};
  for (size_t i = 0; i < asked.size(); ++i)
    out.push_back({"range_" + std::to_string(i) + "_m", "m"});
  return out;
}

std::vector<NoiseGroup> LblModel::noise_groups() const {
  return {{range, asked.size()}, {depth, 1}};
}

bool LblModel::fill_columns(const ReceivedNumbers& received, std::span<double> columns) const {
  const size_t count = asked.size();
  std::array<Vec3, kMaxBeacons> positions_N;
  for (size_t i = 0; i < count; ++i) positions_N[i] = vector_of(received.facts, 3 * i);
  const auto known = std::span<const Vec3>(positions_N).first(count);
  const auto ranges = received.channels.first(count);
  const Fix fix = depth_aided ? trilaterate_at_depth(known, ranges, received.channels[count])
                              : trilaterate(known, ranges);
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

std::vector<Column> HydrophoneModel::columns() const {
  std::vector<Column> out{{"level_db", "dB"}, {"time_s", "s"},     {"frequency_hz", "Hz"},
                          {"snr_db", "dB"},   {"duration_s", "s"}, {"source", "1"}};
  if (direction) {
    out.push_back({"bearing_rad", "rad"});
    out.push_back({"elevation_rad", "rad"});
  }
  return out;
}

std::vector<NoiseGroup> HydrophoneModel::noise_groups() const {
  return {{level, 1}, {time, 1}, {NoiseModel{}, 1}, {angle, 2}};
}

bool HydrophoneModel::fill_columns(const ReceivedNumbers& received,
                                   std::span<double> columns) const {
  const auto& channels = received.channels;
  const double numbers[] = {channels[kHydrophoneLevel],       channels[kHydrophoneTime],
                            channels[kHydrophoneFrequency],   received.facts[kHydrophoneSnr],
                            received.facts[kHydrophoneDuration], received.facts[kHydrophoneSource]};
  std::copy(std::begin(numbers), std::end(numbers), columns.begin());
  if (!direction) return true;
  columns[6] = wrap_angle(channels[kHydrophoneBearing]);
  columns[7] = channels[kHydrophoneElevation];
  return true;
}

template <>
DeviceKind built_in_device<UsblModel>() {
  return device_kind<UsblModel>();
}
template <>
DeviceKind built_in_device<TransponderModel>() {
  return device_kind<TransponderModel>();
}
template <>
DeviceKind built_in_device<LblModel>() {
  return device_kind<LblModel>();
}
template <>
DeviceKind built_in_device<PingerModel>() {
  return device_kind<PingerModel>();
}
template <>
DeviceKind built_in_device<HydrophoneModel>() {
  return device_kind<HydrophoneModel>();
}

}  // namespace hadal::kinds

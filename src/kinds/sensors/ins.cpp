#include "kinds/sensors/ins.h"

#include <algorithm>

#include "base/check.h"
#include "kinds/sensors/columns.h"
#include "kinds/sensors/list.h"
#include "math/units.h"

namespace hadal::inline kinds {

Vec3 gravity_at_estimate_N(double gravity_m_s2, const Vec3& p_error_N) {
  const double gradient = gravity_m_s2 / kEarthRadius_m;
  return {-gradient * p_error_N.x(), -gradient * p_error_N.y(),
          gravity_m_s2 + 2 * gradient * p_error_N.z()};
}

void ins_advance(const InertialSample& sample, const Vec3& gravity_N, const Vec3& w_IN_N,
                 double dt_s, InsState& state) {
  const Quat q_middle_guess = state.q_NS * quaternion_from_rotation_vector(sample.w_S * (dt_s / 2));
  const Vec3 turn = (sample.w_S - q_middle_guess.conjugate() * w_IN_N) * dt_s;
  const Vec3 f_N = state.q_NS * quaternion_from_rotation_vector(turn / 2) * sample.f_S;
  const Vec3 v_start = state.v_NS_N;
  const Vec3 correction_N(0, 0, state.down_acceleration_m_s2);
  state.v_NS_N += (f_N + gravity_N + correction_N - 2 * w_IN_N.cross(v_start)) * dt_s;
  state.p_NS_N += (v_start + state.v_NS_N) * (dt_s / 2);
  state.q_NS = (state.q_NS * quaternion_from_rotation_vector(turn)).normalized();
}

void ins_aid_depth(double depth_m, double time_constant_s, double dt_s, InsState& state) {
  const double pole = 1 / time_constant_s;
  const double error = depth_m - state.p_NS_N.z();
  state.p_NS_N.z() += 3 * pole * error * dt_s;
  state.v_NS_N.z() += 3 * pole * pole * error * dt_s;
  state.down_acceleration_m_s2 += pole * pole * pole * error * dt_s;
}

Quat gyrocompass_q_NS(const Vec3& f_S, const Vec3& w_S) {
  Mat3 R_SN;
  R_SN.col(2) = -f_S.normalized();
  R_SN.col(1) = R_SN.col(2).cross(w_S).normalized();
  R_SN.col(0) = R_SN.col(1).cross(R_SN.col(2));
  return Quat(R_SN).conjugate();
}

namespace {

Quat quaternion_at(std::span<const double> numbers) {
  return Quat(numbers[0], numbers[1], numbers[2], numbers[3]);
}

}  // namespace

InsMemory load_ins(std::span<const double> memory) {
  HADAL_CHECK(memory.size() == kInsMemory);
  return {memory[0] > 0,
          memory[1],
          {quaternion_at(memory.subspan(2)), vector_at(memory, 6), vector_at(memory, 9),
           memory[12]},
          {quaternion_at(memory.subspan(13)), vector_at(memory, 17)}};
}

void store_ins(const InsMemory& ins, std::span<double> memory) {
  HADAL_CHECK(memory.size() == kInsMemory);
  ColumnWriter(memory) << (ins.aligned ? 1 : 0) << ins.time_s << ins.state.q_NS
                       << ins.state.v_NS_N << ins.state.p_NS_N << ins.state.down_acceleration_m_s2
                       << ins.last.q_NS << ins.last.v_NS_N;
}

enum class InsAlignment { kTruth, kGyrocompass };

struct Ins : extension::SensorConfig {
  static constexpr auto kMessage = extension::ReadingMessage::kOdometry;
  extension::NoiseModel gyro;             // rad/s
  extension::NoiseModel accelerometer;    // m/s^2
  InsAlignment alignment = InsAlignment::kTruth;
  double alignment_time_s = 300;          // of a gyrocompass
  double alignment_attitude_std_rad = 0;  // initial errors, per axis
  double alignment_velocity_std_m_s = 0;
  double alignment_position_std_m = 0;
  bool schuler = false;                     // Earth's curvature bounds the horizontal error
  double depth_aiding_time_constant_s = 0;  // 0 for an unaided vertical channel
  extension::NoiseModel depth;              // m, of the aiding depth

  static const StructSchema& schema() {
    using C = Ins;
    static const StructSchema s =
        extension::sensor_schema<C>(
            "ins",
            "Inertial navigation that drifts: strapdown integration of its own noisy gyro and "
            "accelerometer.")
            .object("gyro", &C::gyro, "rad/s.")
            .object("accelerometer", &C::accelerometer, "m/s^2.")
            .choice("alignment", &C::alignment,
                    "How it starts: with the true attitude and alignment_attitude_std_deg, or by "
                    "gyrocompass from its own gyro and accelerometer, at rest; that needs "
                    "environment.earth_rotation.",
                    {{"truth", InsAlignment::kTruth}, {"gyrocompass", InsAlignment::kGyrocompass}})
            .number("alignment_time_s", &C::alignment_time_s,
                    "How long a gyrocompass averages; readings are invalid until then.",
                    {1e-3, 1e6})
            .number("alignment_attitude_std_deg", &C::alignment_attitude_std_rad,
                    "Error at the start, per axis.", {0, 90}, kDegree)
            .number("alignment_velocity_std_m_s", &C::alignment_velocity_std_m_s,
                    "Error at the start, per axis.", kNotNegative)
            .number("alignment_position_std_m", &C::alignment_position_std_m,
                    "Error at the start, per axis.", kNotNegative)
            .boolean("schuler", &C::schuler, "Earth's curvature bounds the horizontal error.")
            .number("depth_aiding_time_constant_s", &C::depth_aiding_time_constant_s,
                    "Depth aiding of the vertical channel; 0 = none.", kNotNegative)
            .object("depth", &C::depth, "Noise of the aiding depth, m.")
            .check(extension::refuse_misalignment<C>({{"depth", &C::depth}}));
    return s;
  }
  Columns columns() const {
    return join(
        {ned("position", "_m", "m"), attitude_columns(), ned("velocity", "_m_s", "m/s")});
  }
  std::vector<extension::NoiseGroup> noise_groups() const {
    return {{gyro, 3}, {accelerometer, 3}, {depth, 1}};
  }

  bool by_gyrocompass() const { return alignment == InsAlignment::kGyrocompass; }
  void prepare(extension::SensorSetting& setting) const {
    if (by_gyrocompass() && !setting.earth_rotates())
      setting.fail("alignment", "a gyrocompass needs environment: {earth_rotation: true}");
  }
  size_t memory_size() const { return kInsMemory + (by_gyrocompass() ? kInsRestMemory : 0); }
  // Carried elsewhere, it aligns again.
  void realign(std::span<double> memory) const { std::fill(memory.begin(), memory.end(), 0.0); }

  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
    const InertialMotion motion{q_NS(now), v_NS_N(now)};
    const Vec3 p_N = p_NS_N(now);
    ColumnWriter(sample.truth) << p_N << motion.q_NS << motion.v_NS_N;
    const std::span<double> memory = sample.memory.first(kInsMemory);
    InsMemory ins = load_ins(memory);
    const bool valid = ins.aligned        ? advance(now, motion, p_N, sample, ins)
                       : by_gyrocompass() ? find_north(now, motion, p_N, sample, ins)
                                          : align(motion, p_N, sample, ins);
    ins.time_s = now.time_s();
    ins.last = motion;
    store_ins(ins, memory);
    ColumnWriter(sample.values) << ins.state.p_NS_N << ins.state.q_NS << ins.state.v_NS_N;
    return valid;
  }

  bool align(const InertialMotion& motion, const Vec3& p_N, extension::SensorSample& sample,
             InsMemory& ins) const {
    const auto error = [&](uint32_t first, double std) {
      const auto normal = [&](uint32_t index) { return sample.normal("alignment", 0, index); };
      return Vec3(std * Vec3(normal(first), normal(first + 1), normal(first + 2)));
    };
    if (!by_gyrocompass())
      ins.state.q_NS = turned_by(motion.q_NS, error(0, alignment_attitude_std_rad));
    ins.state.v_NS_N = motion.v_NS_N + error(3, alignment_velocity_std_m_s);
    ins.state.p_NS_N = p_N + error(6, alignment_position_std_m);
    ins.aligned = true;
    return true;
  }

  // Rates and forces since the last sample with the errors of the triads, and the depth; false where
  // the reading is lost.
  bool sense(const extension::SensorContext& now, const InertialMotion& motion, const Vec3& p_N,
             const InsMemory& ins, extension::SensorSample& sample,
             std::array<double, 7>& channels) const {
    const InertialSample perfect =
        mean_inertial_sample(ins.last, motion, now.time_s() - ins.time_s,
                             now.sea().gravity_m_s2(), to_vec3(now.earth_rate_N()));
    ColumnWriter(channels) << perfect.w_S << perfect.f_S << p_N.z();
    return sample.add_noise(channels, channels);
  }

  bool find_north(const extension::SensorContext& now, const InertialMotion& motion,
                  const Vec3& p_N, extension::SensorSample& sample, InsMemory& ins) const {
    const std::span<double> memory = sample.memory.subspan(kInsMemory);
    InsRest rest{memory[0] > 0, memory[1], vector_at(memory, 2), vector_at(memory, 5)};
    ins.state.p_NS_N = p_N;
    if (rest.begun) {
      std::array<double, 7> channels{};
      sense(now, motion, p_N, ins, sample, channels);
      const double dt_s = now.time_s() - ins.time_s;
      rest.time_s += dt_s;
      rest.turn_S += dt_s * vector_at(channels, 0);
      rest.speed_S += dt_s * vector_at(channels, 3);
    }
    ColumnWriter(memory) << 1 << rest.time_s << rest.turn_S << rest.speed_S;
    if (rest.time_s < alignment_time_s) return false;
    ins.state.q_NS = gyrocompass_q_NS(rest.speed_S, rest.turn_S);
    return align(motion, p_N, sample, ins);
  }

  bool advance(const extension::SensorContext& now, const InertialMotion& motion, const Vec3& p_N,
               extension::SensorSample& sample, InsMemory& ins) const {
    const double dt_s = now.time_s() - ins.time_s, gravity_m_s2 = now.sea().gravity_m_s2();
    const Vec3 w_IN_N = to_vec3(now.earth_rate_N());
    std::array<double, 7> channels{};
    const bool valid = sense(now, motion, p_N, ins, sample, channels);
    const Vec3 p_error_N = schuler ? Vec3(ins.state.p_NS_N - p_N) : Vec3::Zero();
    ins_advance({vector_at(channels, 3), vector_at(channels, 0)},
                gravity_at_estimate_N(gravity_m_s2, p_error_N), w_IN_N, dt_s, ins.state);
    if (depth_aiding_time_constant_s > 0)
      ins_aid_depth(channels[6], depth_aiding_time_constant_s, dt_s, ins.state);
    return valid;
  }
};

template <>
extension::SensorKind built_in_sensor<Ins>() {
  return extension::sensor_kind<Ins>();
}

}  // namespace hadal::kinds

#include "sensors/navigation/ins.h"

#include "base/check.h"
#include "math/rotation.h"

namespace hadal::sensors {

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

namespace {

Quat quaternion_at(std::span<const double> numbers) {
  return Quat(numbers[0], numbers[1], numbers[2], numbers[3]);
}
Vec3 vector_at(std::span<const double> numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

}  // namespace

InsMemory load_ins(std::span<const double> memory) {
  HADAL_CHECK(memory.size() == kInsMemory);
  return {memory[0] > 0,
          memory[1],
          {quaternion_at(memory.subspan(2)), vector_at(memory.subspan(6)),
           vector_at(memory.subspan(9)), memory[12]},
          {quaternion_at(memory.subspan(13)), vector_at(memory.subspan(17))}};
}

void store_ins(const InsMemory& ins, std::span<double> memory) {
  HADAL_CHECK(memory.size() == kInsMemory);
  size_t i = 0;
  const auto put = [&](double number) { memory[i++] = number; };
  const auto put_vector = [&](const Vec3& v) { put(v.x()), put(v.y()), put(v.z()); };
  const auto put_quaternion = [&](const Quat& q) { put(q.w()), put_vector(q.vec()); };
  put(ins.aligned ? 1 : 0);
  put(ins.time_s);
  put_quaternion(ins.state.q_NS);
  put_vector(ins.state.v_NS_N);
  put_vector(ins.state.p_NS_N);
  put(ins.state.down_acceleration_m_s2);
  put_quaternion(ins.last.q_NS);
  put_vector(ins.last.v_NS_N);
}

}  // namespace hadal::sensors

// Counter-based random numbers (Philox4x32-10; Salmon et al., SC'11): a draw is a pure function of
// (seed, entity path, stream, tick, index). No generator has state, so draws do not depend on the
// number of threads, on the order of evaluation or on what other sensors exist.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace hadal::inline base {

// Ten rounds of Philox on a 128-bit counter and a 64-bit key.
std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key);

// The random stream of one purpose of one entity, e.g. ("vehicles/rov/imu", "gyro_white").
class RandomStream {
 public:
  RandomStream() = default;
  RandomStream(uint64_t seed, std::string_view entity_path, std::string_view stream);

  // Uniform in the open interval (0, 1), 53 bits.
  double uniform(int64_t tick, uint32_t index = 0) const;
  // Standard normal (Box-Muller on one Philox block).
  double normal(int64_t tick, uint32_t index = 0) const;
  // Two independent standard normals from one block; index counts pairs.
  std::array<double, 2> normal_pair(int64_t tick, uint32_t index = 0) const;

 private:
  std::array<uint32_t, 4> block(int64_t tick, uint32_t index) const;
  std::array<uint32_t, 2> key_{};
  uint32_t salt_ = 0;
};

}  // namespace hadal::base

#include "base/rng.h"

#include <cmath>
#include <numbers>

#include "base/hash.h"

namespace hadal::inline base {

std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> c, std::array<uint32_t, 2> k) {
  constexpr uint64_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
  constexpr uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    const uint64_t product0 = kMultiplier0 * c[0], product1 = kMultiplier1 * c[2];
    c = {static_cast<uint32_t>(product1 >> 32) ^ c[1] ^ k[0], static_cast<uint32_t>(product1),
         static_cast<uint32_t>(product0 >> 32) ^ c[3] ^ k[1], static_cast<uint32_t>(product0)};
    k[0] += kWeyl0;
    k[1] += kWeyl1;
  }
  return c;
}

RandomStream::RandomStream(uint64_t seed, std::string_view entity_path, std::string_view stream) {
  Hasher hasher(seed);
  hasher.add_text(entity_path);
  hasher.add_text(stream);
  const uint64_t key = hasher.value();
  key_ = {static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32)};
  hasher.add(uint64_t{0x68616461});
  salt_ = static_cast<uint32_t>(hasher.value());
}

std::array<uint32_t, 4> RandomStream::block(int64_t tick, uint32_t index) const {
  const auto t = static_cast<uint64_t>(tick);
  return philox4x32({static_cast<uint32_t>(t), static_cast<uint32_t>(t >> 32), index, salt_}, key_);
}

namespace {
double unit_interval(uint32_t high, uint32_t low) {
  const uint64_t bits = (static_cast<uint64_t>(high) << 32 | low) >> 11;
  return (static_cast<double>(bits) + 0.5) * 0x1p-53;
}
}  // namespace

double RandomStream::uniform(int64_t tick, uint32_t index) const {
  const auto b = block(tick, index);
  return unit_interval(b[0], b[1]);
}

std::array<double, 2> RandomStream::normal_pair(int64_t tick, uint32_t index) const {
  const auto b = block(tick, index);
  const double radius = std::sqrt(-2.0 * std::log(unit_interval(b[0], b[1])));
  const double angle = 2.0 * std::numbers::pi * unit_interval(b[2], b[3]);
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

double RandomStream::normal(int64_t tick, uint32_t index) const {
  return normal_pair(tick, index)[0];
}

}  // namespace hadal::base

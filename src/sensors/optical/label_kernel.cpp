#include "sensors/optical/label_kernel.h"

#include <algorithm>
#include <limits>

#define HWY_TARGET_INCLUDE "sensors/optical/label_kernel.cpp"
#include "math/simd/highway.h"
#include "sensors/relief/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

constexpr size_t kMaxLanes = 8;

// Up to a vector of pixels; those beyond `count` are 0.
HWY_INLINE V load_some(const float* from, size_t count) {
  if (count >= hn::Lanes(Tag())) return hn::LoadU(Tag(), from);
  alignas(64) float padded[kMaxLanes] = {};
  std::copy_n(from, count, padded);
  return load(padded);
}
HWY_INLINE M is_nothing(const int32_t* instance, size_t count) {
  alignas(64) int32_t padded[kMaxLanes] = {};
  if (count < hn::Lanes(Tag())) {
    std::copy_n(instance, count, padded);
    instance = padded;
  }
  return hn::RebindMask(Tag(), hn::Lt(hn::LoadU(IntTag(), instance), all_int(0)));
}
HWY_INLINE V3 load_threes(const float* from, size_t count) {
  alignas(64) float padded[3 * kMaxLanes] = {};
  if (count < hn::Lanes(Tag())) {
    std::copy_n(from, 3 * count, padded);
    from = padded;
  }
  V3 out;
  hn::LoadInterleaved3(Tag(), from, out.x, out.y, out.z);
  return out;
}
HWY_INLINE void store_some(V value, size_t count, float* to) {
  if (count >= hn::Lanes(Tag())) return hn::StoreU(value, Tag(), to);
  alignas(64) float padded[kMaxLanes];
  store(value, padded);
  std::copy_n(padded, count, to);
}
HWY_INLINE void store_threes(V3 value, size_t count, float* to) {
  if (count >= hn::Lanes(Tag())) return hn::StoreInterleaved3(value.x, value.y, value.z, Tag(), to);
  alignas(64) float padded[3 * kMaxLanes];
  hn::StoreInterleaved3(value.x, value.y, value.z, Tag(), padded);
  std::copy_n(padded, 3 * count, to);
}

HWY_INLINE V3 turned(const CameraPosition& place, V3 v) {
  const float* m = place.turn.data();
  return {dot(all3(m), v), dot(all3(m + 3), v), dot(all3(m + 6), v)};
}
HWY_INLINE V3 in_camera(const CameraPosition& place, V3 p_A) {
  return turned(place, p_A - all3(place.p_AC.data())) + all3(place.rest.data());
}

HWY_INLINE void bend(const PlainLens& lens, V& x, V& y) {
  const V xx = x * x, yy = y * y, xy = x * y, q = xx + yy;
  const V g = all(1) + q * (all(lens.k1) + q * (all(lens.k2) + q * all(lens.k3)));
  const V p1 = all(lens.p1), p2 = all(lens.p2);
  x = x * g + all(2) * p1 * xy + p2 * (q + all(2) * xx);
  y = y * g + p1 * (q + all(2) * yy) + all(2) * p2 * xy;
}

void FindPaths(const PlainLens& lens, const CameraPosition& place, const float* position_A,
               int first,
              int row, size_t count, float* path_x, float* path_y) {
  const V nan = all(std::numeric_limits<float>::quiet_NaN());
  const V steps = hn::Iota(Tag(), 0.0f);
  for (size_t i = 0; i < count; i += hn::Lanes(Tag())) {
    const size_t some = count - i;
    const V3 p = in_camera(place, load_threes(position_A + 3 * i, some));
    const V widest = all(lens.widest) * p.z;
    const M shown = hn::And(p.z > zero(), p.x * p.x + p.y * p.y <= widest * widest);
    const V per_z = all(1) / select(shown, p.z, all(1));
    V x = p.x * per_z, y = p.y * per_z;
    if (lens.bends) bend(lens, x, y);
    const V column = all(static_cast<float>(first + static_cast<int>(i))) + steps;
    const V to_x = all(lens.fx_px) * x + (all(lens.cx_px) - column);
    const V to_y = all(lens.fy_px) * y + all(lens.cy_px - static_cast<float>(row));
    store_some(select(shown, to_x, nan), some, path_x + i);
    store_some(select(shown, to_y, nan), some, path_y + i);
  }
}

void TurnIntoCamera(const CameraPosition& place, const float* position_A, const float* normal_N,
                    const int32_t* instance, size_t count, float* depth_m, float* normal_S) {
  const V far = all(std::numeric_limits<float>::infinity());
  for (size_t i = 0; i < count; i += hn::Lanes(Tag())) {
    const size_t some = count - i;
    if (depth_m) {
      const V ahead = in_camera(place, load_threes(position_A + 3 * i, some)).z;
      store_some(select(is_nothing(instance + i, some), far, ahead), some, depth_m + i);
    }
    if (normal_S) {
      const V3 n_C = turned(place, load_threes(normal_N + 3 * i, some));
      store_threes({n_C.z, n_C.x, n_C.y}, some, normal_S + 3 * i);
    }
  }
}

void FindTransmission(const EvenWater& water, const float* range_m, size_t count, float* out) {
  for (size_t i = 0; i < count; i += hn::Lanes(Tag())) {
    const V path = hn::Neg(load_some(range_m + i, count - i));
    const auto fraction = [&](size_t band) {
      return all(water.weight[band]) * exp(path * all(water.path[band])) +
             all(water.weight[band + 1]) * exp(path * all(water.path[band + 1]));
    };
    store_threes({fraction(0), fraction(2), fraction(4)}, count - i, out + 3 * i);
  }
}

// Four points at a time: twelve numbers that repeat the three of the anchor four times.
void FindPositions(const double* anchor_N, const float* HWY_RESTRICT position_A,
                   const int32_t* instance, size_t count, float* HWY_RESTRICT out) {
  constexpr size_t kPoints = 4, kNumbers = 3 * kPoints;
  double anchors[kNumbers];
  for (size_t k = 0; k < kNumbers; ++k) anchors[k] = anchor_N[k % 3];
  size_t at = 0;
  for (; at + kNumbers <= 3 * count; at += kNumbers)
    for (size_t k = 0; k < kNumbers; ++k)
      out[at + k] = static_cast<float>(anchors[k] + static_cast<double>(position_A[at + k]));
  for (; at < 3 * count; ++at)
    out[at] = static_cast<float>(anchor_N[at % 3] + static_cast<double>(position_A[at]));
  for (size_t i = 0; i < count; ++i)
    if (instance[i] < 0) std::fill_n(out + 3 * i, 3, std::numeric_limits<float>::infinity());
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {

HWY_EXPORT(FindPaths);
HWY_EXPORT(TurnIntoCamera);
HWY_EXPORT(FindTransmission);
HWY_EXPORT(FindPositions);

std::optional<PlainLens> plain_lens(const camera::Lens& lens, const camera::Port& port) {
  const camera::LensConfig& c = lens.config();
  const bool bends = c.model == camera::LensModel::kBrown;
  if (!std::holds_alternative<camera::NoPort>(port)) return std::nullopt;
  if (!bends && c.model != camera::LensModel::kPinhole) return std::nullopt;
  const auto number = [](double x) { return static_cast<float>(x); };
  const auto& k = c.distortion;
  return PlainLens{number(c.fx_px),       number(c.fy_px), number(c.cx_px), number(c.cy_px),
                   number(lens.widest()), bends,           number(k[0]),    number(k[1]),
                   number(k[4]),          number(k[2]),    number(k[3])};
}

CameraPosition camera_position(const Pose& X_NS, const Vec3& anchor_N) {
  const Mat3 R_SN = X_NS.q.toRotationMatrix().transpose();
  const Vec3 p_AC = X_NS.p - anchor_N;
  // To what single precision holds exactly up to 16 km.
  constexpr double kPerMetre = 1024;
  const Vec3 rounded = (p_AC * kPerMetre).array().round() / kPerMetre;
  const Vec3 rest_S = R_SN * (rounded - p_AC);
  constexpr std::array<int, 3> kAxes{1, 2, 0};  // of S, along those of C
  CameraPosition out;
  for (int i = 0; i < 3; ++i) {
    const auto at = static_cast<size_t>(i);
    for (int j = 0; j < 3; ++j)
      out.turn[3 * at + static_cast<size_t>(j)] = static_cast<float>(R_SN(kAxes[at], j));
    out.p_AC[at] = static_cast<float>(rounded[i]);
    out.rest[at] = static_cast<float>(rest_S[kAxes[at]]);
  }
  return out;
}

void find_paths(const PlainLens& lens, const CameraPosition& place, const float* position_A,
                int first,
               int row, size_t count, float* path_x, float* path_y) {
  HWY_DYNAMIC_DISPATCH(FindPaths)(lens, place, position_A, first, row, count, path_x, path_y);
}
void turn_into_camera(const CameraPosition& place, const float* position_A, const float* normal_N,
                      const int32_t* instance, size_t count, float* depth_m, float* normal_S) {
  HWY_DYNAMIC_DISPATCH(TurnIntoCamera)
  (place, position_A, normal_N, instance, count, depth_m, normal_S);
}
void find_transmission(const EvenWater& water, const float* range_m, size_t count, float* out) {
  HWY_DYNAMIC_DISPATCH(FindTransmission)(water, range_m, count, out);
}
void find_positions(const Vec3& anchor_N, const float* position_A, const int32_t* instance,
                    size_t count, float* out) {
  HWY_DYNAMIC_DISPATCH(FindPositions)(anchor_N.data(), position_A, instance, count, out);
}

}  // namespace hadal::sensors
#endif

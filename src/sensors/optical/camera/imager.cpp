#include "sensors/optical/camera/imager.h"

#include <cmath>

#include "base/check.h"
#include "sensors/optical/camera/pixel_math.h"

// Plain loops, which the compiler makes into vectors for each instruction set.
#define HWY_TARGET_INCLUDE "sensors/optical/camera/imager.cpp"
#include "math/simd/highway.h"

#ifndef HADAL_IMAGER_SHARED
#define HADAL_IMAGER_SHARED
namespace hadal::sensors::camera {
constexpr int kImagerChunk = 64;
constexpr float kFewElectrons = 12;

struct ReadOutRow {
  float* values;       // light in, electrons out
  const float* gains;  // null: 1
  const float* offsets;
  int width;
  RowRng rng;
  float electrons_per_light, dark_e, read_e, strength, full_well_e;
  bool shot;
  float codes_per_e, electrons_per_code, black, highest;  // of the converter; 0: none
};
}  // namespace hadal::sensors::camera
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::camera::HWY_NAMESPACE {

// Expected electrons with the pattern of the device, not below 0 and without what is not a number.
HWY_INLINE void expected_chunk(const ReadOutRow& row, int first, int count, float* HWY_RESTRICT s) {
  const float* HWY_RESTRICT light = row.values + first;
  const float scale = row.electrons_per_light;
  for (int x = 0; x < count; ++x) {
    const float e = light[x] * scale;
    s[x] = e > 0.0f ? (e < 1e9f ? e : 1e9f) : 0.0f;
  }
  if (!row.gains) return;
  const float* HWY_RESTRICT gains = row.gains + first;
  for (int x = 0; x < count; ++x) s[x] *= gains[x] > 0.0f ? gains[x] : 0.0f;
}

// The deviation of the read-out from the expected electrons.
HWY_INLINE void noise_chunk(const ReadOutRow& row, int first, const float* HWY_RESTRICT s,
                            float* HWY_RESTRICT noise, float* HWY_RESTRICT read) {
  const float shot = row.shot ? 1.0f : 0.0f, dark = row.dark_e, read_e = row.read_e;
  const RowRng rng = row.rng;
  for (int x = 0; x < kImagerChunk; ++x) {
    const NormalPair z = normal_pair(rng.bits(static_cast<uint32_t>(first + x)));
    const float mean = s[x] + dark;
    read[x] = read_e * z.second;
    noise[x] =
        shot * (std::sqrt(mean) * z.first + (z.first * z.first - 1.0f) * (1 / 6.0f)) + read[x];
  }
}

// Counts of a few electrons: as poisson_count() finds them, all of a chunk at once. Once its sum
// has passed u, a count stays as it is.
HWY_INLINE void few_electrons(const ReadOutRow& row, int first, const float* HWY_RESTRICT s,
                              const float* HWY_RESTRICT read, float* HWY_RESTRICT noise) {
  const float limit = kFewElectrons - row.dark_e, dark = row.dark_e;
  const RowRng rng = row.rng;
  int few = 0;
  float mean[kImagerChunk], u[kImagerChunk], probability[kImagerChunk], sum[kImagerChunk];
  float count[kImagerChunk];
  for (int x = 0; x < kImagerChunk; ++x) {
    mean[x] = s[x] < limit ? s[x] + dark : 0.0f;
    few |= s[x] < limit ? 1 : 0;
  }
  if (few == 0) return;
  for (int x = 0; x < kImagerChunk; ++x) {
    const uint32_t bits = rng.bits(static_cast<uint32_t>(first + x));
    u[x] = unit_above_zero(mix32(bits ^ 0x51ed270bu));
    probability[x] = sum[x] = fast_exp_negative(mean[x]);
    count[x] = 0;
  }
  int more = 1;
  for (int k = 1; more != 0 && k < kMaxCount; ++k) {
    const float per = 1.0f / static_cast<float>(k);
    more = 0;
    for (int x = 0; x < kImagerChunk; ++x) {
      const float one = u[x] > sum[x] ? 1.0f : 0.0f;
      count[x] += one;
      more |= u[x] > sum[x] ? 1 : 0;
      probability[x] *= mean[x] * per;
      sum[x] += probability[x];
    }
  }
  for (int x = 0; x < kImagerChunk; ++x)
    noise[x] = s[x] < limit ? count[x] - (s[x] + dark) + read[x] : noise[x];
}

HWY_INLINE void convert_chunk(const ReadOutRow& row, int count, float* HWY_RESTRICT out) {
  const float dark = row.dark_e, codes_per_e = row.codes_per_e, half = row.black + 0.5f;
  const float black = row.black, highest = row.highest, electrons_per_code = row.electrons_per_code;
  for (int x = 0; x < count; ++x) {
    float code = (out[x] + dark) * codes_per_e + half;
    code = code > 0.0f ? code : 0.0f;
    code = code < highest ? code : highest;
    const float whole = static_cast<float>(static_cast<int32_t>(code));
    out[x] = (whole - black) * electrons_per_code - dark;
  }
}

void read_out_row(const ReadOutRow& row) {
  float s[kImagerChunk] = {}, noise[kImagerChunk], read[kImagerChunk];
  for (int first = 0; first < row.width; first += kImagerChunk) {
    const int count = HWY_MIN(kImagerChunk, row.width - first);
    expected_chunk(row, first, count, s);
    if (row.strength > 0) {
      noise_chunk(row, first, s, noise, read);
      if (row.shot) few_electrons(row, first, s, read, noise);
      if (row.offsets)
        for (int x = 0; x < count; ++x) noise[x] += row.offsets[first + x];
      const float strength = row.strength;
      for (int x = 0; x < count; ++x) s[x] += strength * noise[x];
    }
    float* HWY_RESTRICT out = row.values + first;
    const float max = row.full_well_e - row.dark_e;
    for (int x = 0; x < count; ++x) out[x] = s[x] < max ? s[x] : max;
    if (row.codes_per_e > 0) convert_chunk(row, count, out);
  }
}

void grain_row(float* HWY_RESTRICT r, float* HWY_RESTRICT g, float* HWY_RESTRICT b, int width,
               RowRng rng, float strength) {
  for (int x = 0; x < width; ++x) {
    const float z = normal_pair(rng.bits(static_cast<uint32_t>(x))).first;
    const float factor = 1.0f + strength * z, grain = factor > 0.0f ? factor : 0.0f;
    r[x] *= grain, g[x] *= grain, b[x] *= grain;
  }
}

}  // namespace hadal::sensors::camera::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors::camera {
namespace {
HWY_EXPORT(read_out_row);
HWY_EXPORT(grain_row);

// Standard normal numbers times `size` plus `mean`, one per pixel of all planes.
std::vector<float> pattern_of(const RandomStream& device, int64_t which, int width, int rows,
                              double size, double mean) {
  std::vector<float> out;
  if (size == 0) return out;
  out.reserve(static_cast<size_t>(width) * static_cast<size_t>(rows));
  for (int y = 0; y < rows; ++y) {
    const RowRng rng = row_rng(device, which, static_cast<uint32_t>(y));
    for (int x = 0; x < width; ++x)
      out.push_back(static_cast<float>(
          mean +
          size * static_cast<double>(normal_pair(rng.bits(static_cast<uint32_t>(x))).first)));
  }
  return out;
}

}  // namespace

Imager::Imager(const ImagerModel& model, int width_px, int height_px, int planes,
               const RandomStream& device, const RandomStream& noise)
    : model_(model),
      width_px_(width_px),
      height_px_(height_px),
      noise_(noise),
      gain_pattern_(
          pattern_of(device, 0, width_px, height_px * planes, model.prnu * model.strength, 1)),
      offset_pattern_(pattern_of(device, 1, width_px, height_px * planes, model.dsnu_e, 0)) {
  HADAL_CHECK(model.bits >= 0 && model.bits <= 20 && model.full_well_e > 0);
  HADAL_CHECK(model.bits == 0 || model.black_code < std::exp2(model.bits) - 1);
}

double Imager::step_e(double gain) const {
  if (model_.bits == 0) return 0;
  return model_.full_well_e / (gain * (std::exp2(model_.bits) - 1 - model_.black_code));
}

void Imager::read_out_row(int index, int y, const Exposure& exposure, int64_t frame,
                          float* values) const {
  const double step = step_e(exposure.gain);
  const int device_row = index * height_px_ + y;
  const ptrdiff_t device_start = static_cast<ptrdiff_t>(device_row) * width_px_;
  ReadOutRow row{};
  row.values = values;
  row.width = width_px_;
  row.gains = gain_pattern_.empty() ? nullptr : gain_pattern_.data() + device_start;
  row.offsets = offset_pattern_.empty() ? nullptr : offset_pattern_.data() + device_start;
  row.rng = row_rng(noise_, frame, static_cast<uint32_t>(device_row));
  row.electrons_per_light = static_cast<float>(exposure.electrons_per_light);
  row.dark_e = static_cast<float>(model_.dark_current_e_s * exposure.time_s);
  row.read_e = static_cast<float>(model_.read_noise_e);
  row.strength = static_cast<float>(model_.strength);
  row.full_well_e = static_cast<float>(model_.full_well_e);
  row.shot = model_.shot_noise;
  row.codes_per_e = step > 0 ? static_cast<float>(1 / step) : 0;
  row.electrons_per_code = static_cast<float>(step);
  row.black = static_cast<float>(model_.black_code);
  row.highest = static_cast<float>(std::exp2(model_.bits) - 1);
  HWY_DYNAMIC_DISPATCH(read_out_row)(row);
}

void Imager::read_out(std::span<float> plane, int index, const Exposure& exposure, int64_t frame,
                      ThreadArena& arena) const {
  HADAL_CHECK(plane.size() == static_cast<size_t>(width_px_) * static_cast<size_t>(height_px_));
  for_rows(arena, height_px_, [&](int y) {
    read_out_row(index, y, exposure, frame, plane.data() + static_cast<ptrdiff_t>(y) * width_px_);
  });
}

void Imager::read_out(RgbView image, const Exposure& exposure, int64_t frame,
                      ThreadArena& arena) const {
  for (int c = 0; c < 3; ++c)
    read_out({image.channels[c], image.pixels()}, c, exposure, frame, arena);
}

void add_grain(RgbView image, double strength, const RandomStream& noise, int64_t frame,
               ThreadArena& arena) {
  if (strength == 0) return;
  for_rows(arena, image.height_px, [&](int y) {
    HWY_DYNAMIC_DISPATCH(grain_row)
    (image.row(0, y), image.row(1, y), image.row(2, y), image.width_px,
     row_rng(noise, frame, static_cast<uint32_t>(y)), static_cast<float>(strength));
  });
}

}  // namespace hadal::sensors::camera
#endif

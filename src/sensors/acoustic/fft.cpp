#include "sensors/acoustic/fft.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

#define HWY_TARGET_INCLUDE "sensors/acoustic/fft.cpp"
#include "math/simd/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;
static_assert(kLineLanes == kMaxLanes);

struct Complex {
  V re, im;
};

HWY_INLINE Complex operator+(const Complex& a, const Complex& b) {
  return {a.re + b.re, a.im + b.im};
}
HWY_INLINE Complex operator-(const Complex& a, const Complex& b) {
  return {a.re - b.re, a.im - b.im};
}
HWY_INLINE Complex scaled(const Complex& a, float s) {
  const V v = hn::Set(d, s);
  return {a.re * v, a.im * v};
}
// a + t b and a - t b, t = -i forward, +i backward.
template <bool kForward>
HWY_INLINE Complex plus_turned(const Complex& a, const Complex& b) {
  if constexpr (kForward) return {a.re + b.im, a.im - b.re};
  return {a.re - b.im, a.im + b.re};
}
template <bool kForward>
HWY_INLINE Complex minus_turned(const Complex& a, const Complex& b) {
  return plus_turned<!kForward>(a, b);
}
template <bool kForward>
HWY_INLINE Complex times(const Complex& a, const float* twiddle) {
  const V c = hn::Set(d, twiddle[0]), s = hn::Set(d, kForward ? twiddle[1] : -twiddle[1]);
  return {a.re * c - a.im * s, a.re * s + a.im * c};
}

// Transforms of 2, 3, 4 and 5 points in place.
template <bool kForward>
HWY_INLINE void butterfly(Complex (&x)[2]) {
  const Complex a = x[0], b = x[1];
  x[0] = a + b, x[1] = a - b;
}
template <bool kForward>
HWY_INLINE void butterfly(Complex (&x)[3]) {
  constexpr float kSin = std::numbers::sqrt3_v<float> / 2;
  const Complex sum = x[1] + x[2], side = scaled(x[1] - x[2], kSin);
  const Complex middle = x[0] - scaled(sum, 0.5f);
  x[0] = x[0] + sum;
  x[1] = plus_turned<kForward>(middle, side), x[2] = minus_turned<kForward>(middle, side);
}
template <bool kForward>
HWY_INLINE void butterfly(Complex (&x)[4]) {
  const Complex a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3];
  const Complex e = x[1] - x[3];
  x[0] = a + c, x[2] = a - c;
  x[1] = plus_turned<kForward>(b, e), x[3] = minus_turned<kForward>(b, e);
}
template <bool kForward>
HWY_INLINE void butterfly(Complex (&x)[5]) {
  constexpr float kCos1 = 0.30901699437494742f, kCos2 = -0.80901699437494742f;
  constexpr float kSin1 = 0.95105651629515357f, kSin2 = 0.58778525229247313f;
  const Complex a = x[1] + x[4], b = x[2] + x[3], c = x[1] - x[4], e = x[2] - x[3];
  const Complex m1 = x[0] + scaled(a, kCos1) + scaled(b, kCos2);
  const Complex m2 = x[0] + scaled(a, kCos2) + scaled(b, kCos1);
  const Complex s1 = scaled(c, kSin1) + scaled(e, kSin2);
  const Complex s2 = scaled(c, kSin2) - scaled(e, kSin1);
  x[0] = x[0] + a + b;
  x[1] = plus_turned<kForward>(m1, s1), x[4] = minus_turned<kForward>(m1, s1);
  x[2] = plus_turned<kForward>(m2, s2), x[3] = minus_turned<kForward>(m2, s2);
}

constexpr int kLine = sizeof(Line) / sizeof(float);

// One point of each part of a block, lines `part` apart. The other sign is the same with re and im
// exchanged: `re` and `im` say where they lie within a line. The first twiddles of a pass are 1.
template <int kRadix, bool kForward, bool kTwiddles>
HWY_INLINE void point_of_parts(float* first, int part, const float* twiddle, int re, int im) {
  for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(d)) {
    Complex x[kRadix];
    for (int i = 0; i < kRadix; ++i) {
      const float* from = first + lane + static_cast<ptrdiff_t>(i) * part * kLine;
      x[i] = {hn::Load(d, from + re), hn::Load(d, from + im)};
      if (!kForward && kTwiddles && i > 0) x[i] = times<false>(x[i], twiddle + 2 * (i - 1));
    }
    butterfly<kForward>(x);
    for (int i = 0; i < kRadix; ++i) {
      float* to = first + lane + static_cast<ptrdiff_t>(i) * part * kLine;
      if (kForward && kTwiddles && i > 0) x[i] = times<true>(x[i], twiddle + 2 * (i - 1));
      hn::Store(x[i].re, d, to + re);
      hn::Store(x[i].im, d, to + im);
    }
  }
}
template <int kRadix, bool kForward>
HWY_INLINE void pass_over(const float* twiddle, int part, float* block, int re, int im) {
  point_of_parts<kRadix, kForward, false>(block, part, twiddle, re, im);
  for (int j = 1; j < part; ++j)
    point_of_parts<kRadix, kForward, true>(block + j * kLine, part,
                                           twiddle + 2 * (kRadix - 1) * j, re, im);
}

template <bool kForward>
void any_pass(const Fft::Pass& pass, Line* block, int re, int im) {
  const float* twiddle = pass.twiddles.data();
  float* at = block->re;
  switch (pass.radix) {
    case 2:
      return pass_over<2, kForward>(twiddle, pass.part, at, re, im);
    case 3:
      return pass_over<3, kForward>(twiddle, pass.part, at, re, im);
    case 4:
      return pass_over<4, kForward>(twiddle, pass.part, at, re, im);
    default:
      return pass_over<5, kForward>(twiddle, pass.part, at, re, im);
  }
}

// The last two passes over a block of kFirst * kSecond lines.
template <int kFirst, int kSecond, bool kForward>
HWY_INLINE void two_passes(const float* twiddle, float* block, int re, int im) {
  if (kForward) pass_over<kFirst, kForward>(twiddle, kSecond, block, re, im);
  for (int i = 0; i < kFirst; ++i)
    pass_over<kSecond, kForward>(nullptr, 1, block + i * kSecond * kLine, re, im);
  if (!kForward) pass_over<kFirst, kForward>(twiddle, kSecond, block, re, im);
}
// Blocks side by side.
template <int kFirst, int kSecond, bool kForward>
bool two_passes_each(const float* twiddle, Line* block, int count, int re, int im) {
  for (int i = 0; i < count; ++i)
    two_passes<kFirst, kSecond, kForward>(twiddle, block[i * kFirst * kSecond].re, re, im);
  return true;
}
// False for other radices.
template <bool kForward>
bool last_passes(const Fft::Pass& first, int second, Line* block, int count, int re, int im) {
  const float* twiddle = first.twiddles.data();
  if (first.radix == 4 && second == 4)
    return two_passes_each<4, 4, kForward>(twiddle, block, count, re, im);
  if (first.radix == 5 && second == 5)
    return two_passes_each<5, 5, kForward>(twiddle, block, count, re, im);
  if (first.radix == 4 && second == 5)
    return two_passes_each<4, 5, kForward>(twiddle, block, count, re, im);
  return false;
}

// The first pass of radix 4 over a block whose second half is zero, from another place.
void padded_pass(const Fft::Pass& pass, const Line* x, int count, Line* block) {
  const float* twiddle = pass.twiddles.data();
  const int part = pass.part;
  for (int j = 0; j < part; ++j, twiddle += 6)
    for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(d)) {
      const auto load = [&](int i) HWY_ATTR -> Complex {
        if (i >= count) return {hn::Zero(d), hn::Zero(d)};
        return {hn::Load(d, x[i].re + lane), hn::Load(d, x[i].im + lane)};
      };
      const auto store = [&](const Complex& y, int i) HWY_ATTR {
        hn::Store(y.re, d, block[j + i * part].re + lane);
        hn::Store(y.im, d, block[j + i * part].im + lane);
      };
      const Complex a = load(j), b = load(j + part);
      store(a + b, 0);
      store(times<true>(plus_turned<true>(a, b), twiddle), 1);
      store(times<true>(a - b, twiddle + 2), 2);
      store(times<true>(minus_turned<true>(a, b), twiddle + 4), 3);
    }
}

// The last pass of radix 4 back, of which only the first lines are wanted.
void front_pass(const Fft::Pass& pass, const Line* block, Line* front, int count) {
  const float* twiddle = pass.twiddles.data();
  const int part = pass.part;
  for (int j = 0; j < part && j < count; ++j, twiddle += 6)
    for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(d)) {
      const auto load = [&](int i) HWY_ATTR -> Complex {
        const Line& line = block[j + i * part];
        const Complex x{hn::Load(d, line.re + lane), hn::Load(d, line.im + lane)};
        return i == 0 ? x : times<false>(x, twiddle + 2 * (i - 1));
      };
      const auto store = [&](const Complex& y, int i) HWY_ATTR {
        hn::Store(y.re, d, front[i].re + lane);
        hn::Store(y.im, d, front[i].im + lane);
      };
      const Complex x0 = load(0), x1 = load(1), x2 = load(2), x3 = load(3);
      store((x0 + x2) + (x1 + x3), j);
      if (j + part < count) store(plus_turned<false>(x0 - x2, x1 - x3), j + part);
    }
}

void scale_lines(Line* lines, const float* factors, int count) {
  for (int k = 0; k < count; ++k) {
    const V factor = all(factors[k]);
    for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(d)) {
      hn::Store(hn::Load(d, lines[k].re + lane) * factor, d, lines[k].re + lane);
      hn::Store(hn::Load(d, lines[k].im + lane) * factor, d, lines[k].im + lane);
    }
  }
}

// Of `count` blocks side by side.
template <bool kForward>
void transform(const Fft::Pass* pass, const Fft::Pass* end, Line* block, int count, int re,
               int im) {
  if (pass == end) return;
  if (pass + 2 == end && last_passes<kForward>(*pass, pass[1].radix, block, count, re, im)) return;
  for (int i = 0; i < count; ++i, block += pass->radix * pass->part) {
    if (kForward) any_pass<kForward>(*pass, block, re, im);
    if (pass->part > 1) transform<kForward>(pass + 1, end, block, pass->radix, re, im);
    if (!kForward) any_pass<kForward>(*pass, block, re, im);
  }
}

void run(const std::vector<Fft::Pass>& passes, Line* x, bool forward, bool swapped) {
  const int re = swapped ? kLineLanes : 0, im = swapped ? 0 : kLineLanes;
  const Fft::Pass* first = passes.data();
  if (forward) return transform<true>(first, first + passes.size(), x, 1, re, im);
  transform<false>(first, first + passes.size(), x, 1, re, im);
}

// The last pass of a block forward, times factors, and back, in registers.
template <int kRadix>
HWY_INLINE void filter_points(float* block, const float* factors) {
  for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(d)) {
    Complex x[kRadix];
    for (int i = 0; i < kRadix; ++i) {
      const float* from = block + lane + i * kLine;
      x[i] = {hn::Load(d, from), hn::Load(d, from + kLineLanes)};
    }
    butterfly<true>(x);
    for (int i = 0; i < kRadix; ++i) x[i] = scaled(x[i], factors[i]);
    butterfly<false>(x);
    for (int i = 0; i < kRadix; ++i) {
      float* to = block + lane + i * kLine;
      hn::Store(x[i].re, d, to);
      hn::Store(x[i].im, d, to + kLineLanes);
    }
  }
}
template <int kFirst, int kSecond>
HWY_INLINE void filter_two(const float* twiddle, float* block, const float* factors) {
  pass_over<kFirst, true>(twiddle, kSecond, block, 0, kLineLanes);
  for (int i = 0; i < kFirst; ++i)
    filter_points<kSecond>(block + i * kSecond * kLine, factors + i * kSecond);
  pass_over<kFirst, false>(twiddle, kSecond, block, 0, kLineLanes);
}
// Blocks side by side.
template <int kFirst, int kSecond>
bool filter_two_each(const float* twiddle, Line* block, int count, const float* factors) {
  constexpr int kSize = kFirst * kSecond;
  for (int i = 0; i < count; ++i)
    filter_two<kFirst, kSecond>(twiddle, block[i * kSize].re, factors + i * kSize);
  return true;
}
// False for other radices.
bool filter_last(const Fft::Pass& first, int second, Line* block, int count,
                 const float* factors) {
  const float* twiddle = first.twiddles.data();
  if (first.radix == 4 && second == 4) return filter_two_each<4, 4>(twiddle, block, count, factors);
  if (first.radix == 5 && second == 5) return filter_two_each<5, 5>(twiddle, block, count, factors);
  if (first.radix == 4 && second == 5) return filter_two_each<4, 5>(twiddle, block, count, factors);
  return false;
}

// Forward, times factors, and back, of `count` blocks side by side, each while it is in cache.
void filter(const Fft::Pass* pass, const Fft::Pass* end, Line* block, int count,
            const float* factors) {
  if (pass + 2 == end && filter_last(*pass, pass[1].radix, block, count, factors)) return;
  const int size = pass->radix * pass->part;
  for (int i = 0; i < count; ++i, block += size, factors += size) {
    any_pass<true>(*pass, block, 0, kLineLanes);
    if (pass->part > 1)
      filter(pass + 1, end, block, pass->radix, factors);
    else
      scale_lines(block, factors, size);
    any_pass<false>(*pass, block, 0, kLineLanes);
  }
}

void run_filter(const std::vector<Fft::Pass>& passes, const Line* x, int count,
                const float* factors, Line* spectrum, Line* front) {
  const Fft::Pass* first = passes.data();
  padded_pass(*first, x, count, spectrum);
  filter(first + 1, first + passes.size(), spectrum, first->radix, factors);
  front_pass(*first, spectrum, front, count);
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
namespace {
HWY_EXPORT(run);
HWY_EXPORT(run_filter);
HWY_EXPORT(scale_lines);

std::vector<int> radices_of(int length) {
  std::vector<int> radices;
  for (const int radix : {4, 5, 3, 2})
    for (; length % radix == 0; length /= radix) radices.push_back(radix);
  return length == 1 ? radices : std::vector<int>{};
}

Fft::Pass pass_of(int radix, int block) {
  Fft::Pass pass{radix, block / radix, {}};
  for (int j = 0; j < pass.part; ++j)
    for (int k = 1; k < radix; ++k) {
      const double angle = 2 * std::numbers::pi * j * k / block;
      pass.twiddles.push_back(static_cast<float>(std::cos(angle)));
      pass.twiddles.push_back(static_cast<float>(-std::sin(angle)));
    }
  return pass;
}

}  // namespace

int Fft::length_for(int n) {
  for (int length = n < 2 ? 2 : n;; ++length)
    if (!radices_of(length).empty()) return length;
}

Fft::Fft(int length) : length_(length) {
  const std::vector<int> radices = radices_of(length);
  HADAL_CHECK(!radices.empty(), "a transform needs a length 2^a 3^b 5^c of at least 2");
  int block = length;
  for (const int radix : radices) {
    passes_.push_back(pass_of(radix, block));
    block /= radix;
  }
  for (int k = 0; k < length; ++k) {
    int rest = k, place = 0;
    for (const Pass& pass : passes_) {
      place += rest % pass.radix * pass.part;
      rest /= pass.radix;
    }
    place_.push_back(place);
  }
}

int Fft::place(int frequency) const {
  return place_[static_cast<size_t>(frequency < 0 ? frequency + length_ : frequency)];
}

void Fft::forward(std::span<Line> x, Sign sign) const {
  HADAL_CHECK(static_cast<int>(x.size()) == length_);
  HWY_DYNAMIC_DISPATCH(run)(passes_, x.data(), true, sign == Sign::kPlus);
}

void Fft::backward(std::span<Line> x, Sign sign) const {
  HADAL_CHECK(static_cast<int>(x.size()) == length_);
  HWY_DYNAMIC_DISPATCH(run)(passes_, x.data(), false, sign == Sign::kMinus);
}

void Fft::filter(std::span<Line> x, std::span<const float> factors,
                 std::span<Line> spectrum) const {
  HADAL_CHECK(static_cast<int>(spectrum.size()) == length_ && 2 * x.size() <= spectrum.size() &&
              factors.size() == spectrum.size());
  if (passes_[0].radix == 4 && length_ > 4) {
    HWY_DYNAMIC_DISPATCH(run_filter)
    (passes_, x.data(), static_cast<int>(x.size()), factors.data(), spectrum.data(), x.data());
    return;
  }
  std::copy(x.begin(), x.end(), spectrum.begin());
  std::fill(spectrum.begin() + static_cast<ptrdiff_t>(x.size()), spectrum.end(), Line{});
  forward(spectrum, Sign::kMinus);
  HWY_DYNAMIC_DISPATCH(scale_lines)(spectrum.data(), factors.data(), length_);
  backward(spectrum, Sign::kPlus);
  std::copy_n(spectrum.begin(), x.size(), x.begin());
}

}  // namespace hadal::sensors
#endif

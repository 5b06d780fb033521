#include "sensors/optical/render/caustics.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#define HWY_TARGET_INCLUDE "sensors/optical/render/caustics.cpp"
#include "math/simd/highway.h"
#include "sensors/relief/lanes-inl.h"

#ifndef HADAL_CAUSTICS_SHARED
#define HADAL_CAUSTICS_SHARED
namespace hadal::sensors {
// Steps of a place between two nodes, along a row and across; together the light of a photon.
constexpr int kStepBits = 7, kRowBits = 6;
constexpr int kSteps = 1 << kStepBits, kRowSteps = 1 << kRowBits;
constexpr float kPerCount = 1.0f / (2 * kSteps * kRowSteps);  // two photons per node
constexpr int kMaxTaps = 24;                                 // on each side of a blur
constexpr int kPad = 8;  // counts behind each row, the first of them wraps around
struct SunRay {
  float down[3];  // direction of the light, N
  float inverse_index;
};
}  // namespace hadal::sensors
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// Where the sun's ray goes under a surface of this slope, per metre down.
HWY_INLINE void refracted_drift(const SunRay& sun, V slope_north, V slope_east, V& north, V& east) {
  const V size = all(1) / hn::Sqrt(square(slope_north) + square(slope_east) + all(1));
  const V3 up = {hn::Neg(slope_north) * size, hn::Neg(slope_east) * size, hn::Neg(size)};
  const V3 ray = all3(sun.down);
  const V cosine = hn::Max(hn::Neg(dot(ray, up)), zero()), ratio = all(sun.inverse_index);
  const V within = root(all(1) - square(ratio) * (all(1) - square(cosine)));
  const V3 bent = ray * ratio + up * (ratio * cosine - within);
  north = bent.x / bent.z, east = bent.y / bent.z;
}

void mean_drift(const SunRay& sun, float* north, float* east) {
  V n, e;
  refracted_drift(sun, zero(), zero(), n, e);
  *north = hn::GetLane(n), *east = hn::GetLane(e);
}

// Drifts of eight neighbouring rows of nodes, less the mean. The slopes of the sea's likeness are
// differences of its height: its waves are many nodes long.
void tile_drifts(const WaveTile& tile, const SunRay& sun, int block, float mean_north,
                 float mean_east, Line* out) {
  const int n = kTileNodes, blocks = n / kLineLanes;
  const Line* row = &tile.heights[static_cast<size_t>(block * n)];
  const Line* before = &tile.heights[static_cast<size_t>((block + blocks - 1) % blocks * n)];
  const Line* after = &tile.heights[static_cast<size_t>((block + 1) % blocks * n)];
  const Line* slopes = &tile.slopes[static_cast<size_t>(block * n)];
  const V per = all(0.5f / tile.cell_m());
  for (int i = 0; i < n; ++i) {
    float around[kLineLanes + 2];  // heights along east, with both neighbours
    around[0] = before[i].im[kLineLanes - 1], around[kLineLanes + 1] = after[i].im[0];
    std::memcpy(around + 1, row[i].im, sizeof row[i].im);
    const Line &south = row[(i + n - 1) % n], &north = row[(i + 1) % n];
    for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(Tag())) {
      const V rise_n = (load(north.im + lane) - load(south.im + lane)) * per;
      const V rise_e =
          (hn::LoadU(Tag(), around + lane + 2) - hn::LoadU(Tag(), around + lane)) * per;
      V drift_n, drift_e;
      refracted_drift(sun, load(slopes[i].re + lane) + rise_n, load(slopes[i].im + lane) + rise_e,
                      drift_n, drift_e);
      store(drift_n - all(mean_north), out[i].re + lane);
      store(drift_e - all(mean_east), out[i].im + lane);
    }
  }
}

// Drifts in the middle between four nodes.
void middle_drifts(const Line* nodes, int block, Line* out) {
  const int n = kTileNodes, blocks = n / kLineLanes;
  const Line *row = nodes + block * n, *after = nodes + (block + 1) % blocks * n;
  const auto average = [&](const float* a, const float* b, float c, float e, float* to) HWY_ATTR {
    float sum[kLineLanes + 1];
    for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(Tag()))
      hn::StoreU(load(a + lane) + load(b + lane), Tag(), sum + lane);
    sum[kLineLanes] = c + e;
    for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(Tag()))
      store((hn::LoadU(Tag(), sum + lane) + hn::LoadU(Tag(), sum + lane + 1)) * all(0.25f),
            to + lane);
  };
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    average(row[i].re, row[next].re, after[i].re[0], after[next].re[0], out[i].re);
    average(row[i].im, row[next].im, after[i].im[0], after[next].im[0], out[i].im);
  }
}

// Counts: two for each node, of photons of its own row and of those of the row before it, which lie
// with the node of that row. So a photon adds to four neighbouring counts at once.
//
// Photons start `offset` cells beyond the nodes and count `weight` times.
void count_photons(const Line* drifts, int n, float offset, int weight, float depth_cells,
                   int32_t* counts) {
  alignas(64) int32_t place[kLineLanes];
  alignas(64) int32_t fraction[4 * kLineLanes];
  alignas(64) static constexpr float kLane[kLineLanes] = {0, 1, 2, 3, 4, 5, 6, 7};
  const IntTag di;
  const hn::CappedTag<int32_t, 4> four;
  const I mask = all_int(n - 1);
  for (int b = 0; b < n / kLineLanes; ++b)
    for (int i = 0; i < n; ++i) {
      const Line& drift = drifts[b * n + i];
      for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(Tag())) {
        const V from_x = all(static_cast<float>(i) + offset);
        const V from_y = all(static_cast<float>(b * kLineLanes) + offset) + load(kLane + lane);
        const I x =
            hn::NearestInt((from_x + load(drift.re + lane) * all(depth_cells)) * all(kSteps));
        const I y =
            hn::NearestInt((from_y + load(drift.im + lane) * all(depth_cells)) * all(kRowSteps));
        const I row = hn::And(hn::ShiftRight<kRowBits>(y), mask);
        const I column = hn::And(hn::ShiftRight<kStepBits>(x), mask);
        hn::Store(row * all_int(2 * (n + kPad)) + hn::ShiftLeft<1>(column), di, place + lane);
        const I a = hn::And(x, all_int(kSteps - 1)), p = all_int(kSteps) - a;
        const I c = hn::And(y, all_int(kRowSteps - 1)) * all_int(weight);
        const I q = all_int(weight * kRowSteps) - c;
        hn::StoreInterleaved4(p * q, p * c, a * q, a * c, di, fraction + 4 * lane);
      }
      for (int lane = 0; lane < kLineLanes; ++lane) {
        int32_t* to = counts + place[lane];
        for (size_t k = 0; k < 4; k += hn::Lanes(four))
          hn::StoreU(hn::LoadU(four, to + k) + hn::Load(four, fraction + 4 * lane + k), four, to +
                     k);
      }
    }
}

void light_of_counts(const int32_t* counts, int n, float* light) {
  const IntTag di;
  const int width = 2 * (n + kPad);
  for (int j = 0; j < n; ++j) {
    const int32_t *row = counts + j * width, *before = counts + (j + n - 1) % n * width;
    float* to = light + j * n;
    for (int i = 0; i < n; i += static_cast<int>(hn::Lanes(di))) {
      I here, onward, unused;
      hn::LoadInterleaved2(di, row + 2 * i, here, unused);
      hn::LoadInterleaved2(di, before + 2 * i, unused, onward);
      store(hn::ConvertTo(Tag(), here + onward) * all(kPerCount), to + i);
    }
    const int32_t first = row[0] + before[1] + row[2 * n] + before[2 * n + 1];
    to[0] = static_cast<float>(first) * kPerCount;
  }
}

// taps[0] in the middle, taps[k] at both sides; periodic.
void blur_plane(const float* light, int n, const float* taps, int reach, float* out) {
  alignas(64) float line[kTileNodes + 2 * kMaxTaps];
  const int step = static_cast<int>(hn::Lanes(Tag()));
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; i += step) {
      V sum = load(light + j * n + i) * all(taps[0]);
      for (int k = 1; k <= reach; ++k)
        sum = sum + (load(light + ((j + k) & (n - 1)) * n + i) +
                     load(light + ((j - k) & (n - 1)) * n + i)) *
                        all(taps[k]);
      store(sum, line + kMaxTaps + i);
    }
    std::memcpy(line, line + n, kMaxTaps * sizeof(float));
    std::memcpy(line + kMaxTaps + n, line + kMaxTaps, kMaxTaps * sizeof(float));
    for (int i = 0; i < n; i += step) {
      const float* at = line + kMaxTaps + i;
      V sum = load(at) * all(taps[0]);
      for (int k = 1; k <= reach; ++k)
        sum = sum + (hn::LoadU(Tag(), at + k) + hn::LoadU(Tag(), at - k)) * all(taps[k]);
      hn::StoreU(sum, Tag(), out + j * n + i);
    }
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
namespace {
HWY_EXPORT(mean_drift);
HWY_EXPORT(tile_drifts);
HWY_EXPORT(middle_drifts);
HWY_EXPORT(count_photons);
HWY_EXPORT(light_of_counts);
HWY_EXPORT(blur_plane);

constexpr int kCoarseNodes = kTileNodes / 2;
constexpr double kSunDeviation_rad = 0.00465 / 2;  // of a disc of that radius along one axis
constexpr double kNodeBlur = 0.65;                 // nodes: hides the lattice of photons

// Of one thread; grown once.
struct PlaneScratch {
  struct alignas(64) Block {
    int32_t counts[16];
  };
  static constexpr size_t kNodes = size_t{kTileNodes} * (kTileNodes + kPad);
  std::vector<Block> counts{2 * kNodes / 16};
  std::vector<Line> light{kNodes / 16};
};

// Gaussian in whole multiples of 2^-16 that sum to one exactly: constant light stays as it is.
int gaussian_taps(double sigma_cells, std::array<float, kMaxTaps + 1>& taps) {
  const double sigma = std::max(sigma_cells, 0.05);
  const int reach = std::clamp(static_cast<int>(std::ceil(3 * sigma)), 1, kMaxTaps);
  std::array<double, kMaxTaps + 1> shape{};
  double sum = 0;
  for (int k = 0; k <= reach; ++k) {
    shape[static_cast<size_t>(k)] = std::exp(-0.5 * k * k / (sigma * sigma));
    sum += (k == 0 ? 1 : 2) * shape[static_cast<size_t>(k)];
  }
  double middle = 1;
  for (int k = 1; k <= reach; ++k) {
    const double tap = std::round(shape[static_cast<size_t>(k)] / sum * 0x1p16) * 0x1p-16;
    taps[static_cast<size_t>(k)] = static_cast<float>(tap);
    middle -= 2 * tap;
  }
  taps[0] = static_cast<float>(middle);
  return reach;
}

double blur_m(const CausticPlan& plan, double depth_m) {
  const Vec3& sun = plan.toward_sun_N;
  const double sine = std::hypot(sun.x(), sun.y()) / plan.refractive_index;
  const double path_m = depth_m / std::sqrt(1 - sine * sine);
  return path_m * kSunDeviation_rad / plan.refractive_index;
}

bool is_fine(const CausticPlan& plan, int plane) {
  const double above_m = plane == 0 ? 0 : Caustics::depth_m(plane - 1);
  const double below_m = Caustics::depth_m(plane + 1);
  return std::any_of(plan.fine.begin(), plan.fine.end(), [&](const DepthRange& range) {
    return range.from_m < below_m && range.to_m > above_m;
  });
}

void lay_out(const CausticPlan& plan, bool sun, Caustics& out) {
  out.planes = 1;
  while (sun && out.planes < Caustics::kMaxPlanes &&
         Caustics::depth_m(out.planes - 1) < plan.deepest_m)
    ++out.planes;
  int32_t total = 0;
  for (int p = 0; p < out.planes; ++p) {
    const auto place = static_cast<size_t>(p);
    out.nodes[place] = sun && is_fine(plan, p) ? kTileNodes : kCoarseNodes;
    out.first[place] = total;
    total += out.nodes[place] * out.nodes[place];
  }
  out.values.resize(static_cast<size_t>(total));
  const size_t lines = size_t{kTileNodes} * kTileNodes / kLineLanes;
  out.node_drifts.resize(lines), out.middle_drifts.resize(lines);
  out.coarse_drifts.resize(lines / 4);
}

// Every second node along both axes.
void thin_out(const std::vector<Line>& fine, std::vector<Line>& coarse) {
  for (int b = 0; b < kCoarseNodes / kLineLanes; ++b)
    for (int i = 0; i < kCoarseNodes; ++i)
      for (int lane = 0; lane < kLineLanes; ++lane) {
        const int j = 2 * (b * kLineLanes + lane);
        const Line& from = fine[static_cast<size_t>(j / kLineLanes * kTileNodes + 2 * i)];
        Line& to = coarse[static_cast<size_t>(b * kCoarseNodes + i)];
        to.re[lane] = from.re[j % kLineLanes], to.im[lane] = from.im[j % kLineLanes];
      }
}

void find_drifts(const WaveTile& tile, const CausticPlan& plan, ThreadArena& arena, Caustics& out) {
  SunRay sun{{}, static_cast<float>(1 / plan.refractive_index)};
  for (int axis = 0; axis < 3; ++axis)
    sun.down[axis] = -static_cast<float>(plan.toward_sun_N[axis]);
  HWY_DYNAMIC_DISPATCH(mean_drift)(sun, &out.drift_north, &out.drift_east);
  arena.for_each(kTileNodes / kLineLanes, [&](size_t block) {
    HWY_DYNAMIC_DISPATCH(tile_drifts)
    (tile, sun, static_cast<int>(block), out.drift_north, out.drift_east,
     &out.node_drifts[block * kTileNodes]);
  });
  thin_out(out.node_drifts, out.coarse_drifts);
  if (plan.fine.empty()) return;
  arena.for_each(kTileNodes / kLineLanes, [&](size_t block) {
    HWY_DYNAMIC_DISPATCH(middle_drifts)
    (out.node_drifts.data(), static_cast<int>(block), &out.middle_drifts[block * kTileNodes]);
  });
}

void compute_plane(const CausticPlan& plan, int plane, Caustics& out) {
  thread_local PlaneScratch scratch;
  const int n = out.nodes[static_cast<size_t>(plane)];
  const double cell_m = static_cast<double>(out.side_m) / n, depth_m = Caustics::depth_m(plane);
  int32_t* counts = scratch.counts[0].counts;
  float* light = scratch.light[0].re;
  std::memset(counts, 0, 2 * sizeof(int32_t) * static_cast<size_t>(n * (n + kPad)));
  const bool fine = n == kTileNodes;
  const auto count = [&](const std::vector<Line>& drifts, float offset, int weight) {
    HWY_DYNAMIC_DISPATCH(count_photons)
    (drifts.data(), n, offset, weight, static_cast<float>(depth_m / cell_m), counts);
  };
  count(fine ? out.node_drifts : out.coarse_drifts, 0, fine ? 1 : 2);
  if (fine) count(out.middle_drifts, 0.5f, 1);
  HWY_DYNAMIC_DISPATCH(light_of_counts)(counts, n, light);
  std::array<float, kMaxTaps + 1> taps{};
  const int reach = gaussian_taps(std::hypot(blur_m(plan, depth_m) / cell_m, kNodeBlur), taps);
  const auto first = static_cast<size_t>(out.first[static_cast<size_t>(plane)]);
  HWY_DYNAMIC_DISPATCH(blur_plane)(light, n, taps.data(), reach, &out.values[first]);
}

}  // namespace

double Caustics::depth_m(int plane) {
  return kFirst_m * std::pow(kRatio, plane);
}

void compute_caustics(const WaveTile& tile, const CausticPlan& plan, ThreadArena& arena,
                      Caustics& out) {
  const bool sun = -plan.toward_sun_N.z() > Caustics::kLowestSun;
  out.side_m = tile.side_m;
  out.drift_north = out.drift_east = 0;
  lay_out(plan, sun, out);
  if (!sun) {
    std::fill(out.values.begin(), out.values.end(), 1.0f);
    return;
  }
  find_drifts(tile, plan, arena, out);
  arena.for_each(static_cast<size_t>(out.planes),
                 [&](size_t plane) { compute_plane(plan, static_cast<int>(plane), out); });
}

CausticView caustic_view(const Caustics& caustics, const Vec3& anchor_N) {
  const double side_m = caustics.side_m;
  const auto tiles = [side_m](double at_m) {
    const double t = at_m / side_m;
    return static_cast<float>(t - std::floor(t));
  };
  CausticView view;
  view.values = caustics.values.data();
  view.first = caustics.first.data(), view.nodes = caustics.nodes.data();
  view.planes = caustics.planes;
  view.per_m = static_cast<float>(1 / side_m);
  view.north = tiles(anchor_N.x()), view.east = tiles(anchor_N.y());
  view.drift_north = static_cast<float>(caustics.drift_north / side_m);
  view.drift_east = static_cast<float>(caustics.drift_east / side_m);
  return view;
}

}  // namespace hadal::sensors
#endif

#include "sensors/optical/lidar.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/check.h"
#include "base/hash.h"
#include "environment/optics/phase_function.h"
#include "sensors/make_instrument.h"
#include "sensors/optical/lidar_kernel.h"
#include "sensors/optical/pan_tilt.h"

namespace hadal::sensors {
namespace {

constexpr int kTileSide = 4;
constexpr int kPointChannels = 6;
constexpr double kGreen_nm = 532;
constexpr double kPulse_m = 0.11;  // one nanosecond, there and back in water
constexpr int kMaxReturns = 3;
constexpr int kQuantileBits = 12;
constexpr uint64_t kQuantiles = 1 << kQuantileBits;
constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
constexpr uint32_t kFirm = raytrace::kSeenSeabed | raytrace::kSeenLidar;
constexpr uint32_t kShown = raytrace::kSeenSilt | raytrace::kSeenLidar;

std::vector<float> equal_angles(int count, double width_rad) {
  std::vector<float> out(static_cast<size_t>(count), 0.0f);
  for (int i = 0; count > 1 && i < count; ++i)
    out[static_cast<size_t>(i)] =
        static_cast<float>(width_rad * (static_cast<double>(i) / (count - 1) - 0.5));
  return out;
}

// Inverse of the normal distribution function, by Newton's method from a value below it.
double normal_quantile(double probability, double start) {
  double z = start;
  for (int i = 0; i < 8; ++i) {
    const double below = 0.5 * std::erfc(-z / std::numbers::sqrt2);
    const double density = std::exp(-0.5 * z * z) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
    z += (probability - below) / density;
  }
  return z;
}

// Standard normal values of equal probability, of variance 1.
std::vector<float> normal_quantiles(int count) {
  std::vector<double> upper;  // half of them; the others are their negatives
  double sum = 0;
  for (int i = 0; i < count / 2; ++i) {
    upper.push_back(normal_quantile(0.5 + (i + 0.5) / count, i > 0 ? upper.back() : 0));
    sum += 2 * upper.back() * upper.back();
  }
  const double scale = std::sqrt(count / sum);
  std::vector<float> out;
  for (const double z : upper) out.push_back(static_cast<float>(-scale * z));
  for (const double z : upper) out.push_back(static_cast<float>(scale * z));
  return out;
}

double strength(double albedo, double attenuation_per_m, double range_m) {
  return albedo * std::exp(-2 * attenuation_per_m * range_m) / (range_m * range_m);
}

double faintest(const LidarModel& m) {
  return strength(m.rated_albedo, m.rated_attenuation_per_m, m.rated_range_m);
}

using Lanes = std::array<float, raytrace::kLanes>;

// exp(-x) of x >= 0, to 2e-7 of it.
float exp_negative(float x) {
  const float y = -1.44269504f * std::min(x, 80.0f);
  const auto whole = static_cast<int32_t>(y - 0.5f);  // the nearest
  const float f = y - static_cast<float>(whole);
  float power = 1.547800470e-4f;  // of two
  for (const float c :
       {1.340043168e-3f, 9.617994580e-3f, 5.550327216e-2f, 2.402265150e-1f, 6.931472067e-1f, 1.0f})
    power = power * f + c;
  return std::bit_cast<float>(std::bit_cast<int32_t>(power) + whole * (1 << 23));
}

// Cosine of the angle between each ray and the normal where it ends.
void facing(const raytrace::Rays& rays, const raytrace::Hits& hits, Lanes& cosine) {
  for (int k = 0; k < raytrace::kLanes; ++k)
    cosine[k] = -(hits.nx[k] * rays.dx[k] + hits.ny[k] * rays.dy[k] + hits.nz[k] * rays.dz[k]);
}

struct LidarPlanes {
  float *range, *intensity, *true_range, *points;
  int32_t* object;
  uint8_t* returns;
};

// The return of a ray into the planes, and blanks for the others that it might have had.
template <size_t kKept>
inline void put_plain(const LidarPlainReturns& one, int k, size_t pixel, const LidarPlanes& to) {
  const size_t at = pixel * kKept;
  float* point = to.points + at * kPointChannels;
  to.true_range[pixel] = one.true_range_m[k];
  to.returns[pixel] = static_cast<uint8_t>(one.found[k]);
  to.range[at] = one.range_m[k];
  to.intensity[at] = one.strength[k];
  to.object[at] = one.object[k];
  point[0] = one.x[k], point[1] = one.y[k], point[2] = one.z[k];
  point[3] = one.point_strength[k], point[4] = one.point_object[k];
  point[5] = one.point_number[k];
  for (size_t i = 1; i < kKept; ++i) {
    to.range[at + i] = kNothing;
    to.intensity[at + i] = 0;
    to.object[at + i] = kLabelNone;
    point += kPointChannels;
    for (int c = 0; c < kPointChannels; ++c) point[c] = kNothing;
  }
}

template <size_t kKept>
void put_all_plain(const LidarPlainReturns& one, const int* pixel, const LidarPlanes& to) {
  for (int k = 0; k < raytrace::kLanes; ++k)
    if (pixel[k] >= 0) put_plain<kKept>(one, k, static_cast<size_t>(pixel[k]), to);
}

bool only_silt(const raytrace::Instance& instance) {
  return (instance.seen & raytrace::kSeenSilt) && !(instance.seen & raytrace::kSeenSeabed);
}

}  // namespace

struct Lidar::Scan {
  const FrameInput& input;
  Eigen::Vector3f origin_A;
  Eigen::Matrix3f R_NH, R_SH;
  uint32_t firm, shown;  // ray masks
  bool silt = false;     // some of the ground that shows is not firm
  float attenuation_per_m;
  LidarPlainRules plain;
  std::span<float> range, intensity, true_range, points;
  std::span<int32_t> object;
  std::span<uint8_t> returns;
};

struct Lidar::Surfaces {
  raytrace::Hits firm;
  Lanes strength;  // of its return through water alone; 0 for none
  std::array<int32_t, raytrace::kLanes> object;
  Lanes silt_range;   // infinity for none
  Lanes silt_facing;  // cosine of the angle between the ray and the normal of silt
  // Of a cloud: what it leaves of the light, there and back, to the firm surface and to silt; its own
  // strongest return and the range of that.
  Lanes cloud_firm, cloud_silt, cloud_range, cloud_strength;
};

struct Lidar::Returns {
  struct One {
    float range_m, intensity;
    int32_t object;
  };
  std::array<One, kMaxReturns + 1> list;  // and a cloud
  int count = 0;
  void add(float range_m, float intensity, int32_t object) {
    list[static_cast<size_t>(count++)] = {range_m, intensity, object};
  }
};

double lidar_reach_m(const LidarModel& model, double albedo) {
  const double wanted = faintest(model), attenuation_per_m = model.fixed_attenuation_per_m();
  double near_m = 0, far_m = std::sqrt(albedo / wanted);  // seen there if the water were clear
  for (int i = 0; i < 100; ++i) {
    const double middle_m = 0.5 * (near_m + far_m);
    (strength(albedo, attenuation_per_m, middle_m) > wanted ? near_m : far_m) = middle_m;
  }
  return 0.5 * (near_m + far_m);
}

Lidar::Lidar(const LidarModel& model, std::optional<environment::optics::BeamWater> water)
    : model_(model),
      water_(std::move(water)),
      faintest_(static_cast<float>(faintest(model))),
      bearings_rad_(equal_angles(model.columns, model.width_rad)),
      elevations_rad_(equal_angles(model.rows, model.height_rad)),
      quantiles_(normal_quantiles(kQuantiles)) {
  HADAL_CHECK(model.returns >= 1 && model.returns <= kMaxReturns);
  for (int row = 0; row < model.rows; row += kTileSide)
    for (int column = 0; column < model.columns; column += kTileSide) {
      Tile& tile = tiles_.emplace_back();
      for (int lane = 0; lane < raytrace::kLanes; ++lane) {
        const int r = row + lane / kTileSide, c = column + lane % kTileSide;
        const bool inside = r < model.rows && c < model.columns;
        const float e = elevations_rad_[static_cast<size_t>(std::min(r, model.rows - 1))];
        const float b = bearings_rad_[static_cast<size_t>(std::min(c, model.columns - 1))];
        tile.x[lane] = std::cos(e) * std::cos(b);
        tile.y[lane] = std::cos(e) * std::sin(b);
        tile.z[lane] = std::sin(e);
        tile.pixel[lane] = inside ? r * model.columns + c : -1;
      }
    }
}

FrameNeeds Lidar::needs() const {
  const uint32_t own = model_.sees_own_vehicle ? raytrace::own(raytrace::kSeenLidar) : 0;
  return {model_.max_range_m, kFirm | kShown | own, 0};
}

Frame Lidar::blank() const {
  Frame out;
  out.axes.bearings_rad = bearings_rad_;
  out.axes.elevations_rad = elevations_rad_;
  out.axes.beam_width_rad = model_.width_rad / std::max(1, model_.columns - 1);
  out.axes.beam_height_rad = model_.height_rad / std::max(1, model_.rows - 1);
  const int rows = model_.rows, columns = model_.columns, returns = model_.returns;
  out.planes = {{"range_m", PlaneType::kFloat32, rows, columns, returns},
                {"intensity", PlaneType::kFloat32, rows, columns, returns},
                {"object_id", PlaneType::kInt32, rows, columns, returns},
                {"returns", PlaneType::kUint8, rows, columns},
                {"true_range_m", PlaneType::kFloat32, rows, columns},
                {"head_rad", PlaneType::kFloat32, 1, 2},
                {std::string(kPointsPlane), PlaneType::kFloat32, rows * columns * returns, 1,
                 kPointChannels}};
  out.planes.back().channel_names = {"x", "y", "z", "intensity", "object_id", "return"};
  return out;
}

void Lidar::compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const {
  const PanTiltAngles angles = pan_tilt_at(model_.pan_tilt, input.time_s);
  const Quat q_SH = head_attitude_S(angles);
  const uint32_t own = model_.sees_own_vehicle ? raytrace::own(raytrace::kSeenLidar) : 0;
  const double depth_m = input.X_NS.p.z();
  const double attenuation_per_m =
      water_ ? water_->attenuation_per_m(depth_m, depth_m, input.turbidity_ntu)
             : model_.fixed_attenuation_per_m();
  Scan scan{input,
            (input.X_NS.p - input.view->anchor_N()).cast<float>(),
            (input.X_NS.q * q_SH).toRotationMatrix().cast<float>(),
            q_SH.toRotationMatrix().cast<float>(),
            kFirm | own,
            kShown | own,
            false,
            static_cast<float>(attenuation_per_m),
            plain_rules(q_SH),
            frame.plane("range_m").floats(),
            frame.plane("intensity").floats(),
            frame.plane("true_range_m").floats(),
            frame.plane(kPointsPlane).floats(),
            frame.plane("object_id").ints(),
            frame.plane("returns").bytes()};
  for (int i = 0; i < input.view->instances(); ++i) scan.silt |= only_silt(input.view->instance(i));
  const auto head = frame.plane("head_rad").floats();
  head[0] = static_cast<float>(angles.pan_rad);
  head[1] = static_cast<float>(angles.tilt_rad);
  constexpr size_t kTilesPerTask = 64;
  const size_t tasks = (tiles_.size() + kTilesPerTask - 1) / kTilesPerTask;
  arena.for_each(tasks, [&](size_t task) {
    const size_t end = std::min(tiles_.size(), (task + 1) * kTilesPerTask);
    const double draw = input.noise.uniform(input.number, static_cast<uint32_t>(task));
    const auto random_bits = static_cast<uint64_t>(draw * 0x1p53);
    for (size_t i = task * kTilesPerTask; i < end; ++i)
      compute_tile(scan, tiles_[i], splitmix64(random_bits + i));
  });
}

// Calls for the memory that a tile will be written to, while its rays are under way: the planes are
// larger than the caches nearby.
void Lidar::fetch(const Scan& scan, const Tile& tile) const {
  constexpr size_t kLine = 64 / sizeof(float);
  const auto kept = static_cast<size_t>(model_.returns);
  const size_t point_floats = kTileSide * kept * kPointChannels;
  for (int k = 0; k < raytrace::kLanes && tile.pixel[k] >= 0; k += kTileSide) {
    const auto pixel = static_cast<size_t>(tile.pixel[k]);
    __builtin_prefetch(scan.range.data() + pixel * kept, 1);
    __builtin_prefetch(scan.intensity.data() + pixel * kept, 1);
    __builtin_prefetch(scan.object.data() + pixel * kept, 1);
    __builtin_prefetch(scan.true_range.data() + pixel, 1);
    __builtin_prefetch(scan.returns.data() + pixel, 1);
    const float* points = scan.points.data() + pixel * kept * kPointChannels;
    for (size_t i = 0; i < point_floats; i += kLine) __builtin_prefetch(points + i, 1);
  }
}

void Lidar::compute_tile(const Scan& scan, const Tile& tile, uint64_t random_bits) const {
  fetch(scan, tile);
  Surfaces met;
  meet(scan, tile, met);
  if (scan.input.silt) meet_cloud(scan, tile, met);
  if (!scan.silt && model_.particles_per_m <= 0 && !scan.input.silt) return write_plain(scan, tile, met, random_bits);
  for (int lane = 0; lane < raytrace::kLanes; ++lane) {
    if (tile.pixel[lane] < 0) continue;
    const uint64_t own_random_bits = splitmix64(random_bits + static_cast<uint64_t>(lane));
    write(scan, tile, met, lane, returns_of(scan, met, lane, own_random_bits), own_random_bits);
  }
}

raytrace::Rays Lidar::rays_of(const Scan& scan, const Tile& tile) const {
  raytrace::Rays rays;
  const auto& R = scan.R_NH;
  for (int k = 0; k < raytrace::kLanes; ++k) {
    rays.ox[k] = scan.origin_A.x(), rays.oy[k] = scan.origin_A.y(), rays.oz[k] = scan.origin_A.z();
    rays.dx[k] = R(0, 0) * tile.x[k] + R(0, 1) * tile.y[k] + R(0, 2) * tile.z[k];
    rays.dy[k] = R(1, 0) * tile.x[k] + R(1, 1) * tile.y[k] + R(1, 2) * tile.z[k];
    rays.dz[k] = R(2, 0) * tile.x[k] + R(2, 1) * tile.y[k] + R(2, 2) * tile.z[k];
    rays.near_m[k] = 0;
    rays.far_m[k] = static_cast<float>(model_.max_range_m);
  }
  return rays;
}

void Lidar::meet(const Scan& scan, const Tile& tile, Surfaces& met) const {
  const raytrace::Rays rays = rays_of(scan, tile);
  scan.input.view->trace(rays, scan.firm, true, met.firm);
  met.silt_range.fill(std::numeric_limits<float>::infinity());
  if (scan.silt) meet_silt(scan, rays, met);
  lidar_strengths(rays, met.firm, 2 * scan.attenuation_per_m, met.strength.data());
  look_up(scan, rays, met);
}

// What each ray meets, and its albedo. Neighbours mostly meet the same.
void Lidar::look_up(const Scan& scan, const raytrace::Rays& rays, Surfaces& met) const {
  int last = raytrace::kNothing;
  int32_t object = kLabelNone;
  float albedo = 0;
  const auto view_direction = [&](int k) {
    const int instance = met.firm.instance[k];
    if (instance == raytrace::kNothing || instance == last) return;
    const float r = met.firm.range_m[k];
    const Vec3 at_A(rays.ox[k] + r * rays.dx[k], rays.oy[k] + r * rays.dy[k],
                    rays.oz[k] + r * rays.dz[k]);
    const auto material = static_cast<size_t>(scan.input.material(instance, at_A));
    albedo = static_cast<float>(scan.input.materials->materials[material].albedo[1]);
    const int vehicle = scan.input.view->instance(instance).vehicle;
    object = vehicle == raytrace::kNothing ? static_cast<int32_t>(kLabelGround) : vehicle;
    last = instance;
  };
  int32_t different = 0;
  for (const int32_t instance : met.firm.instance) different |= instance ^ met.firm.instance[0];
  if (different == 0) {
    view_direction(0);
    met.object.fill(object);
    for (float& strength : met.strength) strength *= albedo;
    return;
  }
  for (int k = 0; k < raytrace::kLanes; ++k) {
    view_direction(k);
    met.strength[k] *= albedo;
    met.object[k] = object;
  }
}

// Silt above the firm ground gives a return of its own; where the ground that shows lies below the
// firm one, it stands in for it.
void Lidar::meet_silt(const Scan& scan, const raytrace::Rays& rays, Surfaces& met) const {
  const raytrace::View& view = *scan.input.view;
  raytrace::Hits shown;
  view.trace(rays, scan.shown, true, shown);
  facing(rays, shown, met.silt_facing);
  for (int k = 0; k < raytrace::kLanes; ++k) {
    const int firm = met.firm.instance[k];
    if (shown.range_m[k] < met.firm.range_m[k]) {
      if (only_silt(view.instance(shown.instance[k]))) met.silt_range[k] = shown.range_m[k];
    } else if (firm != raytrace::kNothing && view.instance(firm).link == raytrace::kNothing) {
      met.firm.range_m[k] = shown.range_m[k];
      met.firm.instance[k] = shown.instance[k];
      met.firm.nx[k] = shown.nx[k], met.firm.ny[k] = shown.ny[k], met.firm.nz[k] = shown.nz[k];
    }
  }
}

Lidar::Returns Lidar::returns_of(const Scan& scan, const Surfaces& met, int lane,
                                 uint64_t random_bits) const {
  const float c = scan.attenuation_per_m;
  const auto near_m = static_cast<float>(model_.min_range_m);
  const float silt_m = met.silt_range[lane], firm_m = met.firm.range_m[lane];
  float passes = 1;  // of the light, there and back
  Returns out;
  const auto add = [&](float range_m, float I, int32_t object) {
    if (I >= faintest_ && range_m >= near_m) out.add(range_m, I, object);
  };
  const auto through_water = [&](float range_m, float albedo) {
    return passes * albedo * exp_negative(2 * c * range_m) / (range_m * range_m);
  };
  if (model_.particles_per_m > 0) {
    const double draw = (static_cast<double>(splitmix64(random_bits) >> 11) + 0.5) * 0x1p-53;
    const auto range_m =
        static_cast<float>(model_.min_range_m - std::log(draw) / model_.particles_per_m);
    const auto cover = static_cast<float>(model_.particle_cover);
    if (range_m < std::min({silt_m, firm_m, static_cast<float>(model_.max_range_m)})) {
      add(range_m, through_water(range_m, cover * static_cast<float>(model_.particle_albedo)),
          kLabelParticle);
      passes *= (1 - cover) * (1 - cover);
    }
  }
  const bool cloud = scan.input.silt != nullptr;
  if (cloud) add(met.cloud_range[lane], met.cloud_strength[lane], kLabelParticle);
  if (std::isfinite(silt_m)) {
    if (cloud) passes *= met.cloud_silt[lane];
    const float albedo = static_cast<float>(model_.silt_albedo) * met.silt_facing[lane];
    add(silt_m, through_water(silt_m, albedo), kLabelSilt);
    const float inside_m = std::min(firm_m, static_cast<float>(model_.max_range_m)) - silt_m;
    passes *= std::exp(-2 * static_cast<float>(model_.silt_attenuation_per_m) * inside_m);
  }
  if (cloud && std::isfinite(firm_m))
    passes *= std::isfinite(silt_m) ? met.cloud_firm[lane] / met.cloud_silt[lane]
                                    : met.cloud_firm[lane];
  if (std::isfinite(firm_m)) add(firm_m, passes * met.strength[lane], met.object[lane]);
  if (cloud)
    std::sort(out.list.begin(), out.list.begin() + out.count,
              [](const Returns::One& a, const Returns::One& b) { return a.range_m < b.range_m; });
  return out;
}

// The cloud gives one return, where b exp(-2 S) / r^2 is largest: a volume as long as the pulse, seen
// against a white surface.
void Lidar::meet_cloud(const Scan& scan, const Tile& tile, Surfaces& met) const {
  constexpr int kLooks = 48;
  const double loss = environment::silt_beam_loss(kGreen_nm);
  const double back = std::numbers::pi * environment::optics::two_term_phase(-1.0) * kPulse_m;
  const environment::SiltView& cloud = *scan.input.silt;
  const raytrace::Rays rays = rays_of(scan, tile);
  const Vec3 o_A = scan.origin_A.cast<double>();
  for (int k = 0; k < raytrace::kLanes; ++k) {
    const Vec3 d(rays.dx[k], rays.dy[k], rays.dz[k]);
    const auto left = [&](double range_m) {
      return std::exp(-2 * loss * cloud.scattering_along(o_A, d, range_m));
    };
    const double end_m = std::min<double>({met.firm.range_m[k], met.silt_range[k],
                                           model_.max_range_m});
    met.cloud_firm[k] = std::isfinite(met.firm.range_m[k])
                            ? static_cast<float>(left(met.firm.range_m[k]))
                            : 1;
    met.cloud_silt[k] =
        std::isfinite(met.silt_range[k]) ? static_cast<float>(left(met.silt_range[k])) : 1;
    met.cloud_strength[k] = 0, met.cloud_range[k] = 1;
    if (cloud.scattering_along(o_A, d, end_m) < 1e-6) continue;
    for (int i = 0; i < kLooks; ++i) {
      const double r = end_m * std::pow((i + 0.5) / kLooks, 2);
      if (r < model_.min_range_m) continue;
      const double strength = back * cloud.scattering_at(o_A + r * d) * left(r) *
                              std::exp(-2.0 * scan.attenuation_per_m * r) / (r * r);
      if (strength <= met.cloud_strength[k]) continue;
      met.cloud_strength[k] = static_cast<float>(strength);
      met.cloud_range[k] = static_cast<float>(r);
    }
  }
}

float Lidar::range_sigma_m(float range_m) const {
  const auto fixed = static_cast<float>(model_.range_std_m);
  const float growing = static_cast<float>(model_.range_std_relative) * range_m;
  return std::sqrt(fixed * fixed + growing * growing);
}

// Return `number` from 1, or 0 for none, into its place of all planes.
void Lidar::put(const Scan& scan, size_t at, int number, float range_m, float intensity,
                int32_t object, const std::array<float, 3>& p_S) {
  const bool found = number > 0;
  float* point = &scan.points[at * kPointChannels];
  scan.range[at] = found ? range_m : kNothing;
  scan.intensity[at] = found ? intensity : 0;
  scan.object[at] = found ? object : static_cast<int32_t>(kLabelNone);
  for (int i = 0; i < 3; ++i) point[i] = found ? p_S[i] : kNothing;
  point[3] = found ? intensity : kNothing;
  point[4] = found ? static_cast<float>(object) : kNothing;
  point[5] = found ? static_cast<float>(number) : kNothing;
}

LidarPlainRules Lidar::plain_rules(const Quat& q_SH) const {
  LidarPlainRules rules{{},
                        faintest_,
                        static_cast<float>(model_.min_range_m),
                        static_cast<float>(model_.range_std_m),
                        static_cast<float>(model_.range_std_relative),
                        kLabelNone};
  const Eigen::Matrix3f R = q_SH.toRotationMatrix().cast<float>();
  for (int i = 0; i < 9; ++i) rules.R_SH[i] = R(i / 3, i % 3);
  return rules;
}

// Of rays that meet nothing but firm surfaces: one return at most.
void Lidar::write_plain(const Scan& scan, const Tile& tile, const Surfaces& met,
                        uint64_t random_bits) const {
  LidarPlainReturns one;
  for (int k = 0; k < raytrace::kLanes; ++k)
    one.range_m[k] = quantiles_[splitmix64(random_bits + static_cast<uint64_t>(k)) % kQuantiles];
  std::copy(met.strength.begin(), met.strength.end(), one.strength);
  std::copy(met.object.begin(), met.object.end(), one.object);
  std::copy(tile.x.begin(), tile.x.end(), one.x);
  std::copy(tile.y.begin(), tile.y.end(), one.y);
  std::copy(tile.z.begin(), tile.z.end(), one.z);
  lidar_plain_returns(scan.plain, met.firm.range_m, one);
  const LidarPlanes to{scan.range.data(),  scan.intensity.data(), scan.true_range.data(),
                       scan.points.data(), scan.object.data(),    scan.returns.data()};
  static_assert(kMaxReturns == 3);
  const auto put_all = model_.returns == 1   ? put_all_plain<1>
                       : model_.returns == 2 ? put_all_plain<2>
                                             : put_all_plain<3>;
  put_all(one, tile.pixel.data(), to);
}

void Lidar::write(const Scan& scan, const Tile& tile, const Surfaces& met, int lane,
                  const Returns& found, uint64_t random_bits) const {
  const auto pixel = static_cast<size_t>(tile.pixel[lane]);
  const auto kept = static_cast<size_t>(model_.returns);
  const auto count = std::min(static_cast<size_t>(found.count), kept);
  const float firm_m = met.firm.range_m[lane];
  scan.true_range[pixel] = std::isfinite(firm_m) ? firm_m : kNothing;
  scan.returns[pixel] = static_cast<uint8_t>(count);
  const auto& R = scan.R_SH;
  const Eigen::Vector3f d_S(
      R(0, 0) * tile.x[lane] + R(0, 1) * tile.y[lane] + R(0, 2) * tile.z[lane],
      R(1, 0) * tile.x[lane] + R(1, 1) * tile.y[lane] + R(1, 2) * tile.z[lane],
      R(2, 0) * tile.x[lane] + R(2, 1) * tile.y[lane] + R(2, 2) * tile.z[lane]);
  for (size_t i = 0; i < kept; ++i) {
    const size_t at = pixel * kept + i;
    if (i >= count) {
      put(scan, at, 0, 0, 0, 0, {});
      continue;
    }
    const bool last = i + 1 == count;
    const auto& one = found.list[last ? static_cast<size_t>(found.count) - 1 : i];
    const uint64_t bits = random_bits >> (kQuantileBits * i);
    const float range_m = one.range_m + range_sigma_m(one.range_m) * quantiles_[bits % kQuantiles];
    put(scan, at, static_cast<int>(i) + 1, range_m, one.intensity, one.object,
        {range_m * d_S.x(), range_m * d_S.y(), range_m * d_S.z()});
  }
}

template <>
Instrument make_instrument<LidarModel>(const InstrumentSetup& setup) {
  const auto& model = setup.model<LidarModel>();
  if (model.attenuation_per_m || !setup.world.optics.given) return std::make_unique<Lidar>(model);
  return std::make_unique<Lidar>(
      model, environment::optics::BeamWater(setup.world.optics, model.wavelength_nm));
}

}  // namespace hadal::sensors

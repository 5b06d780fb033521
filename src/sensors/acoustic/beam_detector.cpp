#include "sensors/acoustic/beam_detector.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/sonar_numbers.h"
#include "sensors/acoustic/sound_tables.h"
#include "sensors/make_instrument.h"

namespace hadal::sensors {
namespace {

constexpr int kSide = 4;         // rays of a beam across and along
constexpr double kFilled = 1.5;  // widths of a beam that rays fill
// Rays go on beyond the range of the sonar, so that a beam at the end of it is not fitted to its
// nearer half.
constexpr double kBeyond = 1.1;
constexpr size_t kBeamsPerTask = 32;
// Of small bodies in one beam: more are left out.
constexpr int kMaxBodies = 16;

}  // namespace

struct BeamDetector::Ping {
  const FrameInput& input;
  WaterPath water;
  ScatterTable scatter;
  float R_NS[9];
  float origin_A[3];
  uint32_t seen;
  double noise;      // uPa^2
  double min_snr;  // of a detection
  float nearest_m;   // of an echo
  std::span<float> range_m, echo_db, points;
  std::span<int32_t> object;
  const SmallBodies* bodies = nullptr;
  std::span<const BodyEcho> echoes;  // of small bodies, one body after the other
  std::optional<environment::SiltSound> silt = {};
};

// A ray on a small body, before the pattern of a beam and the absorption.
struct BeamDetector::BodyEcho {
  int instance = 0;
  float across_rad = 0, along_rad = 0, range_m = 0, dz = 0;
  float power = 0;
};

// What one beam receives: its rays, then small bodies.
struct BeamDetector::Echoes {
  static constexpr int kMax = kRays + kMaxBodies;
  int count = kRays;
  int instance[kMax];
  float range_m[kMax], power[kMax], off_axis[kMax], dz[kMax];
};

struct BeamDetector::Detection {
  int strongest = -1;  // echo; -1: nothing received
  float range_m = 0, power = 0;
};

double BeamDetector::across_rad(int column) const {
  return model_.columns > 1 ? model_.width_rad * (column / (model_.columns - 1.0) - 0.5) : 0;
}
double BeamDetector::along_rad(int row) const {
  return model_.rows > 1 ? model_.height_rad * (row / (model_.rows - 1.0) - 0.5) : 0;
}

Vec3 BeamDetector::direction_S(double across, double along) const {
  const Vec3 ahead(std::cos(along) * std::cos(across), std::cos(along) * std::sin(across),
                   std::sin(along));
  // Looking down, "ahead" is z and "down" is astern.
  return model_.pointing == BeamPointing::kAhead ? ahead : Vec3(-ahead.z(), ahead.y(), ahead.x());
}

Vec3 BeamDetector::axis_S(int row, int column) const {
  return direction_S(across_rad(column), along_rad(row));
}

BeamDetector::BeamDetector(const BeamGridModel& model) : model_(model) {
  const double step_across = kFilled * model.beam_width_rad / kSide;
  const double step_along = kFilled * model.beam_height_rad / kSide;
  const double source = power_of_db(model.source_level_db) * step_across * step_along;
  for (int k = 0; k < kRays; ++k) {
    const double a = (k / kSide + 0.5 - kSide / 2.0) / kSide * kFilled;  // in widths
    const double e = (k % kSide + 0.5 - kSide / 2.0) / kSide * kFilled;
    off_axis_[k] = static_cast<float>(a);
    // One way -3 dB at half a width: 2^(-4 a^2); there and back its square.
    weight_[k] = static_cast<float>(source * std::exp2(-8 * (a * a + e * e)));
  }
  for (int row = 0; row < model.rows; ++row)
    for (int column = 0; column < model.columns; ++column) {
      axes_.push_back(axis_S(row, column));
      for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < kRays; ++k)
          rays_.push_back(static_cast<float>(
              direction_S(across_rad(column) + (k / kSide + 0.5 - kSide / 2.0) * step_across,
                          along_rad(row) + (k % kSide + 0.5 - kSide / 2.0) * step_along)[axis]));
    }
}

FrameNeeds BeamDetector::needs() const {
  FrameNeeds needs;
  needs.reach_m = kBeyond * model_.max_range_m;
  needs.seen = raytrace::kSeenSilt | raytrace::kSeenSonar;
  if (model_.sees_own_vehicle) needs.seen |= raytrace::own(raytrace::kSeenSonar);
  return needs;
}

double BeamDetector::listening_s() const {
  return 2 * model_.max_range_m / kSlowestSound_m_s;
}

std::optional<SoundPing> BeamDetector::sound_ping(int64_t) const {
  SoundPing ping;
  ping.level_db = model_.source_level_db;
  ping.frequency_hz = model_.frequency_hz, ping.bandwidth_hz = model_.bandwidth_hz;
  ping.duration_s = 1 / model_.bandwidth_hz;
  ping.beam_width_rad = model_.width_rad + model_.beam_width_rad;
  ping.beam_height_rad = model_.height_rad + model_.beam_height_rad;
  const bool down = model_.pointing == BeamPointing::kDown;
  ping.axis_S = down ? Vec3::UnitZ() : Vec3::UnitX();
  ping.normal_S = down ? Vec3::UnitX() : Vec3::UnitZ();
  ping.self_noise_db = model_.self_noise_db;
  return ping;
}

double BeamDetector::noise_power(const FrameInput& input) const {
  const double ambient_db = input.sound->noise_db(model_.frequency_hz, input.wind_speed_m_s) +
                            10 * std::log10(model_.bandwidth_hz) - model_.directivity_db;
  return power_of_db(ambient_db) + power_of_db(model_.self_noise_db);
}

Frame BeamDetector::blank() const {
  Frame frame;
  for (int c = 0; c < model_.columns; ++c)
    frame.axes.bearings_rad.push_back(static_cast<float>(across_rad(c)));
  for (int r = 0; r < model_.rows; ++r)
    frame.axes.elevations_rad.push_back(static_cast<float>(along_rad(r)));
  frame.axes.frequency_hz = model_.frequency_hz;
  frame.axes.beam_width_rad = model_.beam_width_rad;
  frame.axes.beam_height_rad = model_.beam_height_rad;
  frame.planes.emplace_back("range_m", PlaneType::kFloat32, model_.rows, model_.columns);
  frame.planes.emplace_back("echo_db", PlaneType::kFloat32, model_.rows, model_.columns);
  frame.planes.emplace_back("object_id", PlaneType::kInt32, model_.rows, model_.columns);
  frame.planes.emplace_back(std::string(kPointsPlane), PlaneType::kFloat32,
                            model_.rows * model_.columns, 1, 4);
  frame.planes.back().channel_names = {"x_m", "y_m", "z_m", "level_db"};
  return frame;
}

void BeamDetector::compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const {
  HADAL_CHECK(input.view && input.sound && input.materials);
  Ping ping{
      input,
      WaterPath(*input.sound, model_.frequency_hz, input.X_NS.p.z(), kBeyond * model_.max_range_m),
      ScatterTable(*input.sound, *input.materials, model_.frequency_hz),
      {},
      {},
      needs().seen,
      0,
      power_of_db(model_.detection_db),
      static_cast<float>(model_.min_range_m),
      frame.plane("range_m").floats(),
      frame.plane("echo_db").floats(),
      frame.plane(kPointsPlane).floats(),
      frame.plane("object_id").ints()};
  const Mat3 R = input.X_NS.q.toRotationMatrix();
  const Vec3 origin = input.X_NS.p - input.view->anchor_N();
  for (int i = 0; i < 9; ++i) ping.R_NS[i] = static_cast<float>(R(i / 3, i % 3));
  for (int i = 0; i < 3; ++i) ping.origin_A[i] = static_cast<float>(origin[i]);
  ping.noise = noise_power(input);
  if (input.silt)
    ping.silt.emplace(*input.silt, model_.frequency_hz, ping.water.sound_speed_m_s());
  frame.stamp = input.tick, frame.number = input.number, frame.X_NS = input.X_NS;
  frame.axes.sound_speed_m_s = ping.water.sound_speed_m_s();
  const Pose X_NF = fan_pose(input);
  const SmallBodies bodies(*input.view, ping.seen, RayOrigin(X_NF, input.view->anchor_N()),
                           extent());
  std::vector<BodyEcho> echoes;
  if (!bodies.empty()) echoes = body_echoes(ping, bodies);
  ping.bodies = &bodies, ping.echoes = echoes;
  const size_t beams = ping.range_m.size();
  arena.for_each((beams + kBeamsPerTask - 1) / kBeamsPerTask, [&](size_t task) {
    const size_t end = std::min(beams, (task + 1) * kBeamsPerTask);
    for (size_t b = task * kBeamsPerTask; b < end; ++b) beam(ping, b);
  });
}

// Of power, there and back.
float BeamDetector::silt_loss(const Ping& ping, const Vec3& along_N, double range_m) const {
  const Vec3 origin_A(ping.origin_A[0], ping.origin_A[1], ping.origin_A[2]);
  return static_cast<float>(ping.silt->two_way(origin_A, along_N, range_m));
}

void BeamDetector::beam(const Ping& ping, size_t index) const {
  const float* S = &rays_[index * 3 * kRays];
  const float* R = ping.R_NS;
  raytrace::Rays rays;
  raytrace::Hits hits;
  for (int k = 0; k < kRays; ++k) {
    const float x = S[k], y = S[kRays + k], z = S[2 * kRays + k];
    rays.ox[k] = ping.origin_A[0], rays.oy[k] = ping.origin_A[1], rays.oz[k] = ping.origin_A[2];
    rays.dx[k] = R[0] * x + R[1] * y + R[2] * z;
    rays.dy[k] = R[3] * x + R[4] * y + R[5] * z;
    rays.dz[k] = R[6] * x + R[7] * y + R[8] * z;
    rays.near_m[k] = kRayStart_m, rays.far_m[k] = static_cast<float>(kBeyond * model_.max_range_m);
  }
  ping.input.view->trace(rays, ping.seen, true, hits);

  Echoes echoes;
  std::copy_n(hits.instance, kRays, echoes.instance);
  std::copy_n(hits.range_m, kRays, echoes.range_m);
  std::copy_n(rays.dz, kRays, echoes.dz);
  std::copy_n(off_axis_, kRays, echoes.off_axis);
  for (int k = 0; k < kRays; ++k) {
    const int at = hits.instance[k];
    const float r = hits.range_m[k];
    echoes.power[k] = 0;
    if (at == raytrace::kNothing || !(r > ping.nearest_m) || ping.bodies->has(at)) continue;
    const float cosine =
        -(hits.nx[k] * rays.dx[k] + hits.ny[k] * rays.dy[k] + hits.nz[k] * rays.dz[k]);
    const raytrace::Instance& thing = ping.input.view->instance(at);
    const int material =
        thing.material != raytrace::kMaterialByPlace
            ? thing.material
            : ping.input.material(at,
                                  Vec3(rays.ox[k] + r * rays.dx[k], rays.oy[k] + r * rays.dy[k],
                                       rays.oz[k] + r * rays.dz[k]));
    const float strength = ping.scatter.at(material, std::clamp(cosine, 0.0f, 1.0f));
    echoes.power[k] = weight_[k] * strength / (r * r);
  }
  if (ping.silt)
    for (int k = 0; k < kRays; ++k)
      if (echoes.power[k] > 0)
        echoes.power[k] *= silt_loss(ping, {rays.dx[k], rays.dy[k], rays.dz[k]}, hits.range_m[k]);
  if (!ping.echoes.empty()) add_bodies(ping, index, echoes);
  const Detection found = detect(echoes);

  const bool struck = found.strongest >= 0;
  const float deeper = struck ? found.range_m * echoes.dz[found.strongest] : 0;
  const double echo =
      struck ? found.power * std::exp(-ping.water.absorption(deeper) * found.range_m) : 0;
  const double snr = echo / ping.noise;
  const bool received = struck && found.range_m <= model_.max_range_m && snr > ping.min_snr;
  double range = found.range_m * ping.water.stretch(deeper);
  if (received && model_.noise) {
    const double bin = ping.water.sound_speed_m_s() / (2 * model_.bandwidth_hz);
    const double sigma = bin * std::sqrt(1 / snr + 1.0 / (16 * 12));
    range += sigma * ping.input.noise.normal(ping.input.tick, static_cast<uint32_t>(index));
  }
  const float level = received ? static_cast<float>(10 * std::log10(echo)) : kNoEcho;
  ping.range_m[index] = received ? static_cast<float>(range) : kNoEcho;
  ping.echo_db[index] = level;
  ping.object[index] =
      received ? label_of(ping.input.view->instance(echoes.instance[found.strongest])) : kEchoNone;
  const Vec3 p_S = range * axes_[index];
  for (int i = 0; i < 3; ++i)
    ping.points[4 * index + i] = received ? static_cast<float>(p_S[i]) : kNoEcho;
  ping.points[4 * index + 3] = level;
}

// Axes of the beams: x along the middle one, across to y, along to z.
Pose BeamDetector::fan_pose(const FrameInput& input) const {
  Pose out = input.X_NS;
  if (model_.pointing == BeamPointing::kDown)
    out.q = out.q * Quat(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitY()));
  return out;
}

FanExtent BeamDetector::extent() const {
  const double across = model_.width_rad / 2 + kFilled / 2 * model_.beam_width_rad;
  const double along = model_.height_rad / 2 + kFilled / 2 * model_.beam_height_rad;
  return {FanAxes::kUpright,
          across,
          -along,
          along,
          kFilled * model_.beam_width_rad / kSide,
          kFilled * model_.beam_height_rad / kSide,
          static_cast<float>(kBeyond * model_.max_range_m)};
}

std::vector<BeamDetector::BodyEcho> BeamDetector::body_echoes(const Ping& ping,
                                                              const SmallBodies& bodies) const {
  const double draw = ping.input.noise.uniform(ping.input.tick, 0x40000000u);
  const double source = power_of_db(model_.source_level_db);
  std::vector<BodyEcho> out;
  for (const BodyRay& ray : bodies.trace(static_cast<uint32_t>(draw * 0x1p32))) {
    if (!(ray.range_m > ping.nearest_m)) continue;
    const int material =
        ping.input.material(ray.instance, Vec3(ray.p_A[0], ray.p_A[1], ray.p_A[2]));
    const double strength = ping.scatter.at(material, ray.cosine);
    out.push_back({ray.instance, ray.across_rad, ray.along_rad, ray.range_m, ray.along_N[2],
                   static_cast<float>(source * ray.solid_angle_sr * strength /
                                      (ray.range_m * ray.range_m))});
    if (ping.silt)
      out.back().power *=
          silt_loss(ping, {ray.along_N[0], ray.along_N[1], ray.along_N[2]}, ray.range_m);
  }
  return out;
}

// One echo per body that the beam receives: rays of a body lie side by side.
void BeamDetector::add_bodies(const Ping& ping, size_t index, Echoes& echoes) const {
  const double across = across_rad(static_cast<int>(index) % model_.columns);
  const double along = along_rad(static_cast<int>(index) / model_.columns);
  int instance = raytrace::kNothing;
  float power = 0, range = 0, off_axis = 0, dz = 0;  // sums, weighted by power
  const auto finish = [&] {
    if (!(power > 0) || echoes.count == Echoes::kMax) return;
    const int k = echoes.count++;
    echoes.instance[k] = instance, echoes.power[k] = power;
    echoes.range_m[k] = range / power, echoes.off_axis[k] = off_axis / power;
    echoes.dz[k] = dz / power;
  };
  for (const BodyEcho& echo : ping.echoes) {
    if (echo.instance != instance) {
      finish();
      instance = echo.instance, power = range = off_axis = dz = 0;
    }
    const double a = (echo.across_rad - across) / model_.beam_width_rad;
    const double e = (echo.along_rad - along) / model_.beam_height_rad;
    if (std::abs(a) > kFilled / 2 || std::abs(e) > kFilled / 2) continue;
    const float p = echo.power * static_cast<float>(std::exp2(-8 * (a * a + e * e)));
    power += p, range += p * echo.range_m, off_axis += p * static_cast<float>(a);
    dz += p * echo.dz;
  }
  finish();
}

// Weighted line through the ranges of the echoes that belong to the same surface as the strongest.
BeamDetector::Detection BeamDetector::detect(const Echoes& echoes) const {
  Detection out;
  const float *range = echoes.range_m, *power = echoes.power;
  for (int k = 0; k < echoes.count; ++k)
    if (power[k] > 0 && (out.strongest < 0 || power[k] > power[out.strongest])) out.strongest = k;
  if (out.strongest < 0) return out;
  // Rays that differ by more than a steep ground could make them belong to something else.
  constexpr double kSteepest = 10;  // tangent of the slant
  const double reference = range[out.strongest];
  const double gap =
      reference * kSteepest * kFilled * std::max(model_.beam_width_rad, model_.beam_height_rad) +
      1500 / model_.bandwidth_hz;
  double w = 0, wx = 0, wxx = 0, wr = 0, wxr = 0;
  for (int k = 0; k < echoes.count; ++k) {
    if (!(power[k] > 0) || std::abs(range[k] - reference) > gap) continue;
    const double p = power[k], x = echoes.off_axis[k], r = range[k] - reference;
    w += p, wx += p * x, wxx += p * x * x, wr += p * r, wxr += p * x * r;
  }
  const double determinant = w * wxx - wx * wx;
  const double offset = determinant > 1e-6 * w * w ? (wxx * wr - wx * wxr) / determinant : wr / w;
  out.range_m = static_cast<float>(reference + std::clamp(offset, -gap, gap));
  out.power = static_cast<float>(w);
  return out;
}

template <>
Instrument make_instrument<MultibeamModel>(const InstrumentSetup& setup) {
  return std::make_unique<BeamDetector>(setup.model<MultibeamModel>());
}
template <>
Instrument make_instrument<Sonar3dModel>(const InstrumentSetup& setup) {
  return std::make_unique<BeamDetector>(setup.model<Sonar3dModel>());
}

}  // namespace hadal::sensors

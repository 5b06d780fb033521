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
  std::optional<environment::SiltSound> silt = {};
};

struct BeamDetector::Detection {
  int strongest = -1;  // ray; -1: nothing received
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
  const size_t beams = ping.range_m.size();
  arena.for_each((beams + kBeamsPerTask - 1) / kBeamsPerTask, [&](size_t task) {
    const size_t end = std::min(beams, (task + 1) * kBeamsPerTask);
    for (size_t b = task * kBeamsPerTask; b < end; ++b) beam(ping, b);
  });
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

  // The ray in the middle tells material, absorption and depth for all sixteen.
  int sample = -1;
  for (const int k : {5, 6, 9, 10, 0, 3, 12, 15})
    if (sample < 0 && hits.instance[k] != raytrace::kNothing) sample = k;
  int material = 0;
  if (sample >= 0) {
    const float r = hits.range_m[sample];
    material =
        ping.input.material(hits.instance[sample], Vec3(rays.ox[sample] + r * rays.dx[sample],
                                                        rays.oy[sample] + r * rays.dy[sample],
                                                        rays.oz[sample] + r * rays.dz[sample]));
  }
  float power[kRays];
  for (int k = 0; k < kRays; ++k) {
    const float cosine =
        -(hits.nx[k] * rays.dx[k] + hits.ny[k] * rays.dy[k] + hits.nz[k] * rays.dz[k]);
    const bool hit = hits.instance[k] != raytrace::kNothing && hits.range_m[k] > ping.nearest_m;
    const float r = hit ? hits.range_m[k] : 1;
    const float strength = hit ? ping.scatter.at(material, std::clamp(cosine, 0.0f, 1.0f)) : 0;
    power[k] = weight_[k] * strength / (r * r);
  }
  const Detection found = detect(hits.range_m, power);

  const bool struck = found.strongest >= 0;
  const float deeper = struck ? found.range_m * rays.dz[found.strongest] : 0;
  double echo =
      struck ? found.power * std::exp(-ping.water.absorption(deeper) * found.range_m) : 0;
  if (struck && ping.silt) {
    const int k = found.strongest;
    echo *= ping.silt->two_way({rays.ox[k], rays.oy[k], rays.oz[k]},
                               {rays.dx[k], rays.dy[k], rays.dz[k]}, found.range_m);
  }
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
      received ? ping.input.view->instance(hits.instance[found.strongest]).vehicle : kEchoNone;
  const Vec3 p_S = range * axes_[index];
  for (int i = 0; i < 3; ++i)
    ping.points[4 * index + i] = received ? static_cast<float>(p_S[i]) : kNoEcho;
  ping.points[4 * index + 3] = level;
}

// Weighted line through the ranges of the rays that belong to the same surface as the strongest.
BeamDetector::Detection BeamDetector::detect(const float* range, const float* power) const {
  Detection out;
  for (int k = 0; k < kRays; ++k)
    if (power[k] > 0 && (out.strongest < 0 || power[k] > power[out.strongest])) out.strongest = k;
  if (out.strongest < 0) return out;
  // Rays that differ by more than a steep ground could make them belong to something else.
  constexpr double kSteepest = 10;  // tangent of the slant
  const double reference = range[out.strongest];
  const double gap =
      reference * kSteepest * kFilled * std::max(model_.beam_width_rad, model_.beam_height_rad) +
      1500 / model_.bandwidth_hz;
  double w = 0, wx = 0, wxx = 0, wr = 0, wxr = 0;
  for (int k = 0; k < kRays; ++k) {
    if (!(power[k] > 0) || std::abs(range[k] - reference) > gap) continue;
    const double p = power[k], x = off_axis_[k], r = range[k] - reference;
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

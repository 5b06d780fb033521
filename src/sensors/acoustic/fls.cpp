#include "sensors/acoustic/fls.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "math/units.h"
#include "sensors/acoustic/fls_detail.h"
#include "sensors/acoustic/sonar_numbers.h"
#include "sensors/acoustic/windows.h"
#include "sensors/make_instrument.h"

namespace hadal::sensors {
namespace {

constexpr float kFloor = 1e-3f;         // uPa^2, of levels
constexpr double kDetection_db = 10;    // over the noise
constexpr double kMaxGain_db = 200;     // over range

int bins_of(const FlsModel& m) {
  const int needed =
      std::max(RangeKernel::kTaps,
               static_cast<int>(std::ceil((m.max_range_m - m.min_range_m) / bin_width(m))));
  return m.range_model == RangeModel::kExact ? Fft::length_for(needed) : needed;
}

double width_of(const FlsModel& m) {
  return m.beam_width_rad > 0 ? m.beam_width_rad : m.field_of_view_rad / m.beams;
}

// Integral over the height of a row: rows of side lobes are wide.
template <class Power>
double row_power(const RayFan& fan, int row, const Power& power) {
  constexpr int kSteps = 16;
  const auto [begin, end] = fan.row_borders(row);
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) sum += power(begin + (i + 0.5) / kSteps * (end - begin));
  return sum / kSteps * (end - begin);
}

// Pattern between beams, as amplitude or as power.
BeamMixer mixer_of(const FlsModel& m, bool power) {
  const AperturePattern pattern(m.array_shading(), width_of(m));
  const double spacing = m.field_of_view_rad / m.beams;
  std::vector<float> weights;
  for (int k = 0; k < m.beams; ++k) {
    // Beyond a quarter turn the array receives nothing of what lies behind it.
    const double w = k * spacing < 90 * kDegree ? pattern(k * spacing) : 0;
    weights.push_back(static_cast<float>(power ? w * w : w));
  }
  return BeamMixer::equally_spaced(weights);
}

}  // namespace

Fls::Fls(const FlsModel& model)
    : model_(model),
      spacing_rad_(model.field_of_view_rad / model.beams),
      bin_m_(bin_width(model)),
      range_(model.range_model, bins_of(model), model.pulse_shading()),
      mixer_(mixer_of(model, false)),
      power_mixer_(mixer_of(model, true)),
      fan_(model.beams * model.rays_across, spacing_rad_ / model.rays_across,
           model.vertical_pattern ? rows_with_side_lobes(model.rays_along, model.beam_height_rad)
                                  : equal_rows(model.rays_along, model.beam_height_rad),
           model.beams == 1 ? FanAxes::kLineArray : FanAxes::kUpright),
      array_(model.array_shading(), width_of(model)),
      vertical_({}, model.beam_height_rad),
      transmitter_({}, model.transmit_width_rad > 0 ? model.transmit_width_rad : 1),
      spread_(model.speckle, static_cast<float>(bin_m_)),
      pool_(std::make_unique<Pool>()) {
  if (model.beams == 1) clouds_ = make_clouds();
  wide_ = kTileSide;
  while (wide_ < raytrace::kLanes && 2 * wide_ <= whole_tiles(fan_.columns()) &&
         kLineLanes * model.rays_across % (2 * wide_) == 0)
    wide_ *= 2;
  tiles_ = fan_.tiles(wide_);
  const double column_rad = fan_.column_rad();
  const bool upright = fan_.axes() == FanAxes::kUpright;
  for (int c = 0; c < whole_tiles(fan_.columns(), raytrace::kLanes); ++c) {
    const double across = fan_.azimuth_rad(c);
    column_gain_.push_back(static_cast<float>(column_rad * across_power(across) *
                                              (upright ? 1 : std::cos(across))));
  }
  for (int e = 0; e < fan_.padded_rows(); ++e) {
    const double solid = fan_.row_rad(e) * (upright ? std::cos(fan_.elevation_rad(e)) : 1);
    row_gain_.push_back(static_cast<float>(power_of_db(model.source_level_db) *
                                           row_power(fan_, e, [this, upright](double elevation) {
                                             const double b = vertical_power(elevation);
                                             return b * b * (upright ? std::cos(elevation) : 1);
                                           })));
    row_patch_.push_back(
        static_cast<float>(column_rad * solid / (speckle_cell_m(model) * speckle_cell_m(model))));
    const double gap = fan_.elevation_rad(e + 1) - fan_.elevation_rad(e);
    row_gap_[0].push_back(static_cast<float>(gap / fan_.row_rad(e)));
    row_gap_[1].push_back(static_cast<float>(gap / fan_.row_rad(e + 1)));
  }
  for (std::vector<float>& gaps : row_gap_) gaps.resize(gaps.size() + kLineLanes);
  for (int n = 0; n < bins(); ++n) {
    const double r = model.min_range_m + n * bin_m_;
    gain_db_.push_back(static_cast<float>(
        std::min(kMaxGain_db, model.spreading_gain_db * std::log10(std::max(r, bin_m_)) +
                                  2 * model.absorption_gain_db_m * r)));
  }
}

Fls::~Fls() = default;

double Fls::across_power(double across_rad) const {
  const double sent = model_.transmit_width_rad > 0 ? transmitter_(across_rad) : 1;
  const double received = model_.beams == 1 ? array_(across_rad) : 1;  // else by mixing
  return sent * sent * received * received;
}

double Fls::vertical_power(double elevation_rad) const {
  if (!model_.vertical_pattern)
    return std::abs(elevation_rad) <= model_.beam_height_rad / 2 ? 1 : 0;
  const double b = vertical_(elevation_rad);
  return b * b;
}

// So that what lies between the last ray within the window and the next is in the picture.
double Fls::reach_m() const {
  constexpr double kBeyond = 1.1;
  return kBeyond * (model_.min_range_m + bins() * bin_m_);
}

FanExtent Fls::extent() const {
  return {fan_.axes(),
          fan_.columns() * fan_.column_rad() / 2,
          fan_.min_elevation_rad(),
          fan_.max_elevation_rad(),
          fan_.column_rad(),
          fan_.row_rad(fan_.rows() / 2),
          static_cast<float>(reach_m())};
}

FrameNeeds Fls::needs() const {
  FrameNeeds needs;
  needs.reach_m = reach_m();
  needs.seen = raytrace::kSeenSilt | raytrace::kSeenSonar;
  if (model_.sees_own_vehicle) needs.seen |= raytrace::own(raytrace::kSeenSonar);
  if (model_.surface_multipath) needs.seen |= raytrace::kSeenWaterSurface;
  return needs;
}

double Fls::listening_s() const {
  return 2 * (model_.min_range_m + bins() * bin_m_) / kSlowestSound_m_s;
}

Frame Fls::blank() const {
  Frame frame;
  for (int b = 0; b < model_.beams; ++b)
    frame.axes.bearings_rad.push_back(
        static_cast<float>((b + 0.5 - model_.beams / 2.0) * spacing_rad_));
  for (int n = 0; n < bins(); ++n)
    frame.axes.ranges_m.push_back(static_cast<float>(model_.min_range_m + n * bin_m_));
  frame.axes.frequency_hz = model_.frequency_hz;
  frame.axes.beam_width_rad = width_of(model_);
  frame.axes.beam_height_rad = model_.beam_height_rad;
  const auto add = [&](std::string_view name, PlaneType type, int channels = 1) {
    frame.planes.emplace_back(std::string(name), type, model_.beams, bins(), channels);
  };
  add(kLevelPlane, PlaneType::kFloat32);
  if (model_.raw) add("raw_upa", PlaneType::kFloat32, 2);
  if (model_.clean) add("clean_db", PlaneType::kFloat32);
  if (model_.labels) {
    add("object_id", PlaneType::kInt32);
    add("true_range_m", PlaneType::kFloat32);
    add("elevation_rad", PlaneType::kFloat32);
    add("shadow", PlaneType::kUint8);
  }
  if (model_.points) {
    frame.planes.emplace_back(std::string(kPointsPlane), PlaneType::kFloat32, model_.beams, 1, 4);
    frame.planes.back().channel_names = {"x_m", "y_m", "z_m", "level_db"};
  }
  return frame;
}

std::optional<SoundPing> Fls::sound_ping(int64_t) const {
  SoundPing ping;
  ping.level_db = model_.source_level_db;
  ping.frequency_hz = model_.frequency_hz, ping.bandwidth_hz = model_.bandwidth_hz;
  ping.duration_s = 1 / model_.bandwidth_hz;
  ping.beam_width_rad =
      model_.transmit_width_rad > 0 ? model_.transmit_width_rad : model_.field_of_view_rad;
  ping.beam_height_rad = model_.beam_height_rad;
  ping.self_noise_db = model_.self_noise_db;
  return ping;
}

double Fls::noise_db(const FrameInput& input) const {
  const double ambient_db = input.sound->noise_db(model_.frequency_hz, input.wind_speed_m_s) +
                            10 * std::log10(model_.bandwidth_hz) - model_.directivity_db;
  return 10 * std::log10(power_of_db(ambient_db) + power_of_db(model_.self_noise_db));
}

Fls::Ping Fls::start(const FrameInput& input, const Frame& frame) const {
  const FrameNeeds need = needs();
  Ping ping{input, WaterPath(*input.sound, model_.frequency_hz, input.X_NS.p.z(), need.reach_m),
            ScatterTable(*input.sound, *input.materials, model_.frequency_hz),
            SurfaceCells(*input.view, speckle_cell_m(model_)),
            RayOrigin(input.X_NS, input.view->anchor_N()),
            need.seen,
            0,
            0,
            0,
            {},
            {},
            raytrace::kNothing,
            nullptr,
            {},
            SmallBodies(*input.view, need.seen & ~raytrace::kSeenWaterSurface,
                        RayOrigin(input.X_NS, input.view->anchor_N()), extent()),
            {},
            {}};
  ping.noise_db = noise_db(input);
  ping.sigma = static_cast<float>(std::sqrt(power_of_db(ping.noise_db) / mixer_.noise_gain()));
  if (input.silt)
    ping.silt.emplace(*input.silt, model_.frequency_hz, ping.water.sound_speed_m_s());
  ping.noise_key = static_cast<uint32_t>(input.noise.uniform(input.tick, input.channel) * 0x1p32);
  for (int i = input.view->instances() - 1; i >= 0; --i)
    if (is_ground(input.view->instance(i))) ping.ground = i;
  if (clouds_ && ping.ground != raytrace::kNothing) find_ripples(ping);
  if (!model_.motion) return ping;
  const double turning = (input.X_NS.q.conjugate() * input.w_NS_N).z();
  for (const float range : frame.axes.ranges_m)
    ping.shift.push_back(static_cast<int>(
        -std::lround(turning * 2 * range / ping.water.sound_speed_m_s() / spacing_rad_)));
  return ping;
}

void Fls::find_ripples(Ping& ping) const {
  auto table = std::make_unique<RippleTable>(ping.scatter, *ping.input.materials);
  if (table->empty()) return;
  ping.ripples.emplace(ripple_setup(*table, *clouds_, ping.cells.frame(ping.ground),
                                    ping.input.view->anchor_N(), speckle_cell_m(model_), bin_m_,
                                    fan_.column_rad()));
  ping.ripple_table = std::move(table);
}

// Echoes that motion takes out of the picture leave no label behind.
void Fls::clear_labels(Frame& frame) const {
  const std::span<int32_t> object = frame.plane("object_id").ints();
  std::fill(object.begin(), object.end(), kEchoNone);
  for (const char* name : {"true_range_m", "elevation_rad"}) {
    const std::span<float> values = frame.plane(name).floats();
    std::fill(values.begin(), values.end(), kNoEcho);
  }
  const std::span<uint8_t> shadow = frame.plane("shadow").bytes();
  std::fill(shadow.begin(), shadow.end(), uint8_t{0});
}

void Fls::compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const {
  HADAL_CHECK(input.view && input.sound && input.materials);
  Ping ping = start(input, frame);
  if (!ping.bodies.empty()) add_body_echoes(ping);
  const size_t groups = static_cast<size_t>(lines_for(model_.beams));
  auto scratch = pool_->frames.take([&] {
    auto made = std::make_unique<Pool::FrameScratch>();
    made->echoes.resize(groups * kLineLanes * static_cast<size_t>(range_.blocks()));
    if (model_.clean) made->powers.resize(made->echoes.size());
    return made;
  });
  ping.echoes = scratch->echoes, ping.powers = scratch->powers;
  if (ping.silt) {
    scratch->silt_power.assign(static_cast<size_t>(model_.beams) * static_cast<size_t>(bins()), 0);
    ping.silt_power = scratch->silt_power;
  }
  frame.stamp = input.tick, frame.number = input.number, frame.X_NS = input.X_NS;
  frame.axes.sound_speed_m_s = ping.water.sound_speed_m_s();
  if (model_.labels) clear_labels(frame);
  const float pulse = ping.silt ? pulse_power() : 1;
  arena.for_each(groups, [&](size_t group) { trace_beams(ping, group, frame); });
  if (ping.silt)
    for (float& power : ping.silt_power) power *= pulse;
  arena.for_each(static_cast<size_t>(range_.blocks()),
                 [&](size_t block) { finish_block(ping, block, frame); });
  if (model_.points) find_points(ping.noise_db, frame);
  pool_->frames.give(std::move(scratch));
}

namespace {

// Moves each bin by its own number of beams; zeros come in at the edge.
void shift_beams(std::span<Line> lines, std::span<const int> shift, std::vector<Line>& from) {
  from.assign(lines.begin(), lines.end());
  const int beams = static_cast<int>(lines.size());
  for (size_t k = 0; k < shift.size(); ++k)
    for (int b = 0; b < beams; ++b) {
      const int source = b - shift[k];
      const bool inside = source >= 0 && source < beams;
      lines[static_cast<size_t>(b)].re[k] = inside ? from[static_cast<size_t>(source)].re[k] : 0;
      lines[static_cast<size_t>(b)].im[k] = inside ? from[static_cast<size_t>(source)].im[k] : 0;
    }
}

void store_raw(std::span<const Line> lines, int count, float* out, size_t stride) {
  for (size_t b = 0; b < lines.size(); ++b)
    for (int k = 0; k < count; ++k) {
      out[b * stride + 2 * static_cast<size_t>(k)] = lines[b].re[k];
      out[b * stride + 2 * static_cast<size_t>(k) + 1] = lines[b].im[k];
    }
}

}  // namespace

// What a single echo of power 1 gives, over all bins.
float Fls::pulse_power() const {
  RangeKernel::Scratch scratch(range_);
  std::vector<Line> lines(static_cast<size_t>(range_.blocks()) * kLineLanes);
  const float bin = static_cast<float>(bins() / 2), power = 1;
  range_.sum_power({&bin, 1}, {&power, 1}, {}, scratch, lines.data(), kLineLanes);
  float sum = 0;
  for (size_t block = 0; block < static_cast<size_t>(range_.blocks()); ++block)
    for (const float value : lines[block * kLineLanes].re) sum += value;
  return sum;
}

// Its own number for every beam and bin.
void Fls::add_silt(const Ping& ping, size_t block, std::span<Line> lines) const {
  const size_t first = block * kLineLanes, row = static_cast<size_t>(bins());
  const size_t count = std::min<size_t>(kLineLanes, row - first);
  for (size_t b = 0; b < lines.size(); ++b) {
    const float* power = &ping.silt_power[b * row + first];
    if (std::all_of(power, power + count, [](float p) { return p == 0; })) continue;
    uint32_t key[kLineLanes];
    float re[kLineLanes], im[kLineLanes];
    for (size_t k = 0; k < kLineLanes; ++k)
      key[k] = mix32(~ping.noise_key + static_cast<uint32_t>(b * row + first + k));
    complex_gaussians(key, re, im);
    for (size_t k = 0; k < count; ++k) {
      const float amplitude = std::sqrt(power[k]);
      lines[b].re[k] += amplitude * (model_.speckle ? re[k] : 1);
      lines[b].im[k] += amplitude * (model_.speckle ? im[k] : 0);
    }
  }
}

void Fls::finish_block(const Ping& ping, size_t block, Frame& frame) const {
  auto scratch = pool_->blocks.take([&] {
    auto made = std::make_unique<BlockScratch>();
    made->mix.resize(std::max(mixer_.scratch_lines(), power_mixer_.scratch_lines()));
    return made;
  });
  const size_t beams = static_cast<size_t>(model_.beams),
               stride = lines_for(model_.beams) * kLineLanes;
  const size_t first = block * kLineLanes, row = static_cast<size_t>(bins());
  const int count = static_cast<int>(std::min<size_t>(kLineLanes, row - first));
  const std::span<Line> lines = ping.echoes.subspan(block * stride, beams);
  const std::span<const int> shift =
      model_.motion ? std::span(ping.shift).subspan(first, static_cast<size_t>(count))
                    : std::span<const int>();
  if (ping.silt) add_silt(ping, block, lines);
  if (model_.motion) shift_beams(lines, shift, scratch->shifted);
  if (model_.noise)
    noise_.add(ping.noise_key, static_cast<uint32_t>(block * stride), ping.sigma, lines);
  mixer_.mix(lines, scratch->mix);
  const float* gain = gain_db_.data() + first;
  levels_db(LevelOf::kAmplitude, lines, gain, kFloor, count,
            frame.plane(kLevelPlane).floats().data() + first, row);
  if (model_.raw)
    store_raw(lines, count, frame.plane("raw_upa").floats().data() + 2 * first, 2 * row);
  if (model_.clean) {
    const std::span<Line> powers = ping.powers.subspan(block * stride, beams);
    for (size_t b = 0; ping.silt && b < beams; ++b)
      for (int k = 0; k < count; ++k)
        powers[b].re[k] += ping.silt_power[b * row + first + static_cast<size_t>(k)];
    if (model_.motion) shift_beams(powers, shift, scratch->shifted);
    power_mixer_.mix(powers, scratch->mix);
    levels_db(LevelOf::kPower, powers, gain, kFloor, count,
              frame.plane("clean_db").floats().data() + first, row);
  }
  pool_->blocks.give(std::move(scratch));
}

void Fls::find_points(double noise_db, Frame& frame) const {
  const std::span<const float> levels = std::as_const(frame).plane(kLevelPlane).floats();
  const std::span<float> points = frame.plane(kPointsPlane).floats();
  for (size_t b = 0; b < static_cast<size_t>(model_.beams); ++b) {
    const std::span<const float> row =
        levels.subspan(b * static_cast<size_t>(bins()), static_cast<size_t>(bins()));
    const size_t n = static_cast<size_t>(std::max_element(row.begin(), row.end()) - row.begin());
    const double bearing = frame.axes.bearings_rad[b], range = frame.axes.ranges_m[n];
    const bool found = row[n] - gain_db_[n] > noise_db + kDetection_db;
    points[4 * b] = found ? static_cast<float>(range * std::cos(bearing)) : kNoEcho;
    points[4 * b + 1] = found ? static_cast<float>(range * std::sin(bearing)) : kNoEcho;
    points[4 * b + 2] = found ? 0 : kNoEcho;
    points[4 * b + 3] = found ? row[n] : kNoEcho;
  }
}

template <>
Instrument make_instrument<FlsModel>(const InstrumentSetup& setup) {
  return std::make_unique<Fls>(setup.model<FlsModel>());
}

}  // namespace hadal::sensors

#include "environment/current/current_field.h"

#include <array>
#include <cmath>

#include "base/calendar.h"
#include "base/check.h"
#include "environment/current/current_streams.h"
#include "environment/current/gauss_markov.h"
#include "environment/current/tide.h"
#include "environment/raster/current_file.h"
#include "environment/raster/current_grid.h"
#include "math/units.h"

namespace hadal::environment {
namespace {

Vec3 unit_toward(double toward_rad) {
  return {std::cos(toward_rad), std::sin(toward_rad), 0};
}

GaussMarkov component(const GaussMarkovCurrent& current, int axis) {
  return {current.mean_m_s[axis], current.standard_deviation_m_s[axis], current.correlation_time_s};
}

std::array<double, 3> three_normals(const RandomStream& stream, int64_t tick, size_t process) {
  const auto index = static_cast<uint32_t>(2 * process);
  const auto first = stream.normal_pair(tick, index), second = stream.normal_pair(tick, index + 1);
  return {first[0], first[1], second[0]};
}

// The spiral of a wind, where one is given; a hemisphere that was chosen stays.
EkmanCurrent resolved(const EkmanCurrent& ekman, const SeaMap& map) {
  if (!ekman.wind_speed_m_s) return ekman;
  EkmanCurrent out = ekman_of_wind(*ekman.wind_speed_m_s, ekman.wind_toward_rad,
                                   map.origin().latitude_deg * kDegree);
  out.southern_hemisphere = ekman.southern_hemisphere;
  return out;
}

int64_t nanoseconds(double seconds) {
  return std::llround(seconds * 1e9);
}

}  // namespace

CurrentField::CurrentField(std::vector<CurrentSource> sources, int64_t start_unix_ns,
                           const SeaMap& map)
    : sources_(std::move(sources)), start_unix_ns_(start_unix_ns), map_(map) {
  for (size_t i = 0; i < sources_.size(); ++i) {
    if (auto* ekman = std::get_if<EkmanCurrent>(&sources_[i].model)) *ekman = resolved(*ekman, map);
    if (std::holds_alternative<GaussMarkovCurrent>(sources_[i].model)) gauss_markov_.push_back(i);
    add_local(i);
  }
}

Result<CurrentField> CurrentField::open(std::vector<CurrentSource> sources, int64_t start_unix_ns,
                                        double duration_s, const SeaMap& map) {
  Problems problems;
  for (CurrentSource& source : sources) {
    auto* gridded = std::get_if<GriddedCurrent>(&source.model);
    if (!gridded) continue;
    const double start_s = static_cast<double>(start_unix_ns) * 1e-9;
    Result<CurrentGrid> grid = read_current_grid(*gridded, start_s, duration_s);
    if (grid)
      gridded->grid = std::make_shared<const CurrentGrid>(std::move(grid).value());
    else
      problems.append(grid.problems());
  }
  if (!problems.empty()) return problems;
  return CurrentField(std::move(sources), start_unix_ns, map);
}

void CurrentField::add_local(size_t source) {
  const CurrentSource& s = sources_[source];
  Local local{source, s.top_m, s.bottom_m, Profile::none, 0, Vec3::Zero(), kNoSeabed};
  if (const auto* stratified = std::get_if<StratifiedCurrent>(&s.model)) {
    local.profile = Profile::stratified;
    local.table = tables_.size();
    tables_.emplace_back(stratified->depth_m, stratified->velocity_N_m_s);
  } else if (const auto* layer = std::get_if<LogLayerCurrent>(&s.model)) {
    local.profile = Profile::log_layer;
    local.direction_N = unit_toward(layer->toward_rad);
    local.seabed_depth_m = layer->seabed_depth_m.value_or(kNoSeabed);
  } else if (const auto* power = std::get_if<PowerLawCurrent>(&s.model)) {
    local.profile = Profile::power_law;
    local.direction_N = unit_toward(power->toward_rad);
    local.seabed_depth_m = power->seabed_depth_m.value_or(kNoSeabed);
  } else if (std::holds_alternative<EkmanCurrent>(s.model)) {
    local.profile = Profile::ekman;
  } else if (std::holds_alternative<JetCurrent>(s.model)) {
    local.profile = Profile::jet;
  } else if (std::holds_alternative<PipeCurrent>(s.model)) {
    local.profile = Profile::pipe;
  } else if (const auto* gridded = std::get_if<GriddedCurrent>(&s.model)) {
    HADAL_CHECK(gridded->grid != nullptr, "CurrentField::open reads the grid");
    local.profile = Profile::gridded;
  }
  needs_seabed_ |= (local.profile == Profile::log_layer || local.profile == Profile::power_law) &&
                   local.seabed_depth_m == kNoSeabed;
  const bool everywhere =
      local.profile == Profile::none && std::isinf(s.top_m) && std::isinf(s.bottom_m);
  everywhere_.push_back(everywhere);
  if (!everywhere) locals_.push_back(local);
}

std::optional<size_t> CurrentField::find_source(std::string_view name) const {
  for (size_t i = 0; i < sources_.size(); ++i)
    if (sources_[i].name == name) return i;
  return std::nullopt;
}

Problems CurrentField::uncovered(double from_s, double to_s) const {
  Problems problems;
  const int64_t from = start_unix_ns_ + nanoseconds(from_s);
  const int64_t to = start_unix_ns_ + nanoseconds(to_s);
  for (const CurrentSource& source : sources_) {
    const auto* tide = std::get_if<StationTideCurrent>(&source.model);
    if (tide == nullptr || covers(*tide, from, to)) continue;
    std::string message =
        "the tide station has events from " + iso8601_from_unix_ns(tide->events.front().unix_ns) +
        " to " + iso8601_from_unix_ns(tide->events.back().unix_ns) + "; the simulation runs from " +
        iso8601_from_unix_ns(from) + " to " + iso8601_from_unix_ns(to);
    problems.add({}, source.name, std::move(message));
  }
  return problems;
}

Problems CurrentField::warnings(double duration_s, double reach_m) const {
  Problems problems;
  const double start_s = static_cast<double>(start_unix_ns_) * 1e-9;
  for (const CurrentSource& source : sources_) {
    const auto* gridded = std::get_if<GriddedCurrent>(&source.model);
    if (!gridded) continue;
    const std::string text =
        grid_coverage(*gridded->grid, start_s, start_s + duration_s, map_, reach_m);
    if (!text.empty()) problems.add({gridded->file, 0, 0}, source.name, text);
  }
  return problems;
}

void CurrentField::start_gauss_markov(const RandomStream& stream,
                                      std::span<double> gauss_markov) const {
  HADAL_CHECK(gauss_markov.size() == gauss_markov_size());
  for (size_t k = 0; k < gauss_markov_.size(); ++k) {
    const auto& current = std::get<GaussMarkovCurrent>(sources_[gauss_markov_[k]].model);
    const auto xi = three_normals(stream, 0, k);
    for (int axis = 0; axis < 3; ++axis)
      gauss_markov[3 * k + axis] =
          current.mean_m_s[axis] + current.standard_deviation_m_s[axis] * xi[axis];
  }
}

void CurrentField::step_gauss_markov(const RandomStream& stream, int64_t tick, double dt_s,
                                     std::span<double> gauss_markov) const {
  HADAL_CHECK(gauss_markov.size() == gauss_markov_size());
  for (size_t k = 0; k < gauss_markov_.size(); ++k) {
    const auto& current = std::get<GaussMarkovCurrent>(sources_[gauss_markov_[k]].model);
    const auto xi = three_normals(stream, tick, k);
    for (int axis = 0; axis < 3; ++axis) {
      double& value = gauss_markov[3 * k + axis];
      value = gauss_markov_step(component(current, axis), value, xi[axis], dt_s);
    }
  }
}

void CurrentField::reset_live(std::span<double> live) {
  for (size_t i = 0; i < live.size(); ++i) live[i] = i % kLiveSize == 0 ? 1 : 0;
}

void CurrentField::scale(size_t source, double factor, std::span<double> live) {
  HADAL_CHECK(kLiveSize * source < live.size());
  live[kLiveSize * source] = factor;
}

void CurrentField::add_uniform(size_t source, const Vec3& velocity_N, std::span<double> live) {
  HADAL_CHECK(kLiveSize * source < live.size());
  for (int axis = 0; axis < 3; ++axis) live[kLiveSize * source + 1 + axis] = velocity_N[axis];
}

void CurrentField::set_uniform(size_t source, const Vec3& velocity_N, std::span<double> live) {
  scale(source, 0, live);
  add_uniform(source, velocity_N, live);
}

// The factor of a profile at a time; 0 for a source without one.
double CurrentField::factor_at(const CurrentModel& model, double time_s) const {
  if (const auto* stratified = std::get_if<StratifiedCurrent>(&model))
    return periodic_factor(stratified->factor, time_s);
  const bool everywhere = std::holds_alternative<UniformCurrent>(model) ||
                          std::holds_alternative<HarmonicTideCurrent>(model) ||
                          std::holds_alternative<StationTideCurrent>(model) ||
                          std::holds_alternative<GaussMarkovCurrent>(model);
  return everywhere ? 0 : 1;
}

// The velocity of a source that is the same at every depth; zero for a profile.
Vec3 CurrentField::vector_at(const CurrentModel& model, double time_s,
                             const double* gauss_markov) const {
  if (const auto* uniform = std::get_if<UniformCurrent>(&model)) return uniform->velocity_N_m_s;
  if (const auto* tide = std::get_if<HarmonicTideCurrent>(&model)) {
    const double since_epoch_s =
        static_cast<double>(start_unix_ns_ - tide->epoch_unix_ns) * 1e-9 + time_s;
    return tide_velocity_N(tide->direction, tide_speed(*tide, since_epoch_s));
  }
  if (const auto* tide = std::get_if<StationTideCurrent>(&model))
    return tide_velocity_N(tide->direction,
                           tide_speed(*tide, start_unix_ns_ + nanoseconds(time_s)));
  if (const auto* random = std::get_if<GaussMarkovCurrent>(&model)) {
    const Vec3 along = unit_toward(random->toward_rad), right(-along.y(), along.x(), 0);
    return gauss_markov[0] * along + gauss_markov[1] * right + Vec3(0, 0, gauss_markov[2]);
  }
  return Vec3::Zero();
}

void CurrentField::prepare(double time_s, std::span<const double> live,
                           std::span<const double> gauss_markov, std::span<double> scratch) const {
  HADAL_CHECK(live.size() == live_size() && scratch.size() == scratch_size());
  HADAL_CHECK(gauss_markov.size() == gauss_markov_size());
  Vec3 common = Vec3::Zero();
  const double* next_process = gauss_markov.data();
  for (size_t i = 0; i < sources_.size(); ++i) {
    const CurrentModel& model = sources_[i].model;
    const double* change = &live[kLiveSize * i];
    const Vec3 v =
        change[0] * vector_at(model, time_s, next_process) + Vec3(change[1], change[2], change[3]);
    if (std::holds_alternative<GaussMarkovCurrent>(model)) next_process += 3;
    if (everywhere_[i]) common += v;
    double* out = &scratch[kCommonSize + kScratchSize * i];
    out[0] = change[0] * factor_at(model, time_s);
    for (int axis = 0; axis < 3; ++axis) out[1 + axis] = v[axis];
  }
  for (int axis = 0; axis < 3; ++axis) scratch[static_cast<size_t>(axis)] = common[axis];
  scratch[3] = time_s;
}

Vec3 CurrentField::profile_at(const Local& local, const Vec3& p_N, double time_s,
                              double seabed_depth_m) const {
  const double depth_m = p_N.z();
  const CurrentModel& model = sources_[local.source].model;
  const double seabed = local.seabed_depth_m == kNoSeabed ? seabed_depth_m : local.seabed_depth_m;
  switch (local.profile) {
    case Profile::none:
      return Vec3::Zero();
    case Profile::stratified:
      return tables_[local.table](depth_m);
    case Profile::log_layer:
      return log_layer_speed(*std::get_if<LogLayerCurrent>(&model), seabed - depth_m) *
             local.direction_N;
    case Profile::power_law:
      return power_law_speed(*std::get_if<PowerLawCurrent>(&model), depth_m, seabed) *
             local.direction_N;
    case Profile::ekman:
      return ekman_velocity_N(*std::get_if<EkmanCurrent>(&model), depth_m);
    case Profile::jet:
      return jet_velocity_N(*std::get_if<JetCurrent>(&model), p_N);
    case Profile::pipe:
      return pipe_velocity_N(*std::get_if<PipeCurrent>(&model), p_N);
    case Profile::gridded:
      return grid_velocity_N(*std::get_if<GriddedCurrent>(&model)->grid,
                             static_cast<double>(start_unix_ns_) * 1e-9 + time_s, map_, p_N);
  }
  return Vec3::Zero();
}

Vec3 CurrentField::velocity(const Vec3& p_N, std::span<const double> scratch,
                            double seabed_depth_m) const {
  const double depth_m = p_N.z();
  Vec3 sum(scratch[0], scratch[1], scratch[2]);
  for (const Local& local : locals_) {
    if (!(depth_m >= local.top_m && depth_m < local.bottom_m)) continue;
    const double* prepared = &scratch[kCommonSize + kScratchSize * local.source];
    sum += Vec3(prepared[1], prepared[2], prepared[3]);
    if (prepared[0] != 0) sum += prepared[0] * profile_at(local, p_N, scratch[3], seabed_depth_m);
  }
  return sum;
}

}  // namespace hadal::environment

#include "environment/current/current_field.h"

#include <array>
#include <cmath>

#include "base/check.h"
#include "environment/raster/current_file.h"

namespace hadal::environment {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr size_t kMaxProcessSize = 8;

// The currents of a scenario stand first, in its order.
std::string source_key(size_t index) {
  return "environment.currents[" + std::to_string(index) + "]";
}

// Calls visit(source, xi, its numbers) for each source that keeps a random process, with as many
// standard normal numbers as it has. They come in pairs, and a source takes whole pairs.
template <class Visit>
void for_each_process(const std::vector<CurrentSource>& sources, const RandomStream& stream,
                      int64_t tick, std::span<double> processes, Visit visit) {
  uint32_t pair = 0;
  size_t first = 0;
  for (const CurrentSource& source : sources) {
    const size_t size = source.kind->process_size;
    if (size == 0) continue;
    std::array<double, kMaxProcessSize> xi;
    for (size_t i = 0; i < size; i += 2) {
      const auto normals = stream.normal_pair(tick, pair++);
      xi[i] = normals[0];
      xi[i + 1] = normals[1];
    }
    visit(source, xi.data(), &processes[first]);
    first += size;
  }
}

}  // namespace

CurrentField::CurrentField(std::vector<CurrentSource> sources) : sources_(std::move(sources)) {
  for (size_t i = 0; i < sources_.size(); ++i) {
    const CurrentKind& kind = *sources_[i].kind;
    const void* config = sources_[i].config.data();
    const CurrentConfig& common = sources_[i].common();
    HADAL_CHECK(kind.process_size <= kMaxProcessSize);
    process_size_ += kind.process_size;
    needs_seabed_ |= kind.needs_seabed && kind.needs_seabed(config);
    everywhere_.push_back(kind.velocity_everywhere_N && !common.top_m && !common.bottom_m);
    if (!everywhere_.back())
      locals_.push_back({i, common.top_m.value_or(-kInfinity), common.bottom_m.value_or(kInfinity),
                         &kind, config});
  }
}

Result<CurrentField> CurrentField::open(std::vector<CurrentSource> sources, int64_t start_unix_ns,
                                        double duration_s, const SeaMap& map) {
  Problems problems;
  const double start_s = static_cast<double>(start_unix_ns) * 1e-9;
  const GridOpener opener = [&](const VelocityFile& file) {
    return open_velocity_grid(file, start_s, duration_s, map);
  };
  for (size_t i = 0; i < sources.size(); ++i) {
    CurrentSource& source = sources[i];
    if (!source.kind->open) continue;
    source.config = source.config.copy();
    const Problems found = source.kind->open(source.config.data(), opener);
    for (const Problem& problem : found.list())
      problems.add(problem.location, source_key(i) + ".file",
                   problem.location.file + ": " + problem.message);
  }
  if (!problems.empty()) return problems;
  return CurrentField(std::move(sources));
}

Problems CurrentField::notes(double duration_s, double reach_m) const {
  Problems notes;
  for (size_t i = 0; i < sources_.size(); ++i) {
    const CurrentSource& source = sources_[i];
    if (!source.kind->notes) continue;
    for (const std::string& text :
         source.kind->notes(source.config.data(), duration_s, reach_m))
      notes.add({}, source_key(i), source.name + ": " + text);
  }
  return notes;
}

void CurrentField::start_processes(const RandomStream& stream, std::span<double> processes) const {
  HADAL_CHECK(processes.size() == process_size());
  for_each_process(sources_, stream, 0, processes,
                   [](const CurrentSource& source, const double* xi, double* process) {
                     source.kind->start_process(source.config.data(), xi, process);
                   });
}

void CurrentField::step_processes(const RandomStream& stream, int64_t tick, double dt_s,
                                  std::span<double> processes) const {
  HADAL_CHECK(processes.size() == process_size());
  for_each_process(sources_, stream, tick, processes,
                   [dt_s](const CurrentSource& source, const double* xi, double* process) {
                     source.kind->step_process(source.config.data(), dt_s, xi, process);
                   });
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

void CurrentField::prepare(double time_s, std::span<const double> live,
                           std::span<const double> processes, std::span<double> scratch) const {
  HADAL_CHECK(live.size() == live_size() && scratch.size() == scratch_size());
  HADAL_CHECK(processes.size() == process_size());
  Vec3 common = Vec3::Zero();
  const double* process = processes.data();
  for (size_t i = 0; i < sources_.size(); ++i) {
    const CurrentKind& kind = *sources_[i].kind;
    const void* config = sources_[i].config.data();
    const double* change = &live[kLiveSize * i];
    double factor = 0;         // of a profile
    Vec3 same = Vec3::Zero();  // of a source that is the same everywhere
    if (kind.velocity_everywhere_N)
      same = kind.velocity_everywhere_N(config, time_s, process);
    else
      factor = kind.factor ? kind.factor(config, time_s) : 1;
    process += kind.process_size;
    const Vec3 v = change[0] * same + Vec3(change[1], change[2], change[3]);
    if (everywhere_[i]) common += v;
    double* out = &scratch[kCommonSize + kScratchSize * i];
    out[0] = change[0] * factor;
    for (int axis = 0; axis < 3; ++axis) out[1 + axis] = v[axis];
  }
  for (int axis = 0; axis < 3; ++axis) scratch[static_cast<size_t>(axis)] = common[axis];
  scratch[3] = time_s;
}

Vec3 CurrentField::velocity(const Vec3& p_N, std::span<const double> scratch,
                            double seabed_depth_m) const {
  const double depth_m = p_N.z();
  Vec3 sum(scratch[0], scratch[1], scratch[2]);
  for (const Local& local : locals_) {
    if (!(depth_m >= local.top_m && depth_m < local.bottom_m)) continue;
    const double* prepared = &scratch[kCommonSize + kScratchSize * local.source];
    sum += Vec3(prepared[1], prepared[2], prepared[3]);
    if (prepared[0] != 0)
      sum += prepared[0] * local.kind->velocity_N(local.config, p_N, scratch[3], seabed_depth_m);
  }
  return sum;
}

}  // namespace hadal::environment

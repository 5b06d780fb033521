#include "simulation/run_estimate.h"

#include <time.h>

#include <algorithm>
#include <ostream>
#include <streambuf>

#include "kinds/frames/camera.h"
#include "kinds/frames/fls.h"
#include "kinds/frames/imaging_sonar.h"
#include "kinds/frames/lidar.h"
#include "kinds/frames/line_sonars.h"
#include "outputs/frame_size.h"
#include "outputs/recorder.h"
#include "simulation/recording.h"

namespace hadal::simulation {
namespace {

// ---- the piece that is run

constexpr double kPiece_s = 2;
constexpr Tick kMaxSteps = 400;
constexpr double kLinkSteps = 20000;  // links times steps: many bodies, few steps

// Counts what is written and keeps nothing.
class CountingBuffer final : public std::streambuf {
 private:
  std::streamsize xsputn(const char*, std::streamsize count) override { return count; }
  int_type overflow(int_type letter) override { return traits_type::not_eof(letter); }
};

double thread_cpu_s() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

Tick piece_ticks(const World& world) {
  const double links = static_cast<double>(std::max<size_t>(1, world.links.size()));
  const Tick bearable = std::clamp<Tick>(static_cast<Tick>(kLinkSteps / links), 20, kMaxSteps);
  return std::min({bearable, world.clock.tick_at(kPiece_s), world.last_tick});
}

struct Moment {
  double time_s = 0, cpu_s = 0, bytes = 0;
};

// Steps to a tick; false where one fails.
bool step_to(Tick tick, Simulation& s, outputs::RunLog& log, Moment& moment) {
  while (s.state().tick < tick) {
    if (!s.step().ok) return false;
    log.record(s.world(), s.state());
  }
  log.flush();
  moment = {s.world().clock.time_s(tick), thread_cpu_s(), static_cast<double>(log.bytes())};
  return true;
}

// The steps without frames.
RunEstimate estimate_steps(Simulation& s) {
  CountingBuffer nothing;
  std::ostream stream(&nothing);
  auto log = outputs::RunLog::open(std::make_unique<outputs::McapWriter>(stream), s.world(),
                                   recorder_sources(s), s.shared().scenario_yaml);
  if (!log) return {};
  log.value()->record(s.world(), s.state());
  const Tick ticks = piece_ticks(s.world());
  Moment begin, end;
  if (ticks < 2 || !step_to(ticks / 2, s, *log.value(), begin) ||
      !step_to(ticks, s, *log.value(), end))
    return {};
  const double passed_s = end.time_s - begin.time_s;
  const double rate = (end.bytes - begin.bytes) / passed_s;
  const double left_s = s.world().clock.time_s(s.world().last_tick) - end.time_s;
  RunEstimate out;
  out.log_bytes = end.bytes + rate * left_s;
  out.step_cpu_per_s = (end.cpu_s - begin.cpu_s) / passed_s;
  return out;
}

// ---- frames

constexpr double kRay_s = 0.3e-6;     // of sonars and lidars, with all that is made of it
constexpr double kFrame_s = 1e-3;     // of a view and its light
constexpr double kSubFrames = 8;      // of an event camera that chooses them itself

double pixel_s(CameraModel::Quality quality) {
  switch (quality) {
    case CameraModel::Quality::kControl: return 0.11e-6;
    case CameraModel::Quality::kFast: return 0.3e-6;
    case CameraModel::Quality::kFull: return 0.8e-6;
  }
  return 0;
}

double camera_s(const CameraModel& camera) {
  return pixel_s(camera.quality) * camera.width_px * camera.height_px;
}

double rays_of(const SonarLine& sonar) {
  return static_cast<double>(sonar.rays_across) * sonar.rays_along;
}

double frame_cpu_s(const AnyConfig& config) {
  if (const auto* c = config.as<CameraModel>()) return camera_s(*c);
  if (const auto* c = config.as<StereoCameraModel>()) return camera_s(*c);
  if (const auto* c = config.as<ThermalSensorModel>()) return camera_s(*c) / 2;
  if (const auto* c = config.as<EventSensorModel>())
    return camera_s(*c) * (c->sub_frames > 0 ? c->sub_frames : kSubFrames);
  if (const auto* c = config.as<FlsModel>()) return kRay_s * c->beams * rays_of(*c);
  if (const auto* c = config.as<SideScanModel>()) return kRay_s * 2 * rays_of(*c);
  if (const auto* c = config.as<ScanningSonarModel>()) return kRay_s * rays_of(*c);
  if (const auto* c = config.as<EchosounderModel>()) return kRay_s * rays_of(*c);
  if (const auto* c = config.as<ImagingSonarModel>()) return kRay_s * c->beams * c->planes;
  if (const auto* c = config.as<LidarModel>()) return kRay_s * c->columns * c->rows;
  return 0;
}

void add_frames(const Simulation& s, RunEstimate& out) {
  const World& world = s.world();
  const double duration_s = world.clock.time_s(world.last_tick);
  for (size_t i = 0; i < world.frame_sensors.size(); ++i) {
    const MountedFrameSensor& mounted = world.frame_sensors[i];
    const double rate_hz = std::min(mounted.rate_hz, 1 / world.clock.step_s());
    const outputs::FrameSize size =
        outputs::expected_frame_size(world.record, s.frames().frame(static_cast<int>(i)));
    out.log_bytes += rate_hz * duration_s * (size.bytes + size.picture_bytes);
    out.picture_bytes += rate_hz * duration_s * size.picture_bytes;
    out.frame_cpu_per_s += rate_hz * (kFrame_s + frame_cpu_s(mounted.config));
  }
}

}  // namespace

RunEstimate estimate_run(Simulation& s, int threads) {
  RunEstimate out = estimate_steps(s);
  if (out.log_bytes == 0) return {};
  add_frames(s, out);
  out.threads = threads > 0 ? threads : useful_threads(s.world());
  const double all = out.step_cpu_per_s + out.frame_cpu_per_s;
  out.real_time_factor = 1 / std::max(out.step_cpu_per_s, all / out.threads);
  return out;
}

}  // namespace hadal::simulation

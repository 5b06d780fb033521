#include "environment/life/living.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/hash.h"
#include "environment/life/swim.h"
#include "geometry/triangle_mesh.h"
#include "kinds/frames/camera.h"

namespace hadal::environment {
namespace {

constexpr double kSchoolRate_hz = 1 / kSchoolStep_s;
constexpr double kUsualDepth_m = 10, kUsualAltitude_m = 2.5;
constexpr double kDriftDepth_m = 0.5;  // the drift is that of water at least this deep
constexpr int kMaxSpheres = 12;       // along one body
// Lamps frighten within 5 m for 1500 lm, by the inverse square law.
constexpr double kLampReach_m = 5, kLampFlux_lm = 1500, kFarthestLamp_m = 12;
constexpr double kMinLevel = 0.01;
constexpr double kNoticed_m = 10;  // obstacles farther from the school do not matter

bool is_drifting(const AnyConfig& config) {
  return config.as<MarineSnowConfig>() || config.as<PlanktonEmitterConfig>();
}

SchoolLamp lamp_at(const Lamp& lamp, const Pose& X_NL, double level) {
  const Pose X_NS = X_NL * lamp.X_LS;
  const double reach_m = kLampReach_m * std::sqrt(lamp.flux_lm * level / kLampFlux_lm);
  const bool spot = lamp.kind == Lamp::Kind::kSpot;
  return {X_NS.p, X_NS.q * Vec3::UnitX(), spot ? lamp.beam_rad / 2 : std::numbers::pi,
          std::min(kFarthestLamp_m, reach_m)};
}

}  // namespace

uint64_t scenery_seed(const World& world, const Scenery& scenery) {
  const SceneryConfig& common = scenery_common(scenery.config);
  Hasher hasher(world.seed);
  hasher.add_text(common.name);
  hasher.add(static_cast<uint64_t>(common.seed));
  return hasher.value();
}

SchoolParameters school_parameters(const FishSchoolConfig& c, bool with_seabed) {
  SchoolParameters out;
  out.body_length_m = c.length_m;
  out.cruise_speed_m_s = c.cruise_speed_m_s;
  out.burst_speed_m_s = c.burst_speed_m_s;
  out.min_speed_m_s = 0.2 * c.cruise_speed_m_s;
  out.spacing_m = c.spacing_m;
  out.perception_radius_m = c.perception_radius_m;
  out.depth_m = c.depth_m.value_or(kUsualDepth_m);
  out.altitude_m = c.altitude_m;
  if (!c.depth_m && !c.altitude_m && with_seabed) out.altitude_m = kUsualAltitude_m;
  out.layer_m = c.layer_m;
  out.home_N = {c.home[0], c.home[1], 0};
  out.home_radius_m = c.home_radius_m;
  out.flight_distance_m = c.flight_distance_m;
  out.threat_speed_m_s = c.threat_speed_m_s;
  out.lamp_avoidance_m_s2 = c.lamp_avoidance_m_s2;
  out.alarm_decay_s = c.alarm_decay_s;
  return out;
}

FishPose fish_pose(std::span<const double> school, double body_length_m, size_t i, double age_s) {
  const double* v = &school[kSchoolValues + kFishValues * i];
  const Vec3 current_N = Eigen::Map<const Vec3>(school.data());
  const Vec3 through_N = Eigen::Map<const Vec3>(v + 3);
  const double speed = through_N.norm();
  FishPose out;
  out.velocity_N = current_N + through_N;
  out.p_N = Eigen::Map<const Vec3>(v) + age_s * out.velocity_N;
  if (speed > 0) out.heading_N = through_N / speed;
  out.beats = v[7] + age_s * tail_beat_hz({}, body_length_m, speed);
  return out;
}

double school_age_s(const StepClock& clock, Tick tick) {
  const Rate rate(kSchoolRate_hz, clock);
  return clock.time_s(tick) - static_cast<double>(rate.samples_through(tick) - 1) * kSchoolStep_s;
}

Vec3 drift_position_N(const World& world, const State& state) {
  int link = 0;
  for (const MountedFrameSensor& mounted : world.frame_sensors)
    if (mounted.config.as<CameraModel>() || mounted.config.as<StereoCameraModel>()) {
      link = mounted.link;
      break;
    }
  Vec3 position_N = state.p_NL_N.empty() ? Vec3::Zero() : state.p_NL_N[static_cast<size_t>(link)];
  position_N.z() = std::max(position_N.z(), kDriftDepth_m);
  return position_N;
}

// A school with all that a step of it needs.
struct Living::Group {
  Group(const SchoolParameters& parameters, size_t fish, const RandomStream& random, size_t start)
      : school(parameters, random), first(start) {
    state.resize(fish);
    scratch.prepare(fish);
    seabed_m.resize(fish), surface_m.resize(fish), current_N.resize(fish);
  }
  size_t values() const { return kSchoolValues + kFishValues * state.size(); }
  void read(std::span<const double> from);
  void write(std::span<double> to) const;

  School school;
  size_t first;  // in State::fish
  SchoolState state;
  SchoolScratch scratch;
  std::vector<double> seabed_m, surface_m;
  std::vector<Vec3> current_N;
};

void Living::Group::read(std::span<const double> from) {
  for (size_t i = 0; i < state.size(); ++i) {
    const double* v = &from[kSchoolValues + kFishValues * i];
    state.x[i] = v[0], state.y[i] = v[1], state.z[i] = v[2];
    state.vx[i] = v[3], state.vy[i] = v[4], state.vz[i] = v[5];
    state.alarm[i] = v[6];
  }
}

// The beats are the caller's.
void Living::Group::write(std::span<double> to) const {
  for (size_t i = 0; i < state.size(); ++i) {
    double* v = &to[kSchoolValues + kFishValues * i];
    v[0] = state.x[i], v[1] = state.y[i], v[2] = state.z[i];
    v[3] = state.vx[i], v[4] = state.vy[i], v[5] = state.vz[i];
    v[6] = state.alarm[i];
  }
}

Living::Living(const World& world, const Sea& sea) : sea_(sea) {
  size_t start = 0;
  for (const Scenery& scenery : world.scenery) {
    drifts_ = drifts_ || is_drifting(scenery.config);
    const auto* config = scenery.config.as<FishSchoolConfig>();
    if (!config) continue;
    const RandomStream random(scenery_seed(world, scenery), "scenery/" + config->name, "school");
    schools_.push_back(std::make_unique<Group>(school_parameters(*config, sea.seabed().exists()),
                                               static_cast<size_t>(config->fish), random, start));
    start += schools_.back()->values();
  }
  if (schools_.empty()) return;
  add_spheres(world);
  obstacles_.resize(spheres_.size());
  near_.reserve(spheres_.size());
  lamps_.reserve(world.lamps.size());
}
Living::~Living() = default;

// A row of spheres along the longest side of the box around each link's shapes, as thick as its
// second one.
void Living::add_spheres(const World& world) {
  for (size_t link = 0; link < world.links.size(); ++link) {
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    for (const VisualShape& visual : world.links[link].visuals)
      if (visual.mesh)
        for (const Vec3& v : visual.mesh->vertices) low = low.cwiseMin(v), high = high.cwiseMax(v);
    if (!(low.x() <= high.x())) continue;
    const Vec3 size = high - low;
    int longest = 0;
    const double length_m = size.maxCoeff(&longest);
    const double across_m = std::max(size[(longest + 1) % 3], size[(longest + 2) % 3]);
    const double min_m = length_m / kMaxSpheres, diameter_m = std::max(across_m, min_m);
    const int count = std::max(1, static_cast<int>(std::lround(length_m / diameter_m)));
    for (int k = 0; k < count; ++k) {
      Vec3 p_L = 0.5 * (low + high);
      p_L[longest] = low[longest] + (k + 0.5) / count * length_m;
      spheres_.push_back({static_cast<int>(link), p_L, diameter_m / 2});
    }
  }
}

void Living::start(const World& world, State& state) const {
  if (drifts_) state.drift_m.assign(3, 0.0);
  state.fish.clear();
  for (const auto& group : schools_) {
    const Vec3& home_N = group->school.parameters().home_N;
    group->school.start(group->state.size(), sea_.seabed().depth(home_N.x(), home_N.y()),
                        group->state);
    state.fish.resize(group->first + group->values(), 0.0);
    const std::span<double> values = std::span(state.fish).subspan(group->first);
    group->write(values);
    const RandomStream random(world.seed, "scenery/beats", std::to_string(group->first));
    for (size_t i = 0; i < group->state.size(); ++i)
      values[kSchoolValues + kFishValues * i + 7] = random.uniform(0, static_cast<uint32_t>(i));
  }
}

void Living::advance(const World& world, const SeaInstant& instant, State& state) {
  if (drifts_) {
    const Vec3 position_N = drift_position_N(world, state);
    const Vec3 water_N = instant.current_N(position_N) + instant.waves(position_N).velocity_N;
    Eigen::Map<Vec3>(state.drift_m.data()) += world.clock.step_s() * water_N;
  }
  if (schools_.empty()) return;
  const Rate rate(kSchoolRate_hz, world.clock);
  const int64_t done = rate.samples_through(state.tick),
                wanted = rate.samples_through(state.tick + 1);
  if (done == wanted) return;
  look_around(world, state);
  for (int64_t step = done; step < wanted; ++step)
    for (const auto& group : schools_)
      swim(*group, instant, step, std::span(state.fish).subspan(group->first, group->values()));
}

// Bodies and lamps as they are now.
void Living::look_around(const World& world, const State& state) {
  for (size_t i = 0; i < spheres_.size(); ++i) {
    const Sphere& s = spheres_[i];
    const auto link = static_cast<size_t>(s.link);
    const Vec6& nu = state.nu_L[link];
    obstacles_[i] = {state.p_NL_N[link] + state.q_NL[link] * s.p_L,
                     state.q_NL[link] * (nu.head<3>() + nu.tail<3>().cross(s.p_L)), s.radius_m};
  }
  lamps_.clear();
  for (size_t i = 0; i < world.lamps.size(); ++i) {
    const auto link = static_cast<size_t>(world.lamps[i].link);
    if (state.lamp_level[i] > kMinLevel)
      lamps_.push_back(
          lamp_at(world.lamps[i], {state.p_NL_N[link], state.q_NL[link]}, state.lamp_level[i]));
  }
}

void Living::swim(Group& group, const SeaInstant& instant, Tick tick, std::span<double> values) {
  group.read(values);
  const size_t count = group.state.size();
  Vec3 low = group.state.position_N(0), high = low;
  for (size_t i = 0; i < count; ++i) {
    const Vec3 p_N = group.state.position_N(i);
    low = low.cwiseMin(p_N), high = high.cwiseMax(p_N);
    group.seabed_m[i] = sea_.seabed().depth(p_N.x(), p_N.y());
  }
  const Vec3 middle_N = 0.5 * (low + high);
  const double radius_m = 0.5 * (high - low).norm();
  const Vec3 current_N = instant.current_N(middle_N) + instant.waves(middle_N).velocity_N;
  Eigen::Map<Vec3>(values.data()) = current_N;
  std::fill(group.current_N.begin(), group.current_N.end(), current_N);
  std::fill(group.surface_m.begin(), group.surface_m.end(),
            -instant.elevation(middle_N.x(), middle_N.y()));
  near_.clear();
  for (const SchoolObstacle& o : obstacles_)
    if ((o.position_N - middle_N).norm() <
        radius_m + o.radius_m + kNoticed_m + group.school.parameters().flight_distance_m)
      near_.push_back(o);
  group.school.step({group.seabed_m, group.surface_m, group.current_N, near_, lamps_},
                    kSchoolStep_s, tick, group.state, group.scratch);
  group.write(values);
  for (size_t i = 0; i < count; ++i) {
    double& beats = values[kSchoolValues + kFishValues * i + 7];
    beats += kSchoolStep_s * tail_beat_hz({}, group.school.parameters().body_length_m,
                                          group.state.velocity_N(i).norm());
    beats -= std::floor(beats);
  }
}

}  // namespace hadal::environment

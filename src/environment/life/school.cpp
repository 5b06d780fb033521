#include "environment/life/school.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "environment/life/school_grid.h"

namespace hadal::environment {
namespace {

constexpr double kNoLength = 1e-9;
constexpr int64_t kStartTick = -1;

Vec3 shortened(const Vec3& v, double longest) {
  const double length = v.norm();
  return length > longest ? Vec3(v * (longest / length)) : v;
}

Vec3 heading_of(const Vec3& v) {
  const double speed = v.norm();
  return speed > kNoLength ? Vec3(v / speed) : Vec3::UnitX();
}

// 0 at the distance `reach` or farther, 1 at contact.
double nearness(double distance, double reach) {
  return std::clamp(1 - distance / reach, 0.0, 1.0);
}

// The direction `wanted` if it is within `max` rad of `now`, otherwise the one that far toward it.
Vec3 turned_toward(const Vec3& now, const Vec3& wanted, double max) {
  const double cosine = std::clamp(now.dot(wanted), -1.0, 1.0);
  if (cosine >= std::cos(std::min(max, std::numbers::pi))) return wanted;
  Vec3 side = wanted - cosine * now;
  // Straight back: turn in the horizontal plane.
  if (side.norm() < kNoLength) side = Vec3(-now.y(), now.x(), 0);
  if (side.norm() < kNoLength) side = Vec3::UnitX();
  return std::cos(max) * now + std::sin(max) * side.normalized();
}

Vec3 no_steeper(const Vec3& v, double climb_rad) {
  const double flat = std::hypot(v.x(), v.y()), max = flat * std::tan(climb_rad);
  return {v.x(), v.y(), std::clamp(v.z(), -max, max)};
}

}  // namespace

void SchoolState::resize(size_t fish) {
  for (std::vector<double>* list : {&x, &y, &z, &vx, &vy, &vz, &alarm}) list->resize(fish, 0);
}

void SchoolScratch::prepare(size_t fish) {
  cell_of.resize(fish);
  order.resize(fish);
  cell_position.resize(fish);
  sorted_cell.resize(fish);
  acceleration_N.resize(fish);
  sorted_position_N.resize(fish);
  sorted_velocity_N.resize(fish);
  cell_start.resize(school_cells(fish) + 1);
}

School::School(const SchoolParameters& parameters, const RandomStream& random)
    : parameters_(parameters), random_(random) {
  HADAL_CHECK(parameters.perception_radius_m > 0 && parameters.spacing_m > 0);
}

void School::start(size_t fish, double seabed_depth_m, SchoolState& state) const {
  const SchoolParameters& p = parameters_;
  state.resize(fish);
  const double depth_m = p.altitude_m ? seabed_depth_m - *p.altitude_m : p.depth_m;
  // Room for each at its spacing, in a disc as high as the layer but not wider than home.
  const double volume = static_cast<double>(fish) * p.spacing_m * p.spacing_m * p.spacing_m * 1.5;
  const double radius =
      std::min(p.home_radius_m, std::sqrt(volume / std::max(p.layer_m, p.spacing_m) / 3.0));
  const double toward = 2 * std::numbers::pi * random_.uniform(kStartTick, 0);
  for (size_t i = 0; i < fish; ++i) {
    const auto draw = [&](uint32_t k) {
      return random_.uniform(kStartTick, 8 * static_cast<uint32_t>(i) + 1 + k);
    };
    const double r = radius * std::sqrt(draw(0)), a = 2 * std::numbers::pi * draw(1);
    const double heading = toward + 1.5 * (draw(3) - 0.5);
    state.x[i] = p.home_N.x() + r * std::cos(a);
    state.y[i] = p.home_N.y() + r * std::sin(a);
    state.z[i] = std::min(depth_m + p.layer_m * (draw(2) - 0.5), seabed_depth_m - p.clearance_m);
    state.vx[i] = p.cruise_speed_m_s * std::cos(heading);
    state.vy[i] = p.cruise_speed_m_s * std::sin(heading);
    state.vz[i] = 0;
    state.alarm[i] = 0;
  }
}

Vec3 School::social(const SchoolState& state, const SchoolScratch& scratch, const Vec3& middle_N,
                    size_t i) const {
  const SchoolParameters& p = parameters_;
  const Vec3 place = state.position_N(i), velocity = state.velocity_N(i);
  Vec3 apart = Vec3::Zero(), places = Vec3::Zero(), velocities = Vec3::Zero();
  int seen = 0;
  for_each_neighbour(scratch, i, [&](size_t at) {
    const Vec3 away = place - scratch.sorted_position_N[at];
    const double d2 = away.squaredNorm();
    if (d2 >= p.perception_radius_m * p.perception_radius_m) return;
    ++seen;
    places += scratch.sorted_position_N[at];
    velocities += scratch.sorted_velocity_N[at];
    if (d2 >= p.spacing_m * p.spacing_m) return;
    const double d = std::sqrt(d2);
    // Two fish in one place part by the order of their indices.
    const Vec3 direction = d > kNoLength
                               ? Vec3(away / d)
                               : (i < scratch.order[at] ? Vec3::UnitY() : Vec3(-Vec3::UnitY()));
    apart += (1 - d / p.spacing_m) * direction;
  });
  const double calm = 1 - 0.85 * state.alarm[i];
  Vec3 will =
      p.separation * apart + calm * p.gathering * shortened(middle_N - place, 4 *
                                                            p.perception_radius_m);
  if (seen > 0) {
    will += calm * p.cohesion * (places / seen - place);
    will += calm * p.alignment * (velocities / seen - velocity);
  }
  return will;
}

Vec3 School::avoidance_of_obstacles(const SchoolSurroundings& s, size_t i, const Vec3& place,
                               double& alarm) const {
  const SchoolParameters& p = parameters_;
  Vec3 will = Vec3::Zero();
  for (const SchoolObstacle& o : s.obstacles) {
    const Vec3 away = place - o.position_N;
    const double distance = away.norm(), gap = distance - o.radius_m;
    const Vec3 out = distance > kNoLength ? Vec3(away / distance) : Vec3::UnitY();
    will += 6 * nearness(gap - p.clearance_m, 2 * p.body_length_m + o.radius_m) * out;
    const double closing = out.dot(o.velocity_N - s.current_N[i]);
    if (gap < p.flight_distance_m && closing > p.threat_speed_m_s) {
      alarm = 1;
      // Sideways out of its way rather than straight ahead of it.
      const Vec3 ahead = heading_of(o.velocity_N);
      const Vec3 aside = out - 0.7 * out.dot(ahead) * ahead;
      will += p.max_acceleration_m_s2 * heading_of(aside);
    }
  }
  return will;
}

Vec3 School::avoidance_of_lamps(const SchoolSurroundings& s, const Vec3& place,
                                double& alarm) const {
  const SchoolParameters& p = parameters_;
  Vec3 will = Vec3::Zero();
  for (const SchoolLamp& lamp : s.lamps) {
    const Vec3 away = place - lamp.position_N;
    const double distance = away.norm();
    if (distance >= lamp.range_m || distance < kNoLength) continue;
    const double cosine = away.dot(lamp.direction_N) / distance;
    if (cosine <= std::cos(lamp.half_angle_rad)) continue;
    if (p.lamp_avoidance_m_s2 > 0) alarm = std::max(alarm, nearness(distance, lamp.range_m));
    const Vec3 aside = away - away.dot(lamp.direction_N) * lamp.direction_N;
    will += p.lamp_avoidance_m_s2 * (heading_of(aside) + 0.5 * lamp.direction_N);
  }
  return will;
}

Vec3 School::own_will(const SchoolSurroundings& s, const SchoolState& state, size_t i, int64_t tick,
                      double& alarm) const {
  const SchoolParameters& p = parameters_;
  const Vec3 place = state.position_N(i), velocity = state.velocity_N(i);
  const double seabed = s.seabed_depth_m[i], surface = s.surface_depth_m[i];
  Vec3 will = Vec3::Zero();

  // Cruise: an alarmed fish keeps what speed it has.
  const double speed = velocity.norm();
  will += (1 - alarm) * (p.cruise_speed_m_s - speed) / 0.8 * heading_of(velocity);

  // Depth: each fish has its own within the layer.
  const double own =
      p.layer_m * (random_.uniform(kStartTick, 8 * static_cast<uint32_t>(i) + 3) - 0.5);
  const double wanted = (p.altitude_m ? seabed - *p.altitude_m : p.depth_m) + own;
  will.z() += std::clamp(0.6 * (wanted - place.z()) - 0.8 * velocity.z(), -1.0, 1.0);

  // Home.
  Vec3 from_home = place - p.home_N;
  from_home.z() = 0;
  const double beyond = from_home.norm() - 0.75 * p.home_radius_m;
  if (beyond > 0)
    will -= std::min(1.5, 2.5 * beyond / p.home_radius_m + 0.3) * heading_of(from_home);

  // Seabed and surface.
  const double reach = 3 * p.clearance_m + p.body_length_m;
  will.z() -= 4 * nearness(seabed - place.z() - p.clearance_m, reach);
  will.z() += 4 * nearness(place.z() - surface - p.clearance_m, reach);

  will += avoidance_of_obstacles(s, i, place, alarm) + avoidance_of_lamps(s, place, alarm);
  const auto noise = random_.normal_pair(tick, static_cast<uint32_t>(i));
  will += p.wander_m_s2 * Vec3(noise[0], noise[1], 0);
  return will;
}

void School::move(const SchoolSurroundings& s, double dt_s, size_t i, const Vec3& acceleration_N,
                  SchoolState& state) const {
  const SchoolParameters& p = parameters_;
  const double alarm = state.alarm[i];
  const Vec3 before = state.velocity_N(i);
  Vec3 velocity = before + dt_s * shortened(acceleration_N, p.max_acceleration_m_s2 * (1 + alarm));
  velocity = no_steeper(velocity, p.steepest_climb_rad);
  const double fastest = 1.5 * p.cruise_speed_m_s +
                         alarm * std::max(0.0, p.burst_speed_m_s - 1.5 * p.cruise_speed_m_s);
  const double speed = std::clamp(velocity.norm(), p.min_speed_m_s, fastest);
  velocity = speed * turned_toward(heading_of(before), heading_of(velocity),
                                   p.turning_rate_rad_s * (1 + 2 * alarm) * dt_s);

  Vec3 place = state.position_N(i) + dt_s * (velocity + s.current_N[i]);
  for (const SchoolObstacle& o : s.obstacles) {
    const Vec3 middle = o.position_N + dt_s * o.velocity_N, away = place - middle;
    const double min = o.radius_m + 0.5 * p.body_length_m, distance = away.norm();
    if (distance < min)
      place = middle + min * (distance > kNoLength ? Vec3(away / distance) : Vec3::UnitY());
  }
  const double lowest = s.seabed_depth_m[i] - 0.5 * p.clearance_m;
  const double highest = s.surface_depth_m[i] + 0.5 * p.clearance_m;
  if (place.z() < highest) {
    place.z() = highest;
    velocity.z() = std::max(0.0, velocity.z());
  }
  if (place.z() > lowest) {  // last: in very shallow water the seabed wins
    place.z() = lowest;
    velocity.z() = std::min(0.0, velocity.z());
  }
  state.x[i] = place.x();
  state.y[i] = place.y();
  state.z[i] = place.z();
  state.vx[i] = velocity.x();
  state.vy[i] = velocity.y();
  state.vz[i] = velocity.z();
}

void School::step(const SchoolSurroundings& s, double dt_s, int64_t tick, SchoolState& state,
                  SchoolScratch& scratch) const {
  const size_t n = state.size();
  HADAL_CHECK(s.seabed_depth_m.size() == n && s.surface_depth_m.size() == n &&
              s.current_N.size() == n && scratch.order.size() == n);
  if (n == 0) return;
  fill_school_grid(state, parameters_.perception_radius_m, scratch);
  Vec3 middle = Vec3::Zero();
  for (size_t i = 0; i < n; ++i) middle += state.position_N(i);
  middle /= static_cast<double>(n);
  const double calming = std::exp(-dt_s / parameters_.alarm_decay_s);
  for (size_t i = 0; i < n; ++i) scratch.acceleration_N[i] = social(state, scratch, middle, i);
  for (size_t i = 0; i < n; ++i) {
    double alarm = calming * state.alarm[i];
    scratch.acceleration_N[i] += own_will(s, state, i, tick, alarm);
    state.alarm[i] = alarm;
  }
  for (size_t i = 0; i < n; ++i) move(s, dt_s, i, scratch.acceleration_N[i], state);
}

double polarisation(const SchoolState& state) {
  Vec3 sum = Vec3::Zero();
  for (size_t i = 0; i < state.size(); ++i) sum += heading_of(state.velocity_N(i));
  return state.size() > 0 ? sum.norm() / static_cast<double>(state.size()) : 0;
}

}  // namespace hadal::environment

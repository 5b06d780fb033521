// The paths of the sound between two places of the sea: AcousticField::direct() and paths().
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "environment/acoustic/acoustic_field.h"
#include "environment/acoustic/reflection.h"
#include "environment/seabed/ray.h"
#include "math/units.h"

namespace hadal::environment {
namespace {

constexpr double kNearest_m = 0.01;  // spreading does not go below that of this distance
constexpr double kSag_m = 0.25;      // of a chord that stands for an arc against the ground
constexpr int kMaxChords = 256;     // per arc
constexpr double kTouch_m = 0.01;    // a path may come this close to the ground at its ends
constexpr int kBottomRounds = 20;    // to settle the depth of the bounces
constexpr double kSettled_m = 1e-4;

}  // namespace

// The two places, within the water, and the vertical plane through them.
struct AcousticField::Ends {
  Vec3 a_N, b_N;
  Vec3 across_N = Vec3::UnitX();  // unit, horizontal, from a to b
  double range_m = 0;             // horizontal
  double length_m = 0;
  Vec3 at(double range_m_from_a, double depth_m) const {
    Vec3 p = a_N + range_m_from_a * across_N;
    p.z() = depth_m;
    return p;
  }
  Vec3 direction(double down_rad) const {
    return std::cos(down_rad) * across_N + std::sin(down_rad) * Vec3::UnitZ();
  }
};

AcousticField::Ends AcousticField::ends(const Vec3& a_N, const Vec3& b_N) const {
  const auto in_water = [this](Vec3 p_N) {
    const double ground = sea_->seabed().depth(p_N.x(), p_N.y(), SeabedLayer::kSonar);
    p_N.z() = std::clamp(p_N.z(), profile_.top(),
                         std::max(std::min(ground, profile_.bottom()), profile_.top()));
    return p_N;
  };
  Ends ends{.a_N = in_water(a_N), .b_N = in_water(b_N)};
  const Vec3 d = ends.b_N - ends.a_N;
  ends.range_m = std::hypot(d.x(), d.y());
  ends.length_m = d.norm();
  if (ends.range_m > 0) ends.across_N = Vec3(d.x(), d.y(), 0) / ends.range_m;
  return ends;
}

// A straight path stays between its two depths; the true one leaves them by less than the margin.
bool AcousticField::straight_enough(const Ends& e) const {
  const double margin = parameters_.straight_angle_error_rad * e.length_m;
  const double top = std::min(e.a_N.z(), e.b_N.z()) - margin,
               bottom = std::max(e.a_N.z(), e.b_N.z()) + margin;
  return e.length_m <=
         straight_bound_m(mean_sound_speed(e.a_N.z(), e.b_N.z()), profile_.steepest(top, bottom));
}

// Whether ground lies between two points, apart from a stretch at each end.
bool AcousticField::ground_between(const Vec3& from_N, const Vec3& to_N, double from_end_m) const {
  const Vec3 d = to_N - from_N;
  const double length = d.norm();
  if (length <= 2 * from_end_m) return false;
  const Vec3 unit = d / length;
  const double clear = length - 2 * from_end_m;
  return beam_range(sea_->seabed(), from_N + from_end_m * unit, unit, clear, SeabedLayer::kSonar) <
         clear;
}

bool AcousticField::straight(const Ends& e, double frequency_hz, SoundPath& path) const {
  if (sea_->seabed().exists() && ground_between(e.a_N, e.b_N, kTouch_m)) return false;
  path = SoundPath{};
  path.length_m = e.length_m;
  path.time_s = e.length_m / mean_sound_speed(e.a_N.z(), e.b_N.z());
  path.spreading_db = 20 * std::log10(std::max(e.length_m, kNearest_m));
  const double middle = 0.5 * (e.a_N.z() + e.b_N.z());
  path.absorption_db = e.length_m / 6 *
                       (absorption_db_per_m(frequency_hz, e.a_N.z()) +
                        4 * absorption_db_per_m(frequency_hz, middle) +
                        absorption_db_per_m(frequency_hz, e.b_N.z()));
  if (e.length_m > 0) path.launch_N = path.arrival_N = (e.b_N - e.a_N) / e.length_m;
  return true;
}

bool AcousticField::direct(const Vec3& a_N, const Vec3& b_N, double frequency_hz,
                           SoundPath& path) const {
  const Ends e = ends(a_N, b_N);
  if (straight_enough(e)) return straight(e, frequency_hz, path);
  return trace(e, frequency_hz, 0, 0, {&path, 1}) == 1;
}

int AcousticField::paths(const Vec3& a_N, const Vec3& b_N, double frequency_hz,
                         double wind_speed_m_s, int max_bounces, std::span<SoundPath> paths) const {
  if (paths.empty()) return 0;
  return trace(ends(a_N, b_N), frequency_hz, wind_speed_m_s, max_bounces, paths);
}

int AcousticField::trace(const Ends& e, double frequency_hz, double wind_speed_m_s, int max_bounces,
                         std::span<SoundPath> paths) const {
  const bool is_straight = straight_enough(e);
  int count = 0;
  SoundPath path;
  if (is_straight && straight(e, frequency_hz, path)) count = insert_by_time(paths, count, path);
  if (e.length_m == 0 || (is_straight && max_bounces == 0)) return count;

  const Seabed& seabed = sea_->seabed();
  RayProblem level{e.a_N.z(), e.b_N.z(), e.range_m, kInfinity};
  if (seabed.exists()) {
    const Vec3 middle = e.at(0.5 * e.range_m, 0);
    const double deeper = std::max(e.a_N.z(), e.b_N.z());
    level.bottom_m = std::max(seabed.depth(middle.x(), middle.y(), SeabedLayer::kSonar), deeper);
  }
  std::array<Eigenray, kMaxPaths> rays;
  const int found = find_eigenrays(profile_, level, max_bounces, rays);
  for (int i = 0; i < found; ++i) {
    Eigenray& ray = rays[i];
    const int bounces = ray.surface_bounces + ray.bottom_bounces;
    RayProblem problem = level;
    if (is_straight && bounces == 0) continue;
    if (ray.bottom_bounces > 0 && !bounce_on_seabed(e, problem, ray)) continue;
    if (seabed.exists() && blocked(e, problem, ray)) continue;
    count = insert_by_time(paths, count, path_of(e, problem, ray, frequency_hz, wind_speed_m_s));
  }
  return count;
}

// Moves the level bottom to the mean depth of the seabed where the ray bounces.
bool AcousticField::bounce_on_seabed(const Ends& e, RayProblem& problem, Eigenray& ray) const {
  const double deeper = std::max(e.a_N.z(), e.b_N.z());
  for (int round = 0; round < kBottomRounds; ++round) {
    double range = 0, sum = 0;
    int bounces = 0;
    for_each_arc(profile_, problem, ray, [&](const Arc& arc) {
      range += ray.ray.slowness() * arc.spread();
      if (arc.to_m < problem.bottom_m || arc.from_m >= arc.to_m) return;
      const Vec3 p = e.at(range, 0);
      sum += sea_->seabed().depth(p.x(), p.y(), SeabedLayer::kSonar);
      ++bounces;
    });
    if (bounces == 0) return true;  // it starts or ends on the ground
    const double depth = std::max(sum / bounces, deeper);
    if (std::abs(depth - problem.bottom_m) <= kSettled_m) return true;
    problem.bottom_m = depth;
    if (!follow_bottom(profile_, problem, ray)) return false;
  }
  return false;
}

// Each arc is checked by chords. Around a bounce the ground may differ from the level bottom there.
bool AcousticField::blocked(const Ends& e, const RayProblem& problem, const Eigenray& ray) const {
  const double slowness = ray.ray.slowness();
  double range = 0;
  bool hit = false;
  const auto uneven_m = [&](double at_range, double depth) {
    if (depth < problem.bottom_m) return kTouch_m;
    const Vec3 p = e.at(at_range, 0);
    const double off =
        std::abs(sea_->seabed().depth(p.x(), p.y(), SeabedLayer::kSonar) - depth) + kTouch_m;
    return off / std::max(std::sin(ray.bottom_grazing_rad), 1e-3);
  };
  for_each_arc(profile_, problem, ray, [&](const Arc& arc) {
    const double gain = slowness * arc.spread(), curvature = std::abs(arc.gradient) * slowness;
    const double chord = curvature > 0 ? std::sqrt(8 * kSag_m / curvature) : kInfinity;
    const int pieces =
        std::clamp(static_cast<int>(std::ceil(arc_length(ray.ray, arc) / chord)), 1, kMaxChords);
    const double margin = std::max(uneven_m(range, arc.from_m), uneven_m(range + gain, arc.to_m));
    Vec3 from = e.at(range, arc.from_m);
    for (int i = 1; i <= pieces && !hit; ++i) {
      const double part = gain * i / pieces;
      const double depth = i == pieces ? arc.to_m : cut_arc(ray.ray, arc, part).to_m;
      const Vec3 to = e.at(range + part, depth);
      hit = ground_between(from, to, margin);
      from = to;
    }
    range += gain;
  });
  return hit;
}

SoundPath AcousticField::path_of(const Ends& e, const RayProblem& problem, const Eigenray& ray,
                                 double frequency_hz, double wind_speed_m_s) const {
  SoundPath path;
  path.time_s = ray.time_s;
  path.length_m = ray.length_m;
  path.spreading_db = ray.spreading_db;
  path.launch_N = e.direction(ray.launch_rad);
  path.arrival_N = e.direction(ray.arrival_rad);
  path.surface_bounces = ray.surface_bounces;
  path.bottom_bounces = ray.bottom_bounces;
  path.boundary_db =
      ray.surface_bounces * surface_loss_db(ray.surface_grazing_rad, frequency_hz, wind_speed_m_s);
  path.phase_rad = ray.surface_bounces * std::numbers::pi;
  double range = 0;
  int bounces = 0;
  const auto bounce_at = [&](double at_range) {
    const Vec3 p = e.at(at_range, 0);
    const std::complex<double> r =
        reflection(sea_->seabed().material(p.x(), p.y()), ray.bottom_grazing_rad, problem.bottom_m);
    path.boundary_db += environment::reflection_loss_db(r);
    path.phase_rad += std::arg(r);
    ++bounces;
  };
  for_each_arc(profile_, problem, ray, [&](const Arc& arc) {
    range += ray.ray.slowness() * arc.spread();
    path.absorption_db +=
        arc_length(ray.ray, arc) * absorption_db_per_m(frequency_hz, 0.5 * (arc.from_m + arc.to_m));
    const bool at_bottom = arc.to_m >= problem.bottom_m && arc.to_m > arc.from_m;
    if (at_bottom && bounces < ray.bottom_bounces) bounce_at(range);
  });
  // From a place on the ground the first bounce has no arc before it.
  while (bounces < ray.bottom_bounces) bounce_at(e.a_N.z() >= problem.bottom_m ? 0 : e.range_m);
  if (ray.vertices == 0 && ray.ray.sine == 0)  // along a level layer
    path.absorption_db = ray.length_m * absorption_db_per_m(frequency_hz, e.a_N.z());
  return path;
}

}  // namespace hadal::environment

#include "environment/acoustic/eigenrays.h"

#include "math/units.h"

namespace hadal::environment {
namespace {

constexpr double kRight = RayPaths::kRight_rad;
constexpr double kFlattest_rad = 1e-12;  // angles below it are not searched
constexpr double kBeside = 1e-14;        // relative distance of samples from a critical angle
constexpr int kSamples = 4;              // intervals between two critical angles
// A kink is followed down to rounding, which leaves some range; a jump leaves much more.
constexpr double kAccepted = 1e-9, kAccepted_m = 2e-3;
// A pair of roots is looked for where the range at both angles is within a factor of three of the
// distance; |miss| is (x - 1) / (x + 1) for x times.
constexpr double kFarMiss = 0.5;

// Bounces of a path, and the angles at which they happen.
void set_bounces(const RayPath& path, const Legs& legs, Eigenray& e) {
  e.surface_bounces = legs.upper.leg.end == LegEnd::kReached ? path.upper : 0;
  e.bottom_bounces = legs.lower.leg.end == LegEnd::kReached ? path.lower : 0;
  e.surface_grazing_rad = std::asin(legs.upper.leg.sine);
  e.bottom_grazing_rad = std::asin(legs.lower.leg.sine);
}

// Angles at the ends, and the cross section of the tube of rays.
void set_ends(const RayPaths& paths, const RayPath& path, const Legs& legs, Eigenray& e) {
  const double c_a = paths.profile().speed(paths.problem().depth_a_m),
               c_b = paths.profile().speed(paths.problem().depth_b_m);
  const double w_a = std::sqrt(e.ray.sine_squared(c_a)), w_b = std::sqrt(e.ray.sine_squared(c_b));
  const bool arrives_down = path.starts_down == (path.vertices % 2 == 0);
  e.launch_rad = std::atan2(path.starts_down ? w_a : -w_a, e.ray.slowness() * c_a);
  e.arrival_rad = std::atan2(arrives_down ? w_b : -w_b, e.ray.slowness() * c_b);
  const double section =
      spread(path, legs) * std::abs(divergence(path, legs)) * w_a * w_b / (c_a * c_b);
  e.spreading_db = 10 * std::log10(std::max(section, e.length_m));
}

// Fills the values of a ray that arrives; false when it does not.
bool finish(const RayPaths& paths, const RayPath& path, double angle_rad, Eigenray& e) {
  const Legs legs = paths.legs(angle_rad);
  const double distance = paths.problem().range_m,
               left_over = distance - paths.range(path, legs, angle_rad);
  if (!(std::abs(left_over) <= kAccepted * distance + kAccepted_m)) return false;
  e.ray = paths.ray(angle_rad);
  e.starts_down = path.starts_down;
  e.vertices = path.vertices;
  e.time_s = e.ray.slowness() * left_over;
  e.length_m = 0;
  for_each_arc(paths.profile(), paths.problem(), e, [&e](const Arc& arc) {
    e.time_s += arc_time(e.ray, arc);
    e.length_m += arc_length(e.ray, arc);
  });
  set_bounces(path, legs, e);
  set_ends(paths, path, legs, e);
  return true;
}

// Along a layer without gradient.
Eigenray level_ray(const RayPaths& paths) {
  Eigenray e;
  e.ray = paths.ray(0);
  e.starts_down = true;
  e.length_m = paths.problem().range_m;
  e.time_s = e.length_m / paths.fastest_m_s();
  e.spreading_db = 20 * std::log10(e.length_m);
  return e;
}

struct Sample {
  double angle_rad;
  Legs legs;
};

// Collects the rays found while the angle rises from sample to sample.
class Sweep {
 public:
  Sweep(const RayPaths& paths, int max_bounces, std::span<Eigenray> found)
      : paths_(paths),
        max_bounces_(max_bounces),
        found_(found),
        low_{kFlattest_rad, paths.legs(kFlattest_rad)} {}

  int count() const { return count_; }
  double angle_rad() const { return low_.angle_rad; }
  void add(const Eigenray& e) { count_ = insert_by_time(found_, count_, e); }
  void go_to(double angle_rad) {
    if (angle_rad <= low_.angle_rad) return;
    const Sample high{angle_rad, paths_.legs(angle_rad)};
    for (const bool starts_down : {false, true}) search(starts_down, high);
    low_ = high;
  }

 private:
  void arrive(const RayPath& path, double low, double miss_low, double high, double miss_high) {
    Eigenray e;
    const double angle = paths_.root(path, low, miss_low, high, miss_high);
    if (finish(paths_, path, angle, e) && e.surface_bounces + e.bottom_bounces <= max_bounces_)
      add(e);
  }
  // All paths with a first direction between the last sample and this one.
  void search(bool starts_down, const Sample& high) {
    const int min = starts_down == paths_.a_is_deeper() ? 1 : 0;
    for (int vertices = min; vertices <= kMaxVertices; ++vertices) {
      const RayPath path = path_of(paths_.a_is_deeper(), starts_down, vertices);
      if (std::min(bounces(path, low_.legs), bounces(path, high.legs)) > max_bounces_) return;
      const double a = paths_.miss(path, low_.legs, low_.angle_rad),
                   b = paths_.miss(path, high.legs, high.angle_rad);
      if ((a > 0) != (b > 0))
        arrive(path, low_.angle_rad, a, high.angle_rad, b);
      else if (a > kFarMiss && b > kFarMiss)
        return;  // more vertices lead still farther
      else if (a > -kFarMiss || b > -kFarMiss)
        search_extremum(path, a, b, high);
    }
  }
  // Range falls with the angle where it grows with the slowness.
  void search_extremum(const RayPath& path, double a, double b, const Sample& high) {
    const bool positive = a > 0;
    if ((divergence(path, low_.legs) > 0) != positive ||
        (divergence(path, high.legs) < 0) != positive)
      return;
    const double middle = paths_.hidden(path, low_.angle_rad, high.angle_rad, positive);
    if (middle == 0) return;
    const double m = paths_.miss(path, paths_.legs(middle), middle);
    arrive(path, low_.angle_rad, a, middle, m);
    arrive(path, middle, m, high.angle_rad, b);
  }

  const RayPaths& paths_;
  int max_bounces_;
  std::span<Eigenray> found_;
  int count_ = 0;
  Sample low_;
};

}  // namespace

int find_eigenrays(const SoundProfile& profile, const RayProblem& problem, int max_bounces,
                   std::span<Eigenray> found) {
  const RayPaths paths(profile, problem);
  Sweep sweep(paths, max_bounces, found);
  const bool level = problem.depth_a_m == problem.depth_b_m && problem.range_m > 0 &&
                     profile.steepest(problem.depth_a_m, problem.depth_a_m) == 0;
  if (level) sweep.add(level_ray(paths));
  for (double speed = paths.fastest_m_s(); speed < kInfinity;) {
    speed = paths.next_critical(speed);
    const double critical = speed < kInfinity ? paths.angle_of_speed(speed) : kRight;
    const double end = speed < kInfinity ? critical * (1 - kBeside) : kRight,
                 from = sweep.angle_rad();
    for (int i = 1; i < kSamples; ++i) sweep.go_to(from + (end - from) * i / kSamples);
    sweep.go_to(end);
    sweep.go_to(std::min(critical * (1 + kBeside), kRight));
  }
  return sweep.count();
}

bool follow_bottom(const SoundProfile& profile, const RayProblem& problem, Eigenray& e) {
  constexpr int kNewtonSteps = 40;
  constexpr double kStill = 1e-15;
  const RayPaths paths(profile, problem);
  const RayPath path = path_of(paths.a_is_deeper(), e.starts_down, e.vertices);
  double angle = std::atan2(e.ray.sine, e.ray.cosine);
  for (int i = 0; i < kNewtonSteps; ++i) {
    const Legs legs = paths.legs(angle);
    const double too_far = paths.range(path, legs, angle) - problem.range_m;
    const double slope = -divergence(path, legs) * std::sin(angle) / paths.fastest_m_s();
    const double next = angle - too_far / slope;
    if (!std::isfinite(next)) return false;
    const double step = std::clamp(next, 0.5 * angle, 0.5 * (angle + kRight)) - angle;
    angle += step;
    if (std::abs(step) <= kStill * angle) break;
  }
  const int bounces_before = e.bottom_bounces;
  return finish(paths, path, angle, e) && e.bottom_bounces == bounces_before;
}

}  // namespace hadal::environment

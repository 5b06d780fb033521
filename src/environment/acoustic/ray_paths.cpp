#include "environment/acoustic/ray_paths.h"

#include "math/units.h"

namespace hadal::environment {
namespace {

constexpr int kMaxSteps = 200;       // of a root search
constexpr double kRootError = 1e-13;  // relative, in range
constexpr double kNarrowest = 1e-9;   // relative width at which the search for an extremum ends

// A leg that a path does not use may be infinite.
double times(int n, double value) {
  return n == 0 ? 0 : n * value;
}

}  // namespace

RayPath path_of(bool a_is_deeper, bool starts_down, int vertices) {
  const int first = (vertices + 1) / 2, second = vertices / 2;
  RayPath path{.starts_down = starts_down,
          .vertices = vertices,
          .upper = starts_down ? second : first,
          .lower = starts_down ? first : second};
  const int beside_a = a_is_deeper ? path.lower : path.upper;
  path.middle = starts_down == a_is_deeper ? 2 * beside_a - 1 : 2 * beside_a + 1;
  return path;
}

double spread(const RayPath& w, const Legs& l) {
  return times(2 * w.upper, l.upper.spread) + times(w.middle, l.middle.spread) +
         times(2 * w.lower, l.lower.spread);
}

double divergence(const RayPath& w, const Legs& l) {
  return times(2 * w.upper, l.upper.divergence) + times(w.middle, l.middle.divergence) +
         times(2 * w.lower, l.lower.divergence);
}

int bounces(const RayPath& w, const Legs& l) {
  return (l.upper.leg.end == LegEnd::kReached ? w.upper : 0) +
         (l.lower.leg.end == LegEnd::kReached ? w.lower : 0);
}

RayPaths::RayPaths(const SoundProfile& profile, const RayProblem& problem)
    : profile_(profile),
      problem_(problem),
      shallow_m_(std::min(problem.depth_a_m, problem.depth_b_m)),
      deep_m_(std::max(problem.depth_a_m, problem.depth_b_m)),
      fastest_m_s_(std::max(profile.speed(shallow_m_), profile.speed(deep_m_))) {
  for (int i = profile.layer_below(shallow_m_) + 1; profile.node_depth(i) < deep_m_; ++i)
    fastest_m_s_ = std::max(fastest_m_s_, profile.node_speed(i));
}

LegSum RayPaths::leg(const Ray& ray, double from_m, bool down, double limit_m) const {
  LegSum sum;
  const auto add = [&sum](const Arc& arc) {
    sum.spread += arc.spread();
    sum.divergence += arc.divergence();
  };
  sum.leg = walk(profile_, ray, leg_from(profile_, ray, from_m), down, limit_m, add);
  return sum;
}

Legs RayPaths::legs(double angle_rad) const {
  const Ray r = ray(angle_rad);
  return {leg(r, shallow_m_, false, profile_.top()), leg(r, shallow_m_, true, deep_m_),
          leg(r, deep_m_, true, problem_.bottom_m)};
}

double RayPaths::miss(const RayPath& path, const Legs& legs, double angle_rad) const {
  const double x = range(path, legs, angle_rad), sum = x + problem_.range_m;
  if (!(x < kInfinity)) return 1;
  return sum > 0 ? (x - problem_.range_m) / sum : 0;
}

// Regula falsi after Illinois, with a bisection whenever three steps have not halved the interval.
double RayPaths::root(const RayPath& path, double low, double miss_low, double high,
                     double miss_high) const {
  double width = high - low;
  double a = miss_low, b = miss_high;
  for (int i = 0; i < kMaxSteps; ++i) {
    if (b == 0) return high;
    double middle = (low * b - high * a) / (b - a);
    if (i % 3 == 2) {
      if (high - low > 0.5 * width) middle = 0.5 * (low + high);
      width = high - low;
    }
    if (!(middle > low && middle < high)) middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;  // neighbours
    const double m = miss(path, legs(middle), middle);
    if (std::abs(m) < kRootError) return middle;
    if ((m > 0) == (miss_low > 0)) {
      low = middle;
      a = m;
      b *= 0.5;
    } else {
      high = middle;
      b = m;
      a *= 0.5;
    }
  }
  const double m_low = std::abs(miss(path, legs(low), low));
  return m_low < std::abs(miss(path, legs(high), high)) ? low : high;
}

double RayPaths::hidden(const RayPath& path, double low, double high, bool positive) const {
  for (int i = 0; i < kMaxSteps; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return 0;
    const Legs here = legs(middle);
    if ((miss(path, here, middle) > 0) != positive) return middle;
    // Range falls with the angle where it grows with the slowness.
    const bool toward_root = (divergence(path, here) > 0) == positive;
    (toward_root ? low : high) = middle;
    if (high - low < kNarrowest * high) return 0;
  }
  return 0;
}

double RayPaths::next_critical(double above_m_s) const {
  double next = kInfinity;
  // The first faster node on the way out is the next critical one of that side.
  for (int i = profile_.layer_above(shallow_m_); i >= 0; --i)
    if (profile_.node_speed(i) > above_m_s) {
      next = profile_.node_speed(i);
      break;
    }
  for (int i = profile_.layer_below(deep_m_) + 1; i <= profile_.layers(); ++i) {
    const bool last = profile_.node_depth(i) >= problem_.bottom_m;
    const double c = last ? profile_.speed(problem_.bottom_m) : profile_.node_speed(i);
    if (c > above_m_s) next = std::min(next, c);
    if (last || c > above_m_s) break;
  }
  return next;
}

}  // namespace hadal::environment

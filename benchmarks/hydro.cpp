#include "hydro.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "base/arena.h"
#include "base/rng.h"
#include "clock.h"
#include "dynamics/surface/surface_body.h"
#include "geometry/primitives.h"
#include "math/rotation.h"

namespace hadal {
namespace {

using dynamics::FaceTask;
using dynamics::SurfaceBody;
using dynamics::SurfaceQuery;
using environment::WaveField;

constexpr int kRepeats = 7;  // the best counts
constexpr int kHullFaces = 50000;

SurfaceBody body_of(const geometry::TriangleMesh& mesh, const WaveField& waves) {
  WettedSurface surface;
  surface.mesh = std::make_shared<const geometry::TriangleMesh>(mesh);
  surface.drag_linear = {0.1, 0.2, 0.3};
  return SurfaceBody(surface, waves);
}

SurfaceQuery moving_at(double depth_m) {
  SurfaceQuery query;
  query.R_NL = quaternion_from({0.4, 0.3, 0.2}).toRotationMatrix();
  query.p_NL_N.z() = depth_m;
  query.nu_L << 0.8, -0.3, 0.2, 0.1, 0.3, -0.2;
  query.wind_N = {5, 2, 0};
  return query;
}

// Calls work `count` times; seconds of CPU per call, best of several rounds. With options.steps,
// calls it so often and returns 0.
template <class Work>
double cpu_per_call(const BenchOptions& options, int count, const Work& work) {
  if (options.steps > 0) {
    for (int i = 0; i < options.steps; ++i) work();
    return 0;
  }
  work();
  double best = INFINITY;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const double start = cpu_seconds();
    for (int i = 0; i < count; ++i) work();
    best = std::min(best, (cpu_seconds() - start) / count);
  }
  return best;
}

double nanoseconds_per_face(const BenchOptions& options, double depth_m) {
  const WaveField calm;
  SurfaceBody body = body_of(geometry::sphere(1, 10000), calm);
  const SurfaceQuery query = moving_at(depth_m);
  const double seconds = cpu_per_call(options, 300, [&] { body.evaluate(query, nullptr); });
  return 1e9 * seconds / static_cast<double>(body.faces().faces());
}

// A sea of Hs 2 m and Tp 8 s with its energy in 260 components between 0.6 and 3 rad/s, spread over
// directions; the exact spectrum does not matter to the cost.
WaveField short_crested_sea() {
  const RandomStream draw(1, "benchmark", "waves");
  std::vector<environment::WaveComponent> components(260);
  for (size_t i = 0; i < components.size(); ++i) {
    const double fraction = (static_cast<double>(i) + 0.5) / static_cast<double>(components.size());
    auto& c = components[i];
    c.frequency_rad_s = 0.6 + 2.4 * fraction;
    c.wave_number_rad_m = c.frequency_rad_s * c.frequency_rad_s / 9.81;
    c.amplitude_m = 0.12 * std::pow(0.785 / c.frequency_rad_s, 2.5);
    c.toward_rad = 1.5 * (draw.uniform(static_cast<int64_t>(i), 0) - 0.5);
    c.phase_rad = 2 * std::numbers::pi * draw.uniform(static_cast<int64_t>(i), 1);
  }
  return WaveField(std::move(components), INFINITY, 9.81, 1025);
}

}  // namespace

double faces_submerged(const BenchOptions& options) {
  return nanoseconds_per_face(options, 50);
}

double faces_floating(const BenchOptions& options) {
  return nanoseconds_per_face(options, 0.1);
}

double faces_pressure(const BenchOptions& options) {
  const dynamics::FaceSet faces(geometry::sphere(1, 10000), {0.1, 0.2, 0.3}, Vec3::Ones());
  FaceTask task;
  task.immersion = dynamics::Immersion::kCrossing;
  task.pressure = true;
  task.head_plane = {5, 0.36f, 0.48f, 0.8f};
  task.water.linear = {0.8f, -0.3f, 0.2f};
  task.water.angular = {0.1f, 0.3f, -0.2f};
  const double seconds = cpu_per_call(options, 300, [&] {
    dynamics::FaceSums sums;
    for (size_t chunk = 0; chunk < faces.chunks(); ++chunk) sums += sum_faces(faces, task, chunk);
    if (!std::isfinite(sums.value[0])) throw std::runtime_error("pressure is not a number");
  });
  return 1e9 * seconds / static_cast<double>(faces.faces());
}

double faces_two_threads(const BenchOptions& options) {
  const WaveField calm;
  SurfaceBody body = body_of(geometry::ellipsoid({4, 1, 0.8}, kHullFaces), calm);
  const SurfaceQuery query = moving_at(0.1);
  ThreadArena two(2);
  // Interleaved, and the best of each, because other work on the machine takes a core at times.
  const int rounds = options.steps > 0 ? options.steps : 3000;
  double alone = INFINITY, together = INFINITY;
  for (int i = 0; i < rounds; ++i) {
    const double start = wall_seconds();
    body.evaluate(query, nullptr);
    const double middle = wall_seconds();
    body.evaluate(query, &two);
    alone = std::min(alone, middle - start);
    together = std::min(together, wall_seconds() - middle);
  }
  return alone / together;
}

double faces_setup(const BenchOptions& options) {
  const geometry::TriangleMesh mesh = geometry::ellipsoid({4, 1, 0.8}, kHullFaces);
  const WaveField calm;
  return cpu_per_call(options, 1, [&] { body_of(mesh, calm); });
}

double boxes_in_waves(const BenchOptions& options) {
  constexpr int kBoxes = 500;
  const WaveField sea = short_crested_sea();
  const geometry::TriangleMesh mesh = geometry::box({1, 1, 0.5}, 128);
  std::vector<SurfaceBody> bodies;
  std::vector<SurfaceQuery> queries;
  for (int i = 0; i < kBoxes; ++i) {
    bodies.push_back(body_of(mesh, sea));
    queries.push_back(moving_at(0));
    queries.back().p_NL_N.head<2>() << 10.0 * (i % 25), 10.0 * (i / 25);
  }
  double time_s = 0;
  return 1e3 * cpu_per_call(options, 20, [&] {
           for (int i = 0; i < kBoxes; ++i) {
             queries[i].time_s = time_s;
             bodies[i].evaluate(queries[i], nullptr);
           }
           time_s += 0.01;
         });
}

}  // namespace hadal

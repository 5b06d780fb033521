#include "sonars.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "clock.h"
#include "environment/acoustic/acoustic_field.h"
#include "math/rotation.h"
#include "math/units.h"
#include "ray_scene.h"
#include "sensors/acoustic/beam_detector.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/line_sonars.h"

namespace hadal {
namespace {

constexpr int kRepeats = 15;  // the best counts

FlsModel sonar_model(double range_m, int rays, RangeModel range_model) {
  FlsModel m;
  m.beams = 512;
  m.rays_along = rays;
  m.field_of_view_rad = 90 * kDegree;
  m.beam_height_rad = 20 * kDegree;
  m.beam_width_rad = 0;  // the spacing
  m.spreading_gain_db = 0;
  m.bandwidth_hz = 29.9e3;
  m.min_range_m = 0;
  m.max_range_m = range_m;
  m.range_model = range_model;
  if (range_model == RangeModel::kExact) m.pulse_window = Shading::kRectangular;
  return m;
}

SideScanModel side_scan_model() {
  SideScanModel m;
  m.rays_across = 8;
  m.rays_along = 2048;
  m.beam_width_rad = 1 * kDegree;
  m.beam_height_rad = 84 * kDegree;
  m.frequency_hz = 600e3;
  m.bandwidth_hz = 25e3;
  m.min_range_m = 0;
  m.max_range_m = 60;
  m.speckle_cell_m = 0.01;
  m.spreading_gain_db = 0;
  m.tilt_rad = 45 * kDegree;
  return m;
}

BeamGridModel mbes_model() {
  BeamGridModel m;
  m.columns = 512;
  m.frequency_hz = 400e3, m.bandwidth_hz = 40e3;
  m.max_range_m = 100;
  m.source_level_db = 220;
  m.directivity_db = 30;
  m.beam_width_rad = m.beam_height_rad = 1 * kDegree;
  return m;
}

World water_and_materials() {
  World world;
  world.materials.materials.resize(RayBenchScene::kMaterials);
  world.materials.pairs.resize(RayBenchScene::kMaterials * RayBenchScene::kMaterials);
  return world;
}

Pose above_ground(double altitude_m, double pitch_rad) {
  return {Vec3(-12, 0, RayBenchScene::depth(-12, 0) - altitude_m),
          quaternion_from(EulerAngles{0, pitch_rad, 0})};
}

struct Course {
  Pose X_NS;
  int pings;  // between two looks at the clock
  int threads = 1;
  double (*clock)() = cpu_seconds;
};

void expect_echoes(const Frame& frame, const char* plane, float loud_db) {
  const auto level = frame.plane(plane).floats();
  if (std::none_of(level.begin(), level.end(), [&](float db) { return db > loud_db; }))
    throw std::runtime_error("no echoes");
}

// Frames per second of the clock.
double frames_per_second(const BenchOptions& options, const sensors::FrameSensor& sonar,
                         const Course& course, const char* plane = "level_db") {
  const RayBenchScene scene;
  const auto view = scene.view();
  const World world = water_and_materials();
  const environment::Sea sea(world);
  const environment::AcousticField sound(sea, {}, world.materials);
  sensors::FrameInput input;
  input.X_NS = course.X_NS;
  input.view = view.get();
  input.sound = &sound;
  input.materials = &world.materials;
  input.seabed = &sea.seabed();
  input.noise = RandomStream(1, "sonar", "frame");
  ThreadArena arena(course.threads);
  Frame frame = sonar.blank();
  const auto ping = [&] {
    ++input.tick;
    sonar.compute(input, arena, frame);
  };
  for (int i = 0; i < options.steps; ++i) ping();
  if (options.steps > 0) return 0;
  ping();
  double best = INFINITY;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const double start = course.clock();
    for (int i = 0; i < course.pings; ++i) ping();
    best = std::min(best, (course.clock() - start) / course.pings);
  }
  constexpr float kLoud_db = 80;
  expect_echoes(frame, plane, kLoud_db);
  return 1 / best;
}

// So high over the ground that the beams meet it well within the range.
Course near_course() {
  return {above_ground(2.5, -20 * kDegree), 60};
}
Course far_course() {
  return {above_ground(12, -20 * kDegree), 10};
}
Course survey_course() {
  return {above_ground(4, 0), 100};
}

}  // namespace

double fls_10m(const BenchOptions& options) {
  return frames_per_second(options, sensors::Fls(sonar_model(10, 11, RangeModel::kExact)),
                           near_course());
}
double fls_50m(const BenchOptions& options) {
  return frames_per_second(options, sensors::Fls(sonar_model(50, 228, RangeModel::kExact)),
                           far_course());
}
double fls_50m_direct(const BenchOptions& options) {
  return frames_per_second(options, sensors::Fls(sonar_model(50, 228, RangeModel::kDirect)),
                           far_course());
}
double fls_50m_wall(const BenchOptions& options) {
  Course course = far_course();
  course.threads = 2, course.clock = wall_seconds;
  return frames_per_second(options, sensors::Fls(sonar_model(50, 228, RangeModel::kExact)),
                           course);
}

double mbes_pings(const BenchOptions& options) {
  return frames_per_second(options, sensors::BeamDetector(mbes_model()), survey_course(),
                           "echo_db");
}
double side_scan_pings(const BenchOptions& options) {
  return frames_per_second(options, sensors::SideScan(side_scan_model()), survey_course());
}

}  // namespace hadal

#include "sensors/acoustic/beam_detector.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/primitives.h"
#include "math/units.h"
#include "raytrace/scene.h"
#include "sensors/acoustic/fls.h"

namespace hadal::sensors {
namespace beam_detector_test {

// A flat ground 20 m below the surface, sloping to the east, with a sphere of 1 m radius on demand.
class Ground {
 public:
  explicit Ground(double slope = 0, bool sphere = false) {
    constexpr int kNodes = 201;
    constexpr double kCell = 2;
    std::vector<float> z;
    for (int i = 0; i < kNodes; ++i)
      for (int j = 0; j < kNodes; ++j)
        z.push_back(static_cast<float>(20 + slope * kCell * (j - kNodes / 2)));
    raytrace::Placed ground{scene_.grid(kNodes, kNodes, kCell, z)};
    ground.translation_A = Vec3(-kCell * (kNodes / 2), -kCell * (kNodes / 2), 0);
    ground.instance.seen = raytrace::kSeenSeabed | raytrace::kSeenSilt;
    things_.push_back(ground);
    if (sphere) {
      raytrace::Placed body{scene_.triangles(geometry::sphere(1.0, 5000))};
      body.translation_A = Vec3(0, 0, 15);
      body.instance.seen = raytrace::kSeenSonar;
      body.instance.vehicle = 7;
      things_.push_back(body);
    }
    world_.materials.materials.resize(1);
    world_.materials.pairs.resize(1);
    sea_ = std::make_unique<environment::Sea>(world_);
    sound_ = std::make_unique<environment::AcousticField>(*sea_, world_.sound, world_.materials);
    view_ = scene_.view(Vec3::Zero(), things_);
  }

  FrameInput input() const {
    FrameInput in;
    in.X_NS = {Vec3::Zero(), Quat::Identity()};
    in.view = view_.get();
    in.sound = sound_.get();
    in.seabed = &sea_->seabed();
    in.materials = &world_.materials;
    in.noise = RandomStream(1, "sonar", "frame");
    return in;
  }
  double stretch(double depth_m) const {  // range at the sound speed at the sonar
    return sound_->sound_speed(0) / sound_->mean_sound_speed(0, depth_m);
  }

 private:
  raytrace::Scene scene_;
  std::vector<raytrace::Placed> things_;
  World world_;
  std::unique_ptr<environment::Sea> sea_;
  std::unique_ptr<environment::AcousticField> sound_;
  std::shared_ptr<const raytrace::View> view_;
};

BeamGridModel quiet() {
  BeamGridModel model;
  model.columns = 121;
  model.frequency_hz = 400e3, model.bandwidth_hz = 40e3;
  model.max_range_m = 100;
  model.source_level_db = 220;
  model.directivity_db = 30;
  model.beam_width_rad = model.beam_height_rad = 1 * kDegree;
  model.noise = false;
  return model;
}

Frame ping(const BeamGridModel& model, const FrameInput& input, int threads = 1) {
  const BeamDetector sonar(model);
  ThreadArena arena(threads);
  Frame frame = sonar.blank();
  sonar.compute(input, arena, frame);
  return frame;
}

TEST(BeamDetector, RangesOfAFlatGround) {
  constexpr double kRelative = 5e-4;
  const Ground ground;
  const Frame frame = ping(quiet(), ground.input());
  const auto range = frame.plane("range_m").floats();
  for (int c = 0; c < 121; ++c) {
    const double expected = 20 / std::cos((c - 60) * kDegree) * ground.stretch(20);
    EXPECT_NEAR(range[c], expected, kRelative * expected) << c;
  }
  EXPECT_LT(frame.axes.bearings_rad[0], 0);  // port first
}

TEST(BeamDetector, PointsLieOnASlope) {
  constexpr double kSlope = 0.2, kRelative = 1e-3;
  const Ground ground(kSlope);
  const Frame frame = ping(quiet(), ground.input());
  const auto points = frame.plane(kPointsPlane).floats();
  for (int c = 0; c < 121; ++c) {
    const double y = points[4 * c + 1], z = points[4 * c + 2];
    EXPECT_NEAR(z / ground.stretch(20), 20 + kSlope * y / ground.stretch(20), kRelative * z) << c;
    EXPECT_NEAR(points[4 * c], 0, 1e-5);
  }
  EXPECT_LT(points[1], 0);
  EXPECT_GT(points[4 * 120 + 1], 0);
}

TEST(BeamDetector, SeesABodyAboveTheGround) {
  const Ground ground(0, true);
  const Frame frame = ping(quiet(), ground.input());
  EXPECT_NEAR(frame.plane("range_m").floats()[60], 14 * ground.stretch(14), 0.01);
  EXPECT_EQ(frame.plane("object_id").ints()[60], 7);
  EXPECT_EQ(frame.plane("object_id").ints()[0], kEchoGround);
}

TEST(BeamDetector, NothingBeyondItsRangeOrBelowTheNoise) {
  const Ground ground;
  BeamGridModel model = quiet();
  model.max_range_m = 30;  // the ground is farther for beams beyond 48 degrees
  Frame frame = ping(model, ground.input());
  EXPECT_TRUE(std::isnan(frame.plane("range_m").floats()[0]));
  EXPECT_EQ(frame.plane("object_id").ints()[0], kEchoNone);
  EXPECT_FALSE(std::isnan(frame.plane("range_m").floats()[60]));
  model = quiet();
  model.source_level_db = 60;
  frame = ping(model, ground.input());
  for (const float range : frame.plane("range_m").floats()) EXPECT_TRUE(std::isnan(range));
}

// A beam whose rays straddle the end of the range is as good as any other.
TEST(BeamDetector, RangesAtTheEndOfItsReachAreUnbiased) {
  constexpr double kRelative = 1e-3;
  const Ground ground;
  BeamGridModel model = quiet();
  for (double reach = 50; reach < 55; reach += 0.1) {  // slant of beams at 66 to 69 degrees
    model.max_range_m = reach;
    model.width_rad = 140 * kDegree;
    const Frame frame = ping(model, ground.input());
    for (const int c : {0, 1, 2, 3, 4, 5, 6}) {
      const float range = frame.plane("range_m").floats()[c];
      const double across = (70 - 140.0 / 120 * c) * kDegree;
      const double expected = 20 / std::cos(across) * ground.stretch(20);
      EXPECT_TRUE(std::isnan(range) || std::abs(range / expected - 1) < kRelative) << reach;
      EXPECT_TRUE(std::isfinite(range) || expected > 0.99 * reach) << reach;
    }
  }
}

// The sonar equation: SL - 2 TL + 10 log(beam area) + S at normal incidence.
TEST(BeamDetector, EchoLevelFollowsTheSonarEquation) {
  constexpr double kTolerance_db = 0.5;
  const Ground ground;
  BeamGridModel model = quiet();
  const Frame frame = ping(model, ground.input());
  const FrameInput in = ground.input();
  const double alpha = in.sound->absorption_db_per_m(model.frequency_hz, 10);
  // Equivalent solid angle of a two-way Gaussian 2^(-8 (a^2 + e^2)): pi w h / (8 ln 2), less what
  // lies beyond the rays.
  const double edge = std::erf(0.75 * std::sqrt(8 * std::log(2)));
  const double solid = std::numbers::pi * model.beam_width_rad * model.beam_height_rad /
                       (8 * std::log(2)) * edge * edge;
  const double expected = model.source_level_db - 20 * std::log10(20) - 2 * alpha * 20 +
                          10 * std::log10(solid) +
                          in.sound->scattering_db(0, 90 * kDegree, model.frequency_hz);
  EXPECT_NEAR(frame.plane("echo_db").floats()[60], expected, kTolerance_db);
}

TEST(BeamDetector, NoiseHasTheDeviationOfItsSignalToNoiseRatio) {
  constexpr int kPings = 400;
  const Ground ground;
  BeamGridModel model = quiet();
  model.columns = 1;
  model.self_noise_db = 0;
  const double clean = ping(model, ground.input()).plane("range_m").floats()[0];
  const double echo_db = ping(model, ground.input()).plane("echo_db").floats()[0];
  model.noise = true;
  model.self_noise_db = echo_db - 20;  // far above the ambient noise
  double sum = 0, squares = 0;
  for (int i = 0; i < kPings; ++i) {
    FrameInput in = ground.input();
    in.tick = i;
    const double error = ping(model, in).plane("range_m").floats()[0] - clean;
    sum += error, squares += error * error;
  }
  const double bin = ground.input().sound->sound_speed(0) / (2 * model.bandwidth_hz);
  const double sigma = bin * std::sqrt(0.01 + 1.0 / 192);
  EXPECT_NEAR(std::sqrt(squares / kPings), sigma, 0.12 * sigma);
  EXPECT_NEAR(sum / kPings, 0, 4 * sigma / std::sqrt(kPings));
}

TEST(BeamDetector, LooksAheadInRowsAndColumns) {
  const Ground ground;
  BeamGridModel model = quiet();
  model.pointing = BeamPointing::kAhead;
  model.columns = 5, model.rows = 3;
  model.width_rad = 40 * kDegree, model.height_rad = 40 * kDegree;
  const BeamDetector sonar(model);
  EXPECT_NEAR((sonar.axis_S(1, 2) - Vec3::UnitX()).norm(), 0, 1e-12);
  EXPECT_GT(sonar.axis_S(2, 2).z(), 0);  // last row looks down
  EXPECT_GT(sonar.axis_S(1, 4).y(), 0);  // last column to starboard
  const Frame frame = ping(model, ground.input());
  const double slant = 20 / std::sin(20 * kDegree) * ground.stretch(20);
  EXPECT_NEAR(frame.plane("range_m").floats()[2 * 5 + 2], slant, 0.02 * slant);
  EXPECT_TRUE(std::isnan(frame.plane("range_m").floats()[0]));  // up into the water
}

TEST(BeamDetector, SameBitsForAnyNumberOfThreads) {
  const Ground ground(0.1, true);
  BeamGridModel model = quiet();
  model.noise = true;
  const uint64_t hash = ping(model, ground.input(), 1).hash();
  EXPECT_EQ(ping(model, ground.input(), 2).hash(), hash);
  EXPECT_EQ(ping(model, ground.input(), 4).hash(), hash);
}

}  // namespace beam_detector_test
}  // namespace hadal::sensors

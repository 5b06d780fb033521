// USBL, LBL, transponders, pingers and hydrophones in whole runs.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "math/units.h"
#include "small_world.h"

namespace hadal {
namespace positioning_test {

constexpr double kSpeed = 1500;  // m/s, of sound in these worlds
constexpr double kExact = 1e-6;

std::string sea(const std::string& vehicles, const std::string& more = "",
                const std::string& step = "0.005") {
  return "format: 1\nseed: 5\nduration_s: 100000\nstep_s: " + step + R"(
environment: {water: {sound_speed_profile: [[0, 1500]]}}
vehicle_models:
  - name: buoy
    links: [{name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01}]
vehicles:
)" + vehicles +
         more;
}

std::string body(const std::string& name, const Vec3& p_N, const std::string& sensors,
                 const std::string& pose = "") {
  return "  - {name: " + name +
         ", model: buoy, kinematic: true, pose: {north_m: " + std::to_string(p_N.x()) +
         ", east_m: " + std::to_string(p_N.y()) + ", depth_m: " + std::to_string(p_N.z()) + pose +
         "}, sensors: [" + sensors + "]}\n";
}

std::span<const double> reading(const simulation::Simulation& s, int sensor) {
  return s.sensors().values(s.world(), s.state(), sensor);
}
std::span<const double> truth(const simulation::Simulation& s, int sensor) {
  return s.sensors().truth(s.world(), s.state(), sensor);
}

// Columns of the USBL.
enum { kTransponder, kRange, kBearing, kElevation, kX, kY, kZ, kNorth, kEast, kDown, kTime };

const Vec3 kShip_N(0, 0, 3), kTarget_N(120, -80, 45);

TEST(Usbl, RangeAndAnglesOfOneTransponder) {
  const auto s = test::simulate(sea(
      body("ship", kShip_N, "!usbl {name: usbl}", ", heading_deg: 20, pitch_deg: 5, roll_deg: -3") +
      body("rov", kTarget_N, "!transponder {name: beacon}")));
  test::run_steps(*s, 60);
  const auto values = reading(*s, 0), twin = truth(*s, 0);
  const Vec3 line_N = kTarget_N - kShip_N;
  EXPECT_TRUE(s->state().sensor_valid[0]);
  EXPECT_NEAR(values[kRange], line_N.norm(), kExact);
  EXPECT_NEAR(values[kTime], 2 * line_N.norm() / kSpeed, 1e-9);
  EXPECT_LT((Vec3(values[kNorth], values[kEast], values[kDown]) - kTarget_N).norm(), kExact);
  // The sensor frame is the turned body.
  const Vec3 line_S = s->state().q_NL[0].conjugate() * line_N;
  EXPECT_LT((Vec3(values[kX], values[kY], values[kZ]) - line_S).norm(), kExact);
  EXPECT_NEAR(values[kBearing], std::atan2(line_S.y(), line_S.x()), 1e-9);
  EXPECT_NEAR(values[kElevation], std::asin(line_S.z() / line_S.norm()), 1e-9);
  for (size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], twin[i], kExact) << i;
}

// One reading per transponder and question; asked one by one they take turns.
TEST(Usbl, CommonAndIndividualInterrogation) {
  const std::string beacons = body("near", {50, 0, 20}, "!transponder {name: t}") +
                              body("far", {0, 300, 20}, "!transponder {name: t}");
  for (const bool individual : {false, true}) {
    const auto s = test::simulate(
        sea(body("ship", kShip_N,
                 std::string("!usbl {name: usbl, transponders: [far/t, near/t], interrogation: ") +
                     (individual ? "individual}" : "common}")) +
            beacons));
    std::vector<int> received;
    for (int i = 0; i < 1000; ++i) {
      test::run_steps(*s, 1);
      if (s->state().sensor_fresh[0]) received.push_back(static_cast<int>(reading(*s, 0)[0]));
    }
    const std::vector<int> wanted = individual ? std::vector<int>{0, 1, 0, 1, 0}
                                               : std::vector<int>{1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
    EXPECT_EQ(received, wanted) << individual;
  }
}

// Errors: sigma_r along the line of sight, r sigma_angle across.
TEST(Usbl, ScatterOfPositions) {
  constexpr int kFixes = 5000;
  constexpr double kSigma_m = 0.1, kSigma_rad = 0.005, kRelative = 0.05;
  const auto s = test::simulate(
      sea(body("ship", kShip_N,
               "!usbl {name: usbl, rate_hz: 4, range: {white_std: 0.1}, bearing: {white_std: "
               "0.005}, elevation: {white_std: 0.005}}") +
              body("rov", kTarget_N, "!transponder {name: beacon}"),
          "", "0.05"));
  const Vec3 line_N = kTarget_N - kShip_N, along = line_N.normalized();
  const Vec3 level = along.cross(Vec3::UnitZ()).normalized(), steep = along.cross(level);
  Vec3 sum = Vec3::Zero(), squares = Vec3::Zero();
  int fixes = 0;
  while (fixes < kFixes) {
    test::run_steps(*s, 1);
    if (!s->state().sensor_fresh[0]) continue;
    const auto v = reading(*s, 0);
    const Vec3 error_N = Vec3(v[kNorth], v[kEast], v[kDown]) - kTarget_N;
    const Vec3 error(error_N.dot(along), error_N.dot(level), error_N.dot(steep));
    sum += error;
    squares += error.cwiseAbs2();
    ++fixes;
  }
  const double r = line_N.norm(), elevation = std::asin(along.z());
  EXPECT_NEAR(std::sqrt(squares.x() / fixes), kSigma_m, kRelative * kSigma_m);
  // A bearing turns about z: across by r cos(elevation).
  EXPECT_NEAR(std::sqrt(squares.y() / fixes) / (r * std::cos(elevation) * kSigma_rad), 1,
              kRelative);
  EXPECT_NEAR(std::sqrt(squares.z() / fixes) / (r * kSigma_rad), 1, kRelative);
  EXPECT_LT((sum / fixes).norm(), 4 * r * kSigma_rad * std::sqrt(2.0 / fixes));
}

// A wrong sound speed scales the range; the angles stay.
TEST(Usbl, AssumedSoundSpeed) {
  const auto s =
      test::simulate(sea(body("ship", kShip_N, "!usbl {name: usbl, sound_speed_m_s: 1515}") +
                         body("rov", kTarget_N, "!transponder {name: beacon}")));
  test::run_steps(*s, 60);
  EXPECT_NEAR(reading(*s, 0)[kRange], 1.01 * (kTarget_N - kShip_N).norm(), kExact);
  EXPECT_NEAR(truth(*s, 0)[kRange], (kTarget_N - kShip_N).norm(), kExact);
}

// Two transponders at the same range answer at the same time in the same band: none is understood.
// Different turnaround times or bands part them.
TEST(Usbl, AnswersCollide) {
  const auto answers = [](const std::string& left, const std::string& right,
                          const std::string& usbl) {
    const auto s = test::simulate(
        sea(body("ship", {0, 0, 3}, "!usbl {name: usbl, listen_bandwidth_hz: 40000" + usbl + "}") +
            body("left", {100, -50, 30}, "!transponder {name: t" + left + "}") +
            body("right", {100, 50, 30}, "!transponder {name: t" + right + "}")));
    test::run_steps(*s, 190);
    return s->state().device_header[0].received;
  };
  EXPECT_EQ(answers("", "", ""), 0);
  EXPECT_EQ(answers("", ", turnaround_s: 0.06", ""), 2);
  EXPECT_EQ(answers("", ", frequency_hz: 33000, listen_frequency_hz: 25000", ""), 2);
}

// Range is the mean of the ways there and back of a ship that runs away at v from a beacon at rest.
TEST(Usbl, MovingShip) {
  constexpr double kRange_m = 900, kV = 5;
  const auto s = test::simulate(
      sea(body("ship", {-kRange_m, 0, 50}, "!usbl {name: usbl, rate_hz: 0.1}") +
              body("rov", {0, 0, 50}, "!transponder {name: beacon, turnaround_s: 0.1}"),
          "mission:\n  - !velocity {vehicle: ship, velocity: [-5, 0, 0, 0, 0, 0], duration_s: "
          "1000}\n"));
  test::run_steps(*s, 300);
  // Question leaves at 0, arrives at r/c; the answer leaves 0.1 s later and meets the ship at t:
  // c (t - r/c - 0.1) = r + v t.
  const double met_s = (2 * kRange_m + 0.1 * kSpeed) / (kSpeed - kV);
  EXPECT_NEAR(reading(*s, 0)[kTime], met_s - 0.1, 1e-8);
}

const Vec3 kBeacons_N[] = {{0, 0, 100}, {500, 0, 110}, {0, 500, 105}, {500, 500, 95}};

std::string field_of_beacons() {
  std::string out;
  for (int i = 0; i < 4; ++i)
    out += body("beacon" + std::to_string(i), kBeacons_N[i],
                "!transponder {name: t, turnaround_s: " + std::to_string(0.1 + 0.1 * i) + "}");
  return out;
}

TEST(Lbl, FindsItsPlace) {
  const Vec3 p_N(180, 260, 60);
  const auto s =
      test::simulate(sea(body("auv", p_N, "!lbl {name: lbl, rate_hz: 0.5}") + field_of_beacons()));
  test::run_steps(*s, 300);
  ASSERT_TRUE(s->state().sensor_valid[0]);
  const auto values = reading(*s, 0);
  EXPECT_LT((Vec3(values[0], values[1], values[2]) - p_N).norm(), 1e-5);
  EXPECT_NEAR(values[3], 1.00839655415, 1e-6);  // of the closed form (H^T H)^-1
  EXPECT_NEAR(values[4], 4.08914575346, 1e-6);
  EXPECT_EQ(values[6], 4);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(values[7 + i], (p_N - kBeacons_N[i]).norm(), kExact) << i;
}

// A wrong survey moves the fix, not the truth.
TEST(Lbl, TruthKnowsWhereTheBeaconsAre) {
  const Vec3 p_N(180, 260, 60);
  const auto s = test::simulate(sea(
      body("auv", p_N, "!lbl {name: lbl, rate_hz: 0.5, survey_std_m: 5}") + field_of_beacons()));
  test::run_steps(*s, 300);
  const auto values = reading(*s, 0), twin = truth(*s, 0);
  EXPECT_GT((Vec3(values[0], values[1], values[2]) - p_N).norm(), 1);
  EXPECT_LT((Vec3(twin[0], twin[1], twin[2]) - p_N).norm(), 1e-5);
  EXPECT_NEAR(twin[5], 0, 1e-5);  // residual
}

TEST(Lbl, ScatterFollowsTheDilution) {
  constexpr int kFixes = 3000;
  constexpr double kSigma_m = 0.3, kRelative = 0.05;
  const Vec3 p_N(180, 260, 60);
  const auto s =
      test::simulate(sea(body("auv", p_N, "!lbl {name: lbl, rate_hz: 1, range: {white_std: 0.3}}") +
                             field_of_beacons(),
                         "", "0.1"));
  Vec3 squares = Vec3::Zero();
  int fixes = 0;
  while (fixes < kFixes) {
    test::run_steps(*s, 1);
    if (!s->state().sensor_fresh[0]) continue;
    const auto v = reading(*s, 0);
    squares += (Vec3(v[0], v[1], v[2]) - p_N).cwiseAbs2();
    ++fixes;
  }
  EXPECT_NEAR(std::sqrt((squares.x() + squares.y()) / fixes) / (kSigma_m * 1.00839655415), 1,
              kRelative);
  EXPECT_NEAR(std::sqrt(squares.z() / fixes) / (kSigma_m * 4.08914575346), 1, kRelative);
}

// A beacon out of reach leaves three; two of them leave no fix.
TEST(Lbl, LostBeacons) {
  const auto valid = [](double loud_db) {
    std::string beacons;
    for (int i = 0; i < 4; ++i)
      beacons += body(
          "beacon" + std::to_string(i), kBeacons_N[i],
          "!transponder {name: t, source_level_db: " + std::to_string(i < 2 ? loud_db : 185.0) +
              ", turnaround_s: " + std::to_string(0.1 + 0.1 * i) + "}");
    const auto s = test::simulate(
        sea(body("auv", {180, 260, 60}, "!lbl {name: lbl, rate_hz: 0.2, window_s: 2}") + beacons));
    test::run_steps(*s, 500);
    return s->state().sensor_valid[0];
  };
  EXPECT_EQ(valid(185), 1);
  EXPECT_EQ(valid(60), 0);
}

// Objects carry beacons, on the seabed and anywhere else.
TEST(Lbl, BeaconsOnObjects) {
  const auto s = test::simulate(R"(
format: 1
duration_s: 100
environment: {seabed: !flat {depth_m: 100}, water: {sound_speed_profile: [[0, 1500]]}}
vehicle_models:
  - name: buoy
    links: [{name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01}]
vehicles:
  - {name: auv, model: buoy, kinematic: true, pose: {north_m: 30, east_m: 80, depth_m: 50}, sensors: [!lbl {name: lbl}]}
objects:
  - {name: b0, model: transponder_stand, fixed: true, pose: {on_seabed: true}, sensors: [!transponder {name: beacon, position_m: [0, 0, -1.2]}]}
  - {name: b1, model: transponder_stand, fixed: true, pose: {north_m: 200, on_seabed: true}, sensors: [!transponder {name: beacon, position_m: [0, 0, -1.2]}]}
  - {name: b2, model: transponder_stand, fixed: true, pose: {east_m: 200, on_seabed: true}, sensors: [!transponder {name: beacon, position_m: [0, 0, -1.2]}]}
  - name: b3
    shapes: {physics: [!sphere {radius_m: 0.2, material: steel}]}
    fixed: true
    pose: {north_m: 200, east_m: 200, depth_m: 70}
    sensors: [!transponder {name: own, turnaround_s: 0.5}]
)");
  test::run_steps(*s, 500);
  const auto v = reading(*s, 0);
  EXPECT_TRUE(s->state().sensor_valid[0]);
  EXPECT_LT((Vec3(v[0], v[1], v[2]) - Vec3(30, 80, 50)).norm(), 1e-4);
}

// A pinger drifts past a hydrophone: times by r/c, level by the sonar equation, tone by Doppler.
TEST(Hydrophone, ReceivesAPinger) {
  const auto s = test::simulate(
      sea(body("box", {600, 800, 90},
               "!pinger {name: pinger, frequency_hz: 37500, bandwidth_hz: "
               "500, source_level_db: 160, rate_hz: 1}") +
          body("boat", {0, 0, 90},
               "!hydrophone {name: ear, frequency_hz: 37500, bandwidth_hz: 5000, direction: true}",
               ", heading_deg: 90")));
  test::run_steps(*s, 300);
  const auto v = reading(*s, 1);
  ASSERT_TRUE(s->state().sensor_valid[1]);
  const double level_db = 160 - 60 - 1000 * s->sound().absorption_db_per_m(37500, 90);
  EXPECT_NEAR(v[0], level_db, kExact);
  EXPECT_NEAR(v[1], 1000 / kSpeed, 1e-9);
  EXPECT_NEAR(v[2], 37500, kExact);
  EXPECT_NEAR(v[6], std::atan2(800.0, 600.0) - std::numbers::pi / 2, 1e-9);
  EXPECT_NEAR(v[7], 0, 1e-9);
  EXPECT_EQ(s->state().device_header[0].sent, 2);
  EXPECT_EQ(s->state().device_header[1].received, 1);
}

}  // namespace positioning_test
}  // namespace hadal

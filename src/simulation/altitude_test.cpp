#include <gtest/gtest.h>

#include "base/test_source_folder.h"
#include "scenario/scenario.h"
#include "simulation/simulation.h"

namespace hadal::simulation {
namespace altitude_test {

using Verdict = Simulation::Verdict;

// Verdicts of the expectations of a scenario with vehicles of models/.
std::vector<Verdict> run(const std::string& text) {
  const Result<LoadedScenario> loaded =
      load_scenario_text("format: 1\n" + text, "test.yaml", {{}, {hadal::test::source_folder()}});
  EXPECT_TRUE(loaded) << loaded.problems().text();
  if (!loaded) return {};
  auto created = Simulation::create(loaded.value());
  EXPECT_TRUE(created) << created.problems().text();
  if (!created) return {};
  Simulation& simulation = *created.value();
  while (!simulation.finished())
    if (!simulation.step().ok) return {};
  return simulation.verdicts();
}

const std::vector<Verdict> kBothHeld(2, Verdict::kHeld);

TEST(AltitudeHold, SixAxisVehicleFollowsASlopeDown) {
  EXPECT_EQ(run(R"(
duration_s: 90
environment: {seabed: !flat {depth_m: 20, slope_deg: 10, slope_toward_deg: 0}}
vehicles: [{name: rov, model: bluerov2_heavy, pose: {depth_m: 14}}]
mission: [!follow {vehicle: rov, waypoints: [[30, 0, 0]], altitude_m: 3, speed_m_s: 0.5}]
expect:
  - {that: abs(altitude(rov) - 3) < 0.4, when: always, after_s: 30}
  - {that: mission_done(rov) == 1}
)"),
            kBothHeld);
}

// Uphill by its altimeter, which loses every third ping.
TEST(AltitudeHold, TorpedoFollowsItsAltimeterUphill) {
  EXPECT_EQ(run(R"(
duration_s: 120
environment: {seabed: !flat {depth_m: 80, slope_deg: 4, slope_toward_deg: 0}}
vehicles:
  - name: auv
    model: remus100
    pose: {depth_m: 60, heading_deg: 180}
    velocity: [1.5, 0, 0, 0, 0, 0]
    sensors: [!altimeter {name: altimeter, model: altimeter_500khz, dropout: 0.33}]
mission: [!cruise {vehicle: auv, heading_deg: 180, speed_m_s: 1.5, altitude_m: 12, duration_s: 120}]
expect:
  - {that: abs(altitude(auv) - 12) < 1.5, when: always, after_s: 60}
  - {that: valid(auv/altimeter) == 0, when: once, after_s: 60}
)"),
            kBothHeld);
}

// Without an altimeter it climbs before the wall begins.
TEST(AltitudeHold, ChartLooksAheadOfARidge) {
  EXPECT_EQ(run(R"(
duration_s: 120
environment:
  seabed: !ridge {depth_m: 40, rise_m: 8, half_width_m: 15, crest: [40, 0], along_deg: 90}
vehicles: [{name: rov, model: bluerov2_heavy, pose: {depth_m: 36}}]
mission:
  - !cruise {vehicle: rov, heading_deg: 0, speed_m_s: 0.5, altitude_m: 4, lookahead_m: 4, duration_s: 120}
expect:
  - {that: altitude(rov) > 3.6, when: always}
  - {that: altitude(rov) < 7, when: always}
)"),
            kBothHeld);
}

TEST(Expectations, KnowTheSeabedAndTheWaves) {
  // Deep water: k = w^2 / g; the crest of the origin has moved by w t.
  const std::vector<Verdict> verdicts = run(R"(
duration_s: 1
environment:
  gravity_m_s2: 9.81
  seabed: !flat {depth_m: 1000, slope_deg: 45, slope_toward_deg: 0}
  waves: !regular {height_m: 2, period_s: 6.283185307179586, toward_deg: 0}
vehicle_models:
  - {name: ball, links: [{name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}]}
vehicles: [{name: ball, model: ball, pose: {depth_m: 50}}]
marks: [{name: buoy, north_m: 9.81, east_m: 4, depth_m: 0}]
expect:
  - {that: abs(seabed_depth(buoy) - 1009.81) < 1e-6}
  - {that: abs(altitude(ball) + depth(ball) - seabed_depth(ball)) < 1e-9}
  - {that: abs(wave_elevation(buoy) - 1) < 1e-6}
  - {that: contact(ball) == 0 and contact_force(ball) == 0}
)");
  EXPECT_EQ(verdicts, std::vector<Verdict>(4, Verdict::kHeld));
}

}  // namespace altitude_test
}  // namespace hadal::simulation

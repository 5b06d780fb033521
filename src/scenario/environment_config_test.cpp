#include "scenario/environment_config.h"

#include <gtest/gtest.h>

#include "kinds/currents/ekman.h"
#include "kinds/currents/gauss_markov.h"
#include "kinds/currents/jet.h"
#include "kinds/currents/pipe.h"
#include "kinds/currents/stratified.h"
#include "kinds/currents/tide.h"
#include "kinds/currents/tide_station.h"
#include "kinds/currents/uniform.h"
#include "scenario/material_config.h"
#include "scenario/mud_config.h"
#include "scenario/seabed_config.h"
#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace environment_config_test {

using test_reading::expect_refused;
using test_reading::read;
using test_reading::taken;

TEST(WaterConfigs, ProfilesRiseAndStayInRange) {
  EXPECT_EQ(taken<WaterConfig>("temperature_profile: [[0, 20], [50, 12]]").temperature_profile[1][1], 12);
  for (const char* profile : {"temperature", "salinity", "sound_speed"}) {
    const std::string key = std::string(profile) + "_profile";
    const std::string value = std::string(profile) == "sound_speed" ? "1500" : "10";
    expect_refused<WaterConfig>(key + ":\n- [0, " + value + "]\n- @@[0, " + value + "]\n",
                                key + "[1]: the first column must rise from row to row");
  }
  expect_refused<WaterConfig>("temperature_degc: @@[[0, 25], [10, 20]]",
                              "temperature_degc: expected a single value (rows over depth go under "
                              "'temperature_profile'), found a list of 2");
  expect_refused<WaterConfig>("temperature_profile: [[0, 20], @@[50, 41]]",
                              "temperature_profile[1]: temperature must be from -2 to 40");
  expect_refused<WaterConfig>("salinity_profile: [@@[0, 42.5]]",
                              "salinity_profile[0]: salinity must be from 0 to 42");
  expect_refused<WaterConfig>("sound_speed_profile: [@@[0, 999]]",
                              "sound_speed_profile[0]: sound speed must be from 1000 to 2000 m/s");
}

TEST(EnvironmentConfigs, PartsAreChosenByTag) {
  const auto sea = taken<EnvironmentConfig>(
      "{currents: [!ekman {name: e}, !jet {}], seabed: !flat {depth_m: 30}, waves: !regular {}}");
  EXPECT_TRUE(sea.currents[0].as<EkmanCurrent>());
  EXPECT_EQ(sea.currents[0].as<EkmanCurrent>()->name, "e");
  EXPECT_EQ(sea.seabed.as<FlatSeabedConfig>()->depth_m, 30);
  expect_refused<EnvironmentConfig>("currents: [!uniform {name: a}, !jet {name: @@a}]",
                                    "currents[1].name: 'a' is used twice; expected a unique name");
  EnvironmentConfig out;
  EXPECT_TRUE(read("currents: [!unifrom {}]", out)
                  .starts_with("a.yaml:1:12: currents[0]: unknown kind '!unifrom' (did you mean 'uniform'?)"));
}

// --- Currents.

TEST(CurrentConfigs, ALayerHasATopAboveItsBottom) {
  EXPECT_EQ(taken<UniformCurrent>("{top_m: 1, bottom_m: 2}").bottom_m, 2);
  expect_refused<UniformCurrent>("{top_m: 2, @@bottom_m: 2}",
                                       "bottom_m: must be deeper than top_m");
  expect_refused<JetCurrent>("{top_m: 5, @@bottom_m: 2}",
                                   "bottom_m: must be deeper than top_m");
}

TEST(CurrentConfigs, TablesAreGivenAndRise) {
  expect_refused<StratifiedCurrent>("@@{}", "table: expected a table or a file");
  expect_refused<StratifiedCurrent>("table: [[0, 1, 0], @@[0, 1, 0]]",
                                          "table[1]: the first column must rise from row to row");
  expect_refused<StratifiedCurrent>("table: [@@[0, 1]]",
                                          "table[0]: expected a list of 3 or 4 numbers, found 2");
  expect_refused<TideStation>("@@events: [[0, 1]]",
                                    "events: expected a file or at least two events");
  expect_refused<TideStation>(
      "events: [[0, 1], @@[9.3e9, 1]]",
      "events[1]: the time must lie in the years 1678 to 2261, within 290 years of the event "
      "before");
}

TEST(CurrentConfigs, ATideHasKnownConstituents) {
  EXPECT_EQ(taken<TideCurrent>("constituents: [{name: M2, amplitude_m_s: 0.4}]").constituents.size(), 1u);
  expect_refused<TideCurrent>("@@{}", "constituents: expected at least one constituent");
  TideCurrent out;
  EXPECT_TRUE(read("constituents: [{name: M99, amplitude_m_s: 1}]", out)
                  .starts_with("a.yaml:1:23: constituents[0].name: 'M99' is not a choice"));
  expect_refused<TideCurrent>(
      "constituents:\n- {name: M2, amplitude_m_s: 1}\n- {name: @@M2, amplitude_m_s: 1}\n",
      "constituents[1].name: 'M2' is used twice; expected a unique name");
}

TEST(CurrentConfigs, AMeanNeedsADirection) {
  EXPECT_EQ(taken<GaussMarkovCurrent>("{mean_m_s: 0.1, toward_deg: 0}").mean_m_s, 0.1);
  expect_refused<GaussMarkovCurrent>("{@@mean_m_s: 0.1}", "mean_m_s: needs toward_deg");
}

TEST(CurrentConfigs, APipeHasALength) {
  expect_refused<PipeCurrent>("{from: [0, 0, 5], @@to: [0, 0, 5]}",
                                    "to: must differ from `from`");
}

// --- The bottom.

TEST(SeabedConfigs, AnAreaHasOneShape) {
  const std::string one = "box: expected one of box, circle, polygon and classes";
  EXPECT_EQ(taken<BottomAreaConfig>("{circle: [0, 0, 5], silt_m: 0.1}").circle[2], 5);
  expect_refused<BottomAreaConfig>("@@{silt_m: 0.1}", one);
  expect_refused<BottomAreaConfig>("{@@box: [0, 1, 0, 1], classes: a.tif}", one);
  expect_refused<BottomAreaConfig>("{@@box: [0, 1, 0, 1], circle: [0, 0, 1]}",
                                   "box: expected one of box, circle and polygon");
  expect_refused<BottomAreaConfig>("{@@box: [1, 1, 0, 1]}",
                                   "box: expected north from < to and east from < to");
  expect_refused<BottomAreaConfig>("{@@circle: [0, 0, 0]}",
                                   "circle: expected a radius above zero");
  expect_refused<BottomAreaConfig>("{@@polygon: [[0, 0], [1, 1]]}",
                                   "polygon: expected at least three corners");
}

TEST(MudConfigs, ResistSomehow) {
  EXPECT_EQ(taken<MudConfig>("{name: m, yield_pa: 500}").yield_pa, 500);
  const auto expect_problem = [](const std::string& keys, const std::string& message) {
    MudConfig out;
    EXPECT_NE(read("{name: m, " + keys + "}", out).find(message), std::string::npos) << keys;
  };
  expect_problem("yield_pa: 500, yield_n: 5",
                 "yield_n: give the force of a link or the strength yield_pa, not both");
  expect_problem("viscosity_pa_s: 5, drag_ns_m: 5",
                 "drag_ns_m: give the drag of a link or viscosity_pa_s, not both");
  expect_problem("yield_pa: 0, viscosity_pa_s: 0",
                 "yield_pa: this mud resists nothing; give yield_pa or yield_n, viscosity_pa_s or "
                 "drag_ns_m");
  expect_problem("visible: false, seen_by: [sonar]",
                 "visible: 'false' contradicts the sensor classes in seen_by");
}

// --- Materials.

TEST(MaterialConfigs, SlideWithLessFrictionThanTheyRest) {
  expect_refused<Material>(
      "{name: m, density_kg_m3: 1, friction_static: 0.2, @@friction_dynamic: 0.3}",
      "friction_dynamic: must not be above friction_static");
  expect_refused<Material>("@@name: m", "'density_kg_m3' is missing in material: Density.");
  expect_refused<FrictionConfig>("{between: [a, b], static: 0.2, @@dynamic: 0.3}",
                                 "dynamic: must not be above static");
  expect_refused<FrictionConfig>("{@@between: [a], static: 0.2, dynamic: 0.1}",
                                 "between: expected two names of materials");
}

}  // namespace environment_config_test
}  // namespace hadal::scenario

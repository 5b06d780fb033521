#include "environment/current/current_field.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/calendar.h"
#include "environment/current/tide.h"
#include "math/units.h"

namespace hadal::environment {
namespace current_field_test {

constexpr double kTolerance = 1e-12;  // m/s
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A field with the spans a caller owns.
struct Owner {
  explicit Owner(std::vector<CurrentSource> sources, int64_t start_unix_ns = 0)
      : field(std::move(sources), start_unix_ns),
        gauss_markov(field.gauss_markov_size()),
        live(field.live_size()),
        scratch(field.scratch_size()) {
    CurrentField::reset_live(live);
  }
  Vec3 at(double time_s, double depth_m, double seabed_depth_m = kNoSeabed) {
    field.prepare(time_s, live, gauss_markov, scratch);
    return field.velocity({0, 0, depth_m}, scratch, seabed_depth_m);
  }
  CurrentField field;
  std::vector<double> gauss_markov, live, scratch;
};

CurrentSource uniform(const Vec3& v, double top = -kInfinity, double bottom = kInfinity) {
  return {"uniform", UniformCurrent{v}, top, bottom};
}

StratifiedCurrent table() {
  return {{0, 10, 30}, {{0.5, 0.2, 0}, {0.35, 0.25, 0}, {0.1, 0.3, 0.01}}, {}};
}

void expect_velocity(const Vec3& actual, const Vec3& expected) {
  EXPECT_LT((actual - expected).norm(), kTolerance)
      << actual.transpose() << " instead of " << expected.transpose();
}

TEST(CurrentField, WithoutSourcesTheWaterRests) {
  expect_velocity(Owner({}).at(3, 10), Vec3::Zero());
}

TEST(CurrentField, SumsItsSources) {
  Owner sea({uniform({0.1, -0.2, 0.01}), {"table", table()}, uniform({1, 0, 0})});
  expect_velocity(sea.at(0, 20), Vec3(1.1 + 0.225, -0.2 + 0.275, 0.01 + 0.005));
}

TEST(CurrentField, LayersAreHalfOpen) {
  Owner sea({uniform({1, 0, 0}, 0, 10), uniform({2, 0, 0}, 10, 20)});
  expect_velocity(sea.at(0, -1), Vec3::Zero());
  expect_velocity(sea.at(0, 0), Vec3(1, 0, 0));
  expect_velocity(sea.at(0, 10), Vec3(2, 0, 0));
  expect_velocity(sea.at(0, 20), Vec3::Zero());
}

TEST(CurrentField, PeriodicTable) {
  StratifiedCurrent periodic = table();
  periodic.factor = {1, 0.5, 100, 0};
  Owner sea({{"table", periodic}});
  expect_velocity(sea.at(0, 10), 1.5 * Vec3(0.35, 0.25, 0));
  expect_velocity(sea.at(50, 10), 0.5 * Vec3(0.35, 0.25, 0));
}

TEST(CurrentField, HarmonicTideCountsFromItsEpoch) {
  HarmonicTideCurrent tide;
  tide.constituents = {{constituent_speed_rad_s("M2").value(), 0.8, 35 * kDegree}};
  tide.epoch_unix_ns = unix_ns_from_iso8601("2026-06-01T00:00:00Z").value();
  tide.direction.flood_toward_rad = 90 * kDegree;
  Owner sea({{"tide", tide}}, unix_ns_from_iso8601("2026-06-01T06:00:00Z").value());
  const double speed = 0.8 * std::cos((28.9841042 * 7.5 - 35) * kDegree);  // 6 h + 1.5 h
  EXPECT_LT((sea.at(1.5 * kHour, 5) - Vec3(0, speed, 0)).norm(), 1e-9);
}

StationTideCurrent station() {
  const auto ns = [](const char* text) { return unix_ns_from_iso8601(text).value(); };
  return {{{ns("2026-06-01T03:00:00Z"), 0},
           {ns("2026-06-01T06:00:00Z"), 0.6},
           {ns("2026-06-01T09:00:00Z"), 0}},
          {0, std::nullopt}};
}

TEST(CurrentField, StationTideFollowsTheWorldClock) {
  Owner sea({{"tide", station()}}, unix_ns_from_iso8601("2026-06-01T04:00:00Z").value());
  EXPECT_LT((sea.at(0, 5) - Vec3(0.3, 0, 0)).norm(), 1e-12);  // sin 30 degrees
  EXPECT_LT((sea.at(2 * kHour, 5) - Vec3(0.6, 0, 0)).norm(), 1e-12);
}

TEST(CurrentField, TellsWhichStationDoesNotCoverTheRun) {
  const CurrentField field({{"inlet", station()}, uniform({1, 0, 0})},
                           unix_ns_from_iso8601("2026-06-01T04:00:00Z").value());
  EXPECT_TRUE(field.uncovered(0, 5 * kHour).empty());
  EXPECT_EQ(field.uncovered(0, 5 * kHour + 1).text(),
            "inlet: the tide station has events from 2026-06-01T03:00:00Z to 2026-06-01T09:00:00Z; "
            "the simulation runs from 2026-06-01T04:00:00Z to 2026-06-01T09:00:01Z");
}

TEST(CurrentField, BottomProfilesUseTheirOwnSeabedOrTheOneBelow) {
  LogLayerCurrent own{0.02, 0.001, 50, 100.0, 90 * kDegree}, below = own;
  below.seabed_depth_m.reset();
  const double at_one_metre = 0.3453877639;
  Owner fixed({{"log", own}}), local({{"log", below}});
  EXPECT_NEAR(fixed.at(0, 99, 500).y(), at_one_metre, 1e-9);
  EXPECT_NEAR(local.at(0, 499, 500).y(), at_one_metre, 1e-9);
  Owner power({{"power", PowerLawCurrent{1.4, 1.0 / 7, 20.0, 0}}});
  EXPECT_NEAR(power.at(0, 10).x(), 1.4 * std::pow(0.5, 1.0 / 7), 1e-12);
}

TEST(CurrentField, EkmanSpiral) {
  Owner sea({{"wind", EkmanCurrent{0.3, 40, 0, false}}});
  EXPECT_LT((sea.at(0, 5) - Vec3(0.0775200191, 0.1871498815, 0)).norm(), 1e-9);
}

TEST(CurrentField, LiveChangesScaleAddAndReplace) {
  Owner sea({uniform({0.1, 0, 0}), {"table", table()}, uniform({0, 0.4, 0}, 0, 5)});
  EXPECT_EQ(sea.field.find_source("table"), 1u);
  EXPECT_EQ(sea.field.find_source("nothing"), std::nullopt);
  CurrentField::scale(1, 2, sea.live);
  expect_velocity(sea.at(0, 10), Vec3(0.1 + 0.7, 0.5, 0));
  CurrentField::set_uniform(1, {0, 0, 0.2}, sea.live);
  expect_velocity(sea.at(0, 10), Vec3(0.1, 0, 0.2));
  CurrentField::add_uniform(2, {1, 0, 0}, sea.live);
  expect_velocity(sea.at(0, 10), Vec3(0.1, 0, 0.2));  // outside its layer
  expect_velocity(sea.at(0, 4), Vec3(1.1, 0.4, 0.2));
  CurrentField::reset_live(sea.live);
  expect_velocity(sea.at(0, 10), Vec3(0.45, 0.25, 0));
}

TEST(CurrentField, GaussMarkovLayersAreIndependentProcesses) {
  const GaussMarkovCurrent upper{{0.4, 0, 0}, {0.12, 0.05, 0.01}, 2.0, 0};
  const GaussMarkovCurrent lower{{0, 0, 0}, {0.2, 0, 0}, 2.0, 90 * kDegree};
  Owner sea({{"upper", upper, 0, 10}, {"lower", lower, 10, kInfinity}});
  const RandomStream stream(7, "environment/currents", "gauss_markov");
  sea.field.start_gauss_markov(stream, sea.gauss_markov);
  Vec3 squares = Vec3::Zero(), mean = Vec3::Zero();
  double lower_squares = 0, cross = 0;
  constexpr int kSteps = 40000;
  for (int tick = 1; tick <= kSteps; ++tick) {
    sea.field.step_gauss_markov(stream, tick, 2.0, sea.gauss_markov);
    const Vec3 up = sea.at(0, 5), low = sea.at(0, 50);
    mean += up / kSteps;
    squares += (up - Vec3(0.4, 0, 0)).cwiseAbs2() / kSteps;
    lower_squares += low.y() * low.y() / kSteps;
    cross += (up.x() - 0.4) * low.y() / kSteps;
    ASSERT_NEAR(low.x(), 0, 1e-12);  // all of it runs to the east
  }
  EXPECT_NEAR(mean.x(), 0.4, 0.005);
  EXPECT_NEAR(std::sqrt(squares.x()), 0.12, 0.004);
  EXPECT_NEAR(std::sqrt(squares.y()), 0.05, 0.002);
  EXPECT_NEAR(std::sqrt(squares.z()), 0.01, 0.0004);
  EXPECT_NEAR(std::sqrt(lower_squares), 0.2, 0.007);
  EXPECT_NEAR(cross / (0.12 * 0.2), 0, 0.04);
}

// Profiles without a seabed of their own take the one below the place asked for.
TEST(CurrentField, SeabedBelowThePlace) {
  LogLayerCurrent layer;
  layer.thickness_m = kInfinity;
  Owner sea({{"wall", layer}, {"power", PowerLawCurrent{1, 0.5, {}, 90 * kDegree}}});
  EXPECT_TRUE(sea.field.needs_seabed());
  expect_velocity(sea.at(0, 90, 100), Vec3(0.05 * std::log(10 / 0.001), std::sqrt(0.1), 0));
  expect_velocity(sea.at(0, 90, 91), Vec3(0.05 * std::log(1 / 0.001), std::sqrt(1 - 90 / 91.0), 0));
  expect_velocity(sea.at(0, 90), Vec3(0, 1, 0));  // no seabed: no layer
  layer.seabed_depth_m = 95;
  EXPECT_FALSE(Owner({{"wall", layer}}).field.needs_seabed());
}

TEST(CurrentField, EkmanOfAWindAtTheLatitudeOfTheSea) {
  EkmanCurrent ekman;
  ekman.wind_speed_m_s = 10;
  const CurrentField field({{"ekman", ekman}}, 0, SeaMap(30, 0));
  std::vector<double> live(field.live_size()), scratch(field.scratch_size());
  CurrentField::reset_live(live);
  field.prepare(0, live, {}, scratch);
  EXPECT_NEAR(field.velocity(Vec3::Zero(), scratch).norm(), 0.127 * std::sqrt(2.0), 1e-12);
}

TEST(CurrentField, StreamsActAtTheirPlace) {
  JetCurrent jet;
  jet.nozzle_N = {0, 0, 5};
  jet.exit_speed_m_s = 3;
  Owner sea({{"jet", jet}, {"pipe", PipeCurrent{{0, 50, 0}, {0, 60, 0}, 1, 0.5, false}}});
  CurrentField::scale(0, 2, sea.live);
  sea.field.prepare(0, sea.live, {}, sea.scratch);
  expect_velocity(sea.field.velocity({1, 0, 5}, sea.scratch), Vec3(6, 0, 0));
  expect_velocity(sea.field.velocity({0, 55, 0}, sea.scratch), Vec3(0, 1, 0));
  expect_velocity(sea.field.velocity({-1, 0, 5}, sea.scratch), Vec3::Zero());
}

// A grid that says one thing at each end of an hour, asked half way at its own moment.
TEST(CurrentField, GriddedAgainstTheWorldClock) {
  CurrentGrid grid;
  grid.unix_s = {5000, 8600};
  grid.depth_m = grid.latitude_deg = grid.longitude_deg = {0};
  grid.east = {1, 3};
  grid.north = {0, 0};
  GriddedCurrent gridded;
  gridded.grid = std::make_shared<const CurrentGrid>(grid);
  Owner sea({{"model", gridded, 0, 100}}, 6000 * kNanosecondsPerSecond);
  expect_velocity(sea.at(800, 10), Vec3(0, 2, 0));
  expect_velocity(sea.at(800, 200), Vec3::Zero());
  EXPECT_TRUE(sea.field.warnings(2600, 0).empty());
  EXPECT_EQ(sea.field.warnings(2601, 0).size(), 1u);
  EXPECT_FALSE(CurrentField::open({{"m", GriddedCurrent{.file = "none.nc"}}}, 0, 1, SeaMap()).ok());
}

// The first draw already has the stationary spread: over many seeds its deviation is sigma.
TEST(CurrentField, GaussMarkovStartsStationary) {
  Owner sea({{"random", GaussMarkovCurrent{{1, 0, 0}, {0.3, 0, 0}, 60, 0}}});
  double squares = 0;
  constexpr int kSeeds = 4000;
  for (int seed = 0; seed < kSeeds; ++seed) {
    sea.field.start_gauss_markov({static_cast<uint64_t>(seed), "a", "b"}, sea.gauss_markov);
    squares += std::pow(sea.gauss_markov[0] - 1, 2) / kSeeds;
  }
  EXPECT_NEAR(std::sqrt(squares), 0.3, 0.3 * 5 / std::sqrt(2.0 * kSeeds));
}

}  // namespace current_field_test
}  // namespace hadal::environment

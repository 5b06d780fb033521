#include "environment/current/current_field.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/calendar.h"
#include "kinds/currents/ekman.h"
#include "kinds/currents/gauss_markov.h"
#include "kinds/currents/gridded.h"
#include "kinds/currents/jet.h"
#include "kinds/currents/list.h"
#include "kinds/currents/log_layer.h"
#include "kinds/currents/pipe.h"
#include "kinds/currents/power_law.h"
#include "kinds/currents/stratified.h"
#include "kinds/currents/tide.h"
#include "kinds/currents/tide_station.h"
#include "kinds/currents/uniform.h"
#include "math/units.h"

namespace hadal::environment {
namespace current_field_test {

constexpr double kTolerance = 1e-12;  // m/s

struct NoFailure : CheckReport {
  void fail(const std::string& field, const std::string& message) override {
    ADD_FAILURE() << field << ": " << message;
  }
};

template <class T>
CurrentSource source(T current, const CurrentRun& run = {.has_seabed = true}) {
  CurrentSource out{current.name, nullptr, AnyConfig::of(current)};
  out.kind = &current_list().of(out.config);
  NoFailure report;
  if (out.kind->prepare) out.kind->prepare(out.config.data(), run, report);
  return out;
}

// A field with the spans a caller owns.
struct Owner {
  explicit Owner(std::vector<CurrentSource> sources)
      : field(std::move(sources)),
        processes(field.process_size()),
        live(field.live_size()),
        scratch(field.scratch_size()) {
    CurrentField::reset_live(live);
  }
  Vec3 at(double time_s, double depth_m, double seabed_depth_m = kNoSeabed) {
    field.prepare(time_s, live, processes, scratch);
    return field.velocity({0, 0, depth_m}, scratch, seabed_depth_m);
  }
  CurrentField field;
  std::vector<double> processes, live, scratch;
};

CurrentSource uniform(const Vec3& v, std::optional<double> top_m = {},
                      std::optional<double> bottom_m = {}) {
  UniformCurrent current{{"uniform", top_m, bottom_m}, std::hypot(v.x(), v.y())};
  current.toward_rad = std::atan2(v.y(), v.x());
  current.down_m_s = v.z();
  return source(current);
}

StratifiedCurrent table() {
  StratifiedCurrent current;
  current.table = {{0, 0.5, 0.2, 0}, {10, 0.35, 0.25, 0}, {30, 0.1, 0.3, 0.01}};
  return current;
}

void expect_velocity(const Vec3& actual, const Vec3& expected) {
  EXPECT_LT((actual - expected).norm(), kTolerance)
      << actual.transpose() << " instead of " << expected.transpose();
}

TEST(CurrentField, WithoutSourcesTheWaterRests) {
  expect_velocity(Owner({}).at(3, 10), Vec3::Zero());
}

TEST(CurrentField, SumsItsSources) {
  Owner sea({uniform({0.1, -0.2, 0.01}), source(table()), uniform({1, 0, 0})});
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
  periodic.period_s = 100;
  Owner sea({source(periodic)});
  expect_velocity(sea.at(0, 10), Vec3(0.35, 0.25, 0));
  expect_velocity(sea.at(50, 10), -Vec3(0.35, 0.25, 0));
}

TEST(CurrentField, HarmonicTideCountsFromItsEpoch) {
  TideCurrent tide;
  tide.constituents = {{"M2", 0.8, 35 * kDegree}};
  tide.epoch = "2026-06-01T00:00:00Z";
  tide.toward_rad = 90 * kDegree;
  Owner sea({source(
      tide, {.start_unix_ns = unix_ns_from_iso8601("2026-06-01T06:00:00Z").value()})});
  const double speed = 0.8 * std::cos((28.9841042 * 7.5 - 35) * kDegree);  // 6 h + 1.5 h
  EXPECT_LT((sea.at(1.5 * kHour, 5) - Vec3(0, speed, 0)).norm(), 1e-9);
}

TEST(CurrentField, StationTideFollowsTheWorldClock) {
  const auto seconds = [](const char* text) {
    return static_cast<double>(unix_ns_from_iso8601(text).value()) / kNanosecondsPerSecond;
  };
  TideStation station;
  station.events = {{seconds("2026-06-01T03:00:00Z"), 0},
                    {seconds("2026-06-01T06:00:00Z"), 0.6},
                    {seconds("2026-06-01T09:00:00Z"), 0}};
  const int64_t start = unix_ns_from_iso8601("2026-06-01T04:00:00Z").value();
  Owner sea({source(station, {.start_unix_ns = start, .end_unix_ns = start})});
  EXPECT_LT((sea.at(0, 5) - Vec3(0.3, 0, 0)).norm(), 1e-12);  // sin 30 degrees
  EXPECT_LT((sea.at(2 * kHour, 5) - Vec3(0.6, 0, 0)).norm(), 1e-12);
}

TEST(CurrentField, BottomProfilesUseTheirOwnSeabedOrTheOneBelow) {
  LogLayerCurrent below;
  below.toward_rad = 90 * kDegree;
  LogLayerCurrent own = below;
  own.seabed_depth_m = 100;
  const double at_one_metre = 0.3453877639;
  Owner fixed({source(own)}), local({source(below)});
  EXPECT_NEAR(fixed.at(0, 99, 500).y(), at_one_metre, 1e-9);
  EXPECT_NEAR(local.at(0, 499, 500).y(), at_one_metre, 1e-9);
  PowerLawCurrent power;
  power.surface_speed_m_s = 1.4;
  power.seabed_depth_m = 20;
  EXPECT_NEAR(Owner({source(power)}).at(0, 10).x(), 1.4 * std::pow(0.5, 1.0 / 7), 1e-12);
}

TEST(CurrentField, EkmanSpiral) {
  Owner sea({source(EkmanCurrent{})});
  EXPECT_LT((sea.at(0, 5) - Vec3(0.0775200191, 0.1871498815, 0)).norm(), 1e-9);
}

TEST(CurrentField, LiveChangesScaleAddAndReplace) {
  Owner sea({uniform({0.1, 0, 0}), source(table()), uniform({0, 0.4, 0}, 0, 5)});
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

GaussMarkovCurrent gauss_markov(double mean_m_s, double std_m_s, double correlation_time_s,
                                std::optional<double> toward_rad) {
  GaussMarkovCurrent current;
  current.mean_m_s = mean_m_s;
  current.std_m_s = std_m_s;
  current.correlation_time_s = correlation_time_s;
  current.toward_rad = toward_rad;
  return current;
}

TEST(CurrentField, GaussMarkovLayersAreIndependentProcesses) {
  GaussMarkovCurrent upper = gauss_markov(0, 0.12, 2, {});
  upper.top_m = 0;
  upper.bottom_m = 10;
  GaussMarkovCurrent lower = gauss_markov(0.4, 0.2, 2, 90 * kDegree);
  lower.top_m = 10;
  Owner sea({source(upper), source(lower)});
  const RandomStream stream(7, "environment/currents", "gauss_markov");
  sea.field.start_processes(stream, sea.processes);
  Vec3 squares = Vec3::Zero();
  double mean = 0, lower_squares = 0, cross = 0;
  constexpr int kSteps = 40000;
  for (int tick = 1; tick <= kSteps; ++tick) {
    sea.field.step_processes(stream, tick, 2.0, sea.processes);
    const Vec3 up = sea.at(0, 5), low = sea.at(0, 50);
    mean += low.y() / kSteps;
    squares += up.cwiseAbs2() / kSteps;
    lower_squares += (low.y() - 0.4) * (low.y() - 0.4) / kSteps;
    cross += up.x() * (low.y() - 0.4) / kSteps;
    ASSERT_NEAR(low.x(), 0, 1e-12);  // all of it runs to the east
  }
  EXPECT_NEAR(mean, 0.4, 0.008);
  EXPECT_NEAR(std::sqrt(squares.x()), 0.12, 0.004);
  EXPECT_NEAR(std::sqrt(squares.y()), 0.12, 0.004);
  EXPECT_EQ(squares.z(), 0);
  EXPECT_NEAR(std::sqrt(lower_squares), 0.2, 0.007);
  EXPECT_NEAR(cross / (0.12 * 0.2), 0, 0.04);
}

// Profiles without a seabed of their own take the one below the place asked for.
TEST(CurrentField, SeabedBelowThePlace) {
  LogLayerCurrent layer;
  PowerLawCurrent power;
  power.surface_speed_m_s = 1;
  power.exponent = 0.5;
  power.toward_rad = 90 * kDegree;
  Owner sea({source(layer), source(power)});
  EXPECT_TRUE(sea.field.needs_seabed());
  expect_velocity(sea.at(0, 90, 100), Vec3(0.05 * std::log(10 / 0.001), std::sqrt(0.1), 0));
  expect_velocity(sea.at(0, 90, 91), Vec3(0.05 * std::log(1 / 0.001), std::sqrt(1 - 90 / 91.0), 0));
  expect_velocity(sea.at(0, 90), Vec3(0, 1, 0));  // no seabed: no layer
  layer.seabed_depth_m = 95;
  EXPECT_FALSE(Owner({source(layer)}).field.needs_seabed());
}

TEST(CurrentField, StreamsActAtTheirPlace) {
  JetCurrent jet;
  jet.position_N = {0, 0, 5};
  jet.exit_speed_m_s = 3;
  jet.diameter_m = 1;
  PipeCurrent pipe{{}, {0, 50, 0}, {0, 60, 0}, 2, 0.5, PipeCurrent::Profile::kLaminar};
  Owner sea({source(jet), source(pipe)});
  CurrentField::scale(0, 2, sea.live);
  sea.field.prepare(0, sea.live, {}, sea.scratch);
  expect_velocity(sea.field.velocity({1, 0, 5}, sea.scratch), Vec3(6, 0, 0));
  expect_velocity(sea.field.velocity({0, 55, 0}, sea.scratch), Vec3(0, 1, 0));
  expect_velocity(sea.field.velocity({-1, 0, 5}, sea.scratch), Vec3::Zero());
}

// 1 m/s east at unix time 5000 s and 3 m/s at 8600 s.
struct RisingGrid : VelocityGrid {
  Vec3 velocity_N(const Vec3&, double unix_s) const override {
    return {0, 1 + (unix_s - 5000) / 1800, 0};
  }
  std::vector<std::string> notes(double, double to_unix_s, double) const override {
    if (to_unix_s <= 8600) return {};
    return {"it ends"};
  }
};

// A grid that says one thing at each end of an hour, asked half way at its own moment.
TEST(CurrentField, GriddedAgainstTheWorldClock) {
  GriddedCurrent gridded;
  gridded.name = "model";
  gridded.file = "none.nc";
  gridded.top_m = 0;
  gridded.bottom_m = 100;
  EXPECT_FALSE(CurrentField::open({source(gridded)}, 0, 1, SeaMap()).ok());
  gridded.grid = std::make_shared<const RisingGrid>();
  Owner sea({source(gridded, {.start_unix_ns = 6000 * kNanosecondsPerSecond})});
  expect_velocity(sea.at(800, 10), Vec3(0, 2, 0));
  expect_velocity(sea.at(800, 200), Vec3::Zero());
  EXPECT_TRUE(sea.field.notes(2600, 0).empty());
  const Problems notes = sea.field.notes(2601, 0);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes.list()[0].key, "environment.currents[0]");
  EXPECT_EQ(notes.list()[0].message, "model: it ends");
}

// The first draw already has the stationary spread: over many seeds its deviation is sigma.
TEST(CurrentField, GaussMarkovStartsStationary) {
  Owner sea({source(gauss_markov(1, 0.3, 60, 0))});
  double squares = 0;
  constexpr int kSeeds = 4000;
  for (int seed = 0; seed < kSeeds; ++seed) {
    sea.field.start_processes({static_cast<uint64_t>(seed), "a", "b"}, sea.processes);
    squares += std::pow(sea.processes[0] - 1, 2) / kSeeds;
  }
  EXPECT_NEAR(std::sqrt(squares), 0.3, 0.3 * 5 / std::sqrt(2.0 * kSeeds));
}

}  // namespace current_field_test
}  // namespace hadal::environment

// Sonars and modems that share the water, in whole runs: where the ping of one shows in the frame
// of another, how loud, and what it does to packets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "small_world.h"

namespace hadal {
namespace crosstalk_test {

constexpr double kSpeed = 1500;                      // m/s, of sound in these worlds
constexpr double kLevel_db = 1;                      // asked for
constexpr double kApart_m = 30;                      // from sonar to sonar
constexpr double kSource_db = 190, kBand_hz = 30e3;  // of them
constexpr int kMiddle = 16;                          // beam

// Deep water of one sound speed without anything that echoes, and bodies that stay where they are.
std::string sea(const std::string& vehicles, const std::string& more = "",
                const std::string& sound = "") {
  return R"(
format: 1
seed: 3
step_s: 0.01
duration_s: 100000
environment: {water: {sound_speed_profile: [[0, 1500]]}, sound: {)" +
         sound + R"(}}
vehicle_models:
  - name: buoy
    links: [{name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01}]
vehicles:
)" + vehicles +
         more;
}

std::string body(const std::string& name, double north_m, double heading_deg,
                 const std::string& sensors) {
  return "  - {name: " + name + ", model: buoy, kinematic: true, pose: {depth_m: 500, north_m: " +
         std::to_string(north_m) + ", heading_deg: " + std::to_string(heading_deg) +
         "}, sensors: [" + sensors + "]}\n";
}

std::string sonar(std::string keys) {
  for (const auto& [key, value] : {std::pair("max_range_m", ": 40"), std::pair("noise", ": false"),
                                   std::pair("bandwidth_khz", ": 30")})
    if (keys.find(key) == std::string::npos) keys += std::string(", ") + key + value;
  return "!forward_looking_sonar {name: sonar, beams: 33, field_of_view_deg: 33, rays_along: 4, "
         "source_level_db: 190, spreading_gain_db: 0, " +
         keys + "}";
}

// A looks north, B stands kApart_m north of it and looks back.
std::string face_to_face(const std::string& keys_a, const std::string& keys_b,
                         const std::string& sound = "", double heading_b_deg = 180) {
  return sea(body("a", 0, 0, sonar(keys_a)) + body("b", kApart_m, heading_b_deg, sonar(keys_b)), "",
             sound);
}

// Runs until the first frame of sensor 0 has arrived.
const Frame& first_frame(simulation::Simulation& s) {
  while (s.state().frame_stamp[0] < 0) test::run_steps(s, 1);
  return s.frames().frame(0);
}

std::span<const float> row_of(const Frame& frame, int row) {
  const Plane& plane = frame.plane(kLevelPlane);
  return plane.floats().subspan(static_cast<size_t>(row) * plane.columns,
                                static_cast<size_t>(plane.columns));
}
// Sum of the powers of the bins between two ranges.
double level_between(const Frame& frame, double from_m, double to_m, int row = kMiddle) {
  double power = 1e-9;
  const auto levels = row_of(frame, row);
  for (size_t n = 0; n < levels.size(); ++n)
    if (frame.axes.ranges_m[n] > from_m && frame.axes.ranges_m[n] < to_m && levels[n] > -20)
      power += std::pow(10, levels[n] / 10);
  return 10 * std::log10(power);
}
double loudest_m(const Frame& frame, int row = kMiddle) {
  const auto levels = row_of(frame, row);
  return frame.axes.ranges_m[static_cast<size_t>(std::max_element(levels.begin(), levels.end()) -
                                                 levels.begin())];
}
double one_way_db(const simulation::Simulation& s, double frequency_hz = 900e3) {
  return kSource_db - 20 * std::log10(kApart_m) -
         kApart_m * s.sound().absorption_db_per_m(frequency_hz, 500);
}

// Both ping at once: the other's ping takes r / c and looks like an echo from r / 2.
TEST(Crosstalk, APingShowsWhereItArrives) {
  const auto s = test::simulate(face_to_face("rate_hz: 5", "rate_hz: 5"));
  const Frame& frame = first_frame(*s);
  const double bin_m = kSpeed / (2 * kBand_hz);
  EXPECT_NEAR(loudest_m(frame), kApart_m / 2, bin_m);
  EXPECT_NEAR(level_between(frame, 14.5, 15.5), one_way_db(*s), kLevel_db);
  EXPECT_LT(level_between(frame, 0, 14.5), 0);
  EXPECT_LT(level_between(frame, 15.5, 40), 0);
  // The array is turned to it with one beam; the next ones hear its side lobes.
  EXPECT_LT(level_between(frame, 14.5, 15.5, 0), one_way_db(*s) - 20);
}

// Half its field of view off the axis a transmitter is 3 dB weaker.
TEST(Crosstalk, TheSenderHasABeam) {
  const auto s = test::simulate(face_to_face("rate_hz: 5", "rate_hz: 5", "", 180 - 16.5));
  EXPECT_NEAR(level_between(first_frame(*s), 14.5, 15.5), one_way_db(*s) - 3, kLevel_db);
}

// Only the fraction of the power that lies in the band is heard; other bands are not.
TEST(Crosstalk, OnlyInTheBand) {
  const auto half = test::simulate(face_to_face("rate_hz: 5", "rate_hz: 5, frequency_khz: 915"));
  EXPECT_NEAR(level_between(first_frame(*half), 14.5, 15.5), one_way_db(*half, 915e3) - 3,
              kLevel_db);
  const auto other = test::simulate(face_to_face("rate_hz: 5", "rate_hz: 5, frequency_khz: 931"));
  EXPECT_LT(level_between(first_frame(*other), 0, 40), 0);
}

TEST(Crosstalk, CanBeSwitchedOff) {
  const auto s = test::simulate(face_to_face("rate_hz: 5", "rate_hz: 5", "interference: false"));
  EXPECT_LT(level_between(first_frame(*s), 0, 40), 0);
}

// Pings that are sent while the other listens, at 0.2 s: r / 2 + 150 m. The first frame is under
// way for 0.43 s, and is not computed anew.
TEST(Crosstalk, PingsSentLaterAreReceivedToo) {
  const auto s = test::simulate(
      face_to_face("rate_hz: 2, max_range_m: 300, bandwidth_khz: 3, frequency_khz: 60",
                   "rate_hz: 5, bandwidth_khz: 3, frequency_khz: 60"));
  const Frame& frame = first_frame(*s);
  EXPECT_NEAR(level_between(frame, 14, 16), one_way_db(*s, 60e3), kLevel_db);
  EXPECT_NEAR(level_between(frame, 164, 166), one_way_db(*s, 60e3), kLevel_db);
  EXPECT_LT(level_between(frame, 16.5, 163.5), 0);
  EXPECT_LT(level_between(frame, 166.5, 300), 0);
}

// A packet fills all bins from its arrival on, with the fraction of its power in the band: 4 of 5
// kHz.
TEST(Crosstalk, PacketsFillTheBins) {
  const auto s = test::simulate(
      sea(body("a", 0, 0, sonar("rate_hz: 1, frequency_khz: 25, bandwidth_khz: 4")) +
              body("b", kApart_m, 180, "!acoustic_modem {name: modem, source_level_db: 190}"),
          "events:\n  - !send {at_s: 0, from: b/modem, text: something long enough}\n"));
  const Frame& frame = first_frame(*s);
  const auto levels = row_of(frame, kMiddle);
  for (size_t n = 0; n < levels.size(); ++n) {
    if (frame.axes.ranges_m[n] > 15.3) {
      EXPECT_NEAR(levels[n], one_way_db(*s, 25e3) + 10 * std::log10(4.0 / 5), kLevel_db);
    } else if (frame.axes.ranges_m[n] < 14.7) {
      EXPECT_LT(levels[n], 0);
    }
  }
}

// One ping of 0.2 ms hits one bit of each packet with more than its own energy, and every other
// packet is lost.
TEST(Crosstalk, SonarsSpoilPackets) {
  constexpr int kPackets = 100;
  const auto received = [](const std::string& sound, const std::string& frequency) {
    const std::string modem =
        "!acoustic_modem {name: modem, source_level_db: 200, preamble_s: 0.02}";
    const auto s = test::simulate(sea(
        body("a", 0, 0, modem) + body("b", 750, 0, modem) +
            body("c", 740, 0, sonar("rate_hz: 10, bandwidth_khz: 5, frequency_khz: " + frequency)),
        "events:\n  - !send {at_s: 0.02, every_s: 1, from: a/modem, to: b/modem, text: spoiled}\n",
        sound));
    test::run_steps(*s, 100 * kPackets);
    EXPECT_EQ(s->state().signal_counters[kSignalsWithoutSlot], 0);
    return s->state().device_header[1].received;
  };
  EXPECT_EQ(received("", "90"), kPackets);
  EXPECT_EQ(received("interference: false", "25"), kPackets);
  EXPECT_NEAR(static_cast<double>(received("", "25")), 0.5 * kPackets,
              4 * std::sqrt(0.25 * kPackets));
}

// Sonars of different rates, and modems in the band of one of them.
std::string crowd() {
  return sea(
      body("a", 0, 0, sonar("rate_hz: 2, max_range_m: 200, bandwidth_khz: 6, noise: true")) +
          body("b", kApart_m, 180,
               sonar("rate_hz: 5, max_range_m: 100") + ", !side_scan_sonar {name: side, rate_hz: "
                                                       "8, frequency_khz: 900, max_range_m: 60}") +
          body("c", 20, 90,
               "!multibeam_echosounder {name: mbes, beams: 33, rate_hz: 7, frequency_khz: 900, "
               "max_range_m: 60}, !scanning_sonar {name: scan, rate_hz: 9, frequency_khz: 25, "
               "bandwidth_khz: 3, max_range_m: 50}, !acoustic_modem {name: modem}") +
          body("d", 300, 0, "!acoustic_modem {name: modem}"),
      "events:\n  - !send {at_s: 0.1, every_s: 0.7, from: c/modem, text: c}\n"
      "  - !send {at_s: 0.3, every_s: 0.6, from: d/modem, text: d}\n");
}

std::vector<int64_t> hashes(int threads) {
  const auto s = test::simulate(crowd(), threads);
  std::vector<int64_t> out;
  for (int i = 0; i < 200; ++i) {
    test::run_steps(*s, 1);
    out.insert(out.end(), s->state().frame_hash.begin(), s->state().frame_hash.end());
    out.push_back(static_cast<int64_t>(state_hash(s->state())));
  }
  return out;
}

TEST(Crosstalk, ThreadsDoNotChangeABit) {
  const auto one = hashes(1);
  EXPECT_EQ(one, hashes(2));
  EXPECT_EQ(one, hashes(4));
}

// The snapshot lies between a ping of b and the arrival of the frame of a that it disturbs.
TEST(Crosstalk, SnapshotWithPingsInFlight) {
  const auto first = test::simulate(crowd());
  test::run_steps(*first, 121);
  ASSERT_GT(first->state().signal_counters[kSignalsActive], 2);
  const auto snapshot = first->save();
  test::run_steps(*first, 100);
  const auto second = test::simulate(crowd(), 2);
  ASSERT_TRUE(second->restore(snapshot));
  test::run_steps(*second, 100);
  EXPECT_EQ(first_difference(first->state(), second->state()), "");
}

// Slots are given back, also those of pings that frames wait for.
TEST(Crosstalk, SlotsAreFreed) {
  const auto s = test::simulate(crowd());
  test::run_steps(*s, 1000);
  EXPECT_EQ(s->state().signal_counters[kSignalsWithoutSlot], 0);
  EXPECT_GT(s->state().signal_counters[kNextSignal], 300);
  EXPECT_LT(s->state().signal_counters[kSignalsActive], 40);
}

}  // namespace crosstalk_test
}  // namespace hadal

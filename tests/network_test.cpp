// Packets through the water, in whole runs: when they arrive, how loud, and which are lost.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include "hadal/run.h"
#include "hadal/simulator.h"
#include "small_world.h"

namespace hadal {
namespace network_test {

constexpr double kSpeed = 1500;  // m/s, of sound in these worlds
constexpr double kTick_s = 0.01;

// Deep water of one sound speed, and bodies that move as told.
std::string sea(const std::string& vehicles, const std::string& more = "",
                const std::string& environment = "") {
  return R"(
format: 1
seed: 3
step_s: 0.01
duration_s: 100000
environment: {water: {sound_speed_profile: [[0, 1500]]}, )" +
         environment + R"(}
vehicle_models:
  - name: buoy
    links: [{name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01}]
record: {rate_hz: 1}
vehicles:
)" + vehicles +
         more;
}

std::string body(const std::string& name, double north_m, double speed_m_s,
                 const std::string& sensors, double depth_m = 500) {
  return "  - {name: " + name +
         ", model: buoy, kinematic: true, pose: {north_m: " + std::to_string(north_m) +
         ", depth_m: " + std::to_string(depth_m) + "}, velocity: [" + std::to_string(speed_m_s) +
         ", 0, 0, 0, 0, 0], sensors: [" + sensors + "]}\n";
}

// A kinematic vehicle keeps a velocity only while a mission step asks for it.
std::string cruise(const std::string& name, double speed_m_s) {
  return "  - !velocity {vehicle: " + name + ", velocity: [" + std::to_string(speed_m_s) +
         ", 0, 0, 0, 0, 0], duration_s: 1000000}\n";
}

std::string modem(const std::string& keys = "") {
  return "!acoustic_modem {name: modem, source_level_db: 200" + keys + "}";
}

const InboxValues& arrival(const State& state, int device, int64_t event) {
  return state.inbox_values[static_cast<size_t>(device * kInboxSlots + event % kInboxSlots)];
}
int64_t outcome(const State& state, int device, int64_t event = 0) {
  return state.inbox_header[static_cast<size_t>(device * kInboxSlots + event % kInboxSlots)]
      .outcome;
}
int64_t as_int(Outcome outcome) {
  return static_cast<int64_t>(outcome);
}

std::vector<ReceivedPacket> received(const ModemHandle& modem) {
  std::array<ReceivedPacket, ModemHandle::kInbox> packets;
  const int count = modem.received(packets);
  return {packets.begin(), packets.begin() + count};
}

// t = r / c + preamble + bits / rate, to the microsecond, on a clock of 10 ms.
TEST(Network, PacketTakesTheTimeOfItsPathAndItsBits) {
  constexpr double kRange_m = 1234.5, kTolerance_s = 1e-9;
  Simulator sim = Simulator::load_text(
      sea(body("a", 0, 0, modem(", bit_rate: 480, preamble_s: 0.25, overhead_bits: 32")) +
          body("b", kRange_m, 0, modem())));
  const ModemHandle a = sim.modem("a/modem"), b = sim.modem("b/modem");
  ASSERT_TRUE(a.send("hello", b));
  const double arrives_s = kRange_m / kSpeed, complete_s = arrives_s + 0.25 + 8 * 9 / 480.0;
  while (sim.time_s() < complete_s - 1e-9) {
    EXPECT_TRUE(received(b).empty());
    sim.step();
  }
  const auto packets = received(b);
  ASSERT_EQ(packets.size(), 1u);
  EXPECT_EQ(std::string(packets[0].payload.begin(), packets[0].payload.end()), "hello");
  EXPECT_EQ(packets[0].from, "a/modem");
  EXPECT_FALSE(packets[0].broadcast);
  EXPECT_NEAR(packets[0].arrived_s, arrives_s, kTolerance_s);
  EXPECT_NEAR(packets[0].complete_s, complete_s, kTolerance_s);
  EXPECT_LT(sim.time_s() - complete_s, kTick_s);
  EXPECT_EQ(packets[0].doppler, 1);
}

// The receiver runs toward the packet: it meets it at r / (c + v), and hears it 1 + v/c faster.
TEST(Network, MovingReceiverMeetsThePacketEarlier) {
  constexpr double kRange_m = 2000, kTolerance_s = 1e-8;
  for (const double closing_m_s : {1.5, -4.0, 30.0}) {
    const auto s = test::simulate(
        sea(body("a", 0, 0, modem()) +
                body("b", kRange_m, -closing_m_s, modem(", doppler_tolerance_m_s: 50")),
            "mission:\n" + cruise("b", -closing_m_s) +
                "events:\n  - !send {at_s: 0, from: a/modem, to: b/modem, text: x}\n"));
    test::run_steps(*s, 200);
    ASSERT_EQ(s->state().device_header[1].received, 1) << closing_m_s;
    const InboxValues& packet = arrival(s->state(), 1, 0);
    EXPECT_NEAR(packet.begin_s, kRange_m / (kSpeed + closing_m_s), kTolerance_s);
    EXPECT_NEAR(packet.doppler, 1 + closing_m_s / kSpeed, 1e-12);
    EXPECT_NEAR(packet.end_s - packet.begin_s, (8 / 480.0) / (1 + closing_m_s / kSpeed), 1e-12);
  }
}

// A sender that moves does not change the travel time, and its tone by 1 / (1 - v/c).
TEST(Network, MovingSender) {
  const auto s = test::simulate(sea(
      body("a", 0, 3, modem()) + body("b", 1500, 0, modem()),
      "mission:\n" + cruise("a", 3) + "events:\n  - !send {at_s: 1, from: a/modem, text: x}\n"));
  test::run_steps(*s, 300);
  ASSERT_EQ(s->state().device_header[1].received, 1);
  EXPECT_NEAR(arrival(s->state(), 1, 0).begin_s - 1, (1500 - 3) / kSpeed, 1e-8);
  EXPECT_NEAR(arrival(s->state(), 1, 0).doppler, 1 / (1 - 3 / kSpeed), 1e-12);
}

// RL = SL - 20 log r - alpha r; SNR over Wenz' noise in the band, and over louder own noise.
TEST(Network, SonarEquation) {
  constexpr double kRange_m = 3000, kTolerance_db = 1e-6;
  const auto s = test::simulate(sea(body("a", 0, 0, modem()) + body("b", kRange_m, 0, modem()) +
                                        body("c", -kRange_m, 0, modem(", self_noise_db: 70")),
                                    "events:\n  - !send {at_s: 0, from: a/modem, text: x}\n"));
  test::run_steps(*s, 250);
  const environment::AcousticField& sound = s->sound();
  const double level_db =
      200 - 20 * std::log10(kRange_m) - kRange_m * sound.absorption_db_per_m(25e3, 500);
  EXPECT_NEAR(arrival(s->state(), 1, 0).level_db, level_db, kTolerance_db);
  const double ambient_db = sound.noise_db(25e3, 0);
  EXPECT_NEAR(arrival(s->state(), 1, 0).snr_db, level_db - ambient_db - 10 * std::log10(5e3),
              kTolerance_db);
  const double both_db = 10 * std::log10(std::pow(10, ambient_db / 10) + 1e7);
  EXPECT_NEAR(arrival(s->state(), 2, 0).snr_db, level_db - both_db - 10 * std::log10(5e3),
              kTolerance_db);
}

// At half its width off the axis a beam has 3 dB less, sending and hearing.
TEST(Network, BeamsLookAlongX) {
  const auto level_db = [](const std::string& keys) {
    const auto s = test::simulate(sea(body("a", 0, 0, modem(keys)) + body("b", 100, 0, modem()),
                                      "events:\n  - !send {at_s: 0, from: a/modem, text: x}\n"));
    test::run_steps(*s, 20);
    return arrival(s->state(), 1, 0).level_db;
  };
  const double ahead_db = level_db(", beam_width_deg: 60");
  EXPECT_NEAR(level_db(", beam_width_deg: 60, rpy_deg: [0, 0, 30]"), ahead_db - 3, 1e-9);
  EXPECT_NEAR(level_db(", beam_width_deg: 60, rpy_deg: [0, 30, 0]"), ahead_db - 3, 1e-9);
  EXPECT_NEAR(level_db(""), ahead_db, 1e-9);
}

// A modem neither sends twice at a time nor hears while it sends.
TEST(Network, HalfDuplex) {
  Simulator sim = Simulator::load_text(sea(body("a", 0, 0, modem(", turnaround_s: 0.5")) +
                                           body("b", 750, 0, modem()) +
                                           body("c", 1500, 0, modem(", half_duplex: false"))));
  const ModemHandle a = sim.modem("a/modem"), b = sim.modem("b/modem"), c = sim.modem("c/modem");
  EXPECT_TRUE(a.send(std::string(48, 'a')));  // 0.8 s long
  EXPECT_FALSE(a.send("again"));              // still sending
  sim.step(45);
  EXPECT_TRUE(b.send(std::string(60, 'b')));  // 1 s: covers the arrival at 0.5 s
  sim.step(35);                               // 0.8 s: sent, but turning around
  EXPECT_FALSE(a.send("too early"));
  EXPECT_TRUE(c.send("full duplex"));
  sim.step(300);
  EXPECT_TRUE(a.send("now"));
  EXPECT_EQ(received(b).size(), 0u);
  ASSERT_GE(received(c).size(), 1u);  // hears the packet of b although it sent meanwhile
}

TEST(Network, ReceiverThatSendsIsDeaf) {
  const auto s =
      test::simulate(sea(body("a", 0, 0, modem()) + body("b", 750, 0, modem()),
                         "events:\n"
                         "  - !send {at_s: 0, from: a/modem, to: b/modem, text: first}\n"
                         "  - !send {at_s: 0.45, from: b/modem, to: a/modem, text: meanwhile}\n"));
  test::run_steps(*s, 200);
  EXPECT_EQ(s->state().device_header[1].lost, 1);
  EXPECT_EQ(outcome(s->state(), 1), as_int(Outcome::kHalfDuplex));
  EXPECT_EQ(s->state().device_header[0].received, 1);
}

// Two packets that overlap at a receiver: both lost if alike, the stronger survives by capture.
TEST(Network, Collision) {
  const std::string events =
      "events:\n"
      "  - !send {at_s: 0, from: a/modem, to: b/modem, text: from the left}\n"
      "  - !send {at_s: 0.1, from: c/modem, to: b/modem, text: from the right}\n";
  const auto alike = test::simulate(sea(
      body("a", 0, 0, modem()) + body("b", 750, 0, modem()) + body("c", 1500, 0, modem()), events));
  test::run_steps(*alike, 200);
  EXPECT_EQ(alike->state().device_header[1].lost, 2);
  EXPECT_EQ(outcome(alike->state(), 1, 0), as_int(Outcome::kCollision));
  EXPECT_EQ(outcome(alike->state(), 1, 1), as_int(Outcome::kCollision));
  const auto near = test::simulate(
      sea(body("a", 700, 0, modem()) + body("b", 750, 0, modem()) + body("c", 1500, 0, modem()),
          "events:\n"
          "  - !send {at_s: 0.5, from: a/modem, to: b/modem, text: from the left}\n"
          "  - !send {at_s: 0.1, from: c/modem, to: b/modem, text: from the right}\n"));
  test::run_steps(*near, 200);
  EXPECT_EQ(near->state().device_header[1].received, 1);
  EXPECT_EQ(near->state().device_header[1].lost, 1);
}

// One after the other, or in other bands: nothing is lost.
TEST(Network, NoCollisionApartInTimeOrBand) {
  const auto apart = test::simulate(
      sea(body("a", 0, 0, modem()) + body("b", 750, 0, modem()) + body("c", 1500, 0, modem()),
          "events:\n"
          "  - !send {at_s: 0, from: a/modem, to: b/modem, text: one}\n"
          "  - !send {at_s: 0.06, from: c/modem, to: b/modem, text: two}\n"));
  test::run_steps(*apart, 200);
  EXPECT_EQ(apart->state().device_header[1].received, 2);
  const auto bands = test::simulate(
      sea(body("a", 0, 0, modem()) + body("b", 750, 0, modem(", listen_bandwidth_hz: 40000")) +
              body("c", 1500, 0, modem(", frequency_hz: 35000")),
          "events:\n"
          "  - !send {at_s: 0, from: a/modem, to: b/modem, text: one}\n"
          "  - !send {at_s: 0, from: c/modem, to: b/modem, text: two}\n"));
  test::run_steps(*bands, 200);
  EXPECT_EQ(bands->state().device_header[1].received, 2);
}

// A packet every two ticks from a modem to another 150 m away.
std::unique_ptr<simulation::Simulation> exchange(const std::string& keys, const std::string& what,
                                                 int packets) {
  auto s = test::simulate(sea(
      body("a", 0, 0, modem(keys)) + body("b", 150, 0, modem(keys)),
      "events:\n  - !send {at_s: 0, every_s: 0.02, from: a/modem, to: b/modem, " + what + "}\n"));
  test::run_steps(*s, 2 * packets + 15);
  return s;
}

// Ten thousand packets at a signal to noise ratio where the closed form predicts a loss:
// PER = 1 - (1 - exp(-Eb/N0 / 2) / 2)^n.
TEST(Network, PacketErrorRateOfFrequencyShiftKeying) {
  constexpr int kPackets = 10000, kBytes = 4;
  const std::string keys =
      ", bit_rate: 5000, frequency_hz: 25000, bandwidth_hz: 5000, detection_db: -20, "
      "self_noise_db: 109.7";
  const auto s = exchange(keys, "hex: 00112233", kPackets);
  const double snr = std::pow(10, arrival(s->state(), 1, 0).snr_db / 10);
  const double ber = 0.5 * std::exp(-snr / 2);  // bandwidth = bit rate: Eb/N0 = SNR
  const double per = 1 - std::pow(1 - ber, 8 * kBytes);
  const DeviceHeader& counts = s->state().device_header[1];
  const auto all = static_cast<double>(counts.received + counts.lost);
  ASSERT_GE(all, kPackets);
  EXPECT_GT(per, 0.05);
  EXPECT_LT(per, 0.95);
  EXPECT_NEAR(static_cast<double>(counts.lost) / all, per, 4 * std::sqrt(per * (1 - per) / all));
}

TEST(Network, FixedErrorRateAndOtherLosses) {
  constexpr int kPackets = 10000;
  const std::string keys =
      ", bit_rate: 50000, bandwidth_hz: 20000, modulation: given, bit_error_rate: 0.0005, "
      "packet_loss: 0.1";
  const auto s = exchange(keys, "text: 0123456789abcdef", kPackets);
  const double success = 0.9 * std::pow(1 - 0.0005, 128);
  const DeviceHeader& counts = s->state().device_header[1];
  const auto all = static_cast<double>(counts.received + counts.lost);
  EXPECT_NEAR(static_cast<double>(counts.received) / all, success,
              4 * std::sqrt(success * (1 - success) / all));
}

// A pinger in the band drowns a packet; the same pinger in another band does not.
TEST(Network, PingsDisturbPackets) {
  const auto received = [](const std::string& frequency) {
    const std::string pinger =
        "!pinger {name: pinger, source_level_db: 200, frequency_hz: " + frequency +
        ", bandwidth_hz: 5000, ping_s: 0.5, rate_hz: 1}";
    const auto s = test::simulate(
        sea(body("a", 0, 0, modem()) + body("b", 750, 0, modem()) + body("c", 760, 0, pinger),
            "events:\n  - !send {at_s: 0.6, from: a/modem, to: b/modem, text: drowned}\n"));
    test::run_steps(*s, 300);
    return s->state().device_header[1].received;
  };
  EXPECT_EQ(received("25000"), 0);
  EXPECT_EQ(received("90000"), 1);
}

TEST(Network, TooFastForTheReceiver) {
  const auto s = test::simulate(sea(
      body("a", 0, 0, modem()) + body("b", 750, -3, modem(", doppler_tolerance_m_s: 2")),
      "mission:\n" + cruise("b", -3) + "events:\n  - !send {at_s: 0, from: a/modem, text: x}\n"));
  test::run_steps(*s, 100);
  EXPECT_EQ(outcome(s->state(), 1), as_int(Outcome::kDoppler));
}

// Light: pointed it arrives at once, turned away or in muddy water it does not.
TEST(Network, OpticalModem) {
  const auto result = [](const std::string& yaw, const std::string& attenuation) {
    const auto lamp = [&](const std::string& deg) {
      return "!optical_modem {name: light, rpy_deg: [0, 0, " + deg +
             "], attenuation_per_m: " + attenuation + "}";
    };
    const auto s = test::simulate(sea(body("a", 0, 0, lamp(yaw)) + body("b", 20, 0, lamp("180")),
                                      "events:\n  - !send {at_s: 0, from: a/light, to: b/light, "
                                      "text: see}\n"));
    test::run_steps(*s, 5);
    return s->state().device_header[1];
  };
  EXPECT_EQ(result("0", "0.05").received, 1);
  EXPECT_EQ(result("0", "1.0").lost, 1);
  EXPECT_EQ(result("120", "0.05").lost, 1);
}

// In a channel the late echoes of surface and bottom limit the signal to noise ratio.
TEST(Network, EchoesOfAChannelDisturb) {
  const auto snr_db = [](const std::string& keys) {
    const auto s = test::simulate(sea(
        body("a", 0, 0, modem(keys), 15) + body("b", 300, 0, modem(keys), 15),
        "events:\n  - !send {at_s: 0, from: a/modem, text: x}\n", "seabed: !flat {depth_m: 30}"));
    test::run_steps(*s, 60);
    return arrival(s->state(), 1, 0).snr_db;
  };
  const double alone_db = snr_db(""), echoes_db = snr_db(", multipath: true, max_bounces: 3");
  EXPECT_GT(alone_db, 50);
  EXPECT_LT(echoes_db, 10);  // the surface reflects almost everything
  EXPECT_GT(snr_db(", multipath: true, max_bounces: 3, guard_s: 1"), alone_db);
}

const char* const kChatter =
    "events:\n"
    "  - !send {at_s: 0, every_s: 0.7, from: a/modem, to: b/modem, text: ping}\n"
    "  - !send {at_s: 0.3, every_s: 1.1, from: b/modem, text: all}\n"
    "  - !send {at_s: 0.2, every_s: 0.9, from: c/modem, to: a/modem, hex: ff00}\n";

std::string chatter() {
  return sea(
      body("a", 0, 0, modem()) + body("b", 1200, -1, modem(", multipath: true, guard_s: 2")) +
          body("c", 500, 0.5, modem()),
      std::string("mission:\n") + cruise("b", -1) + kChatter, "seabed: !flat {depth_m: 600}");
}

TEST(Network, SnapshotWithPacketsInFlight) {
  const auto first = test::simulate(chatter());
  test::run_steps(*first, 75);
  int under_way = 0;
  for (const ReceptionHeader& reception : first->state().reception_header)
    under_way += reception.signal >= 0;
  ASSERT_GT(under_way, 0);
  const auto snapshot = first->save();
  test::run_steps(*first, 400);
  const auto second = test::simulate(chatter(), 4);
  ASSERT_TRUE(second->restore(snapshot));
  test::run_steps(*second, 400);
  EXPECT_EQ(first_difference(first->state(), second->state()), "");
  EXPECT_EQ(state_hash(first->state()), state_hash(second->state()));
  EXPECT_GT(first->state().device_header[1].received, 0);
}

TEST(Network, ThreadsDoNotChangeABit) {
  const auto one = test::simulate(chatter(), 1), two = test::simulate(chatter(), 2),
             four = test::simulate(chatter(), 4);
  for (const auto& s : {one.get(), two.get(), four.get()}) test::run_steps(*s, 600);
  EXPECT_EQ(state_hash(one->state()), state_hash(two->state()));
  EXPECT_EQ(state_hash(one->state()), state_hash(four->state()));
}

TEST(Network, SentPacketsAreReplayed) {
  const std::string path = std::filesystem::temp_directory_path() / "hadal_network_test.mcap";
  {
    SimulatorOptions options;
    options.log_path = path;
    Simulator sim = Simulator::load_text(chatter(), options);
    sim.step(33);
    sim.modem("c/modem").send("from outside", sim.modem("b/modem"));
    sim.step(200);
    ASSERT_FALSE(received(sim.modem("b/modem")).empty());
    EXPECT_THROW(sim.modem("a/nothing"), Error);
    EXPECT_THROW(sim.modem("a/modem").send(std::string(257, 'x')), Error);
  }
  const ReplayResult replay = replay_log(path, 2);
  EXPECT_EQ(replay.exit_code, 0) << replay.message;
  EXPECT_GT(replay.compared, 200);
  std::filesystem::remove(path);
}

// Slots are given back: a run of thousands of packets never runs out of them.
TEST(Network, SlotsAreFreed) {
  const auto s = test::simulate(chatter());
  test::run_steps(*s, 6000);
  EXPECT_EQ(s->state().signal_counters[kSignalsWithoutSlot], 0);
  EXPECT_GT(s->state().signal_counters[kNextSignal], 150);
}

}  // namespace network_test
}  // namespace hadal

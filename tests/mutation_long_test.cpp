// Mutated scenario files: bytes flipped, deleted and doubled, lines spliced, numbers replaced by
// extremes, keys and tags swapped. Every one must load or be refused with a message, and what loads
// must build and step, or be refused, without crash, hang or escaped exception. A failure names the
// seed and the number of the mutation, and prints the text; so does a crash.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/rng.h"
#include "small_world.h"

namespace hadal {
namespace mutation_long_test {

constexpr uint64_t kSeed = 20260601;
constexpr int kMutations = 100'000;
constexpr int kRoundTripEvery = 16;
constexpr size_t kLargeOneIn = 150;

// Short seeds, because most of the time goes into parsing; together they hold every kind of
// current, sensor, rotor, thrust map, controller, step and event.
const char* const kSeeds[] = {
    R"(format: 1
step_s: 0.01
origin: {lat_deg: -33.5, lon_deg: 151}
clock: {start: "2026-06-01T09:00:00Z"}
environment:
  water: {temperature_profile: [[0, 20], [50, 8]], salinity_profile: [[0, 34], [20, 35]], sound_speed: mackenzie}
  currents:
    - !uniform {name: drift, speed_m_s: 0.2, toward_deg: 30, top_m: 0, bottom_m: 40}
    - !stratified {table: [[0, 0.1, 0.2], [10, 0.05, 0.1, 0.01]], period_s: 3600, phase_deg: 10}
    - !tide {toward_deg: 80, epoch: "2026-01-01", constituents: [{name: M2, amplitude_m_s: 0.3, phase_deg: 20}]}
    - !tide_station {toward_deg: 10, events: [[1780000000, 0.5], [1780300000, 0], [1780400000, -0.4]]}
vehicle_models:
  - {name: ball, links: [{name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}]}
vehicles: [{name: ball, model: ball, pose: {depth_m: 5}, velocity: [0.1, 0, 0, 0, 0, 0.1]}]
events: [!current {at_s: 0.01, current: drift, factor: 2, add_north_m_s: 0.1}]
)",
    R"(format: 1
seed: 3
duration_s: 5
environment:
  gravity_m_s2: 9.81
  currents:
    - !log_layer {friction_velocity_m_s: 0.02, roughness_m: 0.001, seabed_depth_m: 60, toward_deg: 5}
    - !ekman {surface_speed_m_s: 0.2, ekman_depth_m: 30, wind_toward_deg: 100, hemisphere: south}
    - !power_law {surface_speed_m_s: 0.4, seabed_depth_m: 60, toward_deg: 300}
    - !gauss_markov {std_m_s: 0.1, correlation_time_s: 5, toward_deg: 40, mean_m_s: 0.1}
vehicle_models:
  - name: ball
    links:
      - name: hull
        mass_kg: 20
        inertia_kg_m2: [1, 1, 1]
        added_mass: [10, 10, 10, 0.5, 0.5, 0.5]
        damping: {linear: [5, 5, 5, 1, 1, 1], quadratic: [40, 40, 40, 1, 1, 1], linear_decay_s_m: [1, 0, 0, 0, 0, 0]}
vehicles: [{name: ball, model: ball}]
marks: [{name: buoy, north_m: 3, depth_m: 0}]
events: [!wrench {at_s: 0, vehicle: ball, link: hull, wrench: [5, 0, 0, 0, 0, 1], duration_s: 2}]
record: {rate_hz: 20, hashes: false}
expect:
  - {that: "distance(ball, buoy) < 10", after_s: 0.01, when: always}
  - {that: speed(ball) >= 0 and depth(ball) - 5 < 1e3, until_s: 1}
)",
    R"(format: 1
integrator: rkmk4
vehicle_models:
  - name: worker
    links:
      - {name: hull, mass_kg: 40, inertia_kg_m2: [[2, 0, 0.1], [0, 3, 0], [0.1, 0, 3]], sphere_radius_m: 0.2,
         derivatives: [{axis: sway, of: u|v|, value: -3}, {axis: yaw, of: u u delta_rudder, value: 2}],
         lift: {area_m2: 0.1, curve: {aspect_ratio: 2}}, crossflow: {length_m: 1, side_height_m: 0.3, drag_2d_side: 1.1}}
      - {name: arm, parent: hull, mass_kg: 2, inertia_kg_m2: [0.01, 0.02, 0.02],
         joint: {position_m: [0.4, 0, 0.1], axis: [0, 1, 0], lower: -1, upper: 1.5, damping: 2, start: 0.3}}
      - {name: rod, parent: arm, mass_kg: 1, inertia_kg_m2: [0.01, 0.01, 0.01], joint: {kind: slide, armature: 0.1}}
      - {name: lamp, parent: hull, mass_kg: 0, joint: {kind: fixed}}
    fins: [{name: rudder, axis: [0, 0, 1], area_m2: 0.01, time_constant_s: 0.1}]
    ballasts: [{name: tank, kind: tank, max: 3, rate_up: 0.1, start: 1}]
    moving_masses: [{name: trim, mass_kg: 2, offset_min_m: -0.1, offset_max_m: 0.1}]
vehicles: [{name: rov, model: worker, pose: {depth_m: 30, heading_deg: 90, roll_deg: 5}}]
mission:
  - !commands {vehicle: rov, actuators: [rudder, tank, trim, arm], schedule: [[0, 0.1, 2, 0.05, 1], [1, 0, 1, 0, 0]]}
)",
    R"(format: 1
vehicle_models:
  - name: pusher
    links: [{name: hull, mass_kg: 9, inertia_kg_m2: [1, 1, 1]}]
    thrusters:
      - {name: t1, direction: [1, 0, 0], command: rotor_speed, command_min: -100, command_max: 100,
         rotor: !yoerger {alpha: 0.02, beta: 1.2}, map: !propeller {diameter_m: 0.1, kt: [0.4, -0.3], kq: [0.05, -0.02]}}
      - {name: t2, rpy_deg: [0, 0, 90], rotor: !bessa {inertia: 0.01, friction: 0.1, drag: 0.001, torque_constant: 0.3}, map: !dead_band {band_forward: 0.1}}
      - {name: t3, direction: [0, 0, 1], map: !polynomial {coefficients: [0, 3, 1]}}
      - {name: t4, direction: [0, 0, 1], command: pulse_width, command_neutral: 1500, command_min: 1100, command_max: 1900,
         map: !table {table: [[1100, -40, 300], [1500, 0, 0], [1900, 50, 350]]}}
    controller: !body {surge: {velocity: {p: 60, i: 20}, velocity_limit: 1}, heave: {position: {p: 0.5}, velocity: {p: 80}}}
vehicles: [{name: rov, model: pusher}]
mission:
  - !effort {vehicle: rov, wrench: [1, 0, 0, 0, 0, 0], duration_s: 0.002}
  - !velocity {vehicle: rov, velocity: [1, 0, 0, 0, 0, 0.1], duration_s: 5}
events: [!thruster_health {at_s: 0, vehicle: rov, thruster: t1, health: 0.5}]
)",
    R"(format: 1
vehicle_models:
  - {name: ball, links: [{name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1]}], thrusters: [{name: t1, direction: [1, 0, 0]}]}
vehicles:
  - name: rov
    model: ball
    navigation: odo
    sensors:
      - !accelerometer {name: acc, noise: {white_density: 0.001, misalignment_deg: 1}}
      - !gyro {name: gyro, rate_hz: 200, noise: {bias_kind: random_walk, bias_random_walk: 1e-4}}
      - !imu {name: imu, attitude: true, gyro: {bias_kind: gauss_markov, bias_std: 1e-3}}
      - !magnetometer {name: mag, soft_iron: [1, 0, 0, 0, 1, 0, 0, 0, 1], hard_iron_ut: [1, 2, 3]}
      - !compass {name: compass, deviation_deg: [1, 0, 0, 0, 0], dropout: 0.2}
      - !pressure {name: p, latency_s: 0.07, pressure: {white_std: 50, quantum: 20}}
      - !depth {name: depth, noise: {white_std: 0.01, minimum: 0, maximum: 100}}
      - !gps {name: gps, time_to_fix_s: 3, horizontal: {white_std: 1}}
      - !ins {name: ins, schuler: true, alignment_attitude_std_deg: 0.1}
      - !odometry {name: odo, position_m: [0.1, 0, 0], rpy_deg: [0, 0, 90]}
      - !thruster_state {name: props, link: hull}
      - !battery {name: battery, capacity_ah: 5, open_circuit: [[0, 12], [1, 16.8]]}
      - !dvl {name: dvl, azimuths_deg: [0, 90, 180, 270], water_layer_m: [1, 4], beam_noise: {std_m_s: 0.01}}
      - !adcp {name: adcp, cells: 5, output: beams, frame: instrument}
      - !lidar {name: lidar, columns: 9, rows: 7, pan_tilt: {pan_deg: 10, tilt_swing_deg: 5}}
)",
    R"(format: 1
stop_when_done: true
vehicle_models:
  - name: boat
    links:
      - {name: hull, mass_kg: 55, inertia_kg_m2: [3, 20, 20], restoring: {heave_stiffness_n_m: 5000, roll_stiffness_nm_rad: 300}}
    thrusters:
      - {name: port, position_m: [-0.5, -0.4, 0], direction: [1, 0, 0], map: !quadratic {forward: 100, reverse: 60}}
      - {name: star, position_m: [-0.5, 0.4, 0], direction: [1, 0, 0], rotor: !first_order {time_constant_s: 0.1}, map: !linear {forward: 9}}
      - {name: down, direction: [0, 0, 1], rotor: !instant {}}
    controller: !differential {heading: {p: 100, d: 50}, speed: {p: 100, i: 10}, port: port, starboard: star}
vehicles:
  - {name: a, model: boat}
  - {name: b, model: boat, controller: !weighted {port: port, starboard: star, vertical: down}}
  - {name: c, model: boat, kinematic: true}
mission:
  - !follow {vehicle: a, waypoints: [[10, 0, 0], [10, 10, 0]], speed_m_s: 1}
  - !hold {vehicle: a, duration_s: 0.02}
  - !go_to {vehicle: b, north_m: 1, east_m: 2, depth_m: 3, heading_deg: 10, tolerance_m: 0.2}
  - !cruise {vehicle: b, heading_deg: 45, speed_m_s: 1.2, depth_m: 5}
)",
    R"(format: 1
vehicles: [{name: auv, model: lauv, pose: {depth_m: 3}, sensors: [!gps {name: gps, model: gps_rtk}]}]
mission: [!cruise {vehicle: auv, heading_deg: 45, speed_m_s: 1.2, depth_m: 5, duration_s: 60}]
)"};

std::vector<std::string> embedded() {
  return {std::begin(kSeeds), std::end(kSeeds)};
}

// Whole scenarios, used now and then.
std::vector<std::string> whole_files() {
  std::vector<std::string> seeds = {test::lively_world()};
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(test::source_folder()) / "scenarios", error))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    seeds.push_back(text.str());
  }
  return seeds;
}

struct Corpus {
  std::vector<std::string> small = embedded(), large = whole_files();
};

// Random choices of one mutation.
class Rng {
 public:
  Rng(const RandomStream& stream, int mutation) : stream_(stream), mutation_(mutation) {}
  size_t below(size_t n) {
    return std::min(
        n - 1, static_cast<size_t>(stream_.uniform(mutation_, draw_++) * static_cast<double>(n)));
  }
  template <class List>
  const auto& of(const List& list) {
    return list[below(std::size(list))];
  }

 private:
  const RandomStream& stream_;
  int mutation_;
  uint32_t draw_ = 0;
};

using Span = std::pair<size_t, size_t>;  // position, length

std::vector<Span> lines_of(const std::string& text) {
  std::vector<Span> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    out.push_back({at, end - at});
    at = end;
  }
  return out;
}

// Maximal runs of the given characters that follow none of them.
std::vector<Span> runs_of(const std::string& text, std::string_view first, std::string_view rest) {
  std::vector<Span> out;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool fresh = at == 0 || rest.find(text[at - 1]) == std::string_view::npos;
    if (!fresh || first.find(text[at]) == std::string_view::npos) continue;
    const size_t end = std::min(text.find_first_not_of(rest, at + 1), text.size());
    out.push_back({at, end - at});
    at = end - 1;
  }
  return out;
}

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
constexpr std::string_view kWord =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

void flip_byte(std::string& text, Rng& rng) {
  constexpr std::string_view kSharp = "{}[]:,-!&*#?|>'\"%@`\n\t \\\0~0\xff";
  text[rng.below(text.size())] =
      rng.below(2) ? static_cast<char>(rng.below(256)) : kSharp[rng.below(kSharp.size())];
}

void delete_some(std::string& text, Rng& rng) {
  text.erase(rng.below(text.size()), 1 + rng.below(8));
}

void double_some(std::string& text, Rng& rng) {
  const size_t at = rng.below(text.size());
  text.insert(at, text.substr(at, 1 + rng.below(40)));
}

void splice_lines(std::string& text, const std::string& other, Rng& rng) {
  const Span from = rng.of(lines_of(other)), to = rng.of(lines_of(text));
  const std::string line = other.substr(from.first, from.second);
  if (rng.below(2))
    text.insert(to.first, line);
  else
    text.replace(to.first, to.second, line);
}

void extreme_number(std::string& text, Rng& rng) {
  static const char* const kExtremes[] = {
      "1e308", "-1e308", "-0",    "0",      "1e-320", "99999999999999999999", "-1",          "1e9",
      "1e-9",  ".nan",   "-.inf", "1e999",  "0x10",   "2147483648",           "-2147483649", "1",
      "360",   "12000",  "60",    "100000", "0.5"};
  const auto numbers = runs_of(text, "-0123456789", "-+.eE0123456789");
  if (numbers.empty()) return;
  const Span number = rng.of(numbers);
  text.replace(number.first, number.second, rng.of(kExtremes));
}

void swap_spans(std::string& text, std::vector<Span> spans, Rng& rng) {
  if (spans.size() < 2) return;
  Span a = rng.of(spans), b = rng.of(spans);
  if (a.first > b.first) std::swap(a, b);
  if (a.first + a.second > b.first) return;
  const std::string first = text.substr(a.first, a.second), second = text.substr(b.first, b.second);
  text.replace(b.first, b.second, first);
  text.replace(a.first, a.second, second);
}

void mutate_once(std::string& text, const Corpus& corpus, Rng& rng) {
  if (text.empty()) return;
  switch (rng.below(8)) {
    case 0:
      return flip_byte(text, rng);
    case 1:
      return delete_some(text, rng);
    case 2:
      return double_some(text, rng);
    case 3:
      return splice_lines(text, rng.of(corpus.small), rng);
    case 4:
      return swap_spans(text, runs_of(text, kLetters, kWord), rng);
    case 5:
      return swap_spans(text, runs_of(text, "!", "!abcdefghijklmnopqrstuvwxyz_"), rng);
    default:
      return extreme_number(text, rng);
  }
}

std::string mutated(const Corpus& corpus, Rng& rng) {
  std::string text = rng.of(rng.below(kLargeOneIn) == 0 ? corpus.large : corpus.small);
  const size_t mutations = 1 + rng.below(3);
  for (size_t i = 0; i < mutations; ++i) mutate_once(text, corpus, rng);
  return text;
}

struct Tally {
  int refused = 0, unbuildable = 0, stopped = 0, stepped = 0;
  std::string message;  // the last one
};

void check_messages(const Problems& problems) {
  for (const Problem& problem : problems.list()) {
    ASSERT_FALSE(problem.message.empty());
    ASSERT_FALSE(problem.location.file.empty()) << to_string(problem);
  }
}

void check_round_trip(const Scenario& scenario) {
  const std::string saved = save_scenario(scenario);
  const Result<LoadedScenario> again = load_scenario_text(saved, "saved.yaml", LoadOptions{});
  ASSERT_TRUE(again.ok()) << again.problems().text();
  ASSERT_EQ(save_scenario(again.value().scenario), saved);
}

// Where the texts claim to stand, so that files they name beside themselves are found.
const std::string kPlace = test::source_folder() + "/scenarios/mutated.yaml";

// Loads, builds and steps one text; whatever is wrong with it is reported and nothing else happens.
void try_text(const std::string& text, bool round_trip, Tally& tally) {
  const Result<LoadedScenario> loaded = load_scenario_text(text, kPlace, test::options());
  if (!loaded) {
    ++tally.refused;
    tally.message = loaded.problems().text();
    return check_messages(loaded.problems());
  }
  if (round_trip) {
    ASSERT_NO_FATAL_FAILURE(check_round_trip(loaded.value().scenario));
  }
  const auto created = simulation::Simulation::create(loaded.value());
  if (!created) {
    ++tally.unbuildable;
    tally.message = created.problems().text();
    return check_messages(created.problems());
  }
  bool ok = true;
  for (int i = 0; i < 2 && ok; ++i) {
    const simulation::StepReport report = created.value()->step();
    ok = report.ok;
    ASSERT_EQ(report.ok, report.message.empty());
    tally.message = report.message;
  }
  ++(ok ? tally.stepped : tally.stopped);
}

// HADAL_MUTATIONS sets another number, e.g. for a run under the sanitizers; HADAL_MUTATION runs
// one.
int number_from(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text ? std::atoi(text) : otherwise;
}

// What is being tried, for the handler of a crash.
int current_number = -1;
const std::string* current_text = nullptr;

extern "C" void print_mutation_and_die(int signal) {
  char line[64];
  const int length = std::snprintf(line, sizeof(line), "crash in mutation %d:\n", current_number);
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, line, static_cast<size_t>(length));
  if (current_text) written = write(STDERR_FILENO, current_text->data(), current_text->size());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

TEST(Mutation, NoTextCrashesTheReaderOrTheWorld) {
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE}) std::signal(signal, print_mutation_and_die);
  const Corpus corpus;
  for (const auto& seeds : {corpus.small, corpus.large})
    for (const std::string& seed : seeds) {
      Tally tally;
      ASSERT_NO_FATAL_FAILURE(try_text(seed, true, tally));
      ASSERT_EQ(tally.stepped, 1) << "the seed itself must run: " << tally.message << "\n" << seed;
    }
  const RandomStream stream(kSeed, "tests/mutation", "dice");
  const int only = number_from("HADAL_MUTATION", -1);
  const int count = number_from("HADAL_MUTATIONS", kMutations);
  Tally tally;
  for (int i = std::max(0, only); i < (only < 0 ? count : only + 1); ++i) {
    Rng rng(stream, i);
    const std::string text = mutated(corpus, rng);
    current_number = i;
    current_text = &text;
    try {
      try_text(text, i % kRoundTripEvery == 0, tally);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
    ASSERT_FALSE(HasFailure()) << "mutation " << i << " of seed " << kSeed << ":\n" << text;
  }
  current_text = nullptr;
  std::printf("refused %d, unbuildable %d, stopped in a step %d, stepped %d\n", tally.refused,
              tally.unbuildable, tally.stopped, tally.stepped);
  if (only >= 0) return;
  EXPECT_GT(tally.refused, count / 10);
  EXPECT_GT(tally.stepped, count / 50);
}

}  // namespace mutation_long_test
}  // namespace hadal

// What is on things, in whole runs: pictures of the user, growth and silt, lamps and cameras inside
// of bodies, bad pictures and colours, and the water that lidars and optical modems share with
// cameras.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <vector>

#include "environment/optics/water_optics.h"
#include "outputs/picture/png.h"
#include "small_world.h"

namespace hadal {
namespace appearances_test {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("hadal_looks_" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  std::string write(const std::string& name, const std::vector<uint8_t>& bytes) const {
    std::ofstream(path_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return (path_ / name).string();
  }
  std::string write_text(const std::string& name, const std::string& text) const {
    return write(name, std::vector<uint8_t>(text.begin(), text.end()));
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Four quarters: red, green / blue, white.
std::vector<uint8_t> four_quarters() {
  std::vector<uint8_t> rgb;
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 96; ++x) {
      const bool right = x >= 48, low = y >= 32;
      const bool red = right == low, green = right, blue = low;
      rgb.push_back(red ? 255 : 0);
      rgb.push_back(green ? 255 : 0);
      rgb.push_back(blue ? 255 : 0);
    }
  return outputs::png_bytes(96, 64, rgb);
}

// A camera 2 m before a thing, at 5 m depth by day.
std::string before(const std::string& object, const std::string& camera = "",
                   const std::string& hull = "", const std::string& more = "") {
  return R"(
format: 1
step_s: 0.05
origin: {lat_deg: 40}
clock: {start: "2026-06-21T11:00:00Z"}
environment:
  seabed: !flat {depth_m: 30, bottom: {material: sand}}
  optics: {water_type: IB}
materials:
  - {name: card, density_kg_m3: 1400, albedo: [0.5, 0.5, 0.5], roughness: 1}
vehicle_models:
  - name: post
    kind: body
    links: [{name: body, mass_kg: 10, inertia_kg_m2: [1, 1, 1])" +
         hull + R"(}]
vehicles:
  - name: post
    model: post
    kinematic: true
    pose: {depth_m: 5}
    sensors: [!camera {name: cam, rate_hz: 10, width_px: 96, height_px: 72, view_deg: 60, labels: [albedo, instance])" +
         camera + "}]\n" + more + "objects:\n  - {name: thing, material: card, fixed: true, " +
         object + ", pose: {north_m: 2.05, depth_m: 5}}\n";
}

std::string panel(const std::string& appearance) {
  return "shapes: {physics: [!box {size_m: [0.1, 1.2, 0.8], appearance: {" + appearance + "}}]}";
}

std::array<float, 3> albedo_at(const Frame& frame, int x, int y) {
  const auto albedo = frame.plane("albedo").floats();
  const size_t at = 3 * static_cast<size_t>(y * 96 + x);
  return {albedo[at], albedo[at + 1], albedo[at + 2]};
}

void expect_colour(const std::array<float, 3>& found, float r, float g, float b) {
  EXPECT_NEAR(found[0], r, 1e-3);
  EXPECT_NEAR(found[1], g, 1e-3);
  EXPECT_NEAR(found[2], b, 1e-3);
}

// The quarters of the picture stand where they belong, upright and not mirrored.
void expect_quarters(const Frame& frame) {
  expect_colour(albedo_at(frame, 36, 29), 1, 0, 0);
  expect_colour(albedo_at(frame, 59, 29), 0, 1, 0);
  expect_colour(albedo_at(frame, 36, 42), 0, 0, 1);
  expect_colour(albedo_at(frame, 59, 42), 1, 1, 1);
}

TEST(Appearances, PictureBySides) {
  const Folder folder;
  const std::string file = folder.write("quarters.png", four_quarters());
  const auto s = test::simulate(before(panel("texture: " + file + ", size_m: [1.2, 0.8]")));
  test::run_steps(*s, 4);
  expect_quarters(s->frames().frame(0));
}

// A board whose face towards the camera has the coordinates of the file; v of the file runs up.
TEST(Appearances, PictureByTheCoordinatesOfAMesh) {
  const Folder folder;
  const std::string picture = folder.write("quarters.png", four_quarters());
  const std::string mesh = folder.write_text(
      "board.obj",
      "v -0.05 -0.6 -0.4\nv -0.05 0.6 -0.4\nv -0.05 0.6 0.4\nv -0.05 -0.6 0.4\n"
      "v 0.05 -0.6 -0.4\nv 0.05 0.6 -0.4\nv 0.05 0.6 0.4\nv 0.05 -0.6 0.4\n"
      "vt 0 1\nvt 1 1\nvt 1 0\nvt 0 0\n"
      "f 1/1 4/4 3/3\nf 1/1 3/3 2/2\nf 5/1 6/1 7/1\nf 5/1 7/1 8/1\nf 1/1 2/1 6/1\nf 1/1 6/1 5/1\n"
      "f 4/1 8/1 7/1\nf 4/1 7/1 3/1\nf 1/1 5/1 8/1\nf 1/1 8/1 4/1\nf 2/1 3/1 7/1\nf 2/1 7/1 6/1\n");
  const auto s = test::simulate(before("shapes: {physics: [!mesh {file: " + mesh +
                                       ", appearance: {mapping: uv, texture: " + picture + "}}]}"));
  test::run_steps(*s, 4);
  expect_quarters(s->frames().frame(0));
}

TEST(Appearances, ThreadsDoNotChangeABitOfAPoster) {
  const auto hash = [](int threads) {
    const auto s = test::simulate(before(panel("pattern: poster, size_m: [1.2, 0.8]")), threads);
    test::run_steps(*s, 4);
    return s->state().frame_hash[0];
  };
  EXPECT_EQ(hash(1), hash(2));
  EXPECT_EQ(hash(1), hash(4));
}

std::string problem_of(const std::string& yaml) {
  const Result<LoadedScenario> loaded = load_scenario_text(yaml, "test.yaml", test::options());
  if (!loaded) return loaded.problems().text();
  const auto created = simulation::Simulation::create(loaded.value(), 1);
  return created ? "" : created.problems().text();
}

void expect_problem(const std::string& yaml, const std::string& text) {
  const std::string found = problem_of(yaml);
  EXPECT_NE(found.find(text), std::string::npos) << "found: " << found << "\nexpected: " << text;
  EXPECT_EQ(found.find("test.yaml:"), 0u) << found;  // with its place
}

TEST(Appearances, RefusesWhatCannotBe) {
  const Folder folder;
  std::vector<uint8_t> cut = four_quarters();
  cut.resize(cut.size() / 2);
  const std::string broken = folder.write("cut.png", cut),
                    text = folder.write_text("text.png", "not a picture");
  const auto sized = [](const std::string& file) {
    return before(panel("texture: " + file + ", size_m: [1, 1]"));
  };
  expect_problem(sized("/no/such.png"), "no such picture file: /no/such.png");
  expect_problem(sized(broken), "is a broken PNG file");
  expect_problem(sized(text), "is neither a PNG nor a JPEG file");
  expect_problem(before(panel("texture: " + text)), "needs size_m: [width, height]");
  expect_problem(before(panel("pattern: checker, mapping: uv")), "no texture coordinates");
  expect_problem(before(panel("pattern: chekcer")), "checker");
  const auto coloured = [](const std::string& numbers) {
    std::string yaml = before(panel("pattern: plain"));
    const std::string usual = "[0.5, 0.5, 0.5]";
    return yaml.replace(yaml.find(usual), usual.size(), numbers);
  };
  for (const char* numbers : {"[.nan, 0.5, 0.5]", "[0.5, -0.1, 0.5]", "[0.5, 0.5, 1.5]"})
    expect_problem(coloured(numbers), "materials[0].albedo");
  expect_problem(before(panel("colour: [0.2, .nan, 0.2]")), "appearance.colour");
}

// Fraction of the thing's pixels that are darker and greener than the bare metal: growth.
double overgrown(double extent) {
  const auto s = test::simulate(before(
      "shapes: {physics: [!box {size_m: [0.1, 1.2, 0.8]}]}, seed: 3, degradation: {silt_at_1: "
      "0, growth_at_1: 0.8}, extent: " +
      std::to_string(extent)));
  test::run_steps(*s, 4);
  const Frame& frame = s->frames().frame(0);
  const auto instance = frame.plane("instance").ints();
  double all = 0, green = 0;
  for (int i = 0; i < 96 * 72; ++i) {
    if (instance[static_cast<size_t>(i)] != 3) continue;
    const auto [r, g, b] = albedo_at(frame, i % 96, i / 96);
    ++all;
    green += g < 0.3 && b < 0.8f * g;
  }
  EXPECT_GT(all, 500);
  return green / all;
}

TEST(Appearances, GrowthCoversMoreWithWear) {
  const double sound = overgrown(0), half = overgrown(0.5), old = overgrown(1);
  EXPECT_EQ(sound, 0);
  EXPECT_GT(half, 0.15);
  EXPECT_GT(old, half + 0.15);
  EXPECT_LT(old, 1);
}

constexpr const char* kHull =
    ", shapes: {collision_from: none, visual: [!box {size_m: [0.6, 0.6, 0.6]}]}";

TEST(Appearances, ALampInsideOfItsVehicleIsRefused) {
  const auto with_lamp = [](const std::string& place) {
    return before(panel("pattern: plain"), "", kHull,
                  "    lamps: [!spot {name: lamp, position_m: " + place + "}]\n");
  };
  expect_problem(with_lamp("[0, 0, 0]"), "lamps[0].position_m: the lamp is more than 0.1 m inside");
  EXPECT_EQ(problem_of(with_lamp("[0.27, 0, 0]")), "");  // its glass is in the hull
  EXPECT_EQ(problem_of(with_lamp("[0.4, 0, 0]")), "");
}

// Live changes find things by vehicle/name.
TEST(Appearances, ALampNamedAsASensorIsRefused) {
  const auto named = [](const std::string& name) {
    return before(panel("pattern: plain"), "", "", "    lamps: [!spot {name: " + name + "}]\n");
  };
  expect_problem(named("cam"), "lamps[0].name: 'cam' is used twice on this vehicle");
  EXPECT_EQ(problem_of(named("lamp")), "");
}

// A lamp whose housing reaches into the hull lights the scene as one just outside does.
TEST(Appearances, ItsOwnHousingTakesNoLight) {
  const auto light = [](const std::string& place) {
    std::string yaml = before(panel("pattern: plain"), ", linear: true", kHull,
                              "    lamps: [!spot {name: lamp, position_m: " + place + "}]\n");
    yaml.replace(yaml.find("06-21T11"), 8, "06-21T23");  // at night
    // The camera outside, the hull in the way of nothing else.
    yaml.replace(yaml.find("view_deg: 60"), 12, "view_deg: 60, position_m: [0.5, 0, 0]");
    const auto s = test::simulate(yaml);
    test::run_steps(*s, 4);
    const auto values = s->frames().frame(0).plane("linear").floats();
    double sum = 0;
    for (const float value : values) sum += value;
    return sum;
  };
  EXPECT_NEAR(light("[0.27, 0, 0]") / light("[0.31, 0, 0]"), 1, 0.1);
}

TEST(Appearances, ACameraInsideOfItsVehicleDoesNotSeeIt) {
  const auto s = test::simulate(before(panel("pattern: plain"), "", kHull));
  const auto& notes = s->world().notes;
  EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const Problem& note) {
    return note.message.find("the camera is inside the shapes of link 'body'") == 0 &&
           note.location.line > 0;
  }));
  test::run_steps(*s, 4);
  const auto instance = s->frames().frame(0).plane("instance").ints();
  EXPECT_EQ(std::count(instance.begin(), instance.end(), 2), 0);
  EXPECT_GT(std::count(instance.begin(), instance.end(), 3), 500);
}

// Without water there is nothing between the eye and the thing, however far.
// Between the plates of an open frame, within what touches: it sees them, and past them.
TEST(Appearances, ACameraInAnOpenFrameSeesIt) {
  const auto s = test::simulate(before(
      panel("pattern: plain"), "",
      ", shapes: {collision: [!box {size_m: [1, 1, 1]}], visual: [!box {size_m: [1, 0.02, 0.6], "
      "position_m: [0, 0.2, 0]}, !box {size_m: [1, 0.02, 0.6], position_m: [0, -0.2, 0]}]}"));
  EXPECT_TRUE(s->world().notes.empty()) << s->world().notes[0].message;
  test::run_steps(*s, 4);
  const auto instance = s->frames().frame(0).plane("instance").ints();
  // The plates fill the columns beyond atan(0.19 / 0.5), 20.8 degrees, of 30 to each side.
  const double wanted = 1 - (0.19 / 0.5) * std::sqrt(3.0);
  EXPECT_NEAR(std::count(instance.begin(), instance.end(), 2) / (96.0 * 72), wanted, 0.02);
  EXPECT_GT(std::count(instance.begin(), instance.end(), 3), 500);
}

TEST(Appearances, NoneIsNoWater) {
  std::string yaml = before(panel("pattern: plain"), "");
  yaml.replace(yaml.find("water_type: IB"), 14, "water_type: none");
  yaml.replace(yaml.find("[albedo, instance]"), 18, "[transmission], linear: true");
  const auto s = test::simulate(yaml);
  test::run_steps(*s, 4);
  const Frame& frame = s->frames().frame(0);
  for (const float fraction : frame.plane("transmission").floats()) EXPECT_GT(fraction, 0.999f);
  for (const float value : frame.plane("linear").floats()) EXPECT_TRUE(std::isfinite(value));
}

namespace optics = environment::optics;

double beam_attenuation(double nm, double turbidity_ntu) {
  const optics::WaterOptics water =
      optics::water_optics(optics::JerlovType::kIB, optics::IopSource::kMeasured);
  return optics::at_wavelength(water.a, nm) + optics::at_wavelength(water.b, nm) +
         turbidity_ntu * (0.5 + 0.041 * std::exp(-0.0123 * (nm - 443)));
}

// I = albedo exp(-2 c R) / R^2 at the middle ray, with the water's own c.
TEST(Appearances, LidarsFollowTheWater) {
  const auto run = [](const std::string& keys, int steps) {
    const std::string yaml = R"(
format: 1
step_s: 0.05
environment:
  optics: {water_type: IB}
materials:
  - {name: card, density_kg_m3: 1400, albedo: [0.5, 0.5, 0.5]}
vehicle_models:
  - {name: post, kind: body, links: [{name: body, mass_kg: 10, inertia_kg_m2: [1, 1, 1]}]}
vehicles:
  - {name: post, model: post, kinematic: true, pose: {depth_m: 5}, sensors: [!lidar {name: eye, rate_hz: 10, columns: 3, rows: 3)" +
                             keys + R"(}]}
events:
  - !turbidity {at_s: 0.5, turbidity_ntu: 0.4}
objects:
  - {name: wall, material: card, fixed: true, shapes: {physics: [!box {size_m: [0.1, 9, 9]}]}, pose: {north_m: 4.05, depth_m: 5}}
)";
    const auto s = test::simulate(yaml);
    test::run_steps(*s, steps);
    return static_cast<double>(s->frames().frame(0).plane("intensity").floats()[2 * 4]);
  };
  const auto strength = [](double c) { return 0.5 * std::exp(-2 * c * 4) / 16; };
  EXPECT_NEAR(run("", 8) / strength(beam_attenuation(532, 0)), 1, 1e-4);
  EXPECT_NEAR(run("", 18) / strength(beam_attenuation(532, 0.4)), 1, 1e-4);
  EXPECT_NEAR(run(", wavelength_nm: 450", 8) / strength(beam_attenuation(450, 0)), 1, 1e-4);
  EXPECT_NEAR(run(", attenuation_per_m: 0.25", 18) / strength(0.25), 1, 1e-4);  // its own wins
}

// SNR = SNR(1 m) (exp(-c (r - 1)) / r^2)^2.
TEST(Appearances, OpticalModemsFollowTheWater) {
  const auto snr_db = [](const std::string& keys, const std::string& turbidity) {
    const auto modem = [&](const std::string& yaw) {
      return "sensors: [!optical_modem {name: light, rpy_deg: [0, 0, " + yaw + "]" + keys + "}]";
    };
    const std::string yaml = R"(
format: 1
step_s: 0.05
environment:
  optics: {water_type: IB}
vehicle_models:
  - {name: post, kind: body, links: [{name: body, mass_kg: 10, inertia_kg_m2: [1, 1, 1]}]}
vehicles:
  - {name: a, model: post, kinematic: true, pose: {depth_m: 5}, )" +
                             modem("0") + R"(}
  - {name: b, model: post, kinematic: true, pose: {depth_m: 5, north_m: 8}, )" +
                             modem("180") + R"(}
events:
  - !turbidity {at_s: 0.2, turbidity_ntu: )" +
                             turbidity + R"(}
  - !send {at_s: 0.5, from: a/light, to: b/light, text: x}
)";
    const auto s = test::simulate(yaml);
    test::run_steps(*s, 20);
    EXPECT_EQ(s->state().device_header[1].received, 1);
    return s->state().inbox_values.at(kInboxSlots).snr_db;  // first of the second device
  };
  const auto wanted = [](double c) { return 80 + 20 * std::log10(std::exp(-c * 7) / 64); };
  EXPECT_NEAR(snr_db("", "0"), wanted(beam_attenuation(470, 0)), 1e-6);
  EXPECT_NEAR(snr_db("", "0.3"), wanted(beam_attenuation(470, 0.3)), 1e-6);
  EXPECT_NEAR(snr_db(", attenuation_per_m: 0.12", "0.3"), wanted(0.12), 1e-6);
}

}  // namespace appearance_test
}  // namespace hadal

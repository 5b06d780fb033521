#include "cameras.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "clock.h"
#include "environment/silt/silt_view.h"
#include "geometry/life/animals.h"
#include "geometry/life/coral.h"
#include "geometry/life/fish.h"
#include "geometry/life/weed.h"
#include "math/rotation.h"
#include "math/units.h"
#include "ray_scene.h"
#include "scenario/scenario.h"
#include "sensors/optical/camera_sensor.h"
#include "sensors/optical/light_world.h"
#include "world/world.h"

namespace hadal {
namespace {

constexpr int kRepeats = 7;  // the best counts
constexpr double kWind_m_s = 6;

const char* const kWater =
    "format: 1\nduration_s: 10\norigin: {lat_deg: 41.8, lon_deg: 3.1}\n"
    "clock: {start: \"2026-06-21T10:00:00Z\"}\n"
    "environment:\n"
    "  seabed: !flat {depth_m: 20, bottom: {material: sand}}\n"
    "  wind: {speed_m_s: 6, toward_deg: 60}\n"
    "  optics: {water_type: IB}\n"
    "vehicles:\n"
    "  - name: rov\n"
    "    model: bluerov2_heavy\n";

const char* const kSpots =
    "    lamps:\n"
    "      - !spot {name: port, position_m: [0.2, -0.4, -0.2], rpy_deg: [0, -25, 4], flux_lm: "
    "9000}\n"
    "      - !spot {name: right, position_m: [0.2, 0.4, -0.2], rpy_deg: [0, -25, -4], flux_lm: "
    "9000}\n";

const char* const kSnow =
    "scenery:\n"
    "  - !marine_snow {name: snow, density_m3: 1300}\n";

World make_world(const BenchOptions& options, bool spots) {
  const Result<LoadedScenario> loaded =
      load_scenario_text(std::string(kWater) + (spots ? std::string(kSpots) + kSnow : ""),
                         "benchmark", {{}, options.model_folders});
  if (!loaded) throw InvalidInput(loaded.problems());
  Result<World> world = build_world(loaded.value());
  if (!world) throw InvalidInput(world.problems());
  return std::move(world).value();
}

CameraModel camera_model(CameraModel::Quality quality) {
  CameraModel m;
  m.quality = quality;
  m.view_rad = 60 * kDegree;
  return m;
}

CameraModel with_labels(CameraModel m) {
  m.labels = {"depth",        "normal",   "instance", "semantic", "albedo",
              "transmission", "position", "flow",     "boxes"};
  return m;
}

// The light and the water around a still vehicle at a place.
class CameraWater {
 public:
  CameraWater(const BenchOptions& options, bool spots, const Pose& X_NS)
      : world_(make_world(options, spots)),
        sea_(world_),
        light_(world_, sea_),
        lamps_(world_.lamps.size(), 1.0),
        p_(world_.links.size(), X_NS.p),
        q_(world_.links.size(), Quat::Identity()),
        nu_(world_.links.size(), Vec6::Zero()) {}

  const World& world() const { return world_; }
  int material(const char* name) const { return world_.materials.find(name); }
  std::shared_ptr<const sensors::LightInstant> at(double time_s) {
    return light_.at(world_, time_s, 0.01, {1, kWind_m_s, world_.optics.turbidity_ntu, time_s, time_s},
                     lamps_, {p_, q_, nu_});
  }
  void fill(const sensors::LightInstant& instant, sensors::FrameInput& input) const {
    input.light_world = &light_;
    input.light = &instant;
    input.seabed = &sea_.seabed();
    input.materials = &world_.materials;
    input.wind_speed_m_s = kWind_m_s;
  }

 private:
  World world_;
  environment::Sea sea_;
  sensors::LightWorld light_;
  std::vector<double> lamps_;
  std::vector<Vec3> p_;
  std::vector<Quat> q_;
  std::vector<Vec6> nu_;
};

Pose viewpoint() {
  constexpr double kNorth_m = -20, kAltitude_m = 4;
  return {Vec3(kNorth_m, 0, RayBenchScene::depth(kNorth_m, 0) - kAltitude_m),
          quaternion_from(EulerAngles{0, -25 * kDegree, 0})};
}

void paint_ground_and_objects(const CameraWater& water, RayBenchScene& scene) {
  for (raytrace::Placed& thing : scene.things())
    thing.instance.material =
        thing.instance.link < 0 ? raytrace::kMaterialByPlace : water.material("rusty_steel");
}

// A box per object, which is a vehicle of one link (ray_scene.h).
sensors::BodyBoxes boxes_of_objects(const CameraWater& water) {
  sensors::BodyBoxes out;
  out.vehicles = RayBenchScene::kObjects;
  out.scenery = true;
  out.material.assign(RayBenchScene::kObjects, water.material("rusty_steel"));
  out.links.assign(RayBenchScene::kObjects, {Vec3::Constant(-1), Vec3::Constant(1), false});
  return out;
}

// Best CPU-seconds of one call of work. With options.steps, so many calls and 0.
template <class Work>
double best_seconds(const BenchOptions& options, int repeats, const Work& work) {
  for (int i = 0; i < options.steps; ++i) work();
  if (options.steps > 0) return 0;
  work();
  double best = INFINITY;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const double start = cpu_seconds();
    work();
    best = std::min(best, cpu_seconds() - start);
  }
  return best;
}

void expect_picture(const Frame& frame) {
  const auto bytes = frame.plane("image").bytes();
  const auto [dark, bright] = std::minmax_element(bytes.begin(), bytes.end());
  if (*bright < 2 * *dark + 20) throw std::runtime_error("the picture shows nothing");
}

// CPU-seconds of one frame.
double frame_seconds(const BenchOptions& options, const CameraModel& model, RayBenchScene& scene,
                     CameraWater& water, std::span<const environment::Puff> puffs = {}) {
  const auto view = scene.view();
  const environment::SiltView silt(puffs, water.world(), view->anchor_N());
  const auto instant = water.at(1);
  sensors::FrameInput input;
  water.fill(*instant, input);
  input.X_NS = viewpoint();
  input.view = view.get();
  input.silt = silt.empty() ? nullptr : &silt;
  input.noise = RandomStream(1, "camera", "frame");
  input.period_s = 0.1;
  const sensors::CameraSensor camera(model, environment::optics::kIndexOfSeaWater,
                                     RandomStream(1, "camera", "device"), boxes_of_objects(water));
  ThreadArena arena(1);
  Frame frame = camera.blank();
  const double seconds = best_seconds(options, kRepeats, [&] {
    ++input.number;
    camera.compute(input, arena, frame);
  });
  expect_picture(frame);
  return seconds;
}

double frame_seconds(const BenchOptions& options, const CameraModel& model, bool spots) {
  CameraWater water(options, spots, viewpoint());
  RayBenchScene scene;
  paint_ground_and_objects(water, scene);
  return frame_seconds(options, model, scene, water);
}

double per_second(double seconds) {
  return seconds > 0 ? 1 / seconds : 0;
}

struct Kind {
  raytrace::Shape shape;
  const char* material;
  int count;  // of copies
  bool swims = false;
};

// Stones and what grows on and swims above them: 4,000 copies of fourteen shapes.
std::vector<Kind> life(const raytrace::Scene& scene) {
  using namespace geometry;
  std::vector<Kind> out;
  const auto add = [&](const TriangleMesh& mesh, const char* material, int count,
                       bool swims = false) {
    out.push_back({scene.triangles(mesh), material, count, swims});
  };
  add(pebble(1, 0.05), "rock", 1650), add(pebble(2, 0.04), "rock", 1650);
  add(pebble(3, 0.3), "rock", 150);
  add(branching_coral(1), "rock", 80), add(branching_coral(2), "rock", 60);
  add(brain_coral(1), "rock", 50), add(boulder_coral(1), "rock", 60);
  add(sea_fan(1), "default", 50), add(tube_sponge(1), "default", 50);
  add(starfish(1), "default", 40);
  for (uint64_t seed = 1; seed <= 3; ++seed) add(seagrass(seed).mesh, "default", 33);
  add(fish(FishKind::kBream, 0.25, 0.1).mesh, "default", 61, true);
  return out;
}

// Around a place ahead of the camera.
void settle_reef(const CameraWater& water, RayBenchScene& scene) {
  constexpr double kAhead_m = 12, kReach_m = 30;
  const RandomStream draw(1, "benchmark", "reef");
  int number = 0;
  for (const Kind& kind : life(scene.scene()))
    for (int k = 0; k < kind.count; ++k, ++number) {
      raytrace::Placed placed;
      placed.shape = kind.shape;
      const double range = kReach_m * std::sqrt(draw.uniform(number, 0));
      const double bearing = 2 * std::numbers::pi * draw.uniform(number, 1);
      const double north = viewpoint().p.x() + kAhead_m + range * std::cos(bearing),
                   east = range * std::sin(bearing);
      placed.R = Eigen::AngleAxisd(2 * std::numbers::pi * draw.uniform(number, 2), Vec3::UnitZ())
                     .toRotationMatrix();
      placed.scale = 0.7 + draw.uniform(number, 3);
      placed.translation_A = {north, east, RayBenchScene::depth(north, east)};
      if (kind.swims) placed.translation_A.z() -= 0.5 + 3 * draw.uniform(number, 4);
      placed.instance.scenery = number;
      placed.instance.material = water.material(kind.material);
      placed.instance.seen = raytrace::kSeenCamera;
      placed.instance.origin_A = placed.translation_A;
      scene.things().push_back(placed);
    }
}

}  // namespace

// Without noise and blur, as loops of control want it.
double camera_control(const BenchOptions& options) {
  CameraModel m = camera_model(CameraModel::Quality::kControl);
  m.noise.strength = m.effects.forward_scatter = 0;
  return per_second(frame_seconds(options, m, false));
}

double camera_fast(const BenchOptions& options) {
  return per_second(frame_seconds(options, camera_model(CameraModel::Quality::kFast), false));
}

double camera_fast_spots(const BenchOptions& options) {
  return per_second(frame_seconds(options, camera_model(CameraModel::Quality::kFast), true));
}

double camera_labels(const BenchOptions& options) {
  const CameraModel plain = camera_model(CameraModel::Quality::kFast);
  const double without = frame_seconds(options, plain, false);
  const double with = frame_seconds(options, with_labels(plain), false);
  return without > 0 ? 100 * (with / without - 1) : 0;
}

// Sixteen puffs before the camera, side by side.
double camera_silt(const BenchOptions& options) {
  CameraWater water(options, false, viewpoint());
  RayBenchScene scene;
  paint_ground_and_objects(water, scene);
  const CameraModel m = camera_model(CameraModel::Quality::kFast);
  std::vector<environment::Puff> puffs;
  for (int i = 0; i < 16; ++i) {
    const double north_m = viewpoint().p.x() + 3 + i % 4, east_m = -1.5 + i / 4;
    puffs.push_back({north_m, east_m, RayBenchScene::depth(north_m, east_m), 0.3, 0.5, 0.2, 0.02,
                     static_cast<double>(water.material("sand"))});
  }
  const double without = frame_seconds(options, m, scene, water);
  const double with = frame_seconds(options, m, scene, water, puffs);
  return without > 0 ? 100 * (with / without - 1) : 0;
}

double camera_full_hd(const BenchOptions& options) {
  CameraModel m = with_labels(camera_model(CameraModel::Quality::kFull));
  m.width_px = 1920, m.height_px = 1080;
  CameraWater water(options, false, viewpoint());
  RayBenchScene scene;
  paint_ground_and_objects(water, scene);
  settle_reef(water, scene);
  return per_second(frame_seconds(options, m, scene, water));
}

double camera_waves(const BenchOptions& options) {
  CameraWater water(options, false, viewpoint());
  double time_s = 0;
  return 1e3 * best_seconds(options, 3 * kRepeats, [&] {
           time_s += 0.1;
           water.at(time_s)->waves->caustics();
         });
}

}  // namespace hadal

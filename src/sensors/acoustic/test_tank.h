// A sea with a few things in it, for the tests of sonars: sound speed 1500 m/s everywhere.
#pragma once
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "environment/acoustic/acoustic_field.h"
#include "geometry/primitives.h"
#include "raytrace/scene.h"
#include "sensors/frame_sensor.h"
#include "world/world.h"

namespace hadal::sensors::test {

constexpr double kSoundSpeed = 1500, kScattering_db = -20;
constexpr int kMaterial = 0;
constexpr uint32_t kBody = raytrace::kSeenSonar;
constexpr uint32_t kGround = raytrace::kSeenSeabed | raytrace::kSeenSilt;

inline World tank_world(double sound_speed_m_s) {
  World world;
  world.water.sound_speed_m_s = LinearTable{{0.0}, {sound_speed_m_s}};
  world.materials.materials.resize(2);
  for (Material& m : world.materials.materials) m.scattering_strength_db = kScattering_db;
  world.materials.materials[1].scattering_strength_db = kScattering_db - 10;
  world.materials.pairs.resize(4);
  return world;
}

class Tank {
 public:
  explicit Tank(double sound_speed_m_s = kSoundSpeed)
      : world_(tank_world(sound_speed_m_s)), sea_(world_), sound_(sea_, {}, world_.materials) {}

  // A body of its own vehicle and link.
  raytrace::Placed& add(const geometry::TriangleMesh& mesh, const Vec3& p_N, uint32_t seen = kBody,
                        const Mat3& R = Mat3::Identity()) {
    raytrace::Placed thing;
    thing.shape = scene_.triangles(mesh);
    thing.R = R;
    thing.translation_A = p_N - anchor_N;
    thing.instance.seen = seen;
    thing.instance.material = kMaterial;
    thing.instance.origin_A = thing.translation_A;
    if (seen & kBody)
      thing.instance.link = thing.instance.vehicle = static_cast<int>(things_.size());
    things_.push_back(thing);
    return things_.back();
  }
  // A horizontal square about the origin.
  raytrace::Placed& add_plane(double depth_m, uint32_t seen, double side_m = 400) {
    geometry::TriangleMesh mesh;
    const double h = side_m / 2;
    mesh.vertices = {{-h, -h, 0}, {h, -h, 0}, {h, h, 0}, {-h, h, 0}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    return add(mesh, {0, 0, depth_m}, seen);
  }
  void name_material(int material, const std::string& name) {
    world_.materials.materials[static_cast<size_t>(material)].name = name;
  }
  std::vector<raytrace::Placed>& things() { return things_; }

  FrameInput input(const Pose& X_NS) {
    view_ = scene_.view(anchor_N, things_);
    FrameInput input;
    input.X_NS = X_NS;
    input.view = view_.get();
    input.sound = &sound_;
    input.materials = &world_.materials;
    input.seabed = &sea_.seabed();
    input.noise = RandomStream(1, "tank", "sonar");
    return input;
  }
  Frame frame(const FrameSensor& sensor, const FrameInput& in, int threads = 1) {
    Frame frame = sensor.blank();
    ThreadArena arena(threads);
    sensor.compute(in, arena, frame);
    return frame;
  }
  Frame frame(const FrameSensor& sensor, const Pose& X_NS, int threads = 1) {
    return frame(sensor, input(X_NS), threads);
  }
  const environment::AcousticField& sound() const { return sound_; }

  Vec3 anchor_N = {100, -50, 10};

 private:
  World world_;
  environment::Sea sea_;
  environment::AcousticField sound_;
  raytrace::Scene scene_;
  std::vector<raytrace::Placed> things_;
  std::shared_ptr<const raytrace::View> view_;
};

inline double power_of(double db) {
  return std::pow(10, db / 10);
}

}  // namespace hadal::sensors::test

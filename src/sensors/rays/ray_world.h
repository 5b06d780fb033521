// The world of a simulation as rays see it: bodies with their poses and velocities, scenery, the
// ground and the water surface around a vehicle. Shapes of bodies are prepared at load when a
// sensor of the world may look at them, else when they are asked for first; view() gathers what one
// sensor may see at one moment into an immutable raytrace::View. It follows from the scenario alone;
// any number of runs share it, from any thread.
//
// What a body shows to which sensors is VisualShape::seen_by (world/shape.h). Links of the vehicle
// that carries the sensor have raytrace::own() bits instead: ask for them to see oneself.
//
// Ground: kSeenSeabed is the firm ground, kSeenSilt the surface that shows, which is the firm
// ground where no silt lies; ask for kSeenSilt to see what a sensor sees. Which silt shows depends
// on the class of the sensor, told by its bit (kSeenSonar, ...); with bits of several classes, all
// of it.
#pragma once
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "environment/sea.h"
#include "raytrace/scene.h"
#include "sensors/rays/ray_seabed.h"
#include "sensors/scenery/scenery_world.h"
#include "world/world.h"

namespace hadal::sensors {

// Of all links, in the order of World::links, and of the parts that turn on them.
struct LinkPoses {
  std::span<const Vec3> p_NL_N;
  std::span<const Quat> q_NL;
  std::span<const Vec6> nu_L;
  std::span<const double> part_angle_rad = {};  // World::moving_parts; empty: all at rest
};

// What a sensor needs to see.
struct ViewNeeds {
  double reach_m = 0;    // from the sensor; nothing farther is in the view
  uint32_t seen = 0;     // raytrace::Seen bits, plain and own()
  double cell_m = 0;     // of the ground, no coarser than this; 0: grows with the distance
  double shutter_s = 0;  // for which bodies move, see raytrace::Scene::view()
  std::span<const double> scenery = {};  // of the moment, see SceneryWorld::keep(); empty: none
};

// Where a single ray ends.
struct SurfaceHit {
  double range_m = 0;  // infinity where nothing is hit
  Vec3 normal_N = Vec3::Zero();
  int link = raytrace::kNothing;  // kNothing for the ground
  int vehicle = raytrace::kNothing;
  int material = 0;                // index into the material table
  Vec3 velocity_N = Vec3::Zero();  // of the surface where it is hit
  bool found() const;
};

// How far the beams of a sensor that gives readings reach; 0 for sensors without.
double beam_reach_m(const Sensor& sensor);
// What they see, as raytrace::Seen bits: bodies and the ground that shows.
uint32_t seen_by_beams(const Sensor& sensor);

class RayWorld {
 public:
  // Keeps the sea, not the world. Throws InvalidInput for shapes that rays cannot use.
  RayWorld(const World& world, const environment::Sea& sea);
  // Else the shapes of bodies are prepared when somebody asks for a view.
  bool prepared_at_load() const { return prepared_at_load_; }
  // What the user should know of rays on this machine; empty while none are used.
  std::string note() const { return prepared_at_load_ ? scene_.note() : std::string(); }

  const raytrace::Scene& scene() const { return scene_; }
  const SceneryWorld& scenery() const { return scenery_; }
  // What is there for a sensor of the vehicle. wave_time_s: see environment::SeaInstant.
  std::shared_ptr<const raytrace::View> view(const World& world, const LinkPoses& poses,
                                             double wave_time_s, double wave_factor, int vehicle,
                                             const ViewNeeds& needs) const;
  // One ray for sensors with few of them: bodies by a view, which needs no ground, and the ground
  // exactly on its lattice (environment/seabed/ray.h). Any thread.
  SurfaceHit cast(const raytrace::View& bodies, const Vec3& p_N, const Vec3& direction_N,
                  double max_range_m, uint32_t seen) const;

  // Whether any body but those of the vehicle shows to sensors of these classes.
  bool has_bodies(int but_vehicle, uint32_t seen) const;

  size_t ground_bytes() const { return seabed_.cached_bytes(); }

 private:
  struct Body {
    int link = 0, vehicle = 0, material = 0, appearance = 0;
    uint32_t seen = 0;
    int part = -1;  // index into World::moving_parts
    // Once prepared.
    raytrace::Shape shape;
    double radius_m = 0;  // about the origin of the link
  };
  void prepare(const World& world) const;
  void place_bodies(const World& world, const LinkPoses& poses, const Vec3& anchor_N, const Vec3& centre_N,
                    double reach_m, int vehicle, uint32_t seen,
                    std::vector<raytrace::Placed>& things) const;

  const environment::Sea& sea_;
  raytrace::Scene scene_;
  RaySeabed seabed_;
  SceneryWorld scenery_;
  bool prepared_at_load_ = false;
  mutable std::once_flag prepared_;
  mutable std::vector<Body> bodies_;  // shapes and radii once prepared
};

}  // namespace hadal::sensors

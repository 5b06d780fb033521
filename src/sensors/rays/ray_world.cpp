#include "sensors/rays/ray_world.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>

#include "base/check.h"
#include "base/problem.h"
#include "environment/seabed/ray.h"
#include "sensors/rays/ray_surface.h"

namespace hadal::sensors {
namespace {

using environment::SeabedLayer;

constexpr double kAnchorGrid_m = 16;
constexpr double kMountReach_m = 5;  // of a sensor from the origin of its vehicle's links
constexpr size_t kGroundCacheBytes = size_t{256} << 20;
constexpr uint32_t kClasses =
    raytrace::kSeenCamera | raytrace::kSeenSonar | raytrace::kSeenLidar | raytrace::kSeenDvl;
static_assert(raytrace::kSeenCamera == kSeenByCamera << 3 &&
              raytrace::kSeenSonar == kSeenBySonar << 3 &&
              raytrace::kSeenLidar == kSeenByLidar << 3 && raytrace::kSeenDvl == kSeenByDvl << 3);

uint32_t seen_of(unsigned seen_by) {
  return (seen_by << 3) & kClasses;
}

// The surface that shows to a class of sensors.
SeabedLayer layer_of(uint32_t seen) {
  const uint32_t classes = (seen | seen >> 16) & kClasses;
  switch (classes) {
    case raytrace::kSeenCamera:
      return SeabedLayer::kCamera;
    case raytrace::kSeenSonar:
      return SeabedLayer::kSonar;
    case raytrace::kSeenLidar:
      return SeabedLayer::kLidar;
    case raytrace::kSeenDvl:
      return SeabedLayer::kDvl;
    default:
      return SeabedLayer::kVisible;
  }
}

double radius_of(const geometry::TriangleMesh& mesh) {
  double squared = 0;
  for (const Vec3& v : mesh.vertices) squared = std::max(squared, v.squaredNorm());
  return std::sqrt(squared);
}

Vec3 anchor_near(const Vec3& p_N) {
  return kAnchorGrid_m * (p_N / kAnchorGrid_m).array().round().matrix();
}

// Normal of the lattice's triangle at a place, up.
Vec3 ground_normal(const environment::Seabed& seabed, const Vec3& p_N, SeabedLayer layer) {
  const double cell = seabed.cell_m(), x = p_N.x() / cell, y = p_N.y() / cell;
  const double i = std::floor(x), j = std::floor(y);
  std::array<double, 4> d;  // (i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)
  seabed.nodes(static_cast<int64_t>(i), static_cast<int64_t>(j), 2, 2, layer, d);
  const bool first = x - i >= y - j;  // the triangle with corner (i + 1, j)
  return Vec3(first ? d[2] - d[0] : d[3] - d[1], first ? d[3] - d[2] : d[1] - d[0], -cell)
      .normalized();
}

}  // namespace

double beam_reach_m(const Sensor& sensor) {
  return sensor.kind && sensor.kind->reach_m ? sensor.kind->reach_m(sensor.config.data()) : 0;
}

uint32_t seen_by_beams(const Sensor& sensor) {
  constexpr uint32_t kClassBits[] = {raytrace::kSeenCamera, raytrace::kSeenSonar,
                                     raytrace::kSeenLidar, raytrace::kSeenDvl};
  return raytrace::kSeenSilt | kClassBits[static_cast<size_t>(sensor.kind->sees)];
}

bool SurfaceHit::found() const {
  return std::isfinite(range_m);
}

RayWorld::RayWorld(const World& world, const environment::Sea& sea)
    : sea_(sea),
      seabed_(scene_, sea.seabed(), has_silt(world.seabed), kGroundCacheBytes),
      scenery_(world, sea) {
  const auto first_appearance = static_cast<int>(world.materials.materials.size());
  for (size_t link = 0; link < world.links.size(); ++link)
    for (const VisualShape& visual : world.links[link].visuals)
      if (visual.mesh && !visual.mesh->empty())
        bodies_.push_back({static_cast<int>(link),
                           world.links[link].vehicle,
                           visual.material,
                           visual.appearance < 0 ? raytrace::kNothing : first_appearance +
                               visual.appearance,
                           seen_of(visual.seen_by),
                           visual.part,
                           {},
                           0});
  const bool beams =
      std::any_of(world.sensors.begin(), world.sensors.end(), [this](const Sensor& sensor) {
        return beam_reach_m(sensor) > 0 && has_bodies(sensor.vehicle, seen_by_beams(sensor));
      });
  prepared_at_load_ = beams || !world.frame_sensors.empty();
  if (prepared_at_load_) std::call_once(prepared_, [&] { prepare(world); });
  if (!world.frame_sensors.empty()) scenery_.prepare(world, scene_);
}

// Shapes in the order of bodies_.
void RayWorld::prepare(const World& world) const {
  std::map<const geometry::TriangleMesh*, raytrace::Shape> shapes;  // many links share a mesh
  size_t body = 0;
  for (const Link& link : world.links)
    for (const VisualShape& visual : link.visuals) {
      if (!visual.mesh || visual.mesh->empty()) continue;
      raytrace::Shape& shape = shapes[visual.mesh.get()];
      if (shape.empty()) shape = scene_.triangles(*visual.mesh);
      bodies_[body].shape = shape;
      bodies_[body++].radius_m = radius_of(*visual.mesh);
    }
}

std::shared_ptr<const raytrace::View> RayWorld::view(const World& world, const LinkPoses& poses,
                                                     double wave_time_s, double wave_factor,
                                                     int vehicle, const ViewNeeds& needs) const {
  HADAL_CHECK(poses.p_NL_N.size() == world.links.size() &&
              poses.q_NL.size() == world.links.size() && poses.nu_L.size() == world.links.size());
  HADAL_CHECK(needs.reach_m > 0 && std::isfinite(needs.reach_m));
  std::call_once(prepared_, [&] { prepare(world); });
  const IndexRange links = world.vehicles[static_cast<size_t>(vehicle)].links;
  const Vec3& centre_N = poses.p_NL_N[static_cast<size_t>(links.begin)];
  double reach_m = needs.reach_m + kMountReach_m;
  for (int link = links.begin; link < links.end(); ++link)
    reach_m = std::max(reach_m, needs.reach_m + kMountReach_m +
                                    (poses.p_NL_N[static_cast<size_t>(link)] - centre_N).norm());
  const Vec3 anchor_N = anchor_near(centre_N);
  std::vector<raytrace::Placed> things;
  place_bodies(world, poses, anchor_N, centre_N, reach_m, vehicle, needs.seen, things);
  seabed_.place(anchor_N, centre_N, reach_m, needs.cell_m, needs.seen, layer_of(needs.seen),
                things);
  scenery_.place(needs.scenery, wave_time_s, wave_factor, scene_,
                 {anchor_N, centre_N, reach_m, needs.seen}, things);
  if (needs.seen & raytrace::kSeenWaterSurface)
    place_water_surface(scene_, sea_.waves(), wave_time_s, wave_factor, anchor_N, centre_N, reach_m,
                        things);
  return scene_.view(anchor_N, things, needs.shutter_s);
}

bool RayWorld::has_bodies(int but_vehicle, uint32_t seen) const {
  return std::any_of(bodies_.begin(), bodies_.end(), [&](const Body& body) {
    return body.vehicle != but_vehicle && (body.seen & seen) != 0;
  });
}

void RayWorld::place_bodies(const World& world, const LinkPoses& poses, const Vec3& anchor_N,
                            const Vec3& centre_N, double reach_m, int vehicle, uint32_t seen,
                            std::vector<raytrace::Placed>& things) const {
  for (const Body& body : bodies_) {
    const uint32_t bits = body.vehicle == vehicle ? raytrace::own(body.seen) : body.seen;
    const auto link = static_cast<size_t>(body.link);
    const Vec3& p_NL_N = poses.p_NL_N[link];
    if (!(bits & seen) || !((p_NL_N - centre_N).norm() <= reach_m + body.radius_m)) continue;
    const Quat& q_NL = poses.q_NL[link];
    raytrace::Placed placed;
    placed.shape = body.shape;
    placed.R = q_NL.toRotationMatrix();
    const Vec3 origin_A = p_NL_N - anchor_N;
    placed.translation_A = origin_A;
    if (body.part >= 0 && !poses.part_angle_rad.empty()) {
      const auto part = static_cast<size_t>(body.part);
      const Pose X_LP = part_pose(world.moving_parts[part], poses.part_angle_rad[part]);
      placed.translation_A += placed.R * X_LP.p;
      placed.R *= X_LP.q.toRotationMatrix();
    }
    placed.instance = {body.link,
                       body.vehicle,
                       raytrace::kNothing,
                       body.material,
                       body.appearance,
                       bits,
                       origin_A,
                       q_NL * poses.nu_L[link].head<3>(),
                       q_NL * poses.nu_L[link].tail<3>()};
    placed.instance.turns = body.part >= 0;
    things.push_back(std::move(placed));
  }
}

SurfaceHit RayWorld::cast(const raytrace::View& bodies, const Vec3& p_N, const Vec3& direction_N,
                          double max_range_m, uint32_t seen) const {
  SurfaceHit hit;
  hit.range_m = std::numeric_limits<double>::infinity();
  const Vec3 origin_A = p_N - bodies.anchor_N();
  if (const raytrace::Hit body = bodies.trace_one(origin_A, direction_N, 0, max_range_m, seen);
      body.found()) {
    const raytrace::Instance& instance = bodies.instance(body.instance);
    const Vec3 arm = origin_A + body.range_m * direction_N - instance.origin_A;
    hit = {body.range_m,     body.normal_N,     instance.link,
           instance.vehicle, instance.material, instance.v_N + instance.w_N.cross(arm)};
  }
  const auto ground = [&](uint32_t bit, SeabedLayer layer) {
    if (!(seen & bit)) return;
    const double limit_m = std::min(max_range_m, hit.range_m);
    const double range_m = environment::beam_range(sea_.seabed(), p_N, direction_N, limit_m, layer);
    if (!(range_m < hit.range_m)) return;
    const Vec3 at_N = p_N + range_m * direction_N;
    hit = {};
    hit.range_m = range_m;
    hit.normal_N = ground_normal(sea_.seabed(), at_N, layer);
    hit.material = sea_.seabed().material(at_N.x(), at_N.y());
  };
  ground(raytrace::kSeenSeabed, SeabedLayer::kSolid);
  ground(raytrace::kSeenSilt, layer_of(seen));
  return hit;
}

}  // namespace hadal::sensors

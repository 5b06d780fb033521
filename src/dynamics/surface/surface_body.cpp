#include "dynamics/surface/surface_body.h"

#include <algorithm>
#include <cmath>

namespace hadal::dynamics {
namespace {

constexpr size_t kVerticesPerChunk = 2048;
constexpr double kStillWater_m_s2 = 1e-5;
constexpr double kStandardGravity_m_s2 = 9.81;
constexpr double kFastSinking = 0.01;  // in a step, of the height of the body

size_t vertex_chunks(const FaceSet& faces) {
  return (faces.vertex_x().size() + kVerticesPerChunk - 1) / kVerticesPerChunk;
}

template <class Work>
void for_each(ThreadArena* arena, size_t count, const Work& work) {
  if (arena) return arena->for_each(count, work);
  for (size_t i = 0; i < count; ++i) work(i);
}

// Flow v + G r in L about C as a twist and a strain, less the motion of the body.
RelativeFlow relative_flow(const Vec3& v_L, const Mat3& gradient_L, const Vec6& nu_C) {
  const Vec3 linear = v_L - nu_C.head<3>();
  const Vec3 spin =
      0.5 * Vec3(gradient_L(2, 1) - gradient_L(1, 2), gradient_L(0, 2) - gradient_L(2, 0),
                 gradient_L(1, 0) - gradient_L(0, 1));
  const Vec3 angular = spin - nu_C.tail<3>();
  const Mat3 S = 0.5 * (gradient_L + gradient_L.transpose());
  RelativeFlow flow;
  for (int i = 0; i < 3; ++i) {
    flow.linear[i] = static_cast<float>(linear[i]);
    flow.angular[i] = static_cast<float>(angular[i]);
    flow.strain[i] = static_cast<float>(S(i, i));
  }
  flow.strain[3] = static_cast<float>(S(0, 1));
  flow.strain[4] = static_cast<float>(S(0, 2));
  flow.strain[5] = static_cast<float>(S(1, 2));
  return flow;
}

// A wrench about C as one about the origin of L, p_LC away.
Vec6 moved(Vec6 wrench_C, const Vec3& p_LC) {
  wrench_C.tail<3>() += p_LC.cross(Vec3(wrench_C.head<3>()));
  return wrench_C;
}

// The damping about C as one about the origin of L.
Mat6 moved(const Mat6& D, const Vec3& p_LC) {
  const Mat3 r = skew(p_LC);
  const Mat3 upper = D.topLeftCorner<3, 3>(), cross = D.topRightCorner<3, 3>();
  const Mat3 mixed = cross - upper * r;  // upper r^T + cross
  Mat6 out;
  out.topLeftCorner<3, 3>() = upper;
  out.topRightCorner<3, 3>() = mixed;
  out.bottomLeftCorner<3, 3>() = mixed.transpose();
  const Mat3 lower = D.bottomRightCorner<3, 3>() - cross.transpose() * r + r * mixed;
  out.bottomRightCorner<3, 3>() = 0.5 * (lower + lower.transpose());
  return out;
}

}  // namespace

double wave_base_m(const environment::WaveField& waves) {
  // Each component may have its fraction of the limit; 2 e^{-kd} bounds its decay in any depth of
  // water.
  const double fraction = kStillWater_m_s2 / static_cast<double>(waves.components().size());
  double base_m = 0;
  for (const environment::WaveComponent& c : waves.components()) {
    const double k = c.wave_number_rad_m;
    const double acceleration = 2 * std::abs(c.amplitude_m) * kStandardGravity_m_s2 * k;
    if (acceleration > fraction) base_m = std::fmax(base_m, std::log(acceleration / fraction) / k);
  }
  return base_m;
}

SurfaceBody::SurfaceBody(const WettedSurface& surface, const environment::WaveField& waves)
    : faces_(*surface.mesh, surface.drag_linear, surface.drag_quadratic),
      air_drag_(surface.air_drag),
      chunk_sums_(faces_.chunks()) {
  if (waves.calm()) return;
  patch_.emplace(waves, faces_.reach_m());
  wave_base_m_ = wave_base_m(waves);
  for (auto* column : {&turned_[0], &turned_[1], &turned_[2], &head_})
    column->assign(faces_.vertex_x().size(), 0.0f);
  lowest_.assign(vertex_chunks(faces_), 0.0f);
  highest_.assign(vertex_chunks(faces_), 0.0f);
}

const SurfaceLoads& SurfaceBody::evaluate(const SurfaceQuery& query, ThreadArena* arena) {
  loads_ = {};
  place(query);
  if (in_waves_) observe_waves(query, arena);
  FaceTask task;
  task.immersion = immersion_;
  task.damping = query.damping;
  task.extra_normal_speed = query.extra_normal_speed;
  task.pressure = immersion_ != Immersion::kDry && (in_waves_ || immersion_ != Immersion::kWet);
  if (in_waves_) task.head_by_vertex = head_.data();
  const Vec3 down_L = query.R_NL.row(2);
  task.head_plane = {static_cast<float>(p_SC_N_.z()), static_cast<float>(down_L.x()),
                     static_cast<float>(down_L.y()), static_cast<float>(down_L.z())};
  set_flows(query, task);
  const FaceSums sums = sum(task, arena);
  write_buoyancy(query, sums);
  const double half_density = query.density_kg_m3 / 2;
  loads_.drag_L = moved(Vec6(half_density * sums.wrench(FaceSums::kDrag)), faces_.center_L());
  loads_.air_L = moved(Vec6(half_density * sums.wrench(FaceSums::kAir)), faces_.center_L());
  if (query.damping)
    loads_.damping_L = moved(Mat6(half_density * sums.damping()), faces_.center_L());
  return loads_;
}

const SurfaceLoads& SurfaceBody::evaluate_sinking(const SurfaceQuery& query, double sinks_m,
                                                  ThreadArena* arena) {
  evaluate(query, arena);
  const double span = query.R_NL.row(2).cwiseAbs().dot(faces_.half_extent_L());
  const double half = 0.5 * std::abs(sinks_m);
  if (half < kFastSinking * span) return loads_;
  if (immersion_ != Immersion::kCrossing && !in_waves_ && std::abs(p_SC_N_.z()) > span + half)
    return loads_;
  SurfaceLoads middle = loads_;
  const auto fraction = [&](double lower_m) {
    SurfaceQuery moved_query = query;
    moved_query.p_NL_N.z() += lower_m;
    moved_query.damping = false;
    return evaluate(moved_query, arena).wet_fraction;
  };
  const double above = fraction(-half), below = fraction(half);
  const double per_m = (below - above) / (2 * half);
  if (middle.wet_fraction == above && above == below) return loads_ = middle;
  const Vec3 down_L = query.R_NL.row(2);
  const double now_per_m = middle.growth_L.head<3>().dot(down_L);
  if (now_per_m > 0)
    middle.growth_L *= per_m / now_per_m;
  else
    middle.growth_L << per_m * down_L, per_m * faces_.center_L().cross(down_L);
  middle.wet_fraction = 0.5 * (above + below);
  middle.wet_from = above;
  middle.wet_to = below;
  middle.crossing = true;
  return loads_ = middle;
}

// Where the surface is, and whether it is wet, dry or both as far as the waves do not matter.
void SurfaceBody::place(const SurfaceQuery& query) {
  p_SC_N_ = query.p_NL_N + query.R_NL * faces_.center_L();
  p_SC_N_.z() -= query.still_surface_z_m;
  const double span = query.R_NL.row(2).cwiseAbs().dot(faces_.half_extent_L());
  in_waves_ = patch_ && p_SC_N_.z() - span < wave_base_m_;
  immersion_ = p_SC_N_.z() >= span    ? Immersion::kWet
               : p_SC_N_.z() <= -span ? Immersion::kDry
                                      : Immersion::kCrossing;
}

void SurfaceBody::observe_waves(const SurfaceQuery& query, ThreadArena* arena) {
  patch_->prepare(query.time_s, p_SC_N_, query.wave_factor);
  loads_.orbital_velocity_N = patch_->velocity_N();
  loads_.orbital_acceleration_N = patch_->acceleration_N();
  loads_.pressure_acceleration_N =
      patch_->acceleration_N() + patch_->acceleration_N().z() * patch_->slope_N();
  loads_.in_waves = true;
  for_each(arena, lowest_.size(), [&](size_t chunk) {
    const size_t first = chunk * kVerticesPerChunk;
    const size_t count = std::min(kVerticesPerChunk, head_.size() - first);
    turn_vertices(faces_, query.R_NL, first, count,
                  {turned_[0].data(), turned_[1].data(), turned_[2].data()});
    const auto part = [&](std::vector<float>& all) { return std::span(all).subspan(first, count); };
    patch_->heads(part(turned_[0]), part(turned_[1]), part(turned_[2]), part(head_));
    const auto used = part(head_).first(std::min(count, faces_.vertices() - first));
    const auto [low, high] = std::minmax_element(used.begin(), used.end());
    lowest_[chunk] = *low;
    highest_[chunk] = *high;
  });
  const float low = *std::min_element(lowest_.begin(), lowest_.end());
  const float high = *std::max_element(highest_.begin(), highest_.end());
  immersion_ = low >= 0 ? Immersion::kWet : high <= 0 ? Immersion::kDry : Immersion::kCrossing;
  // A closed surface feels no uniform pressure; taking it away keeps the digits of deep bodies.
  if (immersion_ == Immersion::kWet)
    for (float& head : head_) head -= low;
}

void SurfaceBody::set_flows(const SurfaceQuery& query, FaceTask& task) const {
  const Mat3 R_LN = query.R_NL.transpose();
  const Vec3& p_LC = faces_.center_L();
  Vec6 nu_C = query.nu_L;
  nu_C.head<3>() += Vec3(query.nu_L.tail<3>()).cross(p_LC);
  Vec3 water_N = query.current_N + query.current_gradient_N * (query.R_NL * p_LC);
  Mat3 gradient_N = query.current_gradient_N;
  if (in_waves_) {
    water_N += patch_->velocity_N();
    gradient_N += patch_->velocity_gradient_N();
  }
  task.water = relative_flow(R_LN * water_N, R_LN * gradient_N * query.R_NL, nu_C);
  task.air = relative_flow(R_LN * query.wind_N, Mat3::Zero(), nu_C);
  task.air_quadratic =
      static_cast<float>(air_drag_ * query.air_density_kg_m3 / query.density_kg_m3);
}

FaceSums SurfaceBody::sum(const FaceTask& task, ThreadArena* arena) {
  for_each(arena, chunk_sums_.size(),
           [&](size_t chunk) { chunk_sums_[chunk] = sum_faces(faces_, task, chunk); });
  FaceSums total;
  for (const FaceSums& chunk : chunk_sums_) total += chunk;
  return total;
}

void SurfaceBody::write_buoyancy(const SurfaceQuery& query, const FaceSums& sums) {
  if (immersion_ == Immersion::kDry) return;
  const double weight = query.density_kg_m3 * query.gravity_m_s2;
  const double volume = faces_.volume_m3();
  loads_.wet_volume_m3 = volume;
  if (immersion_ == Immersion::kWet && !in_waves_) {
    const Vec3 lift_L = -weight * volume * query.R_NL.row(2).transpose();
    loads_.buoyancy_L << lift_L, faces_.centroid_L().cross(lift_L);
  } else {
    loads_.buoyancy_L = moved(Vec6(-weight * sums.wrench(FaceSums::kPressure)), faces_.center_L());
  }
  if (immersion_ == Immersion::kCrossing) {
    loads_.crossing = true;
    loads_.growth_L = moved(sums.wrench(FaceSums::kWaterplane), faces_.center_L()) / volume;
    const Vec3 apparent_gravity = Vec3(0, 0, query.gravity_m_s2) - loads_.orbital_acceleration_N;
    const Vec3 lift_N = query.R_NL * loads_.buoyancy_L.head<3>();
    loads_.wet_volume_m3 =
        std::clamp(-lift_N.dot(apparent_gravity) / (query.density_kg_m3 *
                                                    apparent_gravity.squaredNorm()), 0.0, volume);
  }
  loads_.wet_fraction = loads_.wet_volume_m3 / volume;
  loads_.wet_from = loads_.wet_to = loads_.wet_fraction;
}

}  // namespace hadal::dynamics

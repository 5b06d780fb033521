#include "sensors/optical/particles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hadal::sensors {
namespace {

using camera::SnowSpot;
using environment::ParticleKind;
using environment::ParticleRegion;
using Colours = std::array<float, kColours>;

constexpr double kMinAngle_rad = 6e-5;  // finer ones would be too many
constexpr double kNearest_m = 0.06;
constexpr double kEdgeMargin_m = 0.15;  // of ports and of what moves into the picture
constexpr double kWidestEdge_rad = 1.4;
constexpr double kNoticedMotion_px = 0.25;
constexpr int kBorderStep_px = 8;
constexpr size_t kBatch = 256;
constexpr float kPi = std::numbers::pi_v<float>;

Colours albedo_of(ParticleKind kind) {
  switch (kind) {
    case ParticleKind::kSnow:
      return {0.55f, 0.53f, 0.47f};
    case ParticleKind::kZooplankton:
      return {0.60f, 0.52f, 0.42f};
    case ParticleKind::kBubble:
      return {0.9f, 0.9f, 0.9f};  // mirrors
  }
  return {0.5f, 0.5f, 0.5f};
}

// Camera frame C of lens and port from S: x right, y down, z ahead.
Vec3 in_C(const Vec3& p_S) {
  return {p_S.y(), p_S.z(), p_S.x()};
}
Vec3 in_S(const Vec3& p_C) {
  return {p_C.z(), p_C.x(), p_C.y()};
}

// Of a Lambert sphere: 1 with the light behind the eye, 0 against it.
float phase_fraction(float cosine) {
  const float c = std::clamp(cosine, -1.0f, 1.0f), angle = std::acos(c);
  return (std::sqrt(std::max(0.0f, 1 - c * c)) + (kPi - angle) * c) / kPi;
}

const WaterLayerLight& layer_of(const Light& light, float depth_m) {
  for (const WaterLayerLight& layer : light.water)
    if (depth_m < layer.bottom_m) return layer;
  return light.water.back();
}

using Float3 = Eigen::Vector3f;

// The lamp's intensity towards p over the square of the distance, and the way of its light.
struct LampBeam {
  Float3 toward_lamp;
  float range_m = 0, per_m2 = 0;
};
LampBeam beam_of(const LampLight& lamp, const Float3& p) {
  const Float3 along(lamp.along[0], lamp.along[1], lamp.along[2]);
  Float3 place(lamp.place[0], lamp.place[1], lamp.place[2]);
  const float half2 = along.squaredNorm();
  if (half2 > 0) place += std::clamp((p - place).dot(along) / half2, -1.0f, 1.0f) * along;
  LampBeam out;
  const Float3 path = place - p;
  out.range_m = std::max(path.norm(), 1e-2f);
  out.toward_lamp = path / out.range_m;
  const float cosine = -out.toward_lamp.dot(Float3(lamp.axis[0], lamp.axis[1], lamp.axis[2]));
  const float edge =
      std::clamp((cosine - lamp.cos_none) / (lamp.cos_full - lamp.cos_none), 0.0f, 1.0f);
  out.per_m2 = edge * edge * (3 - 2 * edge) / (out.range_m * out.range_m);
  return out;
}

}  // namespace

std::array<float, kColours> particle_radiance(const Light& light, const Vec3& p_A,
                                              const Vec3& eye_A, const Colours& albedo) {
  const Float3 p = p_A.cast<float>(), to_eye = eye_A.cast<float>() - p;
  const float eye_m = to_eye.norm();
  const Float3 optics = eye_m > 0 ? Float3(to_eye / eye_m) : Float3(Float3::UnitX());
  const float depth_m = std::max(0.0f, p.z() - light.surface_z);
  const WaterLayerLight& water = layer_of(light, depth_m);
  PerBand strength{};  // times albedo / pi
  const auto& ray = light.day.in_water;
  const float sun =
      2.0f / 3 * phase_fraction(-Float3(ray[0], ray[1], ray[2]).dot(optics)) / std::max(ray[2],
          0.02f);
  for (size_t b = 0; b < kBands; ++b) {
    const float below = depth_m - water.top_m;
    const float all = water.total[b] * std::exp(-water.k_total[b] * below);
    const float beam = std::min(all, water.sun[b] * std::exp(-water.k_sun[b] * below));
    strength[b] = sun * beam + 0.5f * (all - beam);
  }
  for (const LampLight& lamp : light.lamps) {
    const LampBeam beam = beam_of(lamp, p);
    const float fraction = 2.0f / 3 * phase_fraction(beam.toward_lamp.dot(optics)) * beam.per_m2;
    if (!(fraction > 0)) continue;
    for (size_t b = 0; b < kBands; ++b)
      strength[b] += fraction * lamp.intensity[b] * std::exp(-water.path[b] * beam.range_m);
  }
  Colours out{};
  for (size_t b = 0; b < kBands; ++b)
    out[b / kBandsPerColour] += strength[b] * std::exp(-water.path[b] * eye_m);
  for (size_t c = 0; c < kColours; ++c) out[c] *= albedo[c] / kPi;
  return out;
}

ParticlePainter::ParticlePainter(const camera::Lens& lens, const camera::Port& port)
    : lens_(lens), port_(port) {
  constexpr double kAway_m = 2, kAside_m = 0.02;
  const auto middle = pixel_of({kAway_m, 0, 0}), aside = pixel_of({kAway_m, kAside_m, 0});
  focal_px_ =
      middle && aside ? (*aside - *middle).norm() * kAway_m / kAside_m : lens.config().fx_px;
  // The largest angles of the border's rays to the left, right, up and down.
  std::array<double, 4> widest{};
  const camera::LensConfig& c = lens.config();
  const auto view_direction = [&](int x, int y) {
    const auto air = lens_.direction_of({static_cast<double>(x), static_cast<double>(y)});
    const auto ray = air ? camera::ray_in_water(port_, *air) : std::nullopt;
    if (!ray) return widest.fill(std::numbers::pi);
    const Vec3 d = in_S(ray->direction_C);
    widest[0] = std::max(widest[0], std::atan2(-d.y(), d.x()));
    widest[1] = std::max(widest[1], std::atan2(d.y(), d.x()));
    widest[2] = std::max(widest[2], std::atan2(-d.z(), d.x()));
    widest[3] = std::max(widest[3], std::atan2(d.z(), d.x()));
  };
  for (int x = 0; x < c.width_px + kBorderStep_px; x += kBorderStep_px)
    for (const int y : {0, c.height_px - 1}) view_direction(std::min(x, c.width_px - 1), y);
  for (int y = 0; y < c.height_px + kBorderStep_px; y += kBorderStep_px)
    for (const int x : {0, c.width_px - 1}) view_direction(x, std::min(y, c.height_px - 1));
  const std::array<Vec3, 4> outward{-Vec3::UnitY(), Vec3::UnitY(), -Vec3::UnitZ(), Vec3::UnitZ()};
  for (size_t k = 0; k < 4; ++k)
    if (widest[k] < kWidestEdge_rad)
      edges_S_.push_back(
          {std::sin(widest[k]) * Vec3::UnitX() - std::cos(widest[k]) * outward[k], kEdgeMargin_m});
}

std::optional<camera::Pixel> ParticlePainter::pixel_of(const Vec3& p_S) const {
  const Vec3 p_C = in_C(p_S);
  if (std::holds_alternative<camera::NoPort>(port_)) return lens_.pixel_of(p_C.normalized());
  const std::optional<Vec3> air = camera::direction_in_air(port_, p_C);
  return air ? lens_.pixel_of(*air) : std::nullopt;
}

void ParticlePainter::query(const Drifters& drifters, const ParticleShot& shot) {
  edges_N_ = edges_S_;
  for (ParticleRegion::Plane& edge : edges_N_) edge.inward_N = shot.X_NS.q * edge.inward_N;
  edges_N_.push_back({Vec3::UnitZ(), shot.X_NS.p.z() - shot.surface_z});  // below the surface
  ParticleRegion region;
  region.centre_N = shot.X_NS.p;
  region.radius_m = std::min(drifters.range_m(), shot.range_m);
  region.planes = edges_N_;
  region.min_angle_rad = std::max(kMinAngle_rad, kMinRadius_px / focal_px_);
  particles_.clear();
  drifters.query(region, shot.time_s, shot.drift, shot.surface_z, shot.anchor_N, particles_);
}

bool ParticlePainter::spot(const ParticleShot& shot, size_t i, SnowSpot& out) const {
  const Vec3 p_A(particles_.x[i], particles_.y[i], particles_.z[i]);
  const Vec3 eye_A = shot.X_NS.p - shot.anchor_N, off_N = p_A - eye_A;
  const double distance_m = off_N.norm();
  if (distance_m < kNearest_m) return false;
  const Quat q_SN = shot.X_NS.q.conjugate();
  const Vec3 moves_S = q_SN * (Vec3(particles_.vx[i], particles_.vy[i], particles_.vz[i]) -
                               shot.v_NS_N - shot.w_NS_N.cross(off_N));
  Vec3 p_S = q_SN * off_N;
  auto pixel = pixel_of(p_S);
  if (pixel && shot.row_s != 0) {
    p_S += shot.row_s * std::clamp(pixel->y(), 0.0, double(lens_.config().height_px)) * moves_S;
    pixel = pixel_of(p_S);
  }
  if (!pixel) return false;
  const double focal = focal_px_ / distance_m, radius_px = particles_.radius_m[i] * focal;
  const camera::LensConfig& c = lens_.config();
  const double reach = 2 * radius_px + 30;
  if (pixel->x() < -reach || pixel->x() > c.width_px + reach || pixel->y() < -reach ||
      pixel->y() > c.height_px + reach)
    return false;
  out = {};
  out.x_px = static_cast<float>(pixel->x()), out.y_px = static_cast<float>(pixel->y());
  out.depth_m = static_cast<float>(distance_m);
  out.radius_px = static_cast<float>(radius_px);
  if (shot.focus.strength > 0)
    out.circle_px = static_cast<float>(camera::circle_of_confusion_px(shot.focus, p_S.x()));
  if (moves_S.norm() * shot.exposure_s * focal > kNoticedMotion_px)
    if (const auto later = pixel_of(p_S + shot.exposure_s * moves_S)) {
      out.motion_px = {static_cast<float>(later->x() - pixel->x()),
                       static_cast<float>(later->y() - pixel->y())};
      out.x_px += 0.5f * out.motion_px[0], out.y_px += 0.5f * out.motion_px[1];
    }
  Colours albedo = albedo_of(particles_.kind[i]);
  for (float& part : albedo) part *= particles_.brightness[i];
  out.radiance = particle_radiance(*shot.light, p_A, eye_A, albedo);
  return true;
}

void ParticlePainter::paint(const Drifters& drifters, const ParticleShot& shot,
                            std::span<const float> range_m, camera::RgbView image,
                            ThreadArena& arena) {
  spots_.clear();
  if (drifters.empty()) return;
  query(drifters, shot);
  const size_t count = particles_.size();
  found_.resize(count), seen_.assign(count, 0);
  arena.for_each((count + kBatch - 1) / kBatch, [&](size_t batch) {
    for (size_t i = batch * kBatch; i < std::min(count, (batch + 1) * kBatch); ++i)
      seen_[i] = spot(shot, i, found_[i]);
  });
  for (size_t i = 0; i < count; ++i)
    if (seen_[i]) spots_.push_back(found_[i]);
  if (!painter_ || spots_.size() > room_) {
    room_ = std::max(2 * room_, spots_.size());
    painter_ = std::make_unique<camera::SnowPainter>(image.width_px, image.height_px, room_);
  }
  painter_->paint({}, spots_, range_m, image, arena);
}

void draw_particles(const CameraOptics& optics, const FrameInput& input,
                    const PictureSetup& picture_setup,
                    const camera::DepthOfField& focus, double exposure_s,
                    std::span<const float> range_m, std::unique_ptr<ParticlePainter>& painter,
                    camera::RgbView image, ThreadArena& arena) {
  const Drifters& drifters = input.light_world->drifters();
  if (drifters.empty() || !picture_setup.picture.water.from_below) return;
  if (!painter) painter = std::make_unique<ParticlePainter>(optics.lens(), optics.port());
  const WaveInstant& waves = *input.light->waves;
  const environment::WaveField& sea = input.light_world->sea().waves();
  ParticleShot shot;
  shot.time_s = input.time_s, shot.exposure_s = exposure_s, shot.row_s = optics.row_s();
  shot.drift = input.light->drift;
  shot.X_NS = input.X_NS, shot.v_NS_N = input.v_NS_N, shot.w_NS_N = input.w_NS_N;
  shot.anchor_N = input.view->anchor_N();
  if (!sea.calm())
    shot.surface_z =
        -sea.elevation(waves.time_s(), input.X_NS.p.x(), input.X_NS.p.y(), waves.factor());
  shot.range_m = picture_setup.picture.range_m;
  shot.light = &picture_setup.light;
  shot.focus = focus;
  painter->paint(drifters, shot, range_m, image, arena);
}

}  // namespace hadal::sensors

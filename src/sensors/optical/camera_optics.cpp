#include "sensors/optical/camera_optics.h"

#include <algorithm>
#include <cmath>

namespace hadal::sensors {
namespace {

using camera::Lens;
using camera::LensConfig;
using camera::Port;

constexpr int kMaxTimeSamples = 24;

Result<Lens> lens_of(const CameraModel& m, double water_index) {
  LensConfig config;
  config.model = m.lens;
  config.width_px = m.width_px, config.height_px = m.height_px;
  std::copy(m.distortion.begin(), m.distortion.end(), config.distortion.begin());
  const bool thin = m.port.as<ThinPortModel>() != nullptr;
  const double view = thin ? camera::view_in_water_rad(m.view_rad, {.water = water_index}) : m.view_rad;
  config.cx_px = (m.width_px - 1) / 2.0, config.cy_px = (m.height_px - 1) / 2.0;
  if (m.focal_px.empty()) {
    Result<LensConfig> fitted = camera::lens_of_view(config, view);
    if (!fitted) return fitted.problems();
    config = fitted.value();
  } else {
    config.fx_px = m.focal_px[0], config.fy_px = m.focal_px[1];
  }
  if (!m.centre_px.empty()) config.cx_px = m.centre_px[0], config.cy_px = m.centre_px[1];
  return Lens::make(config);
}

Port port_of(const CameraModel& m, double water_index) {
  if (const auto* f = m.port.as<FlatPortModel>()) {
    camera::FlatPort out;
    out.distance_m = f->distance_m, out.thickness_m = f->thickness_m;
    out.index.glass = f->glass_index, out.index.water = water_index;
    out.normal_C = Vec3(0, std::sin(f->tilt_rad), std::cos(f->tilt_rad));
    return out;
  }
  if (const auto* d = m.port.as<DomePortModel>()) {
    camera::DomePort out;
    out.inner_radius_m = d->radius_m, out.thickness_m = d->thickness_m;
    out.index.glass = d->glass_index, out.index.water = water_index;
    out.centre_C = Vec3(d->offset_m[1], d->offset_m[2], d->offset_m[0]);
    return out;
  }
  return camera::NoPort{};
}

PictureOptions options_of(const CameraModel& model) {
  const CameraModel::Quality quality = model.quality;
  PictureOptions out;
  out.keep_surfaces = model.wants("normal") || model.wants("albedo");
  out.keep_transmission = model.wants("transmission");
  if (quality == CameraModel::Quality::kControl) {
    out.textures = out.caustics = out.nearness = false;
    out.lamp_samples = 3;
  }
  if (quality == CameraModel::Quality::kFull) {
    out.lamp_samples = out.beam_samples = 8;
    out.volume_shadows = out.every_pixel = true;
    out.edge_samples = 5;
    out.max_time_samples = kMaxTimeSamples;
  }
  return out;
}

}  // namespace

Pose moved(const Pose& X_N, const Vec3& v_N, const Vec3& w_N, double time_s) {
  const Vec3 turn = w_N * time_s;
  const double angle = turn.norm();
  const Quat q = angle > 0 ? Quat(Eigen::AngleAxisd(angle, turn / angle)) : Quat::Identity();
  return {X_N.p + v_N * time_s, (q * X_N.q).normalized()};
}

Pose camera_after(const FrameInput& input, double time_s) {
  return moved(input.X_NS, input.v_NS_N, input.w_NS_N, time_s);
}

CameraOptics::CameraOptics(const CameraModel& model, double water_index)
    : lens_(lens_of(model, water_index).value()),
      port_(port_of(model, water_index)),
      table_(lens_, port_),
      options_(options_of(model)),
      range_m_(model.range_m),
      row_s_(model.rolling_shutter_s / model.height_px),
      seen_(raytrace::kSeenSilt | raytrace::kSeenCamera) {
  if (model.sees_own_vehicle) seen_ |= raytrace::own(raytrace::kSeenCamera);
}

std::array<double, kColours> colours_of(const Day& day) {
  std::array<double, kColours> out{};
  for (size_t c = 0; c < kColours; ++c)
    out[c] = 0.5 * (day.bands.wavelength(2 * c) + day.bands.wavelength(2 * c + 1));
  return out;
}

void CameraOptics::prepare(const FrameInput& input, PictureSetup& out) const {
  const LightWorld& world = *input.light_world;
  const LightInstant& instant = *input.light;
  const WaveInstant& waves = *instant.waves;
  const environment::WaveField& sea = world.sea().waves();
  const Vec3 &anchor_N = input.view->anchor_N(), &p_N = input.X_NS.p;
  out.light = instant.day->light;
  out.light.surface_z = static_cast<float>(-anchor_N.z());
  if (std::isfinite(instant.bottom_m))
    out.light.bottom_m = static_cast<float>(std::max(0.5, instant.bottom_m));
  out.light.range_m = static_cast<float>(range_m_);
  for (const LitLamp& lamp : instant.lamps)
    out.light.lamps.push_back(world.days().lamp(*instant.day, lamp.index,
                                                {lamp.X_NS.p - anchor_N, lamp.X_NS.q}, lamp.level));
  PictureInput& picture = out.picture;
  picture.options = options_;
  if (options_.caustics && out.light.refractive_index > 1) {
    out.caustics = caustic_view(waves.caustics(), anchor_N);
    picture.caustics = &out.caustics;
  }
  compute_sea_levels(sea, waves.time_s(), waves.factor(), p_N, range_m_, out.levels);
  const double elevation_m =
      sea.calm() ? 0 : sea.elevation(waves.time_s(), p_N.x(), p_N.y(), waves.factor());
  picture.water.from_below = p_N.z() > -elevation_m;
  picture.water.surface =
      surface_view(waves.tile(), out.levels, anchor_N, p_N, 0, world.tiles(), instant.wind_speed_m_s);
  picture.water.sky = sky_view(instant.day->sky);
  picture.view = input.view;
  picture.seen = seen_;
  picture.light = &out.light;
  if (input.silt) picture.silt = &out.silt.emplace(*input.silt, out.light, colours_of(*instant.day));
  picture.tiles = &world.tiles();
  picture.appearances = world.appearances();
  picture.textures = world.textures();
  picture.material = [&input](int instance, const Vec3& p_A) {
    return input.material(instance, p_A);
  };
  picture.R_NS = input.X_NS.q.toRotationMatrix();
  picture.p_A = p_N - anchor_N;
  picture.v_N = input.v_NS_N, picture.w_N = input.w_NS_N;
  picture.row_s = row_s_;
  picture.range_m = static_cast<float>(range_m_);
  picture.number = input.number;
}

std::optional<camera::Pixel> CameraOptics::pixel_of(const Pose& X_NS, const Vec3& p_N) const {
  const Vec3 p_S = X_NS.q.conjugate() * (p_N - X_NS.p);
  const Vec3 p_C(p_S.y(), p_S.z(), p_S.x());
  if (std::holds_alternative<camera::NoPort>(port_)) return lens_.pixel_of(p_C);
  const std::optional<Vec3> air = camera::direction_in_air(port_, p_C);
  return air ? lens_.pixel_of(*air) : std::nullopt;
}

CameraModel in_air(const CameraModel& model) {
  CameraModel out = model;
  out.port = {};
  return lens_of(out, environment::optics::kIndexOfSeaWater) ? out : model;
}

Problems camera_problems(const CameraModel& model) {
  Problems out;
  constexpr double kIndex = environment::optics::kIndexOfSeaWater;
  const Result<Lens> lens = lens_of(model, kIndex);
  const Problems found = lens ? camera::check_port(port_of(model, kIndex)) : lens.problems();
  for (const Problem& problem : found.list()) out.add({}, lens ? "port" : "lens", problem.message);
  return out;
}

}  // namespace hadal::sensors

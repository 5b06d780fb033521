#include <numbers>

#include "math/units.h"
#include "scenario/camera_config.h"
#include "scenario/light_config.h"
#include "world/build.h"
#include "world/enclosure.h"

namespace hadal::build {
namespace {

constexpr double kKelvinOfZero = 273.15;

void set_port(const CameraConfig& c, CameraModel& out) {
  if (c.port.as<ThinPortConfig>()) out.port = CameraModel::ThinPort{};
  if (const auto* f = c.port.as<FlatPortConfig>())
    out.port =
        CameraModel::FlatPort{f->distance_m, f->thickness_m, f->glass_index, f->tilt_deg * kDegree};
  if (const auto* d = c.port.as<DomePortConfig>())
    out.port = CameraModel::DomePort{d->radius_m,
                                     d->thickness_m,
                                     d->glass_index,
                                     {d->offset_m[0], d->offset_m[1], d->offset_m[2]}};
}

void set_labels(const CameraConfig& c, CameraModel& out) {
  for (const std::string& label : c.labels) {
    if (label == "depth") out.depth = true;
    if (label == "normal") out.normal = true;
    if (label == "instance") out.instance = true;
    if (label == "semantic") out.semantic = true;
    if (label == "albedo") out.albedo = true;
    if (label == "transmission") out.transmission = true;
    if (label == "position") out.position = true;
    if (label == "flow") out.flow = true;
    if (label == "boxes") out.boxes = true;
  }
}

void set_exposure(const ExposureConfig& c, CameraModel& out) {
  out.automatic = c.automatic;
  out.exposure_s = c.time_s;
  out.iso = c.iso;
  out.f_number = c.f_number;
  out.compensation_ev = c.compensation_ev;
  out.white_balance = c.white_balance;
  out.gains = {c.gains[0], c.gains[1], c.gains[2]};
}

void set_noise(const PixelNoiseConfig& c, CameraModel& out) {
  out.noise = c.strength;
  out.full_well_e = c.full_well_e;
  out.read_noise_e = c.read_noise_e;
  out.dark_current_e_s = c.dark_current_e_s;
  out.prnu = c.prnu;
  out.dsnu_e = c.dsnu_e;
  out.bits = static_cast<int>(c.bits);
  out.grain = c.grain;
}

void set_effects(const LensEffectsConfig& c, CameraModel& out) {
  out.forward_scatter = c.forward_scatter;
  out.chromatic_aberration = c.chromatic_aberration;
  out.vignetting = c.vignetting;
  out.bloom = c.bloom;
  out.motion_blur = c.motion_blur;
  out.defocus = c.defocus;
  out.focus_m = c.focus_m;
  out.dirt = c.dirt;
  out.scratches = c.scratches;
}

}  // namespace

CameraModel camera_model(const CameraConfig& c) {
  CameraModel out;
  out.width_px = static_cast<int>(c.width_px);
  out.height_px = static_cast<int>(c.height_px);
  out.view_rad = c.view_deg * kDegree;
  out.lens = c.lens;
  out.distortion = c.distortion;
  out.focal_px = c.focal_px;
  out.centre_px = c.centre_px;
  set_port(c, out);
  out.range_m = c.range_m;
  out.quality = c.quality == "control" ? CameraModel::Quality::kControl
                : c.quality == "full"  ? CameraModel::Quality::kFull
                                       : CameraModel::Quality::kFast;
  set_labels(c, out);
  out.linear = c.linear;
  out.mosaic = c.mosaic;
  out.tone = c.tone == "linear" ? CameraModel::Tone::kLinear
             : c.tone == "srgb" ? CameraModel::Tone::kSrgb
                                : CameraModel::Tone::kFilmic;
  out.rolling_shutter_s = c.rolling_shutter_s;
  out.calibration_distance_m = c.calibration_distance_m;
  set_exposure(c.exposure, out);
  set_noise(c.noise, out);
  set_effects(c.effects, out);
  out.sees_own_vehicle = c.sees_own_vehicle;
  return out;
}

EventSensorModel event_camera_model(const EventCameraConfig& c) {
  EventSensorModel out;
  out.camera = camera_model(c);
  out.sub_frames = static_cast<int>(c.sub_frames);
  out.threshold_on = c.threshold_on;
  out.threshold_off = c.threshold_off;
  out.threshold_spread = c.threshold_spread;
  out.refractory_s = c.refractory_s;
  out.noise_rate_hz = c.noise_rate_hz;
  out.dark_w_m2_sr_nm = c.dark_w_m2_sr_nm;
  out.max_events = static_cast<int>(c.max_events);
  return out;
}

ThermalSensorModel thermal_camera_model(const ThermalCameraConfig& c) {
  ThermalSensorModel out;
  out.camera = camera_model(c);
  out.sky_K = c.sky_degc + kKelvinOfZero;
  if (c.air_degc) out.air_K = *c.air_degc + kKelvinOfZero;
  out.air_transmission = c.air_transmission;
  out.emissivity = c.emissivity;
  out.netd_K = c.netd_k;
  out.coldest_K = c.coldest_degc + kKelvinOfZero;
  out.hottest_K = c.hottest_degc + kKelvinOfZero;
  return out;
}

std::array<MountedCamera, 2> stereo_cameras(const StereoCameraConfig& c) {
  std::array<MountedCamera, 2> out;
  const Pose X_LS = mounting_of(c);
  for (const bool right : {false, true}) {
    MountedCamera& camera = out[right ? 1 : 0];
    camera.name = c.name + (right ? "/right" : "/left");
    camera.model = camera_model(c);
    camera.X_LS = X_LS;
    if (!right) continue;
    camera.X_LS.p += X_LS.q * Vec3(0, c.baseline_m, 0);
    camera.model.baseline_m = c.baseline_m;
  }
  return out;
}

namespace {

Lamp lamp_of(const AnyConfig& config) {
  const LampConfig& c = lamp_common(config);
  Lamp out;
  out.name = c.name;
  out.X_LS = {vec3(c.position_m), attitude_from_deg(c.rpy_deg)};
  out.flux_lm = c.flux_lm;
  out.colour_temperature_k = c.colour_temperature_k;
  out.level = c.level;
  out.strobe_hz = c.strobe_hz;
  out.strobe_s = c.strobe_s;
  out.strobe_delay_s = c.strobe_delay_s;
  out.kind = Lamp::Kind::kPoint;
  if (const auto* spot = config.as<SpotLampConfig>()) {
    out.kind = Lamp::Kind::kSpot;
    out.beam_rad = spot->beam_deg * kDegree;
    out.edge_rad = spot->edge_deg * kDegree;
  }
  if (const auto* line = config.as<LineLampConfig>()) {
    out.kind = Lamp::Kind::kLine;
    out.length_m = line->length_m;
  }
  return out;
}

// What of the lamp's own link stands in its way.
void find_housing(const Context& context, Lamp& lamp) {
  const Link& link = context.world.links[static_cast<size_t>(lamp.link)];
  const double half_angle = lamp.kind == Lamp::Kind::kSpot ? lamp.beam_rad / 2 : std::numbers::pi;
  const Enclosure around = enclosure(link.visuals, lamp.X_LS, half_angle, kLargestHousing_m);
  lamp.housing_m += around.housing_m;
  if (around.inside)
    context.fail(lamp.key + ".position_m",
                 "the lamp is more than " + std::to_string(kLargestHousing_m).substr(0, 3) +
                     " m inside the shapes of link '" + link.name +
                     "', and none of its light gets out; move it to their surface");
}

}  // namespace

void mount_lamps(const Context& context, int vehicle_index, const std::vector<AnyConfig>& configs,
                 const std::string& list_key, const Vehicle& vehicle) {
  for (size_t i = 0; i < configs.size(); ++i) {
    const std::string key = list_key + "[" + std::to_string(i) + "]";
    Lamp lamp = lamp_of(configs[i]);
    check_unique(context, vehicle_index, lamp.name, key + ".name");
    lamp.path = vehicle.name + "/" + lamp.name;
    lamp.vehicle = vehicle_index;
    const LampConfig& common = lamp_common(configs[i]);
    const MountPlace place = mount_place(context, vehicle, common.mount, common.link, key);
    lamp.link = place.link;
    lamp.X_LS = place.on_link(lamp.X_LS);
    lamp.key = key;
    find_housing(context, lamp);
    context.world.lamps.push_back(std::move(lamp));
  }
}

SkyModel sky_model(const SkyConfig& c) {
  SkyModel out;
  if (c.sun_elevation_deg) out.sun_elevation_rad = *c.sun_elevation_deg * kDegree;
  if (c.sun_azimuth_deg) out.sun_azimuth_rad = *c.sun_azimuth_deg * kDegree;
  out.air_turbidity = c.air_turbidity;
  out.cloud_cover = c.cloud_cover;
  out.moon = c.moon;
  return out;
}

WaterOpticsModel water_optics_model(const OpticsConfig& c) {
  WaterOpticsModel out;
  out.type = c.water_type;
  out.measured = c.coefficients == "measured";
  out.turbidity_ntu = c.turbidity_ntu;
  out.chlorophyll_mg_m3 = c.plankton.background_mg_m3;
  out.chlorophyll_peak_mg_m3 = c.plankton.peak_mg_m3;
  out.peak_depth_m = c.plankton.peak_depth_m;
  out.peak_thickness_m = c.plankton.thickness_m;
  return out;
}

}  // namespace hadal::build

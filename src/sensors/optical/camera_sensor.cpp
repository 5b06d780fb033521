#include "sensors/optical/camera_sensor.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "sensors/make_instrument.h"
#include "sensors/optical/calibration.h"
#include "sensors/optical/camera/chain.h"
#include "sensors/optical/camera/motion_blur.h"
#include "sensors/optical/camera_labels.h"
#include "sensors/optical/particles.h"

namespace hadal::sensors {
namespace {

using camera::LensConfig;

constexpr float kBandwidth_nm = 100;  // of a colour of the camera, about
constexpr double kPixelPitch_m = 3.45e-6;
constexpr double kBaseIso = 100;
constexpr double kBloomFraction = 0.02;   // of the light, at strength 1
constexpr double kMinBlur_px = 0.5;  // less motion leaves no trace
constexpr double kNearThings_m = 0.5;

void set_tone(CameraModel::Tone tone, camera::ChainModel& out) {
  out.tone.curve =
      tone == CameraModel::Tone::kFilmic ? camera::ToneCurve::kFilmic : camera::ToneCurve::kLinear;
  if (tone != CameraModel::Tone::kLinear) return;
  out.tone.srgb = false;
  out.headroom = 1;
}

// focal_px: in the water.
camera::ChainModel chain_of(const CameraModel& m, const LensConfig& lens, double focal_px) {
  camera::ChainModel out;
  out.scatter.strength = m.effects.forward_scatter;
  out.scatter.focal_px = focal_px;
  out.bloom = kBloomFraction * m.effects.bloom;
  out.colour.cx_px = out.vignetting.cx_px = lens.cx_px;
  out.colour.cy_px = out.vignetting.cy_px = lens.cy_px;
  out.colour.strength = m.effects.chromatic_aberration;
  out.vignetting.focal_px = lens.fx_px;
  out.vignetting.natural = m.effects.vignetting;
  out.dirt.film = out.dirt.specks = m.effects.dirt;
  out.dirt.scratches = m.effects.scratches;
  out.auto_exposure = m.exposure.automatic;
  out.metering.compensation_ev = m.exposure.compensation_ev;
  out.metering.floor = 1e-9, out.metering.max = 1e12;
  camera::Sensitivity pixel;
  pixel.pixel_pitch_m = kPixelPitch_m;
  out.electrons_per_light_s =
      kBandwidth_nm * camera::electrons_per_radiance(pixel, m.exposure.f_number, 1);
  out.exposure_s = m.exposure.time_s;
  out.gain = m.exposure.iso / kBaseIso * std::exp2(m.exposure.compensation_ev);
  out.white_balance.gains = m.exposure.gains;
  out.white_balance.grey_world = m.exposure.white_balance;
  out.imager = {m.noise};
  out.bayer = m.mosaic;
  set_tone(m.tone, out);
  return out;
}

// Of green light in the water at a depth.
float scattering_at(const Light& light, double depth_m) {
  float out = light.water[0].scattering[kBandsPerColour];
  for (const WaterLayerLight& layer : light.water)
    if (depth_m >= layer.top_m) out = layer.scattering[kBandsPerColour];
  return out;
}

camera::DepthOfField focus_of(const CameraModel& m, const LensConfig& lens) {
  return {lens.fx_px * kPixelPitch_m, m.exposure.f_number, m.effects.focus_m, kPixelPitch_m,
          m.effects.defocus};
}

}  // namespace

struct CameraSensor::Scratch {
  Scratch(const CameraModel& m, const LensConfig& lens, double focal_px,
          const RandomStream& device, const RandomStream& noise)
      : buffers(m.width_px, m.height_px),
        light(m.width_px, m.height_px),
        other(m.width_px, m.height_px),
        chain(chain_of(m, lens, focal_px), m.width_px, m.height_px, device, noise),
        range_m(light.input().pixels()),
        velocity_x(range_m.size()),
        velocity_y(range_m.size()) {}
  PictureBuffers buffers;
  camera::RgbImage light, other;
  camera::CameraChain chain;
  camera::ChainState state;
  camera::Exposure exposure;
  std::unique_ptr<ParticlePainter> particles;
  std::vector<float> range_m, velocity_x, velocity_y;
  bool submerged = true;
};

struct CameraSensor::Parts {
  Parts(const CameraModel& m, double water_index, const RandomStream& stream)
      : model(m), optics(m, water_index), calibration(calibration_of(optics, m)), device(stream) {
    if (m.has_port()) above.emplace(in_air(m));
  }
  const CameraOptics& optics_in(bool water) const { return above && !water ? *above : optics; }

  std::unique_ptr<Scratch> take(const RandomStream& noise) {
    const std::lock_guard lock(mutex);
    if (free.empty()) return std::make_unique<Scratch>(model, optics.lens().config(),
                                                       calibration.fx_px, device, noise);
    auto out = std::move(free.back());
    free.pop_back();
    out->chain.set_noise(noise);  // it may have served another run
    return out;
  }
  void give(std::unique_ptr<Scratch> scratch) {
    const std::lock_guard lock(mutex);
    free.push_back(std::move(scratch));
  }

  CameraModel model;
  CameraOptics optics;
  Calibration calibration;
  std::optional<CameraOptics> above;  // the water, behind a port
  RandomStream device;
  std::mutex mutex;
  std::vector<std::unique_ptr<Scratch>> free;
};

CameraSensor::CameraSensor(const CameraModel& model, double water_index,
                           const RandomStream& device, BodyBoxes bodies)
    : model_(model),
      bodies_(std::move(bodies)),
      parts_(std::make_unique<Parts>(model, water_index, device)) {}
CameraSensor::~CameraSensor() = default;

// Bodies move in the view while rays of the same picture look at different times.
FrameNeeds CameraSensor::needs() const {
  const bool by_rays =
      model_.quality == CameraModel::Quality::kFull && model_.effects.motion_blur > 0;
  const double smear_s = by_rays ? model_.exposure.time_s * model_.effects.motion_blur : 0;
  return {model_.range_m, parts_->optics.seen(), 0,
          true,           model_.exposure.time_s,  model_.rolling_shutter_s + smear_s};
}

double CameraSensor::listening_s() const {
  return model_.rolling_shutter_s + model_.exposure.time_s;
}

Frame CameraSensor::blank() const {
  const int w = model_.width_px, h = model_.height_px;
  Frame frame;
  frame.calibration = parts_->calibration;
  frame.planes.emplace_back("image", PlaneType::kUint8, h, w, 3);
  if (model_.linear) frame.planes.emplace_back("linear", PlaneType::kFloat32, h, w, 3);
  blank_labels(model_, frame);
  if (model_.wants("boxes")) blank_boxes(bodies_, frame);
  frame.planes.emplace_back(std::string(kExposurePlane), PlaneType::kFloat32, 1, 1, 5)
      .channel_names = {"time_s", "iso", "gain_red", "gain_green", "gain_blue"};
  return frame;
}

void CameraSensor::compute(const FrameInput& input, ThreadArena& arena, Frame& frame) const {
  std::unique_ptr<Scratch> scratch = parts_->take(input.noise);
  expose(input, *scratch, arena);
  if (model_.linear) {
    float* out = frame.plane("linear").floats().data();
    for (size_t i = 0; i < scratch->range_m.size(); ++i)
      for (int c = 0; c < 3; ++c) out[3 * i + static_cast<size_t>(c)] = scratch->light.plane(c)[i];
  }
  const LabelSource from{parts_->optics_in(scratch->submerged), input, scratch->buffers,
                         scratch->submerged};
  fill_labels(from, model_, bodies_.vehicles, arena, frame);
  if (model_.wants("boxes")) fill_boxes(bodies_, from, frame);
  develop(input, *scratch, arena, frame);
  parts_->give(std::move(scratch));
}

// The light that falls onto the pixels of a lens without flaws during the exposure.
void CameraSensor::expose(const FrameInput& input, Scratch& s, ThreadArena& arena) const {
  PictureSetup picture_setup;
  parts_->optics.prepare(input, picture_setup);
  s.submerged = picture_setup.picture.water.from_below;
  const CameraOptics& optics = parts_->optics_in(s.submerged);
  picture_setup.picture.options.keep_places = needs_places(input);
  take_picture(optics.table(), picture_setup.picture, arena, s.buffers, s.light.view());
  s.state = {};
  s.exposure = s.chain.meter(s.light.input(), 0, s.state, arena);
  const double smear_s = s.exposure.time_s * model_.effects.motion_blur;
  Smear smear;
  if (smears(input, smear_s)) {
    find_velocities({optics, input, s.buffers}, smear_s, arena, s.velocity_x, s.velocity_y);
    smear = {smear_s, s.velocity_x, s.velocity_y};
  }
  if (model_.quality == CameraModel::Quality::kFull) {
    refine_picture(optics.table(), picture_setup.picture, smear, arena, s.buffers, s.light.view());
  } else if (smear.exposure_s > 0) {
    camera::blur_motion({smear_s, 1}, s.velocity_x, s.velocity_y, s.light.input(), s.other.view(),
                        arena);
    std::swap(s.light, s.other);
  }
  for (int y = 0; y < model_.height_px; ++y)
    std::copy_n(s.buffers.range_m.row(y), model_.width_px,
                &s.range_m[static_cast<size_t>(y) * static_cast<size_t>(model_.width_px)]);
  const camera::DepthOfField focus = focus_of(model_, optics.lens().config());
  if (model_.effects.defocus > 0) {
    camera::blur_depth_of_field(focus, s.range_m, s.light.input(), s.other.view(), arena);
    std::swap(s.light, s.other);
  }
  // Last: they bring their own blur.
  draw_particles(optics, input, picture_setup, focus, smear_s, s.range_m, s.particles,
                 s.light.view(), arena);
}

// What lens, pixels and electronics make of it.
void CameraSensor::develop(const FrameInput& input, Scratch& s, ThreadArena& arena,
                           Frame& frame) const {
  camera::ChainInput in;
  in.light = s.light.input();
  if (s.submerged) in.depth_m = s.range_m, in.veil = s.buffers.veil.input();  // air scatters nothing
  in.frame = input.number;
  in.scattering_per_m = scattering_at(input.light->day->light, input.X_NS.p.z());
  in.exposure = s.exposure;
  const camera::Exposure taken =
      s.chain.develop(in, s.state, {frame.plane("image").bytes(), std::nullopt}, arena);
  const std::array<double, 3>& gains = s.state.white_balance.gains;
  const double chosen[] = {taken.time_s, kBaseIso * taken.gain, gains[0], gains[1], gains[2]};
  std::copy(std::begin(chosen), std::end(chosen), frame.plane(kExposurePlane).floats().begin());
}

// Whether anybody asks what pixels show and where: labels, more samples, motion blur.
bool CameraSensor::needs_places(const FrameInput& input) const {
  return !model_.labels.empty() || model_.quality == CameraModel::Quality::kFull ||
         smears(input, model_.exposure.time_s * model_.effects.motion_blur);
}

// Whether anything near by could move far enough during the exposure to be smeared.
bool CameraSensor::smears(const FrameInput& input, double exposure_s) const {
  double fastest = input.v_NS_N.norm() / kNearThings_m + input.w_NS_N.norm();
  for (int i = 0; i < input.view->instances(); ++i) {
    const raytrace::Instance& thing = input.view->instance(i);
    fastest = std::max(fastest, thing.v_N.norm() / kNearThings_m + thing.w_N.norm());
  }
  return fastest * exposure_s * parts_->optics.lens().config().fx_px > kMinBlur_px;
}

namespace {

Instrument make_camera(const InstrumentSetup& setup) {
  return std::make_unique<CameraSensor>(setup.model<CameraModel>(), setup.water_index(),
                                        setup.pixels(), body_boxes(setup.world));
}

}  // namespace

template <>
Instrument make_instrument<CameraModel>(const InstrumentSetup& setup) {
  return make_camera(setup);
}
template <>
Instrument make_instrument<StereoCameraModel>(const InstrumentSetup& setup) {
  return make_camera(setup);
}

}  // namespace hadal::sensors

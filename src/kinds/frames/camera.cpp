#include "kinds/frames/camera.h"

#include <algorithm>

#include "kinds/checks.h"
#include "kinds/frames/list.h"

namespace hadal::inline kinds {
namespace {

constexpr Bounds kGlass{1.3, 2.2};
constexpr Bounds kStrength{0, 10};
constexpr Bounds kPixels{1, 8192};
constexpr int64_t kMaxPixels = 1 << 25;

const std::vector<std::string>& label_names() {
  static const std::vector<std::string> names{"depth",    "normal",       "instance",
                                              "semantic", "albedo",       "position",
                                              "flow",     "transmission", "boxes"};
  return names;
}

const std::vector<const StructSchema*>& port_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &NoPortModel::schema(), &ThinPortModel::schema(), &FlatPortModel::schema(),
      &DomePortModel::schema()};
  return kinds;
}

constexpr std::initializer_list<std::pair<const char*, LensModel>> kLenses{
    {"pinhole", LensModel::kPinhole},         {"brown", LensModel::kBrown},
    {"rational", LensModel::kRational},       {"equidistant", LensModel::kEquidistant},
    {"equisolid", LensModel::kEquisolid},     {"kannala_brandt", LensModel::kKannalaBrandt}};

std::string name_of(LensModel lens) {
  return std::find_if(kLenses.begin(), kLenses.end(),
                      [&](const auto& known) { return known.second == lens; })
      ->first;
}

size_t coefficients_of(LensModel lens) {
  if (lens == LensModel::kBrown) return 5;
  if (lens == LensModel::kRational) return 8;
  return lens == LensModel::kKannalaBrandt ? 4 : 0;
}

void check_lens(const CameraModel& c, CheckReport& r) {
  if (int64_t{c.width_px} * c.height_px > kMaxPixels)
    r.fail("height_px", "more than 32 million pixels");
  const bool perspective = c.lens == LensModel::kPinhole || c.lens == LensModel::kBrown ||
                           c.lens == LensModel::kRational;
  if (perspective && c.view_rad >= 175 * kDegree)
    r.fail("view_deg", "a " + name_of(c.lens) + " lens sees less than 175");
  const size_t wanted = coefficients_of(c.lens);
  if (!c.distortion.empty() && c.distortion.size() != wanted)
    r.fail("distortion", "the lens '" + name_of(c.lens) + "' has " + std::to_string(wanted) +
                             " coefficients, found " + std::to_string(c.distortion.size()));
  if (!c.focal_px.empty() && c.port.as<ThinPortModel>())
    r.fail("focal_px",
           "does not go with port: !thin, which changes view_deg alone. Give view_deg, or leave "
           "the port out where these focal lengths are those in water");
}

void check_camera(const CameraModel& c, CheckReport& r) {
  const auto& known = label_names();
  for (size_t i = 0; i < c.labels.size(); ++i)
    if (std::find(known.begin(), known.end(), c.labels[i]) == known.end())
      r.fail("labels[" + std::to_string(i) + "]",
             "no label '" + c.labels[i] +
                 "'; expected depth, normal, instance, semantic, albedo, transmission, position, "
                 "flow or boxes");
}

}  // namespace

const StructSchema& NoPortModel::schema() {
  static const StructSchema s =
      StructBuilder<NoPortModel>("none", "The lens is made for water; view_deg is in water.");
  return s;
}
const StructSchema& ThinPortModel::schema() {
  static const StructSchema s = StructBuilder<ThinPortModel>(
      "thin",
      "A flat window by its effect on the view alone: 2 asin(sin(view/2) / n), all rays "
      "through one point; view_deg is in air.");
  return s;
}

const StructSchema& FlatPortModel::schema() {
  using C = FlatPortModel;
  static const StructSchema s =
      StructBuilder<C>("flat", "A flat window, every ray bent at both faces; view_deg is in air.")
          .number("distance_m", &C::distance_m, "From the lens to the inner face.", {0, 10})
          .number("thickness_m", &C::thickness_m, "Of the glass.", {0, 1})
          .number("glass_index", &C::glass_index, "Refractive index of the glass.", kGlass)
          .number("tilt_deg", &C::tilt_rad, "Of the window, top leaning away.", {-60, 60},
                  kDegree);
  return s;
}

const StructSchema& DomePortModel::schema() {
  using C = DomePortModel;
  static const StructSchema s =
      StructBuilder<C>("dome", "A dome of two concentric spheres; view_deg is in air.")
          .number("radius_m", &C::radius_m, "Of the inner face.", {0.001, 10})
          .number("thickness_m", &C::thickness_m, "Of the glass.", {0, 1})
          .number("glass_index", &C::glass_index, "Refractive index of the glass.", kGlass)
          .vector("offset_m", &C::offset_m,
                  "From the lens to the middle of the dome: ahead, right, down.", {-10, 10});
  return s;
}

const StructSchema& CameraExposure::schema() {
  using C = CameraExposure;
  static const StructSchema s =
      StructBuilder<C>("exposure", "How much light makes the picture, and its white balance.")
          .boolean(
              "automatic", &C::automatic,
              "Follows the light of each picture at once: up to time_s, then by a gain of up to "
              "32. Else a picture is as bright as time_s, iso and f_number make it.")
          .number("time_s", &C::time_s, "Shutter time; the longest of the automatic.", {1e-6, 10})
          .number("iso", &C::iso, "Sensitivity.", {1, 1e6})
          .number("f_number", &C::f_number, "Of the lens.", {0.5, 64})
          .number("compensation_ev", &C::compensation_ev, "Brighter by powers of two.", {-10, 10})
          .number("white_balance", &C::white_balance,
                  "Fraction of the colour cast that is taken out, 0 none, 1 grey world.", kFraction)
          .vector("gains", &C::gains, "Fixed gains of red, green, blue.", {0, 100});
  return s;
}

const StructSchema& PixelNoise::schema() {
  using C = PixelNoise;
  static const StructSchema s =
      StructBuilder<C>("pixel noise", "What the pixels add (EMVA 1288).")
          .number("strength", &C::strength, "Of all of it; 0 none.", kStrength)
          .number("full_well_e", &C::full_well_e, "Electrons that fill a pixel.", {10, 1e7})
          .number("read_noise_e", &C::read_noise_e, "Of reading a pixel, electrons.", {0, 1e4})
          .number("dark_current_e_s", &C::dark_current_e_s, "Electrons per second without light.",
                  {0, 1e6})
          .number("prnu", &C::prnu, "Spread of the response of pixels.", kFraction)
          .number("dsnu_e", &C::dsnu_e, "Spread of their dark level, electrons.", {0, 1e4})
          .integer("bits", &C::bits, "Of the converter; 0 is none.", {0, 24})
          .number("grain", &C::grain, "Film grain, for appearance only.", kFraction);
  return s;
}

const StructSchema& LensEffects::schema() {
  using C = LensEffects;
  static const StructSchema s =
      StructBuilder<C>("lens effects", "Each has a strength; 0 leaves the picture as it is.")
          .number("forward_scatter", &C::forward_scatter,
                  "Blur of what is seen by the light that water scatters nearly straight on; 2 as if it "
                  "scattered twice as much.", kStrength)
          .number("chromatic_aberration", &C::chromatic_aberration,
                  "Red and blue reach 0.25 % further out and in at 1.", kStrength)
          .number("vignetting", &C::vignetting, "Darker corners; 1 falls with cos^4.", kFraction)
          .number("bloom", &C::bloom, "Halo of what is brighter than white.", kStrength)
          .number("motion_blur", &C::motion_blur, "Fraction of the shutter time.", kStrength)
          .number("defocus", &C::defocus, "1: the lens is as open as f_number says.", kStrength)
          .number("focus_m", &C::focus_m, "Distance in focus.", {0.01, 1000})
          .number("dirt", &C::dirt, "Spots on the port.", kFraction)
          .number("scratches", &C::scratches, "Scratches on the port.", kFraction);
  return s;
}

namespace {

using Quality = CameraModel::Quality;
using Tone = CameraModel::Tone;

template <class C>
StructBuilder<C> lens_keys(StructBuilder<C> builder) {
  return std::move(builder)
      .integer("width_px", &C::width_px, "Width of the picture.", kPixels)
      .integer("height_px", &C::height_px, "Height of the picture.", kPixels)
      .number("view_deg", &C::view_rad, "Across the width; see port for air or water.", {1, 359},
              kDegree)
      .template choice<LensModel>("lens", &C::lens, "How angles are mapped to image positions.",
                                  kLenses)
      .numbers("distortion", &C::distortion,
               "brown: k1 k2 p1 p2 k3; rational: k1 k2 p1 p2 k3 k4 k5 k6; kannala_brandt: k1 k2 "
               "k3 k4.",
               {0, 4, 5, 8})
      .numbers("focal_px", &C::focal_px, "Focal lengths fx, fy instead of view_deg.", {0, 2},
               kPositive)
      .numbers("centre_px", &C::centre_px,
               "Where the axis meets the picture; its middle if left out.", {0, 2})
      .number("range_m", &C::range_m, "Nothing farther is drawn; the last tenth fades into open water.", {0.1, 1000})
      .boolean("sees_own_vehicle", &C::sees_own_vehicle, "Shows parts of its own vehicle.")
      .check(check_lens);
}

template <class C>
StructBuilder<C> water_keys(StructBuilder<C> builder) {
  return std::move(builder)
      .tagged("port", &C::port, "Between lens and water; none if left out.", port_kinds)
      .number("calibration_distance_m", &C::calibration_distance_m,
              "Working distance in water: behind a port the calibration is over half to twice of it.",
              {0.05, 1000})
      .template choice<Quality>(
          "quality", &C::quality,
          "control: plain colours, for control loops. fast: textures, caustics, lamps. "
          "full: finer sampling, for data sets and stills.",
          {{"control", Quality::kControl}, {"fast", Quality::kFast}, {"full", Quality::kFull}});
}

template <class C>
StructBuilder<C> camera_keys(StructBuilder<C> builder) {
  return water_keys(lens_keys(std::move(builder)))
      .texts("labels", &C::labels,
             "Exact pictures beside the image: depth, normal, instance, semantic, albedo, "
             "transmission, position, flow; and bounding boxes.")
      .boolean("linear", &C::linear,
               "Gives the light itself, too: linear, of fixed scale, without noise.")
      .template choice<BayerPattern>("mosaic", &C::mosaic, "Colour filter over the pixels.",
                                     {{"none", BayerPattern::kNone},
                                      {"rggb", BayerPattern::kRggb},
                                      {"bggr", BayerPattern::kBggr},
                                      {"grbg", BayerPattern::kGrbg},
                                      {"gbrg", BayerPattern::kGbrg}})
      .template choice<Tone>(
          "tone", &C::tone,
          "From light to the 8 bits of the image. filmic: with toe and shoulder. srgb: "
          "straight, then the sRGB curve. linear: 255 where pixels are full, no curve.",
          {{"filmic", Tone::kFilmic}, {"srgb", Tone::kSrgb}, {"linear", Tone::kLinear}})
      .number("rolling_shutter_s", &C::rolling_shutter_s,
              "Read-out time: row y of H begins y / H of it after the first. 0: all at once.",
              {0, 1})
      .template object<CameraExposure>("exposure", &C::exposure, "Exposure and white balance.")
      .template object<PixelNoise>("noise", &C::noise, "Noise of the pixels.")
      .template object<LensEffects>("effects", &C::effects, "Effects of lens and port.")
      .check(check_camera);
}

}  // namespace

const StructSchema& CameraModel::schema() {
  static const StructSchema s =
      camera_keys(
      extension::sensor_schema<CameraModel>("camera", "A camera that points along its x axis."));
  return s;
}

const StructSchema& StereoCameraModel::schema() {
  using C = StereoCameraModel;
  static const StructSchema s = camera_keys(
      extension::sensor_schema<C>("stereo_camera",
                "Two cameras that point along x: NAME/left where it is mounted and NAME/right, "
                "baseline_m along y.")
          .number("baseline_m", &C::baseline_m, "From the left camera to the right one.",
                  {1e-4, 10})
          .choice<Labelled>("labelled", &C::labelled, "Which of the two has the labels.",
                            {{"both", Labelled::kBoth},
                             {"left", Labelled::kLeft},
                             {"right", Labelled::kRight}}));
  return s;
}

const StructSchema& EventSensorModel::schema() {
  using C = EventSensorModel;
  static const StructSchema s =
      water_keys(lens_keys(extension::sensor_schema<C>("event_camera",
                                     "Reports changes of light; a frame holds the events from its "
                                     "stamp to the next frame.")))
          .integer("sub_frames", &C::sub_frames,
                   "Pictures that a frame is made of; 0: as many as the motion needs.", {0, 1000})
          .number("threshold_on", &C::threshold_on, "Rise of ln(light) that makes an event.",
                  {0.01, 10})
          .number("threshold_off", &C::threshold_off, "Fall of ln(light) that makes an event.",
                  {0.01, 10})
          .number("threshold_spread", &C::threshold_spread,
                  "Standard deviation of the thresholds of pixels, of the threshold.", {0, 0.5})
          .number("refractory_s", &C::refractory_s, "A pixel is blind this long after an event.",
                  {0, 1})
          .number("noise_rate_hz", &C::noise_rate_hz, "Events without cause, per pixel.", {0, 1000})
          .number("dark_w_m2_sr_nm", &C::dark_w_m2_sr_nm,
                  "Light that counts as darkness, W/(m^2 sr nm).", kPositive)
          .integer("max_events", &C::max_events, "Per frame; those after them are lost.",
                   {1, 10000000})
          .formerly("most_events");
  return s;
}

const StructSchema& ThermalSensorModel::schema() {
  using C = ThermalSensorModel;
  static const StructSchema s =
      lens_keys(extension::sensor_schema<C>("thermal_camera",
                          "Sees temperatures (8 to 14 um), in air; water is opaque to it."))
          .number("sky_degc", &C::sky_degc, "Of the sky, which surfaces mirror.", {-100, 60})
          .number("air_degc", &C::air_degc,
                  "Of the air and of what stands in it; as the water at the surface if left out.",
                  {-60, 60})
          .number("air_transmission", &C::air_transmission, "Fraction of the light that arrives.",
                  kFraction)
          .number("emissivity", &C::emissivity, "Of all surfaces but water.", kFraction)
          .number("netd_k", &C::netd_k, "Noise, as a temperature difference at 300 K.", {0, 10})
          .number("min_temperature_degc", &C::min_temperature_degc, "Black of the image.",
                  {-120, 700})
          .formerly("coldest_degc")
          .number("max_temperature_degc", &C::max_temperature_degc, "White of the image.",
                  {-120, 700})
          .formerly("hottest_degc")
          .check([](const C& c, CheckReport& r) {
            if (!(c.max_temperature_degc > c.min_temperature_degc))
              r.fail("max_temperature_degc", "must be above min_temperature_degc");
          });
  return s;
}

bool CameraModel::wants(std::string_view label) const {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

std::vector<CoverageShape> CameraModel::views() const {
  return {CameraView{width_px, height_px, view_rad, range_m}};
}

std::vector<FrameHead> StereoCameraModel::heads() const {
  StereoCameraModel left = *this, right = *this;
  left.baseline_m = 0;
  if (labelled == Labelled::kRight) left.labels.clear();
  if (labelled == Labelled::kLeft) right.labels.clear();
  return {{"/left", Vec3::Zero(), AnyConfig::of(left)},
          {"/right", Vec3(0, baseline_m, 0), AnyConfig::of(right)}};
}

template <>
FrameSensorKind built_in_frame_sensor<CameraModel>() {
  return frame_sensor_kind<CameraModel>();
}
template <>
FrameSensorKind built_in_frame_sensor<StereoCameraModel>() {
  return frame_sensor_kind<StereoCameraModel>();
}
template <>
FrameSensorKind built_in_frame_sensor<EventSensorModel>() {
  return frame_sensor_kind<EventSensorModel>();
}
template <>
FrameSensorKind built_in_frame_sensor<ThermalSensorModel>() {
  return frame_sensor_kind<ThermalSensorModel>();
}

}  // namespace hadal::kinds

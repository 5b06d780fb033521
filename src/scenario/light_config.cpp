#include "scenario/light_config.h"

namespace hadal::inline scenario {
namespace {

constexpr Bounds kChlorophyll{0, 100};

template <class T>
StructBuilder<T> lamp(const char* kind, const char* doc) {
  return StructBuilder<T>(kind, doc)
      .name("name", &T::name, "Name, unique on the vehicle.")
      .required()
      .text("link", &T::link_name, "The link it is mounted on; the first if left out.")
      .text("mount", &T::mount, "Or a mount point of the vehicle, by name.")
      .numbers("position_m", &T::position_m, "Position on the link, or from the mount point.", {3},
               kMountPosition)
      .numbers("rpy_deg", &T::rpy_deg, "Mounting: roll, pitch, yaw. It shines along its x axis.",
               {3}, {-360, 360})
      .number("flux_lm", &T::flux_lm, "Light at full level.", {0, 1e7})
      .number("colour_temperature_k", &T::colour_temperature_k,
              "Colour: a black body up to 4000 K, daylight above.", {1500, 20000})
      .number("level", &T::level, "Fraction of its light at the start.", kFraction)
      .number("strobe_hz", &T::strobe_hz, "Flashes per second; 0 shines all the time.", {0, 1000})
      .number("strobe_s", &T::strobe_s, "Length of a flash.", {1e-6, 1})
      .number("strobe_delay_s", &T::strobe_delay_s, "Time of the first flash.", {0, 1000})
      .check([](const T& c, CheckReport& r) {
        if (c.strobe_hz * c.strobe_s > 1)
          r.fail("strobe_s", "longer than the time between flashes");
        if (!c.link_name.empty() && !c.mount.empty())
          r.fail("mount", "the mount point says the link too; give one of link and mount");
      });
}

}  // namespace

const StructSchema& SkyModel::schema() {
  using C = SkyModel;
  static const StructSchema s =
      StructBuilder<C>("sky", "The sky: sun and moon stand where clock and origin put them.")
          .number("sun_elevation_deg", &C::sun_elevation_rad,
                  "Puts the sun at this height, whatever the time.", {-90, 90}, kDegree)
          .number("sun_azimuth_deg", &C::sun_azimuth_rad, "Likewise, clockwise from north.",
                  {-360, 360}, kDegree)
          .number("air_turbidity", &C::air_turbidity,
                  "Haze of the air: 2 clear, 3 usual, 6 hazy (Linke).", {1.7, 10})
          .number("cloud_cover", &C::cloud_cover, "Fraction of the sky under clouds.", kFraction)
          .boolean("moon", &C::moon, "Moonlight at night.");
  return s;
}

const StructSchema& PlanktonLayer::schema() {
  using C = PlanktonLayer;
  static const StructSchema s =
      StructBuilder<C>("plankton", "Phytoplankton beyond what the type of the water has.")
          .number("background_mg_m3", &C::background_mg_m3, "Chlorophyll at all depths.",
                  kChlorophyll)
          .number("peak_mg_m3", &C::peak_mg_m3, "Chlorophyll of the layer, above the background.",
                  kChlorophyll)
          .number("peak_depth_m", &C::peak_depth_m, "Depth of the layer.", {0, 500})
          .number("thickness_m", &C::thickness_m, "Standard deviation of the layer.", {0.1, 200});
  return s;
}

const StructSchema& WaterOpticsModel::schema() {
  using C = WaterOpticsModel;
  static const StructSchema s =
      StructBuilder<C>("optics", "What the water does to light.")
          .choice("water_type", &C::type,
                  "Jerlov's type; pure is water without particles, none takes and bends no light: "
                  "pictures "
                  "without water.",
                  {"I", "IA", "IB", "II", "III", "1C", "3C", "5C", "7C", "9C", "pure", "none"})
          .choice("coefficients", &C::coefficients,
                  "measured: Williamson & Hollins 2022. modelled: Solonenko & Mobley 2015, which "
                  "other simulators use; more haze.",
                  {{"measured", OpticalCoefficients::kMeasured},
                   {"modelled", OpticalCoefficients::kModelled}})
          .number("turbidity_ntu", &C::turbidity_ntu, "Silt in the water beyond that of the type.",
                  {0, 1000})
          .object("plankton", &C::plankton, "Phytoplankton.");
  return s;
}

const StructSchema& SpotLampModel::schema() {
  using C = SpotLampModel;
  static const StructSchema s =
      lamp<C>("spot", "A lamp with a beam.")
          .number("beam_deg", &C::beam_rad, "Full angle of the beam, to where it ends.", {1, 170},
                  kDegree)
          .number("edge_deg", &C::edge_rad, "Angle over which it fades, inside of that.", {0.1, 85},
                  kDegree)
          .check([](const C& c, CheckReport& r) {
            if (2 * c.edge_rad > c.beam_rad) r.fail("edge_deg", "more than half of beam_deg");
          });
  return s;
}

const StructSchema& PointLampModel::schema() {
  static const StructSchema s = lamp<PointLampModel>("point", "A lamp that shines all around.");
  return s;
}

const StructSchema& LineLampModel::schema() {
  using C = LineLampModel;
  static const StructSchema s =
      lamp<C>("line", "A bar that shines all around; it lies along its x axis.")
          .number("length_m", &C::length_m, "Length.", {0.01, 20});
  return s;
}

const std::vector<const StructSchema*>& lamp_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &SpotLampModel::schema(), &PointLampModel::schema(), &LineLampModel::schema()};
  return kinds;
}

const LampModel& lamp_common(const AnyConfig& config) {
  return *static_cast<const LampModel*>(config.data());
}

}  // namespace hadal::scenario

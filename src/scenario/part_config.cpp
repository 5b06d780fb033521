#include "scenario/part_config.h"

#include "scenario/shape_builder.h"

namespace hadal::inline scenario {
namespace {

constexpr Bounds kFewPieces{0, 24};

template <class T>
StructSchema round_part(const char* kind, const char* doc) {
  return shape_schema<T>(kind, doc, [](auto b) {
    return std::move(b)
        .number("radius_m", &T::radius_m, "Largest radius.", kShapeLength)
        .required()
        .number("length_m", &T::length_m, "Length over all.", kShapeLength)
        .required();
  });
}

void check_flanges(const EnclosureConfig& c, CheckReport& r) {
  if (c.flange_radius_m && *c.flange_radius_m < c.radius_m)
    r.fail("flange_radius_m", "less than radius_m");
  if (c.flange_length_m && 2 * *c.flange_length_m >= c.length_m)
    r.fail("flange_length_m", "two of them must be shorter than length_m");
}

}  // namespace

const StructSchema& DuctedThrusterConfig::schema() {
  using C = DuctedThrusterConfig;
  static const StructSchema s = shape_schema<C>(
      "ducted_thruster",
      "Duct, pod and struts of a thruster; it pushes along z, its disc is at z = 0.", [](auto b) {
        return std::move(b)
            .number("radius_m", &C::radius_m, "Outer radius of the duct.", kShapeLength)
            .required()
            .number("length_m", &C::length_m, "Length of the pod; 0.4 of it is before the disc.",
                    kShapeLength)
            .required()
            .number("duct_length_m", &C::duct_length_m,
                    "Length of the duct; 0.45 of length_m if left out.", kShapeLength)
            .number("hub_radius_m", &C::hub_radius_m,
                    "Radius of the pod; 0.4 of radius_m if left out.", kShapeLength)
            .integer("struts", &C::struts, "Struts that hold the pod.", kFewPieces)
            .check([](const C& c, CheckReport& r) {
              if (c.hub_radius_m && *c.hub_radius_m >= c.radius_m)
                r.fail("hub_radius_m", "must be less than radius_m");
            });
      });
  return s;
}

const StructSchema& PropellerConfig::schema() {
  using C = PropellerConfig;
  static const StructSchema s = shape_schema<C>(
      "propeller", "Blades on a hub; it pushes along z when it turns about z.", [](auto b) {
        return std::move(b)
            .number("radius_m", &C::radius_m, "Radius of the disc.", kShapeLength)
            .required()
            .integer("blades", &C::blades, "Number of blades.", {1, 12})
            .number("pitch_m", &C::pitch_m,
                    "Advance of the screw per turn; below 0 left-handed. 1.6 of radius_m if left "
                    "out.",
                    {-1000, 1000})
            .number("chord_m", &C::chord_m,
                    "Largest width of a blade; 0.6 of radius_m if left out.", kShapeLength)
            .number("hub_radius_m", &C::hub_radius_m,
                    "Radius of the hub; 0.3 of radius_m if left out.", kShapeLength)
            .number("hub_length_m", &C::hub_length_m,
                    "Length of the hub; 0.7 of radius_m if left out.", kShapeLength)
            .check([](const C& c, CheckReport& r) {
              if (c.hub_radius_m && *c.hub_radius_m >= c.radius_m)
                r.fail("hub_radius_m", "must be less than radius_m");
            });
      });
  return s;
}

const StructSchema& BarFrameConfig::schema() {
  using C = BarFrameConfig;
  static const StructSchema s =
      shape_schema<C>("bar_frame", "Bars along the edges of a box.", [](auto b) {
        return std::move(b)
            .numbers("size_m", &C::size_m, "Length, width, depth over all.", {3}, kShapeLength)
            .required()
            .number("bar_radius_m", &C::bar_radius_m, "Radius of a bar.", kShapeLength)
            .required()
            .integer("bays", &C::bays, "Bays along x, between uprights.", {1, 24});
      });
  return s;
}

const StructSchema& SidePlateConfig::schema() {
  using C = SidePlateConfig;
  static const StructSchema s =
      shape_schema<C>("side_plate", "A plate in the xz plane with windows.", [](auto b) {
        return std::move(b)
            .numbers("size_m", &C::size_m, "Length, thickness, depth.", {3}, kShapeLength)
            .required()
            .integer("columns", &C::columns, "Windows along x; 0: none.", kFewPieces)
            .integer("rows", &C::rows, "Windows along z.", kFewPieces)
            .number("rib_m", &C::rib_m, "Width of what is left between and around them.",
                    kShapeLength);
      });
  return s;
}

const StructSchema& RoundedBoxConfig::schema() {
  using C = RoundedBoxConfig;
  static const StructSchema s =
      shape_schema<C>("rounded_box", "A box with round edges: buoyancy, covers.", [](auto b) {
        return std::move(b)
            .numbers("size_m", &C::size_m, "Lengths of the sides.", {3}, kShapeLength)
            .required()
            .number("radius_m", &C::radius_m, "Of the edges; at most half of the smallest side.",
                    kShapeLength)
            .required();
      });
  return s;
}

const StructSchema& EnclosureConfig::schema() {
  using C = EnclosureConfig;
  static const StructSchema s =
      shape_schema<C>("enclosure", "A watertight tube with flanged end caps.", [](auto b) {
        return std::move(b)
            .number("radius_m", &C::radius_m, "Of the tube.", kShapeLength)
            .required()
            .number("length_m", &C::length_m, "Over all, with the caps.", kShapeLength)
            .required()
            .number("flange_radius_m", &C::flange_radius_m,
                    "Of the end caps; 1.08 of radius_m if left out.", kShapeLength)
            .number("flange_length_m", &C::flange_length_m,
                    "Of an end cap; 0.08 of length_m if left out.", kShapeLength)
            .check(check_flanges);
      });
  return s;
}

const StructSchema& DomeConfig::schema() {
  using C = DomeConfig;
  static const StructSchema s =
      shape_schema<C>("dome", "A half sphere that bulges to +z, on a ring.", [](auto b) {
        return std::move(b)
            .number("radius_m", &C::radius_m, "Radius.", kShapeLength)
            .required()
            .number("ring_m", &C::ring_m, "Thickness of the ring behind it; 0: none.", {0, 100});
      });
  return s;
}

const StructSchema& LampHousingConfig::schema() {
  static const StructSchema s = round_part<LampHousingConfig>(
      "lamp_housing", "A lamp with cooling rings; its lens is at +z.");
  return s;
}

const StructSchema& DvlHeadConfig::schema() {
  static const StructSchema s =
      round_part<DvlHeadConfig>("dvl_head", "A can with four tilted transducers that look to +z.");
  return s;
}

const StructSchema& SonarHeadConfig::schema() {
  static const StructSchema s =
      round_part<SonarHeadConfig>("sonar_head", "A scanning sonar; its boot is at +z.");
  return s;
}

const StructSchema& AntennaConfig::schema() {
  static const StructSchema s = round_part<AntennaConfig>(
      "antenna",
      "An antenna or mast from its foot at z = 0 up to z = -length_m; radius_m is that of the rod, "
      "the foot is three times as wide.");
  return s;
}

const StructSchema& TetherPlugConfig::schema() {
  static const StructSchema s = round_part<TetherPlugConfig>(
      "tether_plug", "A connector with the end of its cable, from z = 0 to z = length_m.");
  return s;
}

}  // namespace hadal::scenario

#include "scenario/shape_config.h"

#include <algorithm>

#include "kinds/checks.h"
#include "scenario/nearest.h"
#include "scenario/part_config.h"
#include "scenario/shape_builder.h"

namespace hadal::inline scenario {
namespace {

bool four_digits(const std::string& code) {
  return code.size() == 4 &&
         std::all_of(code.begin(), code.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void check_naca(const NacaWingShapeConfig& c, CheckReport& r) {
  if (!four_digits(c.code))
    r.fail("code", "'" + c.code.substr(0, 40) +
                       "' is no NACA 4-digit section; expected four digits, e.g. \"2412\"");
  else if (c.code.substr(2) == "00" || c.code.substr(2) > "40")
    r.fail("code", "the last two digits are the thickness in percent; expected 01 to 40");
  else if ((c.code[0] == '0') != (c.code[1] == '0'))
    r.fail("code", "camber and its position are either both zero or both above");
}

void check_profile(const LatheShapeConfig& c, CheckReport& r) {
  if (c.profile.size() < 2) r.fail("profile", "expected at least two rows [radius m, z m]");
  for (size_t i = 0; i < c.profile.size(); ++i)
    if (c.profile[i][0] < 0)
      r.fail("profile[" + std::to_string(i) + "]", "the radius must not be negative");
}

// What touches or carries stays where it is.
void check_at_rest(const std::vector<AnyConfig>& shapes, const std::string& list, CheckReport& r) {
  for (size_t i = 0; i < shapes.size(); ++i)
    if (!shapes[i].empty() && !shape_common(shapes[i]).moves_with.empty())
      r.fail(list + "[" + std::to_string(i) + "].moves_with",
             "only shapes of visual and visual_pairs turn");
}

void check_appearance(const AppearanceConfig& c, CheckReport& r) {
  const bool picture = !c.texture.empty() || c.pattern == "poster", sides = c.mapping == "sides";
  if (!c.texture.empty() && c.pattern != "material")
    r.fail("pattern", "give one of texture and pattern");
  if (picture && c.scale_m) r.fail("scale_m", "of a pattern; the size of a picture is size_m");
  if (picture && !c.colour.empty()) r.fail("colour", "the picture replaces it");
  if (picture && sides && c.size_m.empty())
    r.fail(c.texture.empty() ? "pattern" : "texture",
           "a picture laid on by sides needs size_m: [width, height]");
  if (!sides && c.scale_m)
    r.fail("scale_m", "by uv, a unit of the texture coordinates is one square or tile");
  if (!c.size_m.empty() && !(picture && sides))
    r.fail("size_m", "only of a picture laid on by sides; patterns have scale_m");
}

}  // namespace

const StructSchema& AppearanceConfig::schema() {
  using C = AppearanceConfig;
  static const StructSchema s =
      StructBuilder<C>("appearance", "What cameras see on a shape: a picture or a pattern.")
          .text("texture", &C::texture,
                "Picture instead of its colour: a PNG or JPEG file, relative to the file that "
                "names it.")
          .text("checksum", &C::checksum, "Written at load: detects later changes of the file.")
          .choice(
              "pattern", &C::pattern,
              "Relief and colour instead of those of its material; poster is a picture of a reef.",
              {"material", "plain", "sand", "gravel", "mud", "rock", "concrete", "rust", "paint",
               "wood", "coral", "checker", "colour_chart", "grid", "poster"})
          .choice("mapping", &C::mapping,
                  "How a picture, checker, colour_chart, grid or poster lies on the shape: about "
                  "the middle "
                  "of each of its sides, or by the texture coordinates of its mesh.",
                  {"sides", "uv"})
          .numbers("size_m", &C::size_m,
                   "Width and height of a picture or poster laid on by sides.", {2},
                   {0, 1000, true})
          .number("scale_m", &C::scale_m,
                  "Size of a pattern: side of a square, a patch of the chart or a tile, wavelength "
                  "of ripples, width of planks. Its own if left out.",
                  {0, 1000, true})
          .numbers("colour", &C::colour,
                   "Linear red, green, blue; that of the material if left out.", {3}, kFraction)
          .numbers("second_colour", &C::second_colour,
                   "Of every other square, of joints, under chipped paint; the pattern's own if "
                   "left out.",
                   {3}, kFraction)
          .check(check_appearance);
  return s;
}

const StructSchema& BoxShapeConfig::schema() {
  using C = BoxShapeConfig;
  static const StructSchema s = shape_schema<C>("box", "A box about its middle.", [](auto b) {
    return std::move(b)
        .numbers("size_m", &C::size_m, "Lengths along x, y, z.", {3}, kShapeLength)
        .required();
  });
  return s;
}

const StructSchema& SphereShapeConfig::schema() {
  using C = SphereShapeConfig;
  static const StructSchema s = shape_schema<C>("sphere", "A sphere about its middle.", [](auto b) {
    return std::move(b).number("radius_m", &C::radius_m, "Radius.", kShapeLength).required();
  });
  return s;
}

const StructSchema& EllipsoidShapeConfig::schema() {
  using C = EllipsoidShapeConfig;
  static const StructSchema s = shape_schema<C>("ellipsoid", "An ellipsoid about its middle.", [](auto b) {
    return std::move(b)
        .numbers("radii_m", &C::radii_m, "Semi-axes along x, y, z.", {3}, kShapeLength)
        .required();
  });
  return s;
}

const StructSchema& CylinderShapeConfig::schema() {
  using C = CylinderShapeConfig;
  static const StructSchema s =
      shape_schema<C>("cylinder", "A cylinder along z about its middle.", [](auto b) {
        return std::move(b)
            .number("radius_m", &C::radius_m, "Radius.", kShapeLength)
            .required()
            .number("length_m", &C::length_m, "Length along z.", kShapeLength)
            .required();
      });
  return s;
}

const StructSchema& CapsuleShapeConfig::schema() {
  using C = CapsuleShapeConfig;
  static const StructSchema s =
      shape_schema<C>("capsule", "A cylinder along z with round ends, about its middle.", [](auto b) {
        return std::move(b)
            .number("radius_m", &C::radius_m, "Radius.", kShapeLength)
            .required()
            .number("length_m", &C::length_m, "Length over all, with the round ends.", kShapeLength)
            .required()
            .check([](const C& c, CheckReport& r) {
              if (c.length_m < 2 * c.radius_m)
                r.fail("length_m", "must be at least twice the radius, the length of the ends");
            });
      });
  return s;
}

const StructSchema& ConeShapeConfig::schema() {
  using C = ConeShapeConfig;
  static const StructSchema s =
      shape_schema<C>("cone", "A cone along z about the middle of its length.", [](auto b) {
        return std::move(b)
            .number("radius_m", &C::radius_m, "Radius of the lower end, z = length/2.", kShapeLength)
            .required()
            .number("top_radius_m", &C::top_radius_m,
                    "Radius of the upper end, z = -length/2; 0 is a point.", {0, 1000})
            .number("length_m", &C::length_m, "Length along z.", kShapeLength)
            .required();
      });
  return s;
}

const StructSchema& TorusShapeConfig::schema() {
  using C = TorusShapeConfig;
  static const StructSchema s = shape_schema<C>("torus", "A ring about z.", [](auto b) {
    return std::move(b)
        .number("radius_m", &C::radius_m, "Radius of the ring, to the middle of the tube.", kShapeLength)
        .required()
        .number("tube_radius_m", &C::tube_radius_m, "Radius of the tube.", kShapeLength)
        .required()
        .check([](const C& c, CheckReport& r) {
          if (c.tube_radius_m >= c.radius_m) r.fail("tube_radius_m", "must be below radius_m");
        });
  });
  return s;
}

const StructSchema& TubeShapeConfig::schema() {
  using C = TubeShapeConfig;
  static const StructSchema s =
      shape_schema<C>("tube", "A pipe along z with open ends, about its middle.", [](auto b) {
        return std::move(b)
            .number("outer_radius_m", &C::outer_radius_m, "Radius of the outside.", kShapeLength)
            .required()
            .number("inner_radius_m", &C::inner_radius_m, "Radius of the bore.", kShapeLength)
            .required()
            .number("length_m", &C::length_m, "Length along z.", kShapeLength)
            .required()
            .check([](const C& c, CheckReport& r) {
              if (c.inner_radius_m >= c.outer_radius_m)
                r.fail("inner_radius_m", "must be below outer_radius_m");
              if (c.thickness_m) r.fail("thickness_m", "the wall of a tube is given by its radii");
            });
      });
  return s;
}

const StructSchema& LatheShapeConfig::schema() {
  using C = LatheShapeConfig;
  static const StructSchema s = shape_schema<C>(
      "lathe",
      "A body of revolution about z. The profile begins and ends on the axis (a solid), "
      "returns to its first point (a ring), or is open and has a wall on the side of the "
      "axis (a vessel).",
      [](auto b) {
        return std::move(b)
            .rows("profile", &C::profile, "Rows [radius m, z m].", {2})
            .required()
            .number("wall_m", &C::wall_m, "Thickness of the wall of an open profile.", {0, 10})
            .check(check_profile);
      });
  return s;
}

const StructSchema& NacaWingShapeConfig::schema() {
  using C = NacaWingShapeConfig;
  static const StructSchema s = shape_schema<C>(
      "naca_wing",
      "A wing with a NACA 4-digit section: x forward from the quarter chord of the root, span "
      "along y, camber upward (-z).",
      [](auto b) {
        return std::move(b)
            .text("code", &C::code, "Four digits: camber, its position, thickness.")
            .number("root_chord_m", &C::root_chord_m, "Chord at the root.", kShapeLength)
            .required()
            .number("tip_chord_m", &C::tip_chord_m,
                    "Chord at the tip; that of the root if left out.", kShapeLength)
            .number("span_m", &C::span_m, "From root to tip.", kShapeLength)
            .required()
            .number("sweep_deg", &C::sweep_deg, "Of the quarter-chord line, backward.", {-80, 80})
            .number("dihedral_deg", &C::dihedral_deg, "Of the quarter-chord line, upward.",
                    {-80, 80})
            .check(check_naca);
      });
  return s;
}

const StructSchema& RockShapeConfig::schema() {
  using C = RockShapeConfig;
  static const StructSchema s =
      shape_schema<C>("rock", "A boulder with breaks and noise, stretched to the size.", [](auto b) {
        return std::move(b)
            .numbers("size_m", &C::size_m, "Lengths along x, y, z.", {3}, kShapeLength)
            .required()
            .number("roughness", &C::roughness,
                    "0 is an ellipsoid, 0.3 a pebble, 1 a broken boulder.", kFraction)
            .integer("seed", &C::seed, "Another seed is another rock.", {0, 9007199254740992.0});
      });
  return s;
}

const StructSchema& ShipHullShapeConfig::schema() {
  using C = ShipHullShapeConfig;
  static const StructSchema s =
      shape_schema<C>("ship_hull", "A ship's hull with a flat deck: bow to +x, deck up (-z).", [](auto b) {
        return std::move(b)
            .number("length_m", &C::length_m, "Length.", kShapeLength)
            .required()
            .number("beam_m", &C::beam_m, "Beam.", kShapeLength)
            .required()
            .number("depth_m", &C::depth_m, "From keel to deck amidships.", kShapeLength)
            .required()
            .number("section_power", &C::section_power,
                    "Fullness of the sections: 1 is a V, 20 nearly a box.", {1, 20})
            .number("bow_power", &C::bow_power, "Fullness of the bow; 1 is a wedge.", {1, 20})
            .number("stern_power", &C::stern_power, "Fullness of the stern.", {1, 20})
            .number("transom", &C::transom, "Breadth of the transom over the beam; 0: pointed.",
                    kFraction)
            .number("sheer_m", &C::sheer_m, "Rise of the deck towards both ends.", {0, 100});
      });
  return s;
}

const StructSchema& MeshShapeConfig::schema() {
  using C = MeshShapeConfig;
  static const StructSchema s = shape_schema<C>(
      "mesh", "A closed triangle mesh from a file: OBJ, STL, PLY, glTF or DAE.", [](auto b) {
        return std::move(b)
            .text("file", &C::file, "The file, relative to the file that names it.")
            .required()
            .text("checksum", &C::checksum,
                  "Written at load: detects later changes of the file.")
            .choice("unit", &C::unit,
                    "Unit of the file's coordinates; auto: that of the file, else m.",
                    {"auto", "m", "cm", "mm", "inch", "foot"})
            .choice("up", &C::up,
                    "Axis of the file that points up; down: z points down, as here; auto: by the "
                    "kind of file, else down.",
                    {"auto", "z", "-z", "y", "-y", "x", "-x", "down"})
            .choice("forward", &C::forward,
                    "Axis of the file that points forward; auto: by the kind of file, x with z up "
                    "or down, else z.",
                    {"auto", "x", "-x", "y", "-y", "z", "-z"})
            .number("scale", &C::scale, "A further factor.", {1e-6, 1e6})
            .check([](const C& c, CheckReport& r) {
              if (c.file.empty()) r.fail("file", "expected the name of a mesh file");
              const char up = c.up == "down" ? 'z' : c.up.back();
              if (c.up != "auto" && c.forward != "auto" && up == c.forward.back())
                r.fail("forward", "the same axis as up");
            });
      });
  return s;
}

const StructSchema& ShapesConfig::schema() {
  using C = ShapesConfig;
  static const StructSchema s =
      StructBuilder<C>("shapes", "The shapes of a link. What is not given follows from physics.")
          .tagged_list("physics", &C::physics,
                       "Gives mass, volume and inertia, and what the water acts on.", shape_kinds)
          .tagged_list("collision", &C::collision,
                       "What touches; the physics shapes if left out. Every shape becomes convex "
                       "pieces.",
                       shape_kinds)
          .choice("collision_from", &C::collision_from,
                  "Shape by shape, one convex hull about all of them, or nothing touches.",
                  {"shapes", "hull", "none"})
          .tagged_list("visual", &C::visual,
                       "What sensors see; the physics shapes if left out, else the collision "
                       "shapes.",
                       shape_kinds)
          .tagged_list("visual_pairs", &C::visual_pairs,
                       "Likewise, each seen twice: as given and mirrored to the other side (y).",
                       shape_kinds)
          .choice("visual_from", &C::visual_from, "Shape by shape, or nothing is seen.",
                  {"shapes", "none"})
          .check([](const C& c, CheckReport& r) {
            if (!c.collision.empty() && c.collision_from == "none")
              r.fail("collision_from", "'none' contradicts the collision shapes given");
            if (c.has_visual() && c.visual_from == "none")
              r.fail("visual_from", "'none' contradicts the visual shapes given");
            check_at_rest(c.physics, "physics", r);
            check_at_rest(c.collision, "collision", r);
          });
  return s;
}

const StructSchema& SurfaceDragConfig::schema() {
  using C = SurfaceDragConfig;
  static const StructSchema s =
      StructBuilder<C>("surface_drag",
                       "Drag of the faces of the physics shapes that are turned to the flow.")
          .numbers("quadratic", &C::quadratic, "Coefficient along x, y, z.", {3}, {0, 100})
          .numbers("linear", &C::linear, "Coefficient at small speeds along x, y, z, m/s.", {3},
                   {0, 100})
          .number("air", &C::air, "Coefficient of the faces in air.", {0, 100});
  return s;
}

const std::vector<const StructSchema*>& shape_kinds() {
  static const std::vector<const StructSchema*> kinds = {
      &BoxShapeConfig::schema(),       &SphereShapeConfig::schema(),
      &EllipsoidShapeConfig::schema(), &CylinderShapeConfig::schema(),
      &CapsuleShapeConfig::schema(),   &ConeShapeConfig::schema(),
      &TorusShapeConfig::schema(),     &TubeShapeConfig::schema(),
      &LatheShapeConfig::schema(),     &NacaWingShapeConfig::schema(),
      &RockShapeConfig::schema(),      &ShipHullShapeConfig::schema(),
      &MeshShapeConfig::schema(),      &DuctedThrusterConfig::schema(),
      &PropellerConfig::schema(),      &BarFrameConfig::schema(),
      &SidePlateConfig::schema(),      &RoundedBoxConfig::schema(),
      &EnclosureConfig::schema(),      &DomeConfig::schema(),
      &LampHousingConfig::schema(),    &DvlHeadConfig::schema(),
      &SonarHeadConfig::schema(),      &AntennaConfig::schema(),
      &TetherPlugConfig::schema()};
  return kinds;
}

const std::vector<std::string>& sensor_classes() {
  static const std::vector<std::string> classes = {"camera", "sonar", "lidar", "dvl"};
  return classes;
}

void check_sensor_classes(const std::vector<std::string>& names, const std::string& field,
                          CheckReport& report) {
  const std::vector<std::string>& known = sensor_classes();
  for (size_t i = 0; i < names.size(); ++i)
    if (std::find(known.begin(), known.end(), names[i]) == known.end())
      report.fail(field + "[" + std::to_string(i) + "]",
                  "no sensor class '" + names[i] + "'" + hint_for(names[i], known));
}

const ShapeConfig& shape_common(const AnyConfig& config) {
  // Every shape config derives from ShapeConfig first.
  return *static_cast<const ShapeConfig*>(config.data());
}

}  // namespace hadal::scenario

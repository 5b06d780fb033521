#include "scenario/seabed_config.h"

#include "kinds/checks.h"
#include "scenario/shape_config.h"

namespace hadal::inline scenario {
namespace {

constexpr Bounds kSilt{-20, 20};
constexpr double kMegabyte = 1e6;
constexpr double kFoot_m = 0.3048, kFathom_m = 1.8288;

// The fields every kind has, after its own.
template <class T>
StructBuilder<T>&& with_common(StructBuilder<T>&& builder) {
  return std::move(builder)
      .number("resolution_m", &T::cell_m, "Cell of the lattice that is touched and measured.",
              {0.01, 1000})
      .number("tile_m", &T::tile_m, "Side of a tile; at most 1024 cells.", {1, 100000})
      .number("reach_m", &T::reach_m, "Tiles are kept ready this far around each vehicle.",
              {0, 5000})
      .number("prefetch_s", &T::prefetch_s,
              "Tiles are prepared for this time ahead along its velocity.", {0, 600})
      .formerly("look_ahead_s")
      .integer("levels", &T::levels, "Levels of detail kept in tiles.", {1, 10})
      .number("tile_memory_mb", &T::tile_memory_bytes, "Maximum memory of all tiles.", {1, 65536},
              kMegabyte)
      .object("detail", static_cast<SeabedDetail T::*>(&T::detail),
              "Fractal relief finer than the source.")
      .object("bottom", static_cast<BottomConfig T::*>(&T::bottom), "Materials and silt.");
}

template <class T>
StructBuilder<T> sloping(const char* kind, const char* doc) {
  return StructBuilder<T>(kind, doc)
      .number("depth_m", &T::depth_m, "Depth at the origin.", kDepth)
      .number("slope_deg", &T::slope_rad, "Slope.", {0, 60}, kDegree)
      .number("slope_toward_deg", &T::slope_toward_rad, "Heading in which it gets deeper.", kAngle,
              kDegree);
}

// The field of a raster or an image.
template <class T>
StructBuilder<T>&& with_interpolation(StructBuilder<T>&& builder) {
  return std::move(builder).choice("interpolation",
                                   static_cast<RasterInterpolation T::*>(&T::interpolation),
                                   "Between the pixels.",
                                   {{"bilinear", RasterInterpolation::kBilinear},
                                    {"bicubic", RasterInterpolation::kBicubic}});
}

}  // namespace

const StructSchema& SeabedDetail::schema() {
  using C = SeabedDetail;
  static const StructSchema s =
      StructBuilder<C>("seabed_detail",
                       "Fractal relief at wavelengths below what the source resolves.")
          .number("amplitude_m", &C::amplitude_m, "Amplitude of the longest waves; 0 = none.",
                  {0, 1000})
          .number("roughness", &C::roughness,
                  "Hurst exponent: 0 jagged, 1 smooth. Amplitudes fall as wavelength^H.", {0, 1})
          .number("max_wavelength_m", &C::max_wavelength_m,
                  "Longest wave; the cell of the raster (64 cells of a formula) if left out.",
                  kPositive)
          .formerly("longest_m")
          .number("min_wavelength_m", &C::min_wavelength_m,
                  "Shortest wave; four cells of the lattice if left out.", kPositive)
          .formerly("smallest_m")
          .number("max_slope_deg", &C::steepest_rad, "Maximum slope of the relief.", {0, 80},
                  kDegree)
          .formerly("steepest_deg")
          .integer("seed", &C::seed, "Another seed gives another relief.", {0, 9007199254740992.0});
  return s;
}

const StructSchema& BottomAreaConfig::schema() {
  using C = BottomAreaConfig;
  static const StructSchema s =
      StructBuilder<C>("bottom_area", "A part of the bottom; later ones cover earlier ones.")
          .numbers("box", &C::box, "North from, to, east from, to in m.", {4})
          .numbers("circle", &C::circle, "North, east, radius in m.", {3})
          .rows("polygon", &C::polygon, "Corners [north m, east m].", {2})
          .text("classes", &C::classes, "Raster whose pixels hold classes.")
          .text("checksum", &C::checksum,
                "Of classes, written at load: detects later changes of the file.")
          .number("class_value", &C::class_value, "The class, where classes is given.")
          .text("material", &C::material, "Material; as around if left out.")
          .number("silt_m", &C::silt_m,
                  "What is seen lies this much above what is touched; as around if left out.",
                  kSilt)
          .texts("seen_by", &C::seen_by,
                 "Sensor classes that see this silt: camera, sonar, lidar, dvl; all if left out.")
          .number("edge_m", &C::edge_m, "The silt fades over this distance inside the border.",
                  {0, 10000})
          .check([](const C& c, CheckReport& r) {
            const bool in_plane = !c.box.empty() || !c.circle.empty() || !c.polygon.empty();
            if (in_plane == !c.classes.empty())
              r.fail("box", "expected one of box, circle, polygon and classes");
            check_plane_area({c.box, c.circle, c.polygon}, r);
            check_sensor_classes(c.seen_by, "seen_by", r);
          });
  return s;
}

const StructSchema& BottomConfig::schema() {
  using C = BottomConfig;
  static const StructSchema s =
      StructBuilder<C>("bottom", "What the seabed is made of.")
          .text("material", &C::material, "Material where no area overrides it.")
          .number("silt_m", &C::silt_m, "Silt where no area overrides it.", kSilt)
          .texts("seen_by", &C::seen_by,
                 "Sensor classes that see this silt: camera, sonar, lidar, dvl; all if left out.")
          .objects("areas", &C::areas, "Areas with their own material or silt.")
          .check([](const C& c, CheckReport& r) { check_sensor_classes(c.seen_by, "seen_by", r); });
  return s;
}

std::optional<double> RasterSeabed::unit_m() const {
  switch (units) {
    case Units::kFile:
      return std::nullopt;
    case Units::kMetre:
      return 1;
    case Units::kCentimetre:
      return 0.01;
    case Units::kFoot:
      return kFoot_m;
    case Units::kFathom:
      return kFathom_m;
  }
  return std::nullopt;
}

const StructSchema& FlatSeabedConfig::schema() {
  static const StructSchema s =
      with_common(sloping<FlatSeabedConfig>("flat", "A plane, level or sloping."));
  return s;
}

const StructSchema& RidgeSeabedConfig::schema() {
  using C = RidgeSeabedConfig;
  static const StructSchema s = with_common(
      sloping<C>("ridge", "A plane with a straight ridge, or a trench if the rise is negative.")
          .number("rise_m", &C::rise_m, "Crest above the plane.", {-5000, 5000})
          .number("half_width_m", &C::half_width_m,
                  "Distance from the crest where the rise has fallen to 1/e.", kPositive)
          .vector("crest", &C::crest, "A point of the crest: north, east in m.")
          .number("along_deg", &C::along_rad, "Heading of the crest.", kAngle, kDegree));
  return s;
}

const StructSchema& StepSeabedConfig::schema() {
  using C = StepSeabedConfig;
  static const StructSchema s = with_common(
      sloping<C>("step", "A plane that drops across a line.")
          .number("drop_m", &C::drop_m, "Drop; negative for a rise.", {-5000, 5000})
          .number("width_m", &C::width_m, "Length over which it drops.", kNotNegative)
          .vector("middle", &C::middle, "A point halfway down: north, east in m.")
          .number("toward_deg", &C::toward_rad, "Heading of the drop.", kAngle, kDegree));
  return s;
}

const StructSchema& StairSeabedConfig::schema() {
  using C = StairSeabedConfig;
  static const StructSchema s = with_common(
      StructBuilder<C>("stairs", "Level treads with equal drops between them.")
          .number("depth_m", &C::depth_m, "Depth of the tread that starts at the origin.", kDepth)
          .number("drop_m", &C::drop_m, "Drop from tread to tread.", {-100, 100})
          .number("tread_m", &C::tread_m, "Length of a tread.", kPositive)
          .number("toward_deg", &C::toward_rad, "Heading in which it gets deeper.", kAngle,
                  kDegree));
  return s;
}

const StructSchema& HeightmapSeabedConfig::schema() {
  using C = HeightmapSeabedConfig;
  static const StructSchema s = with_common(with_interpolation(
      StructBuilder<C>("heightmap",
                       "A grey image laid over a rectangle, white highest, its top to the north.")
          .text("image", &C::file, "PNG, JPEG or TIFF; its first band is used.")
          .required()
          .text("checksum", &C::checksum, "Written at load: detects later changes of the file.")
          .vector("size_m", &C::size_m, "Extent north and east.", kPositive)
          .vector("center", &C::center, "Its middle: north, east in m.")
          .number("depth_min_m", &C::depth_min_m, "Depth of white.", {-9000, 12000})
          .number("depth_max_m", &C::depth_max_m, "Depth of black.", {-9000, 12000})));
  return s;
}

const StructSchema& BathymetrySeabedConfig::schema() {
  using C = BathymetrySeabedConfig;
  static const StructSchema s = with_common(
      with_interpolation(StructBuilder<C>("bathymetry",
                       "A raster of depths on the Earth, in any format and system GDAL reads.")
          .text("raster", &C::file, "The file.")
          .required()
          .text("checksum", &C::checksum, "Written at load: detects later changes of the file.")
          .text("crs", &C::crs, "Reference system, e.g. EPSG:4326; that of the file if left out.")
          .integer("band", &C::band, "Band of the file.", {1, 100000})
          .choice("values", static_cast<Values C::*>(&C::values),
                  "Elevations are positive up, depths positive down.",
                  {{"elevation", Values::kElevation}, {"depth", Values::kDepth}})
          .choice("units", static_cast<Units C::*>(&C::units), "Unit of the values.",
                  {{"file", Units::kFile},
                   {"m", Units::kMetre},
                   {"cm", Units::kCentimetre},
                   {"ft", Units::kFoot},
                   {"fathom", Units::kFathom}})
          .number("nodata_value", &C::nodata_value,
                  "A value that marks missing pixels, beside the file's own.")
          .choice("nodata", static_cast<Nodata C::*>(&C::nodata),
                  "Missing pixels are filled from those around, or an error.",
                  {{"fill", Nodata::kFill}, {"error", Nodata::kError}}))
          .number("memory_mb", &C::memory_bytes,
                  "Rasters up to this size are read as a whole, larger ones in chunks.",
                  {4, 65536}, kMegabyte));
  return s;
}

const std::vector<const StructSchema*>& seabed_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &FlatSeabedConfig::schema(),      &RidgeSeabedConfig::schema(),
      &StepSeabedConfig::schema(),      &StairSeabedConfig::schema(),
      &HeightmapSeabedConfig::schema(), &BathymetrySeabedConfig::schema()};
  return kinds;
}

void check_plane_area(const PlaneAreaKeys& area, CheckReport& report) {
  if (!area.box.empty() + !area.circle.empty() + !area.polygon.empty() > 1)
    report.fail("box", "expected one of box, circle and polygon");
  if (area.box.size() == 4 && (area.box[0] >= area.box[1] || area.box[2] >= area.box[3]))
    report.fail("box", "expected north from < to and east from < to");
  if (area.circle.size() == 3 && area.circle[2] <= 0)
    report.fail("circle", "expected a radius above zero");
  if (!area.polygon.empty() && area.polygon.size() < 3)
    report.fail("polygon", "expected at least three corners");
}

const SeabedConfig& seabed_common(const AnyConfig& config) {
  // Every seabed config derives from SeabedConfig first, so that its address is the common part's.
  return *static_cast<const SeabedConfig*>(config.data());
}

}  // namespace hadal::scenario

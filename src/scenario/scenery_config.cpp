#include "scenario/scenery_config.h"

#include <cmath>

#include "scenario/seabed_config.h"
#include "scenario/shape_config.h"

namespace hadal::inline scenario {
namespace {

constexpr Bounds kScenerySeed{0, 9007199254740992.0};
constexpr Bounds kPlaneReach{-1e6, 1e6};
constexpr double kMaxGrowth = 100'000, kMaxParticles = 1e6;

template <class C>
StructBuilder<C> scenery(const char* tag, const char* doc) {
  return StructBuilder<C>(tag, doc)
      .name("name", &C::name, "Name, unique among the scenery.")
      .required()
      .integer("seed", &C::seed, "Of everything random about it.", kScenerySeed);
}

constexpr const char* kSeenByDoc =
    "Classes of instruments with frames that see it: camera, sonar, lidar.";

void check_seen_by(const SceneryConfig& c, CheckReport& r) {
  check_sensor_classes(c.seen_by, "seen_by", r);
  if (c.seen_by.empty()) r.fail("seen_by", "expected at least one");
}

void check_ascending(const std::vector<double>& pair, const char* field, CheckReport& r) {
  if (pair.size() == 2 && pair[0] > pair[1]) r.fail(field, "expected the lesser first");
}

double area_m2(const GrowthConfig& c) {
  if (c.box.size() == 4) return (c.box[1] - c.box[0]) * (c.box[3] - c.box[2]);
  if (c.circle.size() == 3) return 3.141592653589793 * c.circle[2] * c.circle[2];
  double doubled = 0;
  for (size_t i = 0; i < c.polygon.size(); ++i) {
    const auto &a = c.polygon[i], &b = c.polygon[(i + 1) % c.polygon.size()];
    if (a.size() == 2 && b.size() == 2) doubled += a[0] * b[1] - a[1] * b[0];
  }
  return std::abs(0.5 * doubled);
}

void check_growth(const GrowthConfig& c, CheckReport& r) {
  if (c.box.empty() && c.circle.empty() && c.polygon.empty())
    r.fail("box", "expected one of box, circle and polygon");
  check_plane_area({c.box, c.circle, c.polygon}, r);
  check_seen_by(c, r);
  check_ascending(c.scale, "scale", r);
  if (c.density_m2 * area_m2(c) > kMaxGrowth)
    r.fail("density_m2", "gives more than " + std::to_string(static_cast<int>(kMaxGrowth)) +
                             " copies on this area; lower it or the area");
}

template <class C>
StructBuilder<C> growth(const char* tag, const char* doc) {
  return scenery<C>(tag, doc)
      .numbers("box", &C::box, "North from, to, east from, to in m.", {4}, kPlaneReach)
      .numbers("circle", &C::circle, "North, east of the middle and radius in m.", {3}, kPlaneReach)
      .rows("polygon", &C::polygon, "Corners: north, east in m.", {2})
      .text("on", &C::on,
            "Rocks earlier in the list, by name, that it grows on instead of the seabed.")
      .number("density_m2", &C::density_m2, "Copies per m2 of good ground.", {0, 1000, true})
      .number("min_distance_m", &C::min_distance_m, "From one to the next, at least.", {0, 1000})
      .number("patchiness", &C::patchiness, "0 even .. 1 in few patches only.", kFraction)
      .number("patch_m", &C::patch_m, "Distance from patch to patch.", {0.1, 1000})
      .number("max_slope_deg", &C::max_slope_deg, "None on steeper ground.", {0, 90})
      .number("max_tilt_deg", &C::max_tilt_deg, "Each is tilted by up to this.", {0, 60})
      .formerly("lean_deg")
      .numbers("scale", &C::scale, "Sizes between these factors.", {2}, {0.01, 100})
      .integer("variants", &C::variants, "Different shapes that are copied.", {1, 64})
      .numbers("albedo", &C::albedo, "Colour; usual for its kind if left out.", {3}, kFraction)
      .texts("seen_by", &C::seen_by, kSeenByDoc)
      .check([](const C& c, CheckReport& r) { check_growth(c, r); });
}

}  // namespace

const StructSchema& SeagrassConfig::schema() {
  using C = SeagrassConfig;
  static const StructSchema s =
      growth<C>("seagrass", "Clumps of ribbon leaves that bend with current and waves.")
          .integer("leaves", &C::leaves, "Leaves of a clump.", {1, 400})
          .number("length_m", &C::length_m, "Of the longest leaf.", {0.02, 5})
          .number("width_m", &C::width_m, "Of a leaf.", {0.001, 0.1})
          .number("spread_m", &C::spread_m, "Radius of a clump.", {0.01, 5});
  return s;
}

const StructSchema& KelpConfig::schema() {
  using C = KelpConfig;
  static const StructSchema s =
      growth<C>("kelp", "Kelp: stipes with floats and leaves, bent by current and waves.")
          .integer("stipes", &C::stipes, "Stipes of a plant.", {1, 40})
          .number("length_m", &C::length_m, "Of the longest stipe.", {0.5, 60})
          .number("leaf_length_m", &C::leaf_length_m, "Of a leaf.", {0.05, 5})
          .number("leaf_width_m", &C::leaf_width_m, "Of a leaf.", {0.01, 1});
  return s;
}

const StructSchema& CoralsConfig::schema() {
  using C = CoralsConfig;
  static const StructSchema s =
      growth<C>("corals", "Corals, sea fans and sponges.")
          .texts("forms", &C::forms,
                 "Of branching, bush, brain, boulder, fan and sponge; copies take turns.")
          .number("size_m", &C::size_m, "Height of a branching one, radius of a massive one.",
                  {0.02, 10})
          .check([](const C& c, CheckReport& r) {
            if (c.forms.empty()) r.fail("forms", "expected at least one");
            for (const std::string& form : c.forms)
              if (form != "branching" && form != "bush" && form != "brain" && form != "boulder" &&
                  form != "fan" && form != "sponge")
                r.fail("forms",
                       "'" + form + "' is none of branching, bush, brain, boulder, fan, sponge");
          });
  return s;
}

const StructSchema& RocksConfig::schema() {
  using C = RocksConfig;
  static const StructSchema s =
      growth<C>("rocks", "Stones that are only seen; use objects for ones that can be hit.")
          .number("radius_m", &C::radius_m, "Radius of a sphere of the same volume.", {0.005, 50})
          .number("roughness", &C::roughness, "0 a sphere, 0.3 a pebble .. 1 a broken boulder.",
                  kFraction)
          .number("buried", &C::buried, "How far they have sunk, of the radius.", kFraction)
          .text("material", &C::material, "Material; that of the seabed's rock if left out.");
  return s;
}

const StructSchema& StarfishConfig::schema() {
  using C = StarfishConfig;
  static const StructSchema s = growth<C>("starfish", "Starfish on the seabed.")
                                    .number("radius_m", &C::radius_m, "To the tip.", {0.005, 2})
                                    .integer("arms", &C::arms, "How many arms.", {3, 24});
  return s;
}

const StructSchema& FishSchoolConfig::schema() {
  using C = FishSchoolConfig;
  static const StructSchema s =
      scenery<C>("fish_school", "Fish that school, keep away from vehicles and scatter.")
          .integer("fish", &C::fish, "How many.", {1, 5000})
          .choice("kind", &C::kind, "Shape.", {"mackerel", "bream", "cod", "barracuda"})
          .number("length_m", &C::length_m, "Of a fish.", {0.01, 5})
          .number("height_m", &C::height_m, "Of its body; usual for its kind if left out.",
                  {0.001, 3})
          .numbers("albedo", &C::albedo, "Colour of its flank; usual if left out.", {3}, kFraction)
          .numbers("home", &C::home, "North and east of the middle of its range in m.", {2},
                   kPlaneReach)
          .number("home_radius_m", &C::home_radius_m, "Of its range.", {1, 10000})
          .number("depth_m", &C::depth_m, "Depth it prefers; 10 m without a seabed.", {0, 12000})
          .number("altitude_m", &C::altitude_m, "Or altitude above the seabed; 2.5 m if left out.",
                  {0, 12000})
          .number("layer_m", &C::layer_m, "Thickness of the layer it spreads over.", {0, 100})
          .number("cruise_speed_m_s", &C::cruise_speed_m_s, "When calm.", {0.01, 10})
          .number("burst_speed_m_s", &C::burst_speed_m_s, "When fleeing.", {0.01, 20})
          .number("spacing_m", &C::spacing_m, "Distance kept from one another.", {0.01, 20})
          .number("perception_radius_m", &C::perception_radius_m,
                  "Radius within which neighbours are taken into account.", {0.01, 50})
          .formerly("sight_m")
          .number("flight_distance_m", &C::flight_distance_m,
                  "Flees from what comes faster and nearer than this.", {0, 100})
          .number("threat_speed_m_s", &C::threat_speed_m_s, "Approach that is taken for an attack.",
                  {0.01, 20})
          .formerly("fear_speed_m_s")
          .number("lamp_avoidance_m_s2", &C::lamp_avoidance_m_s2,
                  "How strongly lamps drive them away; negative attracts them.", {-10, 10})
          .formerly("lamp_fear_m_s2")
          .number("alarm_decay_s", &C::alarm_decay_s, "Alarm falls to 1/e in this time.",
                  {0.1, 1000})
          .formerly("calm_s")
          .texts("seen_by", &C::seen_by, kSeenByDoc)
          .check([](const C& c, CheckReport& r) {
            check_seen_by(c, r);
            if (c.depth_m && c.altitude_m)
              r.fail("altitude_m", "give one of depth_m and altitude_m");
            if (c.burst_speed_m_s < c.cruise_speed_m_s)
              r.fail("burst_speed_m_s", "must not be below cruise_speed_m_s");
            if (c.perception_radius_m < c.spacing_m) r.fail("perception_radius_m",
                                                            "must not be below spacing_m");
          });
  return s;
}

const StructSchema& PlanktonLayerConfig::schema() {
  using C = PlanktonLayerConfig;
  static const StructSchema s =
      StructBuilder<C>("plankton layer", "Depths of the highest concentration.")
          .number("depth_m", &C::depth_m, "Of its middle.", {0, 12000})
          .number("half_thickness_m", &C::half_thickness_m, "Full density within.", {0, 1000})
          .number("edge_m", &C::edge_m, "Standard deviation of the fall outside.", {0.01, 1000})
          .number("background", &C::background, "Fraction far outside.", kFraction);
  return s;
}

const StructSchema& MarineSnowConfig::schema() {
  using C = MarineSnowConfig;
  static const StructSchema s =
      scenery<C>("marine_snow", "Sinking flakes and zooplankton everywhere in the water.")
          .number("density_m3", &C::density_m3, "Particles of all sizes per m3.", {0, 1e6})
          .numbers("diameter_m", &C::diameter_m, "Minimum and maximum.", {2}, {1e-5, 0.1})
          .number("slope", &C::slope, "Numbers fall as diameter to the minus this.", {1, 6})
          .number("zooplankton_fraction", &C::zooplankton_fraction,
                  "That swims instead of sinking.", kFraction)
          .formerly("zooplankton_share")
          .number("sinking_factor", &C::sinking_factor, "On 50 d^0.26 m/day, d in mm.", {0, 100})
          .number("range_m", &C::range_m, "Cameras draw them up to this far.", {0.1, 50})
          .object("layer", &C::layer, "Thinner outside of a layer; everywhere if left out.")
          .check([](const C& c, CheckReport& r) {
            if (c.diameter_m.size() == 2 && c.diameter_m[0] >= c.diameter_m[1])
              r.fail("diameter_m", "expected the minimum below the maximum");
            const double seen = c.density_m3 * 4.19 * std::pow(c.range_m, 3);
            if (seen > 20 * kMaxParticles)
              r.fail("range_m",
                     "more than 20 million particles within range; lower it or "
                     "density_m3");
          });
  return s;
}

const StructSchema& PlanktonEmitterConfig::schema() {
  using C = PlanktonEmitterConfig;
  static const StructSchema s =
      scenery<C>("plankton_emitter", "Plankton from a flat box near the surface, with lives.")
          .numbers("centre", &C::centre, "Of the box: north, east, depth in m.", {3}, kPlaneReach)
          .numbers("size_m", &C::size_m, "Of the box along north, east and down.", {3},
                   {0, 1e4, true})
          .number("rate_hz", &C::rate_hz, "Births per second.", {0, 1e5, true})
          .numbers("life_s", &C::life_s, "Shortest and longest life.", {2}, {0, 1e5, true})
          .numbers("north_m_s", &C::north_m_s, "Minimum and maximum velocity north.", {2},
                   {-20, 20})
          .numbers("east_m_s", &C::east_m_s, "Likewise east.", {2}, {-20, 20})
          .numbers("down_m_s", &C::down_m_s, "Likewise down.", {2}, {-20, 20})
          .numbers("radius_m", &C::radius_m, "Minimum and maximum.", {2}, {1e-5, 0.1})
          .check([](const C& c, CheckReport& r) {
            check_ascending(c.life_s, "life_s", r);
            check_ascending(c.north_m_s, "north_m_s", r);
            check_ascending(c.east_m_s, "east_m_s", r);
            check_ascending(c.down_m_s, "down_m_s", r);
            check_ascending(c.radius_m, "radius_m", r);
            if (c.life_s.size() == 2 && c.rate_hz * c.life_s[1] > kMaxParticles)
              r.fail("rate_hz", "more than a million particles alive; lower it or life_s");
          });
  return s;
}

const StructSchema& BubblesConfig::schema() {
  using C = BubblesConfig;
  static const StructSchema s =
      scenery<C>("bubbles", "Bubbles that rise from a point.")
          .numbers("source", &C::source, "North, east, depth in m.", {3}, kPlaneReach)
          .boolean("on_seabed", &C::on_seabed,
                   "The source is at the seabed; its depth is not used.")
          .number("rate_hz", &C::rate_hz, "Bubbles per second.", {0, 1e4, true})
          .numbers("radius_m", &C::radius_m, "Minimum and maximum.", {2}, {1e-5, 0.05})
          .number("upwelling_m_s", &C::upwelling_m_s, "Of the water they carry up.", {0, 5})
          .number("spread", &C::spread, "Standard deviation of the plume over height.", {0, 1})
          .check([](const C& c, CheckReport& r) { check_ascending(c.radius_m, "radius_m", r); });
  return s;
}

const std::vector<const StructSchema*>& scenery_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &SeagrassConfig::schema(),   &KelpConfig::schema(),
      &CoralsConfig::schema(),     &RocksConfig::schema(),
      &StarfishConfig::schema(),   &FishSchoolConfig::schema(),
      &MarineSnowConfig::schema(), &PlanktonEmitterConfig::schema(),
      &BubblesConfig::schema()};
  return kinds;
}

const SceneryConfig& scenery_common(const AnyConfig& config) {
  // Every scenery config derives from SceneryConfig first, so that its address is the common
  // part's.
  return *static_cast<const SceneryConfig*>(config.data());
}

}  // namespace hadal::scenario

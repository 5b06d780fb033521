// Scenery: what lives, lies and drifts in the sea and is seen, but has no part in the dynamics.
//
//   scenery:
//     - !seagrass {name: meadow, box: [0, 40, -20, 20], density_m2: 3}
//     - !fish_school {name: herring, fish: 200, home: [10, 0], depth_m: 6}
//     - !marine_snow {name: snow, density_m3: 1500}
//
// Areas are those of the seabed's bottom: a box, a circle or a polygon in the world plane. Growth
// stands on the seabed, or on rocks that come earlier in the list. Colours are linear albedos.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline scenario {

struct SceneryConfig {
  std::string name;
  int64_t seed = 1;
  std::vector<std::string> seen_by = {"camera", "sonar", "lidar"};  // of growth and fish
};

// Copies scattered over an area of the seabed; every such kind begins with this.
struct GrowthConfig : SceneryConfig {
  std::vector<double> box;
  std::vector<double> circle;
  std::vector<std::vector<double>> polygon;
  std::string on;  // rocks
  double density_m2 = 1;
  double min_distance_m = 0;
  double patchiness = 0.3;
  double patch_m = 4;
  double max_slope_deg = 35;
  double max_tilt_deg = 6;
  std::vector<double> scale = {0.7, 1.3};
  int64_t variants = 4;
  std::vector<double> albedo;
};

struct SeagrassConfig : GrowthConfig {
  int64_t leaves = 40;
  double length_m = 0.45;
  double width_m = 0.008;
  double spread_m = 0.12;
  static const StructSchema& schema();
};

struct KelpConfig : GrowthConfig {
  int64_t stipes = 3;
  double length_m = 6;
  double leaf_length_m = 0.65;
  double leaf_width_m = 0.1;
  static const StructSchema& schema();
};

struct CoralsConfig : GrowthConfig {
  std::vector<std::string> forms = {"branching", "brain", "boulder", "fan", "sponge"};
  double size_m = 0.4;
  static const StructSchema& schema();
};

struct RocksConfig : GrowthConfig {
  double radius_m = 0.3;
  double roughness = 0.7;
  double buried = 0.3;
  std::string material;
  static const StructSchema& schema();
};

struct StarfishConfig : GrowthConfig {
  double radius_m = 0.1;
  int64_t arms = 5;
  static const StructSchema& schema();
};

struct FishSchoolConfig : SceneryConfig {
  int64_t fish = 100;
  std::string kind = "mackerel";
  double length_m = 0.25;
  std::optional<double> height_m;
  std::vector<double> albedo;
  std::vector<double> home = {0, 0};
  double home_radius_m = 15;
  std::optional<double> depth_m;
  std::optional<double> altitude_m;
  double layer_m = 1;
  double cruise_speed_m_s = 0.4;
  double burst_speed_m_s = 2;
  double spacing_m = 0.3;
  double perception_radius_m = 0.75;
  double flight_distance_m = 3;
  double threat_speed_m_s = 0.5;
  double lamp_avoidance_m_s2 = 1.5;
  double alarm_decay_s = 4;
  static const StructSchema& schema();
};

struct PlanktonLayerConfig {
  double depth_m = 10;
  double half_thickness_m = 3;
  double edge_m = 2;
  double background = 0.1;
  static const StructSchema& schema();
};

struct MarineSnowConfig : SceneryConfig {
  double density_m3 = 2000;
  std::vector<double> diameter_m = {0.0003, 0.006};
  double slope = 4;
  double zooplankton_fraction = 0.1;
  double sinking_factor = 1;
  double range_m = 6;
  std::optional<PlanktonLayerConfig> layer;
  static const StructSchema& schema();
};

struct PlanktonEmitterConfig : SceneryConfig {
  std::vector<double> centre = {0, 0, 1};
  std::vector<double> size_m = {100, 100, 1};
  double rate_hz = 70;
  std::vector<double> life_s = {80, 500};
  std::vector<double> north_m_s = {-0.01, 0.01};
  std::vector<double> east_m_s = {-0.01, 0.01};
  std::vector<double> down_m_s = {-0.01, 0.1};
  std::vector<double> radius_m = {0.0005, 0.003};
  static const StructSchema& schema();
};

struct BubblesConfig : SceneryConfig {
  std::vector<double> source = {0, 0, 10};
  bool on_seabed = false;
  double rate_hz = 40;
  std::vector<double> radius_m = {0.001, 0.004};
  double upwelling_m_s = 0.1;
  double spread = 0.1;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& scenery_kinds();

// The common part of any scenery config.
const SceneryConfig& scenery_common(const AnyConfig& config);

}  // namespace hadal::scenario

// Kinds of shapes that are parts of vehicles: what a body is put together from, mostly under
// `shapes: {visual: [...]}`. geometry/parts says how each looks; sizes left out follow from the
// others as there.
#pragma once
#include <optional>

#include "scenario/shape_config.h"

namespace hadal::inline scenario {

struct DuctedThrusterConfig : ShapeConfig {
  double radius_m = 0;
  double length_m = 0;
  std::optional<double> duct_length_m;
  std::optional<double> hub_radius_m;
  int64_t struts = 3;
  static const StructSchema& schema();
};
struct PropellerConfig : ShapeConfig {
  double radius_m = 0;
  int64_t blades = 3;
  std::optional<double> pitch_m;
  std::optional<double> chord_m;
  std::optional<double> hub_radius_m;
  std::optional<double> hub_length_m;
  static const StructSchema& schema();
};
inline double propeller_pitch_m(const PropellerConfig& c) {
  return c.pitch_m.value_or(1.6 * c.radius_m);
}
struct BarFrameConfig : ShapeConfig {
  std::vector<double> size_m;
  double bar_radius_m = 0;
  int64_t bays = 1;
  static const StructSchema& schema();
};
struct SidePlateConfig : ShapeConfig {
  std::vector<double> size_m;
  int64_t columns = 0;
  int64_t rows = 1;
  double rib_m = 0.03;
  static const StructSchema& schema();
};
struct RoundedBoxConfig : ShapeConfig {
  std::vector<double> size_m;
  double radius_m = 0;
  static const StructSchema& schema();
};
struct EnclosureConfig : ShapeConfig {
  double radius_m = 0;
  double length_m = 0;
  std::optional<double> flange_radius_m;
  std::optional<double> flange_length_m;
  static const StructSchema& schema();
};
struct DomeConfig : ShapeConfig {
  double radius_m = 0;
  double ring_m = 0;
  static const StructSchema& schema();
};

// Parts of revolution that a radius and a length describe.
struct RoundPartConfig : ShapeConfig {
  double radius_m = 0;
  double length_m = 0;
};
struct LampHousingConfig : RoundPartConfig {
  static const StructSchema& schema();
};
struct DvlHeadConfig : RoundPartConfig {
  static const StructSchema& schema();
};
struct SonarHeadConfig : RoundPartConfig {
  static const StructSchema& schema();
};
struct AntennaConfig : RoundPartConfig {
  static const StructSchema& schema();
};
struct TetherPlugConfig : RoundPartConfig {
  static const StructSchema& schema();
};

}  // namespace hadal::scenario

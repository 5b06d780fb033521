#include <gtest/gtest.h>

#include <cmath>

#include "base/test_source_folder.h"
#include "kinds/currents/ekman.h"
#include "kinds/currents/jet.h"
#include "kinds/currents/pipe.h"
#include "math/units.h"
#include "scenario/scenario.h"
#include "world/world.h"

namespace hadal::inline world {
namespace build_seabed_test {

Result<World> world_of(const std::string& environment) {
  const std::string text = "format: 1\norigin: {lat_deg: -30}\nenvironment:\n" + environment;
  const Result<LoadedScenario> loaded =
      load_scenario_text(text, "scenario.yaml", {{}, {test::source_folder()}});
  if (!loaded) return loaded.problems();
  return build_world(loaded.value());
}

TEST(BuildSeabed, FlatWithAreas) {
  const World world = world_of(R"(
  seabed: !flat
    depth_m: 40
    slope_deg: 3
    slope_toward_deg: 90
    resolution_m: 0.5
    detail: {amplitude_m: 0.3, min_wavelength_m: 4, seed: 9}
    bottom:
      material: sand
      areas:
        - {box: [0, 10, -5, 5], material: mud, silt_m: 0.2, edge_m: 1}
        - {polygon: [[0, 0], [1, 0], [1, 1]], silt_m: -0.1}
)")
                          .value();
  const SeabedParameters& s = world.seabed;
  const auto& flat = std::get<FlatSeabed>(s.source);
  EXPECT_EQ(flat.depth_m, 40);
  EXPECT_NEAR(flat.slope_rad, 3 * kDegree, 1e-15);
  EXPECT_EQ(s.cell_m, 0.5);
  EXPECT_EQ(s.detail.min_wavelength_m, 4);
  EXPECT_EQ(s.detail.seed, 9);
  EXPECT_EQ(world.materials.materials[s.material].name, "sand");
  ASSERT_EQ(s.areas.size(), 2u);
  EXPECT_EQ(world.materials.materials[*s.areas[0].material].name, "mud");
  EXPECT_EQ(s.areas[0].box, (std::array<double, 4>{0, 10, -5, 5}));
  EXPECT_EQ(s.areas[1].kind, BottomArea::Kind::kPolygon);
  EXPECT_FALSE(s.areas[1].material.has_value());
  EXPECT_EQ(s.areas[1].silt_m, -0.1);
}

TEST(BuildSeabed, BathymetryOptions) {
  const World world = world_of("  seabed: !bathymetry {raster: " + test::source_folder() +
                               "/models/terrain/continental_slope.tif, units: ft, values: depth, "
                               "nodata: error, nodata_value: -1, interpolation: bicubic, crs: "
                               "'EPSG:4326', memory_mb: 8}\n")
                          .value();
  const auto& raster = std::get<RasterSeabed>(world.seabed.source);
  EXPECT_EQ(raster.unit_m(), 0.3048);
  EXPECT_EQ(raster.values, RasterSeabed::Values::kDepth);
  EXPECT_EQ(raster.nodata, RasterSeabed::Nodata::kError);
  EXPECT_EQ(raster.interpolation, RasterInterpolation::kBicubic);
  EXPECT_EQ(raster.nodata_value, -1);
  EXPECT_EQ(raster.crs, "EPSG:4326");
  EXPECT_EQ(raster.memory_bytes, 8e6);
  EXPECT_TRUE(
      std::holds_alternative<std::monostate>(world_of("  water: {}\n").value().seabed.source));
}

TEST(BuildCurrents, StreamsAndGrids) {
  const World world = world_of(R"(
  currents:
    - !jet {position: [1, 2, 3], toward_deg: 90, down_deg: 30, exit_speed_m_s: 4, diameter_m: 0.2}
    - !pipe {from: [0, 0, 5], to: [0, 9, 5], diameter_m: 3, mean_speed_m_s: 0.7, profile: laminar}
    - !ekman {wind_speed_m_s: 12}
)")
                          .value();
  const auto& jet = *world.currents[0].config.as<JetCurrent>();
  EXPECT_LT((jet.prepared_direction_N - Vec3(0, std::cos(30 * kDegree), 0.5)).norm(), 1e-12);
  EXPECT_EQ(jet.position_N, Vec3(1, 2, 3));
  const auto& pipe = *world.currents[1].config.as<PipeCurrent>();
  EXPECT_EQ(pipe.diameter_m, 3);
  EXPECT_EQ(pipe.profile, PipeCurrent::Profile::kLaminar);
  const auto& ekman = *world.currents[2].config.as<EkmanCurrent>();
  EXPECT_EQ(ekman.wind_speed_m_s, 12);
  EXPECT_TRUE(ekman.prepared_south);
}

TEST(BuildCurrents, ProfilesNeedASeabed) {
  const std::string profiles = "  currents: [!log_layer {}, !power_law {}]\n";
  const Result<World> without = world_of(profiles);
  ASSERT_FALSE(without.ok());
  EXPECT_EQ(without.problems().size(), 2u);
  EXPECT_TRUE(world_of(profiles + "  seabed: !flat {}\n").ok());
}

}  // namespace build_seabed_test
}  // namespace hadal::world

#include "environment/raster/crs.h"

#include <gtest/gtest.h>

#include <GeographicLib/UTMUPS.hpp>
#include <cmath>

#include "math/units.h"

namespace hadal::environment {
namespace crs_test {

constexpr double kTolerance_m = 1e-6;
constexpr double kTolerance_deg = 1e-10;

TEST(Crs, WebMercatorIsItsClosedForm) {
  const Crs crs = Crs::parse("EPSG:3857").value();
  const double a = 6378137, latitude = 41.98 * kDegree;
  const CrsPoint p = crs.from_geodetic(41.98, 3.12).value();
  EXPECT_NEAR(p.x, a * 3.12 * kDegree, kTolerance_m);
  EXPECT_NEAR(p.y, a * std::log(std::tan(std::numbers::pi / 4 + latitude / 2)), kTolerance_m);
  EXPECT_NEAR(crs.period_x(), 2 * std::numbers::pi * a, 1e-3);
  EXPECT_FALSE(crs.degrees());
}

TEST(Crs, UtmAgreesWithAnotherLibrary) {
  for (const double longitude : {-177.0, 3.12, 179.9}) {
    const Crs crs = Crs::metric_at(-41.98, longitude);
    int zone = 0;
    bool north = false;
    double x = 0, y = 0;
    GeographicLib::UTMUPS::Forward(-41.98, longitude, zone, north, x, y);
    const CrsPoint p = crs.from_geodetic(-41.98, longitude).value();
    EXPECT_NEAR(p.x, x, 1e-4);
    EXPECT_NEAR(p.y, y, 1e-4);
    EXPECT_EQ(crs.period_x(), 0);
    const Geodetic back = crs.to_geodetic(p).value();
    EXPECT_NEAR(back.latitude_deg, -41.98, kTolerance_deg);
    EXPECT_NEAR(back.longitude_deg, longitude, kTolerance_deg);
  }
}

TEST(Crs, GeodeticIsLongitudeThenLatitude) {
  for (const char* text : {"EPSG:4326", "4326", "WGS84", "OGC:CRS84"}) {
    const Crs crs = Crs::parse(text).value();
    const CrsPoint p = crs.from_geodetic(41.98, 3.12).value();
    EXPECT_EQ(p.x, 3.12) << text;
    EXPECT_EQ(p.y, 41.98) << text;
    EXPECT_EQ(crs.period_x(), 360);
    EXPECT_TRUE(crs.degrees());
  }
  EXPECT_NEAR(Crs::geodetic().to_geodetic({190, 10}).value().longitude_deg, -170, kTolerance_deg);
  EXPECT_FALSE(Crs::geodetic().to_geodetic({0, 91}).has_value());
}

TEST(Crs, PolarSystemsHoldThePole) {
  const Crs north = Crs::metric_at(89, 0), south = Crs::metric_at(-85, 0);
  EXPECT_NEAR(north.from_geodetic(90, 0).value().x, 0, kTolerance_m);
  EXPECT_NEAR(south.from_geodetic(-90, 0).value().y, 0, kTolerance_m);
}

TEST(Crs, PlaneBackAndForth) {
  const SeaMap map(60, 5);
  for (const char* text : {"EPSG:4326", "EPSG:3857", "EPSG:32632", "EPSG:3035"}) {
    const Crs crs = Crs::parse(text).value();
    const Vec3 p_N(30000, -20000, 0);
    const CrsPoint p = crs_from_plane(crs, map, p_N).value();
    EXPECT_LT((plane_from_crs(crs, map, p).value() - p_N).norm(), 1e-3) << text;
  }
  EXPECT_NEAR(crs_from_plane(Crs::geodetic(), map, Vec3::Zero()).value().y, 60, kTolerance_deg);
}

TEST(Crs, RefusesWhatIsNoSystem) {
  for (const char* text :
       {"", "EPSG:999999", "not a crs", "LOCAL_CS[\"arbitrary\",UNIT[\"metre\",1]]"}) {
    const Result<Crs> crs = Crs::parse(text);
    ASSERT_FALSE(crs.ok()) << text;
    EXPECT_NE(crs.problems().text().find("expected"), std::string::npos) << text;
  }
}

}  // namespace crs_test
}  // namespace hadal::environment

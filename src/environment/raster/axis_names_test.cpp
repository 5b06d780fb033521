#include "environment/raster/axis_names.h"

#include <gtest/gtest.h>

namespace hadal::environment {
namespace axis_names_test {

TEST(AxisNames, AttributesBeforeNames) {
  EXPECT_EQ(axis_kind({"x", "degrees_east", "", "", ""}), AxisKind::kLongitude);
  EXPECT_EQ(axis_kind({"y", "", "", "latitude", ""}), AxisKind::kLatitude);
  EXPECT_EQ(axis_kind({"lat", "hours since 2000-01-01", "", "", ""}), AxisKind::kTime);
  EXPECT_EQ(axis_kind({"s_rho", "m", "", "", "down"}), AxisKind::kDepth);
  EXPECT_EQ(axis_kind({"Longitude", "", "", "", ""}), AxisKind::kLongitude);
  EXPECT_EQ(axis_kind({"ensemble", "1", "", "", ""}), std::nullopt);
}

TEST(AxisNames, TimeUnits) {
  const TimeUnits hours = time_units("hours since 2000-01-01 00:00:00").value();
  EXPECT_EQ(hours.unit_s, 3600);
  EXPECT_EQ(hours.origin_s, 946684800);
  EXPECT_EQ(time_units("Days since 1970-1-2").value().origin_s, 86400);
  EXPECT_EQ(time_units("seconds since 1970-01-01T00:00:01Z").value().origin_s, 1);
  EXPECT_FALSE(time_units("fortnights since 2000-01-01").has_value());
  EXPECT_FALSE(time_units("hours since yesterday").has_value());
  EXPECT_FALSE(time_units("hours").has_value());
}

TEST(AxisNames, UnitsOfDepthAndVelocity) {
  EXPECT_EQ(depth_unit_m({"depth", "m", "", "", "down"}), 1);
  EXPECT_EQ(depth_unit_m({"z", "m", "", "", "up"}), -1);
  EXPECT_EQ(velocity_unit_m_s("cm s-1"), 0.01);
  EXPECT_EQ(velocity_unit_m_s(""), 1);
  EXPECT_FALSE(velocity_unit_m_s("degC").has_value());
}

TEST(AxisNames, Velocities) {
  EXPECT_TRUE(is_velocity(true, "uo", ""));
  EXPECT_TRUE(is_velocity(false, "current", "northward_sea_water_velocity"));
  EXPECT_FALSE(is_velocity(true, "vo", "northward_sea_water_velocity"));
}

}  // namespace axis_names_test
}  // namespace hadal::environment

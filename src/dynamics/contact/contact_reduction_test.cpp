#include "dynamics/contact/contact_reduction.h"

#include <gtest/gtest.h>

#include <array>

namespace hadal::dynamics {
namespace contact_reduction_test {

TerrainContact contact(double north_m, double east_m, double depth_m, uint64_t feature) {
  return {Vec3(north_m, east_m, 0), -Vec3::UnitZ(), depth_m, feature};
}

struct Reduced {
  std::array<TerrainContact, kMaxTerrainContacts> kept;
  int count;
  bool has(uint64_t feature) const {
    for (int i = 0; i < count; ++i)
      if (kept[i].feature == feature) return true;
    return false;
  }
};
Reduced reduce(const std::vector<TerrainContact>& candidates) {
  Reduced out;
  std::vector<double> spread;
  out.count = reduce_contacts(candidates, 1, spread, out.kept);
  return out;
}

TEST(ContactReduction, FewAreKeptAllAndSorted) {
  const Reduced out = reduce({contact(0, 0, 1, 9), contact(1, 0, 2, 4), contact(0, 1, 3, 7)});
  ASSERT_EQ(out.count, 3);
  EXPECT_EQ(out.kept[0].feature, 4u);
  EXPECT_EQ(out.kept[1].feature, 7u);
  EXPECT_EQ(out.kept[2].feature, 9u);
}

TEST(ContactReduction, CornersOfAPlateSurviveAmongMany) {
  std::vector<TerrainContact> all;
  constexpr int kSide = 7;
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j) all.push_back(contact(i, j, 0.01, 100 + kSide * i + j));
  const Reduced out = reduce(all);
  EXPECT_EQ(out.count, kMaxTerrainContacts);
  for (const int corner : {0, kSide - 1, kSide * (kSide - 1), kSide * kSide - 1})
    EXPECT_TRUE(out.has(100 + corner)) << corner;
}

TEST(ContactReduction, TheDeepestIsKeptAndCopiesAreNot) {
  std::vector<TerrainContact> all(20, contact(0, 0, 0.01, 3));
  all.push_back(contact(0.5, 0, 0.2, 8));
  const Reduced out = reduce(all);
  EXPECT_EQ(out.count, 2);
  EXPECT_TRUE(out.has(8));
  EXPECT_TRUE(out.has(3));
}

}  // namespace contact_reduction_test
}  // namespace hadal::dynamics

// Libraries that the program is linked with compute with the portable functions.
#include <gtest/gtest.h>

#include <algorithm>

#include "hadal/catalog.h"
#include "math/portable/shared_libraries.h"

namespace hadal::portable_math_test {
namespace {

TEST(PortableMath, IsUsedByTheLibrariesToo) {
  const auto all = portable::use_in_shared_libraries();
  for (const char* wanted :
       {"libmujoco", "libGeographicLib", "libassimp", "libqhull_r", "libembree"}) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const portable::Redirected& r) {
      return r.library.starts_with(wanted);
    });
    ASSERT_NE(found, all.end()) << wanted;
    EXPECT_GT(found->entries, 3) << wanted;
    EXPECT_EQ(found->left, 0) << wanted;
    EXPECT_NE(version_text().find(found->library), std::string::npos);
  }
  EXPECT_EQ(portable::processor_note(), "");
}

}  // namespace
}  // namespace hadal::portable_math_test

#include "kinds/kind_list.h"

#include <gtest/gtest.h>

namespace hadal::inline kinds {
namespace kind_list_test {

struct Stone {
  double mass_kg = 1;
  static const StructSchema& schema() {
    static const StructSchema s =
        StructBuilder<Stone>("stone", "A stone.").number("mass_kg", &Stone::mass_kg, "Mass.");
    return s;
  }
};
struct Feather : Stone {
  static const StructSchema& schema() {
    static const StructSchema s = StructBuilder<Feather>("feather", "A feather.");
    return s;
  }
};
struct Kind {
  const StructSchema& (*schema)() = nullptr;
};
template <class T>
Kind kind_of() {
  return {&T::schema};
}

TEST(KindList, AddsKindsOfLibrariesBehindItsOwnAndKeepsWhatItHandedOut) {
  constexpr Kind (*kBuiltIn[])() = {kind_of<Stone>};
  KindList<Kind> list(kBuiltIn);
  const auto& before = list.kinds();
  const auto& schemas = list.schemas();
  const Kind* stone = before.front();
  EXPECT_EQ(list.find(&Feather::schema()), nullptr);
  list.add(kind_of<Feather>(), "libfeather.so");
  EXPECT_EQ(before, std::vector<const Kind*>{stone});
  EXPECT_EQ(schemas, std::vector<const StructSchema*>{&Stone::schema()});
  ASSERT_EQ(list.kinds().size(), 2u);
  EXPECT_EQ(list.kinds()[0], stone);
  EXPECT_EQ(list.schemas()[1], &Feather::schema());
  EXPECT_EQ(list.find(&Feather::schema()), list.kinds()[1]);
  EXPECT_EQ(&list.of(AnyConfig::of(Stone{})), stone);
  EXPECT_EQ(list.library(&Stone::schema()), "");
  EXPECT_EQ(list.library(&Feather::schema()), "libfeather.so");
}

}  // namespace kind_list_test
}  // namespace hadal::kinds

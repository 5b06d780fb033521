#include <gtest/gtest.h>

#include <iostream>

#include "geometry/import_mutation.h"

namespace hadal::geometry {
namespace import_long_test {

TEST(ImportLong, ThousandsOfMutatedFilesDoNoHarm) {
  constexpr int kEach = 500;
  const std::pair<std::string, std::string> files[] = {
      {"obj", sample::obj()},      {"stl", sample::text_stl()}, {"stl", sample::binary_stl()},
      {"ply", sample::text_ply()}, {"glb", sample::glb()},      {"dae", sample::dae("")}};
  for (const auto& [extension, content] : files) {
    const sample::MutationCount count = sample::try_mutations(extension, content, kEach);
    EXPECT_EQ(count.read + count.refused + count.crashed, kEach);
    EXPECT_GT(count.read, 0) << extension;
    EXPECT_GT(count.refused, 0) << extension;
    std::cout << extension << ": " << count.read << " read, " << count.refused << " refused, "
              << count.crashed << " crashed the importer\n";
  }
}

}  // namespace import_long_test
}  // namespace hadal::geometry

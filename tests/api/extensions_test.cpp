// load_extensions() where nothing can be loaded; tests/extensions_test.sh has libraries.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "hadal/catalog.h"
#include "hadal/error.h"

namespace hadal {
namespace extensions_test {

namespace fs = std::filesystem;

std::vector<Error::Problem> problems_of(const std::vector<std::string>& folders) {
  try {
    load_extensions(folders);
  } catch (const Error& error) {
    return error.problems();
  }
  return {};
}

TEST(Extensions, RefusesWhatIsNoLibraryWithItsFile) {
  const fs::path folder = fs::path(testing::TempDir()) / "hadal_extensions";
  fs::create_directories(folder / "folder.so");
  std::ofstream(folder / "text.so") << std::string(500, 'x');
  std::ofstream(folder / "readme.txt") << "not looked at";
  const auto problems = problems_of({folder.string(), "no_such_folder"});
  ASSERT_EQ(problems.size(), 3u);
  EXPECT_EQ(problems[0].file, "no_such_folder");
  EXPECT_EQ(problems[1].file, (folder / "folder.so").string());
  EXPECT_EQ(problems[1].message, "is not a file");
  EXPECT_EQ(problems[2].file, (folder / "text.so").string());
  EXPECT_EQ(problems[2].message, "is not a shared library");
  EXPECT_TRUE(loaded_extensions().empty());
  fs::remove_all(folder);
}

TEST(Extensions, NoneAreLoadedByThemselves) {
  EXPECT_TRUE(problems_of({}).empty());
  EXPECT_TRUE(loaded_extensions().empty());
  for (const char* kind : {"sensors", "actuators", "forces", "controllers"}) {
    const auto entries = list_catalog(kind, share_folders());
    EXPECT_GE(entries.size(), 2u) << kind;
    for (const CatalogEntry& entry : entries) EXPECT_EQ(entry.library, "") << entry.name;
  }
}

}  // namespace extensions_test
}  // namespace hadal

// For tests: the folder of the sources, found when the program runs, so that no path is compiled in
// and clones share compiled tests.
#pragma once
#include <filesystem>
#include <stdexcept>
#include <string>

namespace hadal::test {

// The nearest folder at or above the working folder (the source folder in ctest), else above the
// program, that holds scenarios/ and models/.
inline std::string source_folder() {
  namespace fs = std::filesystem;
  for (fs::path folder : {fs::current_path(), fs::read_symlink("/proc/self/exe").parent_path()})
    for (;; folder = folder.parent_path()) {
      if (fs::exists(folder / "scenarios") && fs::exists(folder / "models")) return folder.string();
      if (folder == folder.parent_path()) break;
    }
  throw std::runtime_error("run the tests below the source folder");
}

}  // namespace hadal::test

// MuJoCo, GeographicLib, PROJ, GDAL, Assimp, Qhull and Embree are shared libraries, whose calls of
// sin, cos ... lead to the C library. This turns them to the portable functions, by the entries of
// these libraries' own tables of imported functions (System V ABI, AMD64 supplement: relocations
// JUMP_SLOT, GLOB_DAT, 64). It happens when this program or library is loaded, before any of its
// code runs, and again by use_in_shared_libraries() after one of them was loaded later.
//
// In a process that uses one of these libraries itself, those calls take the portable functions
// too; all others, and every other library, keep the C library's.
#pragma once
#include <string>
#include <vector>

namespace hadal::portable {

struct Redirected {
  std::string library;  // name of its file
  int entries = 0;      // that lead to portable functions
  int left = 0;         // that could not be turned: results may depend on the processor
};

// Turns what is not turned yet. One entry per library that is loaded and imports such functions.
// Any thread may call.
std::vector<Redirected> use_in_shared_libraries();

// Likewise in a library that was loaded from this path, and in every later call of the above.
void use_in_shared_library(const std::string& path);

// Says which libraries could not be turned, so that results may depend on the processor; else
// empty.
std::string processor_note();

}  // namespace hadal::portable

// Libraries of users that add kinds (include/hadal/extension.h), loaded by load_extensions() of
// include/hadal/catalog.h and never unloaded.
#pragma once
#include <map>
#include <string>

#include "base/problem.h"
#include "world/world.h"

namespace hadal::simulation {

// File names and SHA-256 digests.
using LibraryDigests = std::map<std::string, std::string>;

// Of the libraries whose kinds a world uses.
LibraryDigests used_libraries(const World& world);

// Problems of a log that used these, where one is not loaded or is another; `log` is its file.
Problems missing_libraries(const LibraryDigests& used, const std::string& log);

}  // namespace hadal::simulation

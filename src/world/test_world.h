// A world from YAML text, for the tests of this folder. Materials come from the built-in table.
#pragma once
#include <string>

#include "base/test_source_folder.h"
#include "scenario/scenario.h"
#include "world/world.h"

namespace hadal::test {

inline Result<World> try_world(const std::string& yaml) {
  LoadOptions options;
  options.model_folders = {test::source_folder()};
  const Result<LoadedScenario> loaded =
      load_scenario_text("format: 1\n" + yaml, "test.yaml", options);
  if (!loaded) return loaded.problems();
  return build_world(loaded.value());
}

// Throws the problems.
inline World world_of(const std::string& yaml) {
  return try_world(yaml).value();
}

// One object `thing` of one link with the given keys.
inline World world_of_link(const std::string& keys) {
  return world_of("objects: [{name: thing, links: [{name: body, " + keys + "}]}]\n");
}

}  // namespace hadal::test

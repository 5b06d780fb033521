// Modules: shared libraries beside libhadal.so that are loaded when they are first needed.
#pragma once
#include <dlfcn.h>

#include <string>

#include "base/library_folder.h"
#include "base/result.h"
#include "math/portable/shared_libraries.h"

namespace hadal {

// What `function` of the module `file` gives, or the reason why there is nothing. `purpose` begins
// the message, as in "rasters need libhadal_raster.so, ...".
template <class Module>
Result<const Module*> load_module(const std::string& purpose, const std::string& file,
                                  const char* function) {
  Problems problems;
  const std::string path = library_folder() + "/" + file;
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    problems.add(purpose + " need " + file + ", which cannot be loaded: " + dlerror());
    return problems;
  }
  portable::use_in_shared_libraries();  // others may have come with it
  using Factory = const Module*(const char* version);
  const auto factory = reinterpret_cast<Factory*>(dlsym(library, function));
  const Module* const module = factory ? factory(HADAL_VERSION) : nullptr;
  if (!module) {
    problems.add(purpose + " need " + path + " of version " HADAL_VERSION
                 ", but it is of another one");
    return problems;
  }
  return module;
}

}  // namespace hadal

#include "base/library_folder.h"

#include <dlfcn.h>

#include <filesystem>

namespace hadal::inline base {

std::string library_folder() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<void*>(&library_folder), &info) || !info.dli_fname) return "";
  std::error_code error;
  const std::filesystem::path file = std::filesystem::canonical(info.dli_fname, error);
  return error ? "" : file.parent_path().string();
}

}  // namespace hadal::base

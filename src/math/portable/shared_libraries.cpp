#include "math/portable/shared_libraries.h"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <string_view>

#include "math/portable/portable.h"

namespace hadal::portable {
namespace {

// File names begin so, whatever version or hash follows.
constexpr std::string_view kLibraries[] = {"libmujoco",  "libGeographicLib", "libproj",
                                           "libgdal",    "libassimp",        "libpoly2tri",
                                           "libqhull_r", "libembree"};

struct Function {
  std::string_view name;
  void* address;
};
#define HADAL_BOTH(name)                                     \
  Function{#name, reinterpret_cast<void*>(&portable::name)}, \
      Function{#name "f", reinterpret_cast<void*>(&portable::name##f)},
const Function kFunctions[] = {
    HADAL_FUNCTIONS_OF_ONE(HADAL_BOTH) HADAL_FUNCTIONS_OF_TWO(HADAL_BOTH)
    {"sincos", reinterpret_cast<void*>(&portable::sincos)},
    {"sincosf", reinterpret_cast<void*>(&portable::sincosf)},
};
#undef HADAL_BOTH

// Paths of libraries that have come by use_in_shared_library().
std::vector<std::string>& extensions() {
  static std::vector<std::string> paths;
  return paths;
}
std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

// Tables of a loaded library.
struct Imports {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  struct Relocations {
    const ElfW(Rela) * first = nullptr;
    size_t bytes = 0;
  } plain, calls;
};

Imports imports_of(const dl_phdr_info& library) {
  Imports out;
  const auto* dynamic = static_cast<const ElfW(Dyn)*>(nullptr);
  for (int i = 0; i < library.dlpi_phnum; ++i)
    if (library.dlpi_phdr[i].p_type == PT_DYNAMIC)
      dynamic =
          reinterpret_cast<const ElfW(Dyn)*>(library.dlpi_addr + library.dlpi_phdr[i].p_vaddr);
  if (!dynamic) return out;
  // The loader has made addresses of these offsets, but need not.
  const auto at = [&](const ElfW(Dyn) & entry) {
    const ElfW(Addr) p = entry.d_un.d_ptr;
    return p < library.dlpi_addr ? p + library.dlpi_addr : p;
  };
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    switch (dynamic->d_tag) {
      case DT_SYMTAB:
        out.symbols = reinterpret_cast<const ElfW(Sym)*>(at(*dynamic));
        break;
      case DT_STRTAB:
        out.names = reinterpret_cast<const char*>(at(*dynamic));
        break;
      case DT_RELA:
        out.plain.first = reinterpret_cast<const ElfW(Rela)*>(at(*dynamic));
        break;
      case DT_RELASZ:
        out.plain.bytes = dynamic->d_un.d_val;
        break;
      case DT_JMPREL:
        out.calls.first = reinterpret_cast<const ElfW(Rela)*>(at(*dynamic));
        break;
      case DT_PLTRELSZ:
        out.calls.bytes = dynamic->d_un.d_val;
        break;
      default:
        break;
    }
  }
  return out;
}

// The loader has made part of a library read-only after it had filled it in.
bool read_only(const dl_phdr_info& library, ElfW(Addr) place) {
  const ElfW(Addr) offset = place - library.dlpi_addr;
  for (int i = 0; i < library.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = library.dlpi_phdr[i];
    if (part.p_type == PT_GNU_RELRO && offset >= part.p_vaddr &&
        offset < part.p_vaddr + part.p_memsz)
      return true;
  }
  return false;
}

bool turn(const dl_phdr_info& library, ElfW(Addr) place, void* to) {
  void** entry = reinterpret_cast<void**>(place);
  if (*entry == to) return true;
  const auto page_bytes = static_cast<ElfW(Addr)>(sysconf(_SC_PAGESIZE));
  void* page = reinterpret_cast<void*>(place & ~(page_bytes - 1));
  const bool guarded = read_only(library, place);
  if (guarded && mprotect(page, page_bytes, PROT_READ | PROT_WRITE) != 0) return false;
  __atomic_store_n(entry, to, __ATOMIC_RELEASE);
  return !guarded || mprotect(page, page_bytes, PROT_READ) == 0;
}

void turn(const dl_phdr_info& library, const Imports& imports,
          const Imports::Relocations& relocations, Redirected& out) {
  for (size_t i = 0; i < relocations.bytes / sizeof(ElfW(Rela)); ++i) {
    const ElfW(Rela)& r = relocations.first[i];
    const auto kind = ELF64_R_TYPE(r.r_info);
    if (kind != R_X86_64_JUMP_SLOT && kind != R_X86_64_GLOB_DAT && kind != R_X86_64_64) continue;
    const std::string_view name = imports.names + imports.symbols[ELF64_R_SYM(r.r_info)].st_name;
    const auto* found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                     [&](const Function& f) { return f.name == name; });
    if (found == std::end(kFunctions)) continue;
    ++(turn(library, library.dlpi_addr + r.r_offset, found->address) ? out.entries : out.left);
  }
}

int visit(dl_phdr_info* library, size_t, void* list) {
  std::string_view file = library->dlpi_name;
  const bool extension =
      std::find(extensions().begin(), extensions().end(), file) != extensions().end();
  file.remove_prefix(std::min(file.size(), file.rfind('/') + 1));
  const bool ours = std::any_of(std::begin(kLibraries), std::end(kLibraries),
                                [&](std::string_view name) { return file.starts_with(name); });
  if (!ours && !extension) return 0;
  const Imports imports = imports_of(*library);
  if (!imports.symbols || !imports.names) return 0;
  Redirected out{std::string(file)};
  turn(*library, imports, imports.plain, out);
  turn(*library, imports, imports.calls, out);
  if (out.entries + out.left > 0)
    static_cast<std::vector<Redirected>*>(list)->push_back(std::move(out));
  return 0;
}

}  // namespace

std::vector<Redirected> use_in_shared_libraries() {
  const std::lock_guard lock(one_at_a_time());
  std::vector<Redirected> out;
  dl_iterate_phdr(visit, &out);
  return out;
}

void use_in_shared_library(const std::string& path) {
  {
    const std::lock_guard lock(one_at_a_time());
    extensions().push_back(path);
  }
  use_in_shared_libraries();
}

std::string processor_note() {
  std::string names;
  for (const Redirected& library : use_in_shared_libraries())
    if (library.left > 0) names += (names.empty() ? "" : ", ") + library.library;
  if (names.empty()) return {};
  return "the elementary functions of " + names +
         " could not be replaced: results may differ in the last digits from those of other "
         "machines";
}

}  // namespace hadal::portable

// Named in src/math/CMakeLists.txt, so that every program that links the library contains it.
extern "C" __attribute__((constructor, visibility("hidden"))) void hadal_use_portable_math() {
  hadal::portable::use_in_shared_libraries();
}

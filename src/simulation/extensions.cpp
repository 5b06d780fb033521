#include "simulation/extensions.h"

#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <string_view>

#include "hadal/catalog.h"
#include "hadal/extension.h"
#include "kinds/actuators/list.h"
#include "kinds/controllers/list.h"
#include "kinds/extensions/extension_kinds.h"
#include "kinds/forces/list.h"
#include "kinds/sensors/list.h"
#include "math/portable/shared_libraries.h"
#include "outputs/messages/sha256.h"
#include "simulation/api_error.h"
#include "simulation/schemas.h"

namespace hadal {
namespace loading {  // apart from the other files of this folder, which may be compiled with this one
namespace {

namespace fs = std::filesystem;
using namespace extension;

static_assert(std::string_view(HADAL_VERSION).starts_with(HADAL_EXTENSION_HADAL "."),
              "extension.h names another version");

// The kinds of a library, which are checked before any of them is listed.
struct Library final : Registrar {
  Extension about;
  std::string path;
  void* handle = nullptr;
  std::vector<SensorKind> sensors;
  std::vector<ActuatorKind> actuators;
  std::vector<ForceKind> forces;
  std::vector<ControllerKind> controllers;

  void add(const SensorKind& kind) override { sensors.push_back(kind); }
  void add(const ActuatorKind& kind) override { actuators.push_back(kind); }
  void add(const ForceKind& kind) override { forces.push_back(kind); }
  void add(const ControllerKind& kind) override { controllers.push_back(kind); }

  template <class Visit>
  void for_each_kind(Visit visit) {
    for (auto& kind : sensors) visit(kind);
    for (auto& kind : actuators) visit(kind);
    for (auto& kind : forces) visit(kind);
    for (auto& kind : controllers) visit(kind);
  }
};

bool complete(const SensorKind& k) {
  return k.copy && k.columns && k.noise_groups && k.measure;
}
bool complete(const ActuatorKind& k) {
  return k.command && k.columns && k.advance && k.act && !k.thrust_ability == !k.command_for_thrust;
}
bool complete(const ForceKind& k) {
  return k.act;
}
bool complete(const ControllerKind& k) {
  return k.copy && k.bind && k.gains && k.update;
}

void refuse(const std::string& path, const std::string& reason, Problems& problems) {
  problems.add({path, 0, 0}, "", reason);
}

// Every *.so of the folders by the names of the files, so that no order of folders matters.
std::vector<fs::path> library_files(const std::vector<std::string>& folders, Problems& problems) {
  std::vector<fs::path> out;
  for (const std::string& folder : folders) {
    std::error_code error;
    const size_t before = out.size();
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (entry.path().extension() == ".so") out.push_back(entry.path());
    if (error)
      refuse(folder, "cannot be read: " + error.message(), problems);
    else if (out.size() == before)
      refuse(folder, "holds no extension (*.so)", problems);
  }
  std::sort(out.begin(), out.end(), [](const fs::path& a, const fs::path& b) {
    return std::pair(a.filename(), a) < std::pair(b.filename(), b);
  });
  return out;
}

// What the loader of the system would take without looking, and crash on: a file that is cut short.
std::string elf_problem(const std::string& bytes) {
  Elf64_Ehdr header;
  if (bytes.size() < sizeof header) return "is too short to be a shared library";
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_DYN ||
      header.e_phentsize != sizeof(Elf64_Phdr))
    return "is not a shared library";
  const uint64_t size = bytes.size(), table = uint64_t{header.e_phnum} * sizeof(Elf64_Phdr);
  if (header.e_phoff > size || table > size - header.e_phoff) return "is cut short";
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part;
    std::memcpy(&part, bytes.data() + header.e_phoff + i * sizeof part, sizeof part);
    if (part.p_offset > size || part.p_filesz > size - part.p_offset) return "is cut short";
  }
  return "";
}

std::string entry_problem(const Entry* entry) {
  if (!entry || !entry->abi) return "has an entry point that returns nothing";
  if (entry->interface_version != kInterfaceVersion)
    return "was built for version " + std::to_string(entry->interface_version) +
           " of the interface of extensions; this is version " + std::to_string(kInterfaceVersion);
  if (std::string_view(entry->abi) != HADAL_EXTENSION_ABI)
    return std::string("was built for '") + entry->abi + "'; this is '" HADAL_EXTENSION_ABI "'";
  if (entry->layout != kLayout) return "was built with other headers of hadal/extension";
  if (!entry->add_kinds || !entry->name) return "has an incomplete entry";
  return "";
}

// Loads a library and has it name its kinds. The reason where that fails.
std::string open(Library& library) {
  library.handle = dlopen(library.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library.handle) return std::string("cannot be loaded: ") + dlerror();
  const auto entry_point = reinterpret_cast<EntryPoint>(dlsym(library.handle, kEntryPoint));
  if (!entry_point)
    return std::string("has no entry point ") + kEntryPoint + "; it is made by HADAL_EXTENSION";
  const Entry* entry = entry_point();
  if (const std::string problem = entry_problem(entry); !problem.empty()) return problem;
  library.about.name = entry->name;
  try {
    entry->add_kinds(library);
  } catch (const std::exception& error) {
    return std::string("threw while it named its kinds: ") + error.what();
  } catch (...) {
    return "threw while it named its kinds";
  }
  return "";
}

std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string open_file(const fs::path& path, Library& library) {
  library.path = fs::absolute(path).string();
  library.about.file = path.filename().string();
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return "is not a file";
  const std::string bytes = read_file(path.string());
  if (const std::string problem = elf_problem(bytes); !problem.empty()) return problem;
  library.about.sha256 = outputs::sha256_hex(bytes);
  return open(library);
}

// The name of a kind that can be called; otherwise empty, and the reason why not.
template <class Kind>
std::string kind_name(const Kind& kind, std::string& reason) {
  if (!kind.schema) {
    reason = "a kind without a schema";
    return "";
  }
  try {
    const StructSchema& schema = kind.schema();
    if (schema.name.empty() || !schema.create)
      reason = "a kind whose schema is empty";
    else if (!complete(kind))
      reason = "!" + schema.name + " lacks a function";
    else
      return schema.name;
  } catch (const std::exception& error) {
    reason = std::string("the schema of a kind threw: ") + error.what();
  } catch (...) {
    reason = "the schema of a kind threw";
  }
  return "";
}

// names: of what there is already, with the library it is from.
void check_kinds(Library& library, std::map<std::string, std::string>& names, Problems& problems) {
  library.for_each_kind([&](auto& kind) {
    std::string reason;
    const std::string name = kind_name(kind, reason);
    if (name.empty()) return refuse(library.path, reason, problems);
    const auto [known, is_new] = names.insert({name, library.about.file});
    if (!is_new)
      refuse(library.path,
             "!" + name + " exists already, " +
                 (known->second.empty() ? "built in" : "in " + known->second),
             problems);
    library.about.kinds.push_back(name);
    kind.checked = true;
  });
  if (library.about.kinds.empty()) refuse(library.path, "adds no kind", problems);
}

std::map<std::string, std::string> names_in_use() {
  std::map<std::string, std::string> names;
  for (const StructSchema* schema : simulation::all_structs())
    names[schema->name] = library_of(schema);
  return names;
}

// Those that are loaded; they stay.
struct Loaded {
  std::mutex mutex;
  std::vector<Extension> list;
};
Loaded& loaded() {
  static Loaded all;
  return all;
}

void take(const Library& library) {
  portable::use_in_shared_library(library.path);
  const std::string& file = library.about.file;
  if (!library.sensors.empty()) sensor_list().add(library.sensors, file);
  if (!library.actuators.empty()) actuator_list().add(library.actuators, file);
  if (!library.forces.empty()) force_list().add(library.forces, file);
  if (!library.controllers.empty()) controller_list().add(library.controllers, file);
  loaded().list.push_back(library.about);
}

}  // namespace
}  // namespace loading

void load_extensions(const std::vector<std::string>& folders) {
  using namespace loading;
  const std::lock_guard lock(loaded().mutex);
  Problems problems;
  std::deque<Library> libraries;
  std::map<std::string, std::string> names = names_in_use();
  std::set<std::string> files;
  for (const Extension& extension : loaded().list) files.insert(extension.file);
  for (const std::filesystem::path& path : library_files(folders, problems)) {
    Library& library = libraries.emplace_back();
    std::string reason = open_file(path, library);
    if (reason.empty()) check_kinds(library, names, problems);
    if (reason.empty() && !files.insert(library.about.file).second)
      reason = "another extension has the name of this file";
    if (!reason.empty()) refuse(path.string(), reason, problems);
  }
  if (problems.empty()) {
    for (const Library& library : libraries) take(library);
    return;
  }
  for (const Library& library : libraries)
    if (library.handle) dlclose(library.handle);
  simulation::require(problems);
}

std::vector<Extension> loaded_extensions() {
  const std::lock_guard lock(loading::loaded().mutex);
  return loading::loaded().list;
}

namespace simulation {

LibraryDigests used_libraries(const World& world) {
  LibraryDigests out;
  const std::vector<Extension> extensions = loaded_extensions();
  const auto use = [&](const AnyConfig& config) {
    const std::string file = library_of(config.schema());
    for (const Extension& extension : extensions)
      if (extension.file == file) out[file] = extension.sha256;
  };
  if (extensions.empty()) return out;
  for (const Sensor& sensor : world.sensors) use(sensor.config);
  for (const Actuator& actuator : world.actuators) use(actuator.config);
  for (const LinkForce& force : world.forces) use(force.config);
  for (const Vehicle& vehicle : world.vehicles) use(vehicle.controller.config);
  return out;
}

Problems missing_libraries(const LibraryDigests& used, const std::string& log) {
  Problems problems;
  const std::vector<Extension> extensions = loaded_extensions();
  for (const auto& [file, digest] : used) {
    const auto found = std::find_if(extensions.begin(), extensions.end(),
                                    [&](const Extension& e) { return e.file == file; });
    const std::string wanted = "its run used the extension " + file + " (SHA-256 " + digest + ")";
    if (found == extensions.end())
      problems.add({log, 0, 0}, "", wanted + ", which is not loaded; --extensions DIR loads it");
    else if (found->sha256 != digest)
      problems.add({log, 0, 0}, "",
                   wanted + "; the one that is loaded differs (SHA-256 " + found->sha256 + ")");
  }
  return problems;
}

}  // namespace simulation
}  // namespace hadal

// The header of an extension: a shared library of yours that adds kinds of sensors, actuators,
// forces and controllers. Written, built and loaded as docs/extensions.md says:
//
//   #include <hadal/extension.h>
//
//   struct Sniffer : hadal::extension::SensorConfig { ... };  // as extension/sensor.h says
//
//   HADAL_EXTENSION("hydrocarbon sniffer", kinds) {
//     kinds.add(hadal::extension::sensor_kind<Sniffer>());
//   }
//
// `hadal run scenario.yaml --extensions DIR` or load_extensions() (hadal/catalog.h) loads it. A
// library built for another interface is refused before any of its C++ objects is touched.
#pragma once
#include "hadal/export.h"
#include "hadal/extension/actuator.h"
#include "hadal/extension/controller.h"
#include "hadal/extension/force.h"
#include "hadal/extension/sensor.h"

#define HADAL_TEXT_OF(value) HADAL_TEXT_OF_(value)
#define HADAL_TEXT_OF_(value) #value

// What an extension and the program must have in common: the headers (hadal/extension*, which may
// change with every minor version until 1.0), how the compiler lays out classes and calls virtual
// functions, and the standard library's own layouts.
#define HADAL_EXTENSION_HADAL "0.1"
#if defined(_LIBCPP_VERSION)
#define HADAL_EXTENSION_LIBRARY "libc++ " HADAL_TEXT_OF(_LIBCPP_ABI_VERSION)
#elif defined(_GLIBCXX_DEBUG)
#define HADAL_EXTENSION_LIBRARY "libstdc++ in debug mode"
#else
#define HADAL_EXTENSION_LIBRARY "libstdc++ cxx11=" HADAL_TEXT_OF(_GLIBCXX_USE_CXX11_ABI)
#endif
#if defined(__GXX_ABI_VERSION) && __GXX_ABI_VERSION >= 1002
#define HADAL_EXTENSION_COMPILER "Itanium C++ ABI"
#else
#define HADAL_EXTENSION_COMPILER "an old C++ ABI"
#endif
#define HADAL_EXTENSION_ABI \
  "hadal " HADAL_EXTENSION_HADAL ", " HADAL_EXTENSION_COMPILER ", " HADAL_EXTENSION_LIBRARY

namespace hadal HADAL_API {
namespace extension {

// Raised with every change of what crosses the border.
constexpr int kInterfaceVersion = 2;

// What a library adds. The kinds live in the library, which stays loaded.
class Registrar {
 public:
  virtual ~Registrar() = default;
  virtual void add(const SensorKind& kind) = 0;
  virtual void add(const ActuatorKind& kind) = 0;
  virtual void add(const ForceKind& kind) = 0;
  virtual void add(const ControllerKind& kind) = 0;
};

// What the entry point returns: plain C, whose first two members keep their place for ever.
struct Entry {
  int interface_version;
  const char* abi;
  unsigned long layout;  // sizes of what crosses the border
  const char* name;      // of the library, for people
  void (*add_kinds)(Registrar& kinds);
};
constexpr unsigned long kLayout =
    sizeof(SensorKind) + 1000UL * sizeof(ActuatorKind) + 1000000UL * sizeof(ForceKind) +
    1000000000UL * sizeof(ControllerKind) + 1000000000000UL * sizeof(FieldSchema);

// The function that a library is asked for.
constexpr const char* kEntryPoint = "hadal_extension";
using EntryPoint = const Entry* (*)();

}  // namespace extension
}  // namespace hadal HADAL_API

// Once in a library, followed by a block that adds its kinds to the Registrar `kinds`.
#define HADAL_EXTENSION(library_name, kinds)                                            \
  static void hadal_extension_kinds(::hadal::extension::Registrar& kinds);              \
  extern "C" HADAL_API const ::hadal::extension::Entry* hadal_extension() {             \
    static const ::hadal::extension::Entry entry{                                       \
        ::hadal::extension::kInterfaceVersion, HADAL_EXTENSION_ABI,                     \
        ::hadal::extension::kLayout, library_name, &hadal_extension_kinds};             \
    return &entry;                                                                      \
  }                                                                                     \
  static void hadal_extension_kinds(::hadal::extension::Registrar& kinds)

#include "kinds/extensions/extension_kinds.h"

#include <cmath>

#include "kinds/actuators/list.h"
#include "kinds/controllers/list.h"
#include "kinds/forces/list.h"
#include "kinds/sensors/list.h"

namespace hadal {
namespace extension {

KindError::KindError(const StructSchema& kind, const std::string& message)
    : std::runtime_error(message), kind_(&kind) {}
KindError::~KindError() = default;

}  // namespace extension

inline namespace kinds {

std::string library_of(const StructSchema* kind) {
  for (const std::string& library : {sensor_list().library(kind), actuator_list().library(kind),
                                     force_list().library(kind), controller_list().library(kind)})
    if (!library.empty()) return library;
  return "";
}

std::string failure_text(const extension::KindError& error) {
  const std::string library = library_of(&error.kind());
  return (library.empty() ? "" : library + ": ") + "!" + error.kind().name + ": " + error.what();
}

void refuse_non_finite(const StructSchema& kind, std::span<const double> values,
                       const char* what) {
  for (const double value : values)
    if (!std::isfinite(value))
      throw extension::KindError(kind, std::string(what) + " is not finite");
}

Problems problems_of(const extension::KindError& error) {
  Problems problems;
  problems.add(failure_text(error));
  return problems;
}

}  // namespace kinds
}  // namespace hadal

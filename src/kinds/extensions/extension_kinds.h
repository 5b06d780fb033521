// Kinds of extensions among the others: which library they are from, and what they may not do.
#pragma once
#include <span>
#include <string>

#include "base/problem.h"
#include "hadal/extension/kind_error.h"

namespace hadal::inline kinds {

// The file of the library that a kind is from; empty: built in.
std::string library_of(const StructSchema* kind);

// "libsniffer.so: !sniffer: what it threw".
std::string failure_text(const extension::KindError& error);
Problems problems_of(const extension::KindError& error);

// Throws KindError when one of the numbers is not finite; `what` names them.
void refuse_non_finite(const StructSchema& kind, std::span<const double> values, const char* what);

// Likewise of a kind of an extension. For built-in kinds, whose states the multibody and the tests
// look after, it is one comparison.
template <class Kind>
void require_finite(const Kind& kind, std::span<const double> values, const char* what) {
  if (kind.checked) [[unlikely]]
    refuse_non_finite(kind.schema(), values, what);
}

}  // namespace hadal::kinds

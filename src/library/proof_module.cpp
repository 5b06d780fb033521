#include "library/proof_module.h"

#include <string_view>

const hadal::ProofModule* hadal_proof_module(const char* version) {
  static constexpr hadal::ProofModule module{hadal::validate,
#ifdef HADAL_HAS_BENCHMARKS
                                             hadal::run_benchmarks
#endif
  };
  return std::string_view(version) == HADAL_VERSION ? &module : nullptr;
}

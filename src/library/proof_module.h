// What libhadal_proof.so holds: nobody who only runs scenarios needs it, and it takes a seventh of
// the time to compile. It has the parts of libhadal.so inside, whose internals it measures.
#pragma once
#include <iosfwd>

#include "hadal/bench.h"
#include "hadal/validate.h"

namespace hadal {

struct ProofModule {
  int (*validate)(const ValidateOptions& options, std::ostream& out) = nullptr;
  int (*run_benchmarks)(const BenchOptions& options, std::ostream& out) = nullptr;  // null: none
};

}  // namespace hadal

// The only name that libhadal_proof.so shows. Null unless both are of one version.
extern "C" __attribute__((visibility("default"))) const hadal::ProofModule* hadal_proof_module(
    const char* version);

// validate() and run_benchmarks() by libhadal_proof.so.
#include <ostream>

#include "library/module.h"
#include "library/proof_module.h"

namespace hadal {
namespace {

const Result<const ProofModule*>& proof_module() {
  static const Result<const ProofModule*> module = load_module<ProofModule>(
      "reference cases and benchmarks", "libhadal_proof.so", "hadal_proof_module");
  return module;
}

template <class Options>
int call(int (*ProofModule::*function)(const Options&, std::ostream&), const Options& options,
         std::ostream& out) {
  const Result<const ProofModule*>& module = proof_module();
  if (!module) {
    out << module.problems().text() << '\n';
    return 2;
  }
  const auto run = module.value()->*function;
  if (!run) {
    out << "this build has no benchmarks (HADAL_WITH_BENCHMARKS is OFF)\n";
    return 2;
  }
  return run(options, out);
}

}  // namespace

int validate(const ValidateOptions& options, std::ostream& out) {
  return call(&ProofModule::validate, options, out);
}

int run_benchmarks(const BenchOptions& options, std::ostream& out) {
  return call(&ProofModule::run_benchmarks, options, out);
}

}  // namespace hadal

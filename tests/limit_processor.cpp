// For LD_PRELOAD, tests only (bits_test.py): makes the libraries that look at the processor believe
// in a smaller one.
//   LIMIT_EMBREE=sse2|sse4.2|avx|avx2|avx512   the instruction set of Embree
//   LIMIT_HIGHWAY=sse4|baseline                the best of Highway's targets
#include <dlfcn.h>
#include <hwy/targets.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

[[gnu::constructor]] void limit_highway() {
  const char* best = std::getenv("LIMIT_HIGHWAY");
  if (!best) return;
  int64_t disabled = HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL;
  if (std::strcmp(best, "baseline") == 0) disabled |= HWY_SSE4 | HWY_SSSE3;
  hwy::DisableTargets(disabled);
}

}  // namespace

extern "C" void* rtcNewDevice(const char* config) {
  static const auto real =
      reinterpret_cast<void* (*)(const char*)>(dlsym(RTLD_NEXT, "rtcNewDevice"));
  const char* isa = std::getenv("LIMIT_EMBREE");
  if (!isa) return real(config);
  std::fprintf(stderr, "limit_processor: Embree %s\n", isa);
  return real((std::string("start_threads=0,set_affinity=0,isa=") + isa).c_str());
}

// The preamble of Highway kernels. A kernel file names itself and includes this header; the
// compiler then reads the file once per instruction set, each time with another HWY_NAMESPACE:
//
//   #define HWY_TARGET_INCLUDE "folder/kernel.cpp"
//   #include "math/simd/highway.h"
//
//   HWY_BEFORE_NAMESPACE();
//   namespace hadal::folder::HWY_NAMESPACE {
//   using namespace simd::HWY_NAMESPACE;
//   void add_lanes(...) { ... }  // in V, at most eight floats
//   }  // namespace hadal::folder::HWY_NAMESPACE
//   HWY_AFTER_NAMESPACE();
//
//   #if HWY_ONCE
//   namespace hadal::folder {
//   HWY_EXPORT(add_lanes);
//   void add(...) { HWY_DYNAMIC_DISPATCH(add_lanes)(...); }
//   }  // namespace hadal::folder
//   #endif
//
// Instruction sets are baseline x86-64, SSE4 and AVX2. Kernels use only operations that round alike
// on all of them, lane by lane in one order: no fused multiply-add, no approximate reciprocals, and
// the elementary functions of functions.h. Headers with parts of kernels (*-inl.h) and their tests
// include this header without HWY_TARGET_INCLUDE.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL)
#ifdef HWY_TARGET_INCLUDE
#include "hwy/foreach_target.h"
#endif
#include "hwy/highway.h"

#if defined(HADAL_MATH_SIMD_HIGHWAY_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_MATH_SIMD_HIGHWAY_H_
#undef HADAL_MATH_SIMD_HIGHWAY_H_
#else
#define HADAL_MATH_SIMD_HIGHWAY_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::inline math::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kMaxLanes = 8;
using Tag = hn::CappedTag<float, kMaxLanes>;
using IntTag = hn::RebindToSigned<Tag>;
using BitTag = hn::RebindToUnsigned<Tag>;
using V = hn::Vec<Tag>;
using I = hn::Vec<IntTag>;
using U = hn::Vec<BitTag>;
using M = hn::Mask<Tag>;
const Tag d;
const IntTag di;
const BitTag db;

HWY_INLINE V all(float value) {
  return hn::Set(d, value);
}

}  // namespace hadal::math::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#define HADAL_SIMD_HAS_LANES
#include "math/simd/functions.h"

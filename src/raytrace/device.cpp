#include <algorithm>
#include <new>

#include "base/check.h"
#include "base/single_thread.h"
#include "raytrace/embree.h"

namespace hadal::raytrace {
namespace {

// The fastest that most machines have; hits do not depend on it (mesh_tracer.h). The number of
// threads is not set here: Embree would limit those of the whole process.
constexpr const char* kAvx2 = "isa=avx2,start_threads=0,set_affinity=0";
constexpr const char* kWhatThereIs = "start_threads=0,set_affinity=0";

// Trees are built in one thread, so that what Embree allocates in it belongs to its scene.
thread_local ptrdiff_t allocated_bytes = 0;

bool count_bytes(void*, ssize_t bytes, bool) {
  allocated_bytes += bytes;
  return true;
}

}  // namespace

Device::Device() {
  device_.reset(rtcNewDevice(__builtin_cpu_supports("avx2") ? kAvx2 : kWhatThereIs));
  check("starting");
  HADAL_CHECK(device_, "Embree does not start");
  rtcSetDeviceMemoryMonitorFunction(device_.get(), count_bytes, nullptr);
}

size_t Device::commit(RTCScene scene) const {
  const ptrdiff_t before = allocated_bytes;
  run_in_one_thread([scene] { rtcCommitScene(scene); });
  check("building a tree");
  return static_cast<size_t>(std::max<ptrdiff_t>(0, allocated_bytes - before));
}

void Device::check(const char* doing) const {
  const RTCError error = rtcGetDeviceError(device_.get());
  if (error == RTC_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
  HADAL_CHECK(error == RTC_ERROR_NONE, std::string("Embree, ") + doing + ": error " +
                                           std::to_string(static_cast<int>(error)));
}

}  // namespace hadal::raytrace

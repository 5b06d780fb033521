// Runs a function in a process of its own, so that a crash, an endless loop or a flood of memory in
// a foreign library costs a message and not the program.
//
// The child is a fork. It runs with silenced output, without core dumps and with limits on
// processor time and address space; the bytes that the function returns come back through a pipe.
// The function must not start threads or take locks that other threads of this program may hold;
// plain reading of files and computing is fine.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace hadal::geometry {

struct IsolationLimits {
  int processor_time_s = 120;
  size_t memory_bytes = size_t{8} << 30;  // beyond what this program has mapped
};

struct IsolatedResult {
  std::vector<std::byte> bytes;  // what the function returned, if failure is empty
  std::string failure;           // e.g. "crashed (signal 11, Segmentation fault)"
};

IsolatedResult run_isolated(const std::function<std::vector<std::byte>()>& function,
                            const IsolationLimits& limits = {});

}  // namespace hadal::geometry

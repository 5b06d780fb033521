// Eight complex numbers side by side, of eight beams or of eight range bins: the unit of work of
// the signal kernels. Every kernel does the same operations on each lane, whatever the width of the
// registers, and fuses none, so that the results are the same bits on every x86-64 machine.
#pragma once
#include <cstddef>

namespace hadal::sensors {

constexpr int kLineLanes = 8;

struct alignas(64) Line {
  float re[kLineLanes], im[kLineLanes];
};

constexpr int lines_for(int count) {
  return (count + kLineLanes - 1) / kLineLanes;
}

}  // namespace hadal::sensors

// The numbers of a plane as a file, without colours:
//   .npy  any plane, rows x columns x channels
//   .png  16-bit grey: depth_m in whole millimetres, level_db and temperature_K in hundredths (0
//         where there is nothing), instance as it is (0 nothing), semantic as it is (65535
//         nothing); whatever is larger is 65535. Images of three bytes in 8 bits
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "world/frame.h"

namespace hadal::outputs {

// An array in NumPy's format 1.0. descr: its type as NumPy writes it, with quotes ('<f4') or as a
// list of fields; bytes: all elements, little endian, the last index first.
std::vector<uint8_t> npy_bytes(const std::string& descr, std::span<const size_t> shape,
                               std::span<const uint8_t> bytes);
std::vector<uint8_t> npy_bytes(const Plane& plane);

bool fits_png(const Plane& plane);
// Of a plane that fits.
std::vector<uint8_t> png_bytes(const Plane& plane);
// What a step of the 16 bits stands for, as in "0.001 m"; empty for numbers that stay as they are.
std::string png_step(const Plane& plane);

}  // namespace hadal::outputs

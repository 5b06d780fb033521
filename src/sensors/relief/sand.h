// The ripples of sand (ground_relief-inl.h), as cameras and sonars know them.
#pragma once
#include <string_view>

namespace hadal::sensors {

constexpr float kSandRipple_m = 0.19f;              // wavelength
constexpr float kAcrossSand[2] = {0.927f, 0.375f};  // north, east: across the crests
constexpr float kSandSlope = 0.30f;                 // of the first harmonic where they are highest

// A worn material is called "NAME worn ...".
inline std::string_view unworn_name(std::string_view material) {
  return material.substr(0, material.find(" worn "));
}
inline bool has_ripples(std::string_view material) {
  return unworn_name(material) == "sand";
}

}  // namespace hadal::sensors

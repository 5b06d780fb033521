// Magnetometer and compass in the magnetic field of the sea (hadal/extension/sea.h).
#pragma once
#include "kinds/sensors/mounting.h"

namespace hadal::inline kinds {

// The undisturbed field in S.
Vec3 magnetic_field_S_t(const extension::SensorContext& now);

// Field b_S = A R_SN b_N + h with soft iron A and hard iron h, both fixed in S.
struct Magnetometer : extension::SensorConfig {
  static constexpr auto kMessage = extension::ReadingMessage::kMagneticField;
  std::vector<double> soft_iron = {1, 0, 0, 0, 1, 0, 0, 0, 1};  // A by rows, relative
  extension::Vector3 hard_iron_t{};
  extension::NoiseModel noise;  // T

  static const StructSchema& schema();
  std::vector<extension::Column> columns() const;
  std::vector<extension::NoiseGroup> noise_groups() const { return {{noise, 3}}; }
  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const;
  Vec3 sensed_field_S_t(const Vec3& field_S_t) const;
};

// Magnetic heading h = yaw of S less the declination of the local field; the card reads
// h - deviation(h), deviation = A + B sin h + C cos h + D sin 2h + E cos 2h, so that magnetic =
// compass + deviation. The compass is level (gimballed or tilt compensated).
struct Compass : extension::SensorConfig {
  std::array<double, 5> deviation_rad{};  // A to E
  bool true_north = true;                 // adds the declination of the origin to its reading
  extension::NoiseModel noise;            // rad

  static const StructSchema& schema();
  std::vector<extension::Column> columns() const { return {{"heading_rad", "rad"}}; }
  std::vector<extension::NoiseGroup> noise_groups() const { return {{noise, 1}}; }
  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const;
  double deviation_at_rad(double magnetic_heading_rad) const;
};

// Heading of S from magnetic north, [0, 2 pi).
double magnetic_heading_rad(const extension::SensorContext& now);
// The same angle in [0, 2 pi).
double wrap_heading(double angle_rad);

}  // namespace hadal::kinds

// Columns of readings that come in groups, and how they are filled.
#pragma once
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "hadal/extension/sensor.h"
#include "math/rotation.h"

namespace hadal::inline kinds {

using Columns = std::vector<extension::Column>;

// prefix_x_suffix, prefix_y_suffix, ... in one unit.
inline Columns axes(const std::string& prefix, std::initializer_list<const char*> names,
                    const std::string& suffix, const std::string& unit) {
  Columns result;
  for (const char* name : names) result.push_back({prefix + "_" + name + suffix, unit});
  return result;
}
inline Columns xyz(const std::string& prefix, const std::string& suffix, const std::string& unit) {
  return axes(prefix, {"x", "y", "z"}, suffix, unit);
}
inline Columns ned(const std::string& prefix, const std::string& suffix, const std::string& unit) {
  return axes(prefix, {"north", "east", "down"}, suffix, unit);
}
inline Columns attitude_columns() {
  return axes("attitude", {"w", "x", "y", "z"}, "", "1");
}
inline Columns join(std::initializer_list<Columns> parts) {
  Columns result;
  for (const Columns& part : parts) result.insert(result.end(), part.begin(), part.end());
  return result;
}

// Writes numbers one after the other.
class ColumnWriter {
 public:
  explicit ColumnWriter(std::span<double> target) : target_(target) {}
  ColumnWriter& operator<<(double number) {
    target_[next_++] = number;
    return *this;
  }
  ColumnWriter& operator<<(const Vec3& v) { return *this << v.x() << v.y() << v.z(); }
  ColumnWriter& operator<<(const Quat& q) { return *this << q.w() << q.x() << q.y() << q.z(); }

 private:
  std::span<double> target_;
  size_t next_ = 0;
};

inline Vec3 vector_at(std::span<const double> numbers, size_t first) {
  return {numbers[first], numbers[first + 1], numbers[first + 2]};
}

// Attitude turned by a small rotation in S.
inline Quat turned_by(const Quat& q_NS, const Vec3& error_S) {
  return q_NS * quaternion_from_rotation_vector(error_S);
}

}  // namespace hadal::kinds

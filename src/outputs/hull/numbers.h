// Numbers as the page and the text of a hull show them.
#pragma once
#include <string>

#include "math/types.h"
#include "outputs/report/html.h"

namespace hadal::outputs {

inline std::string number(double value, const char* format = "%.4g") {
  return format_number(format, value);
}

inline std::string triple(const Vec3& v, const char* format = "%.4g") {
  return number(v.x(), format) + ", " + number(v.y(), format) + ", " + number(v.z(), format);
}

}  // namespace hadal::outputs

// Numbers in sentences for people: what happens in a scenario, in its log and on its page.
#pragma once
#include <array>
#include <string>

namespace hadal::inline kinds {

// printf with up to three numbers.
std::string printed(const char* format, double a, double b = 0, double c = 0);

// "4.0 m N, 1.0 m E"; south and west instead of negative numbers.
std::string horizontal_text(double north_m, double east_m);
// "4.0 m N, 1.0 m E, 20.0 m deep"
std::string location_text(double north_m, double east_m, double depth_m);

// "push with (1, 0, 0) N, (0, 0, 2) N m"
std::string six_text(const char* what, const std::array<double, 6>& six, const char* linear,
                     const char* angular);

}  // namespace hadal::kinds

// Bounds and checks that several config structs share.
#pragma once
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline kinds {

constexpr Bounds kAngle{-360, 360};  // degrees
constexpr Bounds kDepth{0, 12000};   // m, the deepest trench and a little

// Euclidean length of a vector of numbers.
double length(const std::vector<double>& v);

// Fails at the first row of a table whose first column does not rise.
void check_rising(const std::vector<std::vector<double>>& rows, const char* field,
                  CheckReport& report);

}  // namespace hadal::kinds

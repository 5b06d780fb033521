// Colours for levels: from dark through amber to pale, brightness rising all the way, so that a
// print in grey reads the same.
#pragma once
#include "outputs/picture/picture.h"

namespace hadal::outputs {

// fraction 0..1, clipped; NaN is the dark end.
Colour amber(double fraction);
// For depths: deep blue to sand, brightness rising.
Colour sea_depth(double fraction);

}  // namespace hadal::outputs

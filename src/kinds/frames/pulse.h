// How a pulse becomes range bins, and how a spectrum or an aperture is weighted: side lobes against
// width.
#pragma once

namespace hadal::inline kinds {

enum class RangeModel { kExact, kDirect };  // sensors/acoustic/range_kernel.h

enum class Shading { kRectangular, kHamming, kHann, kBlackman, kDolphChebyshev, kTaylor };

struct ShadingModel {
  Shading window = Shading::kRectangular;
  double sidelobe_db = 30;  // below the peak; Dolph-Chebyshev and Taylor only
};

}  // namespace hadal::kinds

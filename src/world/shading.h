// How a spectrum or an aperture is weighted: side lobes against width.
#pragma once

namespace hadal::inline world {

enum class Shading { kRectangular, kHamming, kHann, kBlackman, kDolphChebyshev, kTaylor };

struct ShadingModel {
  Shading window = Shading::kRectangular;
  double sidelobe_db = 30;  // below the peak; Dolph-Chebyshev and Taylor only
};

}  // namespace hadal::world

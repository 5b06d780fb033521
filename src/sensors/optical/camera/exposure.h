// From scene light to electrons, and the automatic choices of a camera: exposure and white balance.
//
// A pixel of pitch p behind a lens of f-number N and transmission T gathers, from the radiance L of
// its band (W m^-2 sr^-1) over the time t,
//   electrons = L pi T p^2 t Q lambda / (4 N^2 h c),
// Q the quantum efficiency at the band's wavelength lambda. ISO is a gain after the pixel: the
// picture is white at full_well base_iso / iso electrons.
//
// Automatic exposure meters the log-average of luminance, exp(mean ln(max(Y, floor))) (Reinhard,
// Stark, Shirley & Ferwerda, "Photographic tone reproduction for digital images", 2002), with what
// is darker than a fraction of the plain mean counted as that fraction: at night most of a picture
// may be black, and what the lamps light must not be blown out for it. It wants the
// factor key 2^ev / average, and goes there exponentially in the logarithm, with a time constant
// each way, inside limits. White balance by grey world: gain_c = (mean_green / mean_c)^amount; full
// correction (1) makes grey soup of a blue sea, 0.15 to 0.4 looks as cameras do. Both carry their
// state in plain structs that the caller keeps; nothing else is remembered.
// Sums run over fixed rows in a fixed order. What is not a number counts as `floor` or nothing.
#pragma once
#include <array>

#include "sensors/optical/camera/image.h"

namespace hadal::sensors::camera {

struct Sensitivity {
  double transmission = 0.9;
  double pixel_pitch_m = 3.45e-6;
  double quantum_efficiency = 0.6;
  double wavelength_m = 550e-9;
};

double electrons_per_radiance(const Sensitivity& sensitivity, double f_number, double exposure_s);
double white_electrons(double full_well_e, double iso, double base_iso = 100);

// Rec. 709 luminance.
inline float luminance(float r, float g, float b) {
  return 0.2126f * r + 0.7152f * g + 0.0722f * b;
}

// Every fourth row, all columns.
double log_average(RgbInput image, double floor, ThreadArena& arena);
// Means of the channels, each value cut at `clip`.
std::array<double, 3> mean_colour(RgbInput image, double clip, ThreadArena& arena);

struct AutoExposureModel {
  double key = 0.18;           // where the average goes
  double compensation_ev = 0;  // brighter by 2^ev
  double brighten_s = 0.6, darken_s = 0.3;
  double min = 1e-6, max = 1e6;  // limits of the factor
  double floor = 1e-6;              // luminance of what counts as black
  double shade = 0.15;              // of the mean: nothing counts as darker
};

// What it meters of a picture.
double metered(const AutoExposureModel& model, RgbInput image, ThreadArena& arena);

struct AutoExposureState {
  double factor = 0;  // 0: has not seen a picture; the first one is taken over at once
};

// The factor to apply to the light of the next picture, `elapsed_s` after the last.
AutoExposureState advance(const AutoExposureModel& model, const AutoExposureState& state,
                          double log_average, double elapsed_s);

struct WhiteBalanceModel {
  std::array<double, 3> gains{1, 1, 1};  // fixed ones
  double grey_world = 0;                 // amount, 0: fixed gains only
  double max = 3.2;                     // of the automatic part
  double settle_s = 1;
};

struct WhiteBalanceState {
  std::array<double, 3> gains{0, 0, 0};  // 0: has not seen a picture
};

WhiteBalanceState advance(const WhiteBalanceModel& model, const WhiteBalanceState& state,
                          const std::array<double, 3>& mean_colour, double elapsed_s);

}  // namespace hadal::sensors::camera

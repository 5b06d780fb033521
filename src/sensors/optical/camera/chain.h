// The whole way from the light of a rendered frame to the picture that is handed out:
//   forward scatter and bloom, lateral colour, vignetting, dirt,
//   exposure, pixel array (through a colour mosaic or one array per channel),
//   white balance, grain, tone curve, 8 bits.
// Noise comes before white balance, as in a camera: amplified red is noisy red. Automatic exposure
// first lengthens the exposure up to its limit, then raises the gain.
// The same light, model, frame number and state give the same bytes with any number of threads.
#pragma once
#include <optional>

#include "sensors/optical/camera/bayer.h"
#include "sensors/optical/camera/dirt.h"
#include "sensors/optical/camera/exposure.h"
#include "sensors/optical/camera/imager.h"
#include "sensors/optical/camera/optics_effects.h"
#include "sensors/optical/camera/tone.h"

namespace hadal::sensors::camera {

struct ChainModel {
  ForwardScatter scatter;
  double bloom = 0;  // fraction of all light
  LateralColour colour;
  Vignetting vignetting;
  DirtModel dirt;
  bool auto_exposure = true;
  AutoExposureModel metering;
  double electrons_per_light_s = 1e6;  // of the lens and pixel, per second of exposure
  double exposure_s = 0.01;            // fixed one, or the longest of the automatic
  double gain = 1;                     // fixed one
  double max_gain = 32;
  // Saturation of the pixels over white of the tone curve, which thus has something to roll off.
  double headroom = 4;
  WhiteBalanceModel white_balance;
  ImagerModel imager;
  BayerPattern bayer = BayerPattern::kNone;
  ToneModel tone;  // its gains are set by the chain
};

struct ChainInput {
  RgbInput light;                  // linear
  std::span<const float> depth_m;  // along the rays; empty: no scatter
  int64_t frame = 0;
  double elapsed_s = 0.1;                  // since the last picture
  std::optional<double> scattering_per_m;  // of the water now, in place of the model's
  std::optional<Exposure> exposure;        // if chosen already, by meter()
  RgbInput veil{};  // the part of the light that the water scattered; none: no channels
};

struct ChainState {
  AutoExposureState exposure;
  WhiteBalanceState white_balance;
};

struct ChainOutput {
  std::span<uint8_t> rgb8;        // three bytes a pixel; may be empty
  std::optional<RgbView> linear;  // 1 is saturation; fixed gains only, no curve
};

class CameraChain {
 public:
  CameraChain(const ChainModel& model, int width_px, int height_px, const RandomStream& device,
              const RandomStream& noise);
  // Of the pictures from now on.
  void set_noise(const RandomStream& noise);

  // The exposure that light gets.
  Exposure meter(RgbInput light, double elapsed_s, ChainState& state, ThreadArena& arena) const;
  // Returns the exposure it took. Allocates nothing after the first picture.
  Exposure develop(const ChainInput& input, ChainState& state, const ChainOutput& output,
                   ThreadArena& arena);

 private:
  void through_water(const ChainInput& input, ThreadArena& arena);
  void through_lens(ThreadArena& arena);
  void onto_pixels(const Exposure& exposure, int64_t frame, ThreadArena& arena);
  void straight_to_8bit(const Exposure& exposure, int64_t frame, const ToneModel& tone,
                        std::span<uint8_t> rgb8, ThreadArena& arena);
  RgbView now() { return images_[current_].view(); }
  RgbView other() { return images_[1 - current_].view(); }
  void swap() { current_ = 1 - current_; }

  ChainModel model_;
  RandomStream noise_;
  Imager imager_;
  ForwardScatterBlur scatter_;
  DirtMap dirt_;
  BlurPyramid pyramid_;
  RgbImage images_[2];
  int current_ = 0;
};

}  // namespace hadal::sensors::camera

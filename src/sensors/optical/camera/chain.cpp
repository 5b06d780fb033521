#include "sensors/optical/camera/chain.h"

#include <cmath>

#include "base/check.h"

namespace hadal::sensors::camera {
namespace {

constexpr float kBrightestLight = 1e30f;

bool has_mosaic(const ChainModel& model) {
  return model.bayer != BayerPattern::kNone;
}

}  // namespace

CameraChain::CameraChain(const ChainModel& model, int width_px, int height_px,
                         const RandomStream& device, const RandomStream& noise)
    : model_(model),
      noise_(noise),
      imager_(model.imager, width_px, height_px, has_mosaic(model) ? 1 : 3, device, noise),
      scatter_(model.scatter),
      dirt_(model.dirt, width_px, height_px, device),
      pyramid_(width_px, height_px, DirtMap::kVeilLevel),
      images_{RgbImage(width_px, height_px), RgbImage(width_px, height_px)} {}

void CameraChain::set_noise(const RandomStream& noise) {
  noise_ = noise;
  imager_.set_noise(noise);
}

void CameraChain::through_water(const ChainInput& input, ThreadArena& arena) {
  // What is no light (negative, infinite, not a number) is darkness here; blurs would spread it.
  for_rows(arena, input.light.height_px, [&](int y) {
    for (int c = 0; c < 3; ++c) {
      const float* from = input.light.row(c, y);
      float* to = now().row(c, y);
      for (int x = 0; x < input.light.width_px; ++x) {
        const float positive = from[x] > 0.0f ? from[x] : 0.0f;
        to[x] = positive < kBrightestLight ? positive : 0.0f;
      }
    }
  });
  if (!input.depth_m.empty())
    scatter_.apply(input.scattering_per_m.value_or(model_.scatter.scattering_per_m), input.depth_m,
                   input.veil, now(), other(), pyramid_, arena);
  bloom(model_.bloom, now(), pyramid_, arena);
}

void CameraChain::through_lens(ThreadArena& arena) {
  if (model_.colour.strength != 0) {
    lateral_colour(model_.colour, as_input(now()), other(), arena);
    swap();
  }
  vignette(model_.vignetting, now(), arena);
  dirt_.apply(now(), pyramid_, arena);
}

// With the factor F of automatic exposure, light 1 / F is white: F full_well electrons per light,
// as far as the longest exposure gives them, the rest by gain.
Exposure CameraChain::meter(RgbInput light, double elapsed_s, ChainState& state,
                            ThreadArena& arena) const {
  const double longest = model_.electrons_per_light_s * model_.exposure_s;
  if (!model_.auto_exposure) return {longest, model_.exposure_s, model_.gain};
  const double average = metered(model_.metering, light, arena);
  state.exposure = advance(model_.metering, state.exposure, average, elapsed_s);
  const double wanted = state.exposure.factor * model_.imager.full_well_e / model_.headroom;
  const double electrons = std::min(wanted, longest);
  return {electrons, electrons / model_.electrons_per_light_s,
          std::min(wanted / electrons, model_.max_gain)};
}

void CameraChain::onto_pixels(const Exposure& exposure, int64_t frame, ThreadArena& arena) {
  if (!has_mosaic(model_)) return imager_.read_out(now(), exposure, frame, arena);
  const std::span<float> raw(other().channels[0], other().pixels());
  mosaic(as_input(now()), model_.bayer, raw, arena);
  imager_.read_out(raw, 0, exposure, frame, arena);
  demosaic(raw, model_.bayer, now(), arena);
}

// Pixels and tone row by row, while the row is at hand.
void CameraChain::straight_to_8bit(const Exposure& exposure, int64_t frame, const ToneModel& tone,
                                   std::span<uint8_t> rgb8, ThreadArena& arena) {
  const RgbView image = now();
  HADAL_CHECK(rgb8.size() == 3 * image.pixels());
  for_rows(arena, image.height_px, [&](int y) {
    for (int c = 0; c < 3; ++c) imager_.read_out_row(c, y, exposure, frame, image.row(c, y));
    develop_row_8bit(as_input(image), tone, y, rgb8);
  });
}

Exposure CameraChain::develop(const ChainInput& input, ChainState& state, const ChainOutput& output,
                              ThreadArena& arena) {
  HADAL_CHECK(input.light.width_px == images_[0].width_px() &&
              input.light.height_px == images_[0].height_px());
  const Exposure exposure =
      input.exposure ? *input.exposure : meter(input.light, input.elapsed_s, state, arena);
  through_water(input, arena);
  through_lens(arena);
  const double white = model_.imager.full_well_e / exposure.gain;
  if (model_.white_balance.grey_world > 0 || state.white_balance.gains[0] == 0) {
    const auto mean = mean_colour(as_input(now()), white / exposure.electrons_per_light, arena);
    state.white_balance = advance(model_.white_balance, state.white_balance, mean, input.elapsed_s);
  }
  std::array<float, 3> fixed, balanced;
  for (size_t c = 0; c < 3; ++c) {
    fixed[c] = static_cast<float>(model_.white_balance.gains[c] / white);
    balanced[c] = static_cast<float>(state.white_balance.gains[c] * model_.headroom / white);
  }
  ToneModel tone = model_.tone;
  tone.gains = balanced;
  if (!has_mosaic(model_) && !output.linear && model_.imager.grain == 0 && !output.rgb8.empty()) {
    straight_to_8bit(exposure, input.frame, tone, output.rgb8, arena);
    return exposure;
  }
  onto_pixels(exposure, input.frame, arena);
  if (output.linear) develop_linear(as_input(now()), fixed, *output.linear, arena);
  if (output.rgb8.empty()) return exposure;
  add_grain(now(), model_.imager.grain, noise_, ~input.frame, arena);
  develop_8bit(as_input(now()), tone, output.rgb8, arena);
  return exposure;
}

}  // namespace hadal::sensors::camera

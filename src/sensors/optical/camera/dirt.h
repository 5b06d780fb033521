// Dirt and scratches on a port: a map m of the fraction of light that is scattered there. Being out
// of focus by far, it mixes in a blurred copy of the picture,
//   out = in (1 - m) + m veil,
// never a constant, which would glow in the dark. The veil is the picture 32 times smaller, between
// its pixels by linear interpolation.
//
// The map is made once from a seed: a film of grime (four octaves of gradient-free value noise
// above a threshold, streaked), specks and drops (discs with a rim), scratches (thin lines with a
// soft profile). It belongs to the port: it stays while the view moves.
#pragma once
#include <span>
#include <vector>

#include "base/rng.h"
#include "sensors/optical/camera/blur_pyramid.h"
#include "sensors/optical/camera/image.h"

namespace hadal::sensors::camera {

struct DirtModel {
  double film = 1, specks = 1, scratches = 1;  // strengths; all 0: clean
  int speck_count = 40, scratch_count = 12;
  double max = 0.45;  // largest m
};

class DirtMap {
 public:
  DirtMap(const DirtModel& model, int width_px, int height_px, const RandomStream& device);

  static constexpr int kVeilLevel = 5;
  std::span<const float> fraction() const { return fraction_; }
  // In place. The pyramid, of five levels at least, is refilled.
  void apply(RgbView image, BlurPyramid& pyramid, ThreadArena& arena) const;

 private:
  void add_film(double strength, const RandomStream& device);
  void add_specks(double strength, int count, const RandomStream& device);
  void add_scratches(double strength, int count, const RandomStream& device);
  int width_px_, height_px_;
  bool clean_ = true;
  std::vector<float> fraction_;
};

}  // namespace hadal::sensors::camera

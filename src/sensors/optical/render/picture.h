// The light that falls into a camera, pixel by pixel: rays from its table through a view of the
// world, shaded in blocks of 4 x 4 (shade_kernel.h). Linear, without lens or electronics.
//
// Scattered light and the nearness of things are sampled once per pixel, at places and in
// directions dithered over 4 x 4 pixels, and softened afterwards (soften.h).
#pragma once
#include <array>
#include <functional>
#include <span>

#include "base/arena.h"
#include "sensors/optical/camera/image.h"
#include "sensors/optical/render/caustics.h"
#include "sensors/optical/render/light.h"
#include "sensors/optical/render/looks.h"
#include "sensors/optical/render/ray_table.h"
#include "sensors/optical/render/shade_kernel.h"
#include "sensors/optical/render/soften.h"

namespace hadal::sensors {

struct PictureOptions {
  bool textures = true;
  bool caustics = true;
  bool shadows = true;
  bool nearness = true;         // what stands near takes light from all around
  bool volume_shadows = false;  // in the cones of lamps
  int lamp_samples = 4, beam_samples = 4;
};

struct PictureInput {
  const raytrace::View* view = nullptr;
  uint32_t seen = 0;
  const Light* light = nullptr;
  const CausticView* caustics = nullptr;  // none: even light
  WaterSurface water;
  const TextureTiles* tiles = nullptr;
  std::span<const Look> looks;  // by material
  std::span<const ImageTexture> textures;
  std::function<int(int instance, const Vec3& p_A)> material;  // of ground by place
  Mat3 R_NS = Mat3::Identity();
  Vec3 p_A = Vec3::Zero();
  float range_m = 50;
  int64_t number = 0;  // of the frame, for the dither
  PictureOptions options;
};

// Everything that is known of each pixel.
struct PictureBuffers {
  PictureBuffers(int width, int height);
  std::array<PaddedPlane, kColours> direct, ambient, scattered, soft_scattered;
  PaddedPlane open, soft_open;  // 1 where nothing stands near
  PaddedPlane range_m, nearness;
  std::vector<int32_t> instance;  // of the view; kNothing
  std::vector<int32_t> material;
  std::vector<float> normal_N, albedo;  // three per pixel
};

// Renders into the buffers, then into a picture of linear light.
void take_picture(const RayTable& table, const PictureInput& input, ThreadArena& arena,
                  PictureBuffers& buffers, camera::RgbView out);

}  // namespace hadal::sensors

// The light that falls into a camera, pixel by pixel: rays from its table through a view of the
// world, shaded in blocks of 4 x 4 (shade_kernel.h). Linear, without lens or electronics.
//
// Light that lamps and waves scatter, and the nearness of things, are sampled once per 2 x 2
// pixels, at places and in directions dithered over 4 x 4 samples, softened, and spread over the
// pixels (soften.h); painter.h says how.
//
// Every ray has a time: its row begins after the rows above it (rolling shutter), and while it is
// exposed the camera goes on with constant velocity and rate, as do the things of a view that has
// a shutter time. take_picture() sees each row when it begins. refine_picture() adds rays: over the
// pixel where it lies on an edge, over pixel and exposure where its light moves.
#pragma once
#include <array>
#include <functional>
#include <span>

#include "base/arena.h"
#include "sensors/optical/camera/image.h"
#include "sensors/optical/render/appearance.h"
#include "sensors/optical/render/caustics.h"
#include "sensors/optical/render/light.h"
#include "sensors/optical/render/ray_table.h"
#include "sensors/optical/render/shade_kernel.h"
#include "sensors/optical/render/silt_kernel.h"
#include "sensors/optical/render/soften.h"

namespace hadal::sensors {

struct PictureOptions {
  bool textures = true;
  bool caustics = true;
  bool shadows = true;
  bool nearness = true;         // what stands near takes light from all around
  bool volume_shadows = false;  // in the cones of lamps
  bool keep_places = true;      // what every pixel shows, and where
  bool keep_surfaces = true;    // also its normal and albedo
  bool keep_transmission = false;  // and what of its light arrives
  bool every_pixel = false;     // asks for shadows, material and nearness of ground by itself
  int lamp_samples = 4, beam_samples = 4;
  int edge_samples = 0;       // more rays in pixels on edges
  int max_time_samples = 0;  // rays in pixels whose light moves, at most
};

struct PictureInput {
  const raytrace::View* view = nullptr;
  uint32_t seen = 0;
  const Light* light = nullptr;
  const CausticView* caustics = nullptr;  // none: even light
  const SiltLight* silt = nullptr;         // none: clear of silt
  WaterSurface water;
  const TextureTiles* tiles = nullptr;
  std::span<const Appearance> appearances;  // by material
  std::span<const ImageTexture> textures;
  std::function<int(int instance, const Vec3& p_A)> material;  // of ground by place
  Mat3 R_NS = Mat3::Identity();                                // when the frame begins
  Vec3 p_A = Vec3::Zero();
  Vec3 v_N = Vec3::Zero(), w_N = Vec3::Zero();  // of the camera
  double start_s = 0;                           // of the first row, after the frame begins
  double row_s = 0;                             // from the start of a row to that of the next
  float range_m = 50;
  int64_t number = 0;  // of the frame, for the dither
  PictureOptions options;
};

// What was sampled once per 2 x 2 pixels, and softened.
struct SampledPlanes {
  SampledPlanes(int width, int height);
  PaddedPlane range_m, nearness;
  PaddedPlane open, gain;                   // 1 where nothing stands near; of the sun's beam
  std::array<PaddedPlane, kColours> lamps;  // light of the lamps, scattered on the way
  PaddedPlane soft_open, soft_gain;
  std::array<PaddedPlane, kColours> soft_lamps;
};

constexpr float kMinPath_px = 0.5f;  // light that moves less is not worth more rays

// Everything that is known of each pixel.
struct PictureBuffers {
  PictureBuffers(int width, int height);
  // Light that open and gain scale, and that of lamps, scattered. What is known of the pixel alone
  // goes straight into the picture; its green is kept where edges are looked for.
  std::array<PaddedPlane, kColours> ambient, beam, lamps;
  // The part of the picture that is light scattered by the water, which has left no surface.
  camera::RgbImage veil;
  PaddedPlane green;
  PaddedPlane open, gain;
  PaddedPlane range_m, nearness;
  SampledPlanes sampled;
  std::vector<int32_t> instance;  // of the view; kNothing
  std::vector<int32_t> material;
  std::vector<float> position_A, normal_N, albedo;  // three per pixel
  // Fraction of the light leaving a surface that arrives, three per pixel, -1 where none leaves;
  // and what it is made from. Empty until it is kept.
  std::vector<float> transmission, leaving, leaving_ambient;
};

// How the light of each pixel moves while it is exposed.
struct Smear {
  double exposure_s = 0;
  std::span<const float> velocity_x, velocity_y;  // px/s; empty: nothing moves
};

// Whether open and gain are sampled; else they are 1 and what they scale is known of the pixel.
bool samples_nearness(const PictureInput& input);
bool samples_beams(const PictureInput& input);

// Renders into the buffers and a picture of linear light.
void take_picture(const RayTable& table, const PictureInput& input, ThreadArena& arena,
                  PictureBuffers& buffers, camera::RgbView out);
// Adds the samples that the options ask for to what take_picture() has made.
void refine_picture(const RayTable& table, const PictureInput& input, const Smear& smear,
                    ThreadArena& arena, PictureBuffers& buffers, camera::RgbView out);

}  // namespace hadal::sensors

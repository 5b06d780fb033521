// Paints one picture (picture.h), patch by patch; any thread may paint any patch.
//
// A patch is 2 x 2 blocks of 4 x 4 pixels. Of every 2 x 2 pixels one is also in the patch's sample,
// sixteen places with all steps of a dither, which carries what is dear and even: light that lamps
// and waves scatter on the way, and nearness. It also asks first who stands in the light: a block
// of one thing whose four samples agree takes their answer, the others ask for every pixel.
#pragma once
#include "sensors/optical/render/picture.h"

namespace hadal::sensors {

constexpr int kPatchBlocks = 4;

class Painter {
 public:
  // Light that is known of each pixel alone goes into the picture.
  Painter(const RayTable& table, const PictureInput& input, PictureBuffers& buffers,
          camera::RgbView picture);

  int patches_across() const { return (table_.blocks_across() + 1) / 2; }
  int patches_down() const { return (table_.blocks_down() + 1) / 2; }
  void paint(int patch_row, int patch_column) const;

  // More samples: over the exposure, for all pixels of a block through which light moves that far.
  void refine_moving(int block, float path_px, double exposure_s) const;
  // Within the pixel, for the pixels of a row of blocks that lie on edges, but in moving blocks.
  void refine_edges(int block_row, std::span<const float> paths_px) const;

 private:
  struct Sample;
  struct Dither;
  struct Patch;
  struct Known;
  struct Pixels;

  int first_row(int block) const { return block / table_.blocks_across() * kBlockSide; }
  int first_column(int block) const { return block % table_.blocks_across() * kBlockSide; }
  static Dither dither_of(int place, int64_t frame);
  Sample sample_of(int block, int s, int samples, double exposure_s) const;
  int time_samples(float path_px) const;

  void aim(int block, const Sample& sample, bool still, raytrace::Rays& rays) const;
  void carry(int block, const Sample& sample, raytrace::Rays& rays) const;
  void find(Patch& patch) const;
  void find_alone(Tile16& t) const;
  void see(Tile16& t) const;
  void look_up(const raytrace::SurfaceSample& sampled, Tile16& t) const;
  void look_at_ground(uint32_t lanes, Tile16& t) const;
  void look_at_thing(const raytrace::Instance& thing, uint32_t lanes,
                     const raytrace::SurfaceSample& sampled, Tile16& t) const;

  void take_sample(Patch& patch) const;
  void sample_surroundings(const Dither& dither, Tile16& t) const;
  uint32_t blocked_around(raytrace::Rays& rays, const Tile16& t) const;
  void scatter_lamps(Tile16& t) const;
  template <class Aim>
  void cast_shadows(const Aim& aim, float (Tile16::*shown)[raytrace::kLanes], Patch& patch) const;
  Leaving16* leaving_of(Patch& patch, int b) const;
  void light_patch(Patch& patch) const;
  void finish(const Dither& dither, Tile16& t) const;
  void shade_alone(const Dither& dither, const Known* known, Tile16& t) const;
  void go_on_below(const Dither& dither, const raytrace::Rays& below, const float* gain,
                   Tile16& t) const;

  void keep(int block, const Tile16& t) const;
  void keep_leaving(int block, const Tile16& t, const Leaving16& leaving) const;
  template <class Columns>
  void keep_row(int block, int y, Columns columns, const Tile16& t) const;
  void keep_sample(int patch_row, int patch_column, const Tile16& t) const;
  uint32_t edges_of(int block) const;
  void add_samples(const Pixels& pixels) const;
  static void add_light(const Tile16& t, float (*sums)[raytrace::kLanes],
                        float (*veils)[raytrace::kLanes]);

  const RayTable& table_;
  const PictureInput& in_;
  PictureBuffers& out_;
  camera::RgbView picture_, veil_;
  const Light& light_;
  float ground_[3];
  float rate_ = 0;  // of the camera, about the axis
  Eigen::Vector3f axis_ = Eigen::Vector3f::UnitX();
  bool still_ = true;                  // all rows look at the start of the frame, or nothing moves
  bool near_ = false, beams_ = false;  // sampled
  bool samples_ = false;               // anything
};

}  // namespace hadal::sensors

// A slow pan over a textured scene while time stands still: what the camera sees of a place may not
// change from frame to frame. Pictures are moved back by the known motion and compared.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "geometry/primitives.h"
#include "math/rotation.h"
#include "raytrace/scene.h"
#include "sensors/optical/render/picture.h"

namespace hadal::sensors {
namespace stability_test {

constexpr int kWidth = 160, kHeight = 120, kFrames = 8;
constexpr double kPan_px = 0.2;        // per frame
constexpr double kDepth_m = 8;         // of the ground
constexpr double kMaxShimmer = 0.03;  // mean change of a pixel, of the mean light

// Rippled sand with a boulder and a rusty ring on it, under a sun behind ripples.
class Reef {
 public:
  Reef() {
    std::vector<float> z;
    for (int i = 0; i < 81; ++i)
      for (int j = 0; j < 81; ++j)
        z.push_back(static_cast<float>(0.2 * std::sin(0.9 * i) * std::cos(0.6 * j)));
    std::vector<raytrace::Placed> things(3);
    things[0].shape = scene_.grid(81, 81, 0.5, z);
    things[0].translation_A = Vec3(-20, -20, kDepth_m);
    things[0].instance.material = raytrace::kMaterialByPlace;
    things[0].instance.seen = raytrace::kSeenSilt;
    things[1].shape = scene_.triangles(geometry::sphere(0.6, 2000));
    things[1].translation_A = Vec3(4, 1, kDepth_m - 0.3);
    things[1].instance.material = 1;
    things[2].shape = scene_.triangles(geometry::torus(0.7, 0.2, 2000).value());
    things[2].translation_A = Vec3(3.5, -1.2, kDepth_m - 0.3);
    things[2].instance.material = 2;
    for (size_t k = 1; k < 3; ++k) things[k].instance.seen = raytrace::kSeenCamera;
    view_ = scene_.view(Vec3::Zero(), things);
    set_light();
    set_appearances();
    config_.width_px = kWidth, config_.height_px = kHeight;
    config_.cx_px = 0.5 * (kWidth - 1), config_.cy_px = 0.5 * (kHeight - 1);
    config_ = camera::lens_of_view(config_, 1.0).value();
  }

  double focal_px() const { return config_.fx_px; }

  camera::RgbImage take(const PictureOptions& options, double yaw_rad, int64_t number) {
    const RayTable table(camera::Lens::make(config_).value(), camera::NoPort{});
    const Vec3 p_N(0, 0, kDepth_m - 2);
    SeaLevels levels;
    compute_sea_levels(sea_, 0, 1, p_N, 30, levels);
    const CausticView web = caustic_view(caustics_, Vec3::Zero());
    PictureInput in;
    in.view = view_.get();
    in.seen = raytrace::kSeenSilt | raytrace::kSeenCamera;
    in.light = &light_;
    in.caustics = &web;
    in.tiles = &tiles_;
    in.appearances = appearances_;
    in.material = [](int, const Vec3&) { return 0; };
    in.water.surface = surface_view(tile_, levels, Vec3::Zero(), p_N, 0, tiles_, 0);
    in.water.sky = sky_view(sky_);
    in.p_A = p_N;
    in.R_NS = quaternion_from(EulerAngles{0, -0.35, yaw_rad}).toRotationMatrix();
    in.range_m = 30;
    in.number = number;
    in.options = options;
    ThreadArena arena(2);
    PictureBuffers buffers(kWidth, kHeight);
    camera::RgbImage out(kWidth, kHeight);
    take_picture(table, in, arena, buffers, out.view());
    refine_picture(table, in, {}, arena, buffers, out.view());
    return out;
  }

  // The way to a point of the scene in the frame of the camera, and back to a pixel after a turn
  // about the vertical.
  Vec3 pixel_after(double x, double y, double turn_rad) const {
    const Mat3 R = quaternion_from(EulerAngles{0, -0.35, 0}).toRotationMatrix();
    const Vec3 d_S(1, (x - config_.cx_px) / config_.fx_px, (y - config_.cy_px) / config_.fy_px);
    const Mat3 turn = Eigen::AngleAxisd(-turn_rad, Vec3::UnitZ()).toRotationMatrix();
    const Vec3 q = R.transpose() * turn * R * d_S;
    return {config_.cx_px + config_.fx_px * q.y() / q.x(),
            config_.cy_px + config_.fy_px * q.z() / q.x(), 0};
  }

 private:
  void set_light() {
    light_.day.in_water = {0.2f, 0.1f, std::sqrt(0.95f)};
    light_.day.in_air = {0.27f, 0.13f, 0.954f};
    WaterLayerLight water;
    water.scattering.fill(0.08f), water.path.fill(0.09f), water.nadir_phase.fill(0.015f);
    water.k_total.fill(0.06f), water.k_sun.fill(0.08f), water.total.fill(0.5f),
        water.sun.fill(0.4f);
    light_.water = {water};
    light_.bottom_m = kDepth_m;
    LampLight lamp;
    lamp.place = {0, 0.5f, kDepth_m - 2.2f};
    lamp.axis = {0.9f, 0, 0.436f};
    lamp.cos_full = 0.95f, lamp.cos_none = 0.8f;
    lamp.intensity.fill(0.3f);
    light_.lamps = {lamp};
    const Ripples ripples(ripples_of_wind(5, 0.7, sea_, 9.81, 3), sea_);
    tile_ = ripples.blank();
    ThreadArena arena(1);
    ripples.compute(1, 1, 1, arena, tile_);
    CausticPlan plan;
    plan.toward_sun_N = -Vec3(0.27, 0.13, 0.954).normalized();
    plan.fine = {{6, 9}};
    compute_caustics(tile_, plan, arena, caustics_);
    sky_ = make_sky_table([](const Vec3&) { return std::array<double, kBands>{1, 1, 1, 1, 1, 1}; },
                          plan.toward_sun_N, {});
  }
  void set_appearances() {
    appearances_.resize(3);
    appearances_[0].pattern = Pattern::kSand, appearances_[1].pattern = Pattern::kRock;
    appearances_[2].pattern = Pattern::kRust;
  }

  raytrace::Scene scene_;
  std::shared_ptr<const raytrace::View> view_;
  Light light_;
  TextureTiles tiles_ = make_texture_tiles();
  std::vector<Appearance> appearances_;
  environment::WaveField sea_;
  WaveTile tile_;
  Caustics caustics_;
  SkyTable sky_;
  camera::LensConfig config_;
};

// Linear between pixels.
double at(const camera::RgbImage& image, double x, double y) {
  const int i = static_cast<int>(x), j = static_cast<int>(y);
  const double a = x - i, b = y - j;
  const auto p = [&](int u, int v) {
    return static_cast<double>(image.plane(1)[static_cast<size_t>(v) * kWidth + u]);
  };
  return (1 - b) * ((1 - a) * p(i, j) + a * p(i + 1, j)) +
         b * ((1 - a) * p(i, j + 1) + a * p(i + 1, j + 1));
}

// Mean change from frame to frame of what the first shows, over its mean.
double shimmer(Reef& reef, const PictureOptions& options) {
  const double step_rad = kPan_px / reef.focal_px();
  std::vector<camera::RgbImage> frames;
  for (int k = 0; k < kFrames; ++k) frames.push_back(reef.take(options, k * step_rad, k));
  double change = 0, mean = 0;
  for (int k = 1; k < kFrames; ++k)
    for (int y = 4; y < kHeight - 4; ++y)
      for (int x = 8; x < kWidth - 8; ++x) {
        const Vec3 then = reef.pixel_after(x, y, k * step_rad),
                   before = reef.pixel_after(x, y, (k - 1) * step_rad);
        const double now = at(frames[static_cast<size_t>(k)], then.x(), then.y());
        change += std::abs(now - at(frames[static_cast<size_t>(k) - 1], before.x(), before.y()));
        mean += now;
      }
  return change / mean;
}

TEST(Stability, OfAFastPicture) {
  Reef reef;
  EXPECT_LT(shimmer(reef, {}), kMaxShimmer);
}

TEST(Stability, OfAFullPicture) {
  Reef reef;
  PictureOptions full;
  full.every_pixel = full.volume_shadows = true;
  full.lamp_samples = full.beam_samples = 8;
  full.edge_samples = 5;
  EXPECT_LT(shimmer(reef, full), kMaxShimmer);
}

}  // namespace stability_test
}  // namespace hadal::sensors

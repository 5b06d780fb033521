#include "sensors/optical/render/picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>

#include "geometry/primitives.h"
#include "math/rotation.h"
#include "raytrace/scene.h"

namespace hadal::sensors {
namespace picture_test {

constexpr double kDepth_m = 10;  // of the ground
constexpr float kAlbedo = 0.4f;

// Level ground at 10 m and a box on it, in even water under a high sun; the surface is at z = 0.
class Deck {
 public:
  // hut: around (-10, 0), 2 m wide and high and 3 m long, open to the south, instead of the box.
  explicit Deck(bool hut = false) {
    raytrace::Placed ground;
    ground.shape = scene_.grid(65, 65, 1, std::vector<float>(65 * 65, 0.0f));
    ground.translation_A = Vec3(-32, -32, kDepth_m);
    ground.instance.material = raytrace::kMaterialByPlace;
    ground.instance.seen = raytrace::kSeenSilt;
    raytrace::Placed box;
    box.shape = scene_.triangles(geometry::box({1, 1, 1}));
    box.translation_A = Vec3(2, 0, kDepth_m - 0.5);
    box.instance.material = 1;
    box.instance.link = box.instance.vehicle = 0;
    box.instance.seen = raytrace::kSeenCamera;
    std::vector things{ground, box};
    if (hut) {
      things.pop_back();
      const auto side = [&](const Vec3& size_m, const Vec3& middle) {
        box.shape = scene_.triangles(geometry::box({size_m.x(), size_m.y(), size_m.z()}));
        box.translation_A = middle;
        things.push_back(box);
      };
      side({3, 0.1, 2}, {-10, -1, kDepth_m - 1}), side({3, 0.1, 2}, {-10, 1, kDepth_m - 1});
      side({3, 2.1, 0.1}, {-10, 0, kDepth_m - 2}), side({0.1, 2.1, 2}, {-8.5, 0, kDepth_m - 1});
    }
    view_ = scene_.view(Vec3::Zero(), things);
    light_.day.in_air = light_.day.in_water = {0, 0, 1};
    WaterLayerLight water;
    water.scattering.fill(0.1f), water.path.fill(0.12f), water.nadir_phase.fill(0.02f);
    water.k_total.fill(0.08f), water.k_sun.fill(0.1f), water.total.fill(0.5f), water.sun.fill(0.3f);
    light_.water = {water};
    light_.bottom_m = kDepth_m;
    for (Appearance& appearance : appearances_) std::fill_n(appearance.albedo, 3, kAlbedo);
    tile_ = Ripples({.mean_square_slope = 0}, sea_).blank();
    sky_ = make_sky_table([](const Vec3&) { return std::array<double, kBands>{1, 1, 1, 1, 1, 1}; },
                          Vec3(0, 0, -1), {});
    camera::LensConfig config;
    config.width_px = 50, config.height_px = 38;
    lens_ = camera::lens_of_view(config, 1.0).value();
  }

  struct Taken {
    PictureBuffers buffers;
    camera::RgbImage image;
  };
  Taken take(const Vec3& p_N, const EulerAngles& attitude, PictureOptions options,
             int threads = 1, float range_m = 50) {
    const RayTable table(camera::Lens::make(lens_).value(), camera::NoPort{});
    compute_sea_levels(sea_, 0, 1, p_N, 60, levels_);
    PictureInput in;
    in.view = view_.get();
    in.seen = raytrace::kSeenSilt | raytrace::kSeenCamera;
    in.light = &light_;
    in.tiles = &tiles_;
    in.appearances = appearances_;
    in.material = [](int, const Vec3&) { return 0; };
    in.water.from_below = p_N.z() > 0;
    in.water.surface = surface_view(tile_, levels_, Vec3::Zero(), p_N, 0, tiles_, 0);
    in.water.sky = sky_view(sky_);
    in.p_A = p_N;
    in.R_NS = quaternion_from(attitude).toRotationMatrix();
    in.options = options;
    in.range_m = light_.range_m = range_m;
    ThreadArena arena(threads);
    Taken out{PictureBuffers(lens_.width_px, lens_.height_px),
              camera::RgbImage(lens_.width_px, lens_.height_px)};
    take_picture(table, in, arena, out.buffers, out.image.view());
    return out;
  }
  static PictureOptions plain() {
    PictureOptions out;
    out.textures = out.caustics = out.nearness = false;
    return out;
  }
  Light& light() { return light_; }

 private:
  raytrace::Scene scene_;
  std::shared_ptr<const raytrace::View> view_;
  Light light_;
  TextureTiles tiles_ = make_texture_tiles();
  std::array<Appearance, 2> appearances_;
  environment::WaveField sea_;
  WaveTile tile_;
  SeaLevels levels_;
  SkyTable sky_;
  camera::LensConfig lens_;
};

constexpr EulerAngles kDown{0, -std::numbers::pi / 2, 0};

// Straight down: the ground's light over the way, and what the water adds, in closed form.
TEST(Picture, OfLevelGround) {
  Deck deck;
  const Deck::Taken taken = deck.take(Vec3(-8, 0, 6), kDown, Deck::plain());
  const WaterLayerLight& w = deck.light().water[0];
  const double t = kDepth_m - 6, arrives = std::exp(-t * w.path[0]);
  const double total = 2 * w.total[0] * std::exp(-10 * w.k_total[0]);
  const double ground = kAlbedo / std::numbers::pi * total * arrives;
  const auto fades = [&](double k) {
    const double rate = w.path[0] + k;
    return std::exp(-6 * k) * (1 - std::exp(-rate * t)) / rate;
  };
  const double beam = 2 * w.sun[0] * fades(w.k_sun[0]),
               soft = 2 * w.total[0] * fades(w.k_total[0]) - beam;
  // The sun's light is turned straight back; looking down, diffuse light has the nadir's phase.
  const double back = 0.986 * (1 - 0.81) / std::pow(1 + 0.81 + 1.8, 1.5) +
                      0.014 * (1 - 0.0625) / std::pow(1 + 0.0625 - 0.5, 1.5);
  const double water =
      w.scattering[0] * (beam * back / (4 * std::numbers::pi) + soft * w.nadir_phase[0]);
  const int x = 25, y = 19;
  EXPECT_NEAR(taken.buffers.range_m.row(y)[x], t, 0.01);
  for (int colour = 0; colour < kColours; ++colour)
    EXPECT_NEAR(taken.image.plane(colour)[y * 50 + x] / (ground + water), 1, 0.04);
  EXPECT_EQ(taken.buffers.instance[y * 50 + x], 0);
}

// The box throws a shadow where the sun stands aslant, and shows as itself.
TEST(Picture, OfABoxAndItsShadow) {
  Deck deck;
  deck.light().day.in_water = {0, 0.5f, std::sqrt(0.75f)};  // towards the east
  const Deck::Taken taken = deck.take(Vec3(2, 0, 6), kDown, Deck::plain());
  const auto at = [&](int x, int y) { return taken.image.plane(1)[y * 50 + x]; };
  EXPECT_EQ(taken.buffers.instance[19 * 50 + 25], 1);
  EXPECT_NEAR(taken.buffers.range_m.row(19)[25], 3, 0.01);
  // 0.75 m east of the middle of the box: its shadow reaches 0.5 + 0.58 m. Focal length 45.8 px.
  const auto pixels = static_cast<int>(std::lround(0.75 / 4 * 45.8));
  EXPECT_LT(at(25 + pixels, 19), 0.75 * at(25 - pixels, 19));
  EXPECT_EQ(taken.buffers.instance[19 * 50 + 25 + pixels], 0);
}

// Through a flat surface the sky fills Snell's window, of radius 48.3 degrees for n = 1.34; beyond
// it the water mirrors itself, far darker.
TEST(Picture, OfTheSurfaceFromBelow) {
  Deck deck;
  const Deck::Taken taken =
      deck.take(Vec3(0, 0, 1), {0, std::numbers::pi / 2 - 0.84, 0}, Deck::plain());
  // Rows from the top: the axis is 48.1 degrees off the vertical.
  const auto at = [&](int y) { return taken.image.plane(2)[y * 50 + 25]; };
  EXPECT_GT(at(10), 3 * at(28));
  EXPECT_GT(at(16), 2 * at(22));
}

TEST(Picture, FromAboveTheWater) {
  Deck deck;
  const Deck::Taken taken = deck.take(Vec3(0, 0, -1), {0, -0.2, 0}, Deck::plain());
  const auto at = [&](int y) { return taken.image.plane(1)[y * 50 + 25]; };
  EXPECT_NEAR(at(0), 2, 0.05);  // the even sky of radiance 1 in both bands
  EXPECT_LT(at(37), 1);         // the sea mirrors a little of it and shows the dark water
  EXPECT_GT(at(37), 0.02);
  for (const float value : taken.image.data()) EXPECT_TRUE(std::isfinite(value));
}

// On the back wall of a hut, where most of what is around is near, the part that is open differs
// little along a row: blotches of more than 0.03 could be seen.
TEST(Picture, ShadeOfAnInnerSideIsEven) {
  Deck deck(true);
  const Deck::Taken taken = deck.take(Vec3(-10.7, 0, kDepth_m - 1), {}, PictureOptions());
  double squares = 0, sum = 0;
  int count = 0;
  for (int y = 12; y < 27; ++y) {
    const float* open = taken.buffers.open.row(y);
    double mean = 0;
    for (int x = 15; x < 35; ++x) mean += open[x] / 20;
    for (int x = 15; x < 35; ++x, ++count)
      squares += (open[x] - mean) * (open[x] - mean), sum += open[x];
    EXPECT_EQ(taken.buffers.instance[static_cast<size_t>(y * 50 + 25)], 4);
  }
  EXPECT_GT(sum / count, 0.05);
  EXPECT_LT(sum / count, 0.75);
  EXPECT_LT(std::sqrt(squares / count), 0.03) << sum / count;
}

// Where the ground is no longer drawn, rows change by parts of what it differs from open water.
TEST(Picture, TheEndOfTheRangeIsNoEdge) {
  constexpr float kRange_m = 12;
  Deck deck;
  const Deck::Taken taken =
      deck.take(Vec3(0, 0, kDepth_m - 6), {0, -0.5, 0}, Deck::plain(), 1, kRange_m);
  const auto at = [&](int y) { return taken.image.plane(1)[y * 50 + 25]; };
  const auto row_of = [&](float range_m) {
    int y = 0;
    while (!(taken.buffers.range_m.row(y)[25] < range_m)) ++y;
    return y;
  };
  const int end = row_of(kRange_m), drawn = row_of(0.88f * kRange_m);
  const float contrast = std::abs(at(drawn) - at(end - 1));
  EXPECT_GT(contrast, at(end - 1));
  for (int y = end; y <= drawn; ++y)
    EXPECT_LT(std::abs(at(y) - at(y - 1)), 0.6f * contrast) << y;
}

TEST(Picture, SeveralThreadsGiveTheSameBits) {
  Deck deck;
  LampLight lamp;
  lamp.place = {-2, 0.5f, 6};
  lamp.axis = {0.8f, 0, 0.6f};
  lamp.cos_full = 0.95f, lamp.cos_none = 0.8f;
  lamp.intensity.fill(3);
  deck.light().lamps = {lamp};
  PictureOptions full;
  full.volume_shadows = true;
  const EulerAngles ahead{0, -0.6, 0};
  const Deck::Taken one = deck.take(Vec3(-3, 0, 6), ahead, full, 1);
  for (const int threads : {2, 4}) {
    const Deck::Taken more = deck.take(Vec3(-3, 0, 6), ahead, full, threads);
    EXPECT_EQ(std::memcmp(one.image.data().data(), more.image.data().data(),
                          one.image.data().size() * sizeof(float)),
              0);
  }
}

}  // namespace picture_test
}  // namespace hadal::sensors

#include "sensors/optical/camera_labels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sensors/optical/label_kernel.h"

namespace hadal::sensors {
namespace {

// Where the points that pixels show appear after a time: they move with their bodies, the camera
// with its own velocity. `start_s`: of the pixels' row; `after`: pose of the camera at the end.
class Later {
 public:
  Later(const LabelSource& from, double start_s, double end_s, const Pose& after)
      : from_(from), view_(*from.input.view), start_s_(start_s), end_s_(end_s), after_(after) {}

  const Pose& after() const { return after_; }
  // Neighbouring pixels mostly show the same thing: its motion is kept.
  bool moves(size_t pixel) {
    if (const int thing = from_.buffers.instance[pixel]; thing != thing_) set(thing);
    return moves_;
  }
  std::optional<camera::Pixel> pixel_of(size_t pixel) {
    const float* p = &from_.buffers.position_A[3 * pixel];
    const Vec3 then_N = view_.anchor_N() + Vec3(p[0], p[1], p[2]);
    if (!moves(pixel)) return from_.optics.pixel_of(after_, then_N);
    return from_.optics.pixel_of(after_, origin_N_ + turn_.p + turn_.q * (then_N - origin_N_));
  }

 private:
  void set(int thing) {
    thing_ = thing;
    moves_ = false;
    if (thing < 0) return;
    const raytrace::Instance& body = view_.instance(thing);
    moves_ = !body.v_N.isZero(0) || !body.w_N.isZero(0);
    if (!moves_) return;
    origin_N_ = view_.anchor_N() + body.origin_A + body.v_N * start_s_;
    turn_ = moved({Vec3::Zero(), Quat::Identity()}, body.v_N, body.w_N, end_s_ - start_s_);
  }

  const LabelSource& from_;
  const raytrace::View& view_;
  double start_s_, end_s_;
  Pose after_;
  int thing_ = raytrace::kNothing;
  bool moves_ = false;
  Vec3 origin_N_ = Vec3::Zero();
  Pose turn_;
};

using Shift = Eigen::Vector2f;

Shift path_to(const std::optional<camera::Pixel>& later, size_t x, size_t y) {
  if (!later) return Shift::Constant(std::numeric_limits<float>::quiet_NaN());
  return {static_cast<float>(later->x() - static_cast<double>(x)),
          static_cast<float>(later->y() - static_cast<double>(y))};
}

// Calls put(x, way) for every pixel of a row. A plain lens takes all points that stand still at
// once.
template <class Put>
void paths_of_row(const LabelSource& from, const std::optional<PlainLens>& lens, size_t row,
                 Later& later, const Put& put) {
  constexpr size_t kChunk = 128;
  const auto width = static_cast<size_t>(from.optics.table().width_px());
  const size_t start = row * width;
  if (!lens) {
    for (size_t x = 0; x < width; ++x) put(x, path_to(later.pixel_of(start + x), x, row));
    return;
  }
  const CameraPosition place = camera_position(later.after(), from.input.view->anchor_N());
  float path_x[kChunk], path_y[kChunk];
  for (size_t first = 0; first < width; first += kChunk) {
    const size_t count = std::min(kChunk, width - first);
    find_paths(*lens, place, &from.buffers.position_A[3 * (start + first)], static_cast<int>(first),
              static_cast<int>(row), count, path_x, path_y);
    for (size_t i = 0; i < count; ++i) {
      const size_t x = first + i;
      put(x, later.moves(start + x) ? path_to(later.pixel_of(start + x), x, row)
                                    : Shift(path_x[i], path_y[i]));
    }
  }
}

// To where the next frame shows the same point, with a rolling shutter: the row whose time has come
// when the point is there, found by going there again.
Shift rolling_flow(const LabelSource& from, size_t x, size_t y, double period_s) {
  constexpr int kRounds = 4;
  const size_t pixel = y * static_cast<size_t>(from.optics.table().width_px()) + x;
  const double row_s = from.optics.row_s(), start_s = row_s * static_cast<double>(y);
  std::optional<camera::Pixel> at(camera::Pixel(static_cast<double>(x), static_cast<double>(y)));
  for (int round = 0; round < kRounds && at; ++round) {
    const double end_s = period_s + row_s * at->y();
    at = Later(from, start_s, end_s, camera_after(from.input, end_s)).pixel_of(pixel);
  }
  return path_to(at, x, y);
}

// Fraction of the light of a surface that arrives through layers of water, in one band.
double arriving(const std::vector<WaterLayerLight>& water, size_t band, double depth_m, double down,
                double length_m) {
  constexpr double kLevel = 1e-3;
  const double slope = std::abs(down) < kLevel ? std::copysign(kLevel, down) : down;
  const auto above = [&](double depth) {
    double sum = 0;
    for (const WaterLayerLight& layer : water)
      sum +=
          layer.path[band] * std::max(0.0, std::min<double>(depth, layer.bottom_m) - layer.top_m);
    return sum;
  };
  return std::exp(-std::abs((above(depth_m + slope * length_m) - above(depth_m)) / slope));
}

// The planes that are wanted, and how to fill a row of each.
class Labels {
 public:
  Labels(const LabelSource& from, const CameraModel& model, int vehicles, Frame& frame)
      : from_(from),
        period_s_(from.input.period_s),
        next_(camera_after(from.input, period_s_)),
        lens_(plain_lens(from.optics.lens(), from.optics.port())),
        width_(static_cast<size_t>(model.width_px)) {
    const auto plane = [&](bool wanted, const char* name) {
      return wanted ? frame.plane(name).floats().data() : nullptr;
    };
    depth_ = plane(model.wants("depth"), "depth_m");
    normal_ = plane(model.wants("normal"), "normal");
    albedo_ = plane(model.wants("albedo"), "albedo"), flow_ = plane(model.wants("flow"), "flow_px");
    transmission_ = plane(model.wants("transmission"), "transmission");
    position_ = plane(model.wants("position"), "position_m");
    instance_ = model.wants("instance") ? frame.plane("instance").ints().data() : nullptr;
    semantic_ = model.wants("semantic") ? frame.plane("semantic").ints().data() : nullptr;
    if (!instance_) return;
    for (int i = 0; i < from.input.view->instances(); ++i)
      numbers_.push_back(instance_label(from.input.view->instance(i), vehicles));
  }

  void fill(size_t row) const {
    const size_t first = row * width_;
    const PictureBuffers& b = from_.buffers;
    const int32_t* things = &b.instance[first];
    if (instance_)
      for (size_t x = 0; x < width_; ++x)
        instance_[first + x] =
            things[x] < 0 ? kNoInstance : numbers_[static_cast<size_t>(things[x])];
    if (semantic_) std::copy_n(&b.material[first], width_, semantic_ + first);
    if (albedo_) fill_albedo(first);
    if (position_)
      find_positions(from_.input.view->anchor_N(), &b.position_A[3 * first], things, width_,
                     position_ + 3 * first);
    if (flow_) fill_flow(row);
    if (!depth_ && !normal_ && !transmission_) return;
    const Pose X_NS = camera_after(from_.input, from_.optics.row_s() * static_cast<double>(row));
    turn_into_camera(camera_position(X_NS, from_.input.view->anchor_N()), &b.position_A[3 * first],
                     &b.normal_N[3 * first], things, width_, depth_ ? depth_ + first : nullptr,
                     normal_ ? normal_ + 3 * first : nullptr);
    if (transmission_) fill_transmission(row, X_NS);
  }

 private:
  void fill_albedo(size_t first) const {
    std::copy_n(&from_.buffers.albedo[3 * first], 3 * width_, albedo_ + 3 * first);
    for (size_t i = first; i < first + width_; ++i)
      if (from_.buffers.instance[i] < 0) std::fill_n(albedo_ + 3 * i, 3, 0.0f);
  }

  void fill_flow(size_t row) const {
    float* out = flow_ + 2 * row * width_;
    const auto put = [out](size_t x, const Shift& path) {
      out[2 * x] = path.x(), out[2 * x + 1] = path.y();
    };
    if (from_.optics.row_s() != 0) {
      for (size_t x = 0; x < width_; ++x) put(x, rolling_flow(from_, x, row, period_s_));
      return;
    }
    Later later(from_, 0, period_s_, next_);
    paths_of_row(from_, lens_, row, later, put);
  }

  // What the picture has; white daylight where no light leaves anything.
  void fill_transmission(size_t row, const Pose& X_NS) const {
    if (!from_.submerged) {
      std::fill_n(transmission_ + 3 * row * width_, 3 * width_, 1.0f);
      return;
    }
    fill_daylight_transmission(row, X_NS);
    if (from_.input.silt) dim_by_silt(row, X_NS);
    for (size_t i = 3 * row * width_; i < 3 * (row + 1) * width_; ++i)
      if (from_.buffers.transmission[i] >= 0) transmission_[i] = from_.buffers.transmission[i];
  }

  void fill_daylight_transmission(size_t row, const Pose& X_NS) const {
    const std::vector<WaterLayerLight>& water = from_.input.light->day->light.water;
    const auto& weight = from_.input.light->day->bands.weight[0];
    const float* range_m = from_.buffers.range_m.row(static_cast<int>(row));
    const double depth_m = std::max(0.0, X_NS.p.z());
    const double z_A = X_NS.p.z() - from_.input.view->anchor_N().z();
    if (water.size() == 1) {
      EvenWater even;
      for (size_t band = 0; band < even.path.size(); ++band)
        even.weight[band] = static_cast<float>(weight[band]), even.path[band] = water[0].path[band];
      return find_transmission(even, range_m, width_, transmission_ + 3 * row * width_);
    }
    for (size_t x = 0; x < width_; ++x) {
      const size_t i = row * width_ + x;
      const double length = range_m[x];
      const double down = length > 0 ? (from_.buffers.position_A[3 * i + 2] - z_A) / length : 0;
      for (size_t c = 0; c < 3; ++c) {
        double fraction = 0;
        for (size_t b = 2 * c; b < 2 * c + 2; ++b)
          fraction += weight[b] * arriving(water, b, depth_m, down, length);
        transmission_[3 * i + c] = static_cast<float>(fraction);
      }
    }
  }

  // What clouds on the way leave of daylight (environment/silt/silt_view.h).
  void dim_by_silt(size_t row, const Pose& X_NS) const {
    const environment::SiltView& silt = *from_.input.silt;
    const Vec3 o_A = X_NS.p - from_.input.view->anchor_N();
    const std::array<double, kColours> nm = colours_of(*from_.input.light->day);
    const float* range_m = from_.buffers.range_m.row(static_cast<int>(row));
    for (size_t i = row * width_; i < (row + 1) * width_; ++i) {
      const float* p = &from_.buffers.position_A[3 * i];
      const Vec3 d = (Vec3(p[0], p[1], p[2]) - o_A).normalized();
      const double scattered = silt.scattering_along(o_A, d, range_m[i - row * width_]);
      for (size_t c = 0; c < kColours; ++c)
        transmission_[3 * i + c] *= static_cast<float>(
            std::exp(-scattered * environment::silt_picture_loss(nm[c])));
    }
  }

  const LabelSource& from_;
  double period_s_;
  Pose next_;
  std::optional<PlainLens> lens_;
  size_t width_;
  std::vector<int32_t> numbers_;  // of instances
  float *depth_, *normal_, *albedo_, *flow_, *transmission_, *position_;
  int32_t *instance_, *semantic_;
};

}  // namespace

void blank_labels(const CameraModel& model, Frame& frame) {
  const int w = model.width_px, h = model.height_px;
  const auto floats = [&](bool wanted, const char* name, int channels) {
    if (wanted) frame.planes.emplace_back(name, PlaneType::kFloat32, h, w, channels);
  };
  floats(model.wants("depth"), "depth_m", 1);
  floats(model.wants("normal"), "normal", 3);
  if (model.wants("instance")) frame.planes.emplace_back("instance", PlaneType::kInt32, h, w);
  if (model.wants("semantic")) frame.planes.emplace_back("semantic", PlaneType::kInt32, h, w);
  floats(model.wants("albedo"), "albedo", 3);
  floats(model.wants("transmission"), "transmission", 3);
  floats(model.wants("position"), "position_m", 3);
  floats(model.wants("flow"), "flow_px", 2);
}

void fill_labels(const LabelSource& from, const CameraModel& model, int vehicles,
                 ThreadArena& arena, Frame& frame) {
  const Labels labels(from, model, vehicles, frame);
  arena.for_each(static_cast<size_t>(model.height_px), [&](size_t row) { labels.fill(row); });
}

void find_velocities(const LabelSource& from, double exposure_s, ThreadArena& arena,
                     std::span<float> velocity_x, std::span<float> velocity_y) {
  const auto width = static_cast<size_t>(from.optics.table().width_px());
  const auto per_s = static_cast<float>(1 / exposure_s);
  const std::optional<PlainLens> lens = plain_lens(from.optics.lens(), from.optics.port());
  arena.for_each(static_cast<size_t>(from.optics.table().height_px()), [&](size_t row) {
    const double start_s = from.optics.row_s() * static_cast<double>(row),
                 end_s = start_s + exposure_s;
    Later later(from, start_s, end_s, camera_after(from.input, end_s));
    paths_of_row(from, lens, row, later, [&](size_t x, const Shift& path) {
      velocity_x[row * width + x] = std::isfinite(path.x()) ? path.x() * per_s : 0;
      velocity_y[row * width + x] = std::isfinite(path.y()) ? path.y() * per_s : 0;
    });
  });
}

}  // namespace hadal::sensors

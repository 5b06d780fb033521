#include "sensors/optical/camera_labels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sensors/optical/camera/pixel_math.h"

namespace hadal::sensors {
namespace {

constexpr float kFarAway = std::numeric_limits<float>::infinity();

// Where the point that a pixel shows appears after a time: it moves with its body, the camera with
// its own velocity. `start_s`: of the pixel's row; `after`: pose of the camera at the end.
std::optional<camera::Pixel> pixel_later(const LabelSource& from, size_t pixel, double start_s,
                                         double end_s, const Pose& after) {
  const raytrace::View& view = *from.input.view;
  const float* p = &from.buffers.position_A[3 * pixel];
  Vec3 then_N = view.anchor_N() + Vec3(p[0], p[1], p[2]);
  if (const int thing = from.buffers.instance[pixel]; thing >= 0) {
    const raytrace::Instance& body = view.instance(thing);
    if (!body.v_N.isZero(0) || !body.w_N.isZero(0)) {
      const Vec3 origin_N = view.anchor_N() + body.origin_A + body.v_N * start_s;
      const Pose turn =
          moved({Vec3::Zero(), Quat::Identity()}, body.v_N, body.w_N, end_s - start_s);
      then_N = origin_N + turn.p + turn.q * (then_N - origin_N);
    }
  }
  return from.eye.pixel_of(after, then_N);
}

using Shift = Eigen::Vector2f;

Shift way_to(const std::optional<camera::Pixel>& later, size_t x, size_t y) {
  if (!later) return Shift::Constant(std::numeric_limits<float>::quiet_NaN());
  return {static_cast<float>(later->x() - static_cast<double>(x)),
          static_cast<float>(later->y() - static_cast<double>(y))};
}

// To where the next frame shows the same point. With a rolling shutter that is the row whose time
// has come when the point is there: found by going there again.
Shift flow_of(const LabelSource& from, size_t x, size_t y, double period_s, const Pose& next) {
  constexpr int kRounds = 4;
  const size_t pixel = y * static_cast<size_t>(from.eye.table().width_px()) + x;
  const double row_s = from.eye.row_s(), start_s = row_s * static_cast<double>(y);
  if (row_s == 0) return way_to(pixel_later(from, pixel, 0, period_s, next), x, y);
  std::optional<camera::Pixel> later(camera::Pixel(static_cast<double>(x), static_cast<double>(y)));
  for (int round = 0; round < kRounds && later; ++round) {
    const double end_s = period_s + row_s * later->y();
    later = pixel_later(from, pixel, start_s, end_s, camera_after(from.input, end_s));
  }
  return way_to(later, x, y);
}

// Share of the light of a surface that arrives, in one band.
double arriving(const std::vector<WaterLayerLight>& water, size_t band, double depth_m, double down,
                double length_m) {
  if (water.size() == 1) return std::exp(-length_m * water[0].path[band]);
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
  Labels(const LabelSource& from, const CameraModel& model, int vehicles, double period_s,
         Frame& frame)
      : from_(from),
        vehicles_(vehicles),
        period_s_(period_s),
        next_(camera_after(from.input, period_s)),
        width_(static_cast<size_t>(model.width_px)) {
    const auto plane = [&](bool wanted, const char* name) {
      return wanted ? frame.plane(name).floats().data() : nullptr;
    };
    depth_ = plane(model.depth, "depth_m"), normal_ = plane(model.normal, "normal");
    albedo_ = plane(model.albedo, "albedo"), flow_ = plane(model.flow, "flow_px");
    transmission_ = plane(model.transmission, "transmission");
    position_ = plane(model.position, "position_m");
    instance_ = model.instance ? frame.plane("instance").ints().data() : nullptr;
    semantic_ = model.semantic ? frame.plane("semantic").ints().data() : nullptr;
  }

  void fill(size_t row) const {
    const size_t first = row * width_, end = first + width_;
    const PictureBuffers& b = from_.buffers;
    if (instance_)
      for (size_t i = first; i < end; ++i)
        instance_[i] = b.instance[i] < 0
                           ? kNoInstance
                           : instance_label(from_.input.view->instance(b.instance[i]), vehicles_);
    if (semantic_) std::copy(&b.material[first], &b.material[first] + width_, semantic_ + first);
    if (albedo_)
      for (size_t i = first; i < end; ++i)
        for (size_t c = 0; c < 3; ++c)
          albedo_[3 * i + c] = b.instance[i] < 0 ? 0 : b.albedo[3 * i + c];
    if (position_) fill_position(first, end);
    if (flow_)
      for (size_t i = first; i < end; ++i) {
        const Shift way = flow_of(from_, i - first, row, period_s_, next_);
        flow_[2 * i] = way.x(), flow_[2 * i + 1] = way.y();
      }
    if (!depth_ && !normal_ && !transmission_) return;
    const Pose X_NS = camera_after(from_.input, from_.eye.row_s() * static_cast<double>(row));
    if (depth_ || normal_) fill_in_camera(first, end, X_NS);
    if (transmission_) fill_transmission(row, X_NS);
  }

 private:
  void fill_position(size_t first, size_t end) const {
    const Vec3& anchor_N = from_.input.view->anchor_N();
    for (size_t i = first; i < end; ++i)
      for (int k = 0; k < 3; ++k) {
        const size_t at = 3 * i + static_cast<size_t>(k);
        position_[at] = from_.buffers.instance[i] < 0
                            ? kFarAway
                            : static_cast<float>(anchor_N[k] + from_.buffers.position_A[at]);
      }
  }

  void fill_in_camera(size_t first, size_t end, const Pose& X_NS) const {
    const PictureBuffers& b = from_.buffers;
    const Eigen::Matrix3f R_SN = X_NS.q.toRotationMatrix().transpose().cast<float>();
    const Eigen::Vector3f p_A = (X_NS.p - from_.input.view->anchor_N()).cast<float>();
    for (size_t i = first; i < end; ++i) {
      const Eigen::Map<const Eigen::Vector3f> n(&b.normal_N[3 * i]), p(&b.position_A[3 * i]);
      if (depth_) depth_[i] = b.instance[i] < 0 ? kFarAway : R_SN.row(0).dot(p - p_A);
      if (normal_) Eigen::Map<Eigen::Vector3f>(normal_ + 3 * i) = R_SN * n;
    }
  }

  void fill_transmission(size_t row, const Pose& X_NS) const {
    const std::vector<WaterLayerLight>& water = from_.input.light->day->light.water;
    const auto& weight = from_.input.light->day->bands.weight[0];
    const float* range_m = from_.buffers.range_m.row(static_cast<int>(row));
    const double depth_m = std::max(0.0, X_NS.p.z());
    const double z_A = X_NS.p.z() - from_.input.view->anchor_N().z();
    if (water.size() == 1) return fill_transmission(water[0], weight, row, range_m);
    for (size_t x = 0; x < width_; ++x) {
      const size_t i = row * width_ + x;
      const double length = range_m[x];
      const double down = length > 0 ? (from_.buffers.position_A[3 * i + 2] - z_A) / length : 0;
      for (size_t c = 0; c < 3; ++c) {
        double share = 0;
        for (size_t b = 2 * c; b < 2 * c + 2; ++b)
          share += weight[b] * arriving(water, b, depth_m, down, length);
        transmission_[3 * i + c] = static_cast<float>(share);
      }
    }
  }

  // Of even water: a loop that compilers make vectors of.
  void fill_transmission(const WaterLayerLight& water,
                         const std::array<double, environment::optics::kBands>& weight, size_t row,
                         const float* range_m) const {
    float* out = transmission_ + 3 * row * width_;
    for (size_t c = 0; c < 3; ++c) {
      const float first = static_cast<float>(weight[2 * c]), path_first = water.path[2 * c];
      const float second = static_cast<float>(weight[2 * c + 1]),
                  path_second = water.path[2 * c + 1];
      for (size_t x = 0; x < width_; ++x)
        out[3 * x + c] = first * camera::fast_exp_negative(range_m[x] * path_first) +
                         second * camera::fast_exp_negative(range_m[x] * path_second);
    }
  }

  const LabelSource& from_;
  int vehicles_;
  double period_s_;
  Pose next_;
  size_t width_;
  float *depth_, *normal_, *albedo_, *flow_, *transmission_, *position_;
  int32_t *instance_, *semantic_;
};

}  // namespace

void blank_labels(const CameraModel& model, Frame& frame) {
  const int w = model.width_px, h = model.height_px;
  const auto floats = [&](bool wanted, const char* name, int channels) {
    if (wanted) frame.planes.emplace_back(name, PlaneType::kFloat32, h, w, channels);
  };
  floats(model.depth, "depth_m", 1);
  floats(model.normal, "normal", 3);
  if (model.instance) frame.planes.emplace_back("instance", PlaneType::kInt32, h, w);
  if (model.semantic) frame.planes.emplace_back("semantic", PlaneType::kInt32, h, w);
  floats(model.albedo, "albedo", 3);
  floats(model.transmission, "transmission", 3);
  floats(model.position, "position_m", 3);
  floats(model.flow, "flow_px", 2);
}

void fill_labels(const LabelSource& from, const CameraModel& model, int vehicles, double period_s,
                 ThreadArena& arena, Frame& frame) {
  const Labels labels(from, model, vehicles, period_s, frame);
  arena.for_each(static_cast<size_t>(model.height_px), [&](size_t row) { labels.fill(row); });
}

void find_velocities(const LabelSource& from, double exposure_s, ThreadArena& arena,
                     std::span<float> velocity_x, std::span<float> velocity_y) {
  const auto width = static_cast<size_t>(from.eye.table().width_px());
  const auto per_s = static_cast<float>(1 / exposure_s);
  arena.for_each(static_cast<size_t>(from.eye.table().height_px()), [&](size_t row) {
    const double start_s = from.eye.row_s() * static_cast<double>(row);
    const Pose after = camera_after(from.input, start_s + exposure_s);
    for (size_t x = 0; x < width; ++x) {
      const size_t i = row * width + x;
      const Shift way = way_to(pixel_later(from, i, start_s, start_s + exposure_s, after), x, row);
      velocity_x[i] = std::isfinite(way.x()) ? way.x() * per_s : 0;
      velocity_y[i] = std::isfinite(way.y()) ? way.y() * per_s : 0;
    }
  });
}

}  // namespace hadal::sensors

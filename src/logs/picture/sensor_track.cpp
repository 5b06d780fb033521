#include "logs/picture/sensor_track.h"

#include <algorithm>

#include "outputs/messages/messages.h"

namespace hadal::logs {
namespace {

constexpr int64_t kLongestWait_ns = 2'000'000'000;  // beyond the last transform

hadal::Pose pose_of(const Transform& t) {
  return {Vec3(t.translation.x, t.translation.y, t.translation.z),
          Quat(t.rotation.w, t.rotation.x, t.rotation.y, t.rotation.z)};
}

bool usable(const hadal::Pose& X) {
  return X.p.allFinite() && X.q.norm() > 0.5 && X.q.norm() < 2;
}

}  // namespace

SensorTrack::SensorTrack(McapReader& log, const std::string& sensor) {
  TFMessage message;
  std::string link;
  (void)log.for_each_message({{"/tf_static"}},
                             [&](const McapChannel&, int64_t, std::span<const uint8_t> payload) {
                               if (!decode(payload, message)) return;
                               for (const TransformStamped& t : message.transforms)
                                 if (t.child_frame_id == sensor && usable(pose_of(t.transform)))
                                   link = t.header.frame_id, X_LS_ = pose_of(t.transform);
                             });
  if (link.empty()) return;
  (void)log.for_each_message({{"/tf"}},
                             [&](const McapChannel&, int64_t, std::span<const uint8_t> payload) {
                               if (!decode(payload, message)) return;
                               for (const TransformStamped& t : message.transforms)
                                 if (t.child_frame_id == link && usable(pose_of(t.transform)))
                                   stops_.push_back({to_ns(t.header.stamp), pose_of(t.transform)});
                             });
  std::stable_sort(stops_.begin(), stops_.end(),
                   [](const Stop& a, const Stop& b) { return a.time_ns < b.time_ns; });
}

std::optional<hadal::Pose> SensorTrack::at(int64_t time_ns) const {
  const auto after =
      std::upper_bound(stops_.begin(), stops_.end(), time_ns,
                       [](int64_t time, const Stop& stop) { return time < stop.time_ns; });
  if (after == stops_.begin()) return std::nullopt;
  const Stop& a = *(after - 1);
  if (after == stops_.end()) {
    if (time_ns - a.time_ns > kLongestWait_ns) return std::nullopt;
    return a.X_WL * X_LS_;
  }
  const double fraction =
      static_cast<double>(time_ns - a.time_ns) / static_cast<double>(after->time_ns - a.time_ns);
  const hadal::Pose X{a.X_WL.p + fraction * (after->X_WL.p - a.X_WL.p),
                      a.X_WL.q.normalized().slerp(fraction, after->X_WL.q.normalized())};
  return X * X_LS_;
}

}  // namespace hadal::logs

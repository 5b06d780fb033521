// Trajectories in the formats of
//   TUM     Sturm et al. 2012, "A benchmark for the evaluation of RGB-D SLAM systems": a line per
//           pose, `timestamp tx ty tz qx qy qz qw`, seconds since 1970, # begins a comment
//   KITTI   Geiger et al. 2012, odometry: a line per pose, the upper three rows of the matrix that
//           takes points of the frame to the first frame, row after row; times.txt beside, seconds
//           since the first
//   EuRoC   Burri et al. 2016, "The EuRoC micro aerial vehicle datasets", ASL form: mav0/SENSOR
//           with data.csv, times in ns since 1970, and sensor.yaml with T_BS; w comes first in
//           quaternions; the body frame B is that of the first IMU. Biases, which a log does not
//           know apart from other errors, are 0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>

#include "base/text.h"
#include "logs/exports.h"
#include "math/types.h"
#include "outputs/messages/messages.h"

namespace hadal {
namespace logs {
namespace {

namespace fs = std::filesystem;

hadal::Pose inverse(const hadal::Pose& X) {
  const Quat q = X.q.conjugate();
  return {-(q * X.p), q};
}

// Numbers of a log may be anything.
bool is_pose(const hadal::Pose& X) {
  return X.p.allFinite() && X.q.coeffs().allFinite() && X.q.norm() > 0.5;
}

struct PoseSample {
  int64_t stamp_ns = 0;
  hadal::Pose X_WB;
  Vec3 v_WB_W, w_WB_W;
};

// Frames of /tf_static: where each stands in its parent.
class StaticFrames {
 public:
  explicit StaticFrames(McapReader& log) {
    TFMessage message;
    (void)log.for_each_message({{"/tf_static"}}, [&](const McapChannel&, int64_t,
                                                     std::span<const uint8_t> payload) {
      if (!decode(payload, message)) return;
      for (const TransformStamped& t : message.transforms) {
        const Vector3& p = t.transform.translation;
        const hadal::Pose X{Vec3(p.x, p.y, p.z), quat(t.transform.rotation)};
        if (is_pose(X)) parents_[t.child_frame_id] = {t.header.frame_id, X};
      }
    });
  }
  // Of `frame` in `base`; nothing where no chain leads there.
  std::optional<hadal::Pose> in(const std::string& base, std::string frame) const {
    hadal::Pose out;
    for (size_t links = 0; frame != base; ++links) {
      const auto found = parents_.find(frame);
      if (found == parents_.end() || links > parents_.size()) return std::nullopt;
      out = found->second.X_PF * out;
      frame = found->second.parent;
    }
    return out;
  }
  std::string list(const std::string& base) const {
    std::string out = base;
    for (const auto& [frame, mount] : parents_)
      if (in(base, frame)) out += " " + frame;
    return out;
  }

 private:
  struct Mount {
    std::string parent;
    hadal::Pose X_PF;
  };
  static Quat quat(const Quaternion& q) { return Quat(q.w, q.x, q.y, q.z).normalized(); }
  std::map<std::string, Mount> parents_;
};

struct Track {
  std::string body;  // its frame
  std::vector<PoseSample> poses;
};

bool usable(const PoseSample& pose) {
  return is_pose(pose.X_WB) && pose.v_WB_W.allFinite() && pose.w_WB_W.allFinite();
}

Track read_track(McapReader& log, const std::string& topic) {
  Track track;
  Odometry message;
  (void)log.for_each_message({{topic}}, [&](const McapChannel&, int64_t,
                                            std::span<const uint8_t> payload) {
    if (!decode(payload, message)) return;
    const auto& [position, orientation] = message.pose.pose;
    const auto& [v, w] = message.twist.twist;
    const Quat q = Quat(orientation.w, orientation.x, orientation.y, orientation.z).normalized();
    const PoseSample pose{to_ns(message.header.stamp),
                    {Vec3(position.x, position.y, position.z), q},
                    q * Vec3(v.x, v.y, v.z),
                    q * Vec3(w.x, w.y, w.z)};
    if (!usable(pose)) return;
    track.body = message.child_frame_id;
    track.poses.push_back(pose);
  });
  return track;
}

// The same way, of a frame that is fixed to the body.
void move_to(const hadal::Pose& X_BF, Track& track) {
  for (PoseSample& pose : track.poses) {
    pose.v_WB_W += pose.w_WB_W.cross(pose.X_WB.q * X_BF.p);
    pose.X_WB = pose.X_WB * X_BF;
  }
}

std::vector<std::string> topics_of_type(const McapReader& log, std::string_view type) {
  std::vector<std::string> out;
  for (const std::string& topic : log.topics()) {
    const McapSchema* schema = log.schema_of(*log.find_channel(topic));
    if (schema && schema->name == type) out.push_back(topic);
  }
  return out;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += " " + word;
  return out;
}

// Numbers of a line, each as short as it reads back.
template <class... Numbers>
std::string line(const char* between, const Numbers&... numbers) {
  std::string out;
  const auto add = [&](double value) {
    if (!out.empty()) out += between;
    out += shortest_text(value);
  };
  (add(numbers), ...);
  return out;
}

std::string seconds_since_1970(int64_t time_ns) {
  constexpr int64_t kSecond_ns = 1'000'000'000;
  char text[48];
  std::snprintf(text, sizeof text, "%lld.%09lld", static_cast<long long>(time_ns / kSecond_ns),
                static_cast<long long>(time_ns % kSecond_ns));
  return text;
}

std::string tum_text(const Track& track, const std::string& frame) {
  std::string out = "# " + frame + " in world (east-north-up)\n# timestamp tx ty tz qx qy qz qw\n";
  for (const PoseSample& pose : track.poses) {
    const Vec3& p = pose.X_WB.p;
    const Quat& q = pose.X_WB.q;
    out += seconds_since_1970(pose.stamp_ns) + " " +
           line(" ", p.x(), p.y(), p.z(), q.x(), q.y(), q.z(), q.w()) + "\n";
  }
  return out;
}

std::string matrix_row(const hadal::Pose& X) {
  const Mat3 R = X.q.toRotationMatrix();
  std::string out;
  for (int i = 0; i < 3; ++i)
    out += (i ? " " : "") + line(" ", R(i, 0), R(i, 1), R(i, 2), X.p[i]);
  return out;
}

bool write_text(const fs::path& path, const std::string& text) {
  std::error_code ignored;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), ignored);
  return write_bytes(path, {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

LogResult written(const std::string& path, const Track& track, const std::string& what = "") {
  return {0, path + ": " + std::to_string(track.poses.size()) + " poses" + what + "\n"};
}
LogResult not_written(const fs::path& path) {
  return {2, path.string() + ": cannot write here"};
}

LogResult write_kitti(const Track& track, const fs::path& folder) {
  std::string poses, times;
  const PoseSample& first = track.poses.front();
  const hadal::Pose X_0W = inverse(first.X_WB);
  for (const PoseSample& pose : track.poses) {
    poses += matrix_row(X_0W * pose.X_WB) + "\n";
    times += shortest_text(1e-9 * static_cast<double>(pose.stamp_ns - first.stamp_ns)) + "\n";
  }
  for (const auto& [name, text] : {std::pair{"poses.txt", &poses}, {"times.txt", &times}})
    if (!write_text(folder / name, *text)) return not_written(folder / name);
  return written(folder.string(), track);
}

std::string euroc_truth(const Track& track) {
  std::string out =
      "#timestamp, p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], "
      "q_RS_z [], v_RS_R_x [m s^-1], v_RS_R_y [m s^-1], v_RS_R_z [m s^-1], "
      "b_w_RS_S_x [rad s^-1], b_w_RS_S_y [rad s^-1], b_w_RS_S_z [rad s^-1], "
      "b_a_RS_S_x [m s^-2], b_a_RS_S_y [m s^-2], b_a_RS_S_z [m s^-2]\n";
  for (const PoseSample& pose : track.poses) {
    const Vec3 &p = pose.X_WB.p, &v = pose.v_WB_W;
    const Quat& q = pose.X_WB.q;
    out += std::to_string(pose.stamp_ns) + "," +
           line(",", p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z(), v.x(), v.y(), v.z()) +
           ",0,0,0,0,0,0\n";
  }
  return out;
}

struct EurocImu {
  std::string topic, frame, rows;
  size_t count = 0;
  double rate_hz = 0;
};

EurocImu read_imu(McapReader& log, const std::string& topic) {
  EurocImu out{topic, "", "", 0, 0};
  Imu message;
  int64_t first_ns = 0, last_ns = 0;
  (void)log.for_each_message({{topic}}, [&](const McapChannel&, int64_t,
                                            std::span<const uint8_t> payload) {
    if (!decode(payload, message)) return;
    const Vector3 &w = message.angular_velocity, &a = message.linear_acceleration;
    last_ns = to_ns(message.header.stamp);
    if (out.count++ == 0) first_ns = last_ns;
    out.frame = message.header.frame_id;
    out.rows += std::to_string(last_ns) + "," + line(",", w.x, w.y, w.z, a.x, a.y, a.z) + "\n";
  });
  if (out.count > 1 && last_ns > first_ns)
    out.rate_hz =
        1e9 * static_cast<double>(out.count - 1) / static_cast<double>(last_ns - first_ns);
  return out;
}

std::string euroc_imu_table(const EurocImu& imu) {
  return "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],"
         "a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]\n" +
         imu.rows;
}

std::string euroc_sensor(const std::string& type, const std::string& comment,
                         const hadal::Pose& X_BS, double rate_hz) {
  std::string out = "# " + comment + "\nsensor_type: " + type + "\n";
  const Mat3 R = X_BS.q.toRotationMatrix();
  out += "T_BS:\n  cols: 4\n  rows: 4\n  data: [";
  for (int i = 0; i < 3; ++i) out += line(", ", R(i, 0), R(i, 1), R(i, 2), X_BS.p[i]) + ", ";
  out += "0.0, 0.0, 0.0, 1.0]\n";
  if (rate_hz > 0) out += "rate_hz: " + shortest_text(std::round(1e6 * rate_hz) / 1e6) + "\n";
  return out;
}

LogResult write_euroc(const std::vector<EurocImu>& imus, const StaticFrames& frames,
                      const Track& track, const std::string& frame, const fs::path& folder) {
  const fs::path mav = folder / "mav0", truth = mav / "state_groundtruth_estimate0";
  std::vector<std::pair<fs::path, std::string>> files{
      {truth / "data.csv", euroc_truth(track)},
      {truth / "sensor.yaml", euroc_sensor("visual-inertial", frame, {}, 0)}};
  size_t number = 0;
  for (const EurocImu& imu : imus) {
    // Both from the hull, as neither need be a parent of the other.
    const auto X_HB = frames.in(track.body, frame), X_HS = frames.in(track.body, imu.frame);
    if (!X_HB || !X_HS) continue;
    const fs::path place = mav / ("imu" + std::to_string(number++));
    files.emplace_back(place / "data.csv", euroc_imu_table(imu));
    files.emplace_back(place / "sensor.yaml",
                       euroc_sensor("imu", imu.frame, inverse(*X_HB) * *X_HS, imu.rate_hz));
  }
  for (const auto& [path, text] : files)
    if (!write_text(path, text)) return not_written(path);
  return written(folder.string(), track, ", " + std::to_string(number) + " IMUs");
}

// The topic that is meant, or the problem.
Result<std::string> track_topic(const McapReader& log, const std::string& path,
                                const std::string& wanted) {
  const std::vector<std::string> all = topics_of_type(log, Odometry::kType);
  Problems problems;
  if (!wanted.empty()) {
    if (std::find(all.begin(), all.end(), wanted) != all.end()) return wanted;
    problems.add({path, 0, 0}, "",
                 "no odometry on '" + wanted + "'" +
                     (all.empty() ? "; the log has none" : "; it is on:" + joined(all)));
    return problems;
  }
  std::vector<std::string> found;
  for (const std::string& topic : all)
    if (topic.ends_with("/ground_truth") &&
        log.find_channel(topic.substr(0, topic.rfind('/')) + "/thrusters"))
      found.push_back(topic);  // objects have no thrusters
  if (found.size() == 1) return found[0];
  problems.add({path, 0, 0}, "", "expected --topic TOPIC, one of:" + joined(all));
  return problems;
}

LogResult write_track(McapReader& log, const std::string& topic, const TrackOptions& options) {
  Track track = read_track(log, topic);
  if (track.poses.empty()) return {2, topic + ": holds no pose that can be read"};
  const StaticFrames frames(log);
  const std::string vehicle = topic.substr(0, topic.find('/', 1) + 1);
  std::vector<EurocImu> imus;
  if (options.format == "euroc")
    for (const std::string& imu : topics_of_type(log, Imu::kType))
      if (imu.starts_with(vehicle)) imus.push_back(read_imu(log, imu));
  std::string frame = options.frame;
  if (frame.empty()) frame = imus.empty() || imus[0].frame.empty() ? track.body : imus[0].frame;
  const auto X_BF = frames.in(track.body, frame);
  if (!X_BF && options.frame.empty()) frame = track.body;  // a log without /tf_static
  if (!X_BF && !options.frame.empty())
    return {2, "no frame '" + frame + "' on " + track.body + "; there are: " +
                   frames.list(track.body)};
  if (X_BF) move_to(*X_BF, track);
  if (options.format == "kitti") return write_kitti(track, options.path);
  if (options.format == "euroc") return write_euroc(imus, frames, track, frame, options.path);
  if (!write_text(options.path, tum_text(track, frame))) return not_written(options.path);
  return written(options.path, track);
}

}  // namespace
}  // namespace logs

LogResult export_track(const std::string& path, const TrackOptions& options) {
  if (options.format != "tum" && options.format != "kitti" && options.format != "euroc")
    return {2, "no format '" + options.format + "'; expected tum, kitti or euroc"};
  Result<logs::McapReader> log = logs::McapReader::open(path);
  if (!log) return {2, log.problems().text()};
  const Result<std::string> topic = logs::track_topic(log.value(), path, options.topic);
  if (!topic) return {2, topic.problems().text()};
  return logs::write_track(log.value(), topic.value(), options);
}

}  // namespace hadal

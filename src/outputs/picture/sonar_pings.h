// Pings of one sonar, kept as long as a picture needs them. How they are drawn follows from what
// they hold:
//   many beams                fan (or beams by range) of the last ping
//   one beam that turns       fan of the sweep, the newest line of every bearing
//   one or two still beams    waterfall of all lines
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "outputs/messages/messages.h"
#include "outputs/picture/sonar_picture.h"

namespace hadal::outputs {

enum class SonarView { kAuto, kFan, kBeams, kWaterfall };
// auto (or nothing), fan, beams, waterfall; none for another word.
std::optional<SonarView> sonar_view_named(std::string_view word);

// Bearings, ranges and levels (beam after beam) of a message; false where it is inconsistent.
struct SonarLevels {
  std::vector<float> bearings_rad, ranges_m, level_db;
  BeamLevels view() const { return {bearings_rad, ranges_m, level_db}; }
};
bool sonar_levels(const ProjectedSonarImage& message, SonarLevels& out);

class SonarPings {
 public:
  static constexpr size_t kLineBeams = 2;  // at most, of a line
  // Whole images are kept one at a time, lines all together.
  void add(double time_s, SonarLevels levels);
  bool empty() const { return list_.empty(); }
  // One or two beams: every ping belongs to the picture.
  bool lines() const;
  double time_s() const { return list_.back().time_s; }

  // name: of the instrument, for the title and for problems.
  Result<Picture> picture(const std::string& name, SonarView view, int size) const;

 private:
  struct Ping {
    double time_s = 0;
    SonarLevels levels;
  };
  bool turns() const;
  SonarLevels sweep() const;
  Picture waterfall(const std::string& name, int size) const;
  Picture drawn(const SonarLevels& levels, const std::string& name, SonarView view, int size) const;
  PictureStyle style(const std::string& name, std::span<const float> level_db, int size) const;

  std::vector<Ping> list_;
};

}  // namespace hadal::outputs

// Pictures of the frames of one instrument while it runs, by the same drawing as those of a log.
//   level_db   as sonar_pings.h
//   points     plan view of all points so far, coloured by depth (point_map.h)
#pragma once
#include "outputs/picture/point_map.h"
#include "outputs/picture/sonar_pings.h"
#include "world/frame.h"

namespace hadal::outputs {

class FramePictures {
 public:
  // Whether frames of this shape can be drawn.
  static bool drawable(const Frame& blank);
  // Whether a picture shows nothing but the last frame.
  static bool shows_one(const Frame& blank);

  void add(const Frame& frame, double time_s);
  // view: of sonar images; points know only kAuto.
  Result<Picture> picture(const std::string& name, SonarView view, int size) const;

 private:
  SonarPings pings_;
  PointMap points_;
  double time_s_ = 0;
};

}  // namespace hadal::outputs

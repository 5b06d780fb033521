#include "outputs/shot/frame_pictures.h"

#include <cstdio>

#include "outputs/frame_recorder.h"

namespace hadal::outputs {

bool FramePictures::drawable(const Frame& blank) {
  return blank.find(kLevelPlane) || blank.find(kPointsPlane);
}

bool FramePictures::shows_one(const Frame& blank) {
  const Plane* levels = blank.find(kLevelPlane);
  return levels && static_cast<size_t>(levels->rows) > SonarPings::kLineBeams;
}

void FramePictures::add(const Frame& frame, double time_s) {
  time_s_ = time_s;
  if (frame.find(kLevelPlane)) {
    SonarLevels levels;
    if (sonar_levels(sonar_image({}, frame), levels)) pings_.add(time_s, std::move(levels));
    return;
  }
  const Plane& points = frame.plane(kPointsPlane);
  const auto values = points.floats();
  for (size_t i = 0; i + points.channels <= values.size(); i += points.channels)
    points_.add(frame.X_NS.p + frame.X_NS.q * Vec3(values[i], values[i + 1], values[i + 2]));
}

Result<Picture> FramePictures::picture(const std::string& name, SonarView view, int size) const {
  if (!pings_.empty()) return pings_.picture(name, view, size);
  Problems problems;
  if (points_.empty())
    problems.add({}, name, "nothing was seen that could be drawn");
  else if (view != SonarView::kAuto)
    problems.add({}, name, "points are drawn as a map only; leave the view out");
  if (!problems.empty()) return problems;
  char text[64];
  std::snprintf(text, sizeof text, "  %.2f s", time_s_);
  return points_.picture(name + text, size);
}

}  // namespace hadal::outputs

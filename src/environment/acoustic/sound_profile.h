// Sound speed over depth as layers of constant gradient, for rays. Made from the water column's own
// piecewise-linear profile; neighbouring layers are merged where one straight line stays within
// kMergeBound_m_s of all of them, which changes travel times by less than 4e-7 of themselves. An
// ocean has some hundred layers then, instead of twelve thousand. Gradients below
// kLevelGradient_1_s count as zero. Depth is positive down, in metres; queries beyond the ends are
// refused or clamped as said. Constant after construction; any thread.
#pragma once
#include <vector>

namespace hadal::environment {

class WaterColumn;

class SoundProfile {
 public:
  static constexpr double kMergeBound_m_s = 5e-4;
  static constexpr double kLevelGradient_1_s = 1e-9;

  explicit SoundProfile(const WaterColumn& water, double bound_m_s = kMergeBound_m_s);
  // Through the points, at least two, with strictly rising depths and positive speeds.
  SoundProfile(std::vector<double> depth_m, std::vector<double> speed_m_s);

  int layers() const { return static_cast<int>(gradient_1_s_.size()); }
  // Node i is the top of layer i and the bottom of layer i - 1.
  double node_depth(int i) const { return depth_m_[i]; }
  double node_speed(int i) const { return speed_m_s_[i]; }
  double gradient(int layer) const { return gradient_1_s_[layer]; }
  double top() const { return depth_m_.front(); }
  double bottom() const { return depth_m_.back(); }
  // The layer that holds a depth; at a node the one below it. Clamped to the ends.
  int layer_below(double depth_m) const;
  // The same, but at a node the one above it.
  int layer_above(double depth_m) const;
  // Clamped to the ends.
  double speed(double depth_m) const;
  // Time of a vertical path; depths clamped to the ends.
  double vertical_time(double from_m, double to_m) const;
  // Largest |gradient| of the layers that touch an interval of depth.
  double steepest(double from_m, double to_m) const;

 private:
  void finish();  // gradients and times from the nodes

  std::vector<double> depth_m_, speed_m_s_, gradient_1_s_;
  std::vector<double> time_s_;  // vertical, from the top to each node
};

}  // namespace hadal::environment

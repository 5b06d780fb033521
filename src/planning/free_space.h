// What a planner needs to know of a space of configurations: bounds, how its coordinates compare, and
// how far one may surely go.
//
// A configuration is a point of joint positions, with the pose of the vehicle before them where that
// is planned too (arm_space.h): radians of hinges, metres of slides.
#pragma once
#include <Eigen/Core>
#include <cstdint>

namespace hadal::planning {

constexpr int kMaxCoordinates = 16;

using Configuration = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxCoordinates, 1>;

struct Coordinates {
  Configuration lower, upper;
  // Distances are those of weight * coordinate: with the inverse of the speed of each coordinate, the
  // Euclidean norm of the times that they take.
  Configuration weight;

  int size() const { return static_cast<int>(lower.size()); }
  bool contains(const Configuration& q) const;
  double distance(const Configuration& a, const Configuration& b) const;
};

class FreeSpace {
 public:
  virtual ~FreeSpace() = default;
  virtual const Coordinates& coordinates() const = 0;
  // Every configuration q + s d with 0 <= s <= the value returned is free; below zero: q is not. A
  // value that is not negative has a lower limit above zero as long as d does not grow, so that
  // going on from there arrives.
  virtual double free_fraction(const Configuration& q, const Configuration& d) = 0;
};

// How far the straight line from `from` leads through free space, 0..1 of the way to `to`, by
// conservative advancement: from a configuration that was looked at one may go as far as is surely
// free and look again (Schwarzer, Saha and Latombe, Adaptive dynamic collision checking, IEEE Trans.
// Robotics, 2005). Nothing between the configurations is left out. Below zero: `from` is not free.
// `checks` counts the configurations that were looked at.
double free_way(FreeSpace& space, const Configuration& from, const Configuration& to,
                int64_t& checks);

}  // namespace hadal::planning

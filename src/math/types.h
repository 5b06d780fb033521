// The few vector types of the project. 6-vectors are linear first, then angular, as in Fossen.
#pragma once
#include <Eigen/Core>
#include <Eigen/Geometry>

namespace hadal::inline math {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

// Position and attitude of frame B in frame A: p_A = R_AB p_B + p_AB.
struct Pose {
  Vec3 p = Vec3::Zero();
  Quat q = Quat::Identity();
};

inline Pose operator*(const Pose& X_AB, const Pose& X_BC) {
  return {X_AB.q * X_BC.p + X_AB.p, X_AB.q * X_BC.q};
}

inline Mat3 skew(const Vec3& v) {
  return Mat3{{0, -v.z(), v.y()}, {v.z(), 0, -v.x()}, {-v.y(), v.x(), 0}};
}

}  // namespace hadal::math

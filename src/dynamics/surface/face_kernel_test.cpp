#include "dynamics/surface/face_kernel.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstring>

#include "dynamics/surface/face_reference.h"
#include "dynamics/surface/test_support.h"
#include "geometry/primitives.h"
#include "math/symmetric.h"

namespace hadal::dynamics {
namespace face_kernel_test {

using geometry::TriangleMesh;
using test::Draw;

constexpr double kSingle = 5e-7;      // of the size of a sum, against double precision
constexpr double kDerivative = 1e-4;  // of the largest entry
const Vec3 kLinear(0.3, 0.6, 0.9), kQuadratic(0.4, 1.0, 1.6);

ReferenceFlow random_flow(Draw& draw, bool strained) {
  ReferenceFlow flow;
  flow.linear = draw.vector(1.2);
  flow.gradient = skew(draw.vector(0.5));
  if (strained) {
    const Mat3 G = draw.rotation();
    flow.gradient += 0.2 * (G + G.transpose());
  }
  return flow;
}

RelativeFlow single(const ReferenceFlow& flow, const Vec3& center) {
  const Vec3 linear = flow.linear + flow.gradient * center;
  const Mat3& G = flow.gradient;
  const Mat3 S = 0.5 * (G + G.transpose());
  const Vec3 spin = 0.5 * Vec3(G(2, 1) - G(1, 2), G(0, 2) - G(2, 0), G(1, 0) - G(0, 1));
  RelativeFlow out;
  for (int i = 0; i < 3; ++i) {
    out.linear[i] = static_cast<float>(linear[i]);
    out.angular[i] = static_cast<float>(spin[i]);
  }
  const double strain[6] = {S(0, 0), S(1, 1), S(2, 2), S(0, 1), S(0, 2), S(1, 2)};
  for (int i = 0; i < 6; ++i) out.strain[i] = static_cast<float>(strain[i]);
  return out;
}

// One question to the kernel and to the oracle.
struct Question {
  TriangleMesh mesh;
  FaceSet faces;
  Vec3 down = Vec3::UnitZ();
  double depth_m = 0;  // of the origin of the mesh
  ReferenceTask reference;
  std::vector<double> head;
  FaceTask task;

  explicit Question(TriangleMesh m) : mesh(std::move(m)), faces(mesh, kLinear, kQuadratic) {
    reference.drag_linear = kLinear;
    reference.drag_quadratic = kQuadratic;
    reference.air_quadratic = 0.7;
    task.pressure = task.damping = true;
    task.air_quadratic = 0.7f;
    task.immersion = Immersion::kCrossing;
  }
  void pose(const Vec3& down_L, double depth) {
    down = down_L;
    depth_m = depth;
    head.clear();
    for (const Vec3& p : mesh.vertices) head.push_back(depth + down.dot(p));
    reference.head = head;
    task.head_plane = {static_cast<float>(depth + down.dot(faces.center_L())),
                       static_cast<float>(down.x()), static_cast<float>(down.y()),
                       static_cast<float>(down.z())};
  }
  void flows(const ReferenceFlow& water, const ReferenceFlow& air) {
    reference.water = water;
    reference.air = air;
    task.water = single(water, faces.center_L());
    task.air = single(air, faces.center_L());
  }
  FaceSums fast() const {
    FaceSums sums;
    for (size_t chunk = 0; chunk < faces.chunks(); ++chunk) sums += sum_faces(faces, task, chunk);
    return sums;
  }
  ReferenceSums slow() const { return reference_sums(mesh, reference); }
};

// Torques of the kernel are about C; the oracle's are moved there.
Vec6 about(const Vec3& center, Vec6 wrench) {
  wrench.tail<3>() -= center.cross(Vec3(wrench.head<3>()));
  return wrench;
}

// Differences as a fraction of the force, those of torques of the force times the reach of the
// body.
double difference(const Question& q, const FaceSums& sums, size_t first, const Vec6& expected,
                  double floor) {
  const Vec6 right = about(q.faces.center_L(), expected);
  Vec6 wrong = sums.wrench(first) - right;
  wrong.tail<3>() /= std::fmax(q.faces.reach_m(), 1);
  return wrong.cwiseAbs().maxCoeff() / std::fmax(right.head<3>().norm(), floor);
}

void expect_like_the_oracle(const Question& q) {
  const FaceSums fast = q.fast();
  const ReferenceSums slow = q.slow();
  const double area = q.faces.area_m2();
  EXPECT_LT(difference(q, fast, FaceSums::kPressure, slow.pressure, 0.1 * q.faces.volume_m3()),
            kSingle);
  EXPECT_LT(difference(q, fast, FaceSums::kDrag, slow.drag, 0.1 * area), kSingle);
  EXPECT_LT(difference(q, fast, FaceSums::kAir, slow.air, 0.1 * area), kSingle);
  EXPECT_NEAR(fast.value[FaceSums::kWetArea], slow.wet_area_m2, kSingle * area);
  Mat6 shift = Mat6::Identity();
  shift.bottomLeftCorner<3, 3>() = -skew(q.faces.center_L());
  const Mat6 D = shift * slow.damping * shift.transpose();
  EXPECT_LT((fast.damping() - D).cwiseAbs().maxCoeff(),
            kSingle * std::fmax(D.cwiseAbs().maxCoeff(), 0.1 * area));
}

Question ellipsoid(int target_faces) {
  TriangleMesh mesh = geometry::ellipsoid({2, 0.8, 0.5}, target_faces);
  for (Vec3& p : mesh.vertices) p += Vec3(0.4, -0.2, 0.3);
  return Question(std::move(mesh));
}

TEST(FaceKernel, AgreesWithDoublePrecisionInRandomPosesAndFlows) {
  Draw draw("poses");
  for (const int target_faces : {5000, 50000}) {
    Question q = ellipsoid(target_faces);
    for (int i = 0; i < (target_faces > 10000 ? 10 : 50); ++i) {
      q.pose(draw.rotation().row(2), draw.uniform(-0.8, 0.8));
      q.flows(random_flow(draw, i % 2), random_flow(draw, false));
      expect_like_the_oracle(q);
    }
  }
}

TEST(FaceKernel, FewLargeFacesAreClippedExactly) {
  Draw draw("large faces");
  Question q(geometry::box({1.2, 0.8, 0.5}, 12));
  for (int i = 0; i < 200; ++i) {
    q.pose(draw.rotation().row(2), draw.uniform(-0.6, 0.6));
    q.flows(random_flow(draw, i % 2), random_flow(draw, false));
    expect_like_the_oracle(q);
  }
}

TEST(FaceKernel, CornersAndEdgesExactlyOnTheSurface) {
  Question q(geometry::box({2, 1, 0.5}, 12));
  Draw draw("on the surface");
  q.flows(random_flow(draw, true), random_flow(draw, false));
  for (const double depth : {-0.25, 0.0, 0.25}) {  // bottom, middle and top at the surface
    q.pose(Vec3::UnitZ(), depth);
    expect_like_the_oracle(q);
  }
  q.pose(Vec3(0, 0.6, 0.8), 0.1);  // an edge: 0.5 * 0.6 - 0.25 * 0.8 = 0.1
  expect_like_the_oracle(q);
}

TEST(FaceKernel, HeadsByVertexEqualThePlane) {
  Draw draw("by vertex");
  Question q = ellipsoid(2000);
  for (int i = 0; i < 20; ++i) {
    q.pose(draw.rotation().row(2), draw.uniform(-0.6, 0.6));
    q.flows(random_flow(draw, false), random_flow(draw, false));
    std::vector<float> head(q.faces.vertex_x().size());
    for (size_t v = 0; v < head.size(); ++v)
      head[v] = q.task.head_plane[0] + q.task.head_plane[1] * q.faces.vertex_x()[v] +
                q.task.head_plane[2] * q.faces.vertex_y()[v] +
                q.task.head_plane[3] * q.faces.vertex_z()[v];
    const FaceSums plane = q.fast();
    q.task.head_by_vertex = head.data();
    expect_like_the_oracle(q);
    const double change =
        (q.fast().wrench(FaceSums::kPressure) - plane.wrench(FaceSums::kPressure)).norm();
    EXPECT_LT(change, kSingle * q.faces.volume_m3());
    q.task.head_by_vertex = nullptr;
  }
}

TEST(FaceKernel, ShortcutsForAllWetAndAllDryEqualTheCrossingPath) {
  Draw draw("shortcuts");
  Question q = ellipsoid(2000);
  for (const double depth : {5.0, -5.0}) {
    q.pose(draw.rotation().row(2), depth);
    q.flows(random_flow(draw, true), random_flow(draw, false));
    q.task.immersion = Immersion::kCrossing;
    const FaceSums crossing = q.fast();
    q.task.immersion = depth > 0 ? Immersion::kWet : Immersion::kDry;
    EXPECT_EQ(q.fast().value, crossing.value);
  }
}

TEST(FaceKernel, ExtraSpeedPushesItsFacesOnly) {
  Question q(geometry::box({1, 1, 1}, 12));
  q.pose(Vec3::UnitZ(), 10);
  q.task.immersion = Immersion::kWet;
  q.task.pressure = false;
  std::vector<float> jet(q.faces.drag().size() * kFaceLanes, 0.0f);
  std::vector<double> by_triangle(q.mesh.triangles.size(), 0.0);
  for (size_t f = 0; f < q.faces.faces(); ++f)
    if (q.faces.drag()[f / kFaceLanes].normal[0][f % kFaceLanes] > 0.5f) {
      jet[f] = -2;
      by_triangle[q.faces.order()[f]] = -2;
    }
  q.task.extra_normal_speed = jet.data();
  q.reference.extra_normal_speed = by_triangle;
  // 1 m2 that meets 2 m/s: m (C_l exp(-2) - C_q m) along +x.
  const double expected = -2 * (kLinear.x() * std::exp(-2.0) + 2 * kQuadratic.x());
  const Vec6 drag = q.fast().wrench(FaceSums::kDrag);
  EXPECT_NEAR(drag[0], expected, kSingle * std::abs(expected));
  EXPECT_NEAR(drag.tail<5>().norm(), 0, kSingle);
  EXPECT_NEAR(q.slow().drag[0], expected, 1e-12);
}

TEST(FaceKernel, DragTakesEnergyFromEveryMotion) {
  Draw draw("energy");
  TriangleMesh plate = geometry::box({0.6, 0.5, 0.02}, 300);
  const Mat3 tilt = Eigen::AngleAxisd(0.6, Vec3(1, 1, 0).normalized()).toRotationMatrix();
  for (Vec3& p : plate.vertices) p = tilt * p;
  const FaceSet faces(plate, {0.1, 1, 1}, {0.1, 1, 1});
  for (int i = 0; i < 2000; ++i) {
    ReferenceFlow flow;
    flow.linear = -draw.vector(1);
    flow.gradient = -skew(draw.vector(3));
    FaceTask task;
    task.water = single(flow, faces.center_L());
    const Vec6 drag = sum_faces(faces, task, 0).wrench(FaceSums::kDrag);
    Vec6 motion;  // of the body at C, in still water
    for (int k = 0; k < 3; ++k)
      motion[k] = -task.water.linear[k], motion[3 + k] = -task.water.angular[k];
    EXPECT_LE(drag.dot(motion), 0);
  }
}

TEST(FaceKernel, DampingIsTheSlopeOfTheDragAndPositive) {
  Draw draw("damping");
  Question q = ellipsoid(3000);
  for (int i = 0; i < 10; ++i) {
    q.pose(draw.rotation().row(2), draw.uniform(-0.4, 0.4));
    const ReferenceFlow water = random_flow(draw, false), air = random_flow(draw, false);
    q.flows(water, air);
    const Mat6 D = q.slow().damping;
    Mat6 slope;
    constexpr double kStep = 1e-5;
    for (int j = 0; j < 6; ++j) {
      const auto moved = [&](double step) {
        ReferenceFlow w = water, a = air;
        if (j < 3) w.linear[j] += step, a.linear[j] += step;
        if (j >= 3) w.gradient += step * skew(Vec3::Unit(j - 3));
        if (j >= 3) a.gradient += step * skew(Vec3::Unit(j - 3));
        q.flows(w, a);
        const ReferenceSums sums = q.slow();
        return Vec6(sums.drag + sums.air);
      };
      slope.col(j) = (moved(kStep) - moved(-kStep)) / (2 * kStep);
    }
    // Faces that the flow just grazes switch their linear part; there are few of them.
    EXPECT_LT((slope - D).cwiseAbs().maxCoeff(), 30 * kDerivative * D.cwiseAbs().maxCoeff());
    q.flows(water, air);
    const Mat6 fast = q.fast().damping();
    EXPECT_EQ((fast - fast.transpose()).norm(), 0);
    const Vec6 values = symmetric_eigen(fast).values;
    EXPECT_GT(values.minCoeff(), -kSingle * values.maxCoeff());
  }
}

TEST(FaceKernel, DampingIsTheSlopeExactlyForQuadraticDrag) {
  TriangleMesh mesh = geometry::box({1, 0.7, 0.4}, 500);
  ReferenceTask task;
  const std::vector<double> head(mesh.vertices.size(), 10.0);
  task.head = head;
  task.drag_quadratic = kQuadratic;
  task.water.linear = {0.8, -0.5, 0.3};
  task.water.gradient = skew(Vec3(0.2, -0.3, 0.4));
  const Mat6 D = reference_sums(mesh, task).damping;
  constexpr double kStep = 1e-5;
  for (int j = 0; j < 6; ++j) {
    const auto moved = [&](double step) {
      ReferenceTask t = task;
      if (j < 3) t.water.linear[j] += step;
      if (j >= 3) t.water.gradient += step * skew(Vec3::Unit(j - 3));
      return reference_sums(mesh, t).drag;
    };
    const Vec6 slope = (moved(kStep) - moved(-kStep)) / (2 * kStep);
    EXPECT_LT((slope - D.col(j)).cwiseAbs().maxCoeff(), kDerivative * D.cwiseAbs().maxCoeff());
  }
}

// Baseline, SSE4 and AVX2 have 1 or 4, 4 and 8 lanes.
TEST(FaceKernel, EveryInstructionSetGivesTheSameBits) {
  Draw draw("targets");
  Question q = ellipsoid(5000);
  std::vector<float> turned[3];
  for (auto& axis : turned) axis.resize(q.faces.vertex_x().size());
  int compared = 0;
  for (int i = 0; i < 12; ++i) {
    q.pose(draw.rotation().row(2), i == 0 ? 5 : draw.uniform(-0.5, 0.5));
    q.flows(random_flow(draw, i % 2), random_flow(draw, false));
    const Mat3 R = draw.rotation();
    hwy::SetSupportedTargetsForTest(0);
    const FaceSums widest = q.fast();
    turn_vertices(q.faces, R, 0, turned[0].size(),
                  {turned[0].data(), turned[1].data(), turned[2].data()});
    const std::vector<float> first = turned[0];
    for (const int64_t target : {int64_t{HWY_STATIC_TARGET}, int64_t{HWY_SSE4}}) {
      hwy::SetSupportedTargetsForTest(target);
      const FaceSums other = q.fast();
      EXPECT_EQ(std::memcmp(&widest, &other, sizeof widest), 0);
      turn_vertices(q.faces, R, 0, turned[0].size(),
                    {turned[0].data(), turned[1].data(), turned[2].data()});
      EXPECT_EQ(turned[0], first);
      ++compared;
    }
  }
  hwy::SetSupportedTargetsForTest(0);
  EXPECT_EQ(compared, 24);
}

TEST(FaceKernel, TurnedVerticesAreRotated) {
  Draw draw("turn");
  const TriangleMesh mesh = geometry::sphere(1.5, 300);
  const FaceSet faces(mesh, Vec3::Zero(), Vec3::Ones());
  const Mat3 R = draw.rotation();
  std::vector<float> turned[3];
  for (auto& axis : turned) axis.resize(faces.vertex_x().size());
  turn_vertices(faces, R, 0, turned[0].size(),
                {turned[0].data(), turned[1].data(), turned[2].data()});
  for (size_t v = 0; v < faces.vertices(); ++v) {
    const Vec3 r(faces.vertex_x()[v], faces.vertex_y()[v], faces.vertex_z()[v]);
    EXPECT_LT((R * r - Vec3(turned[0][v], turned[1][v], turned[2][v])).norm(), 1e-6);
  }
}

}  // namespace face_kernel_test
}  // namespace hadal::dynamics

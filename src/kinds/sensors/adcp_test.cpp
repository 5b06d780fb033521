#include "kinds/sensors/adcp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kinds/sensors/test_context.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace adcp_test {

constexpr double kTolerance = 1e-12;

// Water that moves relative to the instrument by u_S in every cell.
struct Tank {
  Tank(const Adcp& m, const Vec3& u_S) : model(m), cells(m.numbers()) {
    const BeamVectors e = beam_vectors_S(model, 1500);
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = e[i % kJanusBeams].dot(u_S);
  }
  std::vector<double> measure(int64_t number = 0) const {
    TestSample sample(model.numbers(), {});
    sample.number = number;
    found = adcp_measure(model, {1500, cells}, q_NS, sample);
    return {sample.values.begin(), sample.values.end()};
  }
  Adcp model;
  std::vector<double> cells;
  Quat q_NS = Quat::Identity();
  mutable bool found = false;
};

TEST(Adcp, CombinesTheBeamsOfEachCell) {
  Adcp model;
  model.cells = 3;
  model.frame = ProfileFrame::kInstrument;
  Tank tank(model, {0.4, -0.2, 0.05});
  tank.cells[4 + 2] = NAN;  // second cell: three beams
  tank.cells[8] = tank.cells[9] = NAN;
  const std::vector<double> out = tank.measure();
  EXPECT_TRUE(tank.found);
  EXPECT_EQ(out[0], 4);
  EXPECT_EQ(out[4], 3);
  EXPECT_EQ(out[8], 2);
  for (const size_t cell : {0, 1}) {
    EXPECT_NEAR(out[4 * cell + 1], 0.4, kTolerance);
    EXPECT_NEAR(out[4 * cell + 2], -0.2, kTolerance);
    EXPECT_NEAR(out[4 * cell + 3], 0.05, kTolerance);
  }
  EXPECT_TRUE(std::isnan(out[9]));
}

TEST(Adcp, TurnsThemIntoTheEarthFrame) {
  Adcp model;
  model.cells = 1;
  Tank tank(model, {1, 0, 0});
  tank.q_NS = quaternion_from(EulerAngles{0, 0, 90 * kDegree});
  const std::vector<double> out = tank.measure();
  EXPECT_NEAR(out[1], 0, kTolerance);
  EXPECT_NEAR(out[2], 1, kTolerance);  // its x axis points east
}

TEST(Adcp, BeamOutputIsTheFourVelocities) {
  Adcp model;
  model.cells = 2;
  model.output = ProfileOutput::kBeams;
  const Tank tank(model, {0.4, -0.2, 0.05});
  const std::vector<double> out = tank.measure();
  for (size_t i = 0; i < out.size(); ++i) EXPECT_NEAR(out[i], tank.cells[i], kTolerance);
}

TEST(Adcp, NoisePerCellAsSpecified) {
  constexpr int kSamples = 5000;
  Adcp model;
  model.cells = 2;
  model.beam_noise.std_m_s = 0.02;
  const Tank tank(model, {0.3, 0, 0});
  const double wanted = 0.02 / (std::sqrt(2.0) * std::sin(30 * kDegree));
  double sum = 0, squares = 0, product = 0;
  for (int i = 0; i < kSamples; ++i) {
    const std::vector<double> out = tank.measure(i);
    sum += out[1] - 0.3;
    squares += std::pow(out[1] - 0.3, 2);
    product += (out[1] - 0.3) * (out[5] - 0.3);
  }
  EXPECT_NEAR(sum / kSamples, 0, 4 * wanted / std::sqrt(kSamples));
  EXPECT_NEAR(std::sqrt(squares / kSamples) / wanted, 1, 0.05);
  EXPECT_NEAR(product / kSamples / (wanted * wanted), 0, 0.06);  // cells are independent
}

// The echo of the side lobe from straight below comes back as early as that of the beam from
// altitude = range cos(angle).
TEST(Adcp, SideLobesEndTheProfileEarly) {
  Adcp model;
  EXPECT_NEAR(model.clear_range_m(20), 20 * std::cos(30 * kDegree), kTolerance);
  model.side_lobe_cut = false;
  EXPECT_EQ(model.clear_range_m(20), 20);
  EXPECT_EQ(model.clear_range_m(INFINITY), model.max_range_m);
}

}  // namespace adcp_test
}  // namespace hadal::kinds

#include <gtest/gtest.h>

#include "kinds/frames/fls.h"
#include "kinds/frames/imaging_sonar.h"
#include "scenario/reader.h"

namespace hadal::inline scenario {
namespace sonar_config_test {

template <class T>
std::string read(const std::string& keys) {
  SourceMap locations;
  Problems problems;
  T out;
  read_struct(parse_yaml("{name: s, " + keys + "}", "a.yaml").value(), T::schema(), &out, "",
              locations, problems);
  return problems.text();
}

void expect_refused(const std::string& text, const std::string& why) {
  EXPECT_NE(text.find(why), std::string::npos) << text;
}

TEST(SonarConfig, DefaultsAreAccepted) {
  EXPECT_EQ(read<FlsModel>("rate_hz: 5"), "");
  EXPECT_EQ(read<ImagingSonarModel>("rate_hz: 5"), "");
}

TEST(SonarConfig, BadParametersAreRefusedWithTheReason) {
  using Fls = FlsModel;
  expect_refused(read<Fls>("beams: 0"), "beams");
  expect_refused(read<Fls>("min_range_m: 20, max_range_m: 20"), "above min_range_m");
  expect_refused(read<Fls>("frequency_khz: 10, bandwidth_khz: 21"), "twice frequency_khz");
  expect_refused(read<Fls>("rate_hz: -1"), "rate_hz");
  expect_refused(read<Fls>("rate_hz: 60, max_range_m: 50"), "later than the next ping");
  expect_refused(read<Fls>("pulse_window: rectangular"), "range_model: exact");
  expect_refused(read<Fls>("beams: 4000, rays_along: 8000"), "rays per ping");
  expect_refused(read<Fls>("range_model: nufft"), "direct");
  expect_refused(read<ImagingSonarModel>("beams: 0"), "beams");
  expect_refused(read<ImagingSonarModel>("min_range_m: 7, max_range_m: 5"), "above min_range_m");
  expect_refused(read<ImagingSonarModel>("beams: 4000, planes: 4000"), "rays per ping");
  expect_refused(read<ImagingSonarModel>("max_range_m: 10000, range_resolution_m: 0.0001"),
                 "bins");
}

TEST(SonarConfig, ExactTakesAnySpectrum) {
  EXPECT_EQ(
      read<FlsModel>("rate_hz: 5, range_model: exact, pulse_window: rectangular"),
      "");
}

}  // namespace sonar_config_test
}  // namespace hadal::scenario

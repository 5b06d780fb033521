#include "scenario/waves_config.h"

#include <gtest/gtest.h>

#include "math/units.h"
#include "scenario/reader.h"

namespace hadal::inline scenario {
namespace waves_config_test {

struct Holder {
  AnyConfig waves;
  WindConfig wind;
  static const StructSchema& schema() {
    static const StructSchema s = StructBuilder<Holder>("holder", "A test.")
                                      .tagged("waves", &Holder::waves, "Waves.", wave_kinds)
                                      .object("wind", &Holder::wind, "Wind.");
    return s;
  }
};

// The messages of all problems, one per line.
std::string read(std::string_view text, Holder& out) {
  SourceMap locations;
  Problems problems;
  read_struct(parse_yaml(text, "a.yaml").value(), Holder::schema(), &out, "", locations, problems);
  std::string lines;
  for (const Problem& problem : problems.list())
    lines += problem.key + ": " + problem.message + "\n";
  return lines;
}

TEST(WavesConfig, ReadsEveryKind) {
  Holder h;
  EXPECT_EQ(read("waves: !regular {height_m: 2, period_s: 9, from_deg: 270, phase_deg: 30}", h),
            "");
  ASSERT_NE(h.waves.as<RegularWavesConfig>(), nullptr);
  EXPECT_EQ(h.waves.as<RegularWavesConfig>()->height_m, 2);
  EXPECT_EQ(waves_common(h.waves).from_rad.value(), 270 * kDegree);
  EXPECT_EQ(read("waves: !jonswap {significant_height_m: 2, peak_period_s: 8, depth_m: 30}", h),
            "");
  EXPECT_EQ(waves_common(h.waves).depth_m.value(), 30);
  EXPECT_EQ(h.waves.as<JonswapWavesConfig>()->components, 260);
  EXPECT_EQ(read("waves: !pierson_moskowitz {wind_speed_m_s: 12}", h), "");
  EXPECT_EQ(read("waves: !sea_state {state: 4, spreading: none}", h), "");
  EXPECT_EQ(read("waves: !components {waves: [{amplitude_m: 1, period_s: 8, toward_deg: 5}]}", h),
            "");
  EXPECT_EQ(h.waves.as<ComponentWavesConfig>()->waves.size(), 1U);
  EXPECT_EQ(read("waves: !phillips {wind_speed_m_s: 10, modes: 32}", h), "");
  EXPECT_EQ(read("wind: {speed_m_s: 12, from_deg: 200, profile: power}", h), "");
  EXPECT_EQ(h.wind.speed_m_s, 12);
  EXPECT_EQ(h.wind.profile, WindProfile::power);
  EXPECT_NEAR(h.wind.toward_rad(), 380 * kDegree, 1e-12);
}

TEST(WavesConfig, RefusesWhatCannotBe) {
  const struct {
    const char* text;
    const char* complaint;
  } rows[] = {
      {"waves: !regular {from_deg: 1, toward_deg: 2}", "not both"},
      {"waves: !regular {height_m: 5, period_s: 3}", "break"},
      {"waves: !jonswap {significant_height_m: 9, peak_period_s: 4}", "break"},
      {"waves: !jonswap {depth_m: 0}", "depth_m"},
      {"waves: !jonswap {components: 0}", "components"},
      {"waves: !pierson_moskowitz {}", "expected significant_height_m or wind_speed_m_s"},
      {"waves: !pierson_moskowitz {wind_speed_m_s: 9, peak_period_s: 3}", "follows from"},
      {"waves: !sea_state {}", "state"},
      {"waves: !sea_state {state: 10}", "state"},
      {"waves: !components {waves: []}", "at least one"},
      {"waves: !components {waves: [{amplitude_m: 1}]}", "period_s"},
      {"waves: !phillips {modes: 15}", "even"},
      {"waves: !tsunami {}", "jonswap"},
      {"wind: {speed_m_s: -1}", "speed_m_s"},
      {"wind: {from_deg: 1, toward_deg: 2}", "not both"},
  };
  for (const auto& row : rows) {
    Holder h;
    EXPECT_NE(read(row.text, h).find(row.complaint), std::string::npos) << row.text;
  }
}

}  // namespace waves_config_test
}  // namespace hadal::scenario

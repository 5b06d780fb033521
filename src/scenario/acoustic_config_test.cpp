#include "scenario/acoustic_config.h"

#include <gtest/gtest.h>

#include "scenario/environment_config.h"
#include "scenario/reader.h"

namespace hadal::inline scenario {
namespace acoustic_config_test {

// The messages of all problems, one per line.
std::string read(std::string_view text, EnvironmentConfig& out) {
  SourceMap locations;
  Problems problems;
  read_struct(parse_yaml(text, "a.yaml").value(), EnvironmentConfig::schema(), &out, "", locations,
              problems);
  std::string lines;
  for (const Problem& problem : problems.list())
    lines += problem.key + ": " + problem.message + "\n";
  return lines;
}

TEST(AcousticConfig, ReadsEveryKey) {
  EnvironmentConfig e;
  EXPECT_EQ(e.sound.absorption, AbsorptionFormula::kFrancoisGarrison);
  EXPECT_EQ(read("sound: {absorption: ainslie_mccolm, ph: 7.9, shipping: 0.2, extra_noise_db: 6, "
                 "straight_time_error_s: 1.0e-6, straight_angle_error_deg: 0.01}",
                 e),
            "");
  EXPECT_EQ(e.sound.absorption, AbsorptionFormula::kAinslieMcColm);
  EXPECT_EQ(e.sound.ph, 7.9);
  EXPECT_EQ(e.sound.shipping, 0.2);
  EXPECT_EQ(e.sound.extra_noise_db, 6);
  EXPECT_EQ(e.sound.straight_time_error_s, 1e-6);
  EXPECT_EQ(e.sound.straight_angle_error_rad, 0.01 * kDegree);
}

TEST(AcousticConfig, RefusesWhatCannotBe) {
  const struct {
    const char* text;
    const char* complaint;
  } rows[] = {
      {"sound: {absorption: francis_garrison}", "sound.absorption"},
      {"sound: {ph: 4}", "sound.ph"},
      {"sound: {shipping: 1.5}", "sound.shipping"},
      {"sound: {shipping: loud}", "sound.shipping"},
      {"sound: {straight_time_error_s: 0}", "sound.straight_time_error_s"},
      {"sound: {straight_angle_error_deg: -1}", "sound.straight_angle_error_deg"},
      {"sound: {sound_speed_m_s: 1500}", "sound_speed_m_s"},
  };
  for (const auto& row : rows) {
    EnvironmentConfig e;
    EXPECT_NE(read(row.text, e).find(row.complaint), std::string::npos) << row.text << "\n"
                                                                        << read(row.text, e);
  }
}

}  // namespace acoustic_config_test
}  // namespace hadal::scenario

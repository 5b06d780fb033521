// Every shipped case through the runner.
#include "hadal/validate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/test_source_folder.h"

namespace hadal {
namespace validate_test {

namespace fs = std::filesystem;

const std::string kCases = test::source_folder() + "/validation/cases";

struct Outcome {
  int code = 0;
  std::string text;
};

Outcome run(const std::string& directory, ValidateFormat format = ValidateFormat::kTable) {
  std::ostringstream out;
  const int code = validate({{directory}, {test::source_folder()}, format}, out);
  return {code, out.str()};
}

// A copy of a case whose case.json has one text replaced by another.
std::string changed_copy(const std::string& name, const std::string& copy_name,
                         const std::string& from, const std::string& to) {
  const fs::path copy = fs::path(testing::TempDir()) / "validation_cases" / copy_name;
  fs::remove_all(copy);
  fs::create_directories(copy.parent_path());
  fs::copy(kCases + "/" + name, copy);
  fs::permissions(copy / "case.json", fs::perms::owner_write, fs::perm_options::add);
  std::stringstream text;
  text << std::ifstream(copy / "case.json").rdbuf();
  std::string json = text.str();
  const size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos);
  if (at != std::string::npos) json.replace(at, from.size(), to);
  std::ofstream(copy / "case.json") << json;
  return copy.string();
}

class ShippedCase : public testing::TestWithParam<std::string> {};

TEST_P(ShippedCase, PassesOrHasNoRunner) {
  const Outcome outcome = run(kCases + "/" + GetParam());
  EXPECT_EQ(outcome.code, 0) << outcome.text;
}

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kCases))
    if (fs::exists(entry.path() / "case.json"))
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Validation, ShippedCase, testing::ValuesIn(case_names()),
                         [](const auto& one) { return one.param; });

TEST(Validate, ASuffixKeepsTheKindAndInputsComeFromTheCase) {
  const std::string same =
      changed_copy("drag_falling_sphere", "drag_falling_sphere_b", "\"Cd\"", "\"Cd\"");
  EXPECT_EQ(run(same).code, 0);
  const std::string other =
      changed_copy("drag_falling_sphere", "drag_falling_sphere_c", "\"Cd\": 0.47", "\"Cd\": 0.6");
  const Outcome outcome = run(other);
  EXPECT_EQ(outcome.code, 1) << outcome.text;
  EXPECT_NE(outcome.text.find("FAIL"), std::string::npos);
}

TEST(Validate, MalformedJsonIsBadInputWithItsFile) {
  const Outcome outcome = run(changed_copy("geo_gravity", "geo_gravity_bad", "{", "{,"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.text.find("geo_gravity_bad/case.json"), std::string::npos);
}

TEST(Validate, AMissingParameterIsBadInputWithItsKey) {
  const Outcome outcome =
      run(changed_copy("drag_falling_sphere", "drag_falling_sphere_d", "\"rho_s\"", "\"rho_x\""));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.text.find("rho_s"), std::string::npos);
}

TEST(Validate, AMissingDirectoryIsBadInput) {
  EXPECT_EQ(run(kCases + "/no_such_case").code, 2);
}

TEST(Validate, AnUnknownKindIsNotRunAndDoesNotFail) {
  const Outcome outcome = run(changed_copy("geo_gravity", "zzz_unknown", "{", "{"));
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.text.find("unknown kind"), std::string::npos);
}

TEST(Validate, ACaseWithoutRunnerFailsWhereAllAreRequired) {
  std::ostringstream out;
  ValidateOptions options{{changed_copy("geo_gravity", "zzz_required", "{", "{")},
                          {test::source_folder()}};
  options.require_all = true;
  EXPECT_EQ(validate(options, out), 1) << out.str();
  options.directories = {kCases + "/geo_gravity"};
  EXPECT_EQ(validate(options, out), 0) << out.str();
}

// Other numbers of a case lead to other runs: what the runners read is what acts.
TEST(Validate, ChangedVehiclesNoLongerAgree) {
  const struct {
    const char *name, *from, *to;
  } changes[] = {
      {"veh_torpedo_dive", "\"fin_radius\": [0.14, 0.14", "\"fin_radius\": [0.28, 0.14"},
      {"veh_torpedo_dive", "\"reaction_factor\": 0.2", "\"reaction_factor\": 0.3"},
      {"veh_npsauv_turn_dive", "\"Nv\": -0.0074", "\"Nv\": -0.012"},
      {"bat_fossen_step", "\"rotor_time_constant\": 0.5", "\"rotor_time_constant\": 0.6"},
      {"opt_camera_noise", "\"dsnu_e\": 0.6", "\"dsnu_e\": 6"},
  };
  for (const auto& change : changes) {
    const Outcome outcome = run(changed_copy(change.name, std::string(change.name) + "_changed",
                                             change.from, change.to));
    EXPECT_EQ(outcome.code, 1)
        << change.name << " " << change.from << "\n" << outcome.text;
  }
}

TEST(Validate, MarkdownAndJsonListTheChecks) {
  EXPECT_NE(run(kCases + "/geo_gravity", ValidateFormat::kMarkdown)
                .text.find("| geo_gravity | gravity, m/s2 |"),
            std::string::npos);
  EXPECT_NE(run(kCases + "/geo_gravity", ValidateFormat::kJson).text.find("\"tolerance\""),
            std::string::npos);
}

}  // namespace validate_test
}  // namespace hadal

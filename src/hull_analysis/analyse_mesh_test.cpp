#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/test_folder.h"
#include "base/viewer_page.h"
#include "geometry/export.h"
#include "geometry/hull/lamb.h"
#include "geometry/primitives.h"
#include "hadal/mesh.h"
#include "hull_analysis/analysis.h"
#include "hull_analysis/text.h"

namespace hadal {
namespace analyse_mesh_test {

namespace fs = std::filesystem;
using hull_analysis::analyse_hull;
using hull_analysis::hull_page_json;
using hull_analysis::HullAnalysis;
using Json = nlohmann::json;

void write_obj(const fs::path& path, const geometry::TriangleMesh& mesh) {
  ASSERT_TRUE(geometry::write_obj(mesh, path).empty());
}

class AnalyseMesh : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("hadal_mesh_" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
    options_.panels = 800;
  }
  void TearDown() override {
    unsetenv("XDG_CACHE_HOME");
    fs::remove_all(folder_);
  }
  Json analyse(const geometry::TriangleMesh& mesh) {
    write_obj(folder_ / "hull.obj", mesh);
    const MeshAnswer answer = analyse_mesh((folder_ / "hull.obj").string(), options_);
    EXPECT_EQ(answer.exit_code, 0) << answer.problems;
    text_ = answer.text;
    return answer.exit_code == 0 ? Json::parse(answer.json) : Json();
  }
  fs::path folder_;
  MeshOptions options_;
  ThreadArena arena_{1};
  std::string text_;
};

TEST_F(AnalyseMesh, EllipsoidHasItsClosedForms) {
  const Vec3 axes(1, 0.5, 0.4);
  const Json j = analyse(geometry::ellipsoid(axes, 3000));
  const double volume = 4 * std::numbers::pi / 3 * axes.prod();
  EXPECT_NEAR(j["volume_m3"], volume, 1e-5);
  const Vec6 lamb = 1025 * geometry::ellipsoid_added_mass(axes);
  for (size_t i = 0; i < 3; ++i)
    for (const char* by : {"panels", "ellipsoid"})
      EXPECT_NEAR(j["added_mass"][by][i][i].get<double>(), lamb[static_cast<int>(i)],
                  0.01 * lamb[static_cast<int>(i)])
          << by;
  EXPECT_NEAR(j["body"]["mass_kg"], 1025 * volume, 0.1);
  EXPECT_NEAR(j["fits"]["ellipsoid"]["semi_axes_m"][0], 1, 2e-3);
}

TEST_F(AnalyseMesh, BoxFloatsAtItsDraught) {
  options_.mass_kg = 1025 * 4 * 2 * 0.4;
  options_.center_of_gravity_m = {{0, 0, 0.2}};
  const Json j = analyse(geometry::box({4, 2, 1}, 48));
  EXPECT_NEAR(j["floating"]["draught_m"], 0.4, 1e-6);
  const double GM = 0.2 + 4 / (12 * 0.4) - 0.3;
  EXPECT_NEAR(j["floating"]["metacentric_transverse_m"], GM, 1e-6);
  EXPECT_NEAR(j["floating"]["metacentric_by_slope_m"], GM, 1e-4);
  EXPECT_EQ(j["floating"]["righting_curve"].size(), 37u);
  EXPECT_NE(text_.find("Floats with 40.0 %"), std::string::npos);
  // Surge of the box, about a third of its water; in the text block too.
  EXPECT_NE(text_.find("mass_kg: 3280"), std::string::npos);
}

TEST_F(AnalyseMesh, UnitsAndAxesReachTheNumbers) {
  options_.unit = "mm";
  options_.up = "z";
  geometry::TriangleMesh tall = geometry::box({1000, 500, 2000});
  for (Vec3& v : tall.vertices) v.z() += 1000;  // stands on z = 0, up
  const Json j = analyse(tall);
  EXPECT_NEAR(j["volume_m3"], 1, 1e-9);
  EXPECT_NEAR(j["center_of_buoyancy_m"][2], -1, 1e-9);  // up is -z here
}

TEST_F(AnalyseMesh, TheSecondAnswerIsTheFirst) {
  const geometry::TriangleMesh hull = geometry::ellipsoid({1, 0.4, 0.3}, 12000);
  options_.density_kg_m3 = 600;
  const Json first = analyse(hull), second = analyse(hull);
  EXPECT_EQ(first, second);
  options_.use_cache = false;
  EXPECT_EQ(first, analyse(hull));
  options_.threads = 3;
  EXPECT_EQ(first, analyse(hull));
}

// The document in the page is the answer, with the mesh in single precision.
TEST_F(AnalyseMesh, PageHoldsTheAnalysisAndTheMesh) {
  options_.html_path = (folder_ / "hull.html").string();
  options_.page_path = (folder_ / "page.html").string();
  std::ofstream(options_.page_path) << "<head></head>";
  options_.density_kg_m3 = 500;
  (void)analyse(geometry::ellipsoid({1, 0.4, 0.3}, 1000));
  const HullAnalysis hull = analyse_hull((folder_ / "hull.obj").string(), options_, arena_).value();
  const std::string document = hull_page_json(hull);
  EXPECT_NE(test::read_text(options_.html_path).find("\">" + base64(document) + "</script>"),
            std::string::npos);
  const Json j = Json::parse(document);
  EXPECT_EQ(j["text"], text_);
  EXPECT_EQ(j["floating"]["righting_curve"].size(), 37u);
  const std::vector<float> first{static_cast<float>(hull.mesh.vertices[0].x()),
                                 static_cast<float>(hull.mesh.vertices[0].y()),
                                 static_cast<float>(hull.mesh.vertices[0].z())};
  const std::string packed = base64({reinterpret_cast<const char*>(first.data()), 12});
  EXPECT_TRUE(j["mesh"]["vertices_m"].get<std::string>().starts_with(packed));
  EXPECT_EQ(j["mesh"]["triangles"].get<std::string>().size(), 16 * hull.mesh.triangles.size());
}

TEST_F(AnalyseMesh, WithoutTheViewersPageSaysSo) {
  write_obj(folder_ / "box.obj", geometry::box({1, 1, 1}));
  options_.html_path = (folder_ / "hull.html").string();
  const MeshAnswer answer = analyse_mesh((folder_ / "box.obj").string(), options_);
  EXPECT_EQ(answer.exit_code, 2);
  EXPECT_NE(answer.problems.find("the viewer's page is not built"), std::string::npos);
}

TEST_F(AnalyseMesh, BadInputIsExitCodeTwo) {
  const auto code = [&](const std::string& file, const std::string& word) {
    const MeshAnswer answer = analyse_mesh((folder_ / file).string(), options_);
    EXPECT_NE(answer.problems.find(word), std::string::npos) << answer.problems;
    return answer.exit_code;
  };
  EXPECT_EQ(code("missing.obj", "missing.obj"), 2);
  std::ofstream(folder_ / "broken.stl") << "this is no mesh";
  EXPECT_EQ(code("broken.stl", "broken.stl"), 2);
  geometry::TriangleMesh open = geometry::box({1, 1, 1});
  open.triangles.pop_back();
  write_obj(folder_ / "open.obj", open);
  EXPECT_EQ(code("open.obj", "open.obj"), 2);
  write_obj(folder_ / "box.obj", geometry::box({1, 1, 1}));
  options_.unit = "furlong";
  EXPECT_EQ(code("box.obj", "furlong"), 2);
  options_.unit = "m";
  options_.mass_kg = options_.density_kg_m3 = 1;
  EXPECT_EQ(code("box.obj", "not both"), 2);
}

TEST_F(AnalyseMesh, OverlappingPartsLeaveTheEllipsoid) {
  geometry::TriangleMesh pair = geometry::box({1, 1, 1}, 48);
  geometry::TriangleMesh other = geometry::box({1, 0.5, 0.5}, 48);
  for (Vec3& v : other.vertices) v.x() += 0.6;
  geometry::append(pair, other);
  const Json j = analyse(pair);
  EXPECT_FALSE(j["added_mass"].contains("panels"));
  EXPECT_TRUE(j["added_mass"].contains("ellipsoid"));
  EXPECT_NE(text_.find("no added mass by panels"), std::string::npos);
}

}  // namespace analyse_mesh_test
}  // namespace hadal

#include "geometry/face_count.h"

#include <gtest/gtest.h>

#include "geometry/sample_files.h"

namespace hadal::geometry {
namespace face_count_test {

TEST(FaceCount, EachKindThatTells) {
  const sample::TemporaryFolder folder;
  const auto size = [&](const char* format, const std::string& content) {
    return announced_size(folder.write("a", content), format);
  };
  for (const AnnouncedSize& found : {size("obj", sample::obj()), size("ply", sample::text_ply())}) {
    EXPECT_EQ(found.faces, 4u);
    EXPECT_EQ(found.vertices, 4u);
  }
  for (const AnnouncedSize& found :
       {size("stl", sample::text_stl()), size("stl", sample::binary_stl())}) {
    EXPECT_EQ(found.faces, 4u);
    EXPECT_EQ(found.vertices, 12u);
  }
  EXPECT_FALSE(size("glb", sample::glb()).faces);
  EXPECT_FALSE(size("stl", "no mesh").faces);
}

// Lines are counted across the blocks in which a file is read, whatever their ends and length.
TEST(FaceCount, LongFiles) {
  const sample::TemporaryFolder folder;
  std::string text;
  constexpr uint64_t kLines = 150'000;
  for (uint64_t i = 0; i < kLines; ++i)
    text += i % 3 == 0 ? "f 1/1/1 2/2/2 3/3/3\r\n" : i % 3 == 1 ? "  v 0.25 1 2\n" : "vn 0 0 1\n";
  text += "# " + std::string(3 << 20, 'f') + "\nf 1 2 3";
  const AnnouncedSize found = announced_size(folder.write("long.obj", text), "obj");
  EXPECT_EQ(found.faces, kLines / 3 + 1);
  EXPECT_EQ(found.vertices, kLines / 3);
}

}  // namespace face_count_test
}  // namespace hadal::geometry

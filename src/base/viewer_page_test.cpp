#include "base/viewer_page.h"

#include <gtest/gtest.h>

#include "base/test_folder.h"

namespace hadal::inline base {
namespace viewer_page_test {

TEST(Base64, AgreesWithRfc4648) {
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64(std::string("\xff\0\xfe", 3)), "/wD+");
}

TEST(ViewerPage, HoldsTheDocumentsInItsHead) {
  const test::TestFolder folder("viewer_page");
  test::write_text(folder.file("page.html"), "<html><head></head><body></body></html>");
  const PageDocument documents[] = {{"log", "a \"<b>\" & c", "foobar"}, {"summary", "", "{}"}};
  ASSERT_TRUE(
      write_viewer_page(folder.file("page.html"), documents, folder.file("out.html")).empty());
  EXPECT_EQ(test::read_text(folder.file("out.html")),
            "<html><head><script type=\"text/plain\" id=\"hadal-log\" "
            "data-name=\"a &quot;<b>&quot; &amp; c\">Zm9vYmFy</script>\n"
            "<script type=\"text/plain\" id=\"hadal-summary\" data-name=\"\">e30=</script>\n"
            "</head><body></body></html>");
}

TEST(ViewerPage, SaysWhatIsMissing) {
  const test::TestFolder folder("viewer_page_missing");
  for (const std::string& page : {std::string(), folder.file("none.html")})
    EXPECT_NE(write_viewer_page(page, {}, folder.file("out.html")).text().find("is not built"),
              std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder.file("out.html")));
  test::write_text(folder.file("page.html"), "<head></head>");
  EXPECT_NE(write_viewer_page(folder.file("page.html"), {}, folder.file("no/out.html"))
                .text()
                .find("cannot write"),
            std::string::npos);
}

}  // namespace viewer_page_test
}  // namespace hadal::base

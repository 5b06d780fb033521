#include "scenario/document.h"

#include <gtest/gtest.h>

namespace hadal::inline scenario {
namespace document_test {

Node parsed(std::string_view text) {
  return parse_yaml(text, "a.yaml").value();
}
std::string refused(std::string_view text) {
  return parse_yaml(text, "a.yaml").problems().text();
}

TEST(Document, KeepsKindsTagsAndPlaces) {
  const Node root = parsed("a: 1\nb:\n  - !x {c: \"2\"}\n  - ~\n");
  ASSERT_EQ(root.entries.size(), 2u);
  EXPECT_EQ(root.find("a")->scalar, "1");
  EXPECT_FALSE(root.find("a")->quoted);
  const Node& item = root.find("b")->items[0];
  EXPECT_EQ(item.tag, "x");
  EXPECT_EQ(item.place.line, 3);
  EXPECT_EQ(item.place.column, 5);
  EXPECT_TRUE(item.find("c")->quoted);
  EXPECT_EQ(item.entries[0].place.column, 9);
  EXPECT_EQ(item.find("c")->place.column, 12);
  EXPECT_EQ(root.find("b")->items[1].kind, Node::Kind::kNull);
  EXPECT_EQ(root.find("none"), nullptr);
}

TEST(Document, NothingStandsAtItsKey) {
  const Node root = parsed("a:\n\n\nb: 1\n");
  EXPECT_EQ(root.find("a")->place.line, 1);
}

TEST(Document, EmptyTextIsNothing) {
  EXPECT_EQ(parsed("").kind, Node::Kind::kNull);
  EXPECT_EQ(parsed("# only a comment\n").kind, Node::Kind::kNull);
}

TEST(Document, Refuses) {
  EXPECT_EQ(refused("a: 1\na: 2\n"), "a.yaml:2:1: a: this key stands twice in the same map");
  EXPECT_EQ(refused("a: 1\n---\nb: 2\n"),
            "a.yaml:3:1: expected the end of the file, found another document or a stray sign");
  EXPECT_EQ(refused(std::string_view("ab\nc\0d", 6)),
            "a.yaml:2:2: the file holds a NUL byte; expected YAML text");
  EXPECT_EQ(refused("a: [1"), "a.yaml:1:1: not valid YAML: end of sequence flow not found");
  EXPECT_EQ(refused(std::string(9 << 20, ' ')), "a.yaml: the file is larger than 8 MiB");
  EXPECT_EQ(parse_yaml_file("/nonexistent/a.yaml").problems().text(),
            "/nonexistent/a.yaml: cannot read this file");
}

// yaml-cpp's LoadAll takes the comma for endlessly many empty documents.
TEST(Document, AStrayCommaEnds) {
  EXPECT_EQ(refused(",format: 1\n"),
            "a.yaml:1:1: expected the end of the file, found another document or a stray sign");
}

TEST(Document, AliasesAreCopies) {
  const Node root = parsed("a: &x {k: 1}\nb: *x\n");
  EXPECT_EQ(root.find("b")->find("k")->scalar, "1");
  EXPECT_EQ(refused("a: &x [*x]\n"), "a.yaml:1:8: an alias stands inside what it is the alias of");
}

TEST(Document, ABareTagHasNoContent) {
  const Node root = parsed("a: !x\n");
  EXPECT_EQ(root.find("a")->kind, Node::Kind::kNull);
  EXPECT_EQ(root.find("a")->tag, "x");
}

TEST(Document, SettingsFindTheirPlace) {
  Node root = parsed("list: [{name: p, v: 1}, {name: q, v: 2}]\nmap: {k: 3}\n");
  Problems problems;
  for (const char* setting :
       {"list[0].v=10", "list.q.v=20", "map.k=[1, 2]", "map.new.deep=x", "list[2].name=r"})
    apply_setting(setting, root, problems);
  ASSERT_TRUE(problems.empty()) << problems.text();
  EXPECT_EQ(root.find("list")->items[0].find("v")->scalar, "10");
  EXPECT_EQ(root.find("list")->items[1].find("v")->scalar, "20");
  EXPECT_EQ(root.find("list")->items[2].find("name")->scalar, "r");
  EXPECT_EQ(root.find("map")->find("k")->items.size(), 2u);
  EXPECT_EQ(root.find("map")->find("new")->find("deep")->scalar, "x");
  EXPECT_EQ(root.find("map")->find("k")->place.file, "--set map.k=[1, 2]");
}

TEST(Document, SettingsKeepTheKindUnlessTheyNameOne) {
  Node root = parsed("a: !x {k: 3}\nb: !x {k: 3}\n");
  Problems problems;
  apply_setting("a={k: 4}", root, problems);
  apply_setting("b=!y {k: 4}", root, problems);
  EXPECT_EQ(root.find("a")->tag, "x");
  EXPECT_EQ(root.find("b")->tag, "y");
}

}  // namespace document_test
}  // namespace hadal::scenario

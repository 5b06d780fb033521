#include "scenario/document.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "scenario/test_reading.h"

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
  EXPECT_EQ(item.location.line, 3);
  EXPECT_EQ(item.location.column, 5);
  EXPECT_TRUE(item.find("c")->quoted);
  EXPECT_EQ(item.entries[0].location.column, 9);
  EXPECT_EQ(item.find("c")->location.column, 12);
  EXPECT_EQ(root.find("b")->items[1].kind, Node::Kind::kNull);
  EXPECT_EQ(root.find("none"), nullptr);
}

TEST(Document, NothingStandsAtItsKey) {
  const Node root = parsed("a:\n\n\nb: 1\n");
  EXPECT_EQ(root.find("a")->location.line, 1);
}

TEST(Document, EmptyTextIsNothing) {
  EXPECT_EQ(parsed("").kind, Node::Kind::kNull);
  EXPECT_EQ(parsed("# only a comment\n").kind, Node::Kind::kNull);
}

TEST(Document, Refuses) {
  EXPECT_EQ(refused("a: 1\na: 2\n"), "a.yaml:2:1: a: this key occurs twice in the same map");
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
  EXPECT_EQ(refused("a: &x [*x]\n"), "a.yaml:1:8: an alias is inside the node it refers to");
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
  EXPECT_EQ(root.find("map")->find("k")->location.file, "--set map.k=[1, 2]");
}

TEST(Document, SettingsKeepTheKindUnlessTheyNameOne) {
  Node root = parsed("a: !x {k: 3}\nb: !x {k: 3}\n");
  Problems problems;
  apply_setting("a={k: 4}", root, problems);
  apply_setting("b=!y {k: 4}", root, problems);
  EXPECT_EQ(root.find("a")->tag, "x");
  EXPECT_EQ(root.find("b")->tag, "y");
}

// --- Places. @@ marks where a value or key begins.

// Place of the value that holds `word`.
const Node* holding(const Node& node, std::string_view word) {
  if (node.kind == Node::Kind::kScalar && node.scalar == word) return &node;
  for (const Node& item : node.items)
    if (const Node* found = holding(item, word)) return found;
  for (const Node::Entry& entry : node.entries)
    if (const Node* found = holding(entry.value, word)) return found;
  return nullptr;
}

TEST(DocumentLocations, AreThoseOfTheFile) {
  const char* const texts[] = {
      "a: @@word\n",
      "a:   @@word\n",
      "a:\n  b:\n    - c: @@word\n",
      "a: {b: [1, {c: @@word}]}\n",
      "# comment\n\n\na: @@word  # more\n",
      "- - - @@word\n",
      "a: |\n  two\n  lines\nb: @@word\n",
      "a: 'a quoted\n  text on two lines'\nb: @@word\n",
      "a: {b: 1,\n    c: 2,\n    d: @@word}\n",
      "--- \na: @@word\n...\n",
      "%YAML 1.2\n---\na: @@word\n",
      "? a\n: @@word\n",
      "a: @@\"word\"\n",
      "a: @@&x word\nb: 2\n",
      "a: @@!tag word\n",
  };
  for (const char* text : texts) {
    const test_reading::Marked marked = test_reading::cut_mark(text);
    const Result<Node> root = parse_yaml(marked.text, "a.yaml");
    ASSERT_TRUE(root.ok()) << text << root.problems().text();
    const Node* found = holding(root.value(), "word");
    ASSERT_NE(found, nullptr) << text;
    EXPECT_EQ("a.yaml:" + std::to_string(found->location.line) + ":" +
                  std::to_string(found->location.column),
              marked.location)
        << text;
  }
}

TEST(DocumentLocations, AnAliasStandsWhereItsAnchorDoes) {
  const Node root = parsed("a: &x {k: word}\nb:\n  c: *x\n");
  const Node& copy = *root.find("b")->find("c")->find("k");
  EXPECT_EQ(copy.location.line, 1);
  EXPECT_EQ(copy.location.column, 11);
  EXPECT_EQ(root.find("b")->entries[0].location.line, 3);
}

TEST(DocumentLocations, LinesEndWithLfOrCrLf) {
  const Node root = parsed("a: 1\r\nb:\r\n  - word\r\n");
  EXPECT_EQ(root.find("a")->scalar, "1");
  const Node* word = holding(root, "word");
  ASSERT_NE(word, nullptr);
  EXPECT_EQ(word->location.line, 3);
  EXPECT_EQ(word->location.column, 5);
  EXPECT_EQ(refused("a: 1\r\na: 2\r\n"), "a.yaml:2:1: a: this key occurs twice in the same map");
}

TEST(DocumentLocations, AByteOrderMarkIsNoPartOfTheFirstKey) {
  const Node root = parsed("\xEF\xBB\xBF" "a: 1\nb: word\n");
  ASSERT_NE(root.find("a"), nullptr);
  EXPECT_EQ(root.find("a")->scalar, "1");
  EXPECT_EQ(root.find("b")->location.line, 2);
  EXPECT_EQ(root.find("b")->location.column, 4);
}

// --- Keys.

TEST(DocumentKeys, TwiceInAMapAtAnyDepth) {
  EXPECT_EQ(refused("a: {k: 1, k: 2}\n"), "a.yaml:1:11: k: this key occurs twice in the same map");
  EXPECT_EQ(refused("- {a: 1}\n- {b: 1,\n   b: 2}\n"),
            "a.yaml:3:4: b: this key occurs twice in the same map");
  EXPECT_EQ(refused("k: 1\n\"k\": 2\n"), "a.yaml:2:1: k: this key occurs twice in the same map");
  EXPECT_TRUE(parse_yaml("a: {k: 1}\nb: {k: 1}\n", "a.yaml").ok());
}

TEST(DocumentKeys, EveryDuplicateIsCollected) {
  EXPECT_EQ(refused("a: 1\na: 2\nb: 1\nb: 2\n"),
            "a.yaml:2:1: a: this key occurs twice in the same map\n"
            "a.yaml:4:1: b: this key occurs twice in the same map");
}

TEST(DocumentKeys, AreWords) {
  EXPECT_EQ(refused("? [a, b]\n: 1\n"), "a.yaml:1:3: expected a plain word as key");
  EXPECT_EQ(refused("{a: 1}: 2\n"), "a.yaml:1:1: expected a plain word as key");
}

// Merge keys are not supported: they would hide which file gave a value.
TEST(DocumentKeys, AMergeIsAKeyLikeAnother) {
  const Node root = parsed("a: &x {k: 1}\nb: {<<: *x, m: 2}\n");
  EXPECT_EQ(root.find("b")->find("k"), nullptr);
  EXPECT_EQ(root.find("b")->entries[0].key, "<<");
}

// --- Broken texts.

TEST(DocumentBroken, IsRefusedWithItsLine) {
  const struct {
    const char* text;
    int line;
  } rows[] = {{"a: 1\nb: [1, 2\n", 2}, {"a: {b: 1\nc: 2\n", 1},  {"a: \"open\nb: 1\n", 1},
              {"a: 1\n b: 2\n", 2},     {"a: 1\n]\n", 2},         {"a: *none\n", 1},
              {"a: 1\n- b\n", 2},       {"a: b: c\n", 1},         {"a: @at\n", 1},
              {"a: `tick`\n", 1},       {"a: 1\n\"b\" c: 2\n", 2}, {"a: !!!x 1\n", 1}};
  for (const auto& row : rows) {
    const Result<Node> root = parse_yaml(row.text, "a.yaml");
    ASSERT_FALSE(root.ok()) << row.text;
    for (const Problem& problem : root.problems().list()) {
      EXPECT_EQ(problem.location.file, "a.yaml") << row.text;
      EXPECT_GE(problem.location.line, row.line) << row.text << root.problems().text();
      EXPECT_GE(problem.location.column, 1) << row.text;
    }
  }
}

// yaml-cpp takes the end of the file for the closing quote when a line ends there.
TEST(DocumentBroken, AQuoteThatIsNeverClosedIsRefusedWhereItOpens) {
  const char* const open[] = {
      "@@\"a",
      "a: @@\"open\nb: 1\n",
      "a: @@'open\nb: 1\n\n",
      "a: @@'it''s\n",
      "a: @@\"say \\\"b\\\"\n",
      "a: 'closed'\nb:\n  - @@\"open # \n",
      "a: @@!tag \"open\n",
      "a: 1\r\nb: @@\"open\r\n",
      "\xC3\xBC: @@\"\xC3\xBC\n",
  };
  for (const char* text : open) {
    const test_reading::Marked marked = test_reading::cut_mark(text);
    const Result<Node> root = parse_yaml(marked.text, "a.yaml");
    ASSERT_FALSE(root.ok()) << text;
    if (marked.text.ends_with('\n')) {
      EXPECT_EQ(root.problems().text(),
                marked.location + ": the quote that opens here is never closed");
    }
  }
  for (const char* text : {"a: \"x\"\n", "a: 'x'\n", "a: 'it''s'\n", "a: \"\\\"\"\n", "a: \"\"\n", "a: ''\n",
                           "a: \"two\n  lines\"\n", "\xEF\xBB\xBF" "a: \"x\"\n", "a: !t &b \"x\"\n",
                           "a: \"\\\\\"\n", "\"a\": 1\n", "a: it's\n", "a: 5\" pipe\n",
                           "a: |\n  it's\n", "a: >\n  5\" pipe\n", "a: !t it's\n"})
    EXPECT_TRUE(parse_yaml(text, "a.yaml").ok()) << text;
}

TEST(DocumentBroken, ATabIsNamed) {
  const std::string text = refused("a:\n\tb: 1\n");
  EXPECT_EQ(text.substr(0, 9), "a.yaml:2:") << text;
  EXPECT_NE(text.find("; the line is indented with a tab, expected blanks"), std::string::npos)
      << text;
  const std::string mixed = refused("a:\n  b: 1\n \t c: 1\n");
  EXPECT_NE(mixed.find("indented with a tab"), std::string::npos) << mixed;
  EXPECT_TRUE(parse_yaml("a: 1\t# a tab after a value is harmless\n", "a.yaml").ok());
}

TEST(DocumentBroken, DeepNestingIsRefusedWithoutRecursion) {
  const auto nested = [](int depth) {
    return std::string(static_cast<size_t>(depth), '[') +
           std::string(static_cast<size_t>(depth), ']');
  };
  EXPECT_TRUE(parse_yaml(nested(60), "a.yaml").ok());
  for (const int depth : {70, 1000, 200'000})
    EXPECT_NE(refused(nested(depth)).find("a.yaml:1:"), std::string::npos) << depth;
  EXPECT_NE(refused(nested(100)).find("the file nests too deep or holds too many values"),
            std::string::npos);
  std::string maps;
  for (int i = 0; i < 100; ++i) maps += std::string(static_cast<size_t>(i), ' ') + "a:\n";
  EXPECT_NE(refused(maps).find("nests too deep"), std::string::npos);
}

// Ten aliases of ten aliases of ...: 10^9 values from a few lines.
TEST(DocumentBroken, AliasesThatMultiplyAreRefused) {
  std::string text = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = "*a" + std::to_string(i - 1) + " ";
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) text += (k ? ", " : "") + before;
    text += "]\n";
  }
  EXPECT_NE(refused(text).find("the file nests too deep or holds too many values"),
            std::string::npos);
}

TEST(DocumentBroken, TooManyValuesAreRefused) {
  std::string text = "a: [1";
  for (int i = 0; i < 400'000; ++i) text += ",1";
  EXPECT_NE(refused(text + "]\n").find("holds too many values"), std::string::npos);
}

TEST(DocumentBroken, BytesThatAreNoUtf8AreRefusedWithTheirPlace) {
  EXPECT_EQ(refused("a: 1\nb: gr\xFCn\n"),
            "a.yaml:2:6: the byte 0xfc is not UTF-8; expected UTF-8 text");  // Latin-1
  const char* const wrong[] = {
      "\x80",              // continues nothing
      "\xC3",              // cut by the end of the file
      "\xC3(",             // cut by another character
      "\xC0\xAF",          // '/' in two bytes
      "\xE0\x80\xAF",      // '/' in three
      "\xED\xA0\x80",      // a surrogate
      "\xF4\x90\x80\x80",  // beyond U+10FFFF
      "\xFE",
  };
  for (const char* bytes : wrong)
    EXPECT_EQ(refused("a: x" + std::string(bytes)).substr(0, 12), "a.yaml:1:5: ") << bytes;
  EXPECT_EQ(parsed("a: \xC3\xBC \xE2\x82\xAC \xF0\x9F\x90\x9F\n").find("a")->scalar,
            "\xC3\xBC \xE2\x82\xAC \xF0\x9F\x90\x9F");
}

// However it is cut, a file is read or refused with a place within it.
TEST(DocumentBroken, CutAnywhere) {
  const std::string text =
      "format: 1\r\n# \xC3\xBC\nvehicles:\n  - {name: a, pose: {depth_m: 3}, sensors: [!imu {name: "
      "i}]}\n  - &b\n    name: \"b\\n\"\nmission: |\n  text\nmore: [*b, ~]\n";
  const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
  for (size_t length = 0; length <= text.size(); ++length) {
    const Result<Node> root = parse_yaml(std::string_view(text).substr(0, length), "a.yaml");
    if (root) continue;
    for (const Problem& problem : root.problems().list()) {
      EXPECT_GE(problem.location.line, 1) << length << ": " << root.problems().text();
      EXPECT_LE(problem.location.line, lines) << length;
    }
  }
}

// --- Settings.

// The tree after a setting as "key: value" lines of its scalars, or the problem.
void flatten(const Node& node, const std::string& key, std::string& out) {
  if (node.kind == Node::Kind::kScalar) out += key + "=" + node.scalar + " ";
  if (node.kind == Node::Kind::kNull) out += key + "=~ ";
  for (size_t i = 0; i < node.items.size(); ++i)
    flatten(node.items[i], key + "[" + std::to_string(i) + "]", out);
  for (const Node::Entry& entry : node.entries)
    flatten(entry.value, key.empty() ? entry.key : key + "." + entry.key, out);
}

std::string after(const std::string& setting) {
  Node root = parsed("list: [{name: p, v: 1}, {name: q, v: [5, 6]}]\nmap: {k: 3}\nword: w\n");
  Problems problems;
  apply_setting(setting, root, problems);
  if (!problems.empty()) return problems.text();
  std::string out;
  flatten(root, "", out);
  return out;
}

TEST(DocumentSettings, ReachEverythingByKeyIndexAndName) {
  const std::string p = "list[0].name=p ", v = "list[0].v=1 ", q = "list[1].name=q ",
                    w = "list[1].v[0]=5 list[1].v[1]=6 ", k = "map.k=3 ", word = "word=w ";
  EXPECT_EQ(after("word=x"), p + v + q + w + k + "word=x ");
  EXPECT_EQ(after("map.k=7"), p + v + q + w + "map.k=7 " + word);
  EXPECT_EQ(after("list.p.v=2"), p + "list[0].v=2 " + q + w + k + word);
  EXPECT_EQ(after("list[1].v[0]=9"),
            p + v + q + "list[1].v[0]=9 list[1].v[1]=6 " + k + word);
  EXPECT_EQ(after("list.q.v[2]=7"), p + v + q + w + "list[1].v[2]=7 " + k + word)
      << "one past the end";
  EXPECT_EQ(after("new.deep[0].x=1"), p + v + q + w + k + word + "new.deep[0].x=1 ");
  EXPECT_EQ(after("list=[]"), k + word);
  EXPECT_EQ(after("list.p={}"), q + w + k + word);
  EXPECT_EQ(after("word="), p + v + q + w + k + "word=~ ");
  EXPECT_EQ(after("word=a=b"), p + v + q + w + k + "word=a=b ") << "only the first = counts";
  EXPECT_EQ(after("word=\"1\""), p + v + q + w + k + "word=1 ");
}

TEST(DocumentSettings, PathsThatLeadNowhereAreNamed) {
  const auto refused_with = [](const std::string& setting, const std::string& why) {
    EXPECT_EQ(after(setting), "--set " + setting + ": " + why);
  };
  refused_with("list[3].v=1", "'list' has only 2 items");
  refused_with("list[1].v[9]=1", "'list[1].v' has only 2 items");
  refused_with("list.r.v=1", "'list' has no item named 'r' (did you mean 'p'?)");
  refused_with("list.second.v=1", "'list' has no item named 'second' (one of: p, q)");
  refused_with("map[0]=1", "'map' is not a list");
  refused_with("word.k=1", "'word' is a plain value");
  refused_with("word[0]=1", "'word' is not a list");
  refused_with("[0]=1", "the scenario is not a list");
  refused_with("list.p.v.w=1", "'list.p.v' is a plain value");
}

TEST(DocumentSettings, MalformedPathsAreRefused) {
  for (const char* setting :
       {"", "=", "=1", "word", "word.=1", ".word=1", "map..k=1", "list[=1", "list[]=1", "list[x]=1",
        "list[-1]=1", "list[+1]=1", "list[1.0]=1", "list[99999999999999999999]=1", "list[0=1",
        "list[0]v=1", "list[0] .v=1", "list]0[=1"})
    EXPECT_EQ(after(setting), "--set " + std::string(setting) + ": expected key.path=value")
        << setting;
}

TEST(DocumentSettings, AValueThatIsNoYamlIsNamed) {
  const std::string text = after("word=[1");
  EXPECT_EQ(text.substr(0, 19), "--set word=[1:1:1: ") << text;
  EXPECT_NE(text.find("not valid YAML"), std::string::npos);
  EXPECT_NE(after("word={a: 1, a: 2}").find("this key occurs twice"), std::string::npos);
}

TEST(DocumentSettings, PlacesTellTheSetting) {
  Node root = parsed("map: {k: 3}\n");
  Problems problems;
  apply_setting("map={k: 4}", root, problems);
  EXPECT_EQ(root.find("map")->location.file, "--set map={k: 4}");
  EXPECT_EQ(root.find("map")->location.line, 0);
  EXPECT_EQ(root.find("map")->find("k")->location.file, "--set map={k: 4}");
}

}  // namespace document_test
}  // namespace hadal::scenario

#include "logs/reader/decode.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "outputs/messages/test_support.h"

namespace hadal::logs {
namespace decode_test {

using outputs::testing::encoded;
using outputs::testing::golden_header;

template <Message M>
FlatMessage flattened(const M& message, uint32_t cap = MessageDecoder::kDefaultArrayCap) {
  const MessageDecoder decoder = MessageDecoder::make(M::kType, schema_text(M::kType), cap).value();
  FlatMessage flat;
  EXPECT_TRUE(decoder.decode(encoded(message), flat));
  return flat;
}

std::string text_of(const FlatMessage& flat) {
  std::string text;
  for (const FlatField& field : flat.fields) text += field.path + "=" + as_text(field.value) + "\n";
  return text;
}

TEST(MessageDecoder, FlattensNestedFields) {
  EXPECT_EQ(
      text_of(flattened(PoseStamped{golden_header(), {{1.5, -2, 0.1}, {}}})),
      "header.stamp.sec=1\nheader.stamp.nanosec=2\nheader.frame_id=base_link\n"
      "pose.position.x=1.5\npose.position.y=-2\npose.position.z=0.1\n"
      "pose.orientation.x=0\npose.orientation.y=0\npose.orientation.z=0\npose.orientation.w=1\n");
}

TEST(MessageDecoder, FlattensArraysOfEveryKind) {
  const WrenchTerms terms{golden_header(), {"drag"}, {{{1, 2, 3}, {4, 5, 6}}}};
  EXPECT_EQ(text_of(flattened(terms)),
            "header.stamp.sec=1\nheader.stamp.nanosec=2\nheader.frame_id=base_link\nterms[0]=drag\n"
            "wrenches[0].force.x=1\nwrenches[0].force.y=2\nwrenches[0].force.z=3\n"
            "wrenches[0].torque.x=4\nwrenches[0].torque.y=5\nwrenches[0].torque.z=6\n");
}

TEST(MessageDecoder, KeepsIntegersExact) {
  const FlatMessage flat = flattened(StateHash{-3, 0xFEDCBA9876543211});
  EXPECT_EQ(text_of(flat), "tick=-3\nhash=18364758544493064721\n");
  EXPECT_EQ(as_number(flat.fields[0].value), -3);
}

// What follows a clipped array must still be found at its place.
TEST(MessageDecoder, ClipsLongArraysButReadsOn) {
  JointState joints{golden_header(), {}, std::vector<double>(100, 7), {1, 2}, {3}};
  for (int i = 0; i < 10; ++i) joints.name.push_back("joint" + std::to_string(i));
  const FlatMessage flat = flattened(joints, 2);
  EXPECT_TRUE(flat.clipped);
  EXPECT_EQ(
      text_of(flat),
      "header.stamp.sec=1\nheader.stamp.nanosec=2\nheader.frame_id=base_link\nname[0]=joint0\n"
      "name[1]=joint1\nposition[0]=7\nposition[1]=7\nvelocity[0]=1\nvelocity[1]=2\neffort[0]=3\n");
  EXPECT_FALSE(flattened(joints, 100).clipped);
}

TEST(MessageDecoder, HasNoNumberForText) {
  EXPECT_TRUE(std::isnan(as_number(FlatValue(std::string("a")))));
  EXPECT_EQ(as_number(FlatValue(uint64_t{3})), 3);
  EXPECT_EQ(as_text(FlatValue(0.1)), "0.1");
}

// The language as people write it: comments, constants, defaults, bounds, short names.
TEST(MsgDefinitions, ParsesTheWholeLanguage) {
  const std::string text =
      "# a comment\n"
      "uint8 KIND=3\n"
      "string NAME = a # b\n"
      "Header header  # of std_msgs\r\n"
      "  float32[<=4] values\n"
      "string<=8[] labels\n"
      "int32 count 5\n"
      "Part part\n"
      "other_msgs/msg/Empty[2] nothing\n"
      "byte last\n" +
      std::string(80, '=') + "\nMSG: std_msgs/Header\nuint32 seq\n" + std::string(80, '=') +
      "\nMSG: my_msgs/Part\nbool[3] flags\n" + std::string(80, '=') +
      "\nMSG: other_msgs/Empty\nuint8 A=1\n";
  const Result<MessageDecoder> decoder = MessageDecoder::make("my_msgs/msg/Whole", text);
  ASSERT_TRUE(decoder.ok()) << decoder.problems().text();

  CdrWriter cdr;
  cdr.put(uint32_t{9});
  cdr.put_count(2);
  cdr.put(0.5f);
  cdr.put(0.25f);
  cdr.put_count(1);
  cdr.put(std::string_view("abc"));
  cdr.put(int32_t{-1});
  for (const bool flag : {true, false, true}) cdr.put(flag);
  cdr.put(uint8_t{0});  // an empty message is one byte
  cdr.put(uint8_t{0});
  cdr.put(uint8_t{42});
  FlatMessage flat;
  ASSERT_TRUE(decoder.value().decode(cdr.bytes(), flat));
  EXPECT_EQ(text_of(flat),
            "header.seq=9\nvalues[0]=0.5\nvalues[1]=0.25\nlabels[0]=abc\ncount=-1\n"
            "part.flags[0]=1\npart.flags[1]=0\npart.flags[2]=1\nlast=42\n");
}

TEST(MsgDefinitions, SaysWhatIsWrongAndWhere) {
  const auto problems = [](const char* text) {
    const Result<MsgDefinitions> result = parse_msg_definitions("a/msg/B", text);
    return result.ok() ? "" : result.problems().text();
  };
  EXPECT_EQ(
      problems("float64 x\nNothing y\nfloat64\n"),
      "a/msg/B:3: expected 'type name', found 'float64'\na/msg/B:2: unknown type 'a/Nothing'");
  EXPECT_EQ(problems("float64[0] x"), "a/msg/B:1: expected [], [n] or [<=n] in 'float64[0]'");
  EXPECT_EQ(problems("float64[x] x"), "a/msg/B:1: expected [], [n] or [<=n] in 'float64[x]'");
  EXPECT_EQ(problems("B b\nB c"), "a/msg/B:2: a message contains itself or nests too deeply");
  EXPECT_NE(problems("wstring w"), "");
}

// Forty levels that each contain the next one twice: 2^40 ways through.
TEST(MsgDefinitions, RefusesDeepNestingQuickly) {
  std::string text = "L1 a\nL1 b\n";
  for (int level = 1; level < 40; ++level)
    text += "MSG: a/L" + std::to_string(level) + "\nL" + std::to_string(level + 1) + " a\nL" +
            std::to_string(level + 1) + " b\n";
  text += "MSG: a/L40\nfloat64 x\n";
  EXPECT_FALSE(parse_msg_definitions("a/B", text).ok());
}

TEST(MessageDecoder, SurvivesRandomPayloads) {
  const RandomStream random(5, "decode", "payload");
  int accepted = 0;
  for (const std::string& type : message_types()) {
    const MessageDecoder decoder = MessageDecoder::make(type, schema_text(type)).value();
    for (int64_t i = 0; i < 200; ++i) {
      std::vector<uint8_t> payload = {0, static_cast<uint8_t>(i % 2), 0, 0};
      const auto size = static_cast<uint32_t>(random.uniform(i, 0) * 300);
      for (uint32_t k = 0; k < size; ++k) {
        const double draw = random.uniform(i, k + 1);
        payload.push_back(draw < 0.7 ? 0 : static_cast<uint8_t>(draw * 256));
      }
      FlatMessage flat;
      accepted += decoder.decode(payload, flat);
    }
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace decode_test
}  // namespace hadal::logs

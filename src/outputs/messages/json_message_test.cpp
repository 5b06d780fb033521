#include "outputs/messages/json_message.h"

#include <gtest/gtest.h>

#include "outputs/messages/live_messages.h"

namespace hadal::outputs::json_message_test {

using nlohmann::json;

TEST(JsonMessage, FillsWhatIsGiven) {
  PilotCommand command;
  command.sway = 0.25;
  EXPECT_EQ(from_json(json::parse(R"({"surge": 1, "yaw": -0.5, "hold_depth": true})"), command),
            "");
  EXPECT_EQ(command.surge, 1);
  EXPECT_EQ(command.yaw, -0.5);
  EXPECT_EQ(command.sway, 0.25);
  EXPECT_TRUE(command.hold_depth);
}

TEST(JsonMessage, ReadsNestedMessagesAndLists) {
  Twist twist;
  EXPECT_EQ(from_json(json::parse(R"({"linear": {"x": 2}, "angular": {"z": 3}})"), twist), "");
  EXPECT_EQ(twist.linear.x, 2);
  EXPECT_EQ(twist.angular.z, 3);
  Scalars scalars;
  EXPECT_EQ(from_json(json::parse(R"({"names": ["a", "b"], "values": [1, 2.5]})"), scalars), "");
  EXPECT_EQ(scalars.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(scalars.values, (std::vector<double>{1, 2.5}));
}

TEST(JsonMessage, TellsWhatDoesNotFit) {
  PilotCommand command;
  EXPECT_EQ(from_json(json::parse("[1]"), command), "expected a JSON object");
  EXPECT_NE(from_json(json::parse(R"({"surge": "fast"})"), command), "");
  EXPECT_NE(from_json(json::parse(R"({"hold_depth": 1})"), command), "");
  EXPECT_NE(from_json(json::parse(R"({"serge": 1})"), command), "");
  Twist twist;
  EXPECT_NE(from_json(json::parse(R"({"linear": {"w": 2}})"), twist), "");
  EXPECT_NE(from_json(json::parse(R"({"linear": 2})"), twist), "");
}

}  // namespace hadal::outputs::json_message_test

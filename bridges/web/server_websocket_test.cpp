#include <gtest/gtest.h>

#include "web/fake_source.h"
#include "web/server.h"
#include "web/test_client.h"

namespace hadal::web {
namespace server_websocket_test {

using nlohmann::json;

ServerOptions any_port() {
  ServerOptions options;
  options.port = 0;
  options.ask_token = false;
  return options;
}

struct ServerWebSocket : testing::Test {
  FakeSource source;
  Server server{&source, any_port()};
  TestClient client{server.port()};

  void connect(const std::string& protocol = "foxglove.websocket.v1") {
    ASSERT_EQ(client.upgrade(protocol).status, 101);
  }
};

TEST_F(ServerWebSocket, ShakesHandsWithBothSubprotocols) {
  const auto offers = {
      std::pair("foxglove.websocket.v1", "foxglove.websocket.v1"),
      std::pair("foxglove.sdk.v1", "foxglove.sdk.v1"),
      std::pair("chat, foxglove.sdk.v1, foxglove.websocket.v1", "foxglove.sdk.v1")};
  for (const auto& [offered, chosen] : offers) {
    TestClient each(server.port());
    const auto answer = each.upgrade(offered);
    EXPECT_EQ(answer.status, 101);
    EXPECT_EQ(answer.field("Sec-WebSocket-Protocol"), chosen);
    EXPECT_EQ(answer.field("Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  }
  EXPECT_EQ(TestClient(server.port()).upgrade("").status, 400);
  EXPECT_EQ(TestClient(server.port()).upgrade("chat").status, 400);
}

TEST_F(ServerWebSocket, IntroducesItself) {
  connect();
  const json info = json::parse(client.receive().payload);
  EXPECT_EQ(info["op"], "serverInfo");
  EXPECT_EQ(info["name"], "a test");
  for (const char* capability : {"clientPublish", "parameters", "parametersSubscribe", "time",
                                 "services", "connectionGraph"})
    EXPECT_NE(std::find(info["capabilities"].begin(), info["capabilities"].end(), capability),
              info["capabilities"].end());
  EXPECT_EQ(info["supportedEncodings"], json::parse(R"(["cdr","json"])"));
  EXPECT_TRUE(info["sessionId"].is_string());
  const json advertise = json::parse(client.receive().payload);
  EXPECT_EQ(advertise["op"], "advertise");
  ASSERT_EQ(advertise["channels"].size(), 3u);
  EXPECT_EQ(advertise["channels"][2], json::parse(R"({"id":7,"topic":"/picture","encoding":"cdr",
      "schemaName":"sensor_msgs/msg/CompressedImage","schema":"uint8[] data",
      "schemaEncoding":"ros2msg"})"));
  const json services = json::parse(client.receive().payload);
  EXPECT_EQ(services["op"], "advertiseServices");
  EXPECT_EQ(services["services"][0]["id"], 1);
  EXPECT_EQ(services["services"][0]["name"], "/echo");
  EXPECT_EQ(services["services"][0]["request"]["encoding"], "json");
  EXPECT_EQ(services["services"][0]["request"]["schemaEncoding"], "jsonschema");
}

TEST_F(ServerWebSocket, SendsDataToTheByte) {
  connect();
  EXPECT_FALSE(server.wants(FakeSource::kState));
  client.subscribe(0xA1B2C3D4, FakeSource::kState);
  ASSERT_TRUE(client.synchronise());
  EXPECT_TRUE(server.wants(FakeSource::kState));
  EXPECT_FALSE(server.wants(FakeSource::kPicture));
  EXPECT_FALSE(server.wants(99));
  const int64_t time_ns = 0x0123456789ABCDEF;
  source.send(FakeSource::kState, time_ns, {0, 1, 0, 0, 42});
  EXPECT_EQ(client.receive_binary(1),
            std::string("\x01\xD4\xC3\xB2\xA1\xEF\xCD\xAB\x89\x67\x45\x23\x01"
                        "\x00\x01\x00\x00\x2A",
                        18));
  client.send_text(R"({"op":"unsubscribe","subscriptionIds":[2712847316]})");
  ASSERT_TRUE(client.synchronise());
  EXPECT_FALSE(server.wants(FakeSource::kState));
}

TEST_F(ServerWebSocket, TellsTheTime) {
  connect();
  client.subscribe(1, FakeSource::kState);
  ASSERT_TRUE(client.synchronise());
  source.send(FakeSource::kState, 1234567890123, {1});
  const std::string time = client.receive_binary(2);
  EXPECT_EQ(time, "\x02" + little_endian(1234567890123, 8));
}

TEST_F(ServerWebSocket, SendsLatchedMessagesOnSubscription) {
  source.send(FakeSource::kGround, 5, {1});
  source.send(FakeSource::kGround, 6, {2});
  connect();
  client.subscribe(3, FakeSource::kGround);
  EXPECT_EQ(client.receive_binary(1), "\x01" + little_endian(3, 4) + little_endian(5, 8) + "\x01");
  EXPECT_EQ(client.receive_binary(1), "\x01" + little_endian(3, 4) + little_endian(6, 8) + "\x02");
  source.send(FakeSource::kGround, 7, {3});
  EXPECT_EQ(client.receive_binary(1), "\x01" + little_endian(3, 4) + little_endian(7, 8) + "\x03");
}

TEST_F(ServerWebSocket, RefusesWrongSubscriptions) {
  connect();
  client.subscribe(1, 55);
  EXPECT_EQ(client.receive_op("status")["message"], "subscribe: there is no channel 55");
  client.subscribe(1, FakeSource::kState);
  client.subscribe(1, FakeSource::kPicture);
  EXPECT_EQ(client.receive_op("status")["level"], 2);
  client.subscribe(2, FakeSource::kState);
  EXPECT_EQ(client.receive_op("status")["message"],
            "subscribe: channel 1 is subscribed to already");
  client.send_text(R"({"op":"unsubscribe","subscriptionIds":[9]})");
  EXPECT_EQ(client.receive_op("status")["message"], "unsubscribe: there is no such subscription");
  for (const char* text :
       {"nonsense", "[]", "{}", "{\"op\":5}", "{\"op\":\"fly\"}",
        "{\"op\":\"subscribe\",\"subscriptions\":5}",
        "{\"op\":\"subscribe\",\"subscriptions\":[5,{},{\"id\":-1,\"channelId\":1}]}"}) {
    client.send_text(text);
    EXPECT_EQ(client.receive_op("status")["level"], 2) << text;
  }
  client.send_text("{\"op\":" + std::string(100'000, '[') + "}");
  EXPECT_EQ(client.receive_op("status")["level"], 2);
  EXPECT_TRUE(client.synchronise());
}

TEST_F(ServerWebSocket, GetsAndSetsParameters) {
  connect();
  client.send_text(R"({"op":"getParameters","parameterNames":[],"id":"all"})");
  json values = client.receive_op("parameterValues");
  EXPECT_EQ(values["id"], "all");
  EXPECT_EQ(values["parameters"],
            json::parse(R"([{"name":"sea/turbidity_ntu","value":2.0,"type":"float64"},
                            {"name":"rov/mode","value":"off"},
                            {"name":"rov/gains","value":[1.0,2.0],"type":"float64_array"}])"));
  client.send_text(R"({"op":"setParameters","id":"s","parameters":[
      {"name":"sea/turbidity_ntu","value":7},{"name":"rov/gains","value":[3,4,5]}]})");
  values = client.receive_op("parameterValues");
  EXPECT_EQ(values["id"], "s");
  ASSERT_EQ(values["parameters"].size(), 2u);
  EXPECT_EQ(values["parameters"][0]["value"], 7.0);
  EXPECT_EQ(values["parameters"][1]["value"], json::parse("[3.0,4.0,5.0]"));
}

TEST_F(ServerWebSocket, SaysWhyAParameterStays) {
  connect();
  client.send_text(
      R"({"op":"setParameters","id":"s","parameters":[{"name":"sea/salt","value":7}]})");
  EXPECT_EQ(client.receive_op("status")["message"], "sea/salt: there is no such parameter");
  EXPECT_EQ(client.receive_op("parameterValues")["id"], "s");
  client.send_text(R"({"op":"setParameters","parameters":[{"name":"rov/mode","value":{"a":1}}]})");
  EXPECT_EQ(client.receive_op("status")["level"], 2);
  client.send_text(R"({"op":"getParameters","parameterNames":[")" + std::string(300, 'x') + "\"]}");
  EXPECT_EQ(client.receive_op("status")["level"], 2);
}

TEST_F(ServerWebSocket, TellsThoseWhoWatchAParameter) {
  connect();
  TestClient other(server.port());
  ASSERT_EQ(other.upgrade().status, 101);
  client.send_text(R"({"op":"subscribeParameterUpdates","parameterNames":["rov/mode"]})");
  ASSERT_TRUE(client.synchronise());
  other.send_text(R"({"op":"setParameters","parameters":[
      {"name":"sea/turbidity_ntu","value":1},{"name":"rov/mode","value":"manual"}]})");
  const json values = client.receive_op("parameterValues");
  EXPECT_EQ(values["parameters"], json::parse(R"([{"name":"rov/mode","value":"manual"}])"));
  EXPECT_FALSE(values.contains("id"));
  client.send_text(R"({"op":"unsubscribeParameterUpdates","parameterNames":[]})");
  ASSERT_TRUE(client.synchronise());
  other.send_text(R"({"op":"setParameters","parameters":[{"name":"rov/mode","value":"off"}]})");
  ASSERT_TRUE(other.synchronise());
  EXPECT_TRUE(client.synchronise());  // the next parameterValues is its own
}

std::string service_call(uint32_t service, uint32_t call, const std::string& request,
                         const std::string& encoding = "json") {
  return "\x02" + little_endian(service, 4) + little_endian(call, 4) +
         little_endian(encoding.size(), 4) + encoding + request;
}

TEST_F(ServerWebSocket, CallsServices) {
  connect();
  client.send_binary(service_call(1, 0x01020304, "{\"ticks\":3}"));
  EXPECT_EQ(client.receive_binary(3),
            std::string("\x03\x01\x00\x00\x00\x04\x03\x02\x01\x04\x00\x00\x00", 13) +
                "json{\"ticks\":3}");
  client.send_binary(service_call(1, 5, ""));
  EXPECT_EQ(client.receive_binary(3).substr(13), "json{}");
  client.send_binary(service_call(2, 6, "{}"));
  EXPECT_EQ(client.receive_op("serviceCallFailure"), json::parse(R"({"op":"serviceCallFailure",
      "serviceId":2,"callId":6,"message":"it is broken"})"));
  const std::string bad[] = {
      service_call(9, 7, "{}"),
      service_call(0, 7, "{}"),
      service_call(1, 7, "{}", "cdr"),
      service_call(1, 7, "[]"),
      service_call(1, 7, "{"),
      "\x02" + little_endian(1, 4) + little_endian(7, 4) + little_endian(99, 4)};
  for (const std::string& call : bad) {
    client.send_binary(call);
    EXPECT_EQ(client.receive_op("serviceCallFailure")["callId"], 7);
  }
}

TEST_F(ServerWebSocket, BoundsWhatWaitsForTheRun) {
  source.hold_answers = true;
  connect();
  for (uint32_t i = 0; i < 257; ++i) client.send_binary(service_call(1, i, "{}"));
  const json failure = client.receive_op("serviceCallFailure");
  EXPECT_EQ(failure["callId"], 256);
  EXPECT_EQ(failure["message"], "too many requests wait for the run");
  source.take_held().back()({true, "{}"});  // the others are never answered
  EXPECT_EQ(client.receive_binary(3).substr(5, 4), little_endian(255, 4));
  EXPECT_TRUE(eventually([&] {
    client.send_binary(service_call(1, 999, "{}"));
    return client.synchronise() && !source.take_held().empty();
  }));
}

TEST_F(ServerWebSocket, PassesOnWhatClientsPublish) {
  connect();
  client.send_text(R"({"op":"advertise","channels":[
      {"id":1,"topic":"/rov/cmd_vel","encoding":"cdr","schemaName":"geometry_msgs/Twist"},
      {"id":2,"topic":"/rov/cmd_vel","encoding":"json","schemaName":""}]})");
  client.send_binary("\x01" + little_endian(1, 4) + std::string("\0\1\0\0x", 5));
  client.send_binary("\x01" + little_endian(2, 4) + "{\"linear\":{}}");
  ASSERT_TRUE(client.synchronise());
  const auto publications = source.publications();
  ASSERT_EQ(publications.size(), 2u);
  EXPECT_EQ(publications[0].topic, "/rov/cmd_vel");
  EXPECT_EQ(publications[0].encoding, "cdr");
  EXPECT_EQ(publications[0].payload, bytes_from(std::string("\0\1\0\0x", 5)));
  EXPECT_EQ(publications[1].encoding, "json");
  EXPECT_EQ(publications[1].client, publications[0].client);
  client.send_binary("\x01" + little_endian(2, 4) + "!");
  EXPECT_EQ(client.receive_op("status")["message"], "/rov/cmd_vel: a bad message");
  client.send_text(R"({"op":"unadvertise","channelIds":[2]})");
  client.send_binary("\x01" + little_endian(2, 4) + "{}");
  EXPECT_EQ(client.receive_op("status")["level"], 2);
  EXPECT_FALSE(source.left(publications[0].client));
  client.close();
  EXPECT_TRUE(eventually([&] { return source.left(publications[0].client); }));
}

TEST_F(ServerWebSocket, RefusesWrongChannels) {
  connect();
  const auto refusal = [&](const std::string& channel) {
    client.send_text(R"({"op":"advertise","channels":[{"id":1,)" + channel + "}]}");
    return client.receive_op("status")["message"].get<std::string>();
  };
  EXPECT_EQ(refusal(R"("topic":"/x","encoding":"cdr")"), "advertise: nobody listens to /x");
  EXPECT_NE(refusal(R"("topic":"/rov/cmd_vel","encoding":"ros1")").find("encodings are"),
            std::string::npos);
  EXPECT_EQ(refusal(R"("topic":"/rov/cmd_vel","encoding":"cdr","schemaName":"std_msgs/msg/Bool")"),
            "advertise: /rov/cmd_vel takes geometry_msgs/msg/Twist, not std_msgs/msg/Bool");
  std::string many;
  for (int i = 0; i < 65; ++i)
    many += (i ? ",{\"id\":" : "{\"id\":") + std::to_string(i) +
            R"(,"topic":"/rov/cmd_vel","encoding":"json"})";
  client.send_text(R"({"op":"advertise","channels":[)" + many + "]}");
  EXPECT_EQ(client.receive_op("status")["message"], "advertise: a client may have 64 channels");
}

json entry(const json& list, const std::string& name) {
  for (const json& e : list)
    if (e["name"] == name) return e;
  return nullptr;
}

TEST_F(ServerWebSocket, ShowsTheConnectionGraph) {
  connect();
  client.send_text(R"({"op":"subscribeConnectionGraph"})");
  json graph = client.receive_op("connectionGraphUpdate");
  EXPECT_EQ(entry(graph["publishedTopics"], "/state")["publisherIds"], json::parse(R"(["hadal"])"));
  EXPECT_EQ(entry(graph["subscribedTopics"], "/rov/cmd_vel")["subscriberIds"],
            json::parse(R"(["hadal"])"));
  EXPECT_EQ(entry(graph["advertisedServices"], "/echo")["providerIds"],
            json::parse(R"(["hadal"])"));
  client.subscribe(1, FakeSource::kState);
  graph = client.receive_op("connectionGraphUpdate");
  EXPECT_EQ(entry(graph["subscribedTopics"], "/state")["subscriberIds"].size(), 1u);
  EXPECT_TRUE(graph["publishedTopics"].empty());
  client.send_text(R"({"op":"unsubscribe","subscriptionIds":[1]})");
  graph = client.receive_op("connectionGraphUpdate");
  EXPECT_EQ(entry(graph["subscribedTopics"], "/state")["subscriberIds"], json::array());
  client.send_text(
      R"({"op":"advertise","channels":[{"id":1,"topic":"/rov/cmd_vel","encoding":"json"}]})");
  graph = client.receive_op("connectionGraphUpdate");
  EXPECT_EQ(entry(graph["publishedTopics"], "/rov/cmd_vel")["publisherIds"].size(), 1u);
}

TEST_F(ServerWebSocket, BeginsAnewAfterARestart) {
  source.send(FakeSource::kGround, 100, {1});
  connect();
  const std::string first = client.receive_op("serverInfo")["sessionId"];
  client.subscribe(1, FakeSource::kGround);
  client.subscribe(2, FakeSource::kState);
  ASSERT_TRUE(client.synchronise());
  source.restart();
  source.send(FakeSource::kGround, 3, {9});
  EXPECT_NE(client.receive_op("serverInfo")["sessionId"], first);
  EXPECT_EQ(client.receive_op("advertise")["channels"].size(), 3u);
  const std::string ground = client.receive_binary(1);
  EXPECT_EQ(ground, "\x01" + little_endian(1, 4) + little_endian(3, 8) + "\x09");
  source.send(FakeSource::kState, 4, {5});
  EXPECT_EQ(client.receive_binary(1).substr(0, 5), "\x01" + little_endian(2, 4));
  client.subscribe(7, FakeSource::kState);  // as those do who begin anew
  ASSERT_TRUE(client.synchronise());
  source.send(FakeSource::kState, 5, {5});
  EXPECT_EQ(client.receive_binary(1).substr(0, 5), "\x01" + little_endian(7, 4));
}

TEST_F(ServerWebSocket, AnswersPingsAndClosesPolitely) {
  connect();
  client.send_raw(TestClient::frame(9, "hello"));
  Frame frame;
  do frame = client.receive();
  while (frame.opcode != 10 && frame.opcode != -1);
  EXPECT_EQ(frame.payload, "hello");
  client.send_raw(TestClient::frame(8, std::string("\x03\xE8", 2)));
  while (frame.opcode != 8 && frame.opcode != -1) frame = client.receive();
  EXPECT_EQ(frame.payload, std::string("\x03\xE8", 2));
  EXPECT_TRUE(client.ended());
}

TEST_F(ServerWebSocket, RefusesMessagesBeyondAMebibyte) {
  connect();
  client.send_text(std::string(1 << 20, ' '));
  EXPECT_EQ(client.receive_op("status")["level"], 2);  // too empty, but not too large
  client.send_text(std::string((1 << 20) + 1, ' '));
  Frame frame;
  do frame = client.receive();
  while (frame.opcode != 8 && frame.opcode != -1);
  EXPECT_EQ(frame.payload.substr(0, 2), "\x03\xF1");  // 1009
  EXPECT_TRUE(eventually([&] { return server.statistics().clients == 0; }));
}

TEST_F(ServerWebSocket, PutsFragmentsTogetherAndRefusesWrongFrames) {
  connect();
  client.send_raw(TestClient::frame(1, "{\"op\":", false));
  client.send_raw(TestClient::frame(9, ""));
  client.send_raw(TestClient::frame(0, "\"fly\"}"));
  EXPECT_EQ(client.receive_op("status")["message"], "unknown op fly");
  for (const std::string& wrong :
       {TestClient::frame(1, "{}", true, false), TestClient::frame(3, ""),
        TestClient::frame(0, "x"), TestClient::frame(1, "\xff\xfe"),
        TestClient::frame(9, std::string(126, 'x'))}) {
    TestClient each(server.port());
    ASSERT_EQ(each.upgrade().status, 101);
    each.send_raw(wrong);
    EXPECT_TRUE(each.ended());
  }
}

TEST(ServerEnd, SaysGoodbye) {
  FakeSource source;
  auto server = std::make_unique<Server>(&source, any_port());
  TestClient client(server->port());
  ASSERT_EQ(client.upgrade().status, 101);
  client.receive_op("advertiseServices");
  std::thread end([&] { server.reset(); });
  EXPECT_EQ(client.receive().payload.substr(0, 2), "\x03\xE9");  // 1001
  client.close();
  end.join();
  EXPECT_EQ(source.listener(), nullptr);
}

TEST(ServerEnd, AnswersMayComeLater) {
  FakeSource source;
  source.hold_answers = true;
  {
    Server server(&source, any_port());
    TestClient client(server.port());
    ASSERT_EQ(client.upgrade().status, 101);
    client.send_binary(service_call(1, 1, "{}"));
    ASSERT_TRUE(client.synchronise());
  }
  const std::vector<LiveReply> held = source.take_held();
  ASSERT_EQ(held.size(), 1u);
  held[0]({true, "{}"});
}

}  // namespace server_websocket_test
}  // namespace hadal::web

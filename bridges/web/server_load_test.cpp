// Clients of different speed.
#include <gtest/gtest.h>

#include "web/fake_source.h"
#include "web/server.h"
#include "web/test_client.h"

namespace hadal::web {
namespace server_load_test {

constexpr int kSmallBuffer = 16 << 10;  // of the slow client's socket
constexpr size_t kQueue = 1 << 20;
constexpr int kAsked = 2'000;
constexpr size_t kPicture = 100'000;

ServerOptions small_queues() {
  ServerOptions options;
  options.port = 0;
  options.ask_token = false;
  options.client_queue_bytes = kQueue;
  return options;
}

// The publisher goes on only when the fast client has got everything, so that nothing but the slow
// client can be behind. With a publisher that waited for it nobody would get past the first
// mebibytes.
TEST(ServerLoad, ASlowClientDoesNotHoldUpTheOther) {
  FakeSource source;
  Server server(&source, small_queues());
  TestClient fast(server.port()), slow(server.port(), kSmallBuffer);
  for (TestClient* client : {&fast, &slow}) {
    ASSERT_EQ(client->upgrade().status, 101);
    client->subscribe(1, FakeSource::kPicture);
    ASSERT_TRUE(client->synchronise());
  }
  for (int i = 0; i < 300; ++i) {
    source.send(FakeSource::kPicture, i, std::vector<uint8_t>(kPicture));
    ASSERT_EQ(fast.receive_binary(1).substr(5, 8), little_endian(static_cast<uint64_t>(i), 8));
  }
  EXPECT_TRUE(eventually([&] { return server.statistics().dropped_clients > 200; }));
  const ServerStatistics statistics = server.statistics();
  EXPECT_LE(statistics.queue_bytes_peak, kQueue);
  EXPECT_EQ(statistics.dropped_inbox, 0u);
  EXPECT_EQ(statistics.clients, 2u);

  // Awake again, the slow one gets the newest and hears what it missed.
  std::string newest;
  bool told = false;
  while (newest != little_endian(299, 8) || !told) {
    const Frame frame = slow.receive();
    ASSERT_NE(frame.opcode, -1);
    if (frame.opcode == 2 && frame.payload[0] == 1) newest = frame.payload.substr(5, 8);
    if (frame.opcode == 1)
      told = told || frame.payload.find("Send buffer limit") != std::string::npos;
  }
}

TEST(ServerLoad, WhoTakesNothingIsDropped) {
  FakeSource source;
  ServerOptions options = small_queues();
  options.stall_limit_s = 0.4;
  std::string note;
  std::mutex mutex;
  options.note = [&](const std::string& text) {
    const std::lock_guard lock(mutex);
    note = text;
  };
  Server server(&source, options);
  TestClient fast(server.port()), slow(server.port(), kSmallBuffer);
  for (TestClient* client : {&fast, &slow}) {
    ASSERT_EQ(client->upgrade().status, 101);
    client->subscribe(1, FakeSource::kPicture);
    ASSERT_TRUE(client->synchronise());
  }
  EXPECT_TRUE(eventually([&] {
    source.send(FakeSource::kPicture, 1, std::vector<uint8_t>(kPicture));
    EXPECT_FALSE(fast.receive_binary(1).empty());
    return server.statistics().clients_dropped == 1;
  }));
  EXPECT_TRUE(eventually([&] { return server.statistics().clients == 1; }));
  EXPECT_TRUE(fast.synchronise());
  EXPECT_TRUE(slow.ended());
  const std::lock_guard lock(mutex);
  EXPECT_NE(note.find("was dropped: it took nothing"), std::string::npos);
}

// Answers cannot be left out, so that who asks without listening is not read any more.
TEST(ServerLoad, WhoDoesNotListenReceivesNothing) {
  FakeSource source;
  ServerOptions options = small_queues();
  options.client_queue_bytes = kQueue / 8;
  Server server(&source, options);
  TestClient client(server.port(), 8 * kSmallBuffer);
  ASSERT_EQ(client.upgrade().status, 101);
  client.send_text(R"({"op":"setParameters","parameters":[{"name":"rov/mode","value":")" +
                   std::string(4000, 'x') + "\"}]}");  // so that answers are long
  ASSERT_TRUE(client.synchronise());
  const std::string ask = TestClient::frame(1, "{\"op\":\"getParameters\",\"parameterNames\":[]}");
  std::string many;
  for (int i = 0; i < kAsked; ++i) many += ask;
  std::thread sender([&] { client.send_raw(many); });
  EXPECT_TRUE(eventually([&] { return server.statistics().queue_bytes > kQueue / 16; }));
  EXPECT_TRUE(TestClient(server.port()).get("/status.json").status == 200);
  EXPECT_LE(server.statistics().queue_bytes_peak, kQueue / 8);
  int answers = 0;
  while (answers < kAsked && !client.receive_op("parameterValues").is_null()) ++answers;
  sender.join();
  EXPECT_EQ(answers, kAsked);  // all of them came in the end
}

TEST(ServerLoad, LatchedMessagesThatDidNotFitComeLater) {
  FakeSource source;
  Server server(&source, small_queues());
  TestClient slow(server.port(), kSmallBuffer);
  ASSERT_EQ(slow.upgrade().status, 101);
  slow.subscribe(1, FakeSource::kGround);
  ASSERT_TRUE(slow.synchronise());
  constexpr int kTiles = 100;
  for (int i = 0; i < kTiles; ++i)
    source.send(FakeSource::kGround, i, std::vector<uint8_t>(kPicture, static_cast<uint8_t>(i)));
  EXPECT_TRUE(eventually([&] { return server.statistics().dropped_clients > 0; }));
  std::set<int> tiles;
  while (tiles.size() < kTiles) {
    const std::string data = slow.receive_binary(1);
    ASSERT_FALSE(data.empty()) << tiles.size();
    tiles.insert(static_cast<uint8_t>(data[13]));
  }
  EXPECT_LE(server.statistics().queue_bytes_peak, kQueue);
}

TEST(ServerLoad, SendersOnManyThreads) {
  FakeSource source;
  Server server(&source, small_queues());
  TestClient client(server.port());
  ASSERT_EQ(client.upgrade().status, 101);
  client.subscribe(1, FakeSource::kState);
  client.subscribe(2, FakeSource::kPicture);
  ASSERT_TRUE(client.synchronise());
  std::vector<std::thread> threads;
  for (uint32_t topic : {FakeSource::kState, FakeSource::kPicture})
    threads.emplace_back([&, topic] {
      for (int i = 0; i < 500; ++i) source.send(topic, i, {1, 2, 3});
    });
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 1000; ++i) ASSERT_FALSE(client.receive_binary(1).empty()) << i;
  const ServerStatistics statistics = server.statistics();
  EXPECT_EQ(statistics.messages_received, 1000u);
  EXPECT_EQ(statistics.dropped_clients + statistics.dropped_inbox, 0u);
  EXPECT_GE(statistics.delay_max_s, statistics.delay_mean_s);
  EXPECT_GT(statistics.delay_mean_s, 0);
  EXPECT_TRUE(eventually([&] { return server.statistics().cpu_s > 0; }));
}

}  // namespace server_load_test
}  // namespace hadal::web

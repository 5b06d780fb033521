// What a server must still do after many bad requests.
#pragma once
#include <gtest/gtest.h>

#include <atomic>

#include "web/fuzz.h"

namespace hadal::web {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr size_t kMaxGrowth = size_t{1} << 30;  // sanitizers keep what was freed
#else
inline constexpr size_t kMaxGrowth = 32 << 20;
#endif

inline void expect_server_survives(size_t count, uint64_t seed) {
  FakeSource source;
  ServerOptions options;
  options.port = 0;
  options.ask_token = false;
  options.connections_per_s = 1e6;
  options.request_limit_s = 2;
  Server server(&source, options);
  std::atomic<bool> ends{false};
  std::thread run([&] {  // a run that goes on meanwhile
    for (int64_t i = 0; !ends; ++i) {
      source.send(i % 2 ? FakeSource::kState : FakeSource::kPicture, i, std::vector<uint8_t>(500));
      if (i % 1000 == 999) source.restart();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  });
  Fuzzer(server.port(), seed + 1).run(500);  // what grows once
  const size_t before = resident_bytes();
  const FuzzCounts counts = Fuzzer(server.port(), seed).run(count);
  ends = true;
  run.join();
  EXPECT_GE(counts.sent, count);
  EXPECT_EQ(counts.unhealthy, 0u);
  EXPECT_EQ(counts.answered, (counts.sent + 99) / 100);  // all connections of good frames
  EXPECT_TRUE(eventually([&] { return server.statistics().connections == 0; }));
  EXPECT_EQ(server.statistics().clients, 0u);
  for (uint32_t topic : {FakeSource::kState, FakeSource::kGround, FakeSource::kPicture})
    EXPECT_FALSE(server.wants(topic));
  EXPECT_LT(resident_bytes(), before + kMaxGrowth);
  TestClient client(server.port());
  EXPECT_EQ(client.upgrade().status, 101);
  EXPECT_TRUE(client.synchronise());
}

}  // namespace hadal::web

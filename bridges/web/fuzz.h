// Mutated HTTP requests, WebSocket frames and messages against a server, over real sockets.
#pragma once
#include <array>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "web/fake_source.h"
#include "web/server.h"
#include "web/test_client.h"

namespace hadal::web {

// splitmix64
struct FuzzRandom {
  uint64_t state;
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  size_t below(size_t n) { return static_cast<size_t>(next() % n); }
  template <class List>
  const auto& pick(const List& list) {
    return list[below(list.size())];
  }
};

struct FuzzCounts {
  size_t sent = 0;      // mutated requests, frames and messages
  size_t answered = 0;  // connections with messages that lived to the end
  size_t unhealthy = 0;
};

class Fuzzer {
 public:
  Fuzzer(uint16_t port, uint64_t seed) : port_(port), random_{seed} {}

  // One in ten is an HTTP request, one in ten a frame, the others are messages in good frames.
  FuzzCounts run(size_t count) {
    while (counts_.sent < count) {
      send_messages(80);
      for (int i = 0; i < 10; ++i) send_frame();
      for (int i = 0; i < 5; ++i) send_requests(2);
      if (TestClient(port_).get("/status.json").status != 200) ++counts_.unhealthy;
    }
    return counts_;
  }

 private:
  std::string mutate(std::string text) {
    const size_t changes = 1 + random_.below(4);
    for (size_t i = 0; i < changes; ++i) change(text);
    return text;
  }
  void change(std::string& text) {
    static const std::array<std::string, 12> kWords = {"\"id\":4294967295",
                                                       "-1",
                                                       "1e308",
                                                       "null",
                                                       "[[[[",
                                                       "{\"op\":",
                                                       "\xff\xfe",
                                                       "\r\n",
                                                       "\\u0000",
                                                       "Content-Length: 9\r\n",
                                                       "%2e%2e/",
                                                       std::string(3, '\0')};
    const size_t at = random_.below(text.size() + 1);
    switch (random_.below(7)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << random_.below(8)));
        break;
      case 1:
        text.resize(at);
        break;
      case 2:
        text.insert(at, random_.pick(kWords));
        break;
      case 3:
        text.erase(at, random_.below(16));
        break;
      case 4:
        text.insert(at, text.substr(random_.below(text.size() + 1), random_.below(64)));
        break;
      case 5:
        text.insert(at, 1 + random_.below(8), static_cast<char>(random_.next()));
        break;
      default:
        if (random_.below(50) == 0)
          text.insert(at, random_.below(40'000), "[{\"a"[random_.below(4)]);
    }
  }

  const std::string& good_message() {
    static const std::vector<std::string> kGood = {
        R"({"op":"subscribe","subscriptions":[{"id":1,"channelId":1},{"id":2,"channelId":2}]})",
        R"({"op":"subscribe","subscriptions":[{"id":3,"channelId":7}]})",
        R"({"op":"unsubscribe","subscriptionIds":[1,2]})",
        R"({"op":"advertise","channels":[{"id":1,"topic":"/rov/cmd_vel","encoding":"json","schemaName":"geometry_msgs/msg/Twist"}]})",
        R"({"op":"unadvertise","channelIds":[1]})",
        R"({"op":"getParameters","parameterNames":[],"id":"a"})",
        R"({"op":"setParameters","parameters":[{"name":"rov/gains","value":[1,2.5]},{"name":"rov/mode"}],"id":"b"})",
        R"({"op":"subscribeParameterUpdates","parameterNames":["rov/mode"]})",
        R"({"op":"unsubscribeParameterUpdates","parameterNames":[]})",
        R"({"op":"subscribeConnectionGraph"})",
        R"({"op":"unsubscribeConnectionGraph"})",
        std::string("\x01\x01\0\0\0{\"linear\":{\"x\":1}}", 24),
        std::string("\x02\x01\0\0\0\x07\0\0\0\x04\0\0\0json{\"ticks\":1}", 28),
        std::string("\x02\x02\0\0\0\x07\0\0\0\x04\0\0\0json{}", 19)};
    return random_.pick(kGood);
  }

  // Messages whose frames are right keep the connection, unless a text is no UTF-8.
  void send_messages(size_t count) {
    TestClient client(port_);
    if (client.upgrade().status != 101) ++counts_.unhealthy;
    std::string bytes;
    for (size_t i = 0; i < count; ++i) {
      const std::string message = mutate(good_message());
      bytes += fragmented(is_ascii(message) && random_.below(8) > 0 ? 1 : 2, message);
    }
    counts_.sent += count;
    client.send_raw(bytes);
    if (client.synchronise()) ++counts_.answered;
    client.reset();
  }
  static bool is_ascii(const std::string& text) {
    for (char c : text)
      if (c < 0) return false;
    return true;
  }
  std::string fragmented(int opcode, const std::string& message) {
    if (random_.below(4) > 0) return TestClient::frame(opcode, message);
    const size_t cut = random_.below(message.size() + 1);
    return TestClient::frame(opcode, message.substr(0, cut), false) +
           TestClient::frame(9, "between") + TestClient::frame(0, message.substr(cut));
  }

  std::string bad_frame() {
    std::string frame = TestClient::frame(static_cast<int>(random_.below(16)), good_message(),
                                          random_.below(2) > 0, random_.below(8) > 0);
    if (random_.below(4) == 0) {  // a huge length
      frame[1] = static_cast<char>(0xff);
      for (size_t i = 2; i < std::min<size_t>(10, frame.size()); ++i)
        frame[i] = static_cast<char>(random_.next());
    }
    if (random_.below(3) > 0) frame = mutate(frame);
    if (!frame.empty() && random_.below(6) == 0) frame[0] = static_cast<char>(random_.next());
    return frame;
  }
  void send_frame() {
    TestClient client(port_);
    if (client.upgrade().status != 101) ++counts_.unhealthy;
    client.send_raw(bad_frame() + TestClient::frame(8, std::string("\x03\xE8", 2)));
    client.end_sending();
    while (client.receive_some(5)) {
    }
    ++counts_.sent;
    client.reset();
  }

  void send_requests(size_t count) {
    static const std::vector<std::string> kTargets = {"/",   "/scene.json", "/status.json",
                                                      "/ws", "/../x",       "/a?token=%41"};
    const std::string host = "Host: 127.0.0.1:" + std::to_string(port_) + "\r\n";
    std::string text;
    for (size_t i = 0; i < count; ++i) {
      std::string request = std::string(random_.below(4) > 0 ? "GET " : "HEAD ") +
                            random_.pick(kTargets) + " HTTP/1.1\r\n" + host;
      if (random_.below(3) == 0) request += "Range: bytes=0-10\r\nAccept-Encoding: gzip;q=0.5\r\n";
      if (random_.below(3) == 0) request += TestClient::handshake_fields("foxglove.sdk.v1");
      text += mutate(request + "\r\n");
    }
    TestClient client(port_);
    client.send_raw(text);
    client.end_sending();
    while (client.receive_some(5)) {
    }
    counts_.sent += count;
    client.reset();
  }

  uint16_t port_;
  FuzzRandom random_;
  FuzzCounts counts_;
};

inline size_t resident_bytes() {
  size_t total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace hadal::web

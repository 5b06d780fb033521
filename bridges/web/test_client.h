// A small blocking client for tests, independent of the libraries of the server: HTTP over a plain
// socket and WebSocket frames written by hand after RFC 6455.
#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace hadal::web {

// Whether something becomes true within ten seconds.
inline bool eventually(const std::function<bool()>& condition) {
  for (int i = 0; i < 2000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return condition();
}

struct Frame {
  int opcode = -1;  // 1 text, 2 binary, 8 close; -1: the connection has ended, or nothing came
  std::string payload;
};

class TestClient {
 public:
  explicit TestClient(uint16_t port, int receive_buffer = 0) {
    socket_ = socket(AF_INET, SOCK_STREAM, 0);
    if (receive_buffer > 0)
      setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const timeval limit{10, 0};
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("no connection");
    host_ = "127.0.0.1:" + std::to_string(port);
  }
  ~TestClient() { close(); }
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;

  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }
  // Without a trace in the system: many thousand connections would use up its ports.
  void reset() {
    const linger now{1, 0};
    setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close();
  }
  void end_sending() { shutdown(socket_, SHUT_WR); }

  bool send_raw(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }

  // False at the end of the connection or after timeout_s.
  bool receive_some(double timeout_s) {
    pollfd waiting{socket_, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(timeout_s * 1000)) <= 0) return false;
    char bytes[65536];
    const ssize_t got = recv(socket_, bytes, sizeof bytes, 0);
    if (got <= 0) return false;
    received_.append(bytes, static_cast<size_t>(got));
    return true;
  }

  // ---- HTTP

  struct Answer {
    int status = 0;
    std::string head, body;
    std::string field(const std::string& name) const {
      const size_t at = head.find("\r\n" + name + ": ");
      if (at == std::string::npos) return "";
      const size_t start = at + 4 + name.size();
      return head.substr(start, head.find("\r\n", start) - start);
    }
  };

  // Fields end with \r\n each; Host is added unless `host` is empty.
  Answer request(const std::string& method, const std::string& target,
                 const std::string& fields = "", const std::string& host = "own") {
    std::string text = method + " " + target + " HTTP/1.1\r\n";
    if (!host.empty()) text += "Host: " + (host == "own" ? host_ : host) + "\r\n";
    send_raw(text + fields + "\r\n");
    return answer(method == "HEAD");
  }
  Answer get(const std::string& target, const std::string& fields = "") {
    return request("GET", target, fields);
  }

  Answer answer(bool head_only = false) {
    Answer a;
    size_t end = 0;
    while ((end = received_.find("\r\n\r\n")) == std::string::npos)
      if (!receive_some(10)) return a;
    a.head = received_.substr(0, end + 2);
    received_.erase(0, end + 4);
    a.status = std::stoi(a.head.substr(9, 3));
    const std::string length = a.field("Content-Length");
    const size_t bytes = head_only || length.empty() ? 0 : std::stoul(length);
    while (received_.size() < bytes)
      if (!receive_some(10)) break;
    a.body = received_.substr(0, bytes);
    received_.erase(0, bytes);
    return a;
  }

  // Whether the server has closed the connection.
  bool ended() {
    while (receive_some(5)) {
    }
    char byte;
    return recv(socket_, &byte, 1, MSG_DONTWAIT) == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
  }

  // ---- WebSocket

  static std::string handshake_fields(const std::string& protocols) {
    // The key of the example in RFC 6455.
    std::string fields =
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    if (!protocols.empty()) fields += "Sec-WebSocket-Protocol: " + protocols + "\r\n";
    return fields;
  }
  Answer upgrade(const std::string& protocols = "foxglove.websocket.v1",
                 const std::string& fields = "", const std::string& target = "/ws") {
    return request("GET", target, handshake_fields(protocols) + fields);
  }

  static std::string frame(int opcode, std::string_view payload, bool last = true,
                           bool masked = true) {
    std::string bytes(1, static_cast<char>((last ? 0x80 : 0) | opcode));
    const int mask_bit = masked ? 0x80 : 0;
    const int form = payload.size() < 126 ? 0 : payload.size() < 65536 ? 2 : 8;
    bytes += static_cast<char>(mask_bit | (form == 0   ? static_cast<int>(payload.size())
                                           : form == 2 ? 126
                                                       : 127));
    for (int i = form - 1; i >= 0; --i) bytes += static_cast<char>(payload.size() >> (8 * i));
    static constexpr char kMask[] = {0x37, 0x0a, 0x21, 0x3d};
    if (masked) bytes.append(kMask, 4);
    for (size_t i = 0; i < payload.size(); ++i)
      bytes += static_cast<char>(payload[i] ^ (masked ? kMask[i % 4] : 0));
    return bytes;
  }
  bool send_text(std::string_view text) { return send_raw(frame(1, text)); }
  bool send_binary(std::string_view bytes) { return send_raw(frame(2, bytes)); }

  // The next message; pings are answered.
  Frame receive(double timeout_s = 10) {
    while (true) {
      Frame f = receive_frame(timeout_s);
      if (f.opcode != 9) return f;
      send_raw(frame(10, f.payload));
    }
  }
  // The next text with this op, or null.
  nlohmann::json receive_op(const std::string& op, double timeout_s = 10) {
    while (true) {
      const Frame f = receive(timeout_s);
      if (f.opcode == -1 || f.opcode == 8) return nullptr;
      if (f.opcode != 1) continue;
      const nlohmann::json value = nlohmann::json::parse(f.payload);
      if (value["op"] == op) return value;
    }
  }
  // The next binary message that begins with this byte, or nothing.
  std::string receive_binary(char opcode, double timeout_s = 10) {
    while (true) {
      const Frame f = receive(timeout_s);
      if (f.opcode == -1 || f.opcode == 8) return "";
      if (f.opcode == 2 && f.payload[0] == opcode) return f.payload;
    }
  }
  void subscribe(uint32_t id, uint32_t channel) {
    send_text(R"({"op":"subscribe","subscriptions":[{"id":)" + std::to_string(id) +
              ",\"channelId\":" + std::to_string(channel) + "}]}");
  }
  // Comes back when all that was sent before has been worked on.
  bool synchronise() {
    const std::string id = "sync" + std::to_string(++synchronised_);
    send_text(R"({"op":"getParameters","parameterNames":["none"],"id":")" + id + "\"}");
    while (true) {
      const nlohmann::json values = receive_op("parameterValues");
      if (values.is_null()) return false;
      if (values.contains("id") && values["id"] == id) return true;
    }
  }

 private:
  bool have(size_t bytes, double timeout_s) {
    while (received_.size() < bytes)
      if (!receive_some(timeout_s)) return false;
    return true;
  }
  Frame receive_frame(double timeout_s) {
    if (!have(2, timeout_s)) return {};
    uint64_t size = static_cast<uint8_t>(received_[1]);
    const int form = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (!have(static_cast<size_t>(2 + form), timeout_s)) return {};
    if (form > 0) size = 0;
    for (int i = 0; i < form; ++i) size = size << 8 | static_cast<uint8_t>(received_[2 + i]);
    const size_t head = static_cast<size_t>(2 + form);
    if (!have(head + size, timeout_s)) return {};
    Frame f{received_[0] & 15, received_.substr(head, size)};
    received_.erase(0, head + size);
    return f;
  }

  int socket_ = -1;
  int synchronised_ = 0;
  std::string host_, received_;
};

inline std::string little_endian(uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
  return text;
}

inline std::vector<uint8_t> bytes_from(std::string_view text) {
  return {text.begin(), text.end()};
}

}  // namespace hadal::web

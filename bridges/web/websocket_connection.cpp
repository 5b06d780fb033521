#include "web/websocket_connection.h"

#include <sys/ioctl.h>

#include <array>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "web/requests.h"

namespace hadal::web {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;

constexpr double kCloseLimit_s = 2;           // for a farewell
constexpr size_t kKeptReadBuffer = 64 << 10;  // larger ones are given back after a message
constexpr int kSendBuffer = 1 << 20;          // of the kernel
constexpr size_t kMaxReason = 123;            // bytes in a close frame
constexpr uint16_t kInternalError = 1011, kGoingAway = 1001;

class WebSocketConnection : public Connection,
                            public Link,
                            public std::enable_shared_from_this<WebSocketConnection> {
 public:
  WebSocketConnection(beast::tcp_stream stream, Context& context)
      : Connection(context), stream_(std::move(stream)) {
    ++context_.websockets;
  }
  ~WebSocketConnection() override {
    --context_.websockets;
    end();
  }

  void accept(http::request<http::empty_body> request, const std::string& subprotocol) {
    request_ = std::move(request);
    set_up(subprotocol);
    stream_.async_accept(request_, [self = shared_from_this()](beast::error_code error) {
      if (!error) self->begin();
    });
  }

  void wake() override {
    if (session_ && !writing_ && !closing_) write_next();
  }

  void close_with_reason(uint16_t code, const std::string& reason) override {
    if (closing_) return;
    drop_note(reason);
    say_goodbye(code, reason);
  }

  void tick(Clock::time_point now) override {
    if (closing_ && now - *closing_ > seconds(kCloseLimit_s)) return socket_close();
    if (!session_ || closing_) return;
    watch_progress(now);
  }

  void shut() override {
    if (!session_) return socket_close();
    if (!closing_) say_goodbye(kGoingAway, "the server ends");
  }

 private:
  asio::ip::tcp::socket& socket() { return beast::get_lowest_layer(stream_).socket(); }

  void set_up(const std::string& subprotocol) {
    beast::get_lowest_layer(stream_).expires_never();  // WebSocket has limits of its own
    websocket::stream_base::timeout limits{};
    limits.handshake_timeout = seconds(context_.options.request_limit_s);
    limits.idle_timeout = seconds(context_.options.idle_limit_s);
    limits.keep_alive_pings = true;
    stream_.set_option(limits);
    stream_.set_option(
        websocket::stream_base::decorator([subprotocol](websocket::response_type& response) {
          response.set(http::field::server, "hadal");
          response.set(http::field::sec_websocket_protocol, subprotocol);
        }));
    stream_.read_message_max(kMaxClientMessage);
    stream_.auto_fragment(false);
    beast::error_code ignored;
    socket().set_option(asio::ip::tcp::no_delay(true), ignored);
    socket().set_option(asio::socket_base::send_buffer_size(kSendBuffer), ignored);
  }

  void begin() {
    progress_ = Clock::now();
    session_ = &context_.hub->open(*this);
    wake();
    read();
  }

  // Once, when the connection is over.
  void end() {
    if (session_) context_.hub->close(*std::exchange(session_, nullptr));
  }

  // Waits for the write under way.
  void say_goodbye(uint16_t code, const std::string& reason) {
    closing_ = Clock::now();
    const websocket::close_reason why(static_cast<websocket::close_code>(code),
                                      reason.substr(0, kMaxReason));
    stream_.async_close(why,
                        [self = shared_from_this()](beast::error_code) { self->socket_close(); });
  }

  void socket_close() {
    beast::error_code ignored;
    socket().close(ignored);
  }

  void drop_note(const std::string& reason) {
    ++context_.counters.clients_dropped;
    context_.note("client_" + std::to_string(session_->id) + " was dropped: " + reason);
  }

  // ---- reading

  // Who does not take answers may not ask for more.
  bool may_read() const {
    return session_->outbox.control_bytes() <= context_.options.client_queue_bytes / 2;
  }

  void read() {
    read_paused_ = false;
    stream_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, size_t) {
      self->on_read(error);
    });
  }

  void on_read(beast::error_code error) {
    if (error) {
      end();
      return socket_close();
    }
    ++context_.counters.client_messages;
    handle();
    if (buffer_.capacity() > kKeptReadBuffer)
      buffer_ = beast::flat_buffer();
    else
      buffer_.consume(buffer_.size());
    if (may_read())
      read();
    else
      read_paused_ = true;
  }

  void handle() {
    const auto* data = static_cast<const uint8_t*>(buffer_.cdata().data());
    try {
      if (stream_.got_text())
        handle_text(*context_.hub, *session_,
                    {reinterpret_cast<const char*>(data), buffer_.size()});
      else
        handle_binary(*context_.hub, *session_, {data, buffer_.size()});
    } catch (const std::exception& problem) {
      context_.note(std::string("a request failed: ") + problem.what());
      close_with_reason(kInternalError, "a request failed");
    }
  }

  // ---- writing

  void write_next() {
    writing_ = true;  // before next(), which may call wake()
    std::optional<OutMessage> message = context_.hub->next(*session_, Clock::now());
    if (!message) {
      writing_ = false;
      return;
    }
    current_ = std::move(*message);
    const auto& payload = current_.payload;
    const std::array<asio::const_buffer, 2> buffers{
        asio::const_buffer(current_.head.data(), current_.head_bytes),
        payload ? asio::const_buffer(payload->data(), payload->size()) : asio::const_buffer()};
    stream_.text(current_.text);
    stream_.async_write(buffers, [self = shared_from_this()](beast::error_code error, size_t) {
      self->on_written(error);
    });
  }

  void on_written(beast::error_code error) {
    writing_ = false;
    if (!session_) return;
    if (error) {
      end();
      return socket_close();
    }
    progress_ = Clock::now();
    count_written();
    current_ = {};
    wake();
    // At the latest here: a connection without any operation under way would end.
    if (read_paused_ && may_read() && !closing_) read();
  }

  void count_written() {
    Counters& counters = context_.counters;
    ++counters.messages_sent;
    counters.bytes_sent += current_.size();
    if (current_.topic == 0) return;
    const auto delay = static_cast<uint64_t>((progress_ - current_.since).count());
    ++counters.delays;
    counters.delay_sum_ns += delay;
    Counters::raise(counters.delay_max_ns, delay);
  }

  // A write may take long on a slow line; what counts is whether the other side takes anything.
  void watch_progress(Clock::time_point now) {
    int unacknowledged = 0;
    if (!writing_ || ioctl(socket().native_handle(), TIOCOUTQ, &unacknowledged) != 0 ||
        unacknowledged != unacknowledged_)
      progress_ = now;
    unacknowledged_ = unacknowledged;
    if (now - progress_ <= seconds(context_.options.stall_limit_s)) return;
    drop_note("it took nothing for " + std::to_string(context_.options.stall_limit_s) + " s");
    closing_ = now;
    socket_close();
  }

  websocket::stream<beast::tcp_stream, false> stream_;
  http::request<http::empty_body> request_;
  beast::flat_buffer buffer_;
  Session* session_ = nullptr;
  OutMessage current_;
  bool writing_ = false, read_paused_ = false;
  std::optional<Clock::time_point> closing_;
  Clock::time_point progress_{};
  int unacknowledged_ = 0;
};

}  // namespace

std::string choose_subprotocol(std::string_view offered) {
  for (const auto& token : http::token_list(beast::string_view(offered.data(), offered.size())))
    if (token == "foxglove.websocket.v1" || token == "foxglove.sdk.v1") return std::string(token);
  return "";
}

void start_websocket(beast::tcp_stream stream, http::request<http::empty_body> request,
                     const std::string& subprotocol, Context& context) {
  std::make_shared<WebSocketConnection>(std::move(stream), context)
      ->accept(std::move(request), subprotocol);
}

}  // namespace hadal::web

#include "web/http_connection.h"

#include <unistd.h>

#include <array>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "web/websocket_connection.h"

namespace hadal::web {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr size_t kPiece = 256 << 10;       // of a body or file per write
constexpr size_t kMaxDiscarded = 1 << 20;  // read after the last answer
constexpr double kLinger_s = 1;

std::string field(const http::request<http::empty_body>& message, http::field name) {
  const auto value = message[name];
  return {value.data(), value.size()};
}

HttpRequest request_of(const http::request<http::empty_body>& message) {
  HttpRequest r;
  r.method = std::string(message.method_string());
  r.target = std::string(message.target());
  r.host = field(message, http::field::host);
  r.hosts = static_cast<int>(message.count(http::field::host));
  r.origin = field(message, http::field::origin);
  r.authorization = field(message, http::field::authorization);
  r.accept_encoding = field(message, http::field::accept_encoding);
  r.if_none_match = field(message, http::field::if_none_match);
  r.range = field(message, http::field::range);
  r.if_range = field(message, http::field::if_range);
  return r;
}

HttpReply reply_to_broken(beast::error_code error) {
  HttpReply reply = plain_reply(400, "This is not an HTTP request.");
  if (error == http::error::header_limit)
    reply = plain_reply(
        431, "The fields of a request may have " + std::to_string(kMaxHeaderBytes) + " bytes.");
  if (error == http::error::body_limit || error == http::error::unexpected_body)
    reply = plain_reply(413, "Requests have no body here.");
  reply.keep_alive = false;
  return reply;
}

class HttpConnection : public Connection, public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(asio::ip::tcp::socket socket, Context& context)
      : Connection(context), stream_(std::move(socket)), buffer_(4 * kMaxHeaderBytes) {}

  void read() {
    parser_.emplace();
    parser_->header_limit(kMaxHeaderBytes);
    parser_->body_limit(0);
    stream_.expires_after(seconds(context_.options.request_limit_s));
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](beast::error_code error, size_t) { self->on_read(error); });
  }

  void tick(Clock::time_point) override {}
  void shut() override { stream_.close(); }

 private:
  void on_read(beast::error_code error) {
    if (error && error.category() != http::make_error_code(http::error::bad_method).category())
      return;  // gone, or too slow
    if (error == http::error::end_of_stream || error == http::error::partial_message) return;
    ++context_.counters.requests;
    if (error) return write(reply_to_broken(error), false);
    const http::request<http::empty_body>& message = parser_->get();
    const HttpRequest request = request_of(message);
    keep_alive_ = message.keep_alive();
    if (auto refusal = context_.site->refusal(request)) {
      ++context_.counters.requests_refused;
      return write(std::move(*refusal), request.method == "HEAD");
    }
    if (beast::websocket::is_upgrade(message)) return upgrade();
    write(context_.site->answer(request), request.method == "HEAD");
  }

  void upgrade() {
    const auto offered = parser_->get()[http::field::sec_websocket_protocol];
    const std::string protocol = choose_subprotocol({offered.data(), offered.size()});
    HttpReply no;
    if (!context_.hub)
      no = plain_reply(404, "This server shows a log; there is no live run to connect to.");
    else if (protocol.empty())
      no = plain_reply(400, "Offer the subprotocol foxglove.websocket.v1 or foxglove.sdk.v1.");
    else if (buffer_.size() > 0)
      no = plain_reply(400, "Wait for the answer to the handshake.");
    else if (context_.websockets >= context_.options.max_clients)
      no = plain_reply(503, "As many clients as the server allows are connected.");
    else
      return start_websocket(std::move(stream_), parser_->release(), protocol, context_);
    write(std::move(no), false);
  }

  void write(HttpReply reply, bool head_only) {
    keep_alive_ = keep_alive_ && reply.keep_alive;
    reply_ = std::move(reply);
    head_ = reply_head(reply_, keep_alive_);
    sent_ = 0;
    to_send_ = head_only || reply_.status == 304 ? 0 : reply_.size();
    write_piece(asio::buffer(head_));
  }

  void write_piece(asio::const_buffer head) {
    const std::array<asio::const_buffer, 2> buffers{head, next_piece()};
    if (sent_ == kBroken) return;
    stream_.expires_after(seconds(context_.options.request_limit_s));
    asio::async_write(stream_, buffers,
                      [self = shared_from_this()](beast::error_code error, size_t bytes) {
                        self->context_.counters.bytes_sent += bytes;
                        if (!error) self->on_written();
                      });
  }

  asio::const_buffer next_piece() {
    const uint64_t at = sent_;
    const size_t bytes = static_cast<size_t>(std::min<uint64_t>(kPiece, to_send_ - sent_));
    sent_ += bytes;
    if (bytes == 0) return {};
    if (!reply_.file.descriptor) return {reply_.body->data() + at, bytes};
    piece_.resize(bytes);
    const ssize_t got = pread(*reply_.file.descriptor, piece_.data(), bytes,
                              static_cast<off_t>(reply_.file.offset + at));
    if (got != static_cast<ssize_t>(bytes)) sent_ = kBroken;  // the file has become shorter
    return {piece_.data(), bytes};
  }

  void on_written() {
    if (sent_ < to_send_) return write_piece({});
    reply_ = {};
    if (keep_alive_) return read();
    beast::error_code ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    stream_.expires_after(seconds(kLinger_s));
    discarded_.resize(16 << 10);
    discard();
  }

  // Closing with unread bytes would reset the connection before the other side has the answer.
  void discard() {
    stream_.async_read_some(asio::buffer(discarded_),
                            [self = shared_from_this()](beast::error_code error, size_t bytes) {
                              self->discarded_bytes_ += bytes;
                              if (!error && self->discarded_bytes_ < kMaxDiscarded) self->discard();
                            });
  }

  static constexpr uint64_t kBroken = ~uint64_t{0};

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  bool keep_alive_ = true;
  HttpReply reply_;
  std::string head_;
  uint64_t sent_ = 0, to_send_ = 0;
  std::vector<char> piece_, discarded_;
  size_t discarded_bytes_ = 0;
};

}  // namespace

void serve_connection(asio::ip::tcp::socket socket, Context& context) {
  std::make_shared<HttpConnection>(std::move(socket), context)->read();
}

}  // namespace hadal::web

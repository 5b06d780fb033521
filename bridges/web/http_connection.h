// A TCP connection that speaks HTTP/1.1 with keep-alive until it asks for WebSocket.
#pragma once
#include <boost/asio/ip/tcp.hpp>

#include "web/connection.h"

namespace hadal::web {

inline constexpr uint32_t kMaxHeaderBytes = 16 << 10;

void serve_connection(boost::asio::ip::tcp::socket socket, Context& context);

}  // namespace hadal::web

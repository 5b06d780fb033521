// A connection that speaks WebSocket (RFC 6455) with one of the Foxglove subprotocols.
#pragma once
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <string>
#include <string_view>

#include "web/connection.h"

namespace hadal::web {

inline constexpr size_t kMaxClientMessage = 1 << 20;  // bytes

// The first offered one that the server speaks; empty: none.
std::string choose_subprotocol(std::string_view offered);

void start_websocket(boost::beast::tcp_stream stream,
                     boost::beast::http::request<boost::beast::http::empty_body> request,
                     const std::string& subprotocol, Context& context);

}  // namespace hadal::web

// The channel to a server that speaks in WebSocket messages: LiveChess.
#pragma once

#include <memory>
#include <string>

#include <boost/asio/any_io_executor.hpp>

#include "transport/channel.hpp"

namespace jadoube::transport {

/// What every place on the network begins with that is reached so.
inline constexpr std::string_view kWebSocket = "ws://";

/// `where`: "ws://HOST:PORT", an IPv6 address in brackets; what is asked for there is LiveChess's interface
/// v1.0. Each element that is received or written is one text message; one of more than 1 MiB ends the
/// connection. Everything happens on `executor`, which must not be run by more than one thread at a time.
std::shared_ptr<Channel> open_websocket(const std::string& where,
                                        const boost::asio::any_io_executor& executor, ChannelEvents events);

}  // namespace jadoube::transport

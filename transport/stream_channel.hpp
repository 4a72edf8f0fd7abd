// Channels to boards that are reached otherwise than over USB by this program itself: through a serial port
// of the kernel, or through a TCP connection to a serial server.
#pragma once

#include <memory>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/system/error_code.hpp>

#include "drivers/board_table.hpp"
#include "transport/channel.hpp"

namespace jadoube::transport {

/// "/dev/ttyUSB0" or any other path: a serial port, set to `line`. "tcp:HOST:PORT": a connection. Everything
/// happens on `executor`, which must not be run by more than one thread at a time.
std::shared_ptr<Channel> open_stream(const std::string& where, const drivers::LineSettings& line,
                                     const boost::asio::any_io_executor& executor, ChannelEvents events);

/// Why no connection came about, in words of the system. Asio says of one for which it could have no socket that it was
/// canceled.
std::string why_not_connected(const boost::system::error_code& error,
                              const boost::asio::any_io_executor& executor);

}  // namespace jadoube::transport

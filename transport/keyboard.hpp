// Lines that are typed while the program does something else.
#pragma once

#include <unistd.h>

#include <functional>
#include <istream>
#include <string>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>

namespace jadoube::transport {

/// Reads standard input as long as there are lines. What is no terminal, pipe or socket is not read.
class Keyboard {
 public:
  Keyboard(boost::asio::io_context& io, std::function<void(const std::string&)> on_line)
      : input_{io, ::dup(STDIN_FILENO)}, on_line_{std::move(on_line)} {
    read();
  }

 private:
  void read() {
    boost::asio::async_read_until(input_, buffer_, '\n',
                                  [this](const boost::system::error_code& error, std::size_t) {
                                    if (error) return;
                                    std::istream stream{&buffer_};
                                    std::string line;
                                    std::getline(stream, line);
                                    on_line_(line);
                                    read();
                                  });
  }
  boost::asio::posix::stream_descriptor input_;
  boost::asio::streambuf buffer_;
  std::function<void(const std::string&)> on_line_;
};

}  // namespace jadoube::transport

// One program's connection to the feed: HTTP's upgrade, WebSocket messages, and what waits to be sent.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "broadcast/feed_session.hpp"

namespace jadoube::broadcast {

class FeedClient : public std::enable_shared_from_this<FeedClient> {
 public:
  struct Limits {
    /// Of what waits to be sent.
    std::size_t queue_bytes = 0;
  };
  /// `boards` must outlive its last use, `ended` is called once.
  FeedClient(boost::asio::ip::tcp::socket socket, const FeedBoards& boards, Limits limits,
             std::function<std::int64_t()> time, std::function<void(const FeedClient&)> ended);

  void start();
  /// Something of this board has changed.
  void tell(std::string_view serial);
  /// At once.
  void close();

 private:
  void upgrade();
  void turn_away(unsigned status, std::string_view why);
  void read();
  void hear();
  void send_all();
  void write();
  void end();

  boost::beast::websocket::stream<boost::beast::tcp_stream> stream_;
  boost::beast::flat_buffer buffer_;
  boost::beast::http::request_parser<boost::beast::http::empty_body> head_;
  boost::beast::http::response<boost::beast::http::string_body> refusal_;
  FeedSession session_;
  Limits limits_;
  std::function<std::int64_t()> time_;
  std::function<void(const FeedClient&)> ended_;
  std::deque<std::string> queue_;
  std::size_t queued_ = 0;
  bool is_open_ = false, is_ended_ = false, reads_ = false, writes_ = false;
};

}  // namespace jadoube::broadcast

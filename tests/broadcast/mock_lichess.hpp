// An endpoint that keeps what it is asked and answers as it is told to.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

namespace jadoube::broadcast {

class MockLichess {
 public:
  using Request = boost::beast::http::request<boost::beast::http::string_body>;

  explicit MockLichess(boost::asio::io_context& io)
      : acceptor_{io, {boost::asio::ip::address_v4::loopback(), 0}} {
    accept();
  }

  [[nodiscard]] std::string port() const { return std::to_string(acceptor_.local_endpoint().port()); }
  /// The bytes of the next answers; empty: the connection is cut. Without any: all is taken.
  std::deque<std::string> answers;
  std::vector<Request> requests;
  /// Requests that were under way together, at most.
  unsigned most_at_once = 0;

  static std::string answer(unsigned status, const std::string& headers = {},
                            const std::string& body = "{}") {
    return "HTTP/1.1 " + std::to_string(status) + " X\r\n" + headers +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

 private:
  struct Client {
    explicit Client(boost::asio::ip::tcp::socket from) : socket{std::move(from)} {}
    boost::asio::ip::tcp::socket socket;
    boost::beast::flat_buffer buffer;
    Request request;
    std::string answer;
  };

  void accept() {
    acceptor_.async_accept([this](boost::system::error_code error, boost::asio::ip::tcp::socket socket) {
      if (error) return;
      most_at_once = std::max(most_at_once, ++at_once_);
      const auto client = std::make_shared<Client>(std::move(socket));
      boost::beast::http::async_read(client->socket, client->buffer, client->request,
                                     [this, client](boost::system::error_code broken, std::size_t) {
                                       if (!broken) reply(client);
                                     });
      accept();
    });
  }
  void reply(const std::shared_ptr<Client>& client) {
    requests.push_back(client->request);
    client->answer = answer(200, {}, R"({"games":[]})");
    if (!answers.empty()) {
      client->answer = answers.front();
      answers.pop_front();
    }
    boost::asio::async_write(client->socket, boost::asio::buffer(client->answer),
                             [this, client](boost::system::error_code, std::size_t) {
                               --at_once_;
                               boost::system::error_code ignored;
                               client->socket.close(ignored);
                             });
  }

  boost::asio::ip::tcp::acceptor acceptor_;
  unsigned at_once_ = 0;
};

}  // namespace jadoube::broadcast

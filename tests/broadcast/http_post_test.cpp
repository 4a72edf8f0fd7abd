#include "broadcast/http_post.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>

#include "tests/support/certificate.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::broadcast {
namespace {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using testing::HasSubstr;

/// A server under TLS that answers 200 to one client after the other.
class TlsServer {
 public:
  TlsServer(asio::io_context& io, const tests::Certificate& files)
      : acceptor_{io, {asio::ip::address_v4::loopback(), 0}} {
    context_.use_certificate_chain_file(files.certificate);
    context_.use_private_key_file(files.key, asio::ssl::context::pem);
    accept();
  }
  [[nodiscard]] std::string port() const { return std::to_string(acceptor_.local_endpoint().port()); }
  /// What clients have said, under TLS.
  std::string heard;

 private:
  struct Client {
    Client(Tcp::socket socket, asio::ssl::context& context) : stream{std::move(socket), context} {}
    asio::ssl::stream<Tcp::socket> stream;
    std::string head;
  };
  void accept() {
    acceptor_.async_accept([this](boost::system::error_code error, Tcp::socket socket) {
      if (error) return;
      const auto client = std::make_shared<Client>(std::move(socket), context_);
      client->stream.async_handshake(asio::ssl::stream_base::server,
                                     [this, client](boost::system::error_code refused) {
                                       if (!refused) answer(client);
                                     });
      accept();
    });
  }
  void answer(const std::shared_ptr<Client>& client) {
    asio::async_read_until(client->stream, asio::dynamic_buffer(client->head), "\r\n\r\n",
                           [this, client](boost::system::error_code, std::size_t) {
                             heard += client->head;
                             static const std::string text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
                             asio::async_write(client->stream, asio::buffer(text),
                                               [client](boost::system::error_code, std::size_t) {});
                           });
  }

  asio::ssl::context context_{asio::ssl::context::tls_server};
  Tcp::acceptor acceptor_;
};

HttpResult ask(asio::io_context& io, const std::string& url, const std::string& authorities) {
  HttpResult result = tl::unexpected{std::string{"nothing came"}};
  bool done = false;
  const auto request =
      post(io.get_executor(), *trust(authorities),
           {*place_from_url(url), "/x", {{"Authorization", "Bearer secret"}}, ""}, [&](HttpResult got) {
             result = std::move(got);
             done = true;
           });
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{60};
  while (!done && std::chrono::steady_clock::now() < end) io.run_one_for(std::chrono::seconds{1});
  return result;
}

TEST(HttpPost, SpeaksUnderTlsOnlyToTheOneThatItTrustsUnderItsName) {
  const tests::TemporaryFolder folder;
  const auto files = tests::make_certificate(folder.path());
  std::ifstream in{files.certificate};
  const std::string certificate{std::istreambuf_iterator<char>{in}, {}};
  asio::io_context io;
  TlsServer server{io, files};
  const auto stranger = ask(io, "https://localhost:" + server.port(), "");
  ASSERT_FALSE(stranger);
  EXPECT_THAT(stranger.error(), HasSubstr("no trusted TLS connection"));
  const auto other_name = ask(io, "https://127.0.0.1:" + server.port(), certificate);
  ASSERT_FALSE(other_name);
  EXPECT_THAT(other_name.error(), HasSubstr("no trusted TLS connection"));
  EXPECT_EQ(server.heard, "") << "the token is not sent";
  const auto trusted = ask(io, "https://localhost:" + server.port(), certificate);
  ASSERT_TRUE(trusted) << trusted.error();
  EXPECT_EQ(trusted->status, 200U);
  EXPECT_EQ(trusted->body, "ok");
  EXPECT_THAT(server.heard, HasSubstr("Bearer secret"));
}

TEST(HttpPost, SaysThatNobodyIsThere) {
  asio::io_context io;
  Tcp::acceptor bound{io, Tcp::v4()};  // and does not listen
  bound.bind({asio::ip::address_v4::loopback(), 0});
  const std::string port = std::to_string(bound.local_endpoint().port());
  const auto result = ask(io, "http://127.0.0.1:" + port, "");
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error(), HasSubstr("no connection"));
}

}  // namespace
}  // namespace jadoube::broadcast

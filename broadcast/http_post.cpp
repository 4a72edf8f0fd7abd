#include "broadcast/http_post.hpp"

#include <charconv>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

namespace jadoube::broadcast {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;
using ErrorCode = beast::error_code;

constexpr std::chrono::seconds kStep{30};
constexpr std::uint64_t kMostBody = 1U << 20;

class Post : public std::enable_shared_from_this<Post> {
 public:
  Post(const asio::any_io_executor& executor, std::shared_ptr<asio::ssl::context> tls, HttpRequest request,
       std::function<void(HttpResult)> done)
      : place_{std::move(request.place)},
        done_{std::move(done)},
        resolver_{executor},
        limit_{executor},
        tls_{std::move(tls)},
        stream_{beast::tcp_stream{executor}, *tls_} {
    message_ = {http::verb::post, request.target, 11};
    message_.set(http::field::host, place_.authority);
    for (const auto& [name, value] : request.headers) message_.set(name, value);
    message_.body() = std::move(request.body);
    message_.prepare_payload();
    stream_.set_verify_callback(asio::ssl::host_name_verification{place_.host});
    // By its name the server chooses its certificate; an address is no name.
    ErrorCode is_name;
    asio::ip::make_address(place_.host, is_name);
    if (is_name)
      SSL_ctrl(stream_.native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
               place_.host.data());
    parser_.body_limit(kMostBody);
  }

  void start() {
    // A resolver has no limit of its own.
    limit_.expires_after(kStep);
    limit_.async_wait([self = shared_from_this()](ErrorCode error) {
      if (error) return;
      self->resolver_.cancel();
      self->fail("the name " + self->place_.host + " is not found: no answer");
    });
    resolver_.async_resolve(
        place_.host, place_.port,
        [self = shared_from_this()](ErrorCode error, const Tcp::resolver::results_type& found) {
          self->limit_.cancel();
          if (error) return self->fail("the name " + self->place_.host + " is not found: " + error.message());
          self->connect(found);
        });
  }

  void cancel() {
    done_ = nullptr;
    limit_.cancel();
    resolver_.cancel();
    tcp().close();
  }

 private:
  beast::tcp_stream& tcp() { return stream_.next_layer(); }

  void connect(const Tcp::resolver::results_type& found) {
    if (!done_) return;
    tcp().expires_after(kStep);
    tcp().async_connect(found, [self = shared_from_this()](ErrorCode error, const Tcp::endpoint&) {
      if (error) return self->fail("no connection: " + error.message());
      if (!self->place_.tls) return self->send(self->tcp());
      self->tcp().expires_after(kStep);
      self->stream_.async_handshake(asio::ssl::stream_base::client, [self](ErrorCode refused) {
        if (refused) return self->fail("no trusted TLS connection: " + refused.message());
        self->send(self->stream_);
      });
    });
  }

  template <class Stream>
  void send(Stream& stream) {
    tcp().expires_after(kStep);
    http::async_write(stream, message_, [self = shared_from_this(), &stream](ErrorCode error, std::size_t) {
      if (error) return self->fail("sending broke off: " + error.message());
      self->tcp().expires_after(kStep);
      http::async_read(stream, self->buffer_, self->parser_, [self](ErrorCode broken, std::size_t) {
        if (broken) return self->fail("no whole answer: " + broken.message());
        self->succeed();
      });
    });
  }

  void succeed() {
    const auto& answer = parser_.get();
    HttpAnswer made{answer.result_int(), answer.body(), {}};
    if (const auto text = answer[http::field::retry_after]; !text.empty()) {
      unsigned seconds = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
      if (error == std::errc{} && end == text.data() + text.size())
        made.retry_after = std::chrono::seconds{seconds};
    }
    finish(std::move(made));
  }
  void fail(const std::string& sentence) { finish(tl::unexpected{sentence}); }
  void finish(HttpResult result) {
    tcp().close();
    if (const auto done = std::exchange(done_, nullptr)) done(std::move(result));
  }

  HttpPlace place_;
  std::function<void(HttpResult)> done_;
  Tcp::resolver resolver_;
  asio::steady_timer limit_;
  std::shared_ptr<asio::ssl::context> tls_;
  asio::ssl::stream<beast::tcp_stream> stream_;
  http::request<http::string_body> message_;
  beast::flat_buffer buffer_;
  http::response_parser<http::string_body> parser_;
};

}  // namespace

tl::expected<std::shared_ptr<asio::ssl::context>, std::string> trust(const std::string& authorities) {
  using Context = asio::ssl::context;
  const auto tls = std::make_shared<Context>(Context::tls_client);
  ErrorCode error;
  tls->set_options(Context::no_tlsv1 | Context::no_tlsv1_1, error);
  if (!error) tls->set_verify_mode(asio::ssl::verify_peer, error);
  if (!error && authorities.empty()) tls->set_default_verify_paths(error);
  if (!error && !authorities.empty()) tls->add_certificate_authority(asio::buffer(authorities), error);
  if (error) return tl::unexpected{"TLS cannot be prepared: " + error.message()};
  return tls;
}

std::shared_ptr<void> post(const asio::any_io_executor& executor, std::shared_ptr<asio::ssl::context> tls,
                           HttpRequest request, std::function<void(HttpResult)> done) {
  const auto made = std::make_shared<Post>(executor, std::move(tls), std::move(request), std::move(done));
  made->start();
  return {made.get(), [made](void*) { made->cancel(); }};
}

}  // namespace jadoube::broadcast

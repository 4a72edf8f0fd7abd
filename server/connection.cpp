#include "server/connection.hpp"

#include <charconv>
#include <optional>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "server/event_stream.hpp"
#include "server/head.hpp"
#include "server/live_request.hpp"
#include "server/live_socket.hpp"
#include "server/login_limit.hpp"

namespace jadoube::server {
namespace {

namespace http = beast::http;

/// What is thrown away of a request that was refused unread, so that the answer arrives.
constexpr std::size_t kMostIgnored = 4 * 1024 * 1024;
constexpr std::chrono::seconds kToLeave{2};
/// RFC 6797: for 30 days browsers come over TLS only to whoever has this name. Not for names below it: they are others'.
constexpr const char* kStayWithTls = "max-age=2592000";
/// What is read at once of a head.
constexpr std::size_t kPiece = 4096;
/// Before a request, where they mean nothing (RFC 9112 2.2).
constexpr unsigned kMostBlankLines = 2;

std::optional<std::uint64_t> seq_from(std::optional<std::string_view> text) {
  std::uint64_t seq = 0;
  if (!text) return std::nullopt;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), seq);
  return error == std::errc{} && end == text->data() + text->size() ? std::optional{seq} : std::nullopt;
}

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    if (comma != 0) names.emplace_back(list.substr(0, comma));
    list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
  }
  return names;
}

Request request_from(const http::request<http::string_body>& message, const Peer& peer) {
  Request request;
  request.method = method_from_name({message.method_string().data(), message.method_string().size()});
  request.target.assign(message.target().data(), message.target().size());
  for (const auto& field : message)
    request.headers.emplace_back(std::string{field.name_string().data(), field.name_string().size()},
                                 std::string{field.value().data(), field.value().size()});
  request.peer = peer;
  return request;
}

/// What a piece of a body says beside its size means nothing to us (RFC 9112 7.1.1), and has no control characters.
struct LookAtExtensions {
  void operator()(std::uint64_t, beast::string_view extensions, ErrorCode& error) const {
    for (const char c : extensions)
      if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f)
        error = http::error::bad_chunk_extension;
  }
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::unique_ptr<Wire> wire, std::weak_ptr<Door::Place> place, const Service& service)
      : wire_{std::move(wire)},
        place_{std::move(place)},
        service_{service},
        patience_{wire_->get_executor()} {}

  void start() {
    wire_->tcp().expires_after(service_.limits.to_ask);
    wire_->handshake([self = shared_from_this()](ErrorCode error) {
      if (error) return self->service_.counts.drop(Drop::tls);
      self->read_head();
    });
  }

 private:
  using Parser = http::request_parser<http::string_body>;

  void read_head() {
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(service_.limits.head));
    // The limit of the body depends on what the head says.
    parser_->body_limit(boost::none);
    parser_->on_chunk_header(look_at_extensions_);
    scan_.emplace(service_.limits.head);
    blank_lines_ = 0;
    wire_->tcp().expires_never();
    be_patient();
    look_at_head();
  }

  /// Beast's parser takes what RFC 9112 has not: it sees only what has been looked at.
  void look_at_head() {
    for (; blank_lines_ < kMostBlankLines && arrived().starts_with("\r\n"); ++blank_lines_)
      buffer_.consume(2);
    scan_->look(arrived());
    if (const auto& fault = scan_->fault())
      return send_last(refusal(fault->status, fault->kind, fault->sentence),
                       fault->kind == RefusalKind::too_large ? Drop::too_large : Drop::not_http);
    if (!scan_->is_complete()) {
      wire_->async_read_some(buffer_.prepare(kPiece),
                             [self = shared_from_this()](ErrorCode error, std::size_t count) {
                               if (error || self->is_too_slow_) return self->refuse(error);
                               self->buffer_.commit(count);
                               self->look_at_head();
                             });
      return;
    }
    if (const auto minor = scan_->unknown_minor_version())
      static_cast<char*>(buffer_.data().data())[*minor] = '1';
    ErrorCode error;
    buffer_.consume(parser_->put(buffer_.data(), error));
    if (error) return refuse(error);
    head_is_there();
  }
  [[nodiscard]] std::string_view arrived() const {
    return {static_cast<const char*>(buffer_.data().data()), buffer_.size()};
  }

  /// The stream's own time limit would close the connection before the client could be told why.
  void be_patient() {
    patience_.expires_after(service_.limits.to_ask);
    patience_.async_wait([weak = weak_from_this()](ErrorCode error) {
      const auto self = weak.lock();
      if (error || !self || self->wire_ == nullptr) return;
      self->is_too_slow_ = true;
      self->wire_->tcp().cancel();
    });
  }

  void head_is_there() {
    request_ = request_from(parser_->get(), wire_->peer());
    if (!take_origin_form(request_))
      return send_last(
          refusal(400, RefusalKind::invalid, "The address asked for is none of a server like this."),
          Drop::not_http);
    if (const auto fault = framing_fault(request_, parser_->get().version() == 11))
      return send_last(refusal(fault->status, RefusalKind::invalid, fault->sentence), Drop::not_http);
    if (auto refused = find_client()) return send_last(*std::move(refused), Drop::too_many);
    admission_ = service_.api.admit(request_);
    if (auto refused = refuse_flood()) return send_last(*std::move(refused), Drop::too_many);
    const std::uint64_t length = parser_->content_length().value_or(0);
    const bool has_body = length != 0 || parser_->chunked();
    if (admission_.refused) return send(*admission_.refused, parser_->keep_alive() && !has_body);
    if (length > admission_.body_limit || (has_body && admission_.body_limit == 0))
      return send_last(too_large(), Drop::too_large);
    if (become_live()) return;
    parser_->body_limit(admission_.body_limit);
    if (has_body && waits_to_be_asked())
      ask_for_the_body();
    else
      read_body();
  }

  /// Behind a proxy of ours it is somebody else who asks, and with each request perhaps another.
  std::optional<Response> find_client() {
    auto client = client_behind(service_.proxies, request_);
    if (!client) return refusal(400, RefusalKind::invalid, client.error());
    const auto tls = tls_behind(service_.proxies, request_);
    if (!tls) return refusal(400, RefusalKind::invalid, tls.error());
    if (*tls) request_.peer.tls = **tls;
    if (!*client) return std::nullopt;
    request_.peer.address = **std::move(client);
    request_.peer.is_loopback = false;
    const auto place = place_.lock();
    if (place == nullptr || place->is_for(network_of(request_.peer.address), service_.limits))
      return std::nullopt;
    return too_many("Too many connections are open from this address.");
  }
  /// Those with a token may ask as much as they like.
  std::optional<Response> refuse_flood() {
    const auto place = place_.lock();
    if (admission_.caller) {
      if (place != nullptr) place->has_shown_token();
      return std::nullopt;
    }
    const bool is_monitor = admission_.route != nullptr && admission_.route->ask == Ask::health;
    const std::size_t most = service_.limits.requests_per_second;
    if (request_.peer.is_loopback || is_monitor ||
        service_.requests.take(network_of(request_.peer.address), std::chrono::steady_clock::now(), 10 * most,
                               most))
      return std::nullopt;
    return too_many("Too many requests have come from this address.");
  }
  static Response too_many(const char* sentence) {
    Response response = refusal(429, RefusalKind::too_many, sentence);
    response.headers.emplace_back("Retry-After", "10");
    return response;
  }

  /// RFC 9110 10.1.1. A body that has begun to come needs no asking.
  [[nodiscard]] bool waits_to_be_asked() const {
    const auto expected = request_.header("Expect");
    return expected && same_but_for_case(*expected, "100-continue") && parser_->get().version() == 11 &&
           buffer_.size() == 0;
  }
  void ask_for_the_body() {
    constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(*wire_, asio::buffer(go_on.data(), go_on.size()),
                      [self = shared_from_this()](ErrorCode error, std::size_t) {
                        if (error || self->is_too_slow_) return self->refuse(error);
                        self->read_body();
                      });
  }

  void read_body() {
    http::async_read(*wire_, buffer_, *parser_, [self = shared_from_this()](ErrorCode error, std::size_t) {
      if (error || self->is_too_slow_) return self->refuse(error);
      self->request_.body = std::move(self->parser_->get().body());
      self->answer();
    });
  }

  void answer() {
    Response made = service_.api.answer(admission_, request_);
    if (made.elsewhere) {
      patience_.cancel();
      return made.elsewhere([self = shared_from_this()](Response response) {
        self->send(std::move(response), self->parser_->keep_alive());
      });
    }
    if (!made.later) return send(std::move(made), parser_->keep_alive());
    patience_.cancel();
    // Only `later` runs on the worker's thread; the connection is used and destroyed on its own thread.
    auto work = [self = shared_from_this(),
                 later = std::move(made.later)]() mutable -> std::function<void()> {
      return [self = std::move(self), done = later()]() mutable {
        const auto executor = self->wire_->get_executor();
        asio::post(executor, [self = std::move(self), done = std::move(done)]() mutable {
          self->send(done.then ? done.then() : std::move(done), self->parser_->keep_alive());
        });
      };
    };
    if (!service_.worker.take(std::move(work)))
      send(refusal(503, RefusalKind::unavailable,
                   "Too many have asked for what takes its time. Try again in a moment."),
           parser_->keep_alive());
  }

  /// Hands the connection over, if that is what the request asks for. True: this is done with it, or has refused it.
  bool become_live() {
    const Ask ask = admission_.route->ask;
    if (request_.method != Method::get) return false;
    if (ask == Ask::live && beast::websocket::is_upgrade(parser_->get())) {
      if (auto fault = handshake_fault(request_)) {
        send(*std::move(fault), false);
        return true;
      }
      patience_.cancel();
      ++service_.counts.answers[0];
      start_live_socket(std::move(wire_), UpgradeRequest{std::move(parser_->get().base())},
                        *std::move(admission_.caller), service_.hub, service_.limits, service_.counts);
      return true;
    }
    if (ask != Ask::events) return false;
    auto since = seq_from(request_.header("Last-Event-ID"));
    if (!since) since = seq_from(admission_.target.parameter("since"));
    patience_.cancel();
    ++service_.counts.answers[1];
    start_event_stream(std::move(wire_), *std::move(admission_.caller), since,
                       names_in(admission_.target.parameter("watch").value_or("")), service_.hub,
                       service_.limits, service_.counts);
    return true;
  }

  [[nodiscard]] Response too_large() const {
    return refusal(
        413, RefusalKind::too_large,
        "The body is larger than the " + std::to_string(admission_.body_limit) + " bytes it may have.");
  }

  /// What could not be read as a request.
  void refuse(ErrorCode error) {
    if (is_too_slow_) {
      // If nothing has come, the client only kept the connection: no response is due.
      const bool has_begun = buffer_.size() != 0 || parser_->got_some();
      if (!has_begun) service_.counts.drop(Drop::idle);
      return has_begun
                 ? send_last(refusal(408, RefusalKind::too_slow, "The request did not come in in time."),
                             Drop::too_slow_to_ask)
                 : wire_->close();
    }
    if (error == http::error::body_limit) return send_last(too_large(), Drop::too_large);
    // The client is gone.
    if (error.category() != http::make_error_code(http::error::bad_method).category() ||
        error == http::error::end_of_stream || error == http::error::partial_message)
      return;
    send_last(refusal(400, RefusalKind::invalid, "This is not an HTTP request."), Drop::not_http);
  }

  void send_last(Response response, Drop why) {
    service_.counts.drop(why);
    send(std::move(response), false);
  }

  void send(Response response, bool keep_alive) {
    patience_.cancel();
    response_ = std::move(response);
    ++service_.counts.answers[std::min<std::size_t>(response_.status / 100, 5) - 1];
    const bool has_content =
        request_.method != Method::head && response_.status != 304 && response_.body != nullptr;
    const std::string_view content = has_content ? std::string_view{*response_.body} : std::string_view{};
    message_.emplace();
    message_->version(11);
    message_->result(response_.status);
    message_->set(http::field::server, "jadoube");
    if (response_.status != 304) message_->set(http::field::content_type, response_.type);
    for (const auto& [name, value] : safety_headers()) message_->insert(name, value);
    if (request_.peer.tls) message_->insert("Strict-Transport-Security", kStayWithTls);
    for (const auto& [name, value] : response_.headers) message_->insert(name, value);
    message_->keep_alive(keep_alive);
    message_->body() = {content.data(), content.size()};
    if (response_.status != 304)
      message_->content_length(response_.body == nullptr ? 0 : response_.body->size());
    serializer_.emplace(*message_);
    wire_->tcp().expires_after(service_.limits.to_take);
    auto done = [self = shared_from_this(), keep_alive](ErrorCode error, std::size_t) {
      if (error == beast::error::timeout) self->service_.counts.drop(Drop::too_slow_to_take);
      if (error) return;
      if (keep_alive)
        self->read_head();
      else
        self->leave();
    };
    if (has_content)
      http::async_write(*wire_, *serializer_, std::move(done));
    else
      http::async_write_header(*wire_, *serializer_, std::move(done));
  }

  /// Lets the client read the answer before the connection is gone, though it may still be sending.
  void leave() {
    ErrorCode error;
    wire_->tcp().socket().shutdown(Tcp::socket::shutdown_send, error);
    wire_->tcp().expires_after(kToLeave);
    ignore();
  }
  void ignore() {
    buffer_.consume(buffer_.size());
    wire_->tcp().async_read_some(buffer_.prepare(8192),
                                 [self = shared_from_this()](ErrorCode error, std::size_t count) {
                                   self->ignored_ += count;
                                   if (!error && self->ignored_ < kMostIgnored) self->ignore();
                                 });
  }

  std::unique_ptr<Wire> wire_;
  std::weak_ptr<Door::Place> place_;
  Service service_;
  asio::steady_timer patience_;
  bool is_too_slow_ = false;
  std::optional<HeadScan> scan_;
  LookAtExtensions look_at_extensions_;
  unsigned blank_lines_ = 0;
  beast::flat_buffer buffer_{64 * 1024};
  std::optional<Parser> parser_;
  Request request_;
  Api::Admission admission_;
  Response response_;
  std::optional<http::response<http::span_body<const char>>> message_;
  std::optional<http::response_serializer<http::span_body<const char>>> serializer_;
  std::size_t ignored_ = 0;
};

}  // namespace

void start_connection(std::unique_ptr<Wire> wire, std::weak_ptr<Door::Place> place, const Service& service) {
  std::make_shared<Connection>(std::move(wire), std::move(place), service)->start();
}

}  // namespace jadoube::server

// One POST to a server somewhere, with TLS or without.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ssl/context.hpp>
#include <tl/expected.hpp>

#include "broadcast/http_place.hpp"

namespace jadoube::broadcast {

struct HttpRequest {
  HttpPlace place;
  std::string target;
  /// Besides Host and Content-Length.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

/// Whose certificates are believed: those in the PEM text, or, if it is empty, those that the machine believes. Reading them takes some
/// hundredths of a second. An error is one sentence without its end.
tl::expected<std::shared_ptr<boost::asio::ssl::context>, std::string> trust(const std::string& authorities);

struct HttpAnswer {
  unsigned status = 0;
  std::string body;
  /// So long it asks to be left alone.
  std::optional<std::chrono::seconds> retry_after;
};

/// An error is one sentence without its end.
using HttpResult = tl::expected<HttpAnswer, std::string>;

/// `tls`: as trust() gives it. `done` is called once, on `executor`; never if what is returned is destroyed before. Looking up the name, connecting, sending and
/// receiving have half a minute each; an answer of more than 1 MiB is an error. No redirection is followed.
std::shared_ptr<void> post(const boost::asio::any_io_executor& executor,
                           std::shared_ptr<boost::asio::ssl::context> tls, HttpRequest request,
                           std::function<void(HttpResult)> done);

}  // namespace jadoube::broadcast

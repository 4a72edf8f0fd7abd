// Certificates.
#pragma once

#include <memory>
#include <string>

#include <boost/asio/ssl/context.hpp>
#include <tl/expected.hpp>

#include "server/server.hpp"

namespace jadoube::server {

/// TLS 1.2 and later. The error is one sentence that names the file.
tl::expected<std::shared_ptr<boost::asio::ssl::context>, std::string> load_tls(const TlsFiles& files);

}  // namespace jadoube::server

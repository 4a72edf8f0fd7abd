#include "server/tls.hpp"

namespace jadoube::server {

namespace ssl = boost::asio::ssl;

tl::expected<std::shared_ptr<ssl::context>, std::string> load_tls(const TlsFiles& files) {
  auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
  boost::system::error_code error;
  context->set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1 |
                           ssl::context::single_dh_use,
                       error);
  // Of TLS 1.2 only what authenticates as it encrypts (RFC 9325 4.2); TLS 1.3 has nothing else.
  if (SSL_CTX_set_cipher_list(context->native_handle(), "ECDHE+AESGCM:ECDHE+CHACHA20") != 1)
    return tl::unexpected{std::string{"OpenSSL has none of the cipher suites that TLS 1.2 may use here"}};
  context->use_certificate_chain_file(files.certificate, error);
  if (error)
    return tl::unexpected{files.certificate + ": no certificate can be read there: " + error.message()};
  context->use_private_key_file(files.key, ssl::context::pem, error);
  if (error)
    return tl::unexpected{files.key + ": no key for " + files.certificate +
                          " can be read there: " + error.message()};
  return context;
}

}  // namespace jadoube::server

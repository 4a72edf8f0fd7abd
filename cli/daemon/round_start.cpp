#include "cli/daemon/round_start.hpp"

#include <unistd.h>

#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>

#include <boost/asio/io_context.hpp>
#include <boost/json/parse.hpp>
#include <tl/expected.hpp>

#include "broadcast/http_post.hpp"
#include "cli/program.hpp"
#include "daemon/daemon_files.hpp"
#include "evidence/store.hpp"
#include "server/secret.hpp"
#include "server/server.hpp"
#include "server/store_tokens.hpp"

namespace jadoube::cli {
namespace {

using daemon::Config;
using daemon::store_file;

/// An arbiter's token that ends with this.
class PassingToken {
 public:
  static tl::expected<std::unique_ptr<PassingToken>, std::string> make(const std::filesystem::path& data) {
    auto store = arbiter::Store::open(store_file(data).string());
    if (!store) return tl::unexpected{store.error()};
    auto secret = server::make_secret();
    if (!secret) return tl::unexpected{std::string{"the system gives no random numbers"}};
    std::unique_ptr<PassingToken> token{new PassingToken{*std::move(store), *std::move(secret)}};
    const auto id = token->tokens_.add("jadoube round start, user " + std::to_string(::getuid()),
                                       arbiter::Role::arbiter, server::sha256_hex(token->secret_));
    if (!id) return tl::unexpected{id.error()};
    token->id_ = *id;
    return token;
  }
  PassingToken(const PassingToken&) = delete;
  PassingToken& operator=(const PassingToken&) = delete;
  ~PassingToken() {
    if (const auto done = tokens_.revoke(id_); !done) complain(done.error());
  }
  [[nodiscard]] const std::string& secret() const { return secret_; }

 private:
  PassingToken(std::unique_ptr<arbiter::Store> store, std::string secret)
      : store_{std::move(store)}, tokens_{store_->tokens()}, secret_{std::move(secret)} {}
  std::unique_ptr<arbiter::Store> store_;
  server::StoreTokens tokens_;
  std::string secret_;
  std::uint64_t id_ = 0;
};

/// By the name that its certificate has, if it has one.
tl::expected<broadcast::HttpPlace, std::string> place_of(const std::string& url, const Config& config) {
  if (!url.empty()) return broadcast::place_from_url(url);
  const auto listen = server::parse_listen_address(config.server.listen);
  if (!listen) return tl::unexpected{listen.error()};
  const bool tls = !config.tls.certificate.empty();
  // Who listens to all addresses listens to this machine's too.
  std::string host = listen->address == "0.0.0.0" ? "127.0.0.1"
                     : listen->address == "::"    ? "::1"
                                                  : listen->address;
  if (tls && !config.server.names.empty()) host = config.server.names.front();
  if (host.find(':') != std::string::npos) host = '[' + host + ']';
  return broadcast::place_from_url((tls ? "https://" : "http://") + host + ':' +
                                   std::to_string(listen->port));
}

/// Its own certificate is believed.
tl::expected<std::string, std::string> certificate_of(const Config& config) {
  if (config.tls.certificate.empty()) return {};
  std::ifstream file{config.tls.certificate, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return tl::unexpected{config.tls.certificate + ": cannot be read"};
  return text.str();
}

broadcast::HttpResult ask(const broadcast::HttpPlace& place, unsigned round, const std::string& secret,
                          const std::string& certificate) {
  auto tls = broadcast::trust(certificate);
  if (!tls) return tl::unexpected{tls.error()};
  boost::asio::io_context io{1};
  broadcast::HttpResult result = tl::unexpected{std::string{"it has not answered"}};
  const auto going_on = broadcast::post(
      io.get_executor(), *tls,
      {.place = place,
       .target = "/api/v1/round/start",
       .headers = {{"Authorization", "Bearer " + secret}, {"Content-Type", "application/json"}},
       .body = "{\"round\":" + std::to_string(round) + '}'},
      [&](broadcast::HttpResult answer) { result = std::move(answer); });
  io.run();
  return result;
}

/// As the answer of the API has it (docs/api.md).
int tell(const boost::json::object& answer, unsigned round) {
  const auto& waiting = answer.at("waiting").as_array();
  std::cout << "Round " << round << ": started at " << answer.at("opened").as_array().size() << " table(s), "
            << answer.at("before").as_array().size() << " had begun, " << waiting.size() << " wait(s).\n";
  for (const auto& table : waiting)
    std::cout << "Table " << table.at("number").as_int64() << ": " << table.at("text").as_string().c_str()
              << '\n';
  return waiting.empty() ? kOk : kFindings;
}

}  // namespace

int start_round(unsigned round, const std::string& url, const Config& config,
                const std::filesystem::path& data) {
  const auto place = place_of(url, config);
  if (!place) return fail(place.error());
  const auto certificate = certificate_of(config);
  if (!certificate) return fail(certificate.error());
  const auto token = PassingToken::make(data);
  if (!token) return fail(token.error());
  const auto answer = ask(*place, round, (*token)->secret(), *certificate);
  if (!answer)
    return fail("the daemon at " + place->authority + ": " + answer.error() +
                "; is it running? --url says where, if it is elsewhere");
  boost::system::error_code error;
  const auto said = boost::json::parse(answer->body, error);
  const auto* object = error ? nullptr : said.if_object();
  if (answer->status == 200 && object != nullptr && object->contains("waiting")) return tell(*object, round);
  if (const auto* why = object == nullptr ? nullptr : said.find_pointer("/error/text", error);
      why != nullptr && why->is_string())
    return fail(std::string{why->as_string()});
  return fail("the daemon at " + place->authority + " answers " + std::to_string(answer->status));
}

}  // namespace jadoube::cli

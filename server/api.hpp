// Requests to answers: who may ask, what is asked of the hall, and how it is said. No sockets here.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arbiter/hall.hpp"
#include "server/authorizer.hpp"
#include "server/counts.hpp"
#include "server/limits.hpp"
#include "server/page.hpp"
#include "server/request.hpp"
#include "server/response.hpp"
#include "server/routes.hpp"
#include "server/token_book.hpp"

namespace jadoube::server {

/// docs/openapi.yaml as it was when the program was built.
struct DocumentFile {
  std::string_view path;
  std::string_view text;
};
std::span<const DocumentFile> embedded_documents();

class Api {
 public:
  /// All must outlive this.
  struct Parts {
    arbiter::Hall& hall;
    Authorizer& authorizer;
    TokenBook& tokens;
    const Page& page;
    const Counts& counts;
    const Limits& limits;
    std::string version;
    /// Called when a token has been revoked.
    std::function<void()> token_revoked;
  };
  explicit Api(Parts parts) : parts_{std::move(parts)} {}

  /// What is known of a request before its body is read.
  struct Admission {
    /// The answer, if it is refused.
    std::optional<Response> refused;
    const Route* route = nullptr;
    Target target;
    std::vector<std::string> parameters;
    std::optional<Caller> caller;
    /// Bytes that the body may have.
    std::size_t body_limit = 0;
  };
  Admission admit(const Request& head);
  /// `admission` is what admit() said of this request, and not refused or live.
  Response answer(const Admission& admission, const Request& request);

 private:
  Response timeline(const Admission& admission);
  Response enter(const Admission& admission, const Request& request);
  Response number(const Admission& admission, const Request& request);
  Response acknowledge(const Admission& admission, const Request& request);
  Response acknowledge_all(const Admission& admission, const Request& request);
  Response note_repairs(const Admission& admission, const Request& request);
  Response tournament(const Admission& admission, const Request& request);
  Response audit(const Admission& admission);
  Response log_in(const Request& request);
  Response log_out(const Admission& admission, const Request& request);
  Response tokens() const;
  Response make_token(const Admission& admission, const Request& request);
  Response revoke_token(const Admission& admission);
  Response metrics() const;
  Response health() const;

  Parts parts_;
};

}  // namespace jadoube::server

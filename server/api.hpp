// Requests to answers: who may ask, what is asked of the hall, and how it is said. No sockets here.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arbiter/hall.hpp"
#include "server/answer.hpp"
#include "server/authorizer.hpp"
#include "server/counts.hpp"
#include "server/limits.hpp"
#include "server/page.hpp"
#include "server/request.hpp"
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
    Authorizer& door;
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
    std::optional<Answer> refused;
    const Route* route = nullptr;
    Target target;
    std::vector<std::string> parameters;
    std::optional<Caller> caller;
    /// Bytes that the body may have.
    std::size_t body_limit = 0;
  };
  Admission admit(const Request& head);
  /// `admission` is what admit() said of this request, and not refused or live.
  Answer answer(const Admission& admission, const Request& request);

 private:
  Answer timeline(const Admission& admission);
  Answer enter(const Admission& admission, const Request& request);
  Answer number(const Admission& admission, const Request& request);
  Answer acknowledge(const Admission& admission, const Request& request);
  Answer acknowledge_all(const Admission& admission, const Request& request);
  Answer note_repairs(const Admission& admission, const Request& request);
  Answer tournament(const Admission& admission, const Request& request);
  Answer audit(const Admission& admission);
  Answer log_in(const Request& request);
  Answer log_out(const Admission& admission, const Request& request);
  Answer tokens() const;
  Answer make_token(const Admission& admission, const Request& request);
  Answer revoke_token(const Admission& admission);
  Answer metrics() const;
  Answer health() const;

  Parts parts_;
};

}  // namespace jadoube::server

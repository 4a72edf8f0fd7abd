// Makes responses of requests: whether they are allowed, what the hall says to them. No sockets here.
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
#include "server/metrics.hpp"
#include "server/page.hpp"
#include "server/passed.hpp"
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
    std::string version, commit;
    BroadcastText broadcast;
    /// Called when a token has been revoked.
    std::function<void()> token_revoked;
    /// Asked first; empty: everything is answered here.
    Elsewhere elsewhere = {};
    /// For /metrics; may be empty.
    MoreNumbers more_numbers = {};
  };
  explicit Api(Parts parts) : parts_{std::move(parts)} {}

  /// What is known of a request before its body is read.
  struct Admission {
    /// The response, if it is refused.
    std::optional<Response> refused;
    const Route* route = nullptr;
    Target target;
    std::vector<std::string> parameters;
    std::optional<Caller> caller;
    /// Bytes that the body may have.
    std::size_t body_limit = 0;
  };
  Admission admit(const Request& head);
  /// The same of a request that another daemon has admitted: whether there is such a thing to be asked, and whether its role
  /// may.
  Admission admit(const PassedHere& passed);
  /// `admission` is what admit() said of this request, and not refused or live.
  Response answer(const Admission& admission, const Request& request);

 private:
  /// A request that was admitted.
  struct Asked {
    const Admission& admission;
    const Request& request;

    /// What stands for the first `{…}` of the route's path, which has one.
    [[nodiscard]] const std::string& id() const { return admission.parameters.front(); }
    /// Who asks. The route needs a role.
    [[nodiscard]] const arbiter::Actor& actor() const { return admission.caller->actor; }
  };

  // One for each Ask.
  Response snapshot(const Asked& asked);
  Response board(const Asked& asked);
  Response moves(const Asked& asked);
  Response findings(const Asked& asked);
  Response timeline(const Asked& asked);
  Response pgn(const Asked& asked);
  Response evidence(const Asked& asked);
  Response enter(const Asked& asked);
  Response number(const Asked& asked);
  Response forget(const Asked& asked);
  Response acknowledge(const Asked& asked);
  Response take_back_acknowledgement(const Asked& asked);
  Response hand(const Asked& asked);
  Response add_note(const Asked& asked);
  Response acknowledge_all(const Asked& asked);
  Response note_repairs(const Asked& asked);
  Response people(const Asked& asked);
  Response attend(const Asked& asked);
  Response place_table(const Asked& asked);
  Response take_table_off_map(const Asked& asked);
  Response tournament(const Asked& asked);
  Response start_round(const Asked& asked);
  Response round_file(const Asked& asked);
  Response audit(const Asked& asked);
  Response laws(const Asked& asked);
  Response log_in(const Asked& asked);
  Response who(const Asked& asked);
  Response log_out(const Asked& asked);
  Response tokens(const Asked& asked);
  Response make_token(const Asked& asked);
  Response revoke_token(const Asked& asked);
  Response live(const Asked& asked);
  Response events(const Asked& asked);
  Response openapi(const Asked& asked);
  Response broadcast(const Asked& asked);
  Response metrics(const Asked& asked);
  Response health(const Asked& asked);
  Response page(const Asked& asked);

  Parts parts_;
  /// Of the text that was asked for last.
  SharedText tagged_;
  std::string tag_;
};

}  // namespace jadoube::server

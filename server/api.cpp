#include "server/api.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <boost/json.hpp>

#include "json/fields.hpp"
#include "json/writer.hpp"
#include "record/scanlog_jsonl.hpp"
#include "report/report.hpp"
#include "server/arbiter_entry.hpp"
#include "server/metrics.hpp"
#include "server/origin.hpp"
#include "server/secret.hpp"
#include "words/direction.hpp"

namespace jadoube::server {
namespace {

constexpr unsigned kMostEntries = 500;
constexpr unsigned kUsualEntries = 100;
constexpr std::int64_t kHighestNumber = 9'999;
constexpr std::int64_t kMostRounds = 999;
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestRemark = 2000;

template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<unsigned> table_number(std::string_view text) {
  const auto number = number_from<unsigned>(text);
  return number && *number >= 1 && *number <= kHighestNumber ? number : std::nullopt;
}

/// The parameter as a number from `low` to `high`; `missing` if it is not there.
tl::expected<std::int64_t, Response> parameter(const Target& target, std::string_view name, std::int64_t low,
                                               std::int64_t high, std::int64_t missing) {
  const auto text = target.parameter(name);
  if (!text) return missing;
  const auto number = number_from<std::int64_t>(*text);
  if (number && *number >= low && *number <= high) return *number;
  return tl::unexpected{refusal(422, RefusalKind::invalid,
                                "The parameter " + std::string{name} + " must be a whole number from " +
                                    std::to_string(low) + " to " + std::to_string(high) + '.')};
}

/// Gives the members of the body's one object to `read`. A refusal if it is none, or if `read` complains.
template <class Read>
std::optional<Response> read_body(const std::string& body, Read read) {
  boost::system::error_code error;
  const auto value = boost::json::parse(body, error);
  if (error || !value.is_object())
    return refusal(422, RefusalKind::invalid, "The body must be one JSON object.");
  if (const auto doubled = doubled_member(body)) return refusal(400, RefusalKind::invalid, *doubled);
  std::optional<json::LineError> complaint;
  json::JsonFields fields{body, value.get_object(), complaint};
  read(fields);
  if (const auto unknown = unknown_member(fields.extra()))
    return refusal(400, RefusalKind::invalid, *unknown);
  if (!complaint) return std::nullopt;
  return refusal(422, RefusalKind::invalid, "In the body " + complaint->message + '.');
}

/// What somebody has typed, for others to read.
void look_at_words(json::JsonFields& fields, const char* member, const std::string& words, std::size_t most) {
  if (words.size() > most) fields.complain(member, "is too long");
  if (words::turns_text(words)) fields.complain(member, "has characters that turn text round");
}

bool media_type_is(std::string_view header, std::string_view type) {
  std::string_view own = header.substr(0, header.find(';'));
  while (own.ends_with(' ')) own.remove_suffix(1);
  return same_but_for_case(own, type);
}

std::optional<Response> refuse_type(const Route& route, const Request& head) {
  if (route.body == Route::Body::none) return std::nullopt;
  // RFC 9110 8.4: what is named there has been done to the body, and would have to be undone.
  if (head.header("Content-Encoding"))
    return refusal(415, RefusalKind::invalid, "The body is taken as it is: leave Content-Encoding away.");
  const std::string_view type = head.header("Content-Type").value_or("");
  if (route.body == Route::Body::json)
    return media_type_is(type, "application/json")
               ? std::nullopt
               : std::optional{
                     refusal(415, RefusalKind::invalid, "This needs Content-Type: application/json.")};
  return media_type_is(type, "text/plain") || media_type_is(type, "text/csv")
             ? std::nullopt
             : std::optional{
                   refusal(415, RefusalKind::invalid, "This needs Content-Type: text/plain or text/csv.")};
}

/// A proxy on this machine connects for clients elsewhere: what has come through one does not count.
bool comes_from_this_machine(const Request& head) {
  return head.peer.is_loopback && host_is_ours(head, {}) &&
         std::ranges::none_of(std::array{"X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"},
                              [&](const char* name) { return head.header(name).has_value(); });
}

std::string actor_json(const arbiter::Actor& actor) {
  return json::object_text(
      [&](json::Object& o) { o.text("role", name(actor.role)).text("name", actor.name); },
      json::Escapes::named);
}

Response no_such(std::string_view what) {
  return refusal(404, RefusalKind::not_found, "There is no such " + std::string{what} + '.');
}

constexpr const char* kMethodsHere = "GET, HEAD, POST, PUT, DELETE";

Response only(const std::string& methods, std::string_view who) {
  Response response = refusal(405, RefusalKind::invalid, std::string{who} + " takes only: " + methods + '.');
  response.headers.emplace_back("Allow", methods);
  return response;
}

std::string type_of_file(std::string_view file) {
  if (file.ends_with(".pgn")) return "application/x-chess-pgn";
  if (file.ends_with(".csv")) return "text/csv; charset=utf-8";
  if (file.ends_with(".html")) return "text/html; charset=utf-8";
  return file.ends_with(".trf") ? "text/plain; charset=utf-8" : "application/json";
}

/// What a browser keeps instead of showing it: nothing of that runs as a page of ours.
Response as_file(Response made, const std::string& file) {
  if (made.status != 200 || file.ends_with(".json")) return made;
  made.type = type_of_file(file);
  made.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + file + '"');
  return made;
}

/// Whether each Ask has its pair at its own number in `pairs`.
template <class Pairs>
consteval bool has_each_ask_in_order(const Pairs& pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (pairs[i].first != static_cast<Ask>(i)) return false;
  return pairs.back().first == Ask::page;
}

}  // namespace

Api::Admission Api::admit(const Request& head) {
  Admission admission;
  auto refuse = [&](Response response) {
    admission.refused = std::move(response);
    return std::move(admission);
  };
  if (head.method == Method::unknown)
    return refuse(refusal(501, RefusalKind::invalid, "This server knows no method of that name."));
  if (head.method == Method::not_here && !head.target.starts_with('/'))
    return refuse(only(kMethodsHere, "This server"));
  auto target = parse_target(head.target);
  if (!target) return refuse(refusal(400, RefusalKind::invalid, "Not understood: " + target.error() + '.'));
  admission.target = *std::move(target);
  const bool is_api = admission.target.path.front() == "api";
  if (auto stranger = parts_.authorizer.refuse_strangers(head, is_api)) return refuse(*std::move(stranger));

  Match found = match(head.method, admission.target);
  if (found.route == nullptr && found.allowed.empty()) return refuse(no_such("address on this server"));
  if (found.route == nullptr) return refuse(only(found.allowed, "This address"));
  const Route& route = *found.route;
  admission.route = &route;
  admission.parameters = std::move(found.parameters);

  if (route.role) {
    auto caller = parts_.authorizer.identify(head, route.changes(), route.is_live());
    if (!caller) return refuse(std::move(caller.error()));
    admission.caller = *std::move(caller);
    // A monitoring program on this machine needs no token.
    const bool is_free = route.ask == Ask::metrics && !admission.caller && comes_from_this_machine(head);
    if (!admission.caller && !is_free) {
      Response response = refusal(401, RefusalKind::unauthorised,
                                  "This needs a token: log in, or send Authorization: Bearer TOKEN.");
      response.headers.emplace_back("WWW-Authenticate", "Bearer");
      return refuse(std::move(response));
    }
    if (admission.caller && admission.caller->actor.role < *route.role)
      return refuse(refusal(403, RefusalKind::forbidden,
                            "This needs the role " + std::string{name(*route.role)} +
                                "; this token has the role " +
                                std::string{name(admission.caller->actor.role)} + '.'));
  }
  if (auto wrong_type = refuse_type(route, head)) return refuse(*std::move(wrong_type));
  if (const auto since = admission.target.parameter("since");
      route.ask == Ask::events && since && !number_from<std::uint64_t>(*since))
    return refuse(refusal(422, RefusalKind::invalid, "The parameter since must be a whole number."));
  if (route.body == Route::Body::json) admission.body_limit = parts_.limits.body;
  if (route.body == Route::Body::text) admission.body_limit = parts_.limits.tournament;
  return admission;
}

Api::Admission Api::admit(const PassedHere& passed) {
  Admission admission;
  auto refuse = [&](Response response) {
    admission.refused = std::move(response);
    return std::move(admission);
  };
  auto target = parse_target(passed.target);
  if (!target) return refuse(refusal(400, RefusalKind::invalid, "Not understood: " + target.error() + '.'));
  admission.target = *std::move(target);
  Match found = match(passed.method, admission.target);
  if (found.route == nullptr || !may_be_passed(found.route->ask))
    return refuse(no_such("thing to be asked from a centre"));
  if (passed.actor.role < *found.route->role)
    return refuse(refusal(403, RefusalKind::forbidden,
                          "This needs the role " + std::string{name(*found.route->role)} + '.'));
  if (passed.body.size() > parts_.limits.body)
    return refuse(refusal(413, RefusalKind::too_large, "The body is too large."));
  admission.route = found.route;
  admission.parameters = std::move(found.parameters);
  admission.caller = Caller{passed.actor};
  return admission;
}

Response Api::answer(const Admission& admission, const Request& request) {
  if (parts_.elsewhere && admission.caller) {
    auto passed = parts_.elsewhere({admission.route->ask, request.method, request.target, admission.target,
                                    admission.parameters.empty() ? "" : admission.parameters.front(),
                                    request.body, admission.caller->actor});
    if (passed) return *std::move(passed);
  }
  using Handler = Response (Api::*)(const Asked&);
  static constexpr auto kHandlers = std::to_array<std::pair<Ask, Handler>>({
      {Ask::snapshot, &Api::snapshot},
      {Ask::board, &Api::board},
      {Ask::moves, &Api::moves},
      {Ask::findings, &Api::findings},
      {Ask::timeline, &Api::timeline},
      {Ask::pgn, &Api::pgn},
      {Ask::evidence, &Api::evidence},
      {Ask::enter, &Api::enter},
      {Ask::number, &Api::number},
      {Ask::forget, &Api::forget},
      {Ask::acknowledge, &Api::acknowledge},
      {Ask::take_back_acknowledgement, &Api::take_back_acknowledgement},
      {Ask::hand, &Api::hand},
      {Ask::add_note, &Api::add_note},
      {Ask::acknowledge_all, &Api::acknowledge_all},
      {Ask::note_repairs, &Api::note_repairs},
      {Ask::people, &Api::people},
      {Ask::attend, &Api::attend},
      {Ask::place_table, &Api::place_table},
      {Ask::take_table_off_map, &Api::take_table_off_map},
      {Ask::tournament, &Api::tournament},
      {Ask::start_round, &Api::start_round},
      {Ask::round_file, &Api::round_file},
      {Ask::audit, &Api::audit},
      {Ask::laws, &Api::laws},
      {Ask::log_in, &Api::log_in},
      {Ask::who, &Api::who},
      {Ask::log_out, &Api::log_out},
      {Ask::tokens, &Api::tokens},
      {Ask::make_token, &Api::make_token},
      {Ask::revoke_token, &Api::revoke_token},
      {Ask::live, &Api::live},
      {Ask::events, &Api::events},
      {Ask::openapi, &Api::openapi},
      {Ask::broadcast, &Api::broadcast},
      {Ask::metrics, &Api::metrics},
      {Ask::health, &Api::health},
      {Ask::page, &Api::page},
  });
  static_assert(has_each_ask_in_order(kHandlers));
  const Handler handler = kHandlers.at(static_cast<std::size_t>(admission.route->ask)).second;
  return (this->*handler)({admission, request});
}

Response Api::snapshot(const Asked& asked) {
  return json(parts_.hall.snapshot(asked.actor().role));
}

Response Api::board(const Asked& asked) {
  return json(parts_.hall.board(asked.id(), asked.actor().role));
}

Response Api::moves(const Asked& asked) {
  return json(parts_.hall.moves(asked.id()));
}

Response Api::findings(const Asked& asked) {
  return json(parts_.hall.findings(asked.id()));
}

Response Api::timeline(const Asked& asked) {
  const auto from = parameter(asked.admission.target, "from_us", 0, record::kLargestInteger, 0);
  if (!from) return from.error();
  const auto to =
      parameter(asked.admission.target, "to_us", 0, record::kLargestInteger, record::kLargestInteger);
  if (!to) return to.error();
  if (*to < *from) return refusal(422, RefusalKind::invalid, "The parameter to_us is before from_us.");
  const auto alert = parameter(asked.admission.target, "alert", 0, record::kLargestInteger, 0);
  if (!alert) return alert.error();
  const std::string& id = asked.id();
  auto film =
      parts_.hall.timeline(id, static_cast<std::uint64_t>(*alert), record::Time{*from}, record::Time{*to});
  if (!film) return refusal(film.error());
  Response response;
  response.later = [film = *std::move(film)] { return json(film()); };
  return response;
}

Response Api::pgn(const Asked& asked) {
  Response response = json(parts_.hall.pgn(asked.id()));
  if (response.status == 200) response.type = "application/x-chess-pgn";
  return response;
}

Response Api::evidence(const Asked& asked) {
  auto page = parts_.hall.evidence(asked.id(), asked.admission.target.parameter("log").value_or(""));
  if (!page) return refusal(page.error());
  Response response;
  response.later = [page = *std::move(page)] { return as_file(json(page()), "evidence.html"); };
  return response;
}

Response Api::enter(const Asked& asked) {
  auto entry = read_arbiter_entry(asked.request.body);
  if (!entry) return refusal(entry.error().status, RefusalKind::invalid, entry.error().sentence);
  return json(parts_.hall.enter(asked.actor(), asked.id(), *std::move(entry)));
}

Response Api::number(const Asked& asked) {
  std::int64_t number = 0;
  if (auto wrong = read_body(asked.request.body, [&](json::JsonFields& fields) {
        number = fields.integer("number", 0, kHighestNumber);
      }))
    return *std::move(wrong);
  return json(parts_.hall.number(asked.actor(), asked.id(), static_cast<unsigned>(number)));
}

Response Api::forget(const Asked& asked) {
  return json(parts_.hall.forget(asked.actor(), asked.id()));
}

Response Api::acknowledge(const Asked& asked) {
  const auto alert = number_from<std::uint64_t>(asked.id());
  if (!alert) return no_such("alert");
  std::string remark;
  if (auto wrong = read_body(asked.request.body, [&](json::JsonFields& fields) {
        remark = fields.optional_text("remark").value_or("");
        look_at_words(fields, "remark", remark, kLongestRemark);
      }))
    return *std::move(wrong);
  return json(parts_.hall.acknowledge(asked.actor(), *alert, remark));
}

Response Api::take_back_acknowledgement(const Asked& asked) {
  const auto alert = number_from<std::uint64_t>(asked.id());
  if (!alert) return no_such("alert");
  std::string reason;
  if (auto wrong = read_body(asked.request.body, [&](json::JsonFields& fields) {
        reason = fields.text("reason");
        if (reason.empty()) fields.complain("reason", "is empty");
        if (reason.size() > record::Arbiter::kLongestReason) fields.complain("reason", "is too long");
        if (!is_sound_name(reason))
          fields.complain("reason", "has line ends, or characters that turn text round");
      }))
    return *std::move(wrong);
  return json(parts_.hall.take_back_acknowledgement(asked.actor(), *alert, reason));
}

Response Api::hand(const Asked& asked) {
  const auto alert = number_from<std::uint64_t>(asked.id());
  if (!alert) return no_such("alert");
  std::string to, remark;
  if (auto wrong = read_body(asked.request.body, [&](json::JsonFields& fields) {
        to = fields.text("to");
        remark = fields.optional_text("remark").value_or("");
        look_at_words(fields, "remark", remark, record::Arbiter::kLongestReason);
      }))
    return *std::move(wrong);
  return json(parts_.hall.hand(asked.actor(), *alert, to, remark));
}

Response Api::add_note(const Asked& asked) {
  const auto alert = number_from<std::uint64_t>(asked.id());
  if (!alert) return no_such("alert");
  std::string text;
  if (auto wrong = read_body(asked.request.body, [&](json::JsonFields& fields) {
        text = fields.text("text");
        if (text.empty()) fields.complain("text", "is empty");
        look_at_words(fields, "text", text, record::Arbiter::kLongestReason);
      }))
    return *std::move(wrong);
  return json(parts_.hall.add_note(asked.actor(), *alert, text));
}

Response Api::people(const Asked&) {
  return json(parts_.hall.people());
}

Response Api::attend(const Asked& asked) {
  std::string board;
  if (auto wrong =
          read_body(asked.request.body, [&](json::JsonFields& fields) { board = fields.text("board"); }))
    return *std::move(wrong);
  return json(parts_.hall.attend(asked.actor(), board));
}

Response Api::place_table(const Asked& asked) {
  const auto number = table_number(asked.id());
  if (!number) return no_such("table");
  desk::Place place;
  if (auto wrong = read_body(asked.request.body, [&](json::JsonFields& fields) {
        place.x = static_cast<unsigned>(fields.integer("x", 0, desk::Place::kMost));
        place.y = static_cast<unsigned>(fields.integer("y", 0, desk::Place::kMost));
      }))
    return *std::move(wrong);
  return json(parts_.hall.place_table(asked.actor(), *number, place));
}

Response Api::take_table_off_map(const Asked& asked) {
  const auto number = table_number(asked.id());
  if (!number) return no_such("table");
  return json(parts_.hall.place_table(asked.actor(), *number, std::nullopt));
}

Response Api::acknowledge_all(const Asked& asked) {
  std::optional<report::Kind> kind;
  if (auto wrong = read_body(asked.request.body, [&](json::JsonFields& fields) {
        kind = report::kind_from_name(fields.text("kind"));
        if (!kind) fields.complain("kind", "is no kind of finding");
      }))
    return *std::move(wrong);
  return json(parts_.hall.acknowledge_all(asked.actor(), *kind));
}

Response Api::note_repairs(const Asked& asked) {
  if (auto wrong = read_body(asked.request.body, [](json::JsonFields&) {})) return *std::move(wrong);
  return json(parts_.hall.note_repairs(asked.actor()));
}

Response Api::tournament(const Asked& asked) {
  if (!asked.admission.target.parameter("round"))
    return refusal(422, RefusalKind::invalid,
                   "The parameter round is missing: it says of which round these pairings are.");
  const auto round = parameter(asked.admission.target, "round", 1, kMostRounds, 1);
  if (!round) return round.error();
  arbiter::PairingText pairings{asked.request.body, static_cast<unsigned>(*round)};
  if (const auto start = asked.admission.target.parameter("start")) pairings.start = *start;
  const auto dry_run = parameter(asked.admission.target, "dry_run", 0, 1, 0);
  if (!dry_run) return dry_run.error();
  pairings.dry_run = *dry_run == 1;
  Response response;
  response.later = [read = parts_.hall.tournament(asked.actor(), std::move(pairings))] {
    Response has_read;
    has_read.then = [take_in = read()] { return json(take_in()); };
    return has_read;
  };
  return response;
}

Response Api::start_round(const Asked& asked) {
  std::int64_t round = 0;
  if (auto wrong = read_body(asked.request.body, [&](json::JsonFields& fields) {
        round = fields.integer("round", 0, kMostRounds);
      }))
    return *std::move(wrong);
  return json(parts_.hall.start_round(asked.actor(), static_cast<unsigned>(round)));
}

Response Api::round_file(const Asked& asked) {
  const auto round = parameter(asked.admission.target, "round", 1, kMostRounds, 0);
  if (!round) return round.error();
  const std::string& file = asked.id();
  auto text = parts_.hall.round_file(file, static_cast<unsigned>(*round));
  if (!text) return refusal(text.error());
  Response response;
  response.later = [text = *std::move(text), file] { return as_file(json(text()), file); };
  return response;
}

Response Api::audit(const Asked& asked) {
  const auto before = parameter(asked.admission.target, "before", 0, record::kLargestInteger, 0);
  if (!before) return before.error();
  const auto limit = parameter(asked.admission.target, "limit", 1, kMostEntries, kUsualEntries);
  if (!limit) return limit.error();
  std::optional<words::Language> language;
  if (const auto named = asked.admission.target.parameter("language")) {
    language = words::language_from_code(*named);
    if (!language)
      return refusal(422, RefusalKind::invalid, "The parameter language must be one of en, da and is.");
  }
  return json(
      parts_.hall.audit(static_cast<std::uint64_t>(*before), static_cast<unsigned>(*limit), language));
}

Response Api::laws(const Asked&) {
  return json(parts_.hall.laws());
}

Response Api::log_in(const Asked& asked) {
  std::string token;
  if (auto wrong =
          read_body(asked.request.body, [&](json::JsonFields& fields) { token = fields.text("token"); }))
    return *std::move(wrong);
  const auto in = parts_.authorizer.log_in(asked.request, token);
  if (!in) return in.error();
  Response response = json(actor_json(in->caller.actor));
  response.headers.emplace_back("Set-Cookie", in->set_cookie);
  return response;
}

Response Api::who(const Asked& asked) {
  return json(actor_json(asked.actor()));
}

Response Api::log_out(const Asked& asked) {
  parts_.hall.note(asked.actor(), words::wording("logged out"));
  Response response = json(std::string{"{}"});
  response.headers.emplace_back("Set-Cookie", parts_.authorizer.log_out(asked.request));
  return response;
}

Response Api::tokens(const Asked&) {
  return json(json::object_text(
      [&](json::Object& o) {
        o.objects("tokens", parts_.tokens.list(), [](json::Object& token, const TokenEntry& entry) {
          token.number("id", static_cast<std::int64_t>(entry.id)).text("name", entry.name);
          token.text("role", name(entry.role)).text("created_utc", entry.created_utc);
          if (!entry.last_used_utc.empty()) token.text("last_used_utc", entry.last_used_utc);
        });
      },
      json::Escapes::named));
}

Response Api::make_token(const Asked& asked) {
  std::string called;
  std::optional<arbiter::Role> role;
  if (auto wrong = read_body(asked.request.body, [&](json::JsonFields& fields) {
        called = fields.text("name");
        role = arbiter::role_from_name(fields.text("role"));
        if (called.empty() || called.size() > kLongestName || !is_sound_name(called))
          fields.complain("name", "must be 1 to 64 characters, without line ends and what turns text round");
        if (!role) fields.complain("role", "must be one of hall, viewer, arbiter, admin");
      }))
    return *std::move(wrong);
  const auto token = make_secret();
  if (!token) return refusal(503, RefusalKind::unavailable, "The system gives no random numbers.");
  const auto id = parts_.tokens.add(called, *role, sha256_hex(*token));
  if (!id) return refusal(503, RefusalKind::unavailable, "The token cannot be kept: " + id.error() + '.');
  parts_.hall.note(asked.actor(), words::wording("made token {1} ({2}, {3})", std::to_string(*id), called,
                                                 std::string{name(*role)}));
  return json(json::object_text(
      [&](json::Object& o) { o.number("id", static_cast<std::int64_t>(*id)).text("token", *token); }));
}

Response Api::revoke_token(const Asked& asked) {
  const auto id = number_from<std::uint64_t>(asked.id());
  const auto entry = id ? parts_.tokens.find(*id) : std::nullopt;
  if (!entry) return no_such("token");
  std::size_t admins = 0;
  for (const TokenEntry& each : parts_.tokens.list()) admins += each.role == arbiter::Role::admin ? 1 : 0;
  if (entry->role == arbiter::Role::admin && admins == 1)
    return refusal(409, RefusalKind::conflict, "This is the only admin token: make another one first.");
  const auto done = parts_.tokens.revoke(*id);
  if (!done)
    return refusal(503, RefusalKind::unavailable, "The token cannot be revoked: " + done.error() + '.');
  parts_.authorizer.revoked(*id);
  parts_.token_revoked();
  parts_.hall.note(asked.actor(),
                   words::wording("revoked token {1} ({2})", std::to_string(*id), entry->name));
  return json(std::string{"{}"});
}

Response Api::live(const Asked&) {
  Response response = refusal(426, RefusalKind::invalid, "This address speaks WebSocket only.");
  response.headers.emplace_back("Upgrade", "websocket");
  response.headers.emplace_back("Connection", "Upgrade");
  return response;
}

Response Api::events(const Asked&) {
  return refusal(405, RefusalKind::invalid, "This address takes GET only.");
}

Response Api::openapi(const Asked&) {
  Response response = json(std::string{embedded_documents().front().text});
  response.type = "application/yaml";
  return response;
}

Response Api::broadcast(const Asked& asked) {
  std::string_view file = asked.id();
  std::optional<unsigned> round;
  if (file == "round.pgn") round = 0;
  if (file.starts_with("round-") && file.ends_with(".pgn")) {
    file.remove_prefix(6);
    file.remove_suffix(4);
    round = number_from<unsigned>(file);
    if (round == 0U) round.reset();
  }
  SharedText text = round && parts_.broadcast ? parts_.broadcast(*round) : nullptr;
  if (!text) return no_such("broadcast");
  if (tagged_ != text) {
    tagged_ = text;
    tag_ = '"' + sha256_hex(*text).substr(0, 32) + '"';
  }
  Response response = unless_known(asked.request.header("If-None-Match").value_or(""), tag_, std::move(text));
  response.type = type_of_file(".pgn");
  response.headers.emplace_back("Cache-Control", "no-cache");
  return response;
}

Response Api::metrics(const Asked&) {
  Response response = json(metrics_text(parts_.hall.health(), parts_.counts,
                                        parts_.authorizer.refused_logins(), parts_.version, parts_.commit,
                                        parts_.more_numbers ? parts_.more_numbers() : std::vector<Number>{}));
  response.type = "text/plain; version=0.0.4; charset=utf-8";
  return response;
}

Response Api::health(const Asked&) {
  const arbiter::Health health = parts_.hall.health();
  Response response = json(json::object_text([&](json::Object& o) {
    o.boolean("ok", health.disk_ok).boolean("disk_ok", health.disk_ok);
    o.number("boards", static_cast<std::int64_t>(health.boards));
    o.number("attached", static_cast<std::int64_t>(health.attached));
    o.number("logs_to_hear", static_cast<std::int64_t>(health.logs_to_hear));
  }));
  if (!health.disk_ok) response.status = 503;
  return response;
}

Response Api::page(const Asked& asked) {
  const std::string_view target = asked.request.target;
  auto file = parts_.page.find(asked.request, target.substr(0, target.find('?')));
  return file ? *std::move(file) : no_such("page");
}

}  // namespace jadoube::server

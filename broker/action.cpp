#include "broker/action.hpp"

#include <optional>

#include <boost/json.hpp>

#include "broker/message.hpp"
#include "json/fields.hpp"
#include "json/writer.hpp"
#include "server/secret.hpp"

namespace jadoube::broker {
namespace {

using json::Object;

constexpr std::int64_t kMostNumber = std::int64_t{1} << 53U;
/// An ask that is so many behind the latest of its centre is passed over.
constexpr std::uint64_t kLately = 1024;
constexpr std::size_t kMostCentres = 256;

std::string signature(std::string_view said, std::string_view topic, std::string_view secret) {
  return server::hmac_sha256_hex(secret, std::string{topic} + '\n' + std::string{said});
}

/// `{"schema":1,"hmac":…,"said":"{…}"}`: what is signed is a text, so that nobody has to write JSON in one way only.
std::string signed_payload(std::string_view said, std::string_view topic, std::string_view secret) {
  return json::object_text(
      [&](Object& o) {
        o.number("schema", kSchema).text("hmac", signature(said, topic, secret)).text("said", said);
      },
      json::Escapes::named);
}

template <class Read>
std::optional<std::string> read_object(std::string_view text, Read read) {
  boost::system::error_code error;
  const auto value = boost::json::parse(text, error);
  if (error || !value.is_object()) return "is no JSON object";
  std::optional<json::LineError> complaint;
  json::JsonFields fields{text, value.get_object(), complaint};
  read(fields);
  if (complaint) return complaint->message;
  return std::nullopt;
}

tl::expected<std::string, std::string> read_signed(std::string_view payload, std::string_view topic,
                                                   std::string_view secret) {
  if (payload.size() > kLargestAnswer) return tl::unexpected{std::string{"is too large"}};
  std::string hmac, said;
  std::int64_t schema = 0;
  if (auto fault = read_object(payload, [&](json::JsonFields& fields) {
        schema = fields.integer("schema", 0, kMostNumber);
        hmac = fields.text("hmac");
        said = fields.text("said");
      }))
    return tl::unexpected{*std::move(fault)};
  if (schema != kSchema) return tl::unexpected{std::string{"is not of schema 1"}};
  if (!server::is_same_secret(hmac, signature(said, topic, secret)))
    return tl::unexpected{std::string{"is signed with another secret"}};
  return said;
}

std::string_view name_of(server::Method method) {
  switch (method) {
    case server::Method::post:
      return "POST";
    case server::Method::put:
      return "PUT";
    case server::Method::del:
      return "DELETE";
    default:
      return "GET";
  }
}

}  // namespace

std::string payload_of(const AskMessage& ask, std::string_view topic, std::string_view secret) {
  return signed_payload(
      json::object_text(
          [&](Object& o) {
            o.text("centre", ask.centre).number("number", static_cast<std::int64_t>(ask.number));
            o.text("run", ask.run).number("not_after_ms", ask.not_after.count());
            o.text("name", ask.request.actor.name).text("role", name(ask.request.actor.role));
            o.text("method", name_of(ask.request.method)).text("target", ask.request.target);
            o.text("body", ask.request.body);
          },
          json::Escapes::named),
      topic, secret);
}

std::string payload_of(const AnswerMessage& answer, std::string_view topic, std::string_view secret) {
  return signed_payload(json::object_text(
                            [&](Object& o) {
                              o.number("number", static_cast<std::int64_t>(answer.number));
                              o.number("status", answer.status).text("type", answer.type);
                              o.text("disposition", answer.disposition).text("body", answer.body);
                            },
                            json::Escapes::named),
                        topic, secret);
}

tl::expected<AskMessage, std::string> read_ask(std::string_view payload, std::string_view topic,
                                               std::string_view secret) {
  const auto said = read_signed(payload, topic, secret);
  if (!said) return tl::unexpected{said.error()};
  AskMessage ask;
  const auto fault = read_object(*said, [&](json::JsonFields& fields) {
    ask.centre = fields.text("centre");
    ask.number = static_cast<std::uint64_t>(fields.integer("number", 1, kMostNumber));
    ask.run = fields.text("run");
    ask.not_after = std::chrono::milliseconds{fields.integer("not_after_ms", 0, kMostNumber)};
    ask.request.actor.name = fields.text("name");
    const auto role = arbiter::role_from_name(fields.text("role"));
    if (role)
      ask.request.actor.role = *role;
    else
      fields.complain("role", "is no role");
    ask.request.method = server::method_from_name(fields.text("method"));
    ask.request.target = fields.text("target");
    ask.request.body = fields.text("body");
    if (ask.centre.empty() || ask.centre.size() > 64) fields.complain("centre", "is empty or too long");
  });
  if (fault) return tl::unexpected{*fault};
  return ask;
}

tl::expected<AnswerMessage, std::string> read_answer(std::string_view payload, std::string_view topic,
                                                     std::string_view secret) {
  const auto said = read_signed(payload, topic, secret);
  if (!said) return tl::unexpected{said.error()};
  AnswerMessage answer;
  const auto fault = read_object(*said, [&](json::JsonFields& fields) {
    answer.number = static_cast<std::uint64_t>(fields.integer("number", 1, kMostNumber));
    answer.status = static_cast<unsigned>(fields.integer("status", 200, 599));
    answer.type = fields.text("type");
    answer.disposition = fields.text("disposition");
    answer.body = fields.text("body");
    for (const std::string* header : {&answer.type, &answer.disposition})
      if (header->find_first_of("\r\n") != std::string::npos) fields.complain("type", "has a line end");
  });
  if (fault) return tl::unexpected{*fault};
  return answer;
}

AskBook::Verdict AskBook::take(const AskMessage& ask, std::chrono::milliseconds now) {
  if (ask.run != run_) return Verdict::other_run;
  if (now > ask.not_after) return Verdict::too_late;
  if (!centres_.contains(ask.centre) && centres_.size() == kMostCentres) return Verdict::too_late;
  Asked& asked = centres_[ask.centre];
  if (ask.number + kLately <= asked.highest || !asked.lately.insert(ask.number).second)
    return Verdict::repeated;
  asked.highest = std::max(asked.highest, ask.number);
  while (*asked.lately.begin() + kLately <= asked.highest) asked.lately.erase(asked.lately.begin());
  return Verdict::good;
}

}  // namespace jadoube::broker

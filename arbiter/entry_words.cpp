#include "arbiter/entry_words.hpp"

#include <array>
#include <boost/json/parse.hpp>
#include <cstdio>

#include "json/text.hpp"
#include "json/writer.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::arbiter {

namespace {

std::string piece_word(char letter) {
  switch (letter) {
    case 'K':
    case 'k':
      return "king";
    case 'Q':
    case 'q':
      return "queen";
    case 'R':
    case 'r':
      return "rook";
    case 'B':
    case 'b':
      return "bishop";
    case 'N':
    case 'n':
      return "knight";
    default:
      return "pawn";
  }
}

std::string time_text(record::Time t) {
  const auto us = t.count();
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%lld:%02lld:%02lld.%06lld",
                static_cast<long long>(us / 3'600'000'000), static_cast<long long>(us / 60'000'000 % 60),
                static_cast<long long>(us / 1'000'000 % 60), static_cast<long long>(us % 1'000'000));
  return text.data();
}

}  // namespace

std::string in_words(const record::Arbiter& entry) {
  std::string words{record::name(entry.action)};
  // The members of the record, as it is written: all of them, and no others.
  const std::string line = record::to_json(record::Record{entry});
  for (const json::MemberText& member : json::members_of(line)) {
    if (member.name == "type" || member.name == "t_us" || member.name == "action") continue;
    words += ", " + member.name + ' ';
    const bool quoted = member.value.size() >= 2 && member.value.front() == '"';
    words += quoted ? member.value.substr(1, member.value.size() - 2) : member.value;
  }
  return words + ", at " + time_text(entry.t) + " of the log";
}

std::string in_a_sentence(const record::Arbiter& entry) {
  using enum record::Arbiter::Action;
  const std::string side = entry.side == chess::Side::black ? "Black" : "White";
  switch (entry.action) {
    case pause:
      return "The clocks are stopped.";
    case resume:
      return "The game goes on.";
    case set_position:
      return "The position is set as entered.";
    case claim:
      return "The claim of " + side + " is entered: " + entry.what + '.';
    case confirm:
      return "Finding " + std::to_string(entry.finding.value_or(0)) + " is confirmed.";
    case dismiss:
      return "Finding " + std::to_string(entry.finding.value_or(0)) + " is dismissed.";
    case seen: {
      const unsigned square = index(entry.square.value_or(record::SensorSquare{}));
      const std::string on{static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8), '.'};
      const char piece = entry.piece.value_or('.');
      if (piece == '.') return "Nothing stands on " + on;
      const bool white = piece >= 'A' && piece <= 'Z';
      return std::string{white ? "A white " : "A black "} + piece_word(piece) + " stands on " + on;
    }
    case declare:
      return side + "'s pawn becomes a " + piece_word(entry.piece.value_or('q')) + '.';
    case count_started:
      return side + " has begun to count moves.";
    case result:
      return "The game is over, with the result " + entry.result + '.';
    case new_game:
      return "This game is void, and what follows is a new one.";
    case adjourn:
      return "The game is adjourned.";
    case law:
      return "The game is judged by " + entry.law + " from now on.";
    case pairing:
      return "The players of this game are entered.";
  }
  return {};
}

std::string made_by(const Actor& actor) {
  return json::members_text([&](json::Object& o) { o.text("by", actor.name).text("role", name(actor.role)); },
                            json::Escapes::named);
}

std::optional<Actor> who_made(std::string_view extra) {
  boost::system::error_code error;
  const auto parsed = boost::json::parse('{' + std::string{extra} + '}', error);
  if (error || !parsed.is_object()) return std::nullopt;
  const auto* by = parsed.get_object().if_contains("by");
  const auto* role = parsed.get_object().if_contains("role");
  if (by == nullptr || !by->is_string() || role == nullptr || !role->is_string()) return std::nullopt;
  const auto known = role_from_name(std::string_view{role->get_string()});
  if (!known) return std::nullopt;
  return Actor{std::string{by->get_string()}, *known};
}

std::string answer_json(const std::vector<laws::Reply>& replies, std::string_view what) {
  std::string words;
  for (const laws::Reply& reply : replies) words += (words.empty() ? "" : " ") + reply.text.english();
  std::string text;
  json::Object o{text};
  o.boolean("accepted", true).text("text", words.empty() ? what : words);
  for (const laws::Reply& reply : replies) {
    if (!reply.row) continue;
    o.text("row", laws::name(*reply.row));
    break;
  }
  for (const laws::Reply& reply : replies)
    if (reply.claim) {
      o.text("claim", laws::name(*reply.claim));
      break;
    }
  std::vector<laws::ClockProposal> clocks;
  for (const laws::Reply& reply : replies)
    clocks.insert(clocks.end(), reply.clocks.begin(), reply.clocks.end());
  o.objects("clocks", clocks, [](json::Object& c, const laws::ClockProposal& proposal) {
    c.number("white_ms", proposal.times.white.count()).number("black_ms", proposal.times.black.count());
    c.text("why", proposal.why);
  });
  o.close();
  return text;
}

}  // namespace jadoube::arbiter

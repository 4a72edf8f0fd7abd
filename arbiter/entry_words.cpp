#include "arbiter/entry_words.hpp"

#include <array>
#include <boost/json/parse.hpp>
#include <cstdio>

#include "chess/square.hpp"
#include "json/writer.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::arbiter {

using words::wording;

namespace {

/// "white knight", of "N".
words::Text piece_words(char letter, bool with_side) {
  const auto piece =
      chess::piece_from_letter(letter).value_or(chess::Piece{chess::Side::white, chess::PieceType::pawn});
  const std::string type{name(piece.type)};
  return words::known(with_side ? std::string{name(piece.side)} + ' ' + type : type);
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

words::Text in_words(const record::Arbiter& entry) {
  if (entry.action == record::Arbiter::Action::retract)
    return wording("{1}, at {2} of the log",
                   entry.finding ? wording("the decision on finding {1} is taken back: {2}",
                                           std::to_string(*entry.finding), entry.reason)
                                 : wording("the entry of {1} is taken back: {2}",
                                           time_text(entry.entered.value_or(record::Time{})), entry.reason),
                   time_text(entry.t));
  if (entry.action == record::Arbiter::Action::note)
    return wording("{1}, at {2} of the log",
                   entry.finding
                       ? wording("note on finding {1}: {2}", std::to_string(*entry.finding), entry.text)
                       : wording("note: {1}", entry.text),
                   time_text(entry.t));
  words::Text text = words::known(record::name(entry.action));
  for (const record::EntryMember& member : record::members_of(entry))
    text += std::string{", "} + words::known(member.name) + ' ' +
            (member.name == "side" ? words::known(member.value) : words::Text{member.value});
  return wording("{1}, at {2} of the log", text, time_text(entry.t));
}

words::Text in_a_sentence(const record::Arbiter& entry) {
  using enum record::Arbiter::Action;
  const words::Text side = entry.side == chess::Side::black ? wording("Black") : wording("White");
  const std::string finding = std::to_string(entry.finding.value_or(0));
  switch (entry.action) {
    case pause:
      return wording("The clocks are stopped.");
    case resume:
      return wording("The game goes on.");
    case set_position:
      return wording("The position is set as entered.");
    case claim:
      return wording("The claim of {1} is entered: {2}.", side, words::known(entry.what));
    case confirm:
      return wording("Finding {1} is confirmed.", finding);
    case dismiss:
      return wording("Finding {1} is dismissed.", finding);
    case seen: {
      const unsigned square = index(entry.square.value_or(record::SensorSquare{}));
      const std::string on{static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
      const char piece = entry.piece.value_or('.');
      return piece == '.' ? wording("Nothing stands on {1}.", on)
                          : wording("A {1} stands on {2}.", piece_words(piece, true), on);
    }
    case declare:
      return wording("{1}'s pawn becomes a {2}.", side, piece_words(entry.piece.value_or('q'), false));
    case count_started:
      return wording("{1} has begun to count moves.", side);
    case result:
      return wording("The game is over, with the result {1}.", entry.result);
    case new_game:
      return wording("This game is void, and what follows is a new one.");
    case adjourn:
      return wording("The game is adjourned.");
    case law:
      return wording("The game is judged by {1} from now on.", entry.law);
    case pairing:
      return wording("The players of this game are entered.");
    case retract:
      return wording("It is taken back.");
    case note:
      return wording("The note is kept.");
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

std::string answer_json(const std::vector<laws::Reply>& replies, const words::Text& what,
                        words::Language language) {
  std::string words;
  for (const laws::Reply& reply : replies) words += (words.empty() ? "" : " ") + reply.text.in(language);
  std::string text;
  json::Object o{text};
  o.boolean("accepted", true).text("text", words.empty() ? what.in(language) : words);
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

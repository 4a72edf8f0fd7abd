#include "engine_bridge/uci.hpp"

#include <cassert>
#include <charconv>

namespace jadoube::engine_bridge::uci {
namespace {

/// Words between blanks, one after the other.
class Words {
 public:
  explicit Words(std::string_view text) : rest_{text} {}

  /// Empty at the end.
  std::string_view next() {
    skip_blanks();
    const std::size_t end = rest_.find_first_of(" \t");
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(word.size());
    return word;
  }
  std::string_view rest() {
    skip_blanks();
    std::string_view text = rest_;
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }
  std::string_view rest_;
};

template <typename Number>
std::optional<Number> number(std::string_view word) {
  Number value{};
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (fault != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

Option option(Words words) {
  Option result;
  if (words.next() != "name") return result;
  // Names have blanks in them: everything up to the word "type".
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "type") {
      result.type = words.next();
      break;
    }
    if (!result.name.empty()) result.name += ' ';
    result.name += word;
  }
  return result;
}

Info info(Words words) {
  Info result;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "depth") {
      result.depth = number<unsigned>(words.next());
    } else if (word == "multipv") {
      result.multipv = number<unsigned>(words.next()).value_or(1);
    } else if (word == "nodes") {
      result.nodes = number<std::uint64_t>(words.next());
    } else if (word == "score") {
      const std::string_view unit = words.next();
      const auto value = number<int>(words.next());
      if (value && unit == "cp") result.score = Score{Score::Unit::centipawns, *value};
      if (value && unit == "mate") result.score = Score{Score::Unit::mate, *value};
    } else if (word == "lowerbound" || word == "upperbound") {
      result.is_bound = true;
    } else if (word == "string") {
      break;  // free text to the end of the line
    } else if (word == "pv") {
      for (word = words.next(); is_move(word) && result.pv.size() < kMostPvMoves; word = words.next())
        result.pv.emplace_back(word);
      break;
    }
  }
  return result;
}

/// "e2e4: 1" and "Nodes searched: 20".
Message perft(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return Unknown{};
  const auto leaves = number<std::uint64_t>(Words{line.substr(colon + 1)}.rest());
  const std::string_view what = line.substr(0, colon);
  if (!leaves) return Unknown{};
  if (what == "Nodes searched") return PerftEnd{*leaves};
  if (is_move(what)) return PerftMove{std::string{what}, *leaves};
  return Unknown{};
}

}  // namespace

bool is_move(std::string_view text) {
  const auto is_square = [](char file, char rank) {
    return file >= 'a' && file <= 'h' && rank >= '1' && rank <= '8';
  };
  if (text.size() != 4 && text.size() != 5) return false;
  if (!is_square(text[0], text[1]) || !is_square(text[2], text[3])) return false;
  return text.size() == 4 || std::string_view{"nbrq"}.find(text[4]) != std::string_view::npos;
}

Message parse(std::string_view line) {
  Words words{line};
  const std::string_view first = words.next();
  if (first == "info") return info(words);
  if (first == "bestmove") {
    const std::string_view move = words.next();
    if (move == "(none)" || move == "0000") return BestMove{};
    if (is_move(move)) return BestMove{std::string{move}};
    return Unknown{};
  }
  if (first == "readyok") return ReadyOk{};
  if (first == "uciok") return UciOk{};
  if (first == "id") {
    const std::string_view what = words.next();
    if (what == "name") return Id{Id::What::name, std::string{words.rest()}};
    if (what == "author") return Id{Id::What::author, std::string{words.rest()}};
    return Unknown{};
  }
  if (first == "option") {
    Option found = option(words);
    if (found.name.empty()) return Unknown{};
    return found;
  }
  if (first == "Fen:") return BoardFen{std::string{words.rest()}};
  if (first == "Checkers:") return BoardEnd{};
  return perft(line);
}

std::string set_option(std::string_view name, std::string_view value) {
  std::string text{"setoption name "};
  return text.append(name).append(" value ").append(value).append("\n");
}

std::string position(std::string_view fen, const std::vector<std::string>& moves) {
  std::string text{"position fen "};
  text += fen;
  if (!moves.empty()) text += " moves";
  for (const std::string& move : moves) text.append(" ").append(move);
  return text += '\n';
}

std::string go(const GoLimits& limits, const std::vector<std::string>& only) {
  assert(limits.depth != 0 || limits.nodes != 0);
  std::string text{"go"};
  if (limits.mate != 0) text += " mate " + std::to_string(limits.mate);
  if (limits.depth != 0) text += " depth " + std::to_string(limits.depth);
  if (limits.nodes != 0) text += " nodes " + std::to_string(limits.nodes);
  if (!only.empty()) text += " searchmoves";
  for (const std::string& move : only) text.append(" ").append(move);
  return text += '\n';
}

}  // namespace jadoube::engine_bridge::uci

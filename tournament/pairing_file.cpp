#include "tournament/pairing_file.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "chess/chess960.hpp"
#include "json/writer.hpp"
#include "judge/position_words.hpp"
#include "tournament/cells.hpp"
#include "words/direction.hpp"

namespace jadoube::arbiter {

using words::wording;

namespace {

constexpr std::size_t kLongestText = std::size_t{4} << 20U;
/// Of a player, in bytes; FIDE's file has room for 33 letters.
constexpr std::size_t kLongestName = 120;
/// What a board can be given (docs/api.md).
constexpr unsigned kHighestTable = 9999;
/// More is told by its number: nobody reads on, and a page must show it.
constexpr std::size_t kMostProblems = 200;

/// What Windows-1252 has between 80 and 9f; 0: nothing.
constexpr std::array<unsigned, 32> kWindows{0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                            0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                            0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                            0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

void append_utf8(std::string& text, unsigned code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0U | code >> 6U);
    text += static_cast<char>(0x80U | (code & 0x3FU));
  } else {
    text += static_cast<char>(0xE0U | code >> 12U);
    text += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
    text += static_cast<char>(0x80U | (code & 0x3FU));
  }
}

bool is_utf16(std::string_view bytes) {
  return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
}

/// `bytes` begins with the mark that says which byte is first. Letters beyond U+FFFF do not occur in it.
std::string from_utf16(std::string_view bytes) {
  const std::size_t high = bytes.front() == '\xFF' ? 1 : 0;
  std::string text;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const unsigned code =
        static_cast<unsigned char>(bytes[i + high]) * 256U + static_cast<unsigned char>(bytes[i + 1 - high]);
    append_utf8(text, code >= 0xD800 && code <= 0xDFFF ? 0xFFFD : code);
  }
  return text;
}

bool looks_like_trf(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    if (line.starts_with("001 ") || line.starts_with("012 ")) return true;
    at += line.size() + 1;
  }
  return false;
}

}  // namespace

void PairingFile::add_problem(std::size_t line, const words::Text& what) {
  problems.push_back(wording("line {1}: {2}", std::to_string(line), what));
}

void PairingFile::add_doubt(std::size_t line, const words::Text& what) {
  doubts.push_back(wording("line {1}: {2}", std::to_string(line), what));
}

std::optional<words::Text> start_fault(std::string_view named) {
  const auto start = chess::named_start(named);
  if (start) return std::nullopt;
  const chess::StartFault& fault = start.error();
  if (fault.unreadable)
    return wording("\"{1}\" cannot be read as a FEN, character {2}: {3}", fault.text,
                   std::to_string(fault.unreadable->column), words::known(fault.unreadable->message));
  if (!fault.faults.empty())
    return wording("\"{1}\" is no position from which a game can begin: {2}", fault.text,
                   laws::in_words(fault.faults));
  return wording(
      "\"{1}\" is no start position: a number of Chess960 is from 0 to 959; else \"standard\", or a FEN",
      fault.text);
}

std::string tidy_text(std::string_view bytes) {
  if (is_utf16(bytes)) return tidy_text(from_utf16(bytes));
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const bool utf8 = json::is_utf8(bytes);
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (byte == '\r') {
      // Some write it alone, some before the line feed.
      if (i + 1 == bytes.size() || bytes[i + 1] != '\n') text += '\n';
    } else if (byte < 0x80 || utf8) {
      text += bytes[i];
    } else if (byte >= 0xA0) {
      append_utf8(text, byte);
    } else {
      const unsigned code = kWindows.at(byte - 0x80U);
      append_utf8(text, code == 0 ? 0xFFFD : code);
    }
  }
  return text;
}

std::string tidy_name(std::string_view name) {
  std::string tidy;
  for (const char letter : words::without_turns(name))
    tidy += static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f ? ' ' : letter;
  if (tidy.size() > kLongestName) {
    std::size_t end = kLongestName;
    while (end > 0 && (static_cast<unsigned char>(tidy[end]) & 0xC0U) == 0x80U) --end;  // within a letter
    tidy.resize(end);
  }
  return std::string{trimmed(tidy)};
}

void drop_impossible(PairingFile& file) {
  auto& pairings = file.round.pairings;
  std::map<unsigned, unsigned> tables;
  std::map<std::string, unsigned> players;
  std::vector<Pairing> possible;
  for (Pairing& p : pairings) {
    const auto refuse = [&](const words::Text& why) {
      file.problems.push_back(wording("table {1}: {2}", std::to_string(p.number), why));
    };
    for (std::string* name : {&p.white, &p.black})
      if (std::string tidy = tidy_name(*name); tidy != *name) {
        *name = std::move(tidy);
        refuse(
            wording("a name has letters that cannot be printed, or is too long: it is read as {1}", *name));
      }
    if (p.white.empty() || p.black.empty()) {
      refuse(wording("a player is missing; nobody plays there"));
    } else if (p.white == p.black) {
      refuse(wording("{1} would play against himself; left out", p.white));
    } else if (p.number == 0) {
      refuse(wording("{1} – {2} has no table number; left out", p.white, p.black));
    } else if (p.number > kHighestTable) {
      refuse(wording("table numbers end at {1}; left out", std::to_string(kHighestTable)));
    } else if (tables.contains(p.number)) {
      refuse(wording("is there twice; {1} – {2} is left out", p.white, p.black));
    } else if (players.contains(p.white) || players.contains(p.black)) {
      const std::string& twice = players.contains(p.white) ? p.white : p.black;
      refuse(wording("{1} plays at table {2} already; left out", twice, std::to_string(players.at(twice))));
    } else {
      tables[p.number] = players[p.white] = players[p.black] = p.number;
      possible.push_back(std::move(p));
    }
  }
  pairings = std::move(possible);
  std::ranges::sort(pairings, {}, &Pairing::number);
  if (const std::size_t all = file.problems.size(); all > kMostProblems) {
    file.problems.resize(kMostProblems);
    file.problems.push_back(wording("and {1} more", std::to_string(all - kMostProblems)));
  }
}

tl::expected<PairingFile, words::Text> read_pairings(std::string_view bytes, unsigned round,
                                                     const KnowsLaw& knows_law) {
  if (bytes.size() > kLongestText) return tl::unexpected{wording("The file is larger than 4 MiB.")};
  const std::string text = tidy_text(bytes);
  if (text.find('\0') != std::string::npos)
    return tl::unexpected{
        wording("This is no text: neither a tournament report file nor a table of pairings.")};
  auto file = looks_like_trf(text) ? read_trf(text, round) : read_table(text, round, knows_law);
  if (!file) return file;
  drop_impossible(*file);
  if (!file->round.pairings.empty()) return file;
  if (file->problems.empty()) return tl::unexpected{wording("There is no pairing that can be used.")};
  return tl::unexpected{wording("There is no pairing that can be used: {1}.", file->problems.front())};
}

}  // namespace jadoube::arbiter

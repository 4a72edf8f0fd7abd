#include "tournament/list_heads.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "tournament/cells.hpp"

namespace jadoube::arbiter {
namespace {

using Words = std::span<const std::string_view>;

// English, German, Spanish, French, Italian, Danish, Icelandic; Norwegian, Swedish, Dutch and Portuguese where they differ.
constexpr auto kBoard = std::to_array<std::string_view>(
    {"board", "bo",      "bd",  "table", "brett",  "br",        "tisch",      "mesa",
     "m",     "tablero", "tab", "ech",   "ec",     "echiquier", "scacchiera", "sc",
     "tav",   "bord",    "brd", "braet", "bordnr", "nr bo",     "tavolo"});
constexpr auto kNumber = std::to_array<std::string_view>(
    {"no", "nr", "n", "num", "number", "numero", "nummer", "snr", "start no", "startnr"});
constexpr auto kWhite =
    std::to_array<std::string_view>({"white", "weiss", "weisser", "blancas", "blanc", "blancs", "bianco",
                                     "bianchi", "hvid", "hvit", "hvitt", "hvitur", "vit", "wit", "brancas"});
constexpr auto kBlack =
    std::to_array<std::string_view>({"black", "schwarz", "schwarzer", "negras", "noir", "noirs", "nero",
                                     "neri", "sort", "svart", "svartur", "zwart", "pretas", "negro"});
constexpr auto kName = std::to_array<std::string_view>(
    {"name", "nombre", "nom", "nome", "navn", "nafn", "namn", "naam", "player", "spieler", "jugador",
     "joueur", "giocatore", "spiller", "keppandi", "skakmadur"});
constexpr auto kResult =
    std::to_array<std::string_view>({"result", "res", "ergebnis", "erg", "ergebn", "resultado", "resultat",
                                     "risultato", "ris", "urslit", "uitslag"});
constexpr auto kRound = std::to_array<std::string_view>(
    {"round", "rd", "runde", "rde", "ronda", "ronde", "turno", "umferd", "umf", "rodada", "rond"});
constexpr auto kRating = std::to_array<std::string_view>(
    {"rtg", "rating", "elo", "eloi", "elon", "stig", "rat", "dwz", "twz", "rapid", "elo int", "fide"});
constexpr auto kBye = std::to_array<std::string_view>(
    {"bye",          "spielfrei",   "not paired",     "nicht ausgelost", "nicht gelost", "frei",
     "descansa",     "libre",       "exempt",         "riposo",          "oversidder",   "fri",
     "friplads",     "yfirseta",    "situr hja",      "no emparejado",   "no pareado",   "non apparie",
     "non abbinato", "ikke parret", "half point bye", "walkover",        "vrij",         "livre"});

bool has(Words words, std::string_view folded_text) {
  return std::ranges::find(words, folded_text) != words.end();
}

/// U+00C0 to U+00FF in ASCII, capitals as small letters.
constexpr std::array<std::string_view, 64> kLatin{
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",
    "d", "n", "o", "o", "o", "o", "o",  "x", "o", "u", "u", "u", "u", "y", "th", "ss",
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",
    "d", "n", "o", "o", "o", "o", "o",  "/", "o", "u", "u", "u", "u", "y", "th", "y"};

/// Words and numbers, without what stands between them.
std::vector<std::string> parts_of(std::string_view line) {
  std::vector<std::string> parts;
  std::string part;
  for (const char letter : folded(line)) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool is_digit = letter >= '0' && letter <= '9';
    const bool is_letter = (letter >= 'a' && letter <= 'z') || byte >= 0x80;
    if (is_digit || is_letter) {
      part += letter;
    } else if (!part.empty()) {
      parts.push_back(std::move(part));
      part.clear();
    }
  }
  if (!part.empty()) parts.push_back(std::move(part));
  return parts;
}

}  // namespace

std::string folded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    if (byte == 0xC3 && next >= 0x80) {
      plain += kLatin.at(next - 0x80U);
      ++i;
    } else if (byte == 0xC2 &&
               (next == 0xB0 || next == 0xBA || next == 0xA0)) {  // degree, ordinal, fixed blank
      if (next == 0xA0) plain += ' ';
      ++i;
    } else if (byte >= 'A' && byte <= 'Z') {
      plain += static_cast<char>(byte + 32);
    } else if (byte < 0x20 || byte == ' ') {
      if (!plain.empty() && plain.back() != ' ') plain += ' ';
    } else if (byte != '.') {
      plain += text[i];
    }
  }
  return std::string{trimmed(plain)};
}

bool is_board_head(std::string_view head) {
  return has(kBoard, head);
}
bool is_number_head(std::string_view head) {
  return has(kNumber, head);
}
bool is_white_head(std::string_view head) {
  return has(kWhite, head);
}
bool is_black_head(std::string_view head) {
  return has(kBlack, head);
}
bool is_name_head(std::string_view head) {
  return has(kName, head);
}
bool is_result_head(std::string_view head) {
  return has(kResult, head);
}
bool is_round_head(std::string_view head) {
  return has(kRound, head);
}
bool is_rating_head(std::string_view head) {
  return has(kRating, head);
}
bool is_bye(std::string_view name) {
  return has(kBye, name);
}

std::optional<unsigned> round_in(std::string_view line) {
  const std::vector<std::string> parts = parts_of(line);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!is_round_head(parts[i])) continue;
    if (i + 1 < parts.size())
      if (const auto after = number_in(parts[i + 1])) return after;
    if (i > 0)
      if (const auto before = number_in(parts[i - 1])) return before;
  }
  return std::nullopt;
}

}  // namespace jadoube::arbiter

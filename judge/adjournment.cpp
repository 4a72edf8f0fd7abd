#include "judge/adjournment.hpp"

#include "laws/text.hpp"

namespace jadoube::laws {

using words::Text;
using words::wording;

std::vector<Text> differing_squares(const std::string& fen, chess::Bitboard occupied, const Text& source) {
  std::vector<Text> out;
  const auto setup = chess::setup_from_fen(fen);
  if (!setup) return out;
  const chess::Bitboard wanted = setup->placement.occupied();
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  for (const chess::Square s : chess::squares(wanted & ~occupied)) missing.push_back(to_string(s));
  for (const chess::Square s : chess::squares(occupied & ~wanted)) extra.push_back(to_string(s));
  if (!missing.empty())
    out.push_back(wording("Empty, though {1} has a piece there: {2}.", source, joined(missing)));
  if (!extra.empty())
    out.push_back(wording("Occupied, though {1} has nothing there: {2}.", source, joined(extra)));
  return out;
}

std::vector<Text> check_resumption(const Adjournment& adjourned, chess::Bitboard occupied,
                                   const std::optional<Readings>& clocks) {
  std::vector<Text> out = differing_squares(adjourned.fen, occupied, wording("the envelope"));
  if (clocks && adjourned.remaining)
    for (const Side side : chess::kSides) {
      const auto difference = clocks->of(side) - adjourned.remaining->of(side);
      if (std::chrono::abs(difference) < Seconds{1}) continue;
      out.push_back(wording("{1}'s clock shows {2}, the envelope says {3}.",
                            side == Side::white ? wording("White") : wording("Black"),
                            clock_text(clocks->of(side)), clock_text(adjourned.remaining->of(side))));
    }
  return out;
}

Text envelope(const Adjournment& a) {
  const Text white = a.white.empty() ? wording("(White)") : Text{a.white};
  const Text black = a.black.empty() ? wording("(Black)") : Text{a.black};
  Text out = wording("Players: {1} – {2}", white, black) + '\n' + wording("Position: {1}", a.fen) + '\n' +
             wording("Sealed by {1}: move {2}", a.sealer == Side::white ? wording("White") : wording("Black"),
                     std::to_string(a.move_number));
  if (a.used)
    out += '\n' + wording("Used: W {1} / B {2}", clock_text(a.used->white), clock_text(a.used->black));
  if (a.remaining)
    out += '\n' + wording("Remaining: W {1} / B {2}", clock_text(a.remaining->white),
                          clock_text(a.remaining->black));
  return out;
}

}  // namespace jadoube::laws

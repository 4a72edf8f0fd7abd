#include "laws/adjournment.hpp"

#include "laws/text.hpp"

namespace jadoube::laws {

std::vector<std::string> differing_squares(const std::string& fen, chess::Bitboard occupied,
                                           std::string_view source) {
  std::vector<std::string> out;
  const auto setup = chess::setup_from_fen(fen);
  if (!setup) return out;
  const chess::Bitboard wanted = setup->placement.occupied();
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  for (const chess::Square s : chess::squares(wanted & ~occupied)) missing.push_back(to_string(s));
  for (const chess::Square s : chess::squares(occupied & ~wanted)) extra.push_back(to_string(s));
  if (!missing.empty())
    out.push_back(concat({"Empty, though ", source, " has a piece there: ", joined(missing), "."}));
  if (!extra.empty())
    out.push_back(concat({"Occupied, though ", source, " has nothing there: ", joined(extra), "."}));
  return out;
}

std::vector<std::string> check_resumption(const Adjournment& adjourned, chess::Bitboard occupied,
                                          const std::optional<Readings>& clocks) {
  std::vector<std::string> out = differing_squares(adjourned.fen, occupied, "the envelope");
  if (clocks && adjourned.remaining)
    for (const Side side : chess::kSides) {
      const auto difference = clocks->of(side) - adjourned.remaining->of(side);
      if (std::chrono::abs(difference) < Seconds{1}) continue;
      out.push_back(
          concat({side == Side::white ? "White" : "Black", "'s clock shows ", clock_text(clocks->of(side)),
                  ", the envelope says ", clock_text(adjourned.remaining->of(side)), "."}));
    }
  return out;
}

std::string envelope(const Adjournment& a) {
  std::string out =
      concat({"Players: ", a.white.empty() ? "(White)" : a.white, " – ",
              a.black.empty() ? "(Black)" : a.black, "\nPosition: ", a.fen, "\nSealed by ",
              a.sealer == Side::white ? "White" : "Black", ": move ", std::to_string(a.move_number)});
  if (a.used) out += concat({"\nUsed: W ", clock_text(a.used->white), " / B ", clock_text(a.used->black)});
  if (a.remaining)
    out +=
        concat({"\nRemaining: W ", clock_text(a.remaining->white), " / B ", clock_text(a.remaining->black)});
  return out;
}

}  // namespace jadoube::laws

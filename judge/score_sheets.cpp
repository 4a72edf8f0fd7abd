#include "judge/score_sheets.hpp"

#include <algorithm>

namespace jadoube::laws {

using words::wording;

namespace {

/// The law's own number for a step, or its general one if it numbers the steps otherwise.
std::string article(const Cell& cell, std::string_view wanted) {
  for (const std::string& known : cell.articles)
    if (known == wanted || wanted.starts_with(known + ".")) return std::string{wanted};
  return cell.article();
}

}  // namespace

SheetDuty score_sheet_duty(const LawSet& law, const SheetsBehind& behind) {
  const Cell& cell = law.cell(Row{27});
  if (!cell.report || (!behind.white && !behind.black))
    return {"", wording("No score sheet has to be brought up to date.")};
  // skak-1985 numbers the steps 11.6 to 11.9, FIDE 8.5.1 to 8.6.
  const bool skak = std::find(cell.articles.begin(), cell.articles.end(), "11.6") != cell.articles.end();
  const auto cite = [&](const char* in_skak, const char* in_fide) {
    return article(cell, skak ? in_skak : in_fide);
  };
  if (behind.cannot_be_rebuilt)
    return {cite("11.9", "8.6"),
            wording("The game goes on; the next move counts as the first after the control.")};
  if (behind.white && behind.black)
    return {
        cite("11.7", "8.5.1"),
        wording(
            "Stop both clocks; a second board may be used. First write down the position, both times, whose "
            "clock ran and the number of moves.")};
  if (behind.insufficient)
    return {cite("11.8", "8.5.3"),
            wording("The sheets do not suffice: stop both clocks and rebuild the game on a second board.")};
  const words::Text player = behind.white ? wording("White") : wording("Black");
  const words::Text how = !skak                       ? wording("; he may borrow his opponent's sheet")
                          : behind.opponent_has_moved ? wording(", on his own running clock")
                                                      : wording(", before his clock is started");
  return {cite("11.6", "8.5.2"),
          wording("{1} brings his sheet up to date before his next move{2}.", player, how)};
}

}  // namespace jadoube::laws

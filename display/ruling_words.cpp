#include "display/ruling_words.hpp"

#include <array>
#include <utility>

#include "display/finding_words.hpp"

namespace jadoube::display {

namespace {

using laws::Authority;
using words::Text;
using words::wording;

Text times(const laws::ClockProposal& proposal) {
  return wording("White {1}, Black {2}: {3}.", clock_text(proposal.times.white),
                 clock_text(proposal.times.black), proposal.words);
}

}  // namespace

Text meaning(Authority authority) {
  static constexpr std::array<std::string_view, 6> words{
      "you must step in once you have seen it",
      "wait: only the opponent may claim",
      "you, if you have seen it; otherwise the opponent may claim",
      "nobody: say nothing, and let nobody see it",
      "your judgement",
      "the game is over by itself",
  };
  return words::known(words[static_cast<std::size_t>(authority)]);
}

std::vector<LabelledLine> labelled(const laws::Ruling& ruling) {
  if (!ruling.row) return {};
  const laws::AdviceParts& parts = ruling.advice.parts;
  std::vector<LabelledLine> lines;
  const auto add = [&](Text label, Text text) {
    if (!text.empty()) lines.push_back({std::move(label), std::move(text)});
  };
  add(wording("Rule"), parts.rule + '.');
  // Who acts on the event, and until when, is said of the finding that governs.
  if (!ruling.governed_by)
    add(wording("Who acts"), meaning(ruling.authority) + std::string{" ("} +
                                 words::known(name(ruling.authority)) + std::string{")."});
  add(wording("Window"), parts.window);
  add(wording("To do"), parts.to_do);
  bool first = true;
  for (const laws::ClockProposal& proposal : ruling.advice.clocks)
    add(std::exchange(first, false) ? wording("Clocks") : std::string(2, ' ') + wording("or"),
        times(proposal));
  add(wording("Offence"), parts.offence);
  if (ruling.secret)
    add(wording("Hall"), wording("the players must not learn of it from you or from a screen."));
  add(wording("Yours"), parts.left.empty() ? Text{} : parts.left + '.');
  return lines;
}

}  // namespace jadoube::display

#include "display/ruling_words.hpp"

#include <array>
#include <utility>

#include "display/finding_words.hpp"

namespace jadoube::display {

namespace {

using laws::Authority;

std::string times(const laws::ClockProposal& proposal) {
  return "White " + clock_text(proposal.times.white) + ", Black " + clock_text(proposal.times.black) + ": " +
         proposal.words.english() + ".";
}

}  // namespace

std::string_view meaning(Authority authority) {
  static constexpr std::array<std::string_view, 6> words{
      "you must step in once you have seen it",
      "wait: only the opponent may claim",
      "you, if you have seen it; otherwise the opponent may claim",
      "nobody: say nothing, and let nobody see it",
      "your judgement",
      "the game is over by itself",
  };
  return words[static_cast<std::size_t>(authority)];
}

std::vector<LabelledLine> labelled(const laws::Ruling& ruling) {
  if (!ruling.row) return {};
  const laws::AdviceParts& parts = ruling.advice.parts;
  std::vector<LabelledLine> lines;
  const auto add = [&](std::string label, std::string text) {
    if (!text.empty()) lines.push_back({std::move(label), std::move(text)});
  };
  add("Rule", parts.rule.english() + ".");
  add("Who acts", std::string{meaning(ruling.authority)} + " (" + std::string{name(ruling.authority)} + ").");
  add("Window", parts.window.english());
  add("To do", parts.to_do.english());
  bool first = true;
  for (const laws::ClockProposal& proposal : ruling.advice.clocks)
    add(std::exchange(first, false) ? "Clocks" : "  or", times(proposal));
  add("Offence", parts.offence.english());
  if (ruling.secret) add("Hall", "the players must not learn of it from you or from a screen.");
  add("Yours", parts.left.empty() ? "" : parts.left.english() + ".");
  return lines;
}

}  // namespace jadoube::display

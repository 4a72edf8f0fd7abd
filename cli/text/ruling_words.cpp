#include "cli/text/ruling_words.hpp"

#include <array>
#include <map>
#include <utility>

#include "cli/text/finding_words.hpp"

namespace jadoube::cli {

namespace {

using laws::Authority;

/// A proposal's reason in plain words, as short as its line. The stream has the numbers that the matrix gives
/// its proposals, and behind a comma what is different about an alternative.
std::string plain(const std::string& why) {
  static const std::map<std::string, std::string, std::less<>> words{
      {"P1", "less that press's increment"},
      {"P2", "as logged at that press"},
      {"P3", "less that press's increment"},
      {"P4", "less that press's increment"},
      {"P5", "as at that press"},
      {"P7, by proportion", "estimated by proportion"},
      {"unchanged", "else as they stand"},
  };
  if (const auto found = words.find(why); found != words.end()) return found->second;
  const std::size_t comma = why.find(", ");
  if (comma == std::string::npos) return why;
  std::string difference = why.substr(comma + 2);
  if (const std::size_t side = difference.find(" as at "); side != std::string::npos)
    difference.insert(side, "'s");
  return difference;
}

std::string times(const laws::ClockProposal& proposal) {
  return "White " + clock_text(proposal.times.white) + ", Black " + clock_text(proposal.times.black) + ": " +
         plain(proposal.why) + ".";
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
  add("Rule", parts.rule + ".");
  add("Who acts", std::string{meaning(ruling.authority)} + " (" + std::string{name(ruling.authority)} + ").");
  add("Window", parts.window);
  add("To do", parts.to_do);
  bool first = true;
  for (const laws::ClockProposal& proposal : ruling.advice.clocks)
    add(std::exchange(first, false) ? "Clocks" : "  or", times(proposal));
  add("Offence", parts.offence);
  if (ruling.secret) add("Hall", "the players must not learn of it from you or from a screen.");
  add("Yours", parts.left.empty() ? "" : parts.left + ".");
  return lines;
}

}  // namespace jadoube::cli

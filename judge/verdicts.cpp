#include "judge/verdicts.hpp"

#include <algorithm>

#include "judge/advice_writer.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;

namespace {

using Cells = std::vector<std::string>;

Text until(Window window) {
  const std::string moves = std::to_string(window.moves);
  if (window.until == Window::Until::each_completed) return wording("W-{1}", moves);
  if (window.until == Window::Until::black_completed) return wording("W-B{1}", moves);
  return words::known(name(window));
}

/// "illegal move": the catalogue has kinds as people read them.
Text kind_in_words(report::Kind kind) {
  std::string words{name(kind)};
  std::replace(words.begin(), words.end(), '_', ' ');
  return words::known(words);
}

/// The last ruling on a finding, with the clock times of the last one that proposed any.
Cells cells(const Verdicts& verdicts, std::uint64_t id, words::Language language) {
  const Ruling* last = nullptr;
  const Ruling* timed = nullptr;
  for (const Ruling& r : verdicts.rulings) {
    if (r.finding.id != id) continue;
    last = &r;
    if (!r.advice.clocks.empty()) timed = &r;
  }
  if (!last) return {verdicts.law, "–"};
  std::vector<Text> actions;
  for (const Action action : last->actions) actions.push_back(words::known(code(action)));
  return {verdicts.law,
          (last->article.empty() ? wording("no text") : in_words(last->article)).in(language),
          words::known(name(last->authority)).in(language),
          until(last->window).in(language),
          words::known(name(last->finding.state)).in(language),
          words::strung(actions, " ").in(language),
          timed ? times_text(timed->advice.clocks.front().times).in(language) : std::string{}};
}

/// Characters, not bytes.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

void write(std::string& out, const std::vector<Cells>& block, const std::vector<std::size_t>& widths) {
  for (const Cells& line : block) {
    out += "  ";
    for (std::size_t i = 0; i < line.size(); ++i) {
      out += line[i];
      out.append(widths[i] + 2 - width(line[i]), ' ');
    }
    while (out.back() == ' ') out.pop_back();
    out += '\n';
  }
}

}  // namespace

std::string verdict_table(const std::vector<Verdicts>& all, words::Language language) {
  std::vector<const Ruling*> findings;  // first ruling on each
  for (const Verdicts& verdicts : all)
    for (const Ruling& r : verdicts.rulings) {
      const bool known = std::any_of(findings.begin(), findings.end(), [&](const Ruling* f) {
        return f->finding.id == r.finding.id && f->finding.kind == r.finding.kind;
      });
      if (!known) findings.push_back(&r);
    }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Ruling* a, const Ruling* b) { return a->finding.t < b->finding.t; });

  std::vector<std::vector<Cells>> blocks;
  std::vector<std::size_t> widths;
  for (const Ruling* f : findings) {
    std::vector<Cells>& block = blocks.emplace_back();
    for (const Verdicts& verdicts : all) {
      block.push_back(cells(verdicts, f->finding.id, language));
      widths.resize(std::max(widths.size(), block.back().size()));
      for (std::size_t i = 0; i < block.back().size(); ++i)
        widths[i] = std::max(widths[i], width(block.back()[i]));
    }
  }
  std::string out;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const report::Finding& f = findings[i]->finding;
    const Text what = f.side ? wording("{1} by {2}, grade {3}: {4}", kind_in_words(f.kind),
                                       words::known(chess::name(*f.side)), name(f.grade), f.text)
                             : wording("{1}, grade {2}: {3}", kind_in_words(f.kind), name(f.grade), f.text);
    out += concat({log_time_text(f.t), "  ", what.in(language), "\n"});
    write(out, blocks[i], widths);
  }
  return out;
}

}  // namespace jadoube::laws

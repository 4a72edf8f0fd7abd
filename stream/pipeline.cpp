#include "stream/pipeline.hpp"

#include <algorithm>
#include <utility>

#include "judge/mating_solver.hpp"

namespace jadoube::stream {

using words::wording;

namespace {

record::Time time_of(const laws::JudgedReport& line) {
  return std::visit(
      [](const auto& l) {
        if constexpr (std::is_same_v<std::decay_t<decltype(l)>, laws::Ruling>)
          return l.finding.t;
        else
          return l.t;
      },
      line);
}

}  // namespace

Pipeline::Pipeline(std::vector<laws::LawSet> laws, const record::Header& header, FindLaw find_law,
                   StreamSink& sink)
    : sink_{sink}, said_(laws.size()) {
  const laws::CanMate can_mate = laws::mating_solver();
  for (std::size_t i = 0; i < laws.size(); ++i) {
    laws::Judge::Options options;
    options.say = [this, i](const laws::JudgedReport& line) { said_[i].emplace_back(line); };
    options.reply = [this, i](const laws::Reply& reply) { said_[i].emplace_back(reply); };
    options.can_mate = can_mate;
    options.find_law = find_law;
    judges_.emplace_back(std::move(laws[i]), header, std::move(options));
  }
}

void Pipeline::on(const record::Record& record, std::span<const report::Report> lines) {
  refusal_.reset();
  if (judges_.empty()) {
    refusal_ = refuse_unjudged(record);
    if (refusal_) sink_.answer({record::time_of(record), true, *refusal_, std::nullopt, {}, std::nullopt});
    tell_unjudged(lines);
    return;
  }
  for (laws::Judge& judge : judges_) judge.on(record, lines);
  const auto refused = [](const Said& said) {
    const auto* reply = std::get_if<laws::Reply>(&said);
    return reply != nullptr && reply->refused;
  };
  const auto refuses = [&](const std::vector<Said>& said) {
    return std::any_of(said.begin(), said.end(), refused);
  };
  if (std::all_of(said_.begin(), said_.end(), refuses))
    refusal_ = std::get<laws::Reply>(*std::find_if(said_.front().begin(), said_.front().end(), refused)).text;
  tell_all();
}

void Pipeline::advance_to(record::Time now, std::span<const report::Report> lines) {
  tell_unjudged(lines);
  for (laws::Judge& judge : judges_) {
    judge.on(lines);
    judge.advance_to(now);
  }
  tell_all();
}

void Pipeline::finish(std::span<const report::Report> lines) {
  tell_unjudged(lines);
  for (laws::Judge& judge : judges_) judge.on(lines);
  tell_all();
}

/// What the laws have said, in the order in which it was concluded; at the same time, in the order of the
/// laws. The game itself is told once.
void Pipeline::tell_all() {
  struct Next {
    record::Time t;
    std::size_t law;
    const Said* said;
  };
  std::vector<Next> order;
  for (std::size_t law = 0; law < said_.size(); ++law)
    for (const Said& said : said_[law]) {
      const auto* line = std::get_if<laws::JudgedReport>(&said);
      order.push_back({line != nullptr ? time_of(*line) : std::get<laws::Reply>(said).t, law, &said});
    }
  std::stable_sort(order.begin(), order.end(), [](const Next& a, const Next& b) { return a.t < b.t; });
  for (const Next& next : order) {
    if (const auto* line = std::get_if<laws::JudgedReport>(next.said))
      tell(*line, next.law);
    else if (next.law == 0)
      sink_.answer(std::get<laws::Reply>(*next.said));
  }
  for (auto& said : said_) said.clear();
}

void Pipeline::tell(const laws::JudgedReport& line, std::size_t law) {
  if (const auto* summary = std::get_if<report::SummaryReport>(&line))
    serious_ = serious_ || summary->grades[0] + summary->grades[1] != 0;
  std::visit(
      [&](const auto& l) {
        if constexpr (std::is_same_v<std::decay_t<decltype(l)>, laws::Ruling>)
          sink_.rule(l);
        else if (law == 0)
          sink_.tell(l);
      },
      line);
}

// ---- without a law

void Pipeline::tell_unjudged(std::span<const report::Report> lines) {
  if (!judges_.empty()) return;
  for (const report::Report& line : lines) {
    if (const auto* finding = std::get_if<report::Finding>(&line)) states_[finding->id] = finding->state;
    if (const auto* summary = std::get_if<report::SummaryReport>(&line))
      serious_ = summary->grades[0] + summary->grades[1] != 0;
    sink_.tell(line);
  }
}

std::optional<words::Text> Pipeline::refuse_unjudged(const record::Record& record) const {
  using Action = record::Arbiter::Action;
  const auto* entry = std::get_if<record::Arbiter>(&record);
  if (entry == nullptr || (entry->action != Action::confirm && entry->action != Action::dismiss))
    return std::nullopt;
  const words::Text verb = entry->action == Action::confirm ? wording("confirmed") : wording("dismissed");
  const std::string id = std::to_string(entry->finding.value_or(0));
  const auto known = states_.find(entry->finding.value_or(0));
  if (known == states_.end()) return wording("There is no finding {1}; it cannot be {2}.", id, verb);
  if (known->second == report::State::opened || known->second == report::State::updated) return std::nullopt;
  return wording("Finding {1} was {2} before; it cannot be {3}.", id, words::known(name(known->second)),
                 verb);
}

}  // namespace jadoube::stream

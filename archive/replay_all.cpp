#include "archive/replay_all.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "archive/finding_base.hpp"
#include "archive/log_account.hpp"
#include "archive/log_search.hpp"
#include "archive/shared_findings.hpp"
#include "record/byte_sink.hpp"
#include "score/in_order.hpp"

namespace jadoube::archive {
namespace {

/// Ends the work: nothing more can be kept.
struct NotKept {
  std::string sentence;
};

std::string complaint_of(const LogAccount& account) {
  if (!account.unreadable.empty()) return account.unreadable;
  if (account.problems < 2) return account.first_problem;
  return account.first_problem + "; and " + std::to_string(account.problems - 1) +
         " more (jadoube replay tells them)";
}

using Keeper = std::unique_ptr<FindingKeeper>;

/// Null: nothing is to be kept.
tl::expected<Keeper, std::string> open_keeper(const ReplayAll& options) {
  if (options.into.empty()) return nullptr;
  if (store::is_address(options.into)) {
    auto opened = SharedFindings::open(options.into, options.program, options.language);
    if (!opened) return tl::unexpected{std::move(opened).error()};
    return Keeper{*std::move(opened)};
  }
  auto opened = FindingBase::open(options.into, options.language);
  if (!opened) return tl::unexpected{std::move(opened).error()};
  return std::make_unique<FindingBase>(*std::move(opened));
}

/// Throws NotKept.
Summary follow_all(const std::vector<std::string>& logs, const ReplayAll& options, const HowToFollow& how,
                   FindingKeeper* into) {
  Summary summary;
  const unsigned jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  score::in_order<LogAccount>(
      logs.size(), jobs, [&](std::uint64_t i) { return account_of(logs[i], how); },
      [&](std::uint64_t i, const LogAccount& account) {
        summary.add(account);
        if (const std::string sentence = complaint_of(account); !sentence.empty()) options.complain(sentence);
        if (into != nullptr)
          if (auto kept = into->add(account); !kept) throw NotKept{std::move(kept).error()};
        options.progress(i + 1, logs.size());
      });
  return summary;
}

}  // namespace

tl::expected<Outcome, std::string> replay_all(const ReplayAll& options, const laws::Library& library,
                                              const std::atomic<bool>& stop) {
  const auto part = options.part.empty() ? Part{} : part_from_text(options.part);
  if (!part) return tl::unexpected{"--part " + options.part + ": must be like 3/8, the third of eight parts"};
  const FoundLogs found = find_logs(options.paths);
  std::ranges::for_each(found.complaints, options.complain);
  const auto into = open_keeper(options);
  if (!into) return tl::unexpected{into.error()};
  Summary summary;
  try {
    summary = follow_all(part_of(found.logs, *part), options, {library, options.law, options.language, stop},
                         into->get());
  } catch (const NotKept& fault) {
    return tl::unexpected{fault.sentence};
  }
  if (*into)
    if (auto kept = (*into)->close(); !kept) return tl::unexpected{std::move(kept).error()};
  if (summary.not_followed != 0)
    options.complain("stopped: " + std::to_string(summary.not_followed) + " log(s) were not followed");
  const auto text = options.json ? to_json(summary, *part) : to_table(summary, *part);
  if (auto written = record::write_file(options.out, text); !written)
    return tl::unexpected{std::move(written).error()};
  if (summary.unreadable + summary.with_problems + summary.not_followed + found.complaints.size() != 0)
    return Outcome::incomplete;
  return summary.serious != 0 ? Outcome::serious : Outcome::quiet;
}

}  // namespace jadoube::archive

#include "archive/shared_findings.hpp"

#include <utility>

#include "archive/rows.hpp"

namespace jadoube::archive {
namespace {

/// Of a transaction, which others do not wait for, and a slow network does.
constexpr std::size_t kRowsAtOnce = 500;

}  // namespace

tl::expected<std::unique_ptr<SharedFindings>, std::string> SharedFindings::open(const std::string& address,
                                                                                const std::string& program,
                                                                                words::Language language) {
  auto parsed = store::Address::parse(address);
  if (!parsed) return tl::unexpected{"--into: the address " + parsed.error()};
  std::unique_ptr<SharedFindings> made{new SharedFindings{*std::move(parsed), program, language}};
  if (auto ready = made->store_.be_ready(); !ready) return tl::unexpected{std::move(ready).error().sentence};
  return made;
}

FindingKeeper::Result SharedFindings::add(const LogAccount& account) {
  if (account.is_stopped) return {};
  batch_.logs.push_back(log_row(account));
  for (const laws::Ruling& ruling : account.findings)
    batch_.findings.push_back(finding_row(account, ruling, language_));
  return batch_.logs.size() + batch_.findings.size() < kRowsAtOnce ? Result{} : close();
}

FindingKeeper::Result SharedFindings::close() {
  const store::Batch batch = std::exchange(batch_, {});
  if (batch.logs.empty()) return {};
  auto done = store_.write_patiently(batch, kPatience);
  if (!done)
    return tl::unexpected{
        done.error().sentence +
        " (what was written before is there; begin again when that is put right: what is there is "
        "written again in its place)"};
  return {};
}

}  // namespace jadoube::archive

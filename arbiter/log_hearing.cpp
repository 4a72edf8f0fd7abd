#include "arbiter/log_hearing.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>

#include "arbiter/entry_words.hpp"
#include "judge/mating_solver.hpp"
#include "record/byte_source.hpp"
#include "record/recording_verify.hpp"
#include "record/utc.hpp"

namespace jadoube::arbiter {

namespace {

/// Between two looks whether something else is more urgent.
constexpr std::chrono::milliseconds kPart{20};

std::string name_in_store(const std::filesystem::path& path) {
  return (path.parent_path().filename() / path.filename()).string();
}

/// The beginning of a file that is being written. Why it cannot be read, if so, goes to `failure`.
class FirstBytes final : public record::ByteSource {
 public:
  FirstBytes(std::unique_ptr<ByteSource> file, std::uint64_t bytes, std::optional<std::string>& failure)
      : file_{std::move(file)}, left_{bytes}, failure_{failure} {}
  tl::expected<std::size_t, std::string> read(std::span<char> into) override {
    if (left_ == 0) return std::size_t{0};
    const auto got = file_->read(into.first(std::min<std::uint64_t>(left_, into.size())));
    if (got)
      left_ -= *got;
    else
      failure_ = got.error();
    return got;
  }
  [[nodiscard]] const std::string& name() const override { return file_->name(); }

 private:
  std::unique_ptr<ByteSource> file_;
  std::uint64_t left_;
  std::optional<std::string>& failure_;
};

void compare_with_store(LogReport& report, const std::string& path, Store& store,
                        const tl::expected<record::ChainCheck, std::string>& check) {
  const std::string log = name_in_store(path);
  const auto anchors = store.anchors(log);
  if (!anchors)
    report.not_compared = anchors.error();
  else if (!anchors->empty())
    report.shortfall = shortfall_of(path, log, anchors->back(), check);
  if (!report.shortfall || !check) return;
  const record::Repair repair{check->bytes, anchors->back().bytes};
  const auto is_same = [&](const record::Repair& noted) { return noted.sealed == repair.sealed; };
  if (std::ranges::none_of(check->repairs, is_same)) report.repair = repair;
}

/// A person's entry that the audit trail has not got. It may have been entered when the daemon spoke another
/// language.
bool is_unknown(Store& store, const std::string& board, const record::Arbiter& entry) {
  for (const words::Language language : words::kLanguages) {
    const auto known = store.has_note(board, in_words(entry).in(language));
    if (!known || *known) return false;
  }
  return true;
}

void read_on(LogReport& report, ReopenedLog& log, const std::string& path, Store* store,
             words::Language language) {
  auto reader = record::ScanLogReader::open(path, [](const record::Problem&) {});
  if (!reader) return;
  const std::string board = (*reader)->header().board.id;
  while (const record::Entry* entry = (*reader)->next()) {
    if (const auto* scan = std::get_if<record::Scan>(&entry->record)) log.scan = *scan;
    if (const auto* link = std::get_if<record::Link>(&entry->record))
      log.link_is_lost = link->state == record::Link::State::lost;
    const auto* done = std::get_if<record::Arbiter>(&entry->record);
    const auto actor = done != nullptr ? who_made(entry->extra) : std::nullopt;
    if (!actor || store == nullptr || !is_unknown(*store, board, *done)) continue;
    report.unknown.push_back(
        {0, record::utc_text(record::utc_now()), actor->name, actor->role,
         words::wording("{1} (found in the log after a restart)", in_words(*done)).in(language), board, 0});
  }
}

}  // namespace

std::optional<Shortfall> shortfall_of(const std::string& path, const std::string& log,
                                      const Store::Anchor& last,
                                      const tl::expected<record::ChainCheck, std::string>& check) {
  const std::string board = check && !check->header.board.id.empty()
                                ? check->header.board.id
                                : std::filesystem::path{path}.parent_path().filename().string();
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (!error && size < last.bytes)
    return Shortfall{board, std::to_string(last.bytes - size) + " byte(s) of " + log +
                                " that were on the disk at " + last.utc + " are gone"};
  const auto is_last = [&](const record::Seal& seal) {
    return seal.bytes == last.bytes && record::hex(seal.digest) == last.digest;
  };
  // The seal stands for its block up to there, and for all blocks before. What was torn behind it was not on the disk
  // then.
  const std::uint64_t block =
      check && check->block_size != 0 ? (last.bytes - 1) / check->block_size * check->block_size : 0;
  if (check && check->changed_at.value_or(block) >= block && std::ranges::any_of(check->seals, is_last))
    return std::nullopt;
  return Shortfall{board, "the first " + std::to_string(last.bytes) + " bytes of " + log +
                              " are not what they were at " + last.utc};
}

std::vector<record::Other> LogReport::notes(record::Time t) const {
  std::vector<record::Other> notes;
  for (const record::ChangedBlock& block : changed) notes.push_back(record::note_of(block, t));
  if (repair) notes.push_back(record::note_of(*repair, t));
  return notes;
}

LogReport reopen_log(const std::string& path, const std::string& store_path, words::Language language) {
  LogReport report;
  const auto check = record::verify_recording(path);
  if (check) report.changed = check->changed;
  const auto store = Store::open(store_path);
  if (store)
    compare_with_store(report, path, **store, check);
  else
    report.not_compared = store.error();
  auto log =
      EvidenceLog::reopen(path, [&](const record::Problem& problem) { report.problems.push_back(problem); });
  if (!log) {
    report.reopened = tl::unexpected{std::move(log).error()};
    return report;
  }
  ReopenedLog reopened{*std::move(log), {}, false};
  read_on(report, reopened, path, store ? store->get() : nullptr, language);
  report.reopened = std::move(reopened);
  return report;
}

void LogHearing::begin() {
  can_mate_ = std::make_shared<laws::CanMate>(laws::mating_solver());
  game_ = std::make_unique<FollowedGame>(
      log_.header, laws_,
      [solver = can_mate_](const chess::Position& position, chess::Side side) {
        return (*solver)(position, side);
      },
      FollowedGameEvents{[this](const laws::JudgedReport& line) {
                           ++lines_;
                           if (const auto* ruling = std::get_if<laws::Ruling>(&line))
                             told_.emplace_back(*ruling);
                         },
                         {},
                         [this](std::uint64_t finding, std::optional<record::Time> closes_at) {
                           told_.emplace_back(Window{finding, closes_at});
                         }});
  auto file = record::open_source(log_.path);
  // Damage has been told already.
  auto reader =
      file ? record::ScanLogReader::open(std::make_unique<FirstBytes>(*std::move(file), log_.bytes, failure_),
                                         [](const auto&) {})
           : tl::unexpected{file.error()};
  if (reader)
    reader_ = *std::move(reader);
  else
    failure_ = reader.error();
}

bool LogHearing::hear_a_part() {
  if (!game_) begin();
  const auto until = std::chrono::steady_clock::now() + kPart;
  while (std::chrono::steady_clock::now() < until) {
    if (is_read_) {
      if (game_->advance_a_part(log_.silence_until)) return true;
    } else if (!next_) {
      const record::Entry* entry = reader_ ? reader_->next() : nullptr;
      is_read_ = entry == nullptr;
      if (entry != nullptr) next_ = entry->record;
    } else if (game_->advance_a_part(time_of(*next_))) {
      game_->on(*next_);
      next_.reset();
    }
  }
  return false;
}

std::unique_ptr<FollowedGame> LogHearing::take_game(laws::CanMate can_mate) {
  *can_mate_ = std::move(can_mate);
  game_->tell({});
  return std::move(game_);
}

}  // namespace jadoube::arbiter

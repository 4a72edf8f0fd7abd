#include "evidence/folder_proof.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>
#include <utility>

#include "evidence/log_folder.hpp"
#include "evidence/store_rescue.hpp"
#include "record/byte_source.hpp"
#include "record/sha256.hpp"
#include "record/utc.hpp"

namespace jadoube::arbiter {

namespace {

namespace fs = std::filesystem;
using record::ChainCheck;

/// In the audit trail, in a board's place: what `jadoube verify` was told.
constexpr std::string_view kAboutProof = "verify";
/// How an entry about something that was looked into begins, and what comes before the reason.
constexpr std::string_view kLookedInto = "looked into: ", kBecause = "; the reason: ";
constexpr std::size_t kLongestReason = 500;

struct Given {
  std::string file;
  /// With all others of its board.
  bool is_of_folder = false;
};

/// Folders are all the logs in them, in the order of their names, which is that of time.
tl::expected<std::vector<Given>, std::string> files_of(const std::vector<std::string>& arguments) {
  std::vector<Given> files;
  for (const std::string& argument : arguments) {
    std::error_code error;
    if (!fs::is_directory(argument, error)) {
      files.push_back({argument, false});
      continue;
    }
    std::vector<std::string> inside;
    for (fs::recursive_directory_iterator it{argument, error}, end; !error && it != end; it.increment(error))
      if (it->path().extension() == ".jscan") inside.push_back(it->path().string());
    if (error) return tl::unexpected{argument + ": " + error.message()};
    if (inside.empty()) return tl::unexpected{argument + ": there is no log in it"};
    std::ranges::sort(inside);
    for (std::string& each : inside) files.push_back({std::move(each), true});
  }
  return files;
}

/// "dgt-01025/20261121T180000.123Z.jscan", wherever the folder lies.
std::string short_name(const std::string& file) {
  std::error_code error;
  const fs::path path = fs::absolute(file, error);
  return (path.parent_path().filename() / path.filename()).string();
}
fs::path boards_of(const std::string& file) {
  std::error_code error;
  return fs::absolute(file, error).parent_path().parent_path();
}

std::string short_hex(const record::Digest& digest) {
  return record::hex(digest).substr(0, 16) + "…";
}

bool has_seal(const ChainCheck& check, const record::Seal& seal) {
  return std::ranges::find(check.seals, seal) != check.seals.end();
}

/// " [4096 bytes: 9f86d0…]", of a log's first so many: where something was changed, its own seals prove nothing of it.
std::string bound_to(std::string_view bytes) {
  return " [" + std::to_string(bytes.size()) + " bytes: " + record::hex(record::sha256(bytes)) + ']';
}
/// The log still begins with what it was then; it may have been gone on with.
bool is_bound_to(const std::string& bound, std::string_view bytes) {
  constexpr std::string_view begin = " [";
  if (!bound.starts_with(begin)) return false;
  std::size_t size = 0;
  std::from_chars(bound.data() + begin.size(), bound.data() + bound.size(), size);
  return size <= bytes.size() && bound == bound_to(bytes.substr(0, size));
}

/// `text` without what says where the data folder lies.
void leave_away(std::string& text, const std::string& place, const std::string& instead) {
  if (place.empty()) return;
  for (std::size_t at = 0; (at = text.find(place, at)) != std::string::npos; at += instead.size())
    text.replace(at, place.size(), instead);
}

}  // namespace

bool FolderProof::is_proved() const {
  return accusations.empty() &&
         std::ranges::all_of(logs, [](const ProvedLog& each) { return each.proof.accusations.empty(); });
}

tl::expected<FolderProof, std::string> FolderProver::prove(const std::vector<std::string>& arguments) {
  proof_ = {};
  in_folder_.clear();
  folders_.clear();
  for (const std::string& argument : arguments) {
    std::error_code error;
    if (fs::is_directory(argument, error)) folders_.push_back(fs::canonical(argument, error));
  }
  const auto files = files_of(arguments);
  if (!files) return tl::unexpected{files.error()};
  for (const Given& each : *files) {
    if (each.is_of_folder) in_folder_.insert(each.file);
    prove_log(each.file);
  }
  look_for_copies();
  look_at_chains();
  look_at_crossings();
  for (const std::string& argument : arguments) look_at_folder(argument);
  take_acknowledged();
  return std::move(proof_);
}

void FolderProver::prove_log(const std::string& file) {
  LogOnDisk log{file, store_of(file)};
  LogProof proof = arbiter::prove(log);
  proof.bytes = {};  // there may be many logs
  if (proof.check) {
    proof_.logs.push_back({file, std::move(proof), stores_path_, {}});
    return;
  }
  if (proof.accusations.empty()) proof_.just_begun.push_back(file);
  for (std::string& sentence : proof.accusations) proof_.accusations.push_back(std::move(sentence));
}

/// A seal stands for everything before it, so that no two logs have one in common.
void FolderProver::look_for_copies() {
  std::map<record::Digest, ProvedLog*> firsts;
  for (ProvedLog& each : proof_.logs) {
    if (each.proof.check->seals.empty()) continue;
    const auto [first, is_new] = firsts.emplace(each.proof.check->seals.front().digest, &each);
    if (is_new || first->second->file == each.file) continue;
    const bool is_known = !each.proof.anchors.empty();
    ProvedLog& copy = is_known ? *first->second : each;
    const ProvedLog& other = is_known ? each : *first->second;
    copy.proof.accusations.push_back(copy.file + ": begins as " + other.file +
                                     " does: one of them is a copy of the other under another name");
  }
}

/// Each log begins with what the one before it has ended with.
void FolderProver::look_at_chains() {
  std::map<record::Digest, const ProvedLog*> ends;
  for (const ProvedLog& each : proof_.logs)
    if (each.proof.check->ends_with_seal()) ends[each.proof.check->seals.back().digest] = &each;
  for (ProvedLog& each : proof_.logs)
    if (const auto before = ends.find(each.proof.check->previous); before != ends.end())
      each.before = before->second->file;
  std::map<std::string, std::size_t> of_board;
  for (const ProvedLog& each : proof_.logs) ++of_board[fs::path{each.file}.parent_path().string()];
  const ProvedLog* last = nullptr;
  for (ProvedLog& each : proof_.logs) {
    // Two games later the store had its digest, whatever has happened to the daemon.
    std::size_t& left = of_board[fs::path{each.file}.parent_path().string()];
    if (--left >= 2 && in_folder_.contains(each.file) && !each.store.empty() && each.proof.anchors.empty() &&
        each.proof.check->ends_with_seal() && !is_known_now(each))
      each.proof.accusations.push_back(each.file + ": " + each.store +
                                       " has no digest of it: an older store was put there, or the log was");
    if (!in_folder_.contains(each.file)) continue;
    const bool is_next =
        last != nullptr && fs::path{last->file}.parent_path() == fs::path{each.file}.parent_path();
    if (each.proof.check->chained) compare_with_last(each, is_next ? last : nullptr);
    last = &each;
  }
}

/// A daemon may be writing the store.
bool FolderProver::is_known_now(const ProvedLog& log) {
  Store* const store = store_of(log.file);
  if (store == nullptr) return true;
  const auto anchors = store->anchors(short_name(log.file));
  return !anchors || !anchors->empty();
}

void FolderProver::compare_with_last(ProvedLog& log, const ProvedLog* last) {
  const ChainCheck& check = *log.proof.check;
  const bool is_first = check.previous == record::Digest{};
  const auto say = [&](const std::string& sentence) {
    log.proof.accusations.push_back(log.file + ": " + sentence);
  };
  if (last == nullptr) {
    if (!is_first)
      say("goes on from a log that ended with " + short_hex(check.previous) + ", and that is not there");
    return;
  }
  const ChainCheck& before = *last->proof.check;
  if (is_first)
    return say("says that it is the first log of its board, though " + last->file + " is before it");
  const bool goes_on =
      before.ends_with_seal()
          ? before.seals.back().digest == check.previous
          : std::ranges::find(before.seals, check.previous, &record::Seal::digest) != before.seals.end();
  if (!goes_on)
    say("goes on from a log that ended with " + short_hex(check.previous) + ", and " + last->file +
        ", which is before it, has not: one of the two is not what it was, or one between them is not there");
}

/// What logs say of logs of other boards.
void FolderProver::look_at_crossings() {
  std::map<std::string, ProvedLog*> by_name;
  for (ProvedLog& each : proof_.logs) by_name[boards_of(each.file) / short_name(each.file)] = &each;
  for (const ProvedLog& noting : proof_.logs) {
    for (const record::Crossing& crossing : noting.proof.check->crossings) {
      const fs::path path = boards_of(noting.file) / crossing.log;
      std::error_code error;
      const auto found = by_name.find(path);
      if (found == by_name.end()) {
        if (is_in_folder(path) && !fs::exists(path, error))
          proof_.accusations.push_back(path.string() + ": is not there, though " + noting.file +
                                       " has its digest");
        continue;
      }
      ProvedLog& noted = *found->second;
      if (has_seal(*noted.proof.check, crossing.seal)) continue;
      // A daemon may have closed it since it was looked at.
      const auto again = record::verify_recording(noted.file);
      if (again && has_seal(*again, crossing.seal)) continue;
      noted.proof.accusations.push_back(noted.file + ": is not what it was when " + noting.file +
                                        " noted that its first " + std::to_string(crossing.seal.bytes) +
                                        " bytes had the digest " + record::hex(crossing.seal.digest));
    }
  }
}

/// With all that should be there.
bool FolderProver::is_in_folder(const fs::path& path) const {
  std::error_code error;
  const fs::path full = fs::weakly_canonical(path, error);
  return std::ranges::any_of(folders_, [&](const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), full.begin(), full.end()).first == folder.end();
  });
}

/// Of a folder: the store beside its logs, and what that knows and the folder has not.
void FolderProver::look_at_folder(const std::string& argument) {
  std::error_code error;
  if (!fs::is_directory(argument, error)) return;
  const fs::path folder = fs::canonical(argument, error);
  const auto is_inside = [&](const fs::path& path) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
  };
  for (const ProvedLog& each : proof_.logs) {
    const fs::path file = fs::canonical(each.file, error);
    if (!is_inside(file)) continue;
    const fs::path boards = file.parent_path().parent_path();
    if (Store* store = store_of(each.file)) return look_at_store(*store, boards, is_inside);
    if (boards.filename() == "boards" && !fs::exists(boards.parent_path() / "store.sqlite", error) &&
        named_store_.empty())
      proof_.accusations.push_back(
          argument +
          ": there is no store.sqlite beside these logs: nothing but themselves says what they were");
    return;
  }
}

void FolderProver::look_at_store(Store& store, const fs::path& boards,
                                 const std::function<bool(const fs::path&)>& is_inside) {
  const auto notes = store.notes_about(kAboutStore);
  const auto logs = store.anchored_logs();
  if (!notes || !logs) return proof_.accusations.push_back(notes ? logs.error() : notes.error());
  for (const AuditEntry& note : *notes)
    if (note.what != kFoundAgain)
      proof_.accusations.push_back(stores_path_ + ": at " + note.utc + " the daemon found: " + note.what);
  const auto gaps = store.gaps();
  if (!gaps) return proof_.accusations.push_back(gaps.error());
  for (const Store::Gap& gap : *gaps)
    proof_.accusations.push_back(stores_path_ + ": " + std::to_string(gap.rows) + " row(s) of its table \"" +
                                 gap.table + "\" were taken out");
  std::error_code error;
  for (const std::string& log : *logs) {
    const fs::path path = boards / log;
    if (is_inside(path) && !fs::exists(path, error))
      proof_.accusations.push_back(path.string() + ": is not there, though " + stores_path_ +
                                   " has digests of it");
  }
}

// ---- what was looked into

/// What an accusation says, wherever the folder lies.
std::string FolderProver::name_of(std::string sentence, const FolderProof& proof) const {
  leave_away(sentence, stores_path_, "store.sqlite");
  for (const ProvedLog& each : proof.logs) leave_away(sentence, each.file, short_name(each.file));
  std::error_code error;
  for (const ProvedLog& each : proof.logs)
    for (const fs::path& boards : {boards_of(each.file), fs::canonical(boards_of(each.file), error)})
      leave_away(sentence, boards.string() + '/', "");
  return std::string{kLookedInto} + sentence;
}

/// Nothing: the file itself says what speaks against it, and nothing binds that to what it is.
bool FolderProver::is_of_store(const std::string& sentence) const {
  return !stores_path_.empty() && (sentence.starts_with(stores_path_ + ": ") ||
                                   sentence.find(": is not there, though ") != std::string::npos);
}

void FolderProver::take_acknowledged() {
  if (!store_) return;
  const auto entries = store_->notes_about(kAboutProof);
  if (!entries) return proof_.accusations.push_back(entries.error());
  if (entries->empty()) return;
  // Names are made of all logs before any accusation is taken away.
  const auto was_looked_into = [&](const std::string& sentence, const std::string* bytes) {
    const std::string named = name_of(sentence, proof_);
    for (const AuditEntry& entry : *entries) {
      if (!std::string_view{entry.what}.starts_with(named)) continue;
      const std::size_t because = entry.what.find(kBecause, named.size());
      if (because == std::string::npos) continue;
      const std::string bound = entry.what.substr(named.size(), because - named.size());
      if (bytes == nullptr ? !bound.empty() : !is_bound_to(bound, *bytes)) continue;
      proof_.acknowledged.push_back(
          {sentence, entry.utc, entry.by, entry.what.substr(because + kBecause.size())});
      return true;
    }
    return false;
  };
  for (ProvedLog& log : proof_.logs) {
    if (log.proof.accusations.empty()) continue;
    const std::string bytes = record::read_file(log.file).value_or(std::string{});
    std::erase_if(log.proof.accusations,
                  [&](const std::string& each) { return was_looked_into(each, &bytes); });
  }
  std::erase_if(proof_.accusations,
                [&](const std::string& each) { return is_of_store(each) && was_looked_into(each, nullptr); });
}

tl::expected<std::size_t, std::string> FolderProver::acknowledge(const FolderProof& proof,
                                                                 const std::string& by,
                                                                 const std::string& reason) {
  if (reason.empty() || reason.size() > kLongestReason)
    return tl::unexpected{"the reason must have 1 to " + std::to_string(kLongestReason) + " bytes"};
  if (!store_)
    return tl::unexpected{std::string{"there is no store beside these logs in which it could be put down"}};
  std::vector<std::string> entries;
  for (const ProvedLog& log : proof.logs) {
    if (log.proof.accusations.empty()) continue;
    const auto bytes = record::read_file(log.file);
    if (!bytes) return tl::unexpected{bytes.error()};
    for (const std::string& sentence : log.proof.accusations)
      entries.push_back(name_of(sentence, proof) + bound_to(*bytes));
  }
  for (const std::string& sentence : proof.accusations)
    if (is_of_store(sentence)) entries.push_back(name_of(sentence, proof));
  for (std::string& entry : entries) entry.append(kBecause).append(reason);
  const std::string utc = record::utc_text(record::utc_now());
  const auto done = store_->together([&]() -> Store::Result {
    for (const std::string& entry : entries)
      if (auto noted = store_->note({0, utc, by, Role::admin, entry, std::string{kAboutProof}, 0}); !noted)
        return tl::unexpected{noted.error()};
    return {};
  });
  if (!done) return tl::unexpected{done.error()};
  return entries.size();
}

Store* FolderProver::store_of(const std::string& log) {
  std::error_code error;
  const fs::path path =
      named_store_.empty() ? boards_of(log).parent_path() / "store.sqlite" : fs::path{named_store_};
  if (named_store_.empty() && !fs::exists(path, error)) return nullptr;
  if (path.string() == stores_path_) return store_.get();
  stores_path_ = path.string();
  store_.reset();
  if (auto store = open_sound_store(stores_path_))
    store_ = *std::move(store);
  else
    proof_.accusations.push_back(store.error());
  return store_.get();
}

}  // namespace jadoube::arbiter

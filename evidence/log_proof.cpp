#include "evidence/log_proof.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "evidence/data_lock.hpp"
#include "evidence/log_folder.hpp"
#include "record/byte_source.hpp"
#include "record/scan_log.hpp"

namespace jadoube::arbiter {

namespace {

namespace fs = std::filesystem;

/// If no two of them agree, somebody keeps changing the log: then the last one counts.
constexpr int kMostLooks = 8;

bool agrees(const record::ChainCheck& check, const Store::Anchor& anchor) {
  const auto seal = std::ranges::find(check.seals, anchor.bytes, &record::Seal::bytes);
  return seal != check.seals.end() && record::hex(seal->digest) == anchor.digest;
}

std::string disagreement(const record::ChainCheck& check, const Store::Anchor& anchor) {
  if (anchor.bytes > check.bytes)
    return "is shorter than it was at " + anchor.utc + ", when it had " + std::to_string(anchor.bytes) +
           " bytes: its end was cut off";
  return "is not what it was at " + anchor.utc + ", when its first " + std::to_string(anchor.bytes) +
         " bytes had the digest " + anchor.digest;
}

/// The log could be read, and `proof.check` says how it is.
void compare(LogProof& proof, const std::string& name) {
  const auto say = [&](const std::string& sentence) { proof.accusations.push_back(name + ": " + sentence); };
  const record::ChainCheck& check = *proof.check;
  for (const record::Problem& fault : check.faults)
    if (!proof.being_written || !fault.is_unfinished_end) proof.accusations.push_back(to_string(fault, name));
  if (!check.chained)
    say("has no chain of hashes: accidents would be found, a forgery would not");
  else if (!check.ends_with_seal() && !proof.being_written)
    say("its end is not sealed: it was cut off, or the program that wrote it has crashed");
  for (const record::Repair& repair : check.repairs)
    say("was repaired after it had been sealed: it had " + std::to_string(repair.bytes) +
        " bytes when it was gone on with, and not what had been sealed up to byte " +
        std::to_string(repair.sealed));
  for (const Store::Anchor& anchor : proof.anchors) {
    if (agrees(check, anchor))
      ++proof.agreed;
    else
      say(disagreement(check, anchor));
  }
}

/// The store first: it gets the digest of what is in the file already, and files of the daemon only grow, so
/// that the file has whatever the store had before. The daemon last: if it does not write the log by then, it
/// has come to its end with it, and whatever that changed is seen by the next look.
LogProof look(LogView& view) {
  LogProof proof;
  auto anchors = view.anchors();
  auto bytes = view.bytes();
  auto check = bytes ? record::verify_recording(view.name(), *bytes) : tl::unexpected{bytes.error()};
  if (anchors) proof.anchors = *anchors;
  const bool is_open = !check || (check->chained && !check->ends_with_seal());
  proof.being_written = is_open && view.is_being_written();
  const bool is_begun = bytes && !bytes->empty();
  if (bytes) proof.bytes = *std::move(bytes);
  if (check) {
    proof.check = *std::move(check);
    if (proof.being_written)
      std::erase_if(proof.check->faults, [](const record::Problem& each) { return each.is_unfinished_end; });
    compare(proof, view.name());
  } else if (is_begun || !proof.being_written || !proof.anchors.empty()) {
    proof.accusations.push_back(check.error());
  }
  if (!anchors) proof.accusations.push_back(view.name() + ": " + anchors.error());
  return proof;
}

}  // namespace

tl::expected<std::vector<Store::Anchor>, std::string> LogOnDisk::anchors() {
  if (store_ == nullptr) return std::vector<Store::Anchor>{};
  const fs::path path{path_};
  return store_->anchors((path.parent_path().filename() / path.filename()).string());
}

tl::expected<std::string, std::string> LogOnDisk::bytes() {
  return record::read_file(path_);
}

bool LogOnDisk::is_being_written() {
  std::error_code error;
  const fs::path path = fs::absolute(path_, error);
  const auto logs = logs_in(path.parent_path());
  const auto log =
      std::ranges::find(logs, path.filename(), [](const fs::path& each) { return each.filename(); });
  if (log == logs.end()) return false;
  // If a crash has left a file that is no log yet, the daemon goes on with the log before it.
  const auto is_log = [](const fs::path& later) {
    return record::ScanLogReader::open(later.string(), [](const record::Problem&) {}).has_value();
  };
  return std::none_of(log + 1, logs.end(), is_log) &&
         DataLock::is_held(path.parent_path().parent_path().parent_path());
}

LogProof prove(LogView& view) {
  LogProof proof = look(view);
  for (int looks = 1; looks < kMostLooks && !proof.accusations.empty(); ++looks) {
    LogProof again = look(view);
    const bool stands =
        again.accusations == proof.accusations && (again.being_written || again.bytes == proof.bytes);
    proof = std::move(again);
    if (stands) break;
  }
  return proof;
}

}  // namespace jadoube::arbiter

#include "arbiter/log_proof.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "arbiter/data_lock.hpp"
#include "arbiter/live_board.hpp"
#include "record/byte_source.hpp"

namespace jadoube::arbiter {

namespace {

namespace fs = std::filesystem;

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
  return !logs.empty() && logs.back().filename() == path.filename() &&
         DataLock::is_held(path.parent_path().parent_path().parent_path());
}

LogProof prove(LogView& view) {
  LogProof proof;
  auto bytes = view.bytes();
  auto check = bytes ? record::verify_recording(view.name(), *bytes) : tl::unexpected{bytes.error()};
  if (!check) {
    proof.accusations.push_back(check.error());
    return proof;
  }
  proof.bytes = *std::move(bytes);
  proof.check = *std::move(check);
  proof.being_written = proof.check->chained && !proof.check->ends_with_seal() && view.is_being_written();
  const auto say = [&](const std::string& sentence) {
    proof.accusations.push_back(view.name() + ": " + sentence);
  };
  for (const record::Problem& fault : proof.check->faults)
    proof.accusations.push_back(to_string(fault, view.name()));
  if (!proof.check->chained)
    say("has no chain of hashes: accidents would be found, a forgery would not");
  else if (!proof.check->ends_with_seal() && !proof.being_written)
    say("its end is not sealed: it was cut off, or the program that wrote it has crashed");
  auto anchors = view.anchors();
  if (!anchors) {
    say(anchors.error());
    return proof;
  }
  proof.anchors = *std::move(anchors);
  for (const Store::Anchor& anchor : proof.anchors) {
    if (agrees(*proof.check, anchor))
      ++proof.agreed;
    else
      say(disagreement(*proof.check, anchor));
  }
  return proof;
}

}  // namespace jadoube::arbiter

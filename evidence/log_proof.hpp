// Is a log of the daemon as it was written? Its own chain says so, and the digests in the store.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "evidence/store.hpp"
#include "record/recording_verify.hpp"

namespace jadoube::arbiter {

/// A log and what is known of it elsewhere. Each call looks anew: a daemon may be writing.
class LogView {
 public:
  LogView() = default;
  LogView(const LogView&) = delete;
  LogView& operator=(const LogView&) = delete;
  virtual ~LogView() = default;

  /// What people call the log.
  [[nodiscard]] virtual const std::string& name() const = 0;
  /// What the store says that it was. The error is one sentence.
  virtual tl::expected<std::vector<Store::Anchor>, std::string> anchors() = 0;
  /// What is in the file. The error is one sentence that names it.
  virtual tl::expected<std::string, std::string> bytes() = 0;
  virtual bool is_being_written() = 0;
};

/// "…/boards/dgt-01025/X.jscan", in the data folder of a daemon that may be running.
class LogOnDisk : public LogView {
 public:
  /// `store` outlives it; null: there is none.
  LogOnDisk(std::string path, Store* store) : path_{std::move(path)}, store_{store} {}
  [[nodiscard]] const std::string& name() const override { return path_; }
  tl::expected<std::vector<Store::Anchor>, std::string> anchors() override;
  tl::expected<std::string, std::string> bytes() override;
  /// It is the newest log of its board, and a daemon is running. Logs that were written before are closed.
  bool is_being_written() override;

 private:
  std::string path_;
  Store* store_;
};

struct LogProof {
  /// What was looked at.
  std::string bytes;
  /// Nothing: it cannot be read as a recording; without an accusation because a daemon has just made the
  /// file. An unfinished end of a log that is being written is none of its faults.
  std::optional<record::ChainCheck> check;
  std::vector<Store::Anchor> anchors;
  /// How many of them the log agrees with.
  std::size_t agreed = 0;
  /// Its end is not sealed, because a daemon goes on with it. What follows the last seal is not proved.
  bool being_written = false;
  /// What speaks against the log, a sentence each, with its name; empty: it is as it was written.
  std::vector<std::string> accusations;
};
/// A daemon may write the log and the store meanwhile, start and end: a sound log is not accused for that. An
/// accusation has been found by two looks that agree, unless the log changes all the time.
LogProof prove(LogView& view);

}  // namespace jadoube::arbiter

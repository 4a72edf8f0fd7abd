// Are the logs of a data folder what they were: each by itself, all of them together, and with the store beside them?
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "evidence/log_proof.hpp"
#include "evidence/store.hpp"

namespace jadoube::arbiter {

struct ProvedLog {
  std::string file;
  LogProof proof;
  /// The store that was asked; empty: there is none.
  std::string store;
  /// The given log that it goes on from; empty: it is none of them.
  std::string before;
};

/// Something that speaks against the folder, and that somebody has looked into.
struct Acknowledged {
  std::string sentence;
  std::string utc, by, reason;
};

struct FolderProof {
  /// Those that can be read.
  std::vector<ProvedLog> logs;
  /// What speaks against no log of these, or against one that cannot be read.
  std::vector<std::string> accusations;
  /// What spoke against something and was acknowledged, as the store says: nothing of it has changed since.
  std::vector<Acknowledged> acknowledged;
  /// Logs that a daemon has just made: there is nothing in them yet.
  std::vector<std::string> just_begun;

  [[nodiscard]] bool is_proved() const;
};

class FolderProver {
 public:
  /// `store`: whose digests the logs must agree with; empty: the one of the data folder that a log lies in.
  explicit FolderProver(std::string store) : named_store_{std::move(store)} {}

  /// `arguments` are logs and folders with logs. The error is one sentence: there is nothing to look at.
  tl::expected<FolderProof, std::string> prove(const std::vector<std::string>& arguments);
  /// Puts down in the store that what speaks against the logs now has been looked into. It holds for what is there now: of
  /// a log for the bytes that it has, of the store for each of its own notes. How many there were; the error is one
  /// sentence. It cannot be said of everything: not that there is no store, nor of a file that is no log.
  tl::expected<std::size_t, std::string> acknowledge(const FolderProof& proof, const std::string& by,
                                                     const std::string& reason);

 private:
  void prove_log(const std::string& file);
  void look_for_copies();
  void look_at_chains();
  void compare_with_last(ProvedLog& log, const ProvedLog* last);
  bool is_known_now(const ProvedLog& log);
  void look_at_crossings();
  [[nodiscard]] bool is_in_folder(const std::filesystem::path& path) const;
  void look_at_folder(const std::string& argument);
  void look_at_store(Store& store, const std::filesystem::path& boards,
                     const std::function<bool(const std::filesystem::path&)>& is_inside);
  [[nodiscard]] std::string name_of(std::string sentence, const FolderProof& proof) const;
  [[nodiscard]] bool is_of_store(const std::string& sentence) const;
  void take_acknowledged();
  Store* store_of(const std::string& log);

  std::string named_store_;
  FolderProof proof_;
  /// Logs that were given with all others of their boards.
  std::set<std::string> in_folder_;
  std::vector<std::filesystem::path> folders_;
  std::string stores_path_;
  std::unique_ptr<Store> store_;
};

}  // namespace jadoube::arbiter

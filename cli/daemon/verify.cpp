// jadoube verify: is a log as it was written?
#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "evidence/log_proof.hpp"
#include "evidence/store.hpp"
#include "evidence/store_rescue.hpp"
#include "record/utc.hpp"

namespace jadoube::cli {
namespace {

namespace fs = std::filesystem;
using arbiter::LogProof;
using record::ChainCheck;

struct Options {
  std::vector<std::string> logs;
  std::string store;
  bool quiet = false;
};

/// Folders are all the logs in them, in the order of their names, which is that of time.
tl::expected<std::vector<std::string>, std::string> files_of(const std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  for (const std::string& argument : arguments) {
    std::error_code error;
    if (!fs::is_directory(argument, error)) {
      files.push_back(argument);
      continue;
    }
    std::vector<std::string> inside;
    for (fs::recursive_directory_iterator it{argument, error}, end; !error && it != end; it.increment(error))
      if (it->path().extension() == ".jscan") inside.push_back(it->path().string());
    if (error) return tl::unexpected{argument + ": " + error.message()};
    if (inside.empty()) return tl::unexpected{argument + ": there is no log in it"};
    std::ranges::sort(inside);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

std::string short_hex(const record::Digest& digest) {
  return record::hex(digest).substr(0, 16) + "…";
}

class Verify {
 public:
  explicit Verify(const Options& options) : options_{options} {}

  int run() {
    auto files = files_of(options_.logs);
    if (!files) return fail(files.error());
    for (const std::string& file : *files) prove(file);
    for (const Checked& each : checks_)
      if (each.check().ends_with_seal()) ends_[each.check().seals.back().digest] = each.file;
    look_for_copies();
    for (const Checked& each : checks_) tell(each);
    for (const std::string& argument : options_.logs) look_at_folder(argument);
    return wrong_ ? kUnusable : kOk;
  }

 private:
  struct Checked {
    std::string file;
    LogProof proof;
    std::string store;
    [[nodiscard]] const ChainCheck& check() const { return *proof.check; }
  };

  void prove(const std::string& file) {
    arbiter::LogOnDisk log{file, store_of(file)};
    LogProof proof = arbiter::prove(log);
    proof.bytes = {};  // there may be many logs
    if (proof.check) {
      checks_.push_back({file, std::move(proof), stores_path_});
      return;
    }
    for (const std::string& sentence : proof.accusations) accuse(sentence);
    if (proof.accusations.empty() && !options_.quiet)
      std::cout << file << ": a daemon has just begun it; there is nothing in it yet\n";
  }

  /// A seal stands for everything before it, so that no two logs have one in common.
  void look_for_copies() {
    std::map<record::Digest, Checked*> firsts;
    for (Checked& each : checks_) {
      if (each.check().seals.empty()) continue;
      const auto [first, is_new] = firsts.emplace(each.check().seals.front().digest, &each);
      if (is_new || first->second->file == each.file) continue;
      const bool is_known = !each.proof.anchors.empty();
      Checked& copy = is_known ? *first->second : each;
      const Checked& other = is_known ? each : *first->second;
      copy.proof.accusations.push_back(copy.file + ": begins as " + other.file +
                                       " does: one of them is a copy of the other under another name");
    }
  }

  void tell(const Checked& checked) {
    const ChainCheck& check = checked.check();
    const std::vector<std::string>& wrong = checked.proof.accusations;
    for (const std::string& sentence : wrong) accuse(sentence);
    if (options_.quiet) return;
    std::cout << checked.file << ": " << (wrong.empty() ? "as it was written" : "NOT proved") << '\n';
    const std::string from = check.header.utc_start.empty() ? "" : ", " + span(check);
    std::cout << "  board " << (check.header.board.id.empty() ? "unknown" : check.header.board.id) << from
              << ", " << check.records << " records, " << check.bytes << " bytes\n";
    if (!check.seals.empty()) std::cout << "  digest " << record::hex(check.seals.back().digest) << '\n';
    if (check.chained && check.previous == record::Digest{}) std::cout << "  the first log of its board\n";
    const auto before = ends_.find(check.previous);
    if (before != ends_.end()) std::cout << "  goes on from " << before->second << '\n';
    if (checked.proof.being_written)
      std::cout << "  a daemon is writing it; what follows the last digest is proved when it is sealed\n";
    if (!checked.proof.anchors.empty())
      std::cout << "  agrees with " << checked.proof.agreed << " of " << checked.proof.anchors.size()
                << " digests in " << checked.store << '\n';
    if (check.chained && check.previous != record::Digest{} && before == ends_.end())
      std::cout << "  the log before it, which ended with " << short_hex(check.previous)
                << ", is not given\n";
  }

  static std::string span(const ChainCheck& check) {
    const auto start = record::utc_from_text(check.header.utc_start);
    if (!start) return check.header.utc_start;
    const auto at = [&](record::Time t) {
      return record::utc_text(*start + std::chrono::floor<std::chrono::milliseconds>(t));
    };
    return at(check.first) + " to " + at(check.last);
  }

  void accuse(const std::string& sentence) {
    complain(sentence);
    wrong_ = true;
  }

  /// Of a folder: the store beside its logs, and what that knows and the folder has not.
  void look_at_folder(const std::string& argument) {
    std::error_code error;
    if (!fs::is_directory(argument, error)) return;
    const fs::path folder = fs::canonical(argument, error);
    const auto is_inside = [&](const fs::path& path) {
      return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
    };
    for (const Checked& each : checks_) {
      const fs::path file = fs::canonical(each.file, error);
      if (!is_inside(file)) continue;
      const fs::path boards = file.parent_path().parent_path();
      if (arbiter::Store* store = store_of(each.file)) return look_at_store(*store, boards, is_inside);
      if (boards.filename() == "boards" && !fs::exists(boards.parent_path() / "store.sqlite", error) &&
          options_.store.empty())
        accuse(argument +
               ": there is no store.sqlite beside these logs: nothing but themselves says what they were");
      return;
    }
  }

  void look_at_store(arbiter::Store& store, const fs::path& boards,
                     const std::function<bool(const fs::path&)>& is_inside) {
    const auto notes = store.notes_about(arbiter::kAboutStore);
    const auto logs = store.anchored_logs();
    if (!notes || !logs) return accuse(notes ? logs.error() : notes.error());
    for (const arbiter::AuditEntry& note : *notes)
      if (note.what != arbiter::kFoundAgain)
        accuse(stores_path_ + ": at " + note.utc + " the daemon found: " + note.what);
    std::error_code error;
    for (const std::string& log : *logs) {
      const fs::path path = boards / log;
      if (is_inside(path) && !fs::exists(path, error))
        accuse(path.string() + ": is not there, though " + stores_path_ + " has digests of it");
    }
  }

  arbiter::Store* store_of(const std::string& log) {
    std::error_code error;
    const fs::path path =
        options_.store.empty()
            ? fs::absolute(log, error).parent_path().parent_path().parent_path() / "store.sqlite"
            : fs::path{options_.store};
    if (options_.store.empty() && !fs::exists(path, error)) return nullptr;
    if (path.string() == stores_path_) return store_.get();
    stores_path_ = path.string();
    store_.reset();
    if (auto store = arbiter::open_sound_store(stores_path_))
      store_ = *std::move(store);
    else
      accuse(store.error());
    return store_.get();
  }

  const Options& options_;
  std::vector<Checked> checks_;
  std::map<record::Digest, std::string> ends_;
  std::string stores_path_;
  std::unique_ptr<arbiter::Store> store_;
  bool wrong_ = false;
};

}  // namespace

void add_verify(Command program, int& status) {
  auto command = program.add_subcommand("verify", "Prove that logs are as they were written");
  auto options = std::make_shared<Options>();
  command.add_option("LOG", options->logs, "Logs of the daemon, or folders with logs").required();
  command.add_option(
      "--store", options->store,
      "The daemon's store, whose digests the logs must agree with; that of the data folder, if the "
      "logs lie in it");
  command.add_flag("--quiet", options->quiet, "Say only what is wrong");
  command.footer(
      "\nEvery block of a log holds a hash of the block before, every log that of the log before it, and the "
      "store "
      "holds the digests of all logs at every finding. Compare the digest with one that was noted elsewhere: "
      "on an "
      "evidence page, on paper. Of a folder it is also said which logs the store knows and the folder has "
      "not, which are copies of another, and whether the store is missing, damaged, or was begun anew beside "
      "the logs.\nExit status: 0 everything is proved; 2 something is not, and standard error "
      "says "
      "what and where." +
      examples({
          {"jadoube verify ~/.local/state/jadoube/boards",
           "all logs, their order, and the store beside them"},
          {"jadoube verify game.jscan", "one log that was handed on"},
      }));
  command.callback([options, &status] { status = Verify{*options}.run(); });
}

}  // namespace jadoube::cli

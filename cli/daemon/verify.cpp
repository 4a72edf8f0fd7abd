// jadoube verify: is a log as it was written?
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "arbiter/data_lock.hpp"
#include "arbiter/live_board.hpp"
#include "arbiter/store.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "record/recording_verify.hpp"
#include "record/utc.hpp"

namespace jadoube::cli {
namespace {

namespace fs = std::filesystem;
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

/// "…/boards/dgt-01025/X.jscan": the store beside `boards`, and how it calls the log.
std::string name_in_store(const fs::path& log) {
  return (log.parent_path().filename() / log.filename()).string();
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
    for (const std::string& file : *files) {
      auto check = record::verify_recording(file);
      if (!check) {
        complain(check.error());
        wrong_ = true;
        continue;
      }
      checks_.push_back({file, *std::move(check)});
    }
    for (const Checked& each : checks_)
      if (each.check.ends_with_seal()) ends_[each.check.seals.back().digest] = each.file;
    for (const Checked& each : checks_) tell(each);
    for (const std::string& argument : options_.logs) look_for_missing(argument);
    return wrong_ ? kUnusable : kOk;
  }

 private:
  struct Checked {
    std::string file;
    ChainCheck check;
  };

  static int fail(const std::string& sentence) {
    complain(sentence);
    return kUnusable;
  }

  void tell(const Checked& checked) {
    const ChainCheck& check = checked.check;
    std::vector<std::string> wrong;
    for (const auto& fault : check.faults) wrong.push_back(to_string(fault, checked.file));
    const auto say = [&](const std::string& sentence) { wrong.push_back(checked.file + ": " + sentence); };
    if (!check.chained)
      say("has no chain of hashes: accidents would be found, a forgery would not");
    else if (!check.ends_with_seal() && is_being_written(checked.file))
      remarks_.emplace_back(
          "a daemon is writing it; what follows the last digest is proved when it is sealed");
    else if (!check.ends_with_seal())
      say("its end is not sealed: it was cut off, or the program that wrote it has crashed");
    compare_with_store(checked, say);
    if (check.chained && check.previous != record::Digest{} && !ends_.contains(check.previous))
      remarks_.push_back("the log before it, which ended with " + short_hex(check.previous) +
                         ", is not given");
    for (const std::string& sentence : wrong) complain(sentence);
    wrong_ = wrong_ || !wrong.empty();
    if (options_.quiet) {
      remarks_.clear();
      return;
    }
    std::cout << checked.file << ": " << (wrong.empty() ? "as it was written" : "NOT proved") << '\n';
    const std::string from = check.header.utc_start.empty() ? "" : ", " + span(check);
    std::cout << "  board " << (check.header.board.id.empty() ? "unknown" : check.header.board.id) << from
              << ", " << check.records << " records, " << check.bytes << " bytes\n";
    if (!check.seals.empty()) std::cout << "  digest " << record::hex(check.seals.back().digest) << '\n';
    if (check.chained && check.previous == record::Digest{}) std::cout << "  the first log of its board\n";
    if (const auto before = ends_.find(check.previous); before != ends_.end())
      std::cout << "  goes on from " << before->second << '\n';
    for (const std::string& remark : std::exchange(remarks_, {})) std::cout << "  " << remark << '\n';
  }

  /// The newest log of a board in the data folder of a daemon that runs.
  static bool is_being_written(const std::string& log) {
    std::error_code error;
    const fs::path path = fs::absolute(log, error);
    const auto logs = arbiter::logs_in(path.parent_path());
    return !logs.empty() && logs.back().filename() == path.filename() &&
           arbiter::DataLock::is_held(path.parent_path().parent_path().parent_path());
  }

  static std::string span(const ChainCheck& check) {
    const auto start = record::utc_from_text(check.header.utc_start);
    if (!start) return check.header.utc_start;
    const auto at = [&](record::Time t) {
      return record::utc_text(*start + std::chrono::floor<std::chrono::milliseconds>(t));
    };
    return at(check.first) + " to " + at(check.last);
  }

  template <class Say>
  void compare_with_store(const Checked& checked, const Say& say) {
    arbiter::Store* store = store_of(checked.file);
    if (store == nullptr) return;
    const auto anchors = store->anchors(name_in_store(checked.file));
    if (!anchors) return say(anchors.error());
    std::size_t kept = 0;
    for (const auto& anchor : *anchors) {
      const auto seal = std::ranges::find(checked.check.seals, anchor.bytes, &record::Seal::bytes);
      if (anchor.bytes > checked.check.bytes)
        say("is shorter than it was at " + anchor.utc + ", when it had " + std::to_string(anchor.bytes) +
            " bytes: its end was cut off");
      else if (seal == checked.check.seals.end() || record::hex(seal->digest) != anchor.digest)
        say("is not what it was at " + anchor.utc + ", when its first " + std::to_string(anchor.bytes) +
            " bytes had the digest " + anchor.digest);
      else
        ++kept;
    }
    if (!anchors->empty())
      remarks_.push_back("agrees with " + std::to_string(kept) + " of " + std::to_string(anchors->size()) +
                         " digests in " + stores_path_);
  }

  /// Of a folder, logs that the store has digests of, and that are not there.
  void look_for_missing(const std::string& argument) {
    std::error_code error;
    if (!fs::is_directory(argument, error)) return;
    const fs::path folder = fs::canonical(argument, error);
    const auto is_inside = [&](const fs::path& path) {
      return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
    };
    for (const Checked& each : checks_) {
      const fs::path file = fs::canonical(each.file, error);
      if (!is_inside(file)) continue;
      arbiter::Store* store = store_of(each.file);
      if (store == nullptr) return;
      const auto logs = store->anchored_logs();
      if (!logs) {
        complain(logs.error());
        wrong_ = true;
        return;
      }
      for (const std::string& log : *logs) {
        const fs::path path = file.parent_path().parent_path() / log;
        if (!is_inside(path) || fs::exists(path, error)) continue;
        complain(path.string() + ": is not there, though " + stores_path_ + " has digests of it");
        wrong_ = true;
      }
      return;
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
    auto store = fs::exists(path, error) ? arbiter::Store::open(path.string())
                                         : tl::unexpected{path.string() + ": there is no such file"};
    if (store) {
      store_ = *std::move(store);
    } else {
      complain(store.error());
      wrong_ = true;
    }
    return store_.get();
  }

  const Options& options_;
  std::vector<Checked> checks_;
  std::map<record::Digest, std::string> ends_;
  std::vector<std::string> remarks_;
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
      "not.\nExit status: 0 everything is proved; 2 something is not, and standard error "
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

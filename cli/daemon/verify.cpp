// jadoube verify: is a log as it was written?
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "evidence/folder_proof.hpp"
#include "record/utc.hpp"

namespace jadoube::cli {
namespace {

using arbiter::FolderProof;
using arbiter::ProvedLog;
using record::ChainCheck;

struct Options {
  std::vector<std::string> logs;
  std::string store;
  std::string reason, by;
  bool quiet = false;
};

std::string span(const ChainCheck& check) {
  const auto start = record::utc_from_text(check.header.utc_start);
  if (!start) return check.header.utc_start;
  const auto at = [&](record::Time t) {
    return record::utc_text(*start + std::chrono::floor<std::chrono::milliseconds>(t));
  };
  // Boards made of software may be played on faster than the clock on the wall goes.
  const bool is_simulated = check.header.board.model.starts_with("simulated");
  return at(check.first) + " to " + at(check.last) + (is_simulated ? " (simulated time)" : "");
}

void tell(const ProvedLog& log) {
  const ChainCheck& check = *log.proof.check;
  std::cout << log.file << ": " << (log.proof.accusations.empty() ? "as it was written" : "NOT proved")
            << '\n';
  const std::string from = check.header.utc_start.empty() ? "" : ", " + span(check);
  std::cout << "  board " << (check.header.board.id.empty() ? "unknown" : check.header.board.id) << from
            << ", " << check.records << " records, " << check.bytes << " bytes\n";
  if (!check.seals.empty()) std::cout << "  digest " << record::hex(check.seals.back().digest) << '\n';
  if (check.chained && check.previous == record::Digest{}) std::cout << "  the first log of its board\n";
  if (!log.before.empty()) std::cout << "  goes on from " << log.before << '\n';
  if (log.proof.being_written)
    std::cout << "  a daemon is writing it; what follows the last digest is proved when it is sealed\n";
  if (!log.proof.anchors.empty())
    std::cout << "  agrees with " << log.proof.agreed << " of " << log.proof.anchors.size() << " digests in "
              << log.store << '\n';
  if (check.chained && check.previous != record::Digest{} && log.before.empty())
    std::cout << "  the log before it, which ended with " << record::hex(check.previous).substr(0, 16)
              << "…, is not given\n";
}

void tell(const FolderProof& proof, bool quiet) {
  for (const std::string& sentence : proof.accusations) complain(sentence);
  for (const ProvedLog& log : proof.logs) {
    for (const std::string& sentence : log.proof.accusations) complain(sentence);
    if (!quiet) tell(log);
  }
  if (quiet) return;
  for (const std::string& file : proof.just_begun)
    std::cout << file << ": a daemon has just begun it; there is nothing in it yet\n";
  for (const arbiter::Acknowledged& each : proof.acknowledged)
    std::cout << "known since " << each.utc << ", looked into by " << each.by << " (" << each.reason
              << "): " << each.sentence << '\n';
}

int run(const Options& options) {
  const auto fail = [](const std::string& sentence) {
    complain(sentence);
    return kUnusable;
  };
  if (options.reason.empty() != options.by.empty()) return fail("--acknowledge and --by belong together");
  arbiter::FolderProver prover{options.store};
  const auto proof = prover.prove(options.logs);
  if (!proof) return fail(proof.error());
  tell(*proof, options.quiet);
  if (!options.reason.empty()) {
    const auto count = prover.acknowledge(*proof, options.by, options.reason);
    if (!count) return fail(count.error());
    std::cout << *count << " of these are put down as looked into\n";
  }
  return proof->is_proved() ? kOk : kUnusable;
}

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
  command
      .add_option("--acknowledge", options->reason,
                  "Why what is wrong is not held against the logs any more, as long as nothing else is")
      .type_name("REASON");
  command.add_option("--by", options->by, "Who says so").type_name("NAME");
  command.footer(
      "\nEvery block of a log holds a hash of the block before, every log that of the log before it and "
      "those of "
      "other boards' logs that were closed meanwhile, and the store holds the digests of all logs at every "
      "finding. Compare the digest with one that was noted elsewhere: on an evidence page, in a round's "
      "report, in "
      "the journal, on paper. Of a folder it is also said which logs are not there, do not go on from the "
      "log "
      "before them or are copies of another, and whether the store is missing, damaged, or was begun anew "
      "beside "
      "the logs.\nWhat has been looked into is put down in the store with --acknowledge; it is told from "
      "then on with "
      "the reason, and is no longer wrong, as long as the bytes of the log are the same.\nExit status: 0 "
      "everything is "
      "proved; 2 something is not, and standard error says what and where." +
      examples({
          {"jadoube verify ~/.local/state/jadoube/boards",
           "all logs, their order, and the store beside them"},
          {"jadoube verify game.jscan", "one log that was handed on"},
          {"jadoube verify boards --acknowledge 'power failed in round 3' --by 'A. Arbiter'",
           "what the power failure has left is known"},
      }));
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace jadoube::cli

// What halls and archives have found, in tables that many write to and many ask.
//
// Whatever is written may be written again: a row has one key, and takes the place of the one before. So a writer that does not know
// whether its last transaction was committed does it once more, and everything is there once.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/connection.hpp"

namespace jadoube::store {

/// The log of a game, or of several. Times are RFC 3339 UTC with milliseconds, as everywhere here.
struct LogRow {
  /// Wall time of its `t_us` 0; empty: it does not say. With hall, board and log it is the key.
  std::string began = {};
  /// Empty: it is of an archive.
  std::string hall = {};
  std::string board = {}, log = {};
  std::string event = {}, round = {}, white = {}, black = {}, law = {};
  struct Account {
    std::uint64_t records = 0, games = 0, plies = 0, problems = 0;
    /// The first of the problems; why nothing of it could be followed. Empty: nothing.
    std::string problem = {}, unreadable = {};
  };
  /// Nothing: it goes on, or nobody has followed it to its end; what is there of an earlier account stays.
  std::optional<Account> account = {};
  /// Findings that were written of it before are gone: those that are written with it are all there are.
  bool replaces_findings = false;
};

struct ActRow {
  std::string utc = {}, by = {}, what = {};
};

/// A finding as it is now; its key are those of its log, `id`, `kind` and `opened_us`.
struct FindingRow {
  std::string began = {}, hall = {}, board = {}, log = {};
  std::uint64_t id = 0;
  std::string kind = {};
  /// Log time at which a hall has opened it; 0: an archive has found it.
  std::int64_t opened_us = 0;
  std::string grade = {}, state = {}, reason = {}, side = {};
  std::int64_t ply = 0;
  std::string played = {}, squares = {};
  std::int64_t t_us = 0, from_us = 0, to_us = 0;
  std::string utc = {}, from_utc = {}, to_utc = {};
  std::string before_fen = {}, text = {};
  std::string law = {}, article = {}, authority = {}, advice = {};
  std::string command = {}, url = {};
  /// What a hall has done about it; nothing: it is of an archive.
  struct Alert {
    std::string opened_utc = {};
    /// Empty: nobody has closed it.
    std::string closed_utc = {};
    std::string acknowledged_by = {}, acknowledged_utc = {}, remark = {}, handed_to = {};
    /// From the first on, by their places.
    std::map<std::uint64_t, ActRow> acts = {};
  };
  std::optional<Alert> alert = {};
};

struct RoundRow {
  /// Of the hall's own store, `source` of the batch.
  std::int64_t id = 0;
  std::string event = {};
  std::int64_t round = 0;
  std::string utc = {}, by = {};
  struct Pairing {
    std::int64_t number = 0;
    std::string white = {}, black = {}, law = {}, time_control = {}, result = {};
  };
  std::vector<Pairing> pairings = {};
};

struct BoardRow {
  std::string board = {};
  /// Of its table, 0: it has none; and its make. Nothing: what is there stays.
  std::optional<std::int64_t> number = {};
  std::optional<std::string> model = {};
};

/// What is written in one transaction.
struct Batch {
  /// Whose `rounds`, `boards` and `marks` are. `source`: which store of that hall it is out of.
  std::string hall = {}, source = {};
  std::vector<LogRow> logs = {};
  std::vector<FindingRow> findings = {};
  std::vector<RoundRow> rounds = {};
  std::vector<BoardRow> boards = {};
  /// Up to where it is written, by what it is about.
  std::map<std::string, std::string> marks = {};
};

class SharedStore {
 public:
  /// `program` is written down with what it changes of the tables. Connects when something is asked for.
  SharedStore(Address address, std::string password, std::string program);

  [[nodiscard]] const Address& address() const { return address_; }
  /// Connects and makes the tables if need be.
  Done be_ready();
  /// All of it or, after a refusal, nothing; after any other failure either, and it is to be written again.
  Done write(const Batch& batch);
  /// The same, again and again for `patience` while the store is away.
  Done write_patiently(const Batch& batch, std::chrono::milliseconds patience);
  /// `hall` is alive, and its daemon answers at this address.
  Done tell_hall(std::string_view hall, std::string_view address, std::string_view utc);
  /// All of the hall's that are of this source.
  Expected<std::map<std::string, std::string>> marks(std::string_view hall, std::string_view source);
  /// For whoever knows the tables; be_ready() comes first.
  [[nodiscard]] Connection& connection() { return *connection_; }
  /// What is under way fails. From any thread.
  void interrupt();

 private:
  Done with_connection(const std::function<Done()>& work);
  void drop();
  Done write_rows(const Batch& batch);
  Done write_log(const LogRow& log);
  Done write_finding(const FindingRow& finding);
  Done write_acts(const FindingRow& finding);
  Done write_round(const Batch& batch, const RoundRow& round);

  Address address_;
  std::string password_, program_;
  std::mutex mutex_;  // of what `connection_` points to
  std::unique_ptr<Connection> connection_;
};

}  // namespace jadoube::store

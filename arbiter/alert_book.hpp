// All alerts of the hall: what is wrong somewhere, until somebody has seen it and it is over. One that is
// over before anybody has seen it stays, and says so.
//
// A ruling makes an alert, and further rulings on the same finding change it. After a restart a log is heard
// again from its beginning; its rulings then find the alerts that they made, and change nothing that they
// have changed before.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arbiter/hall.hpp"
#include "evidence/save_thread.hpp"
#include "evidence/store.hpp"
#include "judge/ruling.hpp"
#include "words/catalogue.hpp"

namespace jadoube::arbiter {

struct Alert {
  AlertRow row;
  /// What has happened, in one sentence, as the latest ruling of this run says it; empty: none has yet.
  std::string fact;
  /// The game it is about has been followed by another: nothing can be entered about it any more.
  bool past = false;
  /// It is no longer so: its finding was withdrawn or closed, and nobody has acknowledged the alert yet.
  bool over = false;
  /// Log time at which nothing can be done any more, if that moment is known.
  std::optional<record::Time> window_ends;
  /// Somebody has been told of it: it was on the disk, or the disk takes nothing.
  bool is_told = false;
  /// It was acknowledged while the disk took nothing: should the program end, that is forgotten.
  bool acknowledged_in_memory = false;

  [[nodiscard]] bool is_acknowledged() const { return !row.acknowledged_utc.empty(); }
  [[nodiscard]] bool is_closed() const { return !row.closed_utc.empty(); }
};

/// One JSON object as docs/api.md describes it.
std::string to_json(const Alert& alert);

/// "acknowledged", with the remark if there is one.
words::Text acknowledged(std::string_view remark);
words::Text acknowledgement_taken_back(std::string_view reason);
/// "handed to Anna", with the remark if there is one; "handed to nobody".
words::Text handed(std::string_view to, std::string_view remark);

/// How urgent: from 1, higher is more urgent; 0 for what is closed.
int urgency(const Alert& alert);

class AlertBook {
 public:
  /// With everything that the store has open.
  /// `language`: what is told of findings is said in it.
  static tl::expected<std::unique_ptr<AlertBook>, std::string> open(
      Store& store, words::Language language = words::Language::english);

  /// One sentence for each open alert of the store that this version of the program cannot read.
  [[nodiscard]] const std::vector<std::string>& left_out() const { return left_out_; }

  /// Which log a ruling comes from.
  struct Source {
    std::string board;
    std::string log;
    /// Wall time of its `t_us` 0.
    std::string utc_start;
  };
  /// The store is one that was damaged: what is told again of its alerts goes into their histories where it is not there.
  void fill_histories() { fills_histories_ = true; }
  /// The log will be heard from its beginning; it has been heard before if the store knows alerts of it.
  /// The error is one sentence.
  tl::expected<void, std::string> begin(const Source& source);
  /// Log time of the last ruling that this log's alerts have heard; 0 if there is none.
  [[nodiscard]] record::Time last_heard(const Source& source) const;
  void hear(const Source& source, const laws::Ruling& ruling, const std::string& utc);
  /// When the window of one of the log's findings closes, if that is known.
  void window(const Source& source, std::uint64_t finding, std::optional<record::Time> ends);
  /// The log has been heard to its end: what was not known of its alerts before is told, and those that were
  /// over when somebody acknowledged them are closed.
  void caught_up(const Source& source, const std::string& utc);
  /// A new game has begun: alerts of the board's other logs are past. Those of grade C, of sensors, and those that somebody
  /// has acknowledged, are closed.
  void leave(const std::string& board, const std::string& log, const std::string& utc);

  /// Refused: no such alert, or it is closed or acknowledged already.
  Outcome<void> acknowledge(std::uint64_t id, const Actor& actor, std::string_view remark,
                            const std::string& utc);
  /// It is `to`'s from now on, who has to say that he sees to it; empty: nobody's any more. Refused: no such alert, or it is
  /// closed.
  Outcome<void> hand(std::uint64_t id, const Actor& actor, std::string_view to, std::string_view remark,
                     const std::string& utc);
  /// Nobody sees to it after all. Refused: no such alert, nobody has acknowledged it, or it was closed by something else.
  Outcome<void> take_back_acknowledgement(std::uint64_t id, const Actor& actor, std::string_view reason,
                                          const std::string& utc);
  /// Whether its acknowledgement is in memory only; what was so before.
  bool is_in_memory(std::uint64_t id, bool now);
  /// The board leaves the wall: nobody need see to its alerts any more.
  void forget(const std::string& board, const Actor& actor, const std::string& utc);
  /// The alert of a finding of the log; 0 if there is none.
  [[nodiscard]] std::uint64_t find(std::string_view board, std::string_view log, std::uint64_t finding) const;
  void note(std::uint64_t id, std::string_view by, std::string_view what, const std::string& utc);

  [[nodiscard]] const Alert* alert(std::uint64_t id) const;
  /// Not closed, oldest first.
  [[nodiscard]] std::vector<const Alert*> open_alerts() const;
  [[nodiscard]] std::vector<const Alert*> open_alerts(std::string_view board) const;
  /// Of a log, closed or not, oldest first.
  [[nodiscard]] std::vector<const Alert*> of(std::string_view board, std::string_view log) const;

  /// What has changed and the store has not got yet, of boards that `ready` says yes to. It counts as saved,
  /// unless `saved` says later that it was not; until then nothing of it is forgotten.
  using Ready = std::function<bool(const std::string& board)>;
  std::vector<Saving::Alert> take_unsaved(const Ready& ready);
  void saved(const std::vector<Saving::Alert>& taken, bool well);
  [[nodiscard]] std::size_t unsaved() const { return unsaved_.size(); }
  /// Numbers of alerts that have changed since they were told last, of boards that `ready` says yes to; those
  /// that are not in the store yet only if `even_unsaved`. They count as told from now on.
  std::vector<std::uint64_t> take_untold(const Ready& ready, bool even_unsaved);
  /// Something about an alert of this board has changed since it was taken to be saved, and is to be told.
  [[nodiscard]] bool has_news(std::string_view board) const;

 private:
  AlertBook(Store& store, words::Language language) : store_{store}, language_{language} {}

  struct Entry {
    Alert alert;
    std::size_t saved_history = 0;
    /// How many times it is on its way to the store now.
    unsigned saving = 0;
    /// Rulings heard since the log was begun to be heard.
    std::uint64_t heard = 0;
  };
  Entry& add(AlertRow row);
  void change(Entry& entry);
  void close(Entry& entry, const std::string& utc);
  [[nodiscard]] Entry* entry_of(const Source& source, const report::Finding& finding);
  void forget_closed(const std::string& board, const std::string& log);
  void close_oldest_unread(const std::string& board, const std::string& utc);

  Store& store_;
  words::Language language_;
  std::vector<std::string> left_out_;
  std::map<std::uint64_t, Entry> entries_;
  /// By board and log; by number of the finding.
  std::map<std::string, std::map<std::string, std::map<std::uint64_t, std::uint64_t>, std::less<>>,
           std::less<>>
      by_log_;
  /// Boards and logs that are heard from their beginning, and that the store knows alerts of.
  std::set<std::pair<std::string, std::string>> heard_again_;
  std::set<std::uint64_t> unsaved_;
  std::set<std::uint64_t> untold_;
  std::uint64_t last_ = 0;
  bool fills_histories_ = false;
};

}  // namespace jadoube::arbiter

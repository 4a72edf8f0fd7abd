// What a hall has to say and has said through a broker, on the disk: a queue that outlives the daemon and the broker, in a
// file of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "broker/message.hpp"
#include "sqlite/database.hpp"

namespace jadoube::broker {

/// What the events up to now have said of a board.
struct ToldBoard {
  std::uint64_t board_seq = 0;
  std::string link;
  std::string game;
  /// Each as it was told, as JSON.
  std::vector<std::string> moves;
};
/// What they have said of an alert that is not closed.
struct ToldAlert {
  std::string board;
  /// SHA-256 of what was said.
  std::string digest;
};
struct Told {
  std::map<std::string, ToldBoard, std::less<>> boards;
  std::map<std::uint64_t, ToldAlert> alerts;
};

/// Events, and what has been told once they are: of the boards and alerts that they are about.
struct Batch {
  std::vector<NewEvent> events;
  /// `board_seq` is the journal's business.
  std::map<std::string, ToldBoard, std::less<>> boards;
  /// Nothing: it is closed.
  std::map<std::uint64_t, std::optional<ToldAlert>> alerts;
};

class Journal {
 public:
  using Result = sqlite::Database::Result;

  /// Makes the file, or opens one that is there; `most_bytes` is what its events may have together. The error is one sentence
  /// that says what to do.
  static tl::expected<Journal, std::string> open(const std::string& path, const std::string& hall,
                                                 std::uint64_t most_bytes);

  [[nodiscard]] const Sender& sender() const { return sender_; }
  /// As the file has it; what add() adds to.
  [[nodiscard]] const Told& told() const { return told_; }
  /// The last number that was given, the first that is still kept (head() + 1: none is), and the last up to which the broker has
  /// them all.
  [[nodiscard]] std::uint64_t head() const { return head_; }
  [[nodiscard]] std::uint64_t first_kept() const { return first_kept_; }
  [[nodiscard]] std::uint64_t acknowledged() const { return acknowledged_; }
  /// Events that were given up before the broker had them, over all runs.
  [[nodiscard]] std::uint64_t given_up() const { return given_up_; }

  /// Numbers the events and puts them on the disk, together with what has been told by them: all of it, or nothing. What is
  /// beyond the bound is given up, oldest first: first what the broker has already, which is kept only to be sent again.
  Result add(Batch batch);
  /// The broker has all up to this one; on the disk with the next add(), or with save().
  void acknowledge(std::uint64_t seq);
  Result save();

  struct Kept {
    std::uint64_t seq = 0;
    std::string board;
    std::string payload;
  };
  /// Those from `first` to `last` that are kept, in order, at most `most`.
  tl::expected<std::vector<Kept>, std::string> read(std::uint64_t first, std::uint64_t last, unsigned most);

  /// A number for a board's state: higher than in any run before.
  [[nodiscard]] std::uint64_t next_version() { return ++version_; }

 private:
  explicit Journal(sqlite::Database database) : database_{std::move(database)} {}
  Result load(const std::string& hall);
  /// Of the events that are kept: that the file is sound, from where to where they go, and what they take.
  Result load_events();
  Result add_event(const NewEvent& event, Batch& batch);
  Result give_up_oldest();
  Result write_told(const Batch& batch);
  Result set(std::string_view key, std::string_view value);

  sqlite::Database database_;
  Sender sender_;
  Told told_;
  std::uint64_t most_bytes_ = 0, bytes_ = 0;
  std::uint64_t head_ = 0, first_kept_ = 1, acknowledged_ = 0, saved_acknowledged_ = 0, given_up_ = 0;
  std::uint64_t version_ = 0;
};

}  // namespace jadoube::broker

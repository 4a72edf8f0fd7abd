// A LiveChess with all its boards, as a line that they share: asks every two seconds which there are, and has
// the feed of each that is there. A board's address is its serial number.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "drivers/livechess/codec.hpp"
#include "drivers/shared_line.hpp"

namespace jadoube::drivers::livechess {

class Server final : public SharedLine {
 public:
  void connect(record::Time now) override;
  /// One message.
  void receive(std::span<const std::uint8_t> bytes, record::Time now) override;
  void wake(record::Time now) override;
  [[nodiscard]] record::Time wake_at() const override;
  /// Boards are not spoken to.
  void ask(const std::string& /*address*/, std::span<const std::uint8_t> /*bytes*/) override {}
  [[nodiscard]] bool has_searched() const override { return has_searched_; }
  [[nodiscard]] std::uint64_t skipped_bytes() const override { return skipped_bytes_; }
  std::vector<Bytes> take_commands() override { return std::exchange(commands_, {}); }
  std::vector<std::string> take_found() override { return std::exchange(found_, {}); }
  std::vector<std::pair<std::string, Bytes>> take_said() override { return std::exchange(said_, {}); }
  std::vector<std::pair<std::string, std::string>> take_gone() override { return std::exchange(gone_, {}); }
  std::vector<std::string> take_warnings() override { return std::exchange(warnings_, {}); }
  [[nodiscard]] std::string complaint() const override { return complaint_; }

 private:
  void call(const std::string& text);
  void ask_for_boards(record::Time now);
  void take_list(const Message& message, std::vector<std::string> lists);
  void take_error(const Message& message);
  bool renumber(const std::string& serial, const Message& message);
  void subscribe(const std::string& serial);
  [[nodiscard]] bool is_news(const std::string& serial);
  void lose(const std::string& serial, const std::string& reason);

  std::int64_t next_id_ = 1;
  std::optional<std::int64_t> asked_;  // id of the call for the list that flies
  record::Time deadline_{};            // of it
  record::Time next_list_{};
  bool has_searched_ = false;
  std::set<std::string> present_;                    // found, and still listed
  std::map<std::int64_t, std::string> feeds_;        // id → serial number
  std::map<std::int64_t, std::string> subscribing_;  // id of the call → serial number
  std::set<std::string> subscribed_;
  std::set<std::string> warned_;
  std::uint64_t skipped_bytes_ = 0;
  std::string complaint_;
  std::vector<Bytes> commands_;
  std::vector<std::string> found_;
  std::vector<std::pair<std::string, Bytes>> said_;
  std::vector<std::pair<std::string, std::string>> gone_;
  std::vector<std::string> warnings_;
};

}  // namespace jadoube::drivers::livechess

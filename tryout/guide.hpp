// Leads whoever sits at a board through the course, and keeps what comes of it: folder, page and archive.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/io_context.hpp>
#include <tl/expected.hpp>

#include "transport/board_log.hpp"
#include "transport/board_watch.hpp"
#include "tryout/course.hpp"
#include "words/catalogue.hpp"

namespace jadoube::tryout {

struct GuideOptions {
  transport::BoardWatch::Options watch;
  /// Of the board; empty: the first that is there.
  std::string name;
  /// Folder for what comes of it.
  std::string out;
  words::Language language = words::Language::english;
  /// Standard output is one: it says how far a step has come.
  bool is_terminal = false;
  /// "jadoube 1.0".
  std::string program;
};

/// Speaks on standard output. Ends by stopping `io`.
class Guide {
 public:
  using Complain = std::function<void(const std::string&)>;
  using Result = tl::expected<void, std::string>;

  Guide(GuideOptions options, boost::asio::io_context& io, Complain complain)
      : options_{std::move(options)}, io_{io}, complain_{std::move(complain)} {}

  /// The error is one sentence.
  Result start();
  /// To be called some times a second.
  void tick();
  void on_line(const std::string& line);
  /// Once `io` stands still: keeps what there is. The error is one sentence.
  Result finish();

 private:
  void check(const record::ByteSink::Result& result);
  void say(const words::Text& text);
  void on_board(transport::Board& board, bool again);
  void open(const transport::Board& board);
  void on_records(const std::vector<record::Record>& records);
  void tell();
  [[nodiscard]] std::string way() const;
  [[nodiscard]] tl::expected<std::string, std::string> write_page(record::Time now);

  GuideOptions options_;
  boost::asio::io_context& io_;
  Complain complain_;
  bool line_shown_ = false;
  std::string progress_;         // on that line
  std::string failure_;          // of a file; empty: none
  std::size_t ended_ = 0;        // steps of whose end was told
  const Step* shown_ = nullptr;  // whose instruction was told
  std::string started_;
  std::string stem_;
  std::filesystem::path folder_;
  record::Time begun_{};
  transport::Board* board_ = nullptr;
  std::unique_ptr<transport::BoardLog> log_;
  std::optional<Course> course_;
  std::unique_ptr<transport::BoardWatch> watch_;
};

}  // namespace jadoube::tryout

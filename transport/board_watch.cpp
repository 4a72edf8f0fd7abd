#include "transport/board_watch.hpp"

#include <utility>

#include "transport/watch/watch.hpp"

namespace jadoube::transport {

drivers::Tally Board::tally() const {
  drivers::Tally tally = session->tally();
  tally.transfer_errors = errors.of_transfers();
  tally.line_errors = errors.of_line();
  return tally;
}

tl::expected<std::unique_ptr<BoardWatch>, std::string> BoardWatch::start(
    const boost::asio::any_io_executor& executor, Options options, Events events) {
  auto watch = std::make_unique<watch::Watch>(executor, std::move(options), std::move(events));
  if (std::string failure = watch->start(); !failure.empty()) return tl::unexpected{std::move(failure)};
  return watch;
}

}  // namespace jadoube::transport

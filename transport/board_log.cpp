#include "transport/board_log.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace jadoube::transport {

using record::Record;
using record::Time;

tl::expected<std::unique_ptr<BoardLog>, std::string> BoardLog::create(const std::string& stem,
                                                                      record::Form form,
                                                                      const record::Header& header,
                                                                      const std::optional<Wire>& wire) {
  std::unique_ptr<BoardLog> log{new BoardLog};
  log->path_ = stem + (form == record::Form::jsonl ? ".scanlog.jsonl" : ".jscan");
  auto sink = record::open_sink(log->path_);
  if (!sink) return tl::unexpected(std::move(sink).error());
  auto writer = record::ScanLogWriter::create(*std::move(sink), form, header);
  if (!writer) return tl::unexpected(std::move(writer).error());
  log->writer_ = *std::move(writer);
  if (!wire) return log;
  log->wire_path_ = stem + ".wire.txt";
  auto beside = record::open_sink(log->wire_path_);
  if (!beside) return tl::unexpected(std::move(beside).error());
  log->wire_ = *std::move(beside);
  log->limit_ = wire->limit;
  if (auto written = log->write_wire(to_string(wire->head)); !written)
    return tl::unexpected(std::move(written).error());
  return log;
}

BoardLog::Result BoardLog::take(const Board& board, const std::vector<Record>& records) {
  for (const Record& record : records) {
    Record later = record;
    std::visit([this](auto& each) { last_ = each.t = std::max(each.t, last_); }, later);
    if (auto written = writer_->write(later); !written) return written;
    if (std::holds_alternative<record::Scan>(record)) last_change_ = last_;
    const auto* link = std::get_if<record::Link>(&record);
    if (link == nullptr || link->state != record::Link::State::lost) continue;
    ++losses_;
    // A session that was told so; one that has found out by itself will find out again.
    if (board.session->state() != drivers::BoardSession::State::closed) continue;
    if (auto written = write_wire(captures::wire_loss_line(last_, link->reason)); !written) return written;
  }
  return writer_->flush();
}

BoardLog::Result BoardLog::take_wire(BoardWatch::Direction direction, const std::vector<std::uint8_t>& bytes,
                                     Time t) {
  return write_wire(captures::wire_line(t, direction == BoardWatch::Direction::from_board, bytes));
}

BoardLog::Result BoardLog::take_return(Time t, const std::string& port) {
  return write_wire(captures::wire_return_line(t, port));
}

BoardLog::Result BoardLog::write_wire(const std::string& line) {
  if (wire_ == nullptr) return {};
  wire_bytes_ += line.size();
  if (!limit_ || wire_bytes_ <= *limit_) return wire_->write(line);
  is_wire_full_ = true;
  return std::exchange(wire_, nullptr)->close();
}

BoardLog::Result BoardLog::flush_wire() {
  return wire_ == nullptr ? Result{} : wire_->flush();
}

BoardLog::Result BoardLog::close(Time now) {
  if (auto written = writer_->write(record::End{std::max(last_, now)}); !written) return written;
  if (auto closed = writer_->close(); !closed) return closed;
  return wire_ == nullptr ? Result{} : wire_->close();
}

}  // namespace jadoube::transport

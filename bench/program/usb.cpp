// jadoube-bench usb: how many boards one machine reads, how soon what they say is in their logs, and what of
// that is libusb's.
#include <libusb.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>

#include "bench/program/commands.hpp"
#include "bench/program/cpu_seconds.hpp"
#include "bench/program/emulated_usb.hpp"
#include "cli/command.hpp"
#include "cli/program.hpp"
#include "cli/progress.hpp"
#include "daemon/open_files.hpp"
#include "record/little_endian.hpp"
#include "record/scan_log.hpp"
#include "record/utc.hpp"
#include "transport/board_watch.hpp"

namespace jadoube::bench {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

struct Options {
  EmulatedUsb::Options usb;
  unsigned seconds = 10;
  bool json = false;
};

/// What came of one way of reading the boards.
struct Row {
  std::string reader;
  double seconds = 0;
  std::uint64_t reports = 0;
  std::uint64_t lost = 0;
  /// Without the emulation's own.
  double cpu_seconds = 0;
  /// Milliseconds, sorted: of every change on any board.
  std::vector<double> delays;

  [[nodiscard]] double delay(double share) const {
    if (delays.empty()) return 0;
    return delays[std::min(delays.size() - 1,
                           static_cast<std::size_t>(share * static_cast<double>(delays.size())))];
  }
};

/// Before a run is measured, and for boards to be recognised.
constexpr auto kSettle = 1s;
constexpr auto kToRecognise = 60s;

/// From `begin` to `end`; both look at the same clocks and counters.
class Measured {
 public:
  Measured(std::string reader, const EmulatedUsb& usb) : usb_{usb} { row_.reader = std::move(reader); }

  void begin(std::uint64_t lost) {
    before_ = usb_.counts();
    cpu_before_ = cpu_seconds();
    lost_before_ = lost;
    began_ = Clock::now();
    running_ = true;
  }
  /// A change of a board has come to its reader.
  void change(unsigned board, const record::Occupancy& occupied) {
    if (!running_) return;
    const auto when = usb_.when(board, changes_in(occupied));
    row_.delays.push_back(std::chrono::duration<double, std::milli>(Clock::now() - when).count());
  }
  void end(std::uint64_t lost) {
    running_ = false;
    const EmulatedUsb::Counts after = usb_.counts();
    row_.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    row_.cpu_seconds = cpu_seconds() - cpu_before_ - (after.cpu_seconds - before_.cpu_seconds);
    row_.reports = after.reports - before_.reports;
    row_.lost = lost - lost_before_;
  }
  /// After `end`.
  Row take() {
    std::ranges::sort(row_.delays);
    return std::move(row_);
  }

 private:
  const EmulatedUsb& usb_;
  Row row_;
  std::atomic<bool> running_{false};
  EmulatedUsb::Counts before_;
  double cpu_before_ = 0;
  std::uint64_t lost_before_ = 0;
  Clock::time_point began_{};
};

/// libusb and nothing else: a thread that handles its events, as many reads in flight as the program has, and
/// callbacks that look at a report and submit again.
class BareLoop {
 public:
  static constexpr std::size_t kReads = 4;
  static constexpr std::uint8_t kEndpoint = 0x81;
  static constexpr std::size_t kReportSize = 24;

  explicit BareLoop(EmulatedUsb& usb) : usb_{usb}, measured_{"libusb alone", usb} {}
  BareLoop(const BareLoop&) = delete;
  BareLoop& operator=(const BareLoop&) = delete;
  ~BareLoop() {
    stop_ = true;
    for (const auto& each : reads_) libusb_cancel_transfer(each->transfer);
    while (thread_.joinable() && flying_ > 0) std::this_thread::sleep_for(1ms);
    ended_ = true;
    if (thread_.joinable()) {
      libusb_interrupt_event_handler(context_.get());
      thread_.join();
    }
    for (const auto& each : reads_) libusb_free_transfer(each->transfer);
    for (const auto& each : boards_) libusb_close(each->handle);
  }

  /// The error is one sentence.
  tl::expected<Row, std::string> run(std::chrono::seconds duration, cli::Progress& progress) {
    if (const int error = begin(); error != 0)
      return tl::unexpected{std::string{"libusb cannot read the emulated boards: "} +
                            libusb_strerror(static_cast<libusb_error>(error))};
    std::this_thread::sleep_for(kSettle);
    measured_.begin(lost_);
    for (std::int64_t second = 0; second < duration.count(); ++second) {
      std::this_thread::sleep_for(1s);
      progress.at(static_cast<std::uint64_t>(second) + 1);
    }
    measured_.end(lost_);
    // What the thread was just doing it has done when it has heard this.
    libusb_lock_events(context_.get());
    libusb_unlock_events(context_.get());
    return measured_.take();
  }

 private:
  struct Board {
    unsigned number = 0;
    libusb_device_handle* handle = nullptr;
    std::optional<std::uint32_t> sequence;
    std::optional<std::uint64_t> occupied;
  };
  struct Read {
    BareLoop* loop = nullptr;
    Board* board = nullptr;
    libusb_transfer* transfer = nullptr;
    std::array<unsigned char, kReportSize> buffer{};
  };

  int begin() {
    libusb_context* context = nullptr;
    if (const int error = libusb_init(&context); error != 0) return error;
    context_ = {context, libusb_exit};
    for (const auto& node : usb_.nodes()) {
      auto board = std::make_unique<Board>();
      board->number = static_cast<unsigned>(boards_.size());
      if (const int error = libusb_wrap_sys_device(context, node.descriptor, &board->handle); error != 0)
        return error;
      boards_.push_back(std::move(board));
      if (const int error = libusb_claim_interface(boards_.back()->handle, 0); error != 0) return error;
    }
    thread_ = std::thread{[this] {
      while (!ended_) libusb_handle_events_completed(context_.get(), nullptr);
    }};
    for (const auto& board : boards_)
      for (std::size_t i = 0; i < kReads; ++i) {
        auto read = std::make_unique<Read>();
        read->loop = this;
        read->board = board.get();
        read->transfer = libusb_alloc_transfer(0);
        libusb_fill_interrupt_transfer(read->transfer, board->handle, kEndpoint, read->buffer.data(),
                                       static_cast<int>(read->buffer.size()), on_read, read.get(), 0);
        reads_.push_back(std::move(read));
        ++flying_;
        if (const int error = libusb_submit_transfer(reads_.back()->transfer); error != 0) {
          --flying_;
          return error;
        }
      }
    return 0;
  }

  static void LIBUSB_CALL on_read(libusb_transfer* transfer) {
    auto& read = *static_cast<Read*>(transfer->user_data);
    if (transfer->status == LIBUSB_TRANSFER_COMPLETED) read.loop->see(read);
    if (read.loop->stop_ || libusb_submit_transfer(transfer) != 0) --read.loop->flying_;
  }

  void see(const Read& read) {
    constexpr std::size_t kKind = 1;
    constexpr std::size_t kSequence = 4;
    constexpr std::size_t kOccupied = 12;
    constexpr char kReading = 'S';
    const std::string_view bytes{reinterpret_cast<const char*>(read.buffer.data()), read.buffer.size()};
    Board& board = *read.board;
    const auto sequence = record::little_endian<std::uint32_t>(bytes, kSequence);
    if (board.sequence) lost_ += sequence - *board.sequence - 1;
    board.sequence = sequence;
    if (bytes[kKind] != kReading) return;
    const auto occupied = record::little_endian<std::uint64_t>(bytes, kOccupied);
    if (board.occupied && *board.occupied != occupied) measured_.change(board.number, {occupied});
    board.occupied = occupied;
  }

  EmulatedUsb& usb_;
  Measured measured_;
  std::shared_ptr<libusb_context> context_;
  std::vector<std::unique_ptr<Board>> boards_;
  std::vector<std::unique_ptr<Read>> reads_;
  std::thread thread_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> ended_{false};
  std::atomic<std::size_t> flying_{0};
  std::atomic<std::uint64_t> lost_{0};
};

/// A folder that goes with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_{(std::filesystem::temp_directory_path() / "jadoube-bench-XXXXXX").string()} {
    if (::mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  ~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  /// Empty: it could not be made.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// What `jadoube record` does with all boards: recognises, reads and writes each into a log of its own.
class Recorders {
 public:
  Recorders(EmulatedUsb& usb, unsigned boards) : usb_{usb}, wanted_{boards}, measured_{"jadoube", usb} {}

  tl::expected<Row, std::string> run(std::chrono::seconds duration, cli::Progress& progress) {
    if (folder_.path().empty()) return tl::unexpected{std::string{"no temporary folder can be made"}};
    transport::BoardWatch::Options options;
    options.nodes = usb_.nodes();
    auto watch = transport::BoardWatch::start(
        io_.get_executor(), std::move(options),
        {.plug = [](const transport::Plug&, bool) {},
         .board = [this](transport::Board& board, bool) { begin_log(board); },
         .records = [this](transport::Board& board,
                           const std::vector<record::Record>& records) { write(board, records); },
         .wire = {},
         .warning = [this](const std::string& sentence) { fail(sentence); }});
    if (!watch) return tl::unexpected{watch.error()};
    watch_ = *std::move(watch);
    for (const auto end = Clock::now() + kToRecognise; logs_.size() < wanted_ && Clock::now() < end;)
      io_.run_for(50ms);
    if (logs_.size() < wanted_)
      return tl::unexpected{"only " + std::to_string(logs_.size()) + " boards were recognised in " +
                            std::to_string(std::chrono::seconds{kToRecognise}.count()) + " s"};
    io_.run_for(kSettle);
    measured_.begin(lost());
    for (std::int64_t second = 0; second < duration.count() && failure_.empty(); ++second) {
      io_.run_for(1s);
      progress.at(static_cast<std::uint64_t>(second) + 1);
    }
    measured_.end(lost());
    watch_->stop();
    if (!failure_.empty()) return tl::unexpected{failure_};
    return measured_.take();
  }

 private:
  struct Log {
    unsigned number = 0;
    std::unique_ptr<record::ScanLogWriter> writer;
  };

  void fail(const std::string& sentence) {
    if (failure_.empty()) failure_ = sentence;
  }

  void begin_log(transport::Board& board) {
    record::Header header;
    header.board = board.session->board();
    header.board.id = board.name;
    header.utc_start = record::utc_text(record::utc_now());
    auto sink = record::open_sink(folder_.path() + '/' + board.name + ".jscan");
    if (!sink) return fail(sink.error());
    auto writer = record::ScanLogWriter::create(*std::move(sink), record::Form::recording, header);
    if (!writer) return fail(writer.error());
    // "1-17" is the seventeenth board.
    unsigned number = 1;
    const std::string_view port = std::string_view{board.port}.substr(2);
    std::from_chars(port.data(), port.data() + port.size(), number);
    logs_[&board] = {number - 1, *std::move(writer)};
  }

  void write(transport::Board& board, const std::vector<record::Record>& records) {
    const auto log = logs_.find(&board);
    if (log == logs_.end()) return;
    for (const record::Record& record : records)
      if (const auto written = log->second.writer->write(record); !written) return fail(written.error());
    if (const auto flushed = log->second.writer->flush(); !flushed) return fail(flushed.error());
    for (const record::Record& record : records)
      if (const auto* scan = std::get_if<record::Scan>(&record))
        measured_.change(log->second.number, scan->occupied);
  }

  [[nodiscard]] std::uint64_t lost() const {
    std::uint64_t all = 0;
    for (const auto& [board, log] : logs_) all += board->session->tally().lost_frames;
    return all;
  }

  EmulatedUsb& usb_;
  std::size_t wanted_;
  Measured measured_;
  TemporaryFolder folder_;
  std::map<transport::Board*, Log> logs_;
  std::string failure_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{io_.get_executor()};
  std::unique_ptr<transport::BoardWatch> watch_;
};

/// Each reader has boards of its own, which have just been plugged in.
template <class Reader, class... More>
tl::expected<Row, std::string> measure(const Options& options, const char* doing, More... more) {
  cli::Progress progress{doing, 1};
  EmulatedUsb usb{options.usb};
  if (!usb.is_complete())
    return tl::unexpected{"the system does not give the files that " + std::to_string(options.usb.boards) +
                          " boards need (ulimit -n)"};
  return Reader{usb, more...}.run(std::chrono::seconds{options.seconds}, progress);
}

/// Thousandths of a processor for each board.
double cpu_per_board(const Row& row, const Options& options) {
  return 1000 * row.cpu_seconds / row.seconds / options.usb.boards;
}

void tell(const Row& row, const Options& options) {
  std::printf("%-12s %7u %10.0f %8.2f %8.2f %8.2f %6.0f %% %14.2f %% %8llu\n", row.reader.c_str(),
              options.usb.boards, static_cast<double>(row.reports) / row.seconds / options.usb.boards,
              row.delay(0.5), row.delay(0.99), row.delays.empty() ? 0.0 : row.delays.back(),
              100 * row.cpu_seconds / row.seconds, cpu_per_board(row, options) / 10,
              static_cast<unsigned long long>(row.lost));
  std::fflush(stdout);
}

std::string json(const std::vector<Row>& rows, const Options& options) {
  boost::json::array all;
  for (const Row& row : rows)
    all.push_back({{"reader", row.reader},
                   {"reports_per_second_per_board",
                    static_cast<double>(row.reports) / row.seconds / options.usb.boards},
                   {"changes", row.delays.size()},
                   {"latency_ms",
                    {{"p50", row.delay(0.5)},
                     {"p99", row.delay(0.99)},
                     {"max", row.delays.empty() ? 0.0 : row.delays.back()}}},
                   {"cores", row.cpu_seconds / row.seconds},
                   {"cores_per_board", cpu_per_board(row, options) / 1000},
                   {"reports_lost", row.lost}});
  return boost::json::serialize(boost::json::object{{"boards", options.usb.boards},
                                                    {"rate_hz", options.usb.rate},
                                                    {"seconds", options.seconds},
                                                    {"readers", std::move(all)}});
}

int bench(const Options& options) {
  daemon::raise_open_files();
  if (!options.json)
    std::printf(
        "reader        boards  reports/s   p50 ms   p99 ms   max ms     core  core per board     lost\n");
  std::fflush(stdout);
  std::vector<Row> rows;
  const auto take = [&](tl::expected<Row, std::string> row) {
    if (!row) {
      cli::complain(row.error());
      return false;
    }
    rows.push_back(*std::move(row));
    if (!options.json) tell(rows.back(), options);
    return true;
  };
  if (!take(measure<BareLoop>(options, "libusb alone, seconds")) ||
      !take(measure<Recorders>(options, "jadoube, seconds", options.usb.boards)))
    return cli::kUnusable;
  if (options.json) std::cout << json(rows, options) << '\n';
  return cli::kOk;
}

}  // namespace

void add_usb(cli::Command program, int& status) {
  auto command = program.add_subcommand("usb", "How many boards on USB are read, how soon, and at what cost");
  auto options = std::make_shared<Options>();
  command.add_option("--boards", options->usb.boards, "How many boards")
      .between(1, 4'000)
      .capture_default_str();
  command.add_option("--rate", options->usb.rate, "Reports of each board in a second")
      .between(10, 1000)
      .capture_default_str();
  command.add_option("--seconds", options->seconds, "How long each reader is measured")
      .between(1, 3600)
      .capture_default_str();
  command.add_flag("--json", options->json, "The figures as JSON");
  command.footer(
      "\nEmulates boards in this process, which send HID reports to the real libusb, and reads them twice: "
      "with a loop\n"
      "that does nothing but look at each report (`libusb alone`: nothing on libusb can be faster), and as "
      "`jadoube\n"
      "record` does, from recognising the board to its log. On each board a piece is lifted or put down ten "
      "times a second.\n"
      "p50, p99 and max are from when the report with the change has come to the host until it is in the "
      "log, "
      "with the\n"
      "operating system (`libusb alone`: until the callback). `reports/s` is of each board: fewer than "
      "--rate "
      "if the\n"
      "machine has no time even to emulate them. `core` is what the reader takes of one processor, without "
      "the emulation.\n"
      "A board keeps two reports at most: whoever reads too late loses the older one, and `lost` counts "
      "it.\n" +
      cli::examples({
          {"jadoube-bench usb", "200 boards at 1,000 reports a second"},
          {"jadoube-bench usb --boards 20 --rate 50", "a usual hall"},
          {"jadoube-bench usb --json", "for another program"},
      }));
  command.callback([options, &status] { status = bench(*options); });
}

}  // namespace jadoube::bench

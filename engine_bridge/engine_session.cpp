#include "engine_bridge/engine_session.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "engine_bridge/child.hpp"
#include "engine_bridge/lines.hpp"

namespace jadoube::engine_bridge {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Bytes an engine may print between two questions. 500 lines of a search are some 100 kB.
constexpr std::size_t kMostOutput = std::size_t{4} << 20U;
// A tenth of what Debian's Stockfish does on one old core.
constexpr std::uint64_t kSlowNodesPerMs = 80;
// After an engine has closed its output it mostly ends; then we can say how.
constexpr milliseconds kToEnd{200};

std::string in_words(milliseconds time) {
  return std::to_string(time.count()) + " ms";
}

}  // namespace

std::string_view name(EngineSession::State state) {
  constexpr std::array<std::string_view, 8> kNames{"starting", "starting", "ready",   "ready",
                                                   "busy",     "busy",     "closing", "dead"};
  return kNames[static_cast<std::size_t>(state)];
}

class EngineSession::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(const boost::asio::any_io_executor& executor, const Deadlines& deadlines, Events events)
      : deadlines_{deadlines}, events_{std::move(events)}, timer_{executor} {}

  void start(const std::string& path) {
    const std::weak_ptr<Impl> weak = shared_from_this();
    child_ = std::make_unique<Child>(timer_.get_executor(), Child::Events{
                                                                [weak](std::string_view bytes) {
                                                                  if (auto self = weak.lock())
                                                                    self->on_output(bytes);
                                                                },
                                                                [weak](Exit exit) {
                                                                  if (auto self = weak.lock())
                                                                    self->on_exit(exit);
                                                                },
                                                            });
    if (const auto wrong = child_->start(path)) {
      reason_ = *wrong;
      boost::asio::post(timer_.get_executor(), [self = shared_from_this()] { self->die(); });
      return;
    }
    until_reaped_ = shared_from_this();
    state_ = State::handshake;
    child_->write("uci\n");
    arm(deadlines_.handshake, [](Impl& self) {
      self.fail("did not answer \"uci\" within " + in_words(self.deadlines_.handshake));
    });
  }

  void ask(Query query, Handler handler) {
    assert(state_ == State::ready);
    state_ = State::search;
    query_.emplace(std::move(query));
    handler_ = std::move(handler);
    output_ = 0;
    infos_.clear();
    answer_ = {};
    const Admitted& at = query_->at;
    std::string text;
    const auto* search = std::get_if<Search>(&query_->what);
    if (search != nullptr && has_multipv_ && search->lines != multipv_) {
      multipv_ = search->lines;
      text += uci::set_option("MultiPV", std::to_string(multipv_));
    }
    if (search != nullptr && has_net_switch_ && search->without_net != is_without_net_) {
      is_without_net_ = search->without_net;
      text += uci::set_option("Use NNUE", is_without_net_ ? "false" : "true");
    }
    if (has_chess960_ && at.is_chess960() != is_in_chess960_) {
      is_in_chess960_ = at.is_chess960();
      text += uci::set_option("UCI_Chess960", is_in_chess960_ ? "true" : "false");
    }
    // An engine that cannot show what became of the moves is not trusted with any.
    is_board_awaited_ = shows_board_;
    if (shows_board_)
      text += uci::position(at.start_fen(), at.moves()) + "d\n";
    else
      text += uci::position(to_fen(at.position()), {});
    if (search != nullptr) {
      text += uci::go(search->limits, at.told(search->only));
    } else {
      text += "go perft 1\n";
    }
    time_allowed_ = deadlines_.search;
    if (search != nullptr) time_allowed_ += milliseconds{search->limits.nodes / kSlowNodesPerMs};
    worked_before_ = child_->worked();
    asked_ = Clock::now();
    child_->write(text);
    arm(time_allowed_, [](Impl& self) { self.too_late(); });
  }

  void close() {
    if (state_ == State::dead || state_ == State::closing) return;
    const bool has_begun = state_ >= State::prepare;
    state_ = State::closing;
    answer_open(tl::unexpected{std::string{"was closed"}});
    // Before the handshake is over an engine may be loading and read nothing, and it has nothing to tidy up.
    if (!has_begun) {
      disarm();
      child_->kill();
      return;
    }
    child_->write("stop\nquit\n");
    child_->close_input();
    arm(deadlines_.quit, [](Impl& self) {
      self.reason_ = "did not end when it was told to, and was killed";
      self.child_->kill();
    });
  }

  void forget_events() { events_ = {}; }

  State state_ = State::spawn;
  std::string name_;
  std::string author_;
  bool shows_board_ = false;
  std::unique_ptr<Child> child_;

 private:
  template <typename Do>
  void arm(milliseconds after, Do&& action) {
    timer_.expires_after(after);
    timer_.async_wait(
        [weak = weak_from_this(), number = ++timer_number_, action](const boost::system::error_code& error) {
          const auto self = weak.lock();
          if (!error && self && number == self->timer_number_) action(*self);
        });
  }
  void disarm() {
    ++timer_number_;
    timer_.cancel();
  }

  // ---- what the child does

  void on_output(std::string_view bytes) {
    if (state_ == State::dead) return;
    if (bytes.empty()) {
      if (state_ == State::closing) return;
      arm(kToEnd, [](Impl& self) { self.fail("closed its output"); });
      return;
    }
    output_ += bytes.size();
    lines_.feed(
        bytes, [this](std::string_view line) { on_message(uci::parse(line)); },
        [this] { fail("printed a line of more than " + std::to_string(LineSplitter::kLongest) + " bytes"); });
    if (output_ > kMostOutput) fail("floods its output");
  }

  void on_exit(Exit exit) {
    if (reason_.empty() && state_ != State::closing) {
      reason_ = "ended " + exit.in_words();
      if (state_ == State::search || state_ == State::stop)
        reason_ += " while it looked at " + to_fen(query_->at.position());
    }
    die();
  }

  /// Reaped, or never alive.
  void die() {
    disarm();
    state_ = State::dead;
    answer_open(tl::unexpected{reason_});
    const auto dead = std::exchange(events_, {}).dead;
    const auto keep = std::exchange(until_reaped_, nullptr);
    if (dead) dead(reason_);
  }

  /// The engine is of no use any more. The end comes when it has been reaped.
  void fail(std::string why) {
    if (state_ == State::dead) return;
    disarm();
    state_ = State::dead;
    if (reason_.empty()) reason_ = std::move(why);
    child_->kill();
    answer_open(tl::unexpected{reason_});
  }

  // ---- what it says

  void on_message(uci::Message message) {
    switch (state_) {
      case State::handshake:
        introduce(message);
        break;
      case State::prepare:
        if (const auto* board = std::get_if<uci::BoardFen>(&message); board != nullptr && is_first_)
          shows_board_ = Admitted::through(chess::Position{})->is_what(board->fen);
        if (std::holds_alternative<uci::ReadyOk>(message)) be_ready();
        break;
      case State::search:
        take(message);
        break;
      case State::stop:
        if (std::holds_alternative<uci::BestMove>(message)) {
          prepare();
          answer_open(tl::unexpected{"did not come to an end within " + in_words(time_allowed_) +
                                     " and was stopped"});
        }
        break;
      case State::spawn:
      case State::ready:
      case State::closing:
      case State::dead:
        break;
    }
  }

  void introduce(const uci::Message& message) {
    if (const auto* id = std::get_if<uci::Id>(&message))
      (id->what == uci::Id::What::name ? name_ : author_) = id->text;
    if (const auto* option = std::get_if<uci::Option>(&message)) {
      has_multipv_ |= option->name == "MultiPV";
      has_net_switch_ |= option->name == "Use NNUE";
      has_chess960_ |= option->name == "UCI_Chess960";
      // One thread and the smallest memory: the same question has the same answer.
      if (option->name == "Threads" || option->name == "Hash") options_ += uci::set_option(option->name, "1");
    }
    if (!std::holds_alternative<uci::UciOk>(message)) return;
    if (name_.empty()) name_ = "an engine without a name";
    state_ = State::prepare;
    child_->write(options_ + "ucinewgame\n" + uci::position(to_fen(chess::Position{}), {}) + "d\nisready\n");
    arm(deadlines_.handshake, [](Impl& self) {
      self.fail("did not answer \"isready\" within " + in_words(self.deadlines_.handshake));
    });
  }

  void prepare() {
    disarm();
    state_ = State::prepare;
    // Only a search leaves something behind that would colour the next.
    child_->write(std::holds_alternative<Search>(query_->what) ? "ucinewgame\nisready\n" : "isready\n");
    arm(deadlines_.ready, [](Impl& self) {
      self.fail("did not answer \"isready\" within " + in_words(self.deadlines_.ready));
    });
  }

  void be_ready() {
    disarm();
    is_first_ = false;
    state_ = State::ready;
    output_ = 0;
    if (events_.ready) events_.ready();
  }

  void too_late() {
    if (std::holds_alternative<LegalMoves>(query_->what))
      return fail("did not list the moves within " + in_words(time_allowed_));
    state_ = State::stop;
    child_->write("stop\n");
    arm(deadlines_.stop, [](Impl& self) {
      self.fail("hung over " + to_fen(self.query_->at.position()) + " for " +
                in_words(self.time_allowed_ + self.deadlines_.stop));
    });
  }

  void take(uci::Message& message) {
    if (const auto* board = std::get_if<uci::BoardFen>(&message)) {
      is_board_awaited_ = false;
      if (!query_->at.is_what(board->fen))
        return fail("was given " + to_fen(query_->at.position()) + " and understood " + board->fen);
    }
    if (std::holds_alternative<LegalMoves>(query_->what)) {
      if (auto* move = std::get_if<uci::PerftMove>(&message)) answer_.legal.push_back(std::move(move->move));
      if (std::holds_alternative<uci::PerftEnd>(message)) finish();
      return;
    }
    if (auto* info = std::get_if<uci::Info>(&message)) {
      if (info->score && !info->is_bound && !info->pv.empty()) infos_[info->multipv] = std::move(*info);
    } else if (const auto* best = std::get_if<uci::BestMove>(&message)) {
      conclude(best->move);
    }
  }

  /// Whatever the engine has said counts only if our own rules agree.
  void conclude(const std::string& best) {
    const chess::Position& position = query_->at.position();
    const auto& only = std::get<Search>(query_->what).only;
    const auto is_asked_for = [&](chess::Move move) {
      return only.empty() || std::find(only.begin(), only.end(), move) != only.end();
    };
    answer_.best = move_from_engine(position, best);
    if (answer_.best ? !is_asked_for(*answer_.best) : !best.empty() || position.has_legal_move())
      return fail("answered \"" + best + "\" to " + to_fen(position));
    for (const auto& [rank, info] : infos_) {
      SearchLine line{*info.score, info.depth.value_or(0), info.nodes.value_or(0), {}};
      chess::Position at = position;
      for (const std::string& text : info.pv) {
        const auto move = move_from_engine(at, text);
        if (!move) break;
        line.moves.push_back(*move);
        at.make(*move);
      }
      if (line.moves.empty() || !is_asked_for(line.moves.front()))
        return fail("proposed \"" + info.pv.front() + "\" in " + to_fen(position));
      answer_.lines.push_back(std::move(line));
    }
    finish();
  }

  void finish() {
    if (is_board_awaited_) return fail("did not show the board of " + to_fen(query_->at.position()));
    answer_.took = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - asked_);
    answer_.worked = child_->worked() - worked_before_;
    answer_.engine = name_;
    prepare();
    answer_open(std::move(answer_));
  }

  void answer_open(tl::expected<EngineAnswer, std::string> answer) {
    const auto handler = std::exchange(handler_, nullptr);
    if (handler) handler(std::move(answer));
  }

  Deadlines deadlines_;
  Events events_;
  boost::asio::steady_timer timer_;
  std::uint64_t timer_number_ = 0;
  LineSplitter lines_;
  std::size_t output_ = 0;
  std::string reason_;
  std::shared_ptr<Impl> until_reaped_;

  bool is_first_ = true;
  bool has_multipv_ = false;
  unsigned multipv_ = 1;
  bool has_net_switch_ = false;
  bool is_without_net_ = false;
  bool has_chess960_ = false;
  bool is_in_chess960_ = false;
  std::string options_;

  std::optional<Query> query_;
  Handler handler_;
  EngineAnswer answer_;
  std::map<unsigned, uci::Info> infos_;
  bool is_board_awaited_ = false;
  Clock::time_point asked_;
  std::chrono::microseconds worked_before_{};
  milliseconds time_allowed_{};
};

EngineSession::EngineSession(const boost::asio::any_io_executor& executor, const std::string& path,
                             const Deadlines& deadlines, Events events)
    : impl_{std::make_shared<Impl>(executor, deadlines, std::move(events))} {
  impl_->start(path);
}

// Throws only for want of memory, which nothing could be done about here.
// NOLINTNEXTLINE(bugprone-exception-escape)
EngineSession::~EngineSession() {
  impl_->forget_events();
  impl_->close();
}

void EngineSession::ask(Query query, Handler handler) {
  impl_->ask(std::move(query), std::move(handler));
}
void EngineSession::close() {
  impl_->close();
}
EngineSession::State EngineSession::state() const {
  return impl_->state_;
}
const std::string& EngineSession::name() const {
  return impl_->name_;
}
const std::string& EngineSession::author() const {
  return impl_->author_;
}
bool EngineSession::shows_board() const {
  return impl_->shows_board_;
}
int EngineSession::pid() const {
  return impl_->child_->pid();
}

}  // namespace jadoube::engine_bridge

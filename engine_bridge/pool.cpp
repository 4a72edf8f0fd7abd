#include "engine_bridge/pool.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

namespace jadoube::engine_bridge {
namespace {

using Clock = std::chrono::steady_clock;
using State = EngineSession::State;

constexpr unsigned kMostAttempts = 2;

}  // namespace

bool EngineStatus::is_ready() const {
  return !name.empty() && state >= State::prepare && state <= State::stop;
}

bool PoolStatus::any_ready() const {
  return std::any_of(engines.begin(), engines.end(),
                     [](const EngineStatus& each) { return each.is_ready(); });
}

bool PoolStatus::is_hopeful() const {
  return std::any_of(engines.begin(), engines.end(), [](const EngineStatus& each) {
    return each.is_ready() || (each.state <= State::prepare && each.restarts == 0);
  });
}

std::string PoolStatus::in_words() const {
  std::size_t ready = 0;
  const EngineStatus* known = nullptr;
  const EngineStatus* failed = nullptr;
  for (const EngineStatus& engine : engines) {
    if (engine.is_ready()) ++ready;
    if (engine.is_ready() && known == nullptr) known = &engine;
    if (!engine.last_failure.empty() && failed == nullptr) failed = &engine;
  }
  std::string text =
      ready == 0 ? "no engine ready" : std::to_string(ready) + (ready == 1 ? " engine" : " engines");
  if (known != nullptr) text += " ready (" + known->name + ")";
  if (failed != nullptr) text += "; the last failure: it " + failed->last_failure;
  if (dropped != 0) text += "; " + std::to_string(dropped) + " questions dropped";
  return text;
}

class Pool::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(boost::asio::any_io_executor executor, PoolSettings settings, Log log)
      : executor_{std::move(executor)},
        settings_{std::move(settings)},
        log_{std::move(log)},
        expiry_{executor_} {
    for (unsigned i = 0; i < settings_.engines; ++i) slots_.push_back(std::make_unique<Slot>(executor_));
  }

  void start() {
    for (auto& slot : slots_) start(*slot);
  }

  void ask(Importance importance, Query query, Handler handler) {
    if (is_closing_) return refuse(std::move(handler), "the engines are being closed");
    queue_.push_back(
        {importance, std::move(query), std::move(handler), Clock::now() + settings_.patience, 0});
    if (queue_.size() > settings_.queue) {
      // The oldest of the least important.
      const auto least = std::max_element(queue_.begin(), queue_.end(), [](const Job& a, const Job& b) {
        return a.importance < b.importance;
      });
      ++dropped_;
      refuse(std::move(least->handler), "more important questions came first");
      queue_.erase(least);
    }
    watch_expiry();
    boost::asio::post(executor_, [self = shared_from_this()] { self->dispatch(); });
  }

  void later(std::function<void()> what) { boost::asio::post(executor_, std::move(what)); }

  void close(std::function<void()> closed) {
    is_closing_ = true;
    closed_ = std::move(closed);
    expiry_.cancel();
    for (Job& job : std::exchange(queue_, {})) refuse(std::move(job.handler), "the engines are being closed");
    for (auto& slot : slots_) {
      slot->later.cancel();
      if (slot->session && slot->session->state() != State::dead) slot->session->close();
    }
    boost::asio::post(executor_, [self = shared_from_this()] { self->tell_closed(); });
  }

  [[nodiscard]] PoolStatus status() const {
    PoolStatus status{settings_.path, {}, queue_.size(), answered_, dropped_, unanswered_};
    for (const auto& slot : slots_) {
      EngineStatus engine = slot->status;
      engine.state = slot->session ? slot->session->state() : State::dead;
      engine.pid = slot->session ? slot->session->pid() : 0;
      status.engines.push_back(std::move(engine));
    }
    return status;
  }

 private:
  struct Job {
    Importance importance{};
    Query query;
    Handler handler;
    Clock::time_point expires;
    unsigned attempts = 0;
  };
  struct Slot {
    explicit Slot(const boost::asio::any_io_executor& executor) : later{executor} {}
    std::unique_ptr<EngineSession> session;  // until its child has been reaped
    boost::asio::steady_timer later;
    EngineStatus status;
  };

  void start(Slot& slot) {
    const std::weak_ptr<Impl> weak = weak_from_this();
    Slot* const at = &slot;  // lives as long as the pool
    slot.session = std::make_unique<EngineSession>(executor_, settings_.path, settings_.deadlines,
                                                   EngineSession::Events{
                                                       [weak, at] {
                                                         if (const auto self = weak.lock())
                                                           self->on_ready(*at);
                                                       },
                                                       [weak, at](const std::string& why) {
                                                         if (const auto self = weak.lock())
                                                           self->on_dead(*at, why);
                                                       },
                                                   });
  }

  void on_ready(Slot& slot) {
    slot.status.name = slot.session->name();
    slot.status.author = slot.session->author();
    slot.status.shows_board = slot.session->shows_board();
    dispatch();
  }

  void on_dead(Slot& slot, const std::string& why) {
    // The session may still be on the stack.
    boost::asio::post(executor_, [gone = std::shared_ptr<EngineSession>{std::move(slot.session)}] {});
    if (!why.empty()) {
      slot.status.last_failure = why;
      ++slot.status.failures;
      if (!std::exchange(is_unwell_, true)) log_("the engine " + settings_.path + " " + why);
    }
    if (is_closing_) return tell_closed();
    slot.later.expires_after(back_off(slot.status.failures));
    slot.later.async_wait([weak = weak_from_this(), at = &slot](const boost::system::error_code& error) {
      const auto self = weak.lock();
      if (error || !self || self->is_closing_) return;
      ++at->status.restarts;
      self->start(*at);
    });
  }

  [[nodiscard]] std::chrono::milliseconds back_off(unsigned failures) const {
    auto time = settings_.back_off;
    for (unsigned i = 1; i < failures && time < settings_.longest_back_off; ++i) time *= 2;
    return std::min(time, settings_.longest_back_off);
  }

  void dispatch() {
    for (auto& slot : slots_) {
      if (queue_.empty()) return;
      if (!slot->session || slot->session->state() != State::ready) continue;
      const auto next = std::min_element(queue_.begin(), queue_.end(), [](const Job& a, const Job& b) {
        return a.importance < b.importance;
      });
      Job job = std::move(*next);
      queue_.erase(next);
      ++job.attempts;
      Query query = job.query;
      slot->session->ask(std::move(query), [weak = weak_from_this(), at = slot.get(), kept = std::move(job)](
                                               tl::expected<EngineAnswer, std::string> answer) mutable {
        if (const auto self = weak.lock()) self->on_answer(*at, std::move(kept), std::move(answer));
      });
    }
  }

  void on_answer(Slot& slot, Job job, tl::expected<EngineAnswer, std::string> answer) {
    if (!answer && job.attempts < kMostAttempts && !is_closing_) {
      job.expires = Clock::now() + settings_.patience;
      queue_.push_front(std::move(job));
      watch_expiry();
      dispatch();
      return;
    }
    if (answer) {
      ++answered_;
      ++slot.status.answers;
      slot.status.failures = 0;
      if (std::exchange(is_unwell_, false)) log_("the engine " + settings_.path + " answers again");
      job.handler(std::move(answer));
    } else {
      ++unanswered_;
      job.handler(tl::unexpected{"the engine " + answer.error()});
    }
  }

  /// Never from within a call of the asker's.
  void refuse(Handler handler, std::string why) {
    boost::asio::post(executor_,
                      [handler = std::move(handler), why = std::move(why)] { handler(tl::unexpected{why}); });
  }

  void watch_expiry() {
    if (is_watching_ || queue_.empty()) return;
    is_watching_ = true;
    const auto first = std::min_element(queue_.begin(), queue_.end(),
                                        [](const Job& a, const Job& b) { return a.expires < b.expires; });
    expiry_.expires_at(first->expires);
    expiry_.async_wait([weak = weak_from_this()](const boost::system::error_code&) {
      const auto self = weak.lock();
      if (!self) return;
      self->is_watching_ = false;
      self->expire();
    });
  }

  void expire() {
    const auto now = Clock::now();
    for (auto job = queue_.begin(); job != queue_.end();) {
      if (job->expires > now) {
        ++job;
        continue;
      }
      ++unanswered_;
      refuse(std::move(job->handler), "no engine was ready in time");
      job = queue_.erase(job);
    }
    watch_expiry();
  }

  void tell_closed() {
    const bool all =
        std::all_of(slots_.begin(), slots_.end(), [](const auto& slot) { return !slot->session; });
    if (all && closed_) std::exchange(closed_, nullptr)();
  }

  boost::asio::any_io_executor executor_;
  PoolSettings settings_;
  Log log_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::deque<Job> queue_;
  boost::asio::steady_timer expiry_;
  bool is_watching_ = false;
  bool is_unwell_ = false;
  bool is_closing_ = false;
  std::function<void()> closed_;
  std::uint64_t answered_ = 0;
  std::uint64_t dropped_ = 0;
  std::uint64_t unanswered_ = 0;
};

Pool::Pool(boost::asio::any_io_executor executor, PoolSettings settings, Log log)
    : impl_{std::make_shared<Impl>(std::move(executor), std::move(settings), std::move(log))} {
  impl_->start();
}
// Throws only for want of memory, which nothing could be done about here.
// NOLINTNEXTLINE(bugprone-exception-escape)
Pool::~Pool() {
  impl_->close({});
}
void Pool::ask(Importance importance, Query query, Handler handler) {
  impl_->ask(importance, std::move(query), std::move(handler));
}
void Pool::later(std::function<void()> what) {
  impl_->later(std::move(what));
}
void Pool::close(std::function<void()> closed) {
  impl_->close(std::move(closed));
}
PoolStatus Pool::status() const {
  return impl_->status();
}

}  // namespace jadoube::engine_bridge

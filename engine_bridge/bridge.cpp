#include "engine_bridge/bridge.hpp"

#include <chrono>
#include <exception>
#include <future>
#include <thread>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

namespace jadoube::engine_bridge {

namespace {

/// Asio does not look whether what wakes its thread up could be registered with the system. Where that failed, what is
/// posted waits so long, and not for ever.
constexpr std::chrono::milliseconds kLookAround{100};

}  // namespace

struct Bridge::Impl {
  Impl(PoolSettings settings, Pool::Log log)
      : guard{context.get_executor()},
        pool{std::make_unique<Pool>(context.get_executor(), std::move(settings), std::move(log))} {}

  boost::asio::io_context context{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard;
  std::unique_ptr<Pool> pool;  // touched by `thread` only
  std::thread thread;
};

Bridge::Bridge(PoolSettings settings, Pool::Log log) {
  // The engines are started on the thread that will own them: they end with it.
  std::promise<void> started;
  std::thread thread{[&, this] {
    try {
      impl_ = std::make_unique<Impl>(std::move(settings), std::move(log));
    } catch (...) {
      return started.set_exception(std::current_exception());
    }
    Impl& impl = *impl_;
    started.set_value();
    while (!impl.context.stopped()) impl.context.run_for(kLookAround);
  }};
  try {
    started.get_future().get();
  } catch (...) {
    thread.join();
    throw;
  }
  impl_->thread = std::move(thread);
}

// Throws only for want of memory, which nothing could be done about here.
// NOLINTNEXTLINE(bugprone-exception-escape)
Bridge::~Bridge() {
  post([impl = impl_.get()](Pool& pool) { pool.close([impl] { impl->guard.reset(); }); });
  impl_->thread.join();
}

void Bridge::post(std::function<void(Pool&)> what) {
  boost::asio::post(impl_->context, [this, what = std::move(what)] { what(*impl_->pool); });
}

PoolStatus Bridge::status() {
  std::promise<PoolStatus> promise;
  auto future = promise.get_future();
  post([&promise](Pool& pool) { promise.set_value(pool.status()); });
  return future.get();
}

bool Bridge::wait_until_ready(std::chrono::milliseconds at_most) {
  const auto until = std::chrono::steady_clock::now() + at_most;
  for (;;) {
    const PoolStatus now = status();
    if (now.any_ready()) return true;
    if (!now.is_hopeful() || std::chrono::steady_clock::now() >= until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
  }
}

}  // namespace jadoube::engine_bridge

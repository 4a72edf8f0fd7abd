#include "notify/hook_thread.hpp"

#include <utility>

#include <boost/asio/post.hpp>

namespace jadoube::notify {

HookThread::HookThread(Hooks::Options options)
    : hooks_{io_.get_executor(), std::move(options)}, thread_{[this] { io_.run(); }} {}

HookThread::~HookThread() {
  io_.stop();
  thread_.join();
}

void HookThread::run(const std::string& path, std::shared_ptr<const std::string> text) {
  boost::asio::post(io_, [this, path, text = std::move(text)] { hooks_.run(path, text); });
}

}  // namespace jadoube::notify

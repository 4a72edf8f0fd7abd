#include "broadcast/file_writer.hpp"

#include <utility>

#include <boost/asio/post.hpp>

#include "server/private_file.hpp"

namespace jadoube::broadcast {

FileWriter::FileWriter(boost::asio::any_io_executor executor, Heard heard)
    : executor_{std::move(executor)}, heard_{std::make_shared<Heard>(std::move(heard))}, thread_{[this] {
        work();
      }} {}

FileWriter::~FileWriter() {
  {
    const std::lock_guard lock{mutex_};
    ends_ = true;
  }
  more_.notify_one();
  thread_.join();
}

void FileWriter::write(const std::string& path, Text text, unsigned mode) {
  {
    const std::lock_guard lock{mutex_};
    jobs_[path] = {std::move(text), mode};
  }
  more_.notify_one();
}

void FileWriter::work() {
  std::unique_lock lock{mutex_};
  for (;;) {
    more_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const auto job = jobs_.extract(jobs_.begin());
    lock.unlock();
    Result result = server::write_in_one_step(job.key(), *job.mapped().text, job.mapped().mode);
    // Whoever wanted to hear of it may be gone by then.
    boost::asio::post(executor_, [heard = std::weak_ptr{heard_}, path = job.key(), text = job.mapped().text,
                                  result = std::move(result)] {
      if (const auto there = heard.lock()) (*there)(path, text, result);
    });
    lock.lock();
  }
}

}  // namespace jadoube::broadcast

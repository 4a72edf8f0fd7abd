// A thread that puts texts into files, so that nobody waits for a disk.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

namespace jadoube::broadcast {

class FileWriter {
 public:
  using Text = std::shared_ptr<const std::string>;
  using Result = tl::expected<void, std::string>;
  /// Called on the executor. `text` is what was or was not written; an error is one sentence.
  using Heard = std::function<void(const std::string& path, const Text& text, const Result& result)>;

  FileWriter(boost::asio::any_io_executor executor, Heard heard);
  /// What waits is written before.
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  /// Puts the text in the place of what was in the file, in one step, with these permissions; it is on the disk when that is heard. Of
  /// several texts that wait for one file the last is written.
  void write(const std::string& path, Text text, unsigned mode);

 private:
  struct Job {
    Text text;
    unsigned mode = 0;
  };
  void work();

  boost::asio::any_io_executor executor_;
  std::shared_ptr<Heard> heard_;
  std::mutex mutex_;
  std::condition_variable more_;
  std::map<std::string, Job> jobs_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace jadoube::broadcast

#include "broadcast/folder_sink.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::broadcast {

namespace {

/// For everybody on this machine, whatever the daemon's other files are: a web server may have to read it.
constexpr unsigned kMode = 0644;

}  // namespace

FolderSink::FolderSink(const boost::asio::any_io_executor& executor, std::filesystem::path folder,
                       Trouble trouble)
    : folder_{std::move(folder)},
      trouble_{std::move(trouble)},
      writer_{executor, [this](const std::string& path, const FileWriter::Text& text,
                               const FileWriter::Result& result) { heard(path, text, result); }} {}

void FolderSink::issue(const std::shared_ptr<const Issue>& issue) {
  const std::string path = (folder_ / ("round-" + std::to_string(issue->round) + ".pgn")).string();
  files_[path] = {issue->pgn};
  writer_.write(path, issue->pgn, kMode);
}

void FolderSink::tick() {
  for (auto& [path, file] : files_)
    if (std::exchange(file.failed, false)) writer_.write(path, file.newest, kMode);
}

void FolderSink::heard(const std::string& path, const FileWriter::Text& text,
                       const FileWriter::Result& result) {
  File& file = files_[path];
  if (text != file.newest) return;
  file.failed = !result;
  if (result && std::ranges::any_of(files_, [](const auto& each) { return each.second.failed; })) return;
  const std::string now = result ? std::string{} : result.error();
  if (now != std::exchange(told_, now)) trouble_(now);
}

}  // namespace jadoube::broadcast

// A folder with a PGN file for each round, for programs that watch a folder.
#pragma once

#include <filesystem>
#include <functional>
#include <map>

#include <boost/asio/any_io_executor.hpp>

#include "broadcast/file_writer.hpp"
#include "broadcast/sink.hpp"

namespace jadoube::broadcast {

class FolderSink final : public Sink {
 public:
  /// One sentence if the folder takes nothing, an empty one when it does again.
  using Trouble = std::function<void(const std::string&)>;
  FolderSink(const boost::asio::any_io_executor& executor, std::filesystem::path folder, Trouble trouble);

  void issue(const std::shared_ptr<const Issue>& issue) override;
  void tick() override;

 private:
  void heard(const std::string& path, const FileWriter::Text& text, const FileWriter::Result& result);

  std::filesystem::path folder_;
  Trouble trouble_;
  std::string told_;
  struct File {
    FileWriter::Text newest;
    bool failed = false;
  };
  /// By path.
  std::map<std::string, File> files_;
  FileWriter writer_;
};

}  // namespace jadoube::broadcast

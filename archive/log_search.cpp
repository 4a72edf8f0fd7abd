#include "archive/log_search.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>

#include "record/scan_log.hpp"

namespace jadoube::archive {
namespace {

namespace fs = std::filesystem;

void look_into(const fs::path& folder, FoundLogs& found) {
  std::error_code error;
  fs::directory_iterator each{folder, error};
  for (; !error && each != fs::directory_iterator{}; each.increment(error)) {
    std::error_code unknown;
    if (each->symlink_status(unknown).type() == fs::file_type::directory) {
      look_into(each->path(), found);
      continue;
    }
    // A link that leads nowhere is a log that cannot be read; a pipe would be waited for.
    const auto type = each->status(unknown).type();
    if ((type == fs::file_type::regular || type == fs::file_type::not_found) &&
        record::form_of_name(each->path().string()))
      found.logs.push_back(each->path().string());
  }
  if (error) found.complaints.push_back(folder.string() + ": cannot be looked into: " + error.message());
}

}  // namespace

FoundLogs find_logs(const std::vector<std::string>& paths) {
  FoundLogs all;
  std::set<std::string> known;
  const auto add = [&](const std::string& log) {
    std::error_code error;
    const fs::path file = fs::weakly_canonical(log, error);
    if (known.insert(error ? log : file.string()).second) all.logs.push_back(log);
  };
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      add(path);
      continue;
    }
    FoundLogs inside;
    look_into(path, inside);
    std::ranges::sort(inside.logs);
    std::ranges::sort(inside.complaints);
    if (inside.logs.empty() && inside.complaints.empty())
      inside.complaints.push_back(path +
                                  ": there are no logs in it (.jscan, .jsonl, packed with zstd or not)");
    std::ranges::for_each(inside.logs, add);
    std::ranges::move(inside.complaints, std::back_inserter(all.complaints));
  }
  return all;
}

std::optional<Part> part_from_text(std::string_view text) {
  Part part;
  const char* const end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, part.number);
  if (number.ec != std::errc{} || number.ptr == end || *number.ptr != '/') return std::nullopt;
  const auto of = std::from_chars(number.ptr + 1, end, part.of);
  if (of.ec != std::errc{} || of.ptr != end || part.number == 0 || part.number > part.of) return std::nullopt;
  return part;
}

std::vector<std::string> part_of(const std::vector<std::string>& logs, Part part) {
  std::vector<std::string> some;
  for (std::size_t i = part.number - 1; i < logs.size(); i += part.of) some.push_back(logs[i]);
  return some;
}

}  // namespace jadoube::archive

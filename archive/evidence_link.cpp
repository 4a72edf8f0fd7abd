#include "archive/evidence_link.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "evidence/log_folder.hpp"
#include "record/utc.hpp"

namespace jadoube::archive {
namespace {

namespace fs = std::filesystem;

/// What led there, and what came of it.
constexpr std::chrono::seconds kAround{30};

std::string for_shell(const std::string& word) {
  const bool is_plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view{"/._-:=+,"}.find(c) != std::string_view::npos;
  });
  if (is_plain) return word;
  std::string quoted{"'"};
  for (const char c : word) quoted += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
  return quoted + '\'';
}

/// DATA of DATA/boards/BOARD/LOG.jscan, if a daemon's store is there.
std::optional<fs::path> data_folder_of(const fs::path& log) {
  const fs::path boards = log.parent_path().parent_path();
  if (log.extension() != ".jscan" || boards.filename() != "boards") return std::nullopt;
  const fs::path data = boards.has_parent_path() ? boards.parent_path() : fs::path{"."};
  std::error_code error;
  if (!fs::exists(data / "store.sqlite", error)) return std::nullopt;
  return data;
}

}  // namespace

std::optional<std::string> utc_of(const record::Header& header, record::Time t) {
  const auto start = record::utc_from_text(header.utc_start);
  if (!start) return std::nullopt;
  return record::utc_text(*start + std::chrono::floor<std::chrono::milliseconds>(t));
}

EvidenceLink evidence_of(const std::string& log, const record::Header& header, record::Time from,
                         record::Time to) {
  const fs::path path{log};
  const auto data = data_folder_of(path);
  const auto begin = utc_of(header, from - kAround);
  const auto end = utc_of(header, to + kAround);
  // A name that begins with a dash is no option.
  const std::string replay = "jadoube replay " + for_shell(log.starts_with('-') ? "./" + log : log);
  if (!data) return {replay, std::nullopt};
  const std::string folder = path.parent_path().filename().string();
  const std::string url =
      "/api/v1/boards/" + folder + "/evidence?log=" + arbiter::folder_name(path.filename().string());
  if (!begin || !end) return {replay, url};
  return {"jadoube evidence --data " + for_shell(data->string()) + " --board " +
              for_shell(arbiter::board_of_folder(folder)) + " --from " + *begin + " --to " + *end,
          url};
}

}  // namespace jadoube::archive

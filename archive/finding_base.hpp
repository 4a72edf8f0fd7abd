// The findings of many logs as tables of an SQLite file (docs/archives.md).
#pragma once

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

#include "archive/log_account.hpp"
#include "sqlite/database.hpp"
#include "words/catalogue.hpp"

namespace jadoube::archive {

class FindingBase {
 public:
  using Result = tl::expected<void, std::string>;

  /// A new file, or one that this has made before: what is in it of a log is replaced when that log is added. The error is one
  /// sentence.
  static tl::expected<FindingBase, std::string> open(const std::string& path, words::Language language);

  /// All of the log or, after an error, nothing. A log that was not followed to its end is passed over.
  Result add(const LogAccount& account);
  /// What was added is on the disk, and the file is one that may be copied. To be called last.
  Result close();

 private:
  FindingBase(sqlite::Database database, words::Language language)
      : database_{std::move(database)}, language_{language} {}

  Result add_log(const LogAccount& account);
  Result add_finding(const LogAccount& account, const laws::Ruling& ruling);

  sqlite::Database database_;
  words::Language language_;
  std::uint64_t since_commit_ = 0;
};

}  // namespace jadoube::archive

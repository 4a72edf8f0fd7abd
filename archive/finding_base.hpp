// The findings of many logs as tables of an SQLite file (docs/archives.md).
#pragma once

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

#include "archive/finding_keeper.hpp"
#include "sqlite/database.hpp"
#include "words/catalogue.hpp"

namespace jadoube::archive {

class FindingBase final : public FindingKeeper {
 public:
  /// A new file, or one that this has made before: what is in it of a log is replaced when that log is added. The error is one
  /// sentence.
  static tl::expected<FindingBase, std::string> open(const std::string& path, words::Language language);

  Result add(const LogAccount& account) override;
  /// The file is one that may be copied then.
  Result close() override;

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

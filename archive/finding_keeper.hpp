// Where the findings of many logs are kept.
#pragma once

#include <tl/expected.hpp>

#include "archive/log_account.hpp"

namespace jadoube::archive {

class FindingKeeper {
 public:
  using Result = tl::expected<void, std::string>;

  virtual ~FindingKeeper() = default;
  /// All of the log or, after an error, nothing. A log that was not followed to its end is passed over.
  virtual Result add(const LogAccount& account) = 0;
  /// What was added is there for others. To be called last.
  virtual Result close() = 0;

 protected:
  FindingKeeper() = default;
  FindingKeeper(const FindingKeeper&) = default;
  FindingKeeper(FindingKeeper&&) = default;
  FindingKeeper& operator=(const FindingKeeper&) = default;
  FindingKeeper& operator=(FindingKeeper&&) = default;
};

}  // namespace jadoube::archive

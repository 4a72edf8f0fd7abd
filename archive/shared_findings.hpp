// The findings of many logs in a shared store.
#pragma once

#include "archive/finding_keeper.hpp"
#include "store/shared_store.hpp"

namespace jadoube::archive {

class SharedFindings final : public FindingKeeper {
 public:
  /// A store that is away while logs are added is waited for so long.
  static constexpr std::chrono::minutes kPatience{2};

  /// A shared store that is there, or comes to be; the error is one sentence. `program` is written down in it.
  static tl::expected<std::unique_ptr<SharedFindings>, std::string> open(const std::string& address,
                                                                         const std::string& program,
                                                                         words::Language language);
  Result add(const LogAccount& account) override;
  Result close() override;

 private:
  SharedFindings(store::Address address, const std::string& program, words::Language language)
      : store_{std::move(address), {}, program}, language_{language} {}

  store::SharedStore store_;
  words::Language language_;
  /// What is written with the next transaction.
  store::Batch batch_;
};

}  // namespace jadoube::archive

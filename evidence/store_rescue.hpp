// The store at a start: is it sound? If it is not, it is put aside under a name, and a new one takes over what can still
// be read of it. What was found in logs is found again by whoever hears them.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "evidence/store.hpp"

namespace jadoube::arbiter {

struct StoreCheck {
  /// What is wrong, to follow "is damaged: "; nothing: nothing was found.
  std::optional<std::string> damage;
  /// False: the time was over before all of it was seen.
  bool is_complete = true;
};
/// Of a file that is there; in no time only its tables and columns are looked at. Nothing is changed in it, and others may be
/// writing it. A store of a later version is sound as far as this program can tell, and so is one that cannot be opened:
/// opening it says why.
StoreCheck check_store(const std::string& path, std::chrono::milliseconds within);

/// One that is there and in which nothing was found damaged; the error is one sentence.
tl::expected<std::unique_ptr<Store>, std::string> open_sound_store(const std::string& path);

/// Says to the next start that the store at `path` has been found damaged since.
void mark_as_damaged(const std::string& path);

struct StoreAtStart {
  std::unique_ptr<Store> store;
  /// There was none, or it was put aside.
  bool is_new = false;
  /// What was done to a damaged one, and what its successor has of it.
  std::optional<std::string> rescue;
  /// False: there was no time to see whether all of it is sound.
  bool is_checked = true;
};
/// By the one daemon of the folder. The error is one sentence: there is no store to work with.
tl::expected<StoreAtStart, std::string> open_store_at_start(const std::string& path,
                                                            std::chrono::milliseconds within);

}  // namespace jadoube::arbiter

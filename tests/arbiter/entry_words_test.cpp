#include "arbiter/entry_words.hpp"

#include <gtest/gtest.h>

namespace jadoube::arbiter {
namespace {

TEST(EntryWords, WhoMadeAnEntryIsReadBackFromTheLog) {
  const auto actor = who_made(made_by({"tablet \"2\"", Role::admin}));
  ASSERT_TRUE(actor);
  EXPECT_EQ(actor->name, "tablet \"2\"");
  EXPECT_EQ(actor->role, Role::admin);
}

TEST(EntryWords, AnUnknownRoleIsNotTakenForAnother) {
  EXPECT_FALSE(who_made(R"("by":"tablet 2","role":"queen")"));
  EXPECT_FALSE(who_made(R"("by":"tablet 2")"));
  EXPECT_FALSE(who_made(R"("by":)"));
}

}  // namespace
}  // namespace jadoube::arbiter

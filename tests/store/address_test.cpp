#include "store/address.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "store/season.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::store {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string refusal(const std::string& text) {
  const auto address = Address::parse(text);
  return address ? "" : address.error();
}

TEST(Address, IsOfPostgresOrOfSqlite) {
  EXPECT_TRUE(Address::parse("postgresql://anna@db.example.org/chess")->is_postgres());
  EXPECT_EQ(Address::parse("sqlite:/srv/shared.sqlite")->path(), "/srv/shared.sqlite");
  EXPECT_TRUE(is_address("postgres://db/chess"));
  EXPECT_FALSE(is_address("season.sqlite"));
  EXPECT_THAT(refusal("sqlite:"), HasSubstr("names no file"));
  EXPECT_THAT(refusal("mysql://db"), HasSubstr("postgresql://USER@HOST/DATABASE"));
  EXPECT_THAT(refusal("postgresql://db/chess?sslmod=require"), HasSubstr("cannot be read"));
}

TEST(Address, WithAPasswordIsRefusedAndThePasswordNotSaid) {
  for (const char* text :
       {"postgresql://anna:s3cret@db/chess", "postgresql://db/chess?password=s3cret",
        "postgresql://anna:s3cret%zz@db/chess", "postgresql://db/chess?sslpassword=s3cret"}) {
    EXPECT_NE(refusal(text), "") << text;
    EXPECT_THAT(refusal(text), Not(HasSubstr("s3cret")));
  }
}

TEST(Address, WithAFileOfPasswordsThatOthersCanReadIsRefused) {
  const tests::TemporaryFolder folder;
  const std::string file = folder / "pass";
  std::ofstream{file} << "*:*:*:*:s3cret\n";
  using std::filesystem::perms;
  std::filesystem::permissions(file, perms::owner_read | perms::others_read);
  EXPECT_THAT(refusal("postgresql://db/chess?passfile=" + file), HasSubstr("chmod 600 " + file));
  std::filesystem::permissions(file, perms::owner_read);
  EXPECT_EQ(refusal("postgresql://db/chess?passfile=" + file), "");
}

TEST(Address, GivesLibpqWhatACutConnectionNeedsAndThePassword) {
  const auto address = Address::parse("postgresql://anna@db/chess?connect_timeout=9");
  EXPECT_THAT(address->connection_string("it's"), HasSubstr("password='it\\'s'"));
  EXPECT_THAT(address->connection_string(""), HasSubstr("connect_timeout='9'"));
  EXPECT_THAT(address->connection_string(""), HasSubstr("tcp_user_timeout="));
  EXPECT_THAT(address->connection_string(""), Not(HasSubstr("password")));
}

TEST(Season, IsCutByMonths) {
  EXPECT_EQ(month_of("2026-11-21T18:00:00.000Z"), "2026-11");
  EXPECT_EQ(month_of("1970-01-01T00:00:00.000Z"), "");
  EXPECT_EQ(month_of("2026-13-21T18:00:00.000Z"), "");
  EXPECT_EQ(month_of(""), "");
  EXPECT_EQ(month_after("2026-12"), "2027-01");
}

TEST(Season, LiesSoLongBack) {
  constexpr const char* now = "2026-03-15T18:00:00.000Z";
  EXPECT_EQ(month_before(now, "3 years"), "2023-03");
  EXPECT_EQ(month_before(now, "1 year"), "2025-03");
  EXPECT_EQ(month_before(now, "18months"), "2024-09");
  EXPECT_EQ(month_before(now, "90 days"), "2025-12");
  for (const char* nonsense :
       {"", "3", "0 years", "-1 years", "3 weeks", "101 years", "99999999999 days", "years"})
    EXPECT_EQ(month_before(now, nonsense), std::nullopt) << nonsense;
}

}  // namespace
}  // namespace jadoube::store

#include "notify/signature.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::notify {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Signature, IsWhatOtherProgramsComputeToo) {
  // By Python's hmac and base64.
  const auto secret = secret_from("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  ASSERT_TRUE(secret);
  EXPECT_EQ(secret->size(), 24U);
  EXPECT_EQ(signature_of(*secret, "msg_1", "1614265330", R"({"test": 2432232314})"),
            "v1,9o7UeFkn1GjVbcY4emAJruJCYqgH2EIf8u/slvVRBZI=");
}

TEST(Signature, WhatIsNoSecretIsRefusedAndNotRepeated) {
  for (const char* const text :
       {"", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
        "whsec_MfKQ", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaL!!!"}) {
    const auto secret = secret_from(text);
    ASSERT_FALSE(secret) << text;
    EXPECT_THAT(secret.error(), HasSubstr("openssl rand"));
    EXPECT_THAT(secret.error(), Not(HasSubstr("MfKQ")));
  }
  EXPECT_FALSE(secret_from("whsec_" + std::string(88, 'A')));
  EXPECT_EQ(secret_from("whsec_" + std::string(42, 'A') + "A=")->size(), 32U);
}

}  // namespace
}  // namespace jadoube::notify

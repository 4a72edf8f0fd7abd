// A certificate of our own making, by the openssl program.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace jadoube::tests {

struct Certificate {
  std::string certificate, key;
};

/// Of localhost, for two days, as files in that folder.
inline Certificate make_certificate(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const Certificate files{folder / "certificate.pem", folder / "key.pem"};
  const std::string command =
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout " +
      files.key + " -out " + files.certificate +
      " -subj /CN=localhost -addext subjectAltName=DNS:localhost >/dev/null 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return files;
}

}  // namespace jadoube::tests

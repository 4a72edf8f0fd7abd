#include "tryout/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "tests/support/temporary_folder.hpp"

namespace jadoube::tryout {
namespace {

std::map<std::string, std::string> contents(const std::string& path) {
  std::map<std::string, std::string> files;
  archive* zip = archive_read_new();
  archive_read_support_format_zip(zip);
  EXPECT_EQ(archive_read_open_filename(zip, path.c_str(), 10240), ARCHIVE_OK);
  archive_entry* entry = nullptr;
  while (archive_read_next_header(zip, &entry) == ARCHIVE_OK) {
    std::string bytes(static_cast<std::size_t>(archive_entry_size(entry)), '\0');
    EXPECT_EQ(archive_read_data(zip, bytes.data(), bytes.size()), static_cast<la_ssize_t>(bytes.size()));
    files[archive_entry_pathname(entry)] = bytes;
  }
  archive_read_free(zip);
  return files;
}

TEST(Archive, HoldsTheFilesWithoutTheirFolder) {
  const tests::TemporaryFolder folder;
  std::ofstream{folder / "results.txt"} << "seen\n";
  std::ofstream{folder / "board.wire.txt"} << std::string(100'000, 'x');
  ASSERT_TRUE(write_zip(folder / "try.zip", {folder / "results.txt", folder / "board.wire.txt"}));
  const auto files = contents(folder / "try.zip");
  EXPECT_EQ(files.size(), 2U);
  EXPECT_EQ(files.at("results.txt"), "seen\n");
  EXPECT_EQ(files.at("board.wire.txt").size(), 100'000U);
}

TEST(Archive, WhatCannotBeWrittenOrReadIsNamed) {
  const tests::TemporaryFolder folder;
  EXPECT_THAT(write_zip(folder / "nowhere/try.zip", {}).error(), ::testing::HasSubstr("nowhere/try.zip"));
  EXPECT_THAT(write_zip(folder / "try.zip", {folder / "none.txt"}).error(), ::testing::HasSubstr("none.txt"));
}

}  // namespace
}  // namespace jadoube::tryout

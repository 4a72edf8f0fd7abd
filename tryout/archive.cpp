#include "tryout/archive.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <memory>

#include "record/byte_source.hpp"

namespace jadoube::tryout {
namespace {

struct Ends {
  void operator()(archive* zip) const { archive_write_free(zip); }
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

}  // namespace

tl::expected<void, std::string> write_zip(const std::string& path, const std::vector<std::string>& files) {
  const std::unique_ptr<archive, Ends> zip{archive_write_new()};
  const auto failed = [&] {
    const char* why = archive_error_string(zip.get());
    return tl::unexpected(path + ": " + (why == nullptr ? "cannot be written" : why));
  };
  if (archive_write_set_format_zip(zip.get()) != ARCHIVE_OK ||
      archive_write_open_filename(zip.get(), path.c_str()) != ARCHIVE_OK)
    return failed();
  for (const std::string& file : files) {
    const auto bytes = record::read_file(file);
    if (!bytes) return tl::unexpected(bytes.error());
    const std::unique_ptr<archive_entry, Ends> entry{archive_entry_new()};
    const std::string name = std::filesystem::path{file}.filename().string();
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes->size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    if (archive_write_header(zip.get(), entry.get()) != ARCHIVE_OK ||
        archive_write_data(zip.get(), bytes->data(), bytes->size()) != static_cast<la_ssize_t>(bytes->size()))
      return failed();
  }
  if (archive_write_close(zip.get()) != ARCHIVE_OK) return failed();
  return {};
}

}  // namespace jadoube::tryout

// What of a folder would be there again after a power loss: files as they were when they were last brought to
// the disk, under the names that their folders had when those were. A copy is kept beside the folder, by the
// numbers of files, so that it does not matter under which name a file was synced.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace jadoube::tests::durable {

namespace fs = std::filesystem;

/// Of the folder that holds the copies, for the recorder inside the program.
inline constexpr const char* kVariable = "JADOUBE_TEST_DURABLE";

inline std::string number_of(const fs::path& path) {
  struct stat facts {};
  return ::lstat(path.c_str(), &facts) == 0 ? std::to_string(facts.st_ino) : "0";
}

/// The copy as of now; it counts when it is published.
inline fs::path copy(const fs::path& of, const fs::path& copies, const std::string& unique) {
  const fs::path beside = copies / (number_of(of) + '.' + unique);
  std::error_code error;
  if (!fs::is_directory(of, error)) {
    fs::copy_file(of, beside, fs::copy_options::overwrite_existing, error);
    return beside;
  }
  std::ofstream list{beside, std::ios::trunc};
  for (fs::directory_iterator each{of, error}, end; !error && each != end; each.increment(error))
    list << number_of(each->path()) << ' ' << (each->is_directory(error) ? 'd' : 'f') << ' '
         << each->path().filename().string() << '\n';
  return beside;
}

inline void publish(const fs::path& copied) {
  std::error_code error;
  fs::rename(copied, fs::path{copied}.replace_extension(), error);
}

/// Everything in the folder, and the folder itself.
inline void publish_all(const fs::path& folder, const fs::path& copies, const std::string& unique) {
  std::error_code error;
  for (fs::recursive_directory_iterator each{folder, error}, end; !error && each != end;
       each.increment(error))
    publish(copy(each->path(), copies, unique));
  publish(copy(folder, copies, unique));
}

}  // namespace jadoube::tests::durable

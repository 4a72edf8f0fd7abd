#include "cli/logs/same_file.hpp"

#include <sys/stat.h>

namespace jadoube::cli {

bool same_file(const std::string& a, const std::string& b) {
  struct stat one {};
  struct stat other {};
  return ::stat(a.c_str(), &one) == 0 && ::stat(b.c_str(), &other) == 0 && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino && S_ISREG(one.st_mode);
}

}  // namespace jadoube::cli

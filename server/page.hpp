// The page for people: files that are built into the program.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "server/request.hpp"
#include "server/response.hpp"

namespace jadoube::server {

struct PageFile {
  /// "index.html", "assets/index-4f1c.js"
  std::string_view path;
  std::string_view content;
};
/// What page/dist held when the program was built; nothing if the page was not built.
std::span<const PageFile> embedded_page();

class Page {
 public:
  explicit Page(std::span<const PageFile> files);
  /// The file, or 304 if the browser has it already; nothing if there is no such file. `path`: "/",
  /// "/a/b.js".
  [[nodiscard]] std::optional<Response> find(const Request& request, std::string_view path) const;

 private:
  struct File {
    SharedText content;
    std::string type;
    std::string etag;
    bool is_immutable = false;
  };
  std::map<std::string, File, std::less<>> files_;
};

}  // namespace jadoube::server

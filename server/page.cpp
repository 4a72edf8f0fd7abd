#include "server/page.hpp"

#include <algorithm>
#include <array>

#include "server/secret.hpp"

namespace jadoube::server {
namespace {

struct Type {
  std::string_view ending;
  std::string_view type;
};
constexpr auto kTypes = std::to_array<Type>({
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".webp", "image/webp"},
    {".woff2", "font/woff2"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".wav", "audio/wav"},
    {".txt", "text/plain; charset=utf-8"},
});

std::string type_of(std::string_view path) {
  const auto* found =
      std::ranges::find_if(kTypes, [&](const Type& each) { return path.ends_with(each.ending); });
  return std::string{found == kTypes.end() ? "application/octet-stream" : found->type};
}

std::string quoted(std::string text) {
  return text.insert(0, 1, '"').append(1, '"');
}

constexpr std::string_view kNotBuilt =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Jadoube</title>"
    "<p>This program was built without its page: install nodejs and npm, run ./demo, and start it again.</p>"
    "</html>\n";

}  // namespace

Page::Page(std::span<const PageFile> files) {
  for (const PageFile& file : files) {
    // What Vite puts there has a hash of its content in its name.
    files_[std::string{"/"}.append(file.path)] = {
        std::make_shared<const std::string>(file.content), type_of(file.path),
        quoted(sha256_hex(file.content).substr(0, 32)), file.path.starts_with("assets/")};
  }
  const auto index = files_.find("/index.html");
  files_["/"] = index != files_.end()
                    ? index->second
                    : File{std::make_shared<const std::string>(kNotBuilt), type_of(".html"), {}, false};
}

std::optional<Response> Page::find(const Request& request, std::string_view path) const {
  const auto found = files_.find(path);
  if (found == files_.end()) return std::nullopt;
  const File& file = found->second;
  Response response;
  if (file.etag.empty())
    response.body = file.content;
  else
    response = unless_known(request.header("If-None-Match").value_or(""), file.etag, file.content);
  response.type = file.type;
  response.headers.emplace_back("Cache-Control",
                                file.is_immutable ? "public, max-age=31536000, immutable" : "no-cache");
  return response;
}

}  // namespace jadoube::server

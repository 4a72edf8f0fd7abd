// The head of a request as bytes: is it what RFC 9112 has, to the letter? A proxy before us may read what is not in
// another way than we do, and would then see other requests than we do.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "server/response.hpp"

namespace jadoube::server {

/// Why a head is none. The connection cannot be used any further.
struct HeadFault {
  unsigned status = 400;
  RefusalKind kind = RefusalKind::invalid;
  std::string sentence;
};

/// Looks at each line of one head once, though the bytes may come one by one.
class HeadScan {
 public:
  /// So many bytes a head may have.
  explicit HeadScan(std::size_t limit) : limit_{limit} {}

  /// `bytes` are all that have come of the head so far, from its first on, and perhaps what follows it.
  void look(std::string_view bytes);
  /// The empty line that ends it has come.
  [[nodiscard]] bool is_complete() const { return is_complete_; }
  [[nodiscard]] const std::optional<HeadFault>& fault() const { return fault_; }
  /// Where the number behind the dot of its version stands, and whether that is one that we do not know: such a request
  /// is to be read as one of HTTP/1.1 (RFC 9110 2.5).
  [[nodiscard]] std::optional<std::size_t> unknown_minor_version() const { return unknown_minor_version_; }

 private:
  void line(std::string_view text);
  void request_line(std::string_view text);
  void field(std::string_view text);
  void refuse(unsigned status, RefusalKind kind, const char* sentence);

  std::size_t limit_;
  std::size_t line_begin_ = 0;
  std::size_t fields_ = 0;
  bool is_complete_ = false;
  std::optional<HeadFault> fault_;
  std::optional<std::size_t> unknown_minor_version_;
};

}  // namespace jadoube::server

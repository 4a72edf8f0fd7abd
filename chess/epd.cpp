#include "chess/epd.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "chess/ascii.hpp"

namespace jadoube::chess {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

class EpdReader {
 public:
  explicit EpdReader(std::string_view line) : line_{line} {}

  tl::expected<Epd, ParseError> read() {
    if (auto read = read_setup(); !read) return tl::make_unexpected(read.error());
    for (skip_spaces(); at_ < line_.size(); skip_spaces()) {
      if (auto read = read_operation(); !read) return tl::make_unexpected(read.error());
    }
    return epd_;
  }

 private:
  using Step = tl::expected<void, ParseError>;

  [[nodiscard]] static tl::unexpected<ParseError> error(std::size_t at, std::string message) {
    return tl::make_unexpected(ParseError{at + 1, std::move(message)});
  }

  void skip_spaces() {
    while (at_ < line_.size() && is_space(line_[at_])) ++at_;
  }

  /// Up to the next white space or semicolon.
  std::string_view take_word() {
    const std::size_t begin = at_;
    while (at_ < line_.size() && !is_space(line_[at_]) && line_[at_] != ';') ++at_;
    return line_.substr(begin, at_ - begin);
  }

  Step read_setup() {
    for (int field = 0; field < 4; ++field) {
      skip_spaces();
      take_word();
    }
    // Many collections put operations behind a whole FEN: two more fields, both numbers.
    const std::size_t four_fields = at_;
    for (int field = 0; field < 2; ++field) {
      skip_spaces();
      const auto word = take_word();
      if (word.empty() || !std::all_of(word.begin(), word.end(), is_digit)) {
        at_ = four_fields;
        break;
      }
    }
    std::string fen{line_.substr(0, at_)};
    std::replace_if(fen.begin(), fen.end(), is_space, ' ');
    auto setup = setup_from_fen(fen);
    if (!setup) return tl::make_unexpected(setup.error());
    epd_.setup = *setup;
    return {};
  }

  Step read_operation() {
    const std::size_t begin = at_;
    EpdOperation operation;
    operation.opcode = take_word();
    const auto fits = [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; };
    if (operation.opcode.empty() || !is_letter(operation.opcode[0]) ||
        !std::all_of(operation.opcode.begin(), operation.opcode.end(), fits))
      return error(begin, "an operation begins with its name, a letter first");
    for (skip_spaces(); at_ < line_.size() && line_[at_] != ';'; skip_spaces()) {
      if (auto read = read_operand(operation); !read) return read;
    }
    if (at_ < line_.size()) ++at_;
    if (operation.opcode == "hmvc") return read_counter(begin, operation, epd_.setup.halfmove_clock);
    if (operation.opcode == "fmvn") return read_counter(begin, operation, epd_.setup.fullmove_number);
    epd_.operations.push_back(std::move(operation));
    return {};
  }

  Step read_operand(EpdOperation& operation) {
    if (line_[at_] != '"') {
      operation.operands.push_back({std::string{take_word()}, false});
      return {};
    }
    const std::size_t begin = at_++;
    std::string text;
    for (; at_ < line_.size() && line_[at_] != '"'; ++at_) {
      const bool escaped =
          line_[at_] == '\\' && at_ + 1 < line_.size() && (line_[at_ + 1] == '"' || line_[at_ + 1] == '\\');
      if (escaped) ++at_;
      text += is_space(line_[at_]) ? ' ' : line_[at_];
    }
    if (at_ == line_.size()) return error(begin, "this quote is never closed");
    ++at_;
    operation.operands.push_back({std::move(text), true});
    return {};
  }

  static Step read_counter(std::size_t begin, const EpdOperation& operation, unsigned& counter) {
    const unsigned least = operation.opcode == "fmvn" ? 1 : 0;
    unsigned value = 0;
    if (operation.operands.size() == 1) {
      const std::string& text = operation.operands[0].text;
      const char* const end = text.data() + text.size();
      const auto read = std::from_chars(text.data(), end, value);
      if (read.ec == std::errc{} && read.ptr == end && value >= least && value <= kMaxCounter) {
        counter = value;
        return {};
      }
    }
    return error(begin, operation.opcode + " needs one number from " + std::to_string(least) + " to " +
                            std::to_string(kMaxCounter));
  }

  std::string_view line_;
  std::size_t at_ = 0;
  Epd epd_;
};

bool needs_quotes(const EpdOperation::Operand& operand) {
  return operand.quoted || operand.text.empty() || operand.text.front() == '"' ||
         std::any_of(operand.text.begin(), operand.text.end(),
                     [](char c) { return is_space(c) || c == ';'; });
}

void add_operand(std::string& line, const EpdOperation::Operand& operand) {
  line += ' ';
  if (!needs_quotes(operand)) {
    line += operand.text;
    return;
  }
  line += '"';
  for (const char c : operand.text) {
    if (c == '"' || c == '\\') line += '\\';
    line += is_space(c) ? ' ' : c;
  }
  line += '"';
}

}  // namespace

const EpdOperation* Epd::find(std::string_view opcode) const {
  const auto at = std::find_if(operations.begin(), operations.end(),
                               [&](const EpdOperation& operation) { return operation.opcode == opcode; });
  return at == operations.end() ? nullptr : &*at;
}

tl::expected<Epd, ParseError> epd_from_string(std::string_view line) {
  return EpdReader{line}.read();
}

std::string to_string(const Epd& epd) {
  std::string line = to_fen(epd.setup);
  // Without the two counters, which have operations of their own.
  for (int field = 0; field < 2; ++field) line.erase(line.rfind(' '));
  if (epd.setup.halfmove_clock != 0) line += " hmvc " + std::to_string(epd.setup.halfmove_clock) + ';';
  if (epd.setup.fullmove_number != 1) line += " fmvn " + std::to_string(epd.setup.fullmove_number) + ';';
  for (const EpdOperation& operation : epd.operations) {
    line += ' ' + operation.opcode;
    for (const auto& operand : operation.operands) add_operand(line, operand);
    line += ';';
  }
  return line;
}

}  // namespace jadoube::chess

#include "chess/game_record.hpp"

#include <algorithm>

namespace jadoube::chess {

namespace {

constexpr std::array<std::string_view, 4> kResults{"*", "1-0", "0-1", "1/2-1/2"};

std::optional<std::size_t> roster_index(std::string_view name) {
  const auto at = std::find(Tags::kRoster.begin(), Tags::kRoster.end(), name);
  if (at == Tags::kRoster.end()) return std::nullopt;
  return static_cast<std::size_t>(at - Tags::kRoster.begin());
}

}  // namespace

std::string_view to_string(Result result) {
  return kResults[static_cast<std::size_t>(result)];
}

std::optional<Result> result_from_string(std::string_view text) {
  for (std::size_t i = 0; i < kResults.size(); ++i) {
    if (text == kResults[i]) return static_cast<Result>(i);
  }
  if (text == "1/2") return Result::draw;
  return std::nullopt;
}

Tags::Tags() : roster_{"?", "?", "????.??.??", "?", "?", "?"} {}

void Tags::set(std::string_view name, std::string_view value) {
  if (const auto i = roster_index(name)) {
    roster_[*i] = value;
    return;
  }
  for (auto& [known, text] : others_) {
    if (known == name) {
      text = value;
      return;
    }
  }
  others_.emplace_back(name, value);
}

void Tags::erase(std::string_view name) {
  std::erase_if(others_, [&](const auto& tag) { return tag.first == name; });
}

std::optional<std::string_view> Tags::find(std::string_view name) const {
  if (const auto i = roster_index(name)) return roster_[*i];
  for (const auto& [known, text] : others_) {
    if (known == name) return text;
  }
  return std::nullopt;
}

std::string to_uci(const Transfer& transfer) {
  std::string text = to_string(transfer.from) + to_string(transfer.to);
  if (transfer.promoted_to) text += to_letter(Piece{Side::black, *transfer.promoted_to});
  return text;
}

std::optional<Transfer> transfer_from_uci(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const auto from = square_from_string(text.substr(0, 2));
  const auto to = square_from_string(text.substr(2, 2));
  if (!from || !to) return std::nullopt;
  Transfer transfer{*from, *to, std::nullopt};
  if (text.size() == 5) {
    const auto piece = piece_from_letter(text[4]);
    if (!piece || piece->side != Side::black) return std::nullopt;
    transfer.promoted_to = piece->type;
  }
  return transfer;
}

}  // namespace jadoube::chess

// What must hold of every ruling, whatever happened at the board: invariants that need no example.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "judge/ruling.hpp"
#include "record/scan.hpp"

namespace jadoube::situations {

struct Broken {
  /// Its name, as README.md has it.
  std::string invariant;
  std::string what;
};

/// Sees what a judge is fed and what it says, in order.
class Watch {
 public:
  /// `innocent`: the players who have done nothing wrong in this situation.
  Watch(std::shared_ptr<const laws::LawSet> law, std::string start_fen, std::vector<chess::Side> innocent);

  /// Before the judge hears it.
  void hears(const record::Record& record);
  void says(const laws::JudgedReport& line);
  void says(const laws::Reply& reply);
  /// Once it has said all that it has to say of the last record.
  void pause();

  /// The first of each invariant, by name.
  [[nodiscard]] const std::vector<Broken>& broken() const { return broken_; }
  /// Rows of which something was said.
  [[nodiscard]] std::set<std::string> rows() const;
  /// What stands of each finding at last, without numbers and times: for comparing one telling with another.
  [[nodiscard]] std::vector<std::string> standing() const;
  /// The same as `mine` sees it: what must come out alike with colours exchanged.
  [[nodiscard]] std::vector<std::string> outline(chess::Side mine) const;

 private:
  void breaks(const std::string& invariant, const std::string& what);
  void revise(const report::RevisionReport& line);
  void ruling(const laws::Ruling& r);
  void position(const laws::Ruling& r);
  void must_play(const laws::Ruling& r);
  void clocks(const laws::Ruling& r);
  void times_said(const laws::Ruling& r);
  void over_means_over(const laws::Ruling& r);
  void taken_back(const laws::Ruling& r, const laws::Ruling& before);
  void counts(const laws::Ruling& r);
  [[nodiscard]] unsigned rulings_before(record::Time t) const;
  void blame(const laws::Ruling& r);
  void suspicion(const laws::Ruling& r);
  void cited(const std::string& text);
  void one_ruling();
  void orders_agree();
  void what_stands_stays();
  [[nodiscard]] bool stands_against(chess::Side side, bool whoever_finds_it = false) const;
  void claim(const laws::Reply& reply);
  void nobody_claimed();

  /// Of an irregularity, as it was made.
  struct Claim {
    chess::Side by;
    bool is_due;     // the other's illegal act stands
    bool is_of_own;  // the claimant's own one does
    bool is_found;   // … and is put right whoever finds it
  };
  struct Valid {
    chess::Side by;
    laws::Row row;
    record::Time t;
  };

  struct Known {
    std::string fen;
    chess::Side side;
  };

  std::shared_ptr<const laws::LawSet> law_;
  const std::set<std::string, std::less<>>* articles_;
  std::vector<chess::Side> innocent_;
  std::vector<Broken> broken_;
  std::map<std::uint64_t, laws::Ruling> last_;  // of each finding
  std::map<unsigned, Known> plies_;
  std::vector<std::string> positions_;  // that have been on the record
  std::optional<laws::Readings> shown_, most_;
  std::optional<chess::Side> running_;
  record::Time shown_at_{};
  record::Time now_{};
  unsigned positions_set_ = 0;
  std::vector<record::Time> confirmed_at_;
  std::map<std::uint64_t, unsigned> attempt_;  // by finding: when it was opened
  std::map<chess::Side, std::vector<std::pair<unsigned, unsigned>>> counted_;  // ply and attempt
  std::optional<std::string> automatic_;  // what ended the game by itself
  std::optional<Claim> claim_;
  std::vector<Valid> valid_;
  bool over_ = false;
  bool wants_answer_ = false;
  bool entered_ = false;
};

}  // namespace jadoube::situations

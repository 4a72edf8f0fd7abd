// The C interface over the rooms that jadoube replay uses. Whatever is thrown below ends here.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "laws/library.hpp"
#include "library/jadoube.h"
#include "record/line_splitter.hpp"
#include "record/problem.hpp"
#include "record/scan.hpp"
#include "record/scanlog_jsonl.hpp"
#include "record/text_log.hpp"
#include "stream/json_lines.hpp"
#include "stream/log_follower.hpp"
#include "words/catalogue.hpp"

namespace {

using namespace jadoube;

constexpr int kProject[] = {JADOUBE_PROJECT_VERSION};
static_assert(kProject[0] == JADOUBE_VERSION_MAJOR && kProject[1] == JADOUBE_VERSION_MINOR &&
                  kProject[2] == JADOUBE_VERSION_PATCH,
              "library/jadoube.h has another version than CMakeLists.txt");

/// How the log is called in what is said about it.
constexpr const char* kLogName = "log";
/// Of what is fed at once, so that a log that is fed whole is not held twice.
constexpr std::size_t kPiece = std::size_t{1} << 16U;
constexpr std::size_t kProblemsKept = 50;

}  // namespace

struct jadoube_follower {
 public:
  jadoube_follower() = default;
  jadoube_follower(const jadoube_follower&) = delete;
  jadoube_follower& operator=(const jadoube_follower&) = delete;

  /// What `work` gives, a jadoube_status; once something was thrown, or no log can be followed, always that.
  template <typename Work>
  jadoube_status guarded(Work&& work) noexcept {
    if (ended_by_ != JADOUBE_OK) return ended_by_;
    try {
      return work();
    } catch (const std::bad_alloc&) {
      return end(JADOUBE_MEMORY, "memory ran out");
    } catch (const std::length_error&) {
      return end(JADOUBE_MEMORY, "more was to be held than can be");
    } catch (const std::exception&) {
      return end(JADOUBE_FAULT, "a fault of libjadoube: please report it with the log");
    }
  }

  jadoube_status add_law(const char* name, std::string_view toml);
  jadoube_status set_law(const char* id);
  jadoube_status set_language(const char* code);
  jadoube_status feed(std::string_view bytes);
  jadoube_status advance(std::int64_t t_us);
  jadoube_status finish();

  const char* next_line() noexcept;
  const char* next_problem() noexcept;
  [[nodiscard]] std::uint64_t problems() const noexcept { return problems_; }
  [[nodiscard]] const char* error() const noexcept {
    return fixed_error_ != nullptr ? fixed_error_ : error_.c_str();
  }
  jadoube_status refuse(jadoube_status status, std::string why) {
    error_ = std::move(why);
    return status;
  }

 private:
  jadoube_status end(jadoube_status status, const char* why) noexcept {
    fixed_error_ = why;
    ended_by_ = status;
    return status;
  }
  jadoube_status refuse_log(std::string why) {
    ended_by_ = JADOUBE_LOG;
    return refuse(JADOUBE_LOG, std::move(why));
  }
  void pass_over(const record::Problem& problem);
  jadoube_status take_lines();
  jadoube_status begin();
  void take_record();
  void fetch();

  std::vector<laws::Source> sources_;
  laws::Library library_;
  std::optional<laws::LawSet> law_;
  words::Language language_ = words::Language::english;

  bool is_fed_ = false;
  bool is_finished_ = false;
  jadoube_status ended_by_ = JADOUBE_OK;
  record::LineSplitter splitter_;
  record::TextLog log_{kLogName, [this](const record::Problem& problem) { pass_over(problem); }};
  record::Entry entry_;
  record::Time now_{0};  // everything up to here has been heard of
  std::optional<stream::JsonLines> sink_;
  std::optional<stream::LogFollower> follower_;

  std::string lines_;      // to be fetched, each with its end
  std::size_t given_ = 0;  // bytes of them that have been
  std::deque<std::string> waiting_;
  std::string problem_;  // the last that was fetched
  std::uint64_t problems_ = 0;
  std::string error_;
  const char* fixed_error_ = nullptr;  // where there may be no memory for another
};

jadoube_status jadoube_follower::add_law(const char* name, std::string_view toml) {
  if (is_fed_) return refuse(JADOUBE_ORDER, "the log has begun: laws are added before");
  laws::Source source{name, std::string{toml}};
  const auto checked = library_.check(source);
  if (!checked) {
    if (checked.error().empty()) return refuse(JADOUBE_LAW, source.file + " cannot be used");
    return refuse(JADOUBE_LAW, in_words(checked.error().front()).in(language_));
  }
  sources_.push_back(std::move(source));
  library_ = laws::Library{sources_};
  return JADOUBE_OK;
}

jadoube_status jadoube_follower::set_law(const char* id) {
  if (is_fed_) return refuse(JADOUBE_ORDER, "the log has begun: its law is set before");
  if (id == nullptr || *id == '\0') {
    law_.reset();
    return JADOUBE_OK;
  }
  auto law = library_.law(id);
  if (!law) return refuse(JADOUBE_LAW, in_words(law.error().front()).in(language_));
  law_ = *std::move(law);
  return JADOUBE_OK;
}

jadoube_status jadoube_follower::set_language(const char* code) {
  if (is_fed_) return refuse(JADOUBE_ORDER, "the log has begun: its language is set before");
  const auto language = words::language_from_code(code);
  if (!language) return refuse(JADOUBE_ARGUMENT, words::language_fault(code));
  language_ = *language;
  return JADOUBE_OK;
}

jadoube_status jadoube_follower::feed(std::string_view bytes) {
  if (is_finished_) return refuse(JADOUBE_ORDER, "the log is finished: a new one takes a new follower");
  if (bytes.empty()) return JADOUBE_OK;
  is_fed_ = true;
  const std::uint64_t before = problems_;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(kPiece, bytes.size()))) {
    splitter_.add(bytes.substr(0, kPiece));
    if (const auto status = take_lines(); status != JADOUBE_OK) return status;
  }
  return problems_ == before ? JADOUBE_OK : JADOUBE_PASSED_OVER;
}

jadoube_status jadoube_follower::advance(std::int64_t t_us) {
  if (t_us < 0 || t_us > record::kLargestInteger)
    return refuse(JADOUBE_ARGUMENT, "a time is 0 or more microseconds, and no more than 2^53 - 1");
  if (is_finished_) return refuse(JADOUBE_ORDER, "the log is finished");
  if (!follower_) return refuse(JADOUBE_ORDER, "the header of the log has not come yet");
  if (record::Time{t_us} <= now_) return JADOUBE_OK;
  now_ = record::Time{t_us};
  follower_->advance_to(now_);
  fetch();
  return JADOUBE_OK;
}

jadoube_status jadoube_follower::finish() {
  if (is_finished_) return refuse(JADOUBE_ORDER, "the log was finished before");
  const std::uint64_t before = problems_;
  splitter_.end();
  if (const auto status = take_lines(); status != JADOUBE_OK) return status;
  is_fed_ = is_finished_ = true;
  follower_->finish();
  fetch();
  return problems_ == before ? JADOUBE_OK : JADOUBE_PASSED_OVER;
}

jadoube_status jadoube_follower::take_lines() {
  while (const auto line = splitter_.next()) {
    const bool is_record = log_.take(*line, entry_);
    if (log_.refusal()) return refuse_log(*log_.refusal());
    if (log_.is_begun() && !follower_)
      if (const auto status = begin(); status != JADOUBE_OK) return status;
    if (is_record) take_record();
    if (line->kind == record::LineSplitter::Kind::end) break;
  }
  return JADOUBE_OK;
}

/// The header is known.
jadoube_status jadoube_follower::begin() {
  const record::Header& header = log_.header();
  if (const auto why = stream::unplayable(header))
    return refuse_log(record::to_string({{1, 1, 0}, why->in(language_)}, kLogName));
  std::vector<laws::LawSet> laws;
  if (law_) {
    laws.push_back(*law_);
  } else {
    auto found = stream::law_of(header, library_);
    if (found.problem) pass_over({{1, 1, 0}, found.problem->in(language_)});
    laws = std::move(found.laws);
  }
  sink_.emplace("", language_);
  follower_.emplace(header, std::move(laws), stream::find_law_in(library_), *sink_);
  return JADOUBE_OK;
}

void jadoube_follower::take_record() {
  const record::Time t = time_of(entry_.record);
  if (t < now_) {
    pass_over({entry_.place, "the record is earlier than a time up to which nothing was to have changed"});
    return;
  }
  now_ = t;
  follower_->advance_to(t);
  follower_->on(entry_.record);
  if (const auto& why = follower_->refusal()) pass_over({entry_.place, why->in(language_)});
  fetch();
}

void jadoube_follower::fetch() {
  const std::string said = sink_->take();
  if (said.empty()) return;
  if (given_ * 2 > lines_.size()) {
    lines_.erase(0, given_);
    given_ = 0;
  }
  lines_ += said;
}

void jadoube_follower::pass_over(const record::Problem& problem) {
  ++problems_;
  if (waiting_.size() < kProblemsKept) waiting_.push_back(record::to_string(problem, kLogName));
}

const char* jadoube_follower::next_line() noexcept {
  if (given_ == lines_.size()) return nullptr;
  char* line = lines_.data() + given_;
  given_ = lines_.find('\n', given_) + 1;
  lines_[given_ - 1] = '\0';
  return line;
}

const char* jadoube_follower::next_problem() noexcept {
  if (waiting_.empty()) return nullptr;
  problem_ = std::move(waiting_.front());
  waiting_.pop_front();
  return problem_.c_str();
}

// ---- the functions of jadoube.h

int jadoube_version(void) {
  return JADOUBE_VERSION;
}

const char* jadoube_law(size_t index) {
  try {
    static const std::vector<std::string> ids{laws::built_in_ids().begin(), laws::built_in_ids().end()};
    return index < ids.size() ? ids[index].c_str() : nullptr;
  } catch (const std::exception&) {
    return nullptr;
  }
}

jadoube_follower* jadoube_new(void) {
  try {
    return new jadoube_follower;
  } catch (const std::exception&) {
    return nullptr;
  }
}

void jadoube_free(jadoube_follower* follower) {
  delete follower;
}

jadoube_status jadoube_add_law(jadoube_follower* follower, const char* name, const char* toml,
                               size_t length) {
  if (follower == nullptr) return JADOUBE_ARGUMENT;
  return follower->guarded([&] {
    if (name == nullptr || toml == nullptr)
      return follower->refuse(JADOUBE_ARGUMENT, "a law has a name and a text");
    return follower->add_law(name, {toml, length});
  });
}

jadoube_status jadoube_set_law(jadoube_follower* follower, const char* id) {
  if (follower == nullptr) return JADOUBE_ARGUMENT;
  return follower->guarded([&] { return follower->set_law(id); });
}

jadoube_status jadoube_set_language(jadoube_follower* follower, const char* code) {
  if (follower == nullptr) return JADOUBE_ARGUMENT;
  return follower->guarded([&] { return follower->set_language(code == nullptr ? "" : code); });
}

jadoube_status jadoube_feed(jadoube_follower* follower, const char* bytes, size_t length) {
  if (follower == nullptr) return JADOUBE_ARGUMENT;
  return follower->guarded([&] {
    if (bytes == nullptr && length != 0) return follower->refuse(JADOUBE_ARGUMENT, "there are no bytes");
    return follower->feed({bytes, length});
  });
}

jadoube_status jadoube_advance(jadoube_follower* follower, int64_t t_us) {
  if (follower == nullptr) return JADOUBE_ARGUMENT;
  return follower->guarded([&] { return follower->advance(t_us); });
}

jadoube_status jadoube_finish(jadoube_follower* follower) {
  if (follower == nullptr) return JADOUBE_ARGUMENT;
  return follower->guarded([&] { return follower->finish(); });
}

const char* jadoube_next_line(jadoube_follower* follower) {
  return follower == nullptr ? nullptr : follower->next_line();
}

const char* jadoube_next_problem(jadoube_follower* follower) {
  return follower == nullptr ? nullptr : follower->next_problem();
}

uint64_t jadoube_problems(const jadoube_follower* follower) {
  return follower == nullptr ? 0 : follower->problems();
}

const char* jadoube_error(const jadoube_follower* follower) {
  return follower == nullptr ? "" : follower->error();
}

#include "notify/webhook.hpp"

#include <algorithm>
#include <utility>

#include "broadcast/token_file.hpp"
#include "notify/signature.hpp"

namespace jadoube::notify {
namespace {

using std::chrono::milliseconds;

/// However long a server asks to be left alone.
constexpr std::chrono::seconds kLongestAsked{3600};

}  // namespace

Webhook::Webhook(const boost::asio::any_io_executor& executor, Options options)
    : executor_{executor}, options_{std::move(options)}, again_{executor} {}

void Webhook::send(std::shared_ptr<const std::string> text) {
  if (waiting_.size() >= options_.most_waiting) drop_oldest();
  waiting_.push_back(
      {options_.run + '-' + std::to_string(++sent_), std::move(text), std::chrono::steady_clock::now()});
  go_on();
}

void Webhook::drop_oldest() {
  // The one that is under way may arrive: the answer to it is waited for.
  const auto oldest = waiting_.begin() + (flying_ && waiting_.size() > 1 ? 1 : 0);
  waiting_.erase(oldest);
  ++dropped_;
  ++lost_;
}

void Webhook::go_on() {
  if (flying_ || is_waiting_) return;
  const auto now = std::chrono::steady_clock::now();
  while (!waiting_.empty() && now - waiting_.front().since > options_.oldest) drop_oldest();
  if (waiting_.empty()) return;
  const auto word = broadcast::read_token(options_.secret_file);
  const auto secret = word ? secret_from(*word) : tl::unexpected{word.error()};
  if (!secret)
    return failed(word ? options_.secret_file + ": " + secret.error() : secret.error(), milliseconds{0});
  const Waiting& next = waiting_.front();
  const std::string timestamp = std::to_string(
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
          .count());
  flying_ = broadcast::post(executor_, options_.tls,
                            {options_.to.place,
                             options_.to.target,
                             {{"User-Agent", "jadoube"},
                              {"Content-Type", "application/json"},
                              {"webhook-id", next.id},
                              {"webhook-timestamp", timestamp},
                              {"webhook-signature", signature_of(*secret, next.id, timestamp, *next.text)}},
                             *next.text},
                            [this](const broadcast::HttpResult& result) {
                              flying_.reset();
                              heard(result);
                            });
}

void Webhook::heard(const broadcast::HttpResult& result) {
  if (!result) return failed(result.error(), milliseconds{0});
  if (result->status < 200 || result->status > 299)
    return failed(
        "the server answers " + std::to_string(result->status),
        std::min<milliseconds>(result->retry_after.value_or(std::chrono::seconds{0}), kLongestAsked));
  waiting_.pop_front();
  failures_ = 0;
  const auto lost = std::exchange(lost_, 0);
  tell(lost == 0 ? std::string{}
                 : "it takes notices again; " + std::to_string(lost) + " were dropped meanwhile");
  go_on();
}

void Webhook::failed(const std::string& why, milliseconds at_least) {
  const auto wait = std::max(
      at_least, std::min(options_.longest_wait, options_.first_wait * (1U << std::min(failures_++, 16U))));
  tell(lost_ == 0 ? why : why + "; the oldest notices are dropped");
  is_waiting_ = true;
  again_.expires_after(wait);
  again_.async_wait([this, here = std::weak_ptr{here_}](const boost::system::error_code& error) {
    if (error || here.expired()) return;
    is_waiting_ = false;
    go_on();
  });
}

void Webhook::tell(const std::string& sentence) {
  if (sentence != std::exchange(told_, sentence)) options_.trouble(sentence);
}

}  // namespace jadoube::notify

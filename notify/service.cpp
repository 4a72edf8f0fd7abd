#include "notify/service.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/post.hpp>

#include "broadcast/token_file.hpp"
#include "notify/signature.hpp"
#include "record/utc.hpp"

namespace jadoube::notify {

std::optional<std::string> Service::problem_of(const Settings& settings) {
  if (const auto fault = fault_in(settings))
    return std::string{"notify."} + fault->key + ": " + fault->sentence;
  if (!settings.webhooks.empty()) {
    const auto word = broadcast::read_token(settings.webhook_secret);
    if (!word) return "notify.webhook_secret: " + word.error();
    if (const auto secret = secret_from(*word); !secret)
      return "notify.webhook_secret: " + settings.webhook_secret + ": " + secret.error();
  }
  for (const std::string& each : settings.hooks)
    if (const auto fault = hook_fault(hook_from(each)->path); !fault.empty()) return "notify.hooks: " + fault;
  return std::nullopt;
}

tl::expected<std::unique_ptr<Service>, std::string> Service::start(
    const boost::asio::any_io_executor& executor, arbiter::LiveHall& hall, const Settings& settings) {
  if (settings.webhooks.empty() && settings.hooks.empty()) return nullptr;
  if (auto problem = problem_of(settings)) return tl::unexpected{*std::move(problem)};
  std::unique_ptr<Service> service{new Service{hall.store().last_alert().value_or(0), settings.secret}};
  for (const std::string& each : settings.hooks) service->programs_.push_back(*hook_from(each));
  if (!settings.hooks.empty()) {
    Hooks::Options options;
    options.limit = std::chrono::seconds{settings.hook_seconds};
    options.trouble = [executor, &hall](const std::string& path, const std::string& sentence) {
      boost::asio::post(executor, [&hall, path, sentence] {
        hall.warn("notify " + path, sentence.empty() ? sentence : "hook " + sentence);
      });
    };
    service->hooks_ = std::make_unique<HookThread>(std::move(options));
  }
  if (!settings.webhooks.empty()) {
    const auto tls = broadcast::trust({});
    if (!tls) return tl::unexpected{"notify: " + tls.error()};
    const std::string run = record::utc_for_file_name(record::utc_text(record::utc_now()));
    for (const std::string& each : settings.webhooks) {
      const auto number = std::to_string(service->webhooks_.size() + 1);
      Webhook::Options options{*webhook_from(each), settings.webhook_secret, *tls, run + '-' + number};
      // The path may be a secret of the server's.
      options.trouble = [&hall, number, server = options.to.place.authority](const std::string& sentence) {
        hall.warn("notify webhook " + number,
                  sentence.empty() ? sentence : "webhook " + number + " (" + server + "): " + sentence);
      };
      service->webhooks_.push_back(std::make_unique<Webhook>(executor, std::move(options)));
    }
  }
  service->subscription_ =
      hall.listen_to_alerts([raw = service.get()](const arbiter::Alert& alert) { raw->hear(alert); });
  return service;
}

void Service::hear(const arbiter::Alert& alert) {
  auto notice = notices_.notice_of(alert);
  if (!notice || (notice->is_secret && !tells_secrets_)) return;
  const auto text = std::make_shared<const std::string>(std::move(notice->text));
  for (const auto& webhook : webhooks_)
    if (webhook->choice().has(notice->alert_class, notice->kind)) webhook->send(text);
  for (const HookProgram& program : programs_)
    if (program.choice.has(notice->alert_class, notice->kind)) hooks_->run(program.path, text);
}

}  // namespace jadoube::notify

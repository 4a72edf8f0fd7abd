#include "server/metrics.hpp"

#include <array>
#include <cstdio>

namespace jadoube::server {
namespace {

class Metrics {
 public:
  void gauge(std::string_view name, std::string_view help, std::uint64_t value) {
    head(name, help, "gauge");
    sample(name, "", value);
  }
  void counter(std::string_view name, std::string_view help, std::uint64_t value) {
    head(name, help, "counter");
    sample(name, "", value);
  }
  void head(std::string_view name, std::string_view help, std::string_view type) {
    text_.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ");
    text_.append(name).append(" ").append(type).append("\n");
  }
  void sample(std::string_view name, std::string_view labels, std::uint64_t value) {
    text_.append(name).append(labels).append(" ").append(std::to_string(value)).append("\n");
  }
  void histogram(const std::string& name, std::string_view help, const Histogram& histogram) {
    head(name, help, "histogram");
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
      count += histogram.counts.at(i);
      std::array<char, 32> bound{"+Inf"};
      if (i < Histogram::kUpTo.size())
        std::snprintf(bound.data(), bound.size(), "%g", Histogram::kUpTo.at(i));
      sample(name + "_bucket", "{le=\"" + std::string{bound.data()} + "\"}", count);
    }
    std::array<char, 32> sum{};
    std::snprintf(sum.data(), sum.size(), "%.6f", histogram.sum);
    text_.append(name).append("_sum ").append(sum.data()).append("\n");
    sample(name + "_count", "", count);
  }
  /// A text as the value of a label.
  static std::string label(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
      if (c == '\\' || c == '"') escaped += '\\';
      if (c == '\n')
        escaped += "\\n";
      else
        escaped += c;
    }
    return escaped;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace

std::string metrics_text(const arbiter::Health& health, const Counts& counts, std::uint64_t refused_logins,
                         std::string_view version, std::string_view commit, const std::vector<Number>& more) {
  Metrics m;
  m.head("jadoube_info", "What runs here.", "gauge");
  m.sample("jadoube_info",
           "{version=\"" + std::string{version} + "\",commit=\"" + std::string{commit} + "\"}", 1);
  m.gauge("jadoube_boards", "Boards that are known.", health.boards);
  m.gauge("jadoube_boards_attached", "Boards that are plugged in and speak.", health.attached);
  m.head("jadoube_board_link", "1 if the board is plugged in and speaks.", "gauge");
  for (const arbiter::Health::Board& each : health.each_board)
    m.sample("jadoube_board_link",
             "{board=\"" + Metrics::label(each.id) + "\",table=\"" +
                 (each.number == 0 ? std::string{} : std::to_string(each.number)) + "\"}",
             each.has_link ? 1 : 0);
  m.gauge("jadoube_logs_to_hear", "Logs of earlier runs that are still to be heard again.",
          health.logs_to_hear);
  m.gauge("jadoube_alerts_open", "Alerts that nobody has closed.", health.open_alerts);
  m.counter("jadoube_scans_total", "Readings of boards.", health.scans);
  m.counter("jadoube_changed_scans_total", "Readings of boards in which something had changed.",
            health.changed_scans);
  m.counter("jadoube_lines_total", "Lines of the finding streams.", health.lines);
  m.head("jadoube_updates_total", "Updates for live clients, by what they tell of.", "counter");
  for (std::size_t i = 0; i < health.updates.size(); ++i)
    m.sample("jadoube_updates_total",
             "{kind=\"" + std::string{name(static_cast<arbiter::Update::Kind>(i))} + "\"}",
             health.updates.at(i));
  m.gauge("jadoube_last_update", "Number of the last update.", health.last_update);
  m.counter("jadoube_records_not_written_total", "Records that could not be written to the disk.",
            health.records_not_written);
  m.gauge("jadoube_disk_ok", "1 if the last write to the disk went well.", health.disk_ok ? 1 : 0);
  m.gauge("jadoube_warnings", "Warnings that people should see.", health.warnings.size());
  m.gauge("jadoube_http_connections", "Open connections.", counts.connections);
  m.counter("jadoube_http_turned_away_total", "Connections there was no room for.", counts.turned_away);
  m.head("jadoube_http_answers_total", "Answers by the first digit of their status.", "counter");
  for (std::size_t i = 0; i < counts.answers.size(); ++i)
    m.sample("jadoube_http_answers_total", "{status=\"" + std::to_string(i + 1) + "xx\"}", counts.answers[i]);
  m.gauge("jadoube_live_clients", "WebSockets and event streams.", counts.live_clients);
  m.counter("jadoube_live_messages_total", "Messages for live clients.", counts.messages);
  m.counter("jadoube_live_slow_clients_total", "Live clients dropped because they did not keep up.",
            counts.slow_clients);
  m.head("jadoube_clients_dropped_total", "Clients that were dropped or turned away, by why.", "counter");
  for (std::size_t i = 0; i < kDrops.size(); ++i)
    m.sample("jadoube_clients_dropped_total", "{reason=\"" + std::string{kDrops.at(i)} + "\"}",
             counts.dropped.at(i));
  m.histogram("jadoube_change_to_page_seconds",
              "From a change at a board to when a live client's connection had taken it.", counts.to_page);
  m.counter("jadoube_logins_refused_total", "Wrong tokens.", refused_logins);
  for (const Number& each : more)
    if (each.name.ends_with("_total"))
      m.counter(each.name, each.help, each.value);
    else
      m.gauge(each.name, each.help, each.value);
  return m.take();
}

}  // namespace jadoube::server

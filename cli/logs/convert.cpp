// jadoube convert: a scan log from one form into another.
#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "captures/raw_log.hpp"
#include "captures/wire_log.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/logs/log_problems.hpp"
#include "cli/logs/same_file.hpp"
#include "cli/progress.hpp"
#include "drivers/board_folder.hpp"
#include "record/scan_log.hpp"
#include "record/senses.hpp"

namespace jadoube::cli {
namespace {

using record::Form;

struct Options {
  std::string in;
  std::string out = "-";
  std::string from = "auto";
  std::string to;
  std::string senses;
};

std::optional<Form> output_form(const Options& options) {
  if (options.to == "jsonl") return Form::jsonl;
  if (options.to == "recording") return Form::recording;
  if (options.out == "-") return Form::jsonl;
  return record::form_of_name(options.out);
}

/// Copies what can be read. Input problems have been told already when they come up; an output problem ends
/// the work.
std::optional<std::string> copy(record::ScanLogReader& reader, record::ScanLogWriter& writer,
                                std::optional<record::Senses> senses) {
  Progress progress{"records converted"};
  std::uint64_t count = 0;
  while (const auto* entry = reader.next()) {
    auto written = senses ? writer.write(record::reduced(entry->record, *senses), entry->extra)
                          : writer.write(entry->record, entry->extra);
    if (!written) return std::move(written).error();
    progress.at(++count);
  }
  if (auto closed = writer.close(); !closed) return std::move(closed).error();
  return std::nullopt;
}

int convert(const Options& options) {
  const auto form = output_form(options);
  if (!form)
    return fail(options.out +
                ": the name tells no form (.jsonl or .jscan, with or without .zst); say --to jsonl or "
                "--to recording");
  if (form == Form::recording && options.out == "-" && ::isatty(STDOUT_FILENO) == 1)
    return fail("standard output: is a terminal, and a recording is not for reading; name a file");
  if (options.in != "-" && options.out != "-" && same_file(options.in, options.out))
    return fail(options.out + ": is the input itself");

  LogProblems problems{record::input_name(options.in)};
  // A wire's make may be one of the owner's.
  if (options.from == "wire")
    if (const auto used = drivers::use_board_folder(drivers::kBoardFolder); !used) return fail(used.error());
  auto source = record::open_source(options.in);
  if (!source) return fail(source.error());
  auto reader = options.from == "dgt-raw" ? captures::open_raw_log(*std::move(source), problems.sink())
                : options.from == "wire"  ? captures::open_wire_log(*std::move(source), problems.sink())
                                          : record::ScanLogReader::open(*std::move(source), problems.sink());
  if (!reader) return fail(reader.error());

  if (options.from != "auto" && options.from != name((*reader)->form()))
    return fail((*reader)->name() + ": is of the form " + std::string{name((*reader)->form())});
  auto header = (*reader)->header();
  std::optional<record::Senses> senses;
  if (!options.senses.empty()) {
    senses = record::senses_from_name(options.senses);
    if (*senses > header.board.senses)
      return fail((*reader)->name() + ": the board senses " + std::string{name(header.board.senses)} +
                  " only");
    header.board.senses = *senses;
  }
  auto sink = record::open_sink(options.out);
  if (!sink) return fail(sink.error());
  auto writer = record::ScanLogWriter::create(*std::move(sink), *form, header);
  if (!writer) return fail(writer.error());

  const auto failure = copy(**reader, **writer, senses);
  if (failure) return fail(*failure);
  if (const auto unknown = (*reader)->unknown_types(); unknown != 0)
    std::cerr << "jadoube: " << (*reader)->name() << ": " << unknown
              << " record(s) of types that this version does not know were carried along\n";
  if (const auto remark = (*reader)->remark(); !remark.empty())
    std::cerr << "jadoube: " << (*reader)->name() << ": " << remark << '\n';
  return problems.finish() == 0 ? kOk : kUnusable;
}

}  // namespace

void add_convert(Command program, int& status) {
  auto command =
      program.add_subcommand("convert", "Turn a scan log from one form into another, without loss");
  auto options = std::make_shared<Options>();
  command.add_option("IN", options->in, "Log to read; - is standard input. Packed with zstd or not")
      .required();
  command.add_option("OUT", options->out, "File to write; - is standard output. A name in .zst is packed")
      .capture_default_str();
  command.add_option("--from", options->from, "Form of IN; auto finds out, except dgt-raw and wire")
      .one_of({"auto", "jsonl", "recording", "dgt-raw", "wire"})
      .capture_default_str();
  command.add_option("--to", options->to, "Form of OUT, if its name does not tell; - is jsonl otherwise")
      .one_of({"jsonl", "recording"});
  command.add_option("--senses", options->senses, "Keep only what a board with these senses would have seen")
      .one_of({"presence", "colour"});
  command.footer(examples({
      {"jadoube convert game.scanlog.jsonl game.jscan", "text into a recording, a tenth of the size"},
      {"jadoube convert game.jscan | less", "look at a recording"},
      {"jadoube convert --senses presence game.jscan.zst blind.scanlog.jsonl",
       "what a board that cannot tell pieces apart would have seen"},
      {"jadoube convert --from wire dgt-01025-20261121T180000Z.wire.txt game.scanlog.jsonl",
       "what `jadoube record --raw` has written, as this version of the program reads it"},
      {"jadoube convert --from dgt-raw capture.bin game.scanlog.jsonl",
       "bytes as a DGT board sent them, or base64 lines of them, into a scan log"},
  }));
  command.callback([options, &status] { status = convert(*options); });
}

}  // namespace jadoube::cli

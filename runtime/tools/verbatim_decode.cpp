// verbatim-decode: explains CQEs, WQEs and the errors of mlx5 drivers.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>

#include "recording/reader.hpp"
#include "tools/decode/decode.hpp"
#include "tools/decode/mailbox.hpp"
#include "tools/decode/words.hpp"
#include "tools/recorded/print.hpp"
#include "verbatim/generated/layouts.hpp"
#include "verbatim/wire/version.hpp"

namespace {

namespace decode = verbatim::tools::decode;
namespace recorded = verbatim::tools::recorded;

constexpr auto about =
    "Explains a CQE, a WQE or an error of an mlx5 driver: every field by its name, the syndrome "
    "and\n"
    "vendor syndrome in words, the likely causes, and what to check next.\n"
    "\n"
    "Reads from FILE, or from standard input, any mixture of\n"
    "  * kernel logs (\"dump error cqe\", \"Error cqe on cqn\", \"WQE DUMP\", with their hex)\n"
    "  * messages of mlx5_core about refused commands (\"CREATE_MKEY(0x200) op_mod(0x0) failed, "
    "status ...\")\n"
    "  * messages of libmlx5, UCX, DPDK, libxlio, DOCA, NCCL, Open MPI and perftest about failed "
    "completions\n"
    "  * hex in bytes or words, with or without offsets, from hexdump -C, xxd, od or a debugger\n"
    "and with --binary the bytes themselves. A recording of `verbatim-emulator --record` is "
    "recognised; --qp,\n"
    "--process, --from and --to choose from its records.\n"
    "\n"
    "The last 16 bytes of a CQE are enough, and a WQE may come without a CQE. Both are joined by "
    "QPN\n"
    "and index.\n";

constexpr auto examples =
    "Examples:\n"
    "  dmesg | verbatim-decode\n"
    "  verbatim-decode 00000000 93005204 0a0019a1 c0921cd2\n"
    "  verbatim-decode --transport rc --json job.log\n"
    "  verbatim-decode --binary --ring cq --cqe-size 128 --errors cq.bin\n"
    "  verbatim-decode --qp 0x4001 --fields recording\n"
    "\n"
    "Exit status: 0 something was decoded; 1 nothing was found; 2 the command line is wrong or a "
    "file\n"
    "cannot be read; 3 a decoded entry contradicts the formats, or a recording is cut "
    "off "
    "or damaged.";

constexpr auto cannot_be_written =
    "verbatim-decode: the output cannot be written: is the disk full?\n";

enum status { decoded = 0, nothing = 1, unusable = 2, malformed = 3 };

/// Returns the arguments as one line, if they are hex and not files.
std::optional<std::string> hex_of(const std::vector<std::string>& arguments) {
  constexpr std::size_t least = 4;  // bytes
  std::string line;
  for (const auto& word : arguments) {
    if (std::filesystem::exists(word)) return {};
    line += word + ' ';
  }
  const auto hex = decode::read_hex_line(line);
  if (!hex || !hex->pure || hex->bytes.size() < least) return {};
  return line + '\n';
}

std::string contents(std::istream& in) {
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Returns the input; nothing if it cannot be read.
std::optional<std::string> input(const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments == std::vector<std::string>{"-"}) return contents(std::cin);
  if (auto hex = hex_of(arguments)) return hex;
  std::string all;
  for (const auto& path : arguments) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
      std::cerr << "verbatim-decode: cannot read " << path << '\n';
      return {};
    }
    all += contents(file);
  }
  return all;
}

/// Prints a recording. Returns the exit status.
int print_recording(const std::string& bytes, const recorded::selection& by,
                    recorded::output_form form) {
  const auto done = recorded::print(std::as_bytes(std::span(bytes)), by, form, std::cout);
  if (!std::cout.flush()) {
    std::cerr << cannot_be_written;
    return unusable;
  }
  if (!done.problem.empty()) {
    std::cerr << "verbatim-decode: " << done.problem
              << (done.has_records ? "; what comes before it is printed\n" : "\n");
    return done.has_records ? malformed : unusable;
  }
  if (done.printed != 0) return decoded;
  std::cerr << "verbatim-decode: the recording has no such record\n";
  return nothing;
}

/// Returns an empty text if it is a number, decimal or with 0x, else the reason.
std::string why_no_number(const std::string& text) {
  return decode::number_of<std::uint32_t>(text) ? "" : text + " is no number of 32 bits";
}

/// Returns an empty text if there is such a command, else the reason.
std::string why_no_command(const std::string& name_or_opcode) {
  if (decode::answer_to(name_or_opcode)) return "";
  return name_or_opcode +
         " is neither an opcode of 16 bits nor a command that specs/commands describes";
}

bool wants_color(const std::string& when) {
  if (when != "auto") return when == "always";
  return std::getenv("NO_COLOR") == nullptr && isatty(STDOUT_FILENO) == 1;
}

}  // namespace

int main(int argc, char** argv) {
  decode::options said;
  std::vector<std::string> arguments;
  std::string color = "auto";
  std::string word_order = "usual";
  std::string ring;
  std::string as;
  bool binary = false;
  bool json = false;
  std::vector<std::string> transports;
  for (const auto& transport : verbatim::transport_layouts) transports.emplace_back(transport.name);

  CLI::App app{about, "verbatim-decode"};
  app.footer(examples);
  app.add_option("FILE", arguments, "The file to read, \"-\" for standard input; or words of hex");
  app.add_flag("--binary", binary, "The input is a ring, or a CQE or WQE, as it is in memory");
  auto* const as_option =
      app.add_option("--as", as,
                     "The kind of the hex, or of the input of --binary without --ring; mad is a "
                     "management datagram, command one to the firmware, as DevX takes it")
          ->check(CLI::IsMember({"cqe", "wqe", "mad", "command"}));
  std::string answer_to;
  auto* const answer_option =
      app.add_option("--answer-to", answer_to,
                     "The hex, or the input of --binary, is the answer to this command to the "
                     "firmware: its name, as CREATE_PSV, or its opcode")
          ->type_name("COMMAND")
          ->check(why_no_command)
          ->excludes(as_option);
  app.add_option("--ring", ring,
                 "The ring that the hex or the input of --binary is of; otherwise it is guessed")
      ->check(CLI::IsMember({"send", "recv", "cq"}))
      ->excludes(as_option)
      ->excludes(answer_option);
  app.add_option("--cqe-size", said.cqe_size, "Bytes of a CQE: 64, or 128")
      ->check(CLI::IsMember({64, 128}));
  app.add_option("--stride", said.stride, "Bytes of a receive WQE in its ring, a multiple of 16")
      ->check(CLI::IsMember({16, 32, 64, 128, 256, 512, 1024}));
  app.add_option("--transport", said.transport,
                 "The transport of the WQEs; otherwise the one that fits best")
      ->check(CLI::IsMember(transports));
  app.add_option(
         "--word-order", word_order,
         "Bytes in words of hex: big, as the device has them and drivers print them; little, as\n"
         "gdb's x/xw prints memory of x86; usual: big, but little in what hexdump and od print")
      ->check(CLI::IsMember({"usual", "big", "little"}));
  app.add_flag("--enhanced", said.enhanced, "Compressed CQEs have the enhanced layout");
  app.add_option("--minis", said.minis, "The format of the CQ's mini CQEs of receives")
      ->check(CLI::IsMember({"hash", "csum", "ftag", "csum_stridx", "l34h"}));
  app.add_flag("--errors", said.errors_only,
               "Leave out entries that have neither failed nor are malformed");
  app.add_flag("--json", json, "For programs: an array of objects");
  std::string qpn;
  std::string process;
  recorded::selection by;
  std::vector<CLI::Option*> of_recordings{
      app.add_option("--qp", qpn, "Print only the life of this queue pair, of a recording")
          ->check(why_no_number),
      app.add_option("--process", process, "Print only this process, of a recording")
          ->check(why_no_number),
      app.add_option("--from", by.from,
                     "Begin at this second after the first record of a recording"),
      app.add_option("--to", by.to, "End at this second after the first record of a recording")};
  bool fields = false;
  of_recordings.push_back(
      app.add_flag("--fields", fields, "Print the fields of each WQE and CQE too, of a recording"));
  app.add_option("--color", color, "Use colours: auto (on a terminal), always, never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  app.set_version_flag("--version", VERBATIM_VERSION_TEXT);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? decoded : unusable;
  }
  using decode::content;
  if (!said.minis.empty()) said.minis.insert(0, "mini_resp_");
  const std::map<std::string, decode::word_order> orders{{"usual", decode::word_order::usual},
                                                         {"big", decode::word_order::big},
                                                         {"little", decode::word_order::little}};
  said.order = orders.at(word_order);
  const std::map<std::string, content> kinds{
      {"", content::unknown},     {"cqe", content::cqe},         {"wqe", content::wqe},
      {"mad", content::mad},      {"command", content::command}, {"send", content::sq_ring},
      {"recv", content::rq_ring}, {"cq", content::cq_ring}};
  said.kind = kinds.at(ring.empty() ? as : ring);
  if (answer_option->count() != 0) {
    said.kind = content::command;
    said.answer_to = decode::answer_to(answer_to);
  }

  const auto text = input(arguments);
  if (!text) return unusable;
  if (verbatim::recording::is_recording(std::as_bytes(std::span(*text)))) {
    by.qpn = decode::number_in<std::uint32_t>(qpn);
    by.process = decode::number_in<std::uint32_t>(process);
    const auto form = json     ? recorded::output_form::json
                      : fields ? recorded::output_form::pages
                               : recorded::output_form::lines;
    return print_recording(*text, by, form);
  }
  for (const auto* const option : of_recordings) {
    if (option->count() == 0) continue;
    std::cerr << "verbatim-decode: " << option->get_name()
              << " is for recordings of verbatim-emulator --record, and this is none\n";
    return unusable;
  }
  const auto entries = binary ? decode::decode_bytes(std::as_bytes(std::span(*text)), said)
                              : decode::decode_text(*text, said);
  std::cout << (json ? decode::as_json(entries) : decode::as_text(entries, wants_color(color)));
  if (!std::cout.flush()) {
    std::cerr << cannot_be_written;
    return unusable;
  }
  if (entries.empty()) {
    std::cerr
        << "verbatim-decode: nothing here is a CQE, a WQE or a message about one; see --help for "
           "what can be read\n";
    return nothing;
  }
  const bool wrong =
      std::ranges::any_of(entries, [](const auto& one) { return !one.malformed.empty(); });
  return wrong ? malformed : decoded;
}

// The subcommand `verbatim selftest`.
#include "tools/selftest/command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <iostream>
#include <memory>

#include "tools/info/obstacles.hpp"
#include "tools/selftest/run.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/wire/version.hpp"

namespace verbatim::tools::selftest {
namespace {

constexpr auto about =
    "Tests a device: every WQE and every format of CQEs that it claims, against memory, against\n"
    "libmlx5 and against the specs. Writes all findings to one file, to attach to a report. It "
    "uses a\n"
    "context, memory and queue pairs of its own, and changes nothing else.\n";

constexpr auto examples =
    "Examples:\n"
    "  verbatim selftest\n"
    "  verbatim selftest mlx5_0/2 --output report.json\n"
    "  verbatim selftest --only wqe/rdma_write --only uncertain\n"
    "  verbatim-emulator verbatim selftest\n"
    "\n"
    "Exit status: 0 nothing failed; 1 a check failed; 2 the command line is wrong, or the file "
    "cannot\n"
    "be written; 3 nothing could be tried: no device, no permission, or a port that is down.";

constexpr double longest_patience = 60;

}  // namespace

struct command::arguments {
  std::string device;
  unsigned port = 0;
  int gid_index = -1;
  std::string output;
  std::vector<std::string> only;
  bool list = false;
  double patience = 5;
};

command::command(CLI::App& program)
    : app_(program.add_subcommand("selftest", about)), given_(new arguments) {
  app_->footer(examples);
  app_->add_option(
      "DEVICE", given_->device,
      "The device: mlx5_0, mlx5_0/2, #0, 0000:03:00.0, a GUID or GID, 10.0.0.1, %eth0 [the "
      "first mlx5 device]");
  app_->add_option("--port", given_->port, "The port, from 1 [that of DEVICE, or 1]")
      ->type_name("N");
  app_->add_option("--gid-index", given_->gid_index,
                   "The index in the port's GID table [the GID that most peers reach]")
      ->type_name("N");
  app_->add_option("--output", given_->output,
                   "The file with the findings [verbatim-selftest-DEVICE.json]")
      ->type_name("FILE");
  app_->add_option("--only", given_->only,
                   "Only checks with this id, or a part of it such as uncertain, wqe/send or rc; * "
                   "is any text")
      ->allow_extra_args(false)
      ->type_name("ID");
  app_->add_option("--patience", given_->patience,
                   "Seconds to wait for one completion, at most 60 [5]")
      ->type_name("SECONDS");
  app_->add_flag("--list", given_->list, "List the checks, and run none");
}

command::~command() { delete given_; }

bool command::parsed() const { return app_->parsed(); }

namespace {

int complain(const std::string& what, exit_status status) {
  std::cerr << "verbatim selftest: " << what << '\n';
  return status;
}

std::vector<check> chosen(const std::vector<std::string>& patterns) {
  auto all = all_checks();
  if (patterns.empty()) return all;
  std::erase_if(all, [&](const check& one) {
    return std::ranges::none_of(patterns, [&](const std::string& p) { return matches(one.id, p); });
  });
  return all;
}

std::string now() {
  const auto seconds = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

/// Why no check can run on the port, and what to do; empty if they can.
std::string port_problem(const port& port) {
  if (port.active) return {};
  return "port " + std::to_string(port.number) + " is " + std::string(name(port.state)) +
         ", and queue pairs of one port reach each other only if it is active: see to its cable, "
         "its interface (ip link set dev … up) or the subnet manager; `verbatim info` tells more";
}

std::string summary_of(const machine& m) {
  return m.device + (m.product.empty() ? "" : ", " + m.product) +
         (m.firmware.empty() ? "" : ", firmware " + m.firmware) + ", port " +
         std::to_string(m.port.number) + ", " + std::string(name(m.port.link_layer)) +
         (m.on_emulator ? ", emulated" : "") + '\n';
}

}  // namespace

int command::run() {
  const auto checks = chosen(given_->only);
  if (checks.empty()) return complain("no check has such an id: see --list", wrong);
  if (given_->list) {
    for (const auto& one : checks) std::cout << one.id << "  " << one.about << '\n';
    return std::cout.flush() ? passed : wrong;
  }
  if (!(given_->patience > 0 && given_->patience <= longest_patience)) {
    return complain("--patience is above 0 and at most 60 seconds", wrong);
  }
  std::optional<verbatim::context> context;
  settings how;
  how.patience = std::chrono::milliseconds(static_cast<long>(given_->patience * 1000));
  try {
    if (devices().empty()) (void)open_device();  // throws an error with the remedy
    const auto found =
        given_->device.empty() ? std::nullopt : std::optional(find_port(given_->device));
    context = found ? open_device(found->device) : open_device();
    how.port = found ? found->port : std::uint8_t{1};
  } catch (const error& e) {
    const bool unknown = !given_->device.empty() && !devices().empty() && !context;
    return complain(info::sentence_of(e), unknown ? wrong : nothing_run);
  }
  if (given_->port != 0) how.port = static_cast<std::uint8_t>(std::min(given_->port, 255u));
  if (given_->gid_index >= 0) how.gid_index = static_cast<std::uint16_t>(given_->gid_index);
  const auto path =
      given_->output.empty() ? "verbatim-selftest-" + context->name() + ".json" : given_->output;
  outcome run{.version = VERBATIM_VERSION_TEXT, .started = now()};
  try {
    if (how.gid_index) (void)context->gid(how.port, *how.gid_index);
    if (const auto problem = port_problem(context->port(how.port)); !problem.empty()) {
      return complain(problem, nothing_run);
    }
  } catch (const error& e) {
    return complain(e.what(), wrong);
  }
  if (const auto problem = info::memlock_problem(); !problem.empty()) complain(problem, passed);
  try {
    bench on(*context, how);
    run.machine = describe_machine(*context, how.port, on.gid_index());
    if (!write(path, run)) {
      return complain("cannot write " + path + ": choose another --output", wrong);
    }
    catch_interrupts();
    std::cout << summary_of(run.machine)
              << "Only a context, memory and queue pairs of its own are used.\n"
              << std::flush;
    run_all(checks, on, run, path);
  } catch (const error& e) {
    return complain(info::sentence_of(e), nothing_run);
  }
  std::cout << as_text(run);
  if (!write(path, run)) {
    return complain("cannot write " + path + ": is the disk full?", wrong);
  }
  std::cout << "all findings: " << path << '\n';
  if (!std::cout.flush()) return complain("the output cannot be written: is the disk full?", wrong);
  if (run.count(status::fail) != 0) return failed;
  return run.count(status::skipped) == run.findings.size() ? nothing_run : passed;
}

}  // namespace verbatim::tools::selftest

// verbatim: checks whether this machine is ready for RDMA, tests devices, and measures.
#include <CLI/CLI.hpp>
#include <iostream>
#include <string>

#include "tools/info/collect.hpp"
#include "tools/info/findings.hpp"
#include "tools/info/report.hpp"
#include "tools/perf/command.hpp"
#include "tools/selftest/command.hpp"
#include "verbatim/verbs/discovery/device_selector.hpp"
#include "verbatim/wire/version.hpp"

namespace {

namespace info = verbatim::tools::info;

constexpr auto about =
    "Shows the RDMA devices of this machine with their ports, GIDs and capabilities. Reports what "
    "is\n"
    "missing for RDMA, with the remedy. Works with any device, not only mlx5.\n";

constexpr auto examples =
    "Examples:\n"
    "  verbatim info\n"
    "  verbatim info mlx5_0\n"
    "  verbatim info --json %eth0\n"
    "  verbatim-emulator verbatim info\n"
    "\n"
    "Exit status: 0 a device can be used; 1 none can be, or its links are down; 2 the command "
    "line\n"
    "is wrong, or there is no such device.";

enum status { usable = 0, unusable = 1, wrong = 2 };

/// Keeps only the device that `selector` selects. If there is none, prints an error and returns
/// false.
bool narrow(info::machine_facts& facts, const std::string& selector) {
  const auto parsed = verbatim::parse_selector(selector);
  std::vector<verbatim::device> listed;
  for (const auto& one : facts.devices) listed.push_back(one.device);
  const auto choice = parsed.selector ? verbatim::choose_port(listed, *parsed.selector)
                                      : verbatim::verbs::port_choice{std::nullopt, parsed.why};
  if (!choice.chosen) {
    std::cerr << "verbatim info " << selector << ": " << choice.why << '\n';
    return false;
  }
  std::erase_if(facts.devices, [&](const info::device_facts& one) {
    return one.device.name != choice.chosen->device.name;
  });
  std::erase_if(facts.cards,
                [&](const info::card_facts& one) { return choice.chosen->device.pci != one.at; });
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Tools of Verbatim for machines with RDMA devices.", "verbatim"};
  app.set_version_flag("--version", VERBATIM_VERSION_TEXT);
  app.require_subcommand(1);
  auto* const command = app.add_subcommand("info", about);
  command->footer(examples);
  std::string selector;
  bool json = false;
  command->add_option("DEVICE", selector,
                      "The device: mlx5_0, #0, 0000:03:00.0, a GUID or GID, 10.0.0.1, %eth0 [all]");
  command->add_flag("--json", json, "For programs: one object");
  verbatim::tools::selftest::command selftest(app);
  verbatim::tools::perf::command perf(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? usable : wrong;
  }
  if (selftest.parsed()) return selftest.run();
  if (perf.parsed()) return perf.run();
  auto facts = info::collect();
  const bool is_one = !selector.empty() && !facts.devices.empty();
  if (is_one && !narrow(facts, selector)) return wrong;
  const auto findings = info::findings_in(facts);
  std::cout << (json ? info::as_json(facts, findings) : info::as_text(facts, findings));
  if (!std::cout.flush()) {
    std::cerr << "verbatim info: the output cannot be written: is the disk full?\n";
    return wrong;
  }
  return info::is_usable(facts) ? usable : unusable;
}

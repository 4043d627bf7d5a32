// Writes one table for each section.
#include "launcher/checks_page.hpp"

#include <ostream>

#include "report/checks.hpp"

namespace verbatim::emulator {
namespace {

std::string_view in_words(verdict why) noexcept {
  switch (why) {
    case verdict::faults:
      return "a NIC faults";
    case verdict::misbehaves:
      return "a NIC misbehaves silently";
    case verdict::suspicious:
      return "allowed but suspicious";
    case verdict::absent:
      return "not emulated";
    case verdict::requested:
      return "asked for";
  }
  return "";
}

}  // namespace

void print_checks(std::ostream& to) {
  to << "# Checks of the emulated ConnectX\n\n"
        "This page lists what the emulated ConnectX refuses or complains about, and what a NIC "
        "does.\n"
        "`verbatim-emulator --checks` prints it.\n\n"
        "* *a NIC faults*: the NIC, its firmware or the driver reports an error. The emulator does "
        "too, and prints the reason.\n"
        "* *a NIC misbehaves silently*: nothing is reported, and the effect is not the intended "
        "one. The emulator\n"
        "  refuses it or reports it.\n"
        "* *allowed but suspicious*: it works. The emulator never refuses it, and mentions it with "
        "`--verbose` only.\n"
        "* *not emulated*: other devices may have it. The emulator refuses it, as a device without "
        "it does.\n"
        "* *asked for*: an option of the emulator causes it.\n\n"
        "The source is the file or document with the behaviour: libmlx5 is `providers/mlx5` of\n"
        "rdma-core, mlx5_ib is `drivers/infiniband/hw/mlx5` of Linux, ib_core is\n"
        "`drivers/infiniband/core`.\n";
  std::string_view section;
  for (const check_entry& one : check_entries) {
    if (one.section != section) {
      section = one.section;
      to << "\n## " << section
         << "\n\n| Check | What | Without the emulator | Source |\n|---|---|---|---|\n";
    }
    to << "| " << one.name << " | " << one.what << " | " << in_words(one.why) << " | " << one.source
       << " |\n";
  }
}

}  // namespace verbatim::emulator

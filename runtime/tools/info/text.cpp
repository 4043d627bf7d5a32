// Prints the report for people.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "tools/info/products.hpp"
#include "tools/info/report.hpp"
#include "verbatim/verbs/values/gid.hpp"

namespace verbatim::tools::info {
namespace {

template <class... Arguments>
void say(std::string& to, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(to), format, std::forward<Arguments>(arguments)...);
}

/// Returns text such as `31 KiB` or `4 GiB`, in the largest unit that divides the count.
std::string bytes(std::uint64_t count) {
  constexpr const char* units[]{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  while (unit + 1 < std::size(units) && count >= 1024 && count % 1024 == 0) {
    count /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", count, units[unit]);
}

void print_device(std::string& to, const device_facts& one) {
  const auto& device = one.device;
  std::string line = to_string(device);
  const auto product = one.open ? product_of(one.open->capabilities.vendor_part_id) : "";
  if (!product.empty()) line.append(", ").append(product);
  if (!device.driver.empty()) line.append(", ").append(device.driver);
  if (!device.firmware.empty()) line.append(", firmware ").append(device.firmware);
  if (one.iwarp) line.append(", iWARP");
  say(to, "{}\n", line);
}

/// Prints the GIDs of a port. The GID of an iWARP port is in no packet, so peers cannot use it.
void print_gids(std::string& to, const local_end& end, bool iwarp) {
  if (iwarp) return;
  const auto best = choose_gid(end.gids);
  for (const auto& entry : end.gids) {
    const bool is_best = end.gids.size() > 1 && best.chosen == entry;
    say(to, "    {}{}\n", to_string(entry), is_best ? fmt::format("   <- {}", best.why) : "");
  }
}

void print_pkeys(std::string& to, const local_end& end) {
  std::string keys;
  for (const auto key : end.pkeys) {
    if (!key.is_zero()) keys.append(" ").append(to_string(key));
  }
  if (!keys.empty()) say(to, "    P_Keys{}\n", keys);
}

void print_port(std::string& to, const local_end& end, const device_port& listed, bool iwarp) {
  say(to, "  {}", to_string(end.port));
  if (end.port.sm_lid != 0) say(to, ", subnet manager at LID {}", end.port.sm_lid);
  if (!listed.netdevs.empty()) say(to, ", {}", fmt::join(listed.netdevs, ", "));
  say(to, "\n");
  print_gids(to, end, iwarp);
  print_pkeys(to, end);
}

/// Prints a port of a device that is not open.
void print_port(std::string& to, const device_port& port) {
  say(to, "  port {}, {}, {}", port.number, name(port.link_layer),
      port.active ? "active" : "not active");
  if (!port.netdevs.empty()) say(to, ", {}", fmt::join(port.netdevs, ", "));
  say(to, "\n");
}

void print_paging(std::string& to, const capabilities& can) {
  if (!can.on_demand_paging) return;
  std::string transports;
  const auto transport = [&](std::string_view name, verbs::odp_operations operations) {
    if (operations == verbs::odp_operations::none) return;
    transports.append(transports.empty() ? "" : "; ").append(name).append(": ");
    transports.append(to_string(operations));
  };
  transport("RC", can.odp_rc);
  transport("UC", can.odp_uc);
  transport("UD", can.odp_ud);
  transport("XRC", can.odp_xrc);
  transport("DC", can.odp_dc);
  say(to, "  paging   on demand, {}\n           {}\n",
      can.implicit_on_demand_paging ? "of all memory at once too" : "of regions", transports);
}

void print_capabilities(std::string& to, const open_device_facts& open) {
  const auto& can = open.capabilities;
  const auto& most = open.limits;
  say(to, "  most     {} QPs of {} WQEs with {} SGEs, {} CQs of {} CQEs, {} SRQs of {}\n",
      can.max_qp, most.max_qp_wr, most.max_sge, can.max_cq, most.max_cqe, can.max_srq,
      can.max_srq_wr);
  say(to, "           {} READs and atomics under way, {} answered\n", most.max_qp_init_rd_atom,
      most.max_qp_rd_atom);
  say(to, "  memory   {} regions of {}, {} device memory\n", can.max_mr,
      can.max_mr_size == UINT64_MAX ? "any size" : bytes(can.max_mr_size),
      can.max_dm_size == 0 ? "no" : bytes(can.max_dm_size));
  print_paging(to, can);
  std::string has, lacks;
  const auto feature = [&](bool is_there, std::string_view text) {
    auto& list = is_there ? has : lacks;
    list.append(list.empty() ? "" : ", ").append(text);
  };
  feature(can.atomics != verbs::atomic_scope::none,
          can.atomics == verbs::atomic_scope::global ? "atomics, with the CPU too" : "atomics");
  feature(can.memory_window_type_1, "memory windows of type 1");
  feature(can.memory_window_type_2, "memory windows of type 2");
  feature(can.xrc, "XRC");
  feature(can.max_tags != 0, "tag matching");
  feature(can.on_demand_paging, "on-demand paging");
  feature(can.raw_packet_checksums, "checksums of raw packets");
  feature(can.clock_khz != 0, "timestamps");
  feature(can.devx, "DevX");
  say(to, "  has      {}\n", has.empty() ? "nothing of what follows" : has);
  if (!lacks.empty()) say(to, "  has no   {}\n", lacks);
}

/// Prints the addresses with which rdma_cm connects through a port.
void print_addresses(std::string& to, const machine_facts& facts, const std::string& device,
                     std::uint8_t port) {
  std::string all;
  for (const auto& one : facts.addresses) {
    if (one.device == device && one.port == port) all.append(" ").append(one.address);
  }
  if (!all.empty()) say(to, "    rdma_cm{}\n", all);
}

void print_device_with_ports(std::string& to, const machine_facts& facts, const device_facts& one) {
  print_device(to, one);
  for (std::size_t i = 0; i < one.device.ports.size(); ++i) {
    if (one.open && i < one.open->ports.size()) {
      print_port(to, one.open->ports[i], one.device.ports[i], one.iwarp);
    } else {
      print_port(to, one.device.ports[i]);
    }
    print_addresses(to, facts, one.device.name, one.device.ports[i].number);
  }
  if (one.open) print_capabilities(to, *one.open);
  say(to, "\n");
}

void print_machine(std::string& to, const machine_facts& facts) {
  if (facts.on_emulator) {
    say(to, "on the emulator\n");
    return;
  }
  say(to, "memory that may be locked: {}\n", facts.memlock ? bytes(*facts.memlock) : "any");
  say(to, "kernel modules: {}\n",
      facts.modules.empty() ? "none of RDMA" : fmt::format("{}", fmt::join(facts.modules, ", ")));
}

}  // namespace

std::string as_text(const machine_facts& facts, const std::vector<finding>& findings) {
  std::string text;
  for (const auto& one : facts.devices) print_device_with_ports(text, facts, one);
  print_machine(text, facts);
  for (const auto& one : findings) {
    say(text, "\n{}: {}: {}\n", name(one.severity), one.subject, one.what);
    if (!one.remedy.empty()) say(text, "  {}\n", one.remedy);
  }
  return text;
}

}  // namespace verbatim::tools::info

// Lists ids with the fields that Linux shows of them (nldev.c, fill_res_cm_id_entry).
#include "cm/commands/inventory.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "cm/address.hpp"

namespace verbatim::emulator::cm {
namespace {

void copy_address(const address& from, std::array<std::uint8_t, 28>& to) {
  // AF_IB addresses are longer than what there is room for; rdma(8) does not show them.
  if (!from.ip()) return;
  std::array<std::uint8_t, sizeof(sockaddr_storage)> whole{};
  write_sockaddr(from, whole.data());
  std::copy_n(whole.begin(), to.size(), to.begin());
}

}  // namespace

std::vector<resource> inventory_of(const manager& on) {
  constexpr unsigned handle_bits = 20;
  std::vector<resource> result;
  on.each([&](const id& one) {
    if (!one.at) return;
    resource made;
    made.kind = resource_kind::cm_id;
    made.card = static_cast<std::uint8_t>(one.at->card);
    made.port = one.at->port;
    made.type = one.qp_type;
    made.state = static_cast<std::uint8_t>(one.state);
    made.pid = static_cast<std::uint32_t>(getpid());
    made.number = on.slot() << handle_bits | (one.handle & ((1u << handle_bits) - 1));
    made.lqpn = one.qpn;
    made.port_space = one.port_space;
    copy_address(one.source, made.source);
    copy_address(one.destination, made.destination);
    result.push_back(made);
  });
  return result;
}

}  // namespace verbatim::emulator::cm

// Counters of flows.
#include <cerrno>
#include <memory>

#include "abi/devx/devx_objects.hpp"
#include "objects/flow.hpp"

namespace verbatim::emulator {
namespace {

// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_alloc_flow_counter_in_bits and
// mlx5_ifc_query_flow_counter_in_bits with their answers, and mlx5_ifc_traffic_counter_bits.
constexpr mailbox_field made_number{0x040, 32};
constexpr mailbox_field flow_counter_bulk{0x078, 8};
constexpr mailbox_field clear{0x0c0, 1};
constexpr mailbox_field dump_to_memory{0x0c1, 1};
constexpr mailbox_field num_of_counters{0x0d0, 16};
constexpr mailbox_field flow_counter_id{0x0e0, 32};
constexpr mailbox_field packets{0x080, 64};
constexpr mailbox_field octets{0x0c0, 64};

}  // namespace

object& create_devx_flow_counter(const request& to, const mailbox_input& in, mailbox_output& out) {
  if (in.get(flow_counter_bulk) != 0)
    refuse<check::devx_not_emulated>(EINVAL, "flow counters are made one by one");
  flow_counter& made = to.of.add(std::make_unique<flow_counter>(to.of));
  out.set(made_number, made.number());
  return made;
}

void query_devx_flow_counter(flow_counter& counter, const mailbox_input& in, mailbox_output& out) {
  if (in.get32(flow_counter_id) != counter.number()) {
    refuse<check::devx_object>(EINVAL,
                               "QUERY_FLOW_COUNTER names counter {}, and its handle is of {}",
                               in.get32(flow_counter_id), counter.number());
  }
  if (in.get(num_of_counters) > 1 || in.is_set(dump_to_memory))
    refuse<check::devx_not_emulated>(EINVAL, "a flow counter is queried alone, into the answer");
  out.set(packets, counter.packets);
  out.set(octets, counter.octets);
  if (in.is_set(clear)) counter.packets = counter.octets = 0;
}

}  // namespace verbatim::emulator

// Counters of flows.
#include <cerrno>
#include <memory>

#include "abi/devx/devx_objects.hpp"
#include "objects/flow.hpp"
#include "verbatim/generated/commands/alloc_flow_counter.hpp"
#include "verbatim/generated/commands/query_flow_counter.hpp"
#include "verbatim/generated/commands/traffic_counter.hpp"

namespace verbatim::emulator {
namespace {

using firmware::alloc_flow_counter;
using firmware::query_flow_counter;
using firmware::traffic_counter;

}  // namespace

object& create_devx_flow_counter(const request& to, const mailbox_input& in,
                                 const mailbox_output& out) {
  if (in.as<alloc_flow_counter::in>().is_set(alloc_flow_counter::in::flow_counter_bulk))
    refuse<check::devx_not_emulated>(EINVAL, "flow counters are made one by one");
  flow_counter& made = to.of.add(std::make_unique<flow_counter>(to.of));
  out.as<alloc_flow_counter::out>().set(alloc_flow_counter::out::flow_counter_id, made.number());
  return made;
}

void query_devx_flow_counter(flow_counter& counter, const mailbox_input& in,
                             const mailbox_output& out) {
  using given = query_flow_counter::in;
  using answered = query_flow_counter::out;
  const auto command = in.as<given>();
  if (command.get(given::flow_counter_id) != counter.number()) {
    refuse<check::devx_object>(EINVAL,
                               "QUERY_FLOW_COUNTER names counter {}, and its handle is of {}",
                               command.get(given::flow_counter_id), counter.number());
  }
  if (command.get(given::num_of_counters) > 1 || command.is_set(given::dump_to_memory))
    refuse<check::devx_not_emulated>(EINVAL, "a flow counter is queried alone, into the answer");
  const wire::mailbox_view<traffic_counter> values(
      out.as<answered>().rest(answered::flow_statistics));
  values.set(traffic_counter::packets, counter.packets);
  values.set(traffic_counter::octets, counter.octets);
  if (command.is_set(given::clear)) counter.packets = counter.octets = 0;
}

}  // namespace verbatim::emulator

// From SQE, where a send that failed has left a queue pair of datagrams or UC: the emulated device takes what
// the table of specs/qp_transitions.yaml has, and nothing else. No operation of it leads there, so verbs
// cannot ask.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>

#include "abi/commands/queue_pair_attributes.hpp"
#include "abi/refusal.hpp"
#include "verbatim/generated/qp_transitions.hpp"

namespace verbatim::emulator {
namespace {

bool takes(queue_pair_type type, queue_pair_state to, std::uint32_t mask) {
  try {
    require_transition(type, queue_pair_state::sqe, to, mask | qp_attr::state);
    return true;
  } catch (const refusal&) {
    return false;
  }
}

struct transport {
  queue_pair_type type;
  std::span<const qp_transition_rule> rules;
};
const transport transports[]{{queue_pair_type::rc, qp_transitions::rc},
                             {queue_pair_type::uc, qp_transitions::uc},
                             {queue_pair_type::ud, qp_transitions::ud},
                             {queue_pair_type::raw_packet, qp_transitions::raw_packet},
                             {queue_pair_type::xrc_send, qp_transitions::xrc_send}};

TEST(send_queue_error, leads_where_the_table_says) {
  unsigned taken = 0;
  for (const auto& [type, rules] : transports) {
    for (auto state = 0u; state <= static_cast<unsigned>(qp_state::error); ++state) {
      const qp_transition_rule* rule = nullptr;
      for (const auto& one : rules) {
        if (one.from == qp_state::sqe && one.to == qp_state(state)) rule = &one;
      }
      const auto to = static_cast<queue_pair_state>(state);
      for (std::uint32_t attribute = 1; attribute <= qp_attr::dest_qpn; attribute <<= 1) {
        const bool in_table = rule != nullptr && rule->required == 0 &&
                              (attribute & ~(rule->optional | qp_attr::state)) == 0;
        EXPECT_EQ(takes(type, to, attribute), in_table)
            << name(type) << " from SQE to " << name(to) << " with " << names_of(attribute);
        taken += in_table ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(taken, 15u + 4u) << "to RESET, ERROR and RTS each; UC with two attributes, UD too";
}

}  // namespace
}  // namespace verbatim::emulator

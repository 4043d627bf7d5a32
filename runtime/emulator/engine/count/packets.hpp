// The packets that messages would be on RoCEv2 over IPv4.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/count/counts.hpp"
#include "transport/message.hpp"

namespace verbatim::emulator {

// Each function adds packets to the counts of the queue pair that sends them. docs/emulator.md has
// the rules.

/// Adds a request of a connected queue pair, or a piece of one. `again` is true if it was sent
/// before.
void count_request(queue_pair_counts& of, const message& request, bool again);

void count_datagram(queue_pair_counts& of, const message& sent);

/// Adds an Ethernet frame of that length, without its check sequence.
void count_frame(queue_pair_counts& of, std::size_t bytes);

/// Adds a response to a READ, or a piece of one, the response to an atomic, or a refusal.
void count_answer(queue_pair_counts& of, const message& answer);

/// Adds the ACK of one message.
void count_ack(queue_pair_counts& of);

}  // namespace verbatim::emulator

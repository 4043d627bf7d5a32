// Counts packets at the ports of an InfiniBand subnet, for queries by management datagrams.
#pragma once

#include "objects/device.hpp"
#include "transport/message.hpp"

namespace verbatim::emulator {

// Each function adds the packets of a message to the counters of the queue pair's port.

void count_at_sender(device& of, const queue_pair& sender, const message& sent);
void count_at_receiver(device& of, const queue_pair& receiver, const message& arrived);

}  // namespace verbatim::emulator

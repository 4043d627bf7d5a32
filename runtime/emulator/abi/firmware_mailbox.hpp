// A command that a program sends to the firmware by DevX, and its answer. The program chooses their
// lengths.
#pragma once

#include <cstddef>

#include "verbatim/generated/commands/mbox_in.hpp"
#include "verbatim/generated/commands/mbox_out.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {

/// A command, which its opcode identifies: `in.as<firmware::create_qp::in>()`.
using mailbox_input = wire::mailbox_view<firmware::mbox_in, const std::byte>;

/// An answer, initially zero, which means success.
using mailbox_output = wire::mailbox_view<firmware::mbox_out>;

/// A structure inside of a command.
template <class Structure>
using mailbox_part_input = wire::mailbox_view<Structure, const std::byte>;

}  // namespace verbatim::emulator

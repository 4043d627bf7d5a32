// Commands of a program that repeats a recording.
#pragma once

#include <rdma/rdma_user_ioctl_cmds.h>

#include "objects/engine_hooks.hpp"

namespace verbatim::emulator {

/// Reports the first difference of what the program passes from what it passed in the recording.
void compare_inputs(engine_hooks& engine, const recorded_command& then,
                    const ib_uverbs_ioctl_hdr& now);

/// Gives the program the recorded answer of a command that asks for values. Reports the first
/// difference of other answers.
void answer_again(engine_hooks& engine, const recorded_command& then,
                  const ib_uverbs_ioctl_hdr& now);

}  // namespace verbatim::emulator

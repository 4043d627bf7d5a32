// The completion channel: the file descriptor on which a program waits for completions.
#pragma once

#include "objects/queues/event_pipe.hpp"

namespace verbatim::emulator {

class completion_channel {
 public:
  completion_channel();

  int program_fd() const noexcept { return events_.program_fd(); }
  std::uint64_t inode() const noexcept { return events_.inode(); }

  /// Puts one event (struct ib_uverbs_comp_event_desc) for the CQ with this user handle.
  void post(std::uint64_t cq_user_handle) noexcept;

  /// Ends the channel when the device is gone: no more events follow.
  void end() noexcept { events_.end(); }

  /// Removes unread events of that CQ and returns their number.
  std::uint32_t withdraw(std::uint64_t cq_user_handle) noexcept {
    return events_.withdraw(cq_user_handle);
  }

 private:
  event_pipe events_;
};

}  // namespace verbatim::emulator

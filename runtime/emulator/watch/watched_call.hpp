// A command of a program to a real device.
#pragma once

#include <rdma/rdma_user_ioctl_cmds.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "recording/bodies.hpp"
#include "watch/watched_queues.hpp"

namespace verbatim::emulator::watch {

/// Records one ioctl(RDMA_VERBS_IOCTL), and follows the queues that it makes, changes and destroys.
class watched_call {
 public:
  /// Records the command before the kernel executes it.
  watched_call(int file, const ib_uverbs_ioctl_hdr& header);

  /// Records its answer. `error` is an errno, or 0.
  void ended(int error);

 private:
  const ib_uverbs_attr* find(std::uint16_t id) const noexcept;
  template <class Value>
  std::optional<Value> read(std::uint16_t id) const;
  std::string_view name() const;
  std::vector<recording::attribute> attributes(bool outputs,
                                               std::vector<std::vector<std::byte>>& bytes) const;
  void forget();
  void follow();
  void follow_queue_pair();
  void follow_completion_queue();
  void follow_written();

  const ib_uverbs_ioctl_hdr& header_;
  std::uint64_t context_;
};

}  // namespace verbatim::emulator::watch

// Commands as records.
#pragma once

#include <rdma/rdma_user_ioctl_cmds.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/recorder.hpp"
#include "recording/bodies.hpp"

namespace verbatim::emulator {

/// The attributes of a command as records have them. It owns the bytes.
class command_attributes {
 public:
  /// Reads what the program passes, before the command is executed. Room for well-known outputs is
  /// left out.
  static command_attributes inputs_of(const ib_uverbs_ioctl_hdr& header);

  /// Reads what the command has written.
  static command_attributes outputs_of(const ib_uverbs_ioctl_hdr& header);

  const std::vector<recording::attribute>& all() const noexcept { return attributes_; }

 private:
  void add(const ib_uverbs_attr& from, bool with_bytes);

  std::vector<recording::attribute> attributes_;
  std::vector<std::vector<std::byte>> bytes_;
  std::vector<address_bits> addresses_;
};

/// Records that a command begins.
void record_command(std::uint64_t context, const ib_uverbs_ioctl_hdr& header,
                    std::string_view name);

/// Records the end of the command. `error` is an errno, or 0.
void record_answer(const ib_uverbs_ioctl_hdr& header, int error);

}  // namespace verbatim::emulator

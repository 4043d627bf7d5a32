// The XRC domain: its XRC queue pairs can send to its shared receive queues.
#pragma once

#include <sys/types.h>

#include <optional>
#include <utility>

#include "objects/object.hpp"

namespace verbatim::emulator {

/// One opening of a domain. Openings of the same file are the same domain; a domain without a file
/// is always a different one.
struct xrc_domain : object {
  /// The device and inode of a file.
  using file_identity = std::pair<dev_t, ino_t>;

  explicit xrc_domain(context& owner_in) noexcept : object(owner_in, rank::xrc_domain) {}

  bool same_as(const xrc_domain& other) const noexcept {
    return this == &other || (file && file == other.file);
  }

  std::optional<file_identity> file;
};

}  // namespace verbatim::emulator

// The XRC domain: the XRC queue pairs in it reach the shared receive queues in it.
#pragma once

#include <sys/types.h>

#include <optional>
#include <utility>

#include "objects/object.hpp"

namespace verbatim::emulator {

/// One opening of a domain. Openings of the same file are the same domain; a domain without a file
/// is like no other.
struct xrc_domain : object {
  /// Device and inode.
  using file_identity = std::pair<dev_t, ino_t>;

  explicit xrc_domain(context& owner_in) noexcept : object(owner_in, rank::xrc_domain) {}

  bool same_as(const xrc_domain& other) const noexcept {
    return this == &other || (file && file == other.file);
  }

  std::optional<file_identity> file;
};

}  // namespace verbatim::emulator

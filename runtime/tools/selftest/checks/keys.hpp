// Memory keys and windows for the checks, and their parts.
#pragma once

#include <string_view>

#include "tools/selftest/check.hpp"
#include "verbatim/verbs/memory/mkey.hpp"

namespace verbatim::tools::selftest {

constexpr std::uint64_t bit(mkey_mask field) { return static_cast<std::uint64_t>(field); }

/// The bits that libmlx5 sets for a new list of pieces.
inline constexpr std::uint64_t new_list = bit(mkey_mask::free) | bit(mkey_mask::mkey) |
                                          bit(mkey_mask::len) | bit(mkey_mask::local_write) |
                                          bit(mkey_mask::remote_read) |
                                          bit(mkey_mask::remote_write) | bit(mkey_mask::atomic);

/// Returns a request that configures the key as the two pieces of `length` bytes each, the second
/// half of the first 2 * length bytes of the source first.
request configuring(const bench& on, std::uint32_t key, std::uint32_t length);

/// A memory key that a UMR on the lane has configured as the first bytes of the target.
class usable_key {
 public:
  /// Throws `skip` if the device has no such keys.
  usable_key(bench& on, std::string_view transport, bool remote_invalidate);

  std::uint32_t key() const noexcept { return key_.lkey().value(); }

 private:
  mkey key_;
};

/// Makes an mkey. Throws `skip` if the device has none.
mkey make_mkey(const bench& on, const mkey::attributes& how);

}  // namespace verbatim::tools::selftest

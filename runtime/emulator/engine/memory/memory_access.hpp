// The translation of memory keys to the program's memory, with checks of rights.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/memory/memory_range.hpp"
#include "objects/memory/indirect_key.hpp"
#include "objects/memory/memory_region.hpp"

namespace verbatim::emulator {

class device;

/// Access to the program's memory by keys. It never ends the process, even if the program has
/// unmapped registered memory: copying from or to a missing page fails.
class memory_access {
 public:
  explicit memory_access(const device& of) noexcept : of_(of) {}

  /// Finds `bytes` bytes at `addr` of the key, if queue pair `qpn` in `pd` may have `rights` (a
  /// combination of `access` values; none is reading) to them. `key_name` is "lkey" or "rkey".
  memory_range find(const char* key_name, std::uint32_t key, const protection_domain* pd,
                    std::uint64_t addr, std::uint64_t bytes, std::uint32_t rights,
                    std::uint32_t qpn = indirect_key::every_queue_pair) const;

  /// Returns the error that `find` would report for the key itself, in words, or nothing. The keys
  /// in its list are checked when the memory is accessed.
  std::string check(const char* key_name, std::uint32_t key, const protection_domain* pd,
                    std::uint64_t addr, std::uint64_t bytes, std::uint32_t rights,
                    std::uint32_t qpn = indirect_key::every_queue_pair) const;

  /// Converts the address and length of an SGE with a signature's key, which count bytes of data,
  /// into the bytes on the wire that `find` and `check` count. Other SGEs do not change.
  void put_on_wire(std::uint32_t lkey, std::uint64_t& addr, std::uint32_t& byte_count) const;

  /// Returns the errors that reads and writes through keys with signatures have found since the
  /// last call.
  std::vector<signature_error> take_signature_errors() const {
    return std::exchange(signature_errors_, {});
  }

 private:
  const device& of_;
  mutable std::vector<signature_error> signature_errors_;
};

}  // namespace verbatim::emulator

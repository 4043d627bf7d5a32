// Checks memory that a program passes to the device, with the same result as pinning it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace verbatim::emulator {

/// Returns the memory at `address`. It must stay mapped as long as the device uses it. Refuses with
/// EFAULT if it is not mapped, or if `writable` is true and it is not writable. `what` is used in
/// the report.
std::byte* program_memory(std::uint64_t address, std::uint64_t bytes, bool writable,
                          const char* what);

/// Does the same for a doorbell record of `words` 32-bit words; refuses with EINVAL if it is not
/// aligned.
std::byte* doorbell_record(std::uint64_t address, std::size_t words);

}  // namespace verbatim::emulator

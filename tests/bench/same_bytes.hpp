// Proof that all contestants do the same work.
#pragma once

namespace verbatim::bench {

/// Posts with every contestant until wqe_index has wrapped, and compares all that the device sees:
/// WQEs, doorbell records and doorbells. Throws std::runtime_error with the implementation and the place that
/// differ.
void check_same_bytes();

}  // namespace verbatim::bench

// The complaint of a debug build about WQEs that the device was never told of.
#pragma once

#include <cstdint>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim {

namespace verbs {

/// A function that is called if a doorbell was forgotten: when a queue pair or an SRQ is closed, or
/// its last handle goes, and the device has not been told of WQEs that were finished. A call of
/// ring_doorbell() or ring_recv_doorbell() is missing then. Only programs that are built without
/// NDEBUG call it. It is called in the midst of the closing, and so it must not call this library.
using unrung_hook = void (*)(const error&) noexcept;

}  // namespace verbs

/// Replaces the hook, and returns the one before. The first one writes a line to standard error;
/// null is silence.
verbs::unrung_hook on_unrung(verbs::unrung_hook hook) noexcept;

namespace verbs {

class qp_body;
class srq_body;

/// Calls the hook, if the device would have executed these WQEs.
void complain_of_unrung(const qp_body& qp, std::uint32_t sends, std::uint32_t receives) noexcept;

/// Calls the hook for receives of an SRQ, and for commands of a tag-matching SRQ.
void complain_of_unrung(const srq_body& srq, std::uint32_t receives,
                        std::uint32_t commands = 0) noexcept;

}  // namespace verbs
}  // namespace verbatim

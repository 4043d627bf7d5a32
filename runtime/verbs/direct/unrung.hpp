// The warning of debug builds about WQEs for which no doorbell was rung.
#pragma once

#include <cstdint>
#include <string>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim {

namespace verbs {

/// A function that is called if a doorbell was forgotten: when a queue pair or an SRQ is closed or
/// its last handle is destroyed, and there are finished WQEs for which no doorbell was rung. A call
/// of ring_doorbell() or ring_recv_doorbell() is then missing. It is called only in programs that
/// are built without NDEBUG. It runs during the close, so it must not call this library.
using unrung_hook = void (*)(const error&) noexcept;

}  // namespace verbs

/// Replaces the hook and returns the previous one. The default hook logs a warning; null is silent.
verbs::unrung_hook on_unrung(verbs::unrung_hook hook) noexcept;

namespace verbs {

class qp_body;

/// Calls the hook if the device would have executed these WQEs.
void complain_of_unrung(const qp_body& qp, std::uint32_t sends, std::uint32_t receives) noexcept;

/// Calls the hook for `wqes` of the object, if there are any. `call` is the call that is missing.
void complain_of_unrung(const std::string& whose, std::uint32_t wqes, const char* kind,
                        const char* call) noexcept;

}  // namespace verbs
}  // namespace verbatim

// The warning of debug builds about WQEs for which no doorbell was rung.
#include "verbatim/verbs/direct/unrung.hpp"

#include <atomic>
#include <exception>
#include <new>
#include <string>

#include "verbatim/verbs/base/logging.hpp"
#include "verbatim/verbs/queue_pair/queue_pair.hpp"

namespace verbatim {
namespace {

void warn_of_unrung(const error& complaint) noexcept {
  verbs::log(logging::level::warning, complaint.what());
}

constinit std::atomic<verbs::unrung_hook> unrung_hook_now = warn_of_unrung;

void complain(const std::string& whose, std::uint32_t wqes, const char* kind, const char* call) {
  const auto hook = unrung_hook_now.load();
  if (wqes == 0 || hook == nullptr) return;
  hook(error(std::errc::operation_canceled, "close", whose,
             "the device has not been told of the last " + std::to_string(wqes) + kind +
                 (wqes == 1 ? " WQE" : " WQEs") + ": call " + call +
                 " when you have finished them"));
}

}  // namespace

verbs::unrung_hook on_unrung(verbs::unrung_hook hook) noexcept {
  return unrung_hook_now.exchange(hook);
}

namespace verbs {

void complain_of_unrung(const std::string& whose, std::uint32_t wqes, const char* kind,
                        const char* call) noexcept try {
  if (std::uncaught_exceptions() == 0) complain(whose, wqes, kind, call);
} catch (const std::bad_alloc&) {
  // There is no memory for words.
}

void complain_of_unrung(const qp_body& qp, std::uint32_t sends, std::uint32_t receives) noexcept
    try {
  // If an exception is in flight, the program has not forgotten the doorbell.
  if (std::uncaught_exceptions() != 0 || qp.device_failed()) return;
  const auto state = qp.state();
  const bool sending = state == qp_state::rts || state == qp_state::sqd;
  if (sending) complain(qp.describe(), sends, " send", "ring_doorbell()");
  if (sending || state == qp_state::init || state == qp_state::rtr) {
    complain(qp.describe(), receives, " receive", "ring_recv_doorbell()");
  }
} catch (const std::bad_alloc&) {
  // There is no memory for the text.
}

}  // namespace verbs
}  // namespace verbatim

// The additions of a DCT's responder to that of RC: connections that DCIs open with a request.
#include <fmt/format.h>

#include "engine/receive/responder.hpp"
#include "objects/context.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

/// Returns the reason why a DCT refuses a connection; an empty text if it accepts.
std::pair<unreachable_reason, std::string> responder::why_not(const message& request) const {
  const port_identity& port = qp_.owner->port(qp_.attributes.port_num);
  if (!port.ethernet() && !port.has_lid(request.addresses.dlid)) {
    return {unreachable_reason::wrong_lid,
            fmt::format("rlid of its address vector is {:#x}, and the port has {:#x}",
                        request.addresses.dlid, port.lid)};
  }
  if (request.access_key != qp_.access_key) {
    return {
        unreachable_reason::wrong_access_key,
        fmt::format("its dc_key is {:#x} instead of {:#x}", request.access_key, qp_.access_key)};
  }
  return {};
}

/// Begins a connection with its first request, which may have any PSN. Returns false if it may not
/// begin.
bool responder::connect(const message& request) {
  if (connection_ == request.connection) return true;
  if (const auto [reason, words] = why_not(request); !words.empty()) {
    if (refused_attempt_ != request.attempt) {
      tell<check::dc_path>("DCT {:#x}: {} from DCI {:#x} is dropped: {}", qp_.qpn,
                           name(request.kind), request.source_qpn, words);
      refused_attempt_ = request.attempt;
      send(unreachable_answer(request, reason));
    }
    return false;
  }
  lose_connection();
  connection_ = request.connection;
  expected_psn_ = request.psn;
  return true;
}

/// Drops the connection: the DCI gets no more answers, and the rest of its message is lost.
void responder::lose_connection() {
  if (arriving_ && arriving_->wqe) stop();
  arriving_.reset();
  answers_.clear();
  refused_attempt_.reset();
  connection_.reset();
}

}  // namespace verbatim::emulator

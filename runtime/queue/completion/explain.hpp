// Explains in words why a completion failed. The text is that of verbatim-decode, without the
// fields of the CQE.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/syndromes.hpp"
#include "verbatim/queue/completion/completion.hpp"
#include "verbatim/wire/syndrome.hpp"

namespace verbatim {

/// Returns a few lines of text about a failed completion: which WQE failed, the syndrome and the
/// vendor syndrome in words, the likely causes, and what to check next. The last line has no
/// newline. Returns an empty string if the completion did not fail. Allocates.
///
///   cq.poll([](auto&& completion) {
///     if (!completion.ok()) std::cerr << verbatim::explain(completion) << '\n';
///   });
inline std::string explain(const completion_view& completion) {
  if (completion.ok()) return {};
  const err_cqe cqe(completion.cqe().bytes());
  const bool receive = cqe.opcode() == cqe_opcode::resp_err;
  const auto syndrome = cqe.syndrome();
  std::string text(receive ? "receive" : name(cqe.s_wqe_opcode()));
  if (text.empty())
    text.append("opcode ").append(wire::hex_text(static_cast<unsigned>(cqe.s_wqe_opcode())));
  text.append(", QPN ").append(wire::hex_text(cqe.qpn()));
  text.append(", wqe_counter ").append(wire::hex_text(cqe.wqe_counter()));
  const auto code = wire::hex_text(static_cast<unsigned>(syndrome));
  if (name(syndrome).empty()) {
    text.append(": syndrome ").append(code).append(", which no spec describes");
  } else {
    text.append(": ").append(name(syndrome)).append(" (").append(code).append("): ");
    text.append(meaning(syndrome));
  }
  text.append("\n  vendor  ").append(wire::in_words(vendor_syndromes, cqe.vendor_err_synd()));

  const auto* const vendor = wire::find(vendor_syndromes, cqe.vendor_err_synd());
  wire::append_advice(text, vendor != nullptr ? vendor->advice : wire::advice{}, advice(syndrome));
  return text;
}

}  // namespace verbatim

// The completions of libibverbs, which report finished requests.
#include "verbatim/verbs/completion/work_completion.hpp"

#include <algorithm>
#include <optional>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/syndromes.hpp"
#include "verbatim/wire/syndrome.hpp"

namespace verbatim {
namespace {

static_assert(static_cast<int>(wc_status::tm_rndv_incomplete) == IBV_WC_TM_RNDV_INCOMPLETE &&
              static_cast<int>(wc_status::general_err) == IBV_WC_GENERAL_ERR);
static_assert(static_cast<int>(wc_opcode::tso) == IBV_WC_TSO &&
              static_cast<int>(wc_opcode::atomic_write) == IBV_WC_ATOMIC_WRITE &&
              static_cast<int>(wc_opcode::recv) == IBV_WC_RECV &&
              static_cast<int>(wc_opcode::recv_rdma_with_imm) == IBV_WC_RECV_RDMA_WITH_IMM);

/// A status, and the syndrome that mlx5 devices report for the same error, for which more
/// explanations exist.
struct status_words {
  std::string_view name;
  std::string_view meaning = "";
  std::optional<cqe_syndrome> syndrome = std::nullopt;
};

constexpr std::string_view of_rd = "It is of reliable datagrams, which no device has.";

constexpr status_words words[] = {
    {"success", "Nothing went wrong."},
    {"loc_len_err", "", cqe_syndrome::local_length_err},
    {"loc_qp_op_err", "", cqe_syndrome::local_qp_op_err},
    {"loc_eec_op_err", of_rd},
    {"loc_prot_err", "", cqe_syndrome::local_prot_err},
    {"wr_flush_err", "", cqe_syndrome::wr_flush_err},
    {"mw_bind_err", "", cqe_syndrome::mw_bind_err},
    {"bad_resp_err", "", cqe_syndrome::bad_resp_err},
    {"loc_access_err", "", cqe_syndrome::local_access_err},
    {"rem_inv_req_err", "", cqe_syndrome::remote_inval_req_err},
    {"rem_access_err", "", cqe_syndrome::remote_access_err},
    {"rem_op_err", "", cqe_syndrome::remote_op_err},
    {"retry_exc_err", "", cqe_syndrome::transport_retry_exc_err},
    {"rnr_retry_exc_err", "", cqe_syndrome::rnr_retry_exc_err},
    {"loc_rdd_viol_err", of_rd},
    {"rem_inv_rd_req_err", of_rd},
    {"rem_abort_err", "", cqe_syndrome::remote_aborted_err},
    {"inv_eecn_err", of_rd},
    {"inv_eec_state_err", of_rd},
    {"fatal_err", "The device does not work any more."},
    {"resp_timeout_err", "No answer came in time."},
    {"general_err", "The device's library says nothing closer."},
    {"tm_err", "A tag-matching command failed."},
    {"tm_rndv_incomplete", "A rendezvous was not completed by the device."},
};

constexpr status_words unknown_status{
    "", "The device's library has a status that this one does not know."};

const status_words& words_of(wc_status status) noexcept {
  const auto index = static_cast<std::size_t>(status);
  return index < std::size(words) ? words[index] : unknown_status;
}

/// Returns the completed operation in words, as far as the completion contains it.
std::string operation_in_words(const work_completion& completion) {
  std::string text(completion.ok() ? name(completion.opcode()) : "request");
  text.append(" ").append(std::to_string(completion.wr_id()));
  return text.append(" on QPN ").append(wire::hex_text(completion.qpn()));
}

}  // namespace

std::string_view name(wc_status status) noexcept { return words_of(status).name; }

std::string_view meaning(wc_status status) noexcept {
  const auto& found = words_of(status);
  return found.syndrome ? meaning(*found.syndrome) : found.meaning;
}

std::string_view name(wc_opcode opcode) noexcept {
  constexpr std::string_view sends[] = {"send",      "rdma_write",  "rdma_read", "comp_swap",
                                        "fetch_add", "bind_mw",     "local_inv", "tso",
                                        "",          "atomic_write"};
  if (opcode == wc_opcode::recv) return "recv";
  if (opcode == wc_opcode::recv_rdma_with_imm) return "recv_rdma_with_imm";
  const auto index = static_cast<std::size_t>(opcode);
  return index < std::size(sends) ? sends[index] : "";
}

std::string to_string(const work_completion& completion) {
  auto text = operation_in_words(completion);
  text.append(": ").append(name(completion.status()));
  if (!completion.ok()) return text.append(": ").append(meaning(completion.status()));
  if (completion.is_receive()) {
    text.append(", ").append(std::to_string(completion.byte_count())).append(" bytes");
  }
  if (completion.has_imm()) text.append(", imm ").append(wire::hex_text(completion.imm()));
  return text;
}

std::string explain(const work_completion& completion) {
  if (completion.ok()) return {};
  auto text = to_string(completion);
  const auto vendor = completion.vendor_err();
  if (vendor != 0) {
    text.append("\n  vendor  ").append(wire::hex_text(vendor));
    const auto* const known =
        vendor <= 0xff ? wire::find(vendor_syndromes, static_cast<std::uint8_t>(vendor)) : nullptr;
    if (known != nullptr) text.append(", which on mlx5 is ").append(known->meaning);
  }
  const auto syndrome = words_of(completion.status()).syndrome;
  if (syndrome) wire::append_advice(text, {}, advice(*syndrome));
  return text;
}

}  // namespace verbatim

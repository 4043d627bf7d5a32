// The result of an operation that was awaited.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "verbatim/generated/enums.hpp"
#include "verbatim/verbs/completion/work_completion.hpp"
#include "verbatim/verbs/memory/slot_pool.hpp"

namespace verbatim::stream {

/// The way in which an operation ended.
enum class outcome : std::uint8_t {
  done,           ///< it succeeded
  failed,         ///< it was executed and failed: result::status is the reason
  cancelled,      ///< it was cancelled; a receive may still be filled
  not_posted,     ///< it was refused: result::error_number is the reason
  no_slot,        ///< the engine has no free slot: see engine_options::operations
  device_failed,  ///< the device has failed; the operation may or may not have been executed
};

/// Returns the name, such as `cancelled`.
std::string_view name(outcome how) noexcept;
inline std::ostream& operator<<(std::ostream& out, outcome value) { return out << name(value); }

/// The result of an operation.
///
///   if (auto sent = co_await qp.send(mr.slice(0, 64)); !sent) std::puts(sent.message().c_str());
struct [[nodiscard("look whether the operation succeeded")]] result {
  outcome how = outcome::not_posted;

  /// The status of the completion (with done and failed). A cancelled operation may have none.
  wc_status status = wc_status::success;

  /// True if a message arrived with immediate data; then `imm` is valid.
  bool has_imm = false;

  /// The errno of a refused post; otherwise 0.
  int error_number = 0;

  /// The length in bytes of the received message, or of the data that a READ or an atomic fetched.
  std::uint32_t byte_count = 0;

  /// The immediate data in host order; 0 if has_imm is false.
  std::uint32_t imm = 0;

  /// The slot that was leased to the operation. It is empty if there was none, or if the device may
  /// still use it.
  slot_pool::slot buffer;

  /// True if the operation succeeded.
  bool ok() const noexcept { return how == outcome::done; }
  explicit operator bool() const noexcept { return ok(); }

  /// Returns the result in words, with the remedy. Allocates.
  std::string message() const;

  /// Returns the result if the operation succeeded; otherwise throws an `error` with message().
  result or_throw()&&;
};

/// Returns the status that libmlx5's ibv_poll_cq() reports for a syndrome.
constexpr wc_status status_of(cqe_syndrome syndrome) noexcept {
  switch (syndrome) {
    case cqe_syndrome::ok:
      return wc_status::success;
    case cqe_syndrome::local_length_err:
      return wc_status::loc_len_err;
    case cqe_syndrome::local_qp_op_err:
      return wc_status::loc_qp_op_err;
    case cqe_syndrome::local_prot_err:
      return wc_status::loc_prot_err;
    case cqe_syndrome::wr_flush_err:
      return wc_status::wr_flush_err;
    case cqe_syndrome::mw_bind_err:
      return wc_status::mw_bind_err;
    case cqe_syndrome::bad_resp_err:
      return wc_status::bad_resp_err;
    case cqe_syndrome::local_access_err:
      return wc_status::loc_access_err;
    case cqe_syndrome::remote_inval_req_err:
      return wc_status::rem_inv_req_err;
    case cqe_syndrome::remote_access_err:
      return wc_status::rem_access_err;
    case cqe_syndrome::remote_op_err:
      return wc_status::rem_op_err;
    case cqe_syndrome::transport_retry_exc_err:
      return wc_status::retry_exc_err;
    case cqe_syndrome::rnr_retry_exc_err:
      return wc_status::rnr_retry_exc_err;
    case cqe_syndrome::remote_aborted_err:
      return wc_status::rem_abort_err;
  }
  return wc_status::general_err;
}

}  // namespace verbatim::stream

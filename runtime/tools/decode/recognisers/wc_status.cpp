#include "tools/decode/wc_status.hpp"

#include <algorithm>
#include <array>

namespace verbatim::tools::decode {
namespace {

struct status {
  std::uint8_t number;  // enum ibv_wc_status of infiniband/verbs.h
  std::string_view words;
  cqe_syndrome syndrome;
};

constexpr std::array<status, 13> statuses{{
    {1, "local length error", cqe_syndrome::local_length_err},
    {2, "local QP operation error", cqe_syndrome::local_qp_op_err},
    {4, "local protection error", cqe_syndrome::local_prot_err},
    {5, "Work Request Flushed Error", cqe_syndrome::wr_flush_err},
    {6, "memory management operation error", cqe_syndrome::mw_bind_err},
    {7, "bad response error", cqe_syndrome::bad_resp_err},
    {8, "local access error", cqe_syndrome::local_access_err},
    {9, "remote invalid request error", cqe_syndrome::remote_inval_req_err},
    {10, "remote access error", cqe_syndrome::remote_access_err},
    {11, "remote operation error", cqe_syndrome::remote_op_err},
    {12, "transport retry counter exceeded", cqe_syndrome::transport_retry_exc_err},
    {13, "RNR retry counter exceeded", cqe_syndrome::rnr_retry_exc_err},
    {16, "aborted error", cqe_syndrome::remote_aborted_err},
}};

template <class Matches>
std::optional<cqe_syndrome> find(Matches matches) {
  const auto* const found = std::ranges::find_if(statuses, matches);
  return found != statuses.end() ? std::optional(found->syndrome) : std::nullopt;
}

}  // namespace

std::optional<cqe_syndrome> syndrome_of_status(std::uint8_t number) {
  return find([number](const status& one) { return one.number == number; });
}

std::optional<cqe_syndrome> syndrome_of_words(std::string_view text) {
  return find([text](const status& one) { return text.starts_with(one.words); });
}

}  // namespace verbatim::tools::decode

// Programs that print the status and vendor_err of a struct ibv_wc: NCCL, perftest, rdma-core's examples and UCX over verbs.
#include <array>

#include "tools/decode/recogniser.hpp"
#include "tools/decode/words.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::tools::decode {
namespace {

// By enum ibv_wc_status of infiniband/verbs.h.
constexpr std::array<cqe_syndrome, 17> syndrome_of_status{
    cqe_syndrome::ok,
    cqe_syndrome::local_length_err,
    cqe_syndrome::local_qp_op_err,
    cqe_syndrome::ok,
    cqe_syndrome::local_prot_err,
    cqe_syndrome::wr_flush_err,
    cqe_syndrome::mw_bind_err,
    cqe_syndrome::bad_resp_err,
    cqe_syndrome::local_access_err,
    cqe_syndrome::remote_inval_req_err,
    cqe_syndrome::remote_access_err,
    cqe_syndrome::remote_op_err,
    cqe_syndrome::transport_retry_exc_err,
    cqe_syndrome::rnr_retry_exc_err,
    cqe_syndrome::ok,
    cqe_syndrome::ok,
    cqe_syndrome::remote_aborted_err,
};

struct notation {
  std::string_view status;
  std::string_view vendor;
};

constexpr std::array<notation, 4> notations{{
    {"status=", "vendor err "},              // NCCL
    {"with error ", "vendor err "},          // NCCL, before 2.12
    {"ailed status ", "syndrom "},           // perftest
    {"with status: ", "vendor syndrome: "},  // examples of rdma-core and their children
}};

std::optional<item> report_in(std::string_view line) {
  for (const auto& [status_key, vendor_key] : notations) {
    const auto status = number_after<std::uint8_t>(line, status_key);
    const auto vendor = number_after<std::uint8_t>(line, vendor_key);
    if (!status || !vendor || *status >= syndrome_of_status.size()) continue;
    const auto syndrome = syndrome_of_status[*status];
    if (syndrome == cqe_syndrome::ok) continue;
    report said;
    said.syndrome = static_cast<std::uint8_t>(syndrome);
    said.vendor = vendor;
    return item{.said = std::move(said)};
  }
  return {};
}

}  // namespace

const recogniser verbs_programs{"ibv_wc", nullptr, report_in};

}  // namespace verbatim::tools::decode

// The names of the attributes of a queue pair.
#include "abi/commands/attribute_mask.hpp"

#include <fmt/format.h>

#include <string_view>

namespace verbatim::emulator {
namespace {

struct attribute_name {
  std::uint32_t bit;
  std::string_view name;
};

constexpr attribute_name attribute_names[] = {
    {qp_attr::state, "STATE"},
    {qp_attr::cur_state, "CUR_STATE"},
    {qp_attr::en_sqd_async_notify, "EN_SQD_ASYNC_NOTIFY"},
    {qp_attr::access_flags, "ACCESS_FLAGS"},
    {qp_attr::pkey_index, "PKEY_INDEX"},
    {qp_attr::port, "PORT"},
    {qp_attr::qkey, "QKEY"},
    {qp_attr::av, "AV"},
    {qp_attr::path_mtu, "PATH_MTU"},
    {qp_attr::timeout, "TIMEOUT"},
    {qp_attr::retry_cnt, "RETRY_CNT"},
    {qp_attr::rnr_retry, "RNR_RETRY"},
    {qp_attr::rq_psn, "RQ_PSN"},
    {qp_attr::max_qp_rd_atomic, "MAX_QP_RD_ATOMIC"},
    {qp_attr::alt_path, "ALT_PATH"},
    {qp_attr::min_rnr_timer, "MIN_RNR_TIMER"},
    {qp_attr::sq_psn, "SQ_PSN"},
    {qp_attr::max_dest_rd_atomic, "MAX_DEST_RD_ATOMIC"},
    {qp_attr::path_mig_state, "PATH_MIG_STATE"},
    {qp_attr::cap, "CAP"},
    {qp_attr::dest_qpn, "DEST_QPN"},
    {qp_attr::rate_limit, "RATE_LIMIT"},
};

}  // namespace

std::string names_of(std::uint32_t mask) {
  std::string result;
  for (const auto& [bit, name] : attribute_names) {
    if (mask & bit) {
      if (!result.empty()) result += ", ";
      result += name;
      mask &= ~bit;
    }
  }
  if (mask) result += fmt::format("{}bits {:#x}", result.empty() ? "" : ", ", mask);
  return result;
}

}  // namespace verbatim::emulator

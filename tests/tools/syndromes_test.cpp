// The tables of syndromes, and how statuses of verbs lead to them.
#include "verbatim/generated/syndromes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "tools/decode/decode.hpp"

namespace verbatim {
namespace {

// Known while the program is compiled, so nothing is allocated.
static_assert(wire::find(vendor_syndromes, 0x52)->name == "gather_memory");
static_assert(wire::find(vendor_syndromes, 0x52)->detail_of(0x52) ==
              static_cast<std::uint8_t>(memory_fault::protection_domain));
static_assert(wire::find(vendor_syndromes, 0x01) == nullptr);
static_assert(with_detail(vendor_syndrome::scatter_memory, memory_fault::access_rights) ==
              vendor_syndrome{0x33});
static_assert(advice(cqe_syndrome::ok).causes.empty());

TEST(Syndromes, EveryErrorHasACauseAndACheck) {
  for (int code = 0; code < 256; ++code) {
    const auto value = static_cast<cqe_syndrome>(code);
    const bool error = !name(value).empty() && value != cqe_syndrome::ok;
    EXPECT_EQ(!advice(value).causes.empty(), error) << name(value);
    EXPECT_EQ(!advice(value).checks.empty(), error) << name(value);
  }
}

TEST(Syndromes, ACodeHasOneEntryAndEachEntryASource) {
  std::set<std::string_view> names;
  for (const auto& entry : vendor_syndromes) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_FALSE(entry.source.empty()) << entry.name;
    EXPECT_EQ(wire::find(vendor_syndromes, entry.value), &entry);
    EXPECT_EQ(entry.detail != nullptr, entry.detail_bits != 0);
  }
  for (int code = 0; code < 256; ++code) {
    const auto covering = std::ranges::count_if(vendor_syndromes, [code](const auto& entry) {
      return entry.covers(static_cast<std::uint8_t>(code));
    });
    EXPECT_LE(covering, 1) << code;
  }
  for (const auto& report : vendor_reports) {
    EXPECT_NE(wire::find(vendor_syndromes, report.vendor), nullptr) << report.source;
    EXPECT_FALSE(name(static_cast<cqe_syndrome>(report.syndrome)).empty());
  }
}

/// NCCL prints these for each status of verbs, whose numbers are those of the vendor's header here.
TEST(Syndromes, StatusesOfVerbs) {
  constexpr std::array<std::pair<ibv_wc_status, cqe_syndrome>, 13> statuses{{
      {IBV_WC_LOC_LEN_ERR, cqe_syndrome::local_length_err},
      {IBV_WC_LOC_QP_OP_ERR, cqe_syndrome::local_qp_op_err},
      {IBV_WC_LOC_PROT_ERR, cqe_syndrome::local_prot_err},
      {IBV_WC_WR_FLUSH_ERR, cqe_syndrome::wr_flush_err},
      {IBV_WC_MW_BIND_ERR, cqe_syndrome::mw_bind_err},
      {IBV_WC_BAD_RESP_ERR, cqe_syndrome::bad_resp_err},
      {IBV_WC_LOC_ACCESS_ERR, cqe_syndrome::local_access_err},
      {IBV_WC_REM_INV_REQ_ERR, cqe_syndrome::remote_inval_req_err},
      {IBV_WC_REM_ACCESS_ERR, cqe_syndrome::remote_access_err},
      {IBV_WC_REM_OP_ERR, cqe_syndrome::remote_op_err},
      {IBV_WC_RETRY_EXC_ERR, cqe_syndrome::transport_retry_exc_err},
      {IBV_WC_RNR_RETRY_EXC_ERR, cqe_syndrome::rnr_retry_exc_err},
      {IBV_WC_REM_ABORT_ERR, cqe_syndrome::remote_aborted_err},
  }};
  std::set<int> known;
  for (const auto& [status, syndrome] : statuses) {
    known.insert(status);
    const auto entries = tools::decode::decode_text(
        fmt::format("Got completion from peer with status={} opcode=0 len=0 vendor err 129\n",
                    static_cast<int>(status)),
        {});
    ASSERT_EQ(entries.size(), 1u) << ibv_wc_status_str(status);
    EXPECT_EQ(entries[0].error->syndrome, static_cast<std::uint8_t>(syndrome));
    EXPECT_EQ(entries[0].error->vendor, 129);
    const auto in_words = tools::decode::decode_text(
        fmt::format("send completion with error: {} [qpn 0x92c wrid 0x2 vendor_err 0x81]\n",
                    ibv_wc_status_str(status)),
        {});
    ASSERT_EQ(in_words.size(), 1u) << ibv_wc_status_str(status);
    EXPECT_EQ(in_words[0].error->syndrome, static_cast<std::uint8_t>(syndrome));
  }
  for (int status = 0; status <= IBV_WC_TM_RNDV_INCOMPLETE; ++status) {
    if (known.contains(status)) continue;
    const auto line = fmt::format("status={} opcode=0 len=0 vendor err 129\n", status);
    EXPECT_TRUE(tools::decode::decode_text(line, {}).empty()) << status;
  }
}

}  // namespace
}  // namespace verbatim

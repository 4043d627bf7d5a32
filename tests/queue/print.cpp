// `stream << segment` and `fmt::format("{}", segment)`: the same text, for segments, CQEs and doorbells.
#include "verbatim/wire/print.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/doorbells/cq_doorbell.hpp"
#include "verbatim/generated/layouts.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/wire/format.hpp"

namespace verbatim {
namespace {

template <class Layout>
concept printed = fmt::is_formattable<Layout>::value &&
    requires(std::ostream& out, const Layout& value) {
  out << value;
};

template <class... Layouts>
struct all_of {
  static constexpr std::size_t count = sizeof...(Layouts);
  static constexpr bool can_be_printed = (printed<Layouts> && ...);
};

// Every one that there is: `layouts` is made of the specs.
using everything =
    all_of<atomic_seg, av_dc_compact_seg, av_dc_seg, av_ud_compact_seg, av_ud_seg, bsf_ext_seg,
           bsf_inl_seg, bsf_seg, cq_dbrec, cq_doorbell, cqe128, cqe64, crypto_bsf_seg, ctrl_seg,
           data_seg, enh_block, err_cqe, eth_cqe, eth_pad_seg, eth_seg, eth_vlan_seg,
           flow_tbl_access_seg, flow_tbl_argument_seg, inline_seg, klm_seg, masked_cs128_seg,
           masked_cs32_seg, masked_cs64_seg, masked_fa128_seg, masked_fa32_seg, masked_fa64_seg,
           mini_req, mini_resp_csum, mini_resp_csum_stridx, mini_resp_ftag, mini_resp_hash,
           mini_resp_l34h, mkey_ctx_seg, mmo_meta_seg, mtt_seg, qp_dbrec, raddr_seg, ravh_seg,
           repeat_block_seg, repeat_ent_seg, rvh_seg, rwqe_sig_seg, set_psv_seg, sigerr_cqe,
           srq_dbrec, srq_next_seg, tm_list_cqe, tm_receive_cqe, tm_seg, tmh_seg, umr_ctrl_seg,
           wait_cq_seg, wait_data_seg, xrc_seg>;
static_assert(everything::can_be_printed);
static_assert(everything::count == layouts.size());

template <class T>
std::string streamed(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(Print, ASegment) {
  const ctrl_seg ctrl{.wqe_index = 7, .opcode = opcode::rdma_write, .qpn = 0x4001, .ds = 4};
  const std::string text =
      "{opmod=0 wqe_index=7 opcode=rdma_write qpn=0x4001 ds=4 signature=0 dci_stream_channel_id=0 "
      "fm=none ce=on_error se=0 imm=0}";
  EXPECT_EQ(streamed(ctrl), text);
  EXPECT_EQ(fmt::format("{}", ctrl), text);
}

TEST(Print, ACqe) {
  std::array<std::byte, 64> bytes;
  err_cqe::values{.hw_err_synd = 0x93,
                  .vendor_err_synd = 0x52,
                  .syndrome = cqe_syndrome::local_prot_err,
                  .s_wqe_opcode = opcode::send,
                  .qpn = 0x19a1,
                  .wqe_counter = 0xc092,
                  .opcode = cqe_opcode::req_err}
      .write(bytes.data());
  const std::string text =
      "{srqn=0 hw_err_synd=0x93 hw_synd_type=0 vendor_err_synd=0x52 syndrome=local_prot_err "
      "s_wqe_opcode=send qpn=0x19a1 wqe_counter=0xc092 signature=0 opcode=req_err format=plain "
      "se=0 owner=0}";
  EXPECT_EQ(streamed(err_cqe(bytes.data())), text);
  EXPECT_EQ(fmt::format("{}", err_cqe(bytes.data())), text);
}

TEST(Print, ADoorbell) {
  EXPECT_EQ(fmt::format("{}", cq_doorbell{.ci = 3, .cqn = 0x12}),
            streamed(cq_doorbell{.ci = 3, .cqn = 0x12}));
  EXPECT_NE(streamed(cq_doorbell{.ci = 3, .cqn = 0x12}).find("cqn=0x12"), std::string::npos);
}

TEST(Print, AddressesAreNoNumbers) {
  av_ud_seg av{};
  av.rmac = {std::byte{0x50}, std::byte{0x6b}, std::byte{0x4b},
             std::byte{0xcb}, std::byte{0xbe}, std::byte{0xce}};
  av.rgid[0] = std::byte{0xfe};
  av.rgid[1] = std::byte{0x80};
  const auto text = streamed(av);
  EXPECT_NE(text.find("rmac=50:6b:4b:cb:be:ce"), std::string::npos) << text;
  EXPECT_NE(text.find("rgid=fe80:0000:0000:0000:0000:0000:0000:0000"), std::string::npos) << text;
}

TEST(Print, WhatMayNotBeIsMarked) {
  std::array<std::byte, 16> bytes{};
  raddr_seg{.raddr = 16}.write(bytes.data());
  bytes[15] = std::byte{5};
  std::string text;
  const auto sink = [&text](std::string_view part) { text += part; };
  wire::write_fields(sink, raddr_seg::fields, bytes.data());
  EXPECT_EQ(text, "{raddr=0x10 rkey=0 reserved_0c=! 0x5}");
  EXPECT_NE(streamed(ctrl_seg{.opcode = static_cast<opcode>(0xee)}).find("opcode=! unknown 0xee"),
            std::string::npos);
}

/// Every table can be printed, whatever the bytes.
TEST(Print, EveryLayout) {
  std::array<std::byte, 256> bytes;
  for (const auto value : {0x00, 0xff, 0xa5}) {
    bytes.fill(static_cast<std::byte>(value));
    for (const auto& layout : layouts) {
      std::string text;
      wire::write_fields([&text](std::string_view part) { text += part; }, layout.fields,
                         bytes.data());
      EXPECT_TRUE(text.starts_with("{") && text.ends_with("}")) << layout.name;
      for (const auto& field : layout.fields) {
        const bool silent = field.reserved() && !wire::is_fault(field, bytes.data());
        EXPECT_EQ(text.find(std::string(field.name) + "=") == std::string::npos, silent)
            << layout.name << ": " << text;
      }
    }
  }
}

TEST(Print, ErrorsInWords) {
  EXPECT_EQ(streamed(post_error::closed), "the queue has been closed");
  for (unsigned i = 0; i <= static_cast<unsigned>(post_error::ranges_differ); ++i) {
    const auto value = static_cast<post_error>(i);
    EXPECT_EQ(streamed(value), message(value));
    EXPECT_FALSE(message(value).empty());
  }
  for (unsigned i = 0; i <= static_cast<unsigned>(cqe_problem::signature_error); ++i) {
    const auto value = static_cast<cqe_problem>(i);
    EXPECT_EQ(streamed(value), message(value));
    EXPECT_FALSE(message(value).empty());
  }
}

TEST(Print, NothingStandsBetweenTheBraces) {
  EXPECT_THROW(static_cast<void>(fmt::format(fmt::runtime("{:x}"), raddr_seg{})),
               fmt::format_error);
}

}  // namespace
}  // namespace verbatim

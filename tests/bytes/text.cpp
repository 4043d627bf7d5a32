// The text of WQEs and CQEs: what a reader looks for is there, and what is wrong is marked.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "tools/describe.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"

namespace verbatim {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

AssertionResult says(const std::string& text, const std::string& wanted) {
  if (text.find(wanted) != std::string::npos) return AssertionSuccess();
  return AssertionFailure() << "no '" << wanted << "' in\n" << text;
}

TEST(Describe, WriteWithTwoPieces) {
  std::vector<std::byte> wqe(64);
  ctrl_seg{.wqe_index = 7, .opcode = opcode::rdma_write, .qpn = 0x4001, .ds = 4}.write(&wqe[0]);
  raddr_seg{.raddr = 0x7f0000001000, .rkey = 0x1234}.write(&wqe[16]);
  data_seg{.byte_count = 100, .lkey = 0x99, .addr = 0x5000}.write(&wqe[32]);
  data_seg{.byte_count = 3, .lkey = 0x99, .addr = 0x6000}.write(&wqe[48]);
  const auto text = tools::describe_wqe(wqe);
  EXPECT_TRUE(says(text, "wqe_index=7  opcode=rdma_write  qpn=0x4001  ds=4"));
  EXPECT_TRUE(says(text, "raddr=0x7f0000001000"));
  EXPECT_TRUE(says(text, "byte_count=0x64  lkey=0x99"));
  EXPECT_TRUE(says(text, "30  00000003 00000099  data_seg   byte_count=3"));
  EXPECT_EQ(text.find('!'), std::string::npos) << text;
}

TEST(Describe, InlinePayload) {
  std::vector<std::byte> wqe(48);
  ctrl_seg{.opcode = opcode::send, .qpn = 1, .ds = 3}.write(&wqe[0]);
  inline_seg{.byte_count = 20}.write(&wqe[16]);
  wqe[20] = std::byte{0xab};
  const auto text = tools::describe_wqe(wqe);
  EXPECT_TRUE(says(text, "10  80000014 ab000000  inline_seg byte_count=20"));
  EXPECT_EQ(text.find('!'), std::string::npos) << text;
}

TEST(Describe, MarksWhatIsWrong) {
  std::vector<std::byte> wqe(32);
  ctrl_seg{.opcode = opcode::rdma_write, .qpn = 1, .ds = 2}.write(&wqe[0]);
  raddr_seg{}.write(&wqe[16]);
  wqe[31] = std::byte{5};
  EXPECT_TRUE(says(tools::describe_wqe(wqe), "! reserved_0c=0x5, not 0x0"));
  wqe[3] = std::byte{0xee};
  EXPECT_TRUE(says(tools::describe_wqe(wqe), "opcode=! unknown 0xee"));
  EXPECT_TRUE(says(tools::describe_wqe(wqe), "no spec describes this opcode"));
}

TEST(Describe, ErrorCqe) {
  std::array<std::byte, 64> cqe;
  err_cqe::values{.vendor_err_synd = 0x52,
                  .syndrome = cqe_syndrome::local_prot_err,
                  .s_wqe_opcode = opcode::send,
                  .qpn = 0x19a1,
                  .wqe_counter = 0xc092,
                  .opcode = cqe_opcode::req_err}
      .write(cqe.data());
  const auto text = tools::describe_cqe(cqe);
  EXPECT_TRUE(says(text, "vendor_err_synd=0x52  syndrome=local_prot_err"));
  EXPECT_TRUE(says(text, "s_wqe_opcode=send  qpn=0x19a1  wqe_counter=0xc092"));
}

TEST(Describe, AnyBytes) {
  std::mt19937 dice(std::random_device{}());
  for (int i = 0; i < 300; ++i) {
    std::vector<std::byte> wqe(16 * (1 + dice() % 63));
    for (auto& b : wqe) b = static_cast<std::byte>(dice() % 4 == 0 ? dice() : 0);
    EXPECT_FALSE(tools::describe_wqe(wqe).empty());
    wqe.resize(64);
    EXPECT_FALSE(tools::describe_cqe(wqe).empty());
  }
}

}  // namespace
}  // namespace verbatim

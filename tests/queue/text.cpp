// The text of WQEs and CQEs: what a reader looks for is there, and what is wrong is marked.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <vector>

#include "every_wqe.hpp"
#include "tools/describe.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/layouts.hpp"
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

/// Gives `use` the text of every WQE of a transport, and returns their names.
template <class Transport, class Use>
std::set<std::string_view> texts(const Use& use) {
  std::set<std::string_view> names;
  const auto describe = [&](std::string_view name, post_result posted, const auto& sq) {
    ASSERT_TRUE(posted.ok()) << name << ": " << message(posted.error());
    const std::span wqe(sq.wqe_at(posted.wqe_index()), 16);
    const std::span all(wqe.data(), ctrl_seg::read(wqe.data()).ds * std::size_t{16});
    use(name, tools::describe_wqe(all, Transport::name));
    names.insert(name);
  };
  test::every_wqe<Transport, decltype(describe)> post(describe);
  return names;
}

template <class Transport>
class DescribeOn : public testing::Test {};
using every_transport = testing::Types<rc, uc, xrc, dci, dci_roce, dci_compact, ud, ud_roce,
                                       ud_compact, ud_underlay, raw_packet, xrq_cmd>;
TYPED_TEST_SUITE(DescribeOn, every_transport);

TYPED_TEST(DescribeOn, NamesEveryWqeAndHasNoComplaint) {
  const auto posted = texts<TypeParam>([](std::string_view name, const std::string& text) {
    const auto title = fmt::format("{} on {}\n", name, TypeParam::name);
    EXPECT_TRUE(text.starts_with(title)) << "not " << title << text;
    EXPECT_EQ(text.find('!'), std::string::npos) << text;
  });
  const auto* table = std::ranges::find(transport_layouts, TypeParam::name, &wire::transport::name);
  EXPECT_EQ(posted, std::set(table->wqes.begin(), table->wqes.end()));
}

TEST(Describe, PostsOnEveryTransport) {
  const auto posted = []<class... Transports>(std::type_identity<testing::Types<Transports...>>) {
    return std::set<std::string_view>{Transports::name...};
  }(std::type_identity<every_transport>{});
  std::set<std::string_view> described;
  for (const auto& transport : transport_layouts) described.insert(transport.name);
  EXPECT_EQ(posted, described);
}

/// One text of each WQE, on the first transport that carries it, and a send on each of the others.
std::string compendium() {
  std::set<std::string_view> seen;
  std::map<std::string, std::string> sorted;
  const auto collect = [&]<class Transport>(Transport) {
    bool first_send = true;
    texts<Transport>([&](std::string_view name, const std::string& text) {
      const bool send = name == "send" && (first_send || Transport::name == "raw_packet");
      if (name == "send") first_send = false;
      if (!seen.insert(name).second && !send) return;
      auto& entry = sorted[text.substr(0, text.find('\n'))];
      entry += (entry.empty() ? "" : "\n") + text;
    });
  };
  [&]<class... Transports>(std::type_identity<testing::Types<Transports...>>) {
    (collect(Transports{}), ...);
  }(std::type_identity<every_transport>{});
  std::string all;
  for (const auto& [title, text] : sorted) all += (all.empty() ? "" : "\n") + text;
  return all;
}

/// Line by line what a reader sees. After a change that is meant, run this with
/// VERBATIM_REWRITE_TEXTS=1 and read the difference.
TEST(Describe, EveryWqe) {
  const auto got = compendium();
  if (std::getenv("VERBATIM_REWRITE_TEXTS") != nullptr) std::ofstream(EVERY_WQE_TEXT) << got;
  std::stringstream expected;
  expected << std::ifstream(EVERY_WQE_TEXT).rdbuf();
  EXPECT_EQ(got, expected.str());
}

TEST(Describe, ComplainsAboutTheTransport) {
  std::vector<std::byte> wqe(32);
  ctrl_seg{.opcode = opcode::rdma_write, .qpn = 1, .ds = 2}.write(&wqe[0]);
  raddr_seg{}.write(&wqe[16]);
  EXPECT_TRUE(says(tools::describe_wqe(wqe, "rd"),
                   "!          there is no transport 'rd'; there are dci,"));
  EXPECT_TRUE(says(tools::describe_wqe(wqe, "ud"),
                   "!          ud carries no WQE of opcode rdma_write and opmod 0"));
  EXPECT_TRUE(says(tools::describe_wqe(wqe, "dci"), "!          ds ends inside av_dc_seg"));
}

TEST(Describe, ComplainsAboutLengths) {
  std::vector<std::byte> wqe(48);
  ctrl_seg{.opcode = opcode::rdma_write, .qpn = 1, .ds = 4}.write(&wqe[0]);
  EXPECT_TRUE(says(tools::describe_wqe(wqe), "! ds says 64 bytes, here are 48"));
  wqe[7] = std::byte{1};
  EXPECT_TRUE(
      says(tools::describe_wqe(wqe), "10                     !          ds ends before raddr_seg"));
  wqe[7] = std::byte{0};
  EXPECT_TRUE(says(tools::describe_wqe(wqe), "! ds is 0, but counts ctrl_seg itself"));
  EXPECT_TRUE(says(tools::describe_wqe(std::span(wqe).first(15)), "shorter than ctrl_seg"));
  inline_seg{.byte_count = 29}.write(&wqe[16]);
  ctrl_seg{.opcode = opcode::send, .qpn = 1, .ds = 3}.write(&wqe[0]);
  EXPECT_TRUE(says(tools::describe_wqe(wqe), "inline_seg: 29 bytes are longer than ds says"));
}

/// The rest of what is given may be shorter than the header of a payload.
TEST(Describe, ComplainsAboutABrokenInlineHeader) {
  std::vector<std::byte> wqe(33);
  ctrl_seg{.opcode = opcode::send, .qpn = 1, .ds = 3}.write(&wqe[0]);
  data_seg{.byte_count = 4}.write(&wqe[16]);
  wqe[32] = std::byte{0x80};
  EXPECT_TRUE(says(tools::describe_wqe(wqe), "ds ends inside inline_seg"));
}

TEST(Describe, SaysWhatAWqeIsLike) {
  std::vector<std::byte> wqe(64);
  ctrl_seg{.opcode = opcode::atomic_fa, .qpn = 1, .ds = 4}.write(&wqe[0]);
  data_seg{.byte_count = 4}.write(&wqe[48]);  // and not 8
  EXPECT_TRUE(says(tools::describe_wqe(wqe), "like atomic_fa on rc\n"));
}

TEST(Describe, AnyBytes) {
  std::mt19937 dice(std::random_device{}());
  for (int i = 0; i < 300; ++i) {
    std::vector<std::byte> wqe(16 * (1 + dice() % 63));
    for (auto& b : wqe) b = static_cast<std::byte>(dice() % 4 == 0 ? dice() : 0);
    wqe[3] = static_cast<std::byte>(wqe_layouts[dice() % wqe_layouts.size()].opcode);
    const auto& transport = transport_layouts[dice() % transport_layouts.size()];
    EXPECT_FALSE(tools::describe_wqe(wqe, transport.name).empty());
    wqe.resize(64);
    EXPECT_FALSE(tools::describe_cqe(wqe).empty());
  }
}

}  // namespace
}  // namespace verbatim

// The words about a failed completion.
#include "verbatim/queue/completion/explain.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>

namespace verbatim::test {
namespace {

/// The last 16 bytes of an error CQE from a public report (openucx/ucx pull request 4727).
std::array<std::byte, 64> reported() {
  constexpr std::array<unsigned, 16> tail{0,    0,    0,    0,    0x93, 0x00, 0x52, 0x04,
                                          0x0a, 0x00, 0x19, 0xa1, 0xc0, 0x92, 0x1c, 0xd2};
  std::array<std::byte, 64> cqe{};
  for (std::size_t i = 0; i < tail.size(); ++i) cqe[48 + i] = static_cast<std::byte>(tail[i]);
  return cqe;
}

std::string explained(const std::array<std::byte, 64>& cqe) {
  return explain(completion_view(cqe64(cqe.data()), true));
}

TEST(explain, a_public_report) {
  const auto text = explained(reported());
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "send, QPN 0x19a1, wqe_counter 0xc092: local_prot_err (0x04): A local key is wrong, of "
            "another "
            "PD, out of bounds, or forbids the access.");
  EXPECT_NE(text.find("\n  vendor  0x52 gather_memory: "), std::string::npos) << text;
  EXPECT_NE(text.find("\n  likely  The lkey of an SGE is wrong"), std::string::npos) << text;
  EXPECT_NE(text.find("\n  check   Compare lkey"), std::string::npos) << text;
}

TEST(explain, every_pair_of_codes) {
  auto cqe = reported();
  for (unsigned syndrome = 0; syndrome < 256; ++syndrome) {
    for (unsigned vendor = 0; vendor < 256; ++vendor) {
      cqe[54] = static_cast<std::byte>(vendor);
      cqe[55] = static_cast<std::byte>(syndrome);
      const auto text = explained(cqe);
      ASSERT_NE(text.find(wire::hex_text(syndrome)), std::string::npos) << text;
      ASSERT_NE(text.find("vendor  " + wire::hex_text(vendor)), std::string::npos) << text;
      ASSERT_EQ(text.find("\n\n"), std::string::npos) << text;
    }
  }
  cqe[54] = std::byte{0xee};
  EXPECT_NE(explained(cqe).find("0xee, whose meaning no public source"), std::string::npos);
}

TEST(explain, a_receive_and_an_opcode_without_a_name) {
  auto cqe = reported();
  cqe[63] = std::byte{14 << 4};
  EXPECT_EQ(explained(cqe).substr(0, 9), "receive, ");
  cqe[63] = std::byte{13 << 4};
  cqe[56] = std::byte{0xee};
  EXPECT_EQ(explained(cqe).substr(0, 13), "opcode 0xee, ");
}

TEST(explain, nothing_if_nothing_failed) {
  const auto cqe = reported();
  EXPECT_EQ(explain(completion_view(cqe64(cqe.data()), false)), "");
}

}  // namespace
}  // namespace verbatim::test

// Commands of the firmware in memory: numbers, bytes and structures, and memory that ends too early.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "verbatim/generated/commands/create_mkey.hpp"
#include "verbatim/generated/commands/create_qp.hpp"
#include "verbatim/generated/commands/mbox_in.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {
namespace {

using firmware::ads;
using firmware::create_mkey;
using firmware::create_qp;
using firmware::mkc;
using firmware::qpc;

TEST(mailbox, BeginsWithItsOpcode) {
  const wire::mailbox<create_qp::in> command;
  EXPECT_EQ(wire::load32(command.bytes.data()), 0x0500'0000u);
  EXPECT_EQ(std::ranges::count(command.bytes, std::byte{}), 0x110 - 1);
  EXPECT_EQ(command.view().as<firmware::mbox_in>().get(firmware::mbox_in::opcode), 0x500u);
}

// The words are those of struct mlx5_ifc_create_qp_in_bits, counted by hand.
TEST(mailbox, PutsEachFieldInItsPlace) {
  wire::mailbox<create_qp::in> command;
  command.set(create_qp::in::wq_umem_id, 0x12345678);
  const auto context = command.part(create_qp::in::qpc);
  context.set(qpc::pd, 0xabcdef);
  context.set(qpc::log_rq_size, 5);
  context.set(qpc::log_rq_stride, 2);
  context.set(qpc::dbr_addr, 0x1122'3344'5566'7788);
  const auto path = context.part(qpc::primary_address_path);
  path.set(ads::rlid, 0x17);
  std::array<std::byte, 16> gid{};
  gid.front() = std::byte{0xfe};
  gid.back() = std::byte{0x01};
  path.set(ads::rgid_rip, std::span<const std::byte, 16>(gid));

  const auto* const at = command.bytes.data();
  EXPECT_EQ(wire::load32(at + 0x108), 0x12345678u);
  EXPECT_EQ(wire::load32(at + 0x18 + 0x04), 0x00abcdefu);
  EXPECT_EQ(wire::load32(at + 0x18 + 0x08), 5u << 19 | 2u << 16);
  EXPECT_EQ(wire::load64(at + 0x18 + 0xa0), 0x1122'3344'5566'7788u);
  EXPECT_EQ(wire::load32(at + 0x18 + 0x18 + 0x04), 0x17u);
  EXPECT_EQ(at[0x18 + 0x18 + 0x10], std::byte{0xfe});
  EXPECT_EQ(at[0x18 + 0x18 + 0x1f], std::byte{0x01});
  EXPECT_EQ(context.get(qpc::dbr_addr), 0x1122'3344'5566'7788u);
  EXPECT_EQ(path.get(ads::rgid_rip), gid);
}

TEST(mailbox, ChangesOnlyTheField) {
  std::vector<std::byte> memory(create_mkey::in::size, std::byte{0xff});
  const auto key =
      wire::mailbox_view<create_mkey::in>(memory).part(create_mkey::in::memory_key_mkey_entry);
  key.set(mkc::access_mode_1_0, 1);
  EXPECT_EQ(wire::load32(memory.data() + 0x10), 0xffff'fdffu);
  EXPECT_EQ(key.get(mkc::access_mode_1_0), 1u);
  EXPECT_TRUE(key.is_set(mkc::lr));
}

TEST(mailbox, TakesTheLowestBitsOfANumberThatIsTooLarge) {
  std::vector<std::byte> memory(create_mkey::in::size);
  const auto key =
      wire::mailbox_view<create_mkey::in>(memory).part(create_mkey::in::memory_key_mkey_entry);
  key.set_low(mkc::access_mode_1_0, 6);
  EXPECT_EQ(wire::load32(memory.data() + 0x10), 0x0000'0200u);
}

TEST(mailbox, EndsWhereItsMemoryEnds) {
  std::vector<std::byte> memory(0x10b, std::byte{0xff});
  const wire::mailbox_view<create_qp::in> command(memory);
  EXPECT_EQ(command.get(create_qp::in::wq_umem_id), 0xffff'ff00u);
  EXPECT_EQ(command.get(create_qp::in::wq_umem_valid), 0u);
  command.set(create_qp::in::wq_umem_id, 0x12345678);
  command.set(create_qp::in::wq_umem_valid, 1);
  EXPECT_EQ(command.get(create_qp::in::wq_umem_id), 0x12345600u);
  EXPECT_EQ(memory.size(), 0x10bu);
}

TEST(mailbox, AListRunsToTheEnd) {
  const std::vector<std::byte> memory(create_mkey::in::size + 20);
  using view = wire::mailbox_view<create_mkey::in, const std::byte>;
  EXPECT_EQ(view(memory).rest(create_mkey::in::klm_pas_mtt).size(), 20u);
  EXPECT_EQ(view(memory).rest(create_mkey::in::klm_pas_mtt).data(), memory.data() + 0x110);
  EXPECT_TRUE(view(std::span(memory).first(16)).rest(create_mkey::in::klm_pas_mtt).empty());
  EXPECT_EQ(
      view(std::span(memory).first(16)).part(create_mkey::in::memory_key_mkey_entry).get(mkc::len),
      0u);
}

}  // namespace
}  // namespace verbatim

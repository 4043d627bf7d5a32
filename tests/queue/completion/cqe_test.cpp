// CQEs, byte for byte: what a device writes and what the views make of it.
#include <gtest/gtest.h>

#include "bytes.hpp"
#include "dice.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"

namespace verbatim::test {
namespace {

const auto good = bytes({
    0x00,          0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // 0x00
    0x00,          0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  //
    0x00,          0x00, 0x00, 0x00,                          // 0x10
    0x00,          0x00, 0x11, 0x22,                          // -, slid
    0x05,          0x33, 0x44, 0x55,                          // sl, rqpn
    0x00,          0x00, 0x00, 0x00,                          //
    0x00,          0x66, 0x77, 0x88,                          // 0x20 -, srqn_uidx
    0x99,          0xaa, 0xbb, 0xcc,                          // imm
    0x00,          0x00, 0x00, 0x00,                          //
    0x01,          0x23, 0x45, 0x67,                          // byte_cnt
    0x11,          0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18,  // 0x30 timestamp
    0x10,                                                     // s_wqe_opcode
    0xab,          0xcd, 0xef,                                // qpn
    0xfe,          0xdc,                                      // wqe_counter
    0x5a,                                                     // signature
    0b0011'01'1'1,                                            // opcode, format, se, owner
});

TEST(cqe64, values_are_written_where_the_device_writes_them) {
  const cqe64::values values{.slid = 0x1122,
                             .sl = 5,
                             .rqpn = 0x334455,
                             .srqn_uidx = 0x667788,
                             .imm = 0x99aabbcc,
                             .byte_cnt = 0x01234567,
                             .timestamp = 0x1112131415161718,
                             .s_wqe_opcode = opcode::rdma_read,
                             .qpn = 0xabcdef,
                             .wqe_counter = 0xfedc,
                             .signature = 0x5a,
                             .opcode = cqe_opcode::resp_send_imm,
                             .format = cqe_format::inline_32,
                             .se = 1,
                             .owner = 1};
  EXPECT_TRUE(same(written(values, cqe64::size), good));
}

TEST(cqe64, getters_read_the_bytes_in_place) {
  const cqe64 cqe(good.data());
  EXPECT_EQ(cqe.slid(), 0x1122);
  EXPECT_EQ(cqe.sl(), 5);
  EXPECT_EQ(cqe.rqpn(), 0x334455u);
  EXPECT_EQ(cqe.srqn_uidx(), 0x667788u);
  EXPECT_EQ(cqe.imm(), 0x99aabbccu);
  EXPECT_EQ(cqe.byte_cnt(), 0x01234567u);
  EXPECT_EQ(cqe.timestamp(), 0x1112131415161718u);
  EXPECT_EQ(cqe.s_wqe_opcode(), opcode::rdma_read);
  EXPECT_EQ(cqe.qpn(), 0xabcdefu);
  EXPECT_EQ(cqe.wqe_counter(), 0xfedc);
  EXPECT_EQ(cqe.signature(), 0x5a);
  EXPECT_EQ(cqe.opcode(), cqe_opcode::resp_send_imm);
  EXPECT_EQ(cqe.format(), cqe_format::inline_32);
  EXPECT_EQ(cqe.se(), 1);
  EXPECT_EQ(cqe.owner(), 1);
  EXPECT_EQ(cqe.bytes(), good.data());
}

byte_string failure() {
  byte_string cqe(0x34);
  cqe[0x21] = std::byte{0x66};  // srqn
  cqe[0x22] = std::byte{0x77};
  cqe[0x23] = std::byte{0x88};
  const auto rest = bytes({
      0x21,              // hw_err_synd
      0x43,              // hw_synd_type
      0x65,              // vendor_err_synd
      0x13,              // syndrome
      0x08,              // s_wqe_opcode
      0xab, 0xcd, 0xef,  // qpn
      0xfe, 0xdc,        // wqe_counter
      0x5a,              // signature
      0b1101'00'0'1,     // opcode, format, se, owner
  });
  cqe.insert(cqe.end(), rest.begin(), rest.end());
  return cqe;
}

TEST(err_cqe, values_are_written_where_the_device_writes_them) {
  const err_cqe::values values{.srqn = 0x667788,
                               .hw_err_synd = 0x21,
                               .hw_synd_type = 0x43,
                               .vendor_err_synd = 0x65,
                               .syndrome = cqe_syndrome::remote_access_err,
                               .s_wqe_opcode = opcode::rdma_write,
                               .qpn = 0xabcdef,
                               .wqe_counter = 0xfedc,
                               .signature = 0x5a,
                               .opcode = cqe_opcode::req_err,
                               .format = cqe_format::plain,
                               .se = 0,
                               .owner = 1};
  EXPECT_TRUE(same(written(values, err_cqe::size), failure()));
}

TEST(err_cqe, getters_read_the_bytes_in_place) {
  const auto at = failure();
  const err_cqe cqe(at.data());
  EXPECT_EQ(cqe.srqn(), 0x667788u);
  EXPECT_EQ(cqe.hw_err_synd(), 0x21);
  EXPECT_EQ(cqe.hw_synd_type(), 0x43);
  EXPECT_EQ(cqe.vendor_err_synd(), 0x65);
  EXPECT_EQ(cqe.syndrome(), cqe_syndrome::remote_access_err);
  EXPECT_EQ(cqe.s_wqe_opcode(), opcode::rdma_write);
  EXPECT_EQ(cqe.qpn(), 0xabcdefu);
  EXPECT_EQ(cqe.wqe_counter(), 0xfedc);
  EXPECT_EQ(cqe.signature(), 0x5a);
  EXPECT_EQ(cqe.opcode(), cqe_opcode::req_err);
  EXPECT_EQ(cqe.format(), cqe_format::plain);
  EXPECT_EQ(cqe.se(), 0);
  EXPECT_EQ(cqe.owner(), 1);
}

/// Every named field of `Cqe`, moved from random bytes through the view into other bytes.
template <class Cqe, class Copy>
void expect_round_trip(Copy copy) {
  dice random;
  for (int round = 0; round < 10'000; ++round) {
    const auto original = random.bytes(Cqe::size);
    const auto again = written(copy(Cqe(original.data())), Cqe::size);
    for (const wire::field& f : Cqe::fields) {
      ASSERT_EQ(f.read(again.data()), f.read(original.data())) << f.name;
    }
  }
}

TEST(cqe64, values_hold_whatever_the_getters_give) {
  expect_round_trip<cqe64>([](cqe64 c) {
    return cqe64::values{.ml_path = c.ml_path(),
                         .slid = c.slid(),
                         .l3_in_cqe = c.l3_in_cqe(),
                         .l3_in_data = c.l3_in_data(),
                         .sl = c.sl(),
                         .rqpn = c.rqpn(),
                         .l4_ok = c.l4_ok(),
                         .l3_ok = c.l3_ok(),
                         .l2_ok = c.l2_ok(),
                         .ip_frag = c.ip_frag(),
                         .l4_hdr_type = c.l4_hdr_type(),
                         .l3_hdr_type = c.l3_hdr_type(),
                         .ip_ext = c.ip_ext(),
                         .vlan = c.vlan(),
                         .vlan_info = c.vlan_info(),
                         .srqn_uidx = c.srqn_uidx(),
                         .imm = c.imm(),
                         .app = c.app(),
                         .app_op = c.app_op(),
                         .app_info = c.app_info(),
                         .byte_cnt = c.byte_cnt(),
                         .timestamp = c.timestamp(),
                         .s_wqe_opcode = c.s_wqe_opcode(),
                         .qpn = c.qpn(),
                         .wqe_counter = c.wqe_counter(),
                         .signature = c.signature(),
                         .opcode = c.opcode(),
                         .format = c.format(),
                         .se = c.se(),
                         .owner = c.owner()};
  });
}

TEST(err_cqe, values_hold_whatever_the_getters_give) {
  expect_round_trip<err_cqe>([](err_cqe c) {
    return err_cqe::values{.srqn = c.srqn(),
                           .hw_err_synd = c.hw_err_synd(),
                           .hw_synd_type = c.hw_synd_type(),
                           .vendor_err_synd = c.vendor_err_synd(),
                           .syndrome = c.syndrome(),
                           .s_wqe_opcode = c.s_wqe_opcode(),
                           .qpn = c.qpn(),
                           .wqe_counter = c.wqe_counter(),
                           .signature = c.signature(),
                           .opcode = c.opcode(),
                           .format = c.format(),
                           .se = c.se(),
                           .owner = c.owner()};
  });
}

TEST(enums, say_themselves_in_words) {
  EXPECT_EQ(name(cqe_syndrome::remote_access_err), "remote_access_err");
  EXPECT_NE(meaning(cqe_syndrome::remote_access_err), "");
  EXPECT_EQ(name(cqe_syndrome{0xee}), "");
  EXPECT_EQ(meaning(cqe_syndrome{0xee}), "");
}

}  // namespace
}  // namespace verbatim::test

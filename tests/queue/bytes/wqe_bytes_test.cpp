// One WQE of each kind as an annotated array: what a reader can check against the manual.
#include <gtest/gtest.h>

#include "device.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

class wqe_bytes : public testing::Test {
 protected:
  using queue = send_queue<rc, int>;

  /// The WQE that was posted, as it lies in the ring, and the octoword behind it.
  byte_string posted(post_result result, std::size_t size) {
    EXPECT_TRUE(result.ok()) << message(result.error());
    return memory.wqe(result.wqe_index(), size);
  }

  queue_pair_memory memory{16, 0xabcdef};
  queue sq{memory.send()};
};

TEST_F(wqe_bytes, nop) {
  EXPECT_TRUE(same(posted(sq.sq_wqe().nop().signal(1).finish(), 32),
                   bytes({
                       0x00, 0x00, 0x00, 0x00,                          // opmod, wqe_index, opcode
                       0xab, 0xcd, 0xef, 0x01,                          // qpn, ds
                       0x00, 0x00, 0x00, 0x08,                          // signature, stream, ce
                       0x00, 0x00, 0x00, 0x00,                          // imm
                       0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,  // not ours
                       0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,  //
                   })));
}

TEST_F(wqe_bytes, pieces_of_memory_stand_for_their_numbers) {
  const wire::local_memory local{0x3132333435363738, 64, lkey(0x51525354)};
  const wire::remote_memory remote{0x1112131415161718, 512, rkey(0x21222324)};
  const auto by_piece = posted(sq.sq_wqe().write().rdma(remote).sge(local).finish(), 48);
  EXPECT_TRUE(same(by_piece, bytes({
                                 0x00, 0x00, 0x00, 0x08,                          // rdma_write
                                 0xab, 0xcd, 0xef, 0x03,                          // qpn, ds
                                 0x00, 0x00, 0x00, 0x00,                          // fm, ce, se
                                 0x00, 0x00, 0x00, 0x00,                          // imm
                                 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18,  // raddr
                                 0x21, 0x22, 0x23, 0x24, 0x00, 0x00, 0x00, 0x00,  // rkey
                                 0x00, 0x00, 0x00, 0x40, 0x51, 0x52, 0x53, 0x54,  // length, lkey
                                 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38,  // addr
                             })));
}

TEST_F(wqe_bytes, send_with_inline_data) {
  const auto text = bytes({'h', 'e', 'l', 'l', 'o'});
  EXPECT_TRUE(same(posted(sq.sq_wqe().send().inline_data(text).finish(), 32),
                   bytes({
                       0x00, 0x00, 0x00, 0x0a,                    // opmod, wqe_index, opcode
                       0xab, 0xcd, 0xef, 0x02,                    // qpn, ds
                       0x00, 0x00, 0x00, 0x00,                    // signature, stream, fm ce se
                       0x00, 0x00, 0x00, 0x00,                    // imm
                       0x80, 0x00, 0x00, 0x05,                    // inline_flag, byte_count
                       'h',  'e',  'l',  'l',  'o',               // payload
                       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // padding
                   })));
}

TEST_F(wqe_bytes, send_imm) {
  EXPECT_TRUE(same(posted(sq.sq_wqe()
                              .send({.solicited = true})
                              .imm(0x11223344)
                              .sge(0x0123456789abcdef, 0x1000, lkey(0x55667788))
                              .finish(),
                          32),
                   bytes({
                       0x00, 0x00, 0x00, 0x0b,                          // opcode
                       0xab, 0xcd, 0xef, 0x02,                          // qpn, ds
                       0x00, 0x00, 0x00, 0x02,                          // se
                       0x11, 0x22, 0x33, 0x44,                          // imm
                       0x00, 0x00, 0x10, 0x00,                          // byte_count
                       0x55, 0x66, 0x77, 0x88,                          // lkey
                       0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,  // addr
                   })));
}

TEST_F(wqe_bytes, send_inval) {
  EXPECT_TRUE(same(posted(sq.sq_wqe().send().invalidate(rkey(0x55667788)).no_data().finish(), 16),
                   bytes({
                       0x00, 0x00, 0x00, 0x01,  // opcode
                       0xab, 0xcd, 0xef, 0x01,  // qpn, ds
                       0x00, 0x00, 0x00, 0x00,  // fm ce se
                       0x55, 0x66, 0x77, 0x88,  // rkey
                   })));
}

TEST_F(wqe_bytes, write) {
  EXPECT_TRUE(same(posted(sq.sq_wqe()
                              .write({.fence = fence_mode::reads_atomics_and_key_changes})
                              .rdma(0x1112131415161718, rkey(0x21222324))
                              .sge(0x3132333435363738, 0x41, lkey(0x51525354))
                              .sge(0x6162636465666768, 0x71, lkey(0x81828384))
                              .signal(1)
                              .finish(),
                          64),
                   bytes({
                       0x00, 0x00, 0x00, 0x08,                                    // opcode
                       0xab, 0xcd, 0xef, 0x04,                                    // qpn, ds
                       0x00, 0x00, 0x00, 0b100'0'10'0'0,                          // fm, ce
                       0x00, 0x00, 0x00, 0x00,                                    // imm
                       0x11, 0x12, 0x13, 0x14,           0x15, 0x16, 0x17, 0x18,  // raddr
                       0x21, 0x22, 0x23, 0x24,                                    // rkey
                       0x00, 0x00, 0x00, 0x00,                                    // reserved
                       0x00, 0x00, 0x00, 0x41,                                    // byte_count
                       0x51, 0x52, 0x53, 0x54,                                    // lkey
                       0x31, 0x32, 0x33, 0x34,           0x35, 0x36, 0x37, 0x38,  // addr
                       0x00, 0x00, 0x00, 0x71,                                    // byte_count
                       0x81, 0x82, 0x83, 0x84,                                    // lkey
                       0x61, 0x62, 0x63, 0x64,           0x65, 0x66, 0x67, 0x68,  // addr
                   })));
}

TEST_F(wqe_bytes, write_imm) {
  EXPECT_TRUE(same(posted(sq.sq_wqe()
                              .write()
                              .imm(0xdeadbeef)
                              .rdma(0x1112131415161718, rkey(0x21222324))
                              .no_data()
                              .finish(),
                          32),
                   bytes({
                       0x00, 0x00, 0x00, 0x09,                          // opcode
                       0xab, 0xcd, 0xef, 0x02,                          // qpn, ds
                       0x00, 0x00, 0x00, 0x00,                          // fm ce se
                       0xde, 0xad, 0xbe, 0xef,                          // imm
                       0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18,  // raddr
                       0x21, 0x22, 0x23, 0x24,                          // rkey
                       0x00, 0x00, 0x00, 0x00,                          // reserved
                   })));
}

TEST_F(wqe_bytes, read) {
  EXPECT_TRUE(same(posted(sq.sq_wqe()
                              .read()
                              .rdma(0x1112131415161718, rkey(0x21222324))
                              .sge(0x3132333435363738, 0x41, lkey(0x51525354))
                              .signal(1)
                              .finish(),
                          48),
                   bytes({
                       0x00, 0x00, 0x00, 0x10,                          // opcode
                       0xab, 0xcd, 0xef, 0x03,                          // qpn, ds
                       0x00, 0x00, 0x00, 0x08,                          // ce
                       0x00, 0x00, 0x00, 0x00,                          // imm
                       0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18,  // raddr
                       0x21, 0x22, 0x23, 0x24,                          // rkey
                       0x00, 0x00, 0x00, 0x00,                          // reserved
                       0x00, 0x00, 0x00, 0x41,                          // byte_count
                       0x51, 0x52, 0x53, 0x54,                          // lkey
                       0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38,  // addr
                   })));
}

TEST_F(wqe_bytes, cas) {
  EXPECT_TRUE(same(posted(sq.sq_wqe()
                              .cas()
                              .rdma(0x1112131415161718, rkey(0x21222324))
                              .operands(0xc0c1c2c3c4c5c6c7, 0x5051525354555657)
                              .sge(0x3132333435363738, lkey(0x41424344))
                              .signal(1)
                              .finish(),
                          64),
                   bytes({
                       0x00, 0x00, 0x00, 0x11,                          // opcode
                       0xab, 0xcd, 0xef, 0x04,                          // qpn, ds
                       0x00, 0x00, 0x00, 0x08,                          // ce
                       0x00, 0x00, 0x00, 0x00,                          // imm
                       0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18,  // raddr
                       0x21, 0x22, 0x23, 0x24,                          // rkey
                       0x00, 0x00, 0x00, 0x00,                          // reserved
                       0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57,  // swap
                       0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7,  // compare
                       0x00, 0x00, 0x00, 0x08,                          // byte_count
                       0x41, 0x42, 0x43, 0x44,                          // lkey
                       0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38,  // addr
                   })));
}

TEST_F(wqe_bytes, fetch_add) {
  EXPECT_TRUE(same(posted(sq.sq_wqe()
                              .fetch_add()
                              .rdma(0x1112131415161718, rkey(0x21222324))
                              .operands(0xa0a1a2a3a4a5a6a7)
                              .sge(0x3132333435363738, lkey(0x41424344))
                              .finish(),
                          64),
                   bytes({
                       0x00, 0x00, 0x00, 0x12,                          // opcode
                       0xab, 0xcd, 0xef, 0x04,                          // qpn, ds
                       0x00, 0x00, 0x00, 0x00,                          // fm ce se
                       0x00, 0x00, 0x00, 0x00,                          // imm
                       0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18,  // raddr
                       0x21, 0x22, 0x23, 0x24,                          // rkey
                       0x00, 0x00, 0x00, 0x00,                          // reserved
                       0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7,  // add
                       0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,  // compare, ignored
                       0x00, 0x00, 0x00, 0x08,                          // byte_count
                       0x41, 0x42, 0x43, 0x44,                          // lkey
                       0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38,  // addr
                   })));
}

}  // namespace
}  // namespace verbatim::test

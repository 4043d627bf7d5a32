// WQEs written down field by field, as the manual draws them, and a queue that has to post just these
// bytes wherever its ring ends.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "bytes.hpp"
#include "device.hpp"
#include "reference.hpp"

namespace verbatim::test {

/// Big-endian numbers and bytes, one after the other.
class golden {
 public:
  golden& u8(unsigned v) { return number(v, 1); }
  golden& u16(unsigned v) { return number(v, 2); }
  golden& u24(unsigned v) { return number(v, 3); }
  golden& u32(std::uint32_t v) { return number(v, 4); }
  golden& u64(std::uint64_t v) { return number(v, 8); }
  golden& raw(byte_view bytes) {
    wqe_.insert(wqe_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  golden& zeros(std::size_t count) { return raw(byte_string(count)); }

  /// Zeros up to a multiple of `multiple` bytes.
  golden& pad(std::size_t multiple) {
    return zeros((multiple - wqe_.size() % multiple) % multiple);
  }

  golden& raddr() { return u64(0x1112131415161718).u32(0x21222324).u32(0); }
  golden& data(std::uint32_t byte_count) {
    return u32(byte_count).u32(0x51525354).u64(0x3132333435363738);
  }
  golden& inlined(byte_view payload) {
    u32(0x80000000u | static_cast<std::uint32_t>(payload.size()));
    return raw(payload).pad(octoword);
  }

  std::size_t octowords() const { return wqe_.size() / octoword; }
  const byte_string& wqe() const { return wqe_; }

 private:
  golden& number(std::uint64_t v, unsigned bytes) {
    while (bytes-- != 0) wqe_.push_back(std::byte{static_cast<std::uint8_t>(v >> bytes * 8)});
    return *this;
  }

  byte_string wqe_;
};

inline constexpr std::uint32_t golden_qpn = 0x123456;

/// ctrl_seg at index 0, for a WQE of `ds` octowords that asks for nothing.
inline golden ctrl(unsigned opmod, unsigned opcode, unsigned ds, std::uint32_t imm = 0) {
  golden g;
  g.u8(opmod).u16(0).u8(opcode).u24(golden_qpn).u8(ds);
  return g.u8(0).u16(0).u8(0).u32(imm);  // signature, stream, fm ce se
}

/// Gives the builders the raddr() and the data() of the tests.
template <class State>
auto rdma(State&& state) {
  return std::move(state).rdma(0x1112131415161718, rkey(0x21222324));
}
template <class State>
auto sge(State&& state, std::uint32_t byte_count) {
  return std::move(state).sge(0x3132333435363738, byte_count, lkey(0x51525354));
}
template <class State>
auto result_sge(State&& state) {
  return std::move(state).sge(0x3132333435363738, lkey(0x51525354));
}

/// Posts the WQE at each offset of a ring, signaled and not, and compares the whole ring.
template <class Transport, ring_end RingEnd, unsigned MaxWqebbs, class Chain>
void expect_in_ring(const golden& expected, const Chain& chain) {
  constexpr std::uint32_t wqebbs = 2 * MaxWqebbs;
  queue_pair_memory memory(wqebbs, golden_qpn);
  send_queue<Transport, int, RingEnd, MaxWqebbs> sq(memory.send());
  reference_ring ring(wqebbs, golden_qpn, RingEnd);
  for (std::uint32_t round = 0; round < 2 * wqebbs; ++round) {
    do {  // at least one: it takes the fence that the WQE before may have left
      (void)retire(sq, sq.sq_wqe().nop().signal(0).finish().wqe_index());
    } while (sq.pi() % wqebbs != round / 2);
    memory.make_stale();
    std::fill(ring.bytes.begin(), ring.bytes.end(), stale);
    ring.ci = ring.pi = sq.pi();

    auto ready = chain(sq.sq_wqe());
    const bool signaled = round % 2 != 0;
    const auto result = signaled ? std::move(ready).signal(1).finish() : std::move(ready).finish();
    ASSERT_TRUE(result.ok()) << message(result.error());

    auto wqe = expected.wqe();
    ASSERT_EQ(std::to_integer<std::size_t>(wqe[7]) * octoword, wqe.size()) << "the test's own ds";
    if (signaled) wqe[11] |= std::byte{0x08};  // ce = 2
    ring.post(std::move(wqe));
    ASSERT_EQ(result.wqe_index(), static_cast<std::uint16_t>(ring.last));
    ASSERT_EQ(sq.pi(), ring.pi);
    ring.take_behind(memory.send_ring(), expected.wqe().size());
    ASSERT_TRUE(same(memory.send_ring(), ring.bytes)) << "at offset " << round / 2;
    ASSERT_TRUE(memory.guards_stand());
    retire_failed(sq, result.wqe_index());  // signaled or not
    ASSERT_EQ(sq.ci(), sq.pi());
  }
}

/// The same with either ring end. `chain` makes the WQE of what sq_wqe() gives, up to finish().
/// The contents of a WQE do not depend on the ring's end, so quick runs leave one end to the tests
/// of queues: compiling it takes as long as compiling the other.
template <class Transport, unsigned MaxWqebbs = 4, class Chain>
void expect_posted(const golden& expected, const Chain& chain) {
#ifndef ONE_RING_END
  expect_in_ring<Transport, ring_end::contiguous, MaxWqebbs>(expected, chain);
  if (testing::Test::HasFatalFailure()) return;
#endif
  expect_in_ring<Transport, ring_end::wrapping, MaxWqebbs>(expected, chain);
}

}  // namespace verbatim::test

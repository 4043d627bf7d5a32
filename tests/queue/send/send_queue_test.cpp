// The promises of a send queue: when its indexes move, what fits, and what its errors leave behind.
#include <gtest/gtest.h>

#include <memory>

#include "device.hpp"
#include "dice.hpp"
#include "verbatim/generated/transports/rc.hpp"

namespace verbatim::test {
namespace {

using contiguous = send_queue<rc, int>;
using wrapping = send_queue<rc, int, ring_end::wrapping>;
using small = send_queue<rc, int, ring_end::contiguous, 1>;

template <class Queue>
post_result post_length(Queue& sq, unsigned wqebbs, int entry = 0) {
  return sized(sq.sq_wqe(), wqebbs).signal(entry).finish();
}

TEST(send_queue, producer_index_moves_only_in_finish) {
  queue_pair_memory memory(8);
  contiguous sq(memory.send());
  auto verb = sq.sq_wqe();
  EXPECT_EQ(sq.pi(), 0u);
  auto write = std::move(verb).write();
  EXPECT_EQ(sq.pi(), 0u);
  auto data = std::move(write).rdma(1, rkey(2));
  EXPECT_EQ(sq.pi(), 0u);
  auto list = std::move(data).sge(3, 4, lkey(5));
  EXPECT_EQ(sq.pi(), 0u);
  auto signaled = std::move(list).signal(6);
  EXPECT_EQ(sq.pi(), 0u);
  EXPECT_EQ(std::move(signaled).finish().wqe_index(), 0);
  EXPECT_EQ(sq.pi(), 1u);
  EXPECT_EQ(memory.record().snd_counter, 0) << "the device is told by ring_doorbell() only";
}

TEST(send_queue, a_dropped_builder_leaves_no_trace) {
  queue_pair_memory memory(8);
  queue_pair_memory other_memory(8);
  contiguous sq(memory.send());
  contiguous other(other_memory.send());
  (void)sq.sq_wqe().nop().finish();
  (void)other.sq_wqe().nop().finish();

  (void)sq.sq_wqe();
  const send_flags fenced{.fence = fence_mode::reads_and_atomics};
  (void)sq.sq_wqe().write(fenced).imm(7).rdma(1, rkey(2)).no_data();
  (void)sq.sq_wqe().send().inline_data(byte_string(100)).signal(3);
  (void)sq.sq_wqe().send().inline_data(byte_string(1000));
  EXPECT_EQ(sq.pi(), 1u);
  EXPECT_EQ(sq.available(), 7u);

  // The next WQE is as it would have been.
  const auto next = sq.sq_wqe().send().sge(1, 2, lkey(3)).signal(4).finish();
  const auto expected = other.sq_wqe().send().sge(1, 2, lkey(3)).signal(4).finish();
  EXPECT_EQ(next.wqe_index(), expected.wqe_index());
  EXPECT_TRUE(same(memory.wqe(0, 16), other_memory.wqe(0, 16)));
  EXPECT_TRUE(same(memory.wqe(1, 32), other_memory.wqe(1, 32)));
  sq.ring_doorbell();
  EXPECT_EQ(memory.record().snd_counter, 2);
}

TEST(send_queue, can_be_filled_completely) {
  for (const auto wqebbs : {4u, 8u, 64u}) {
    queue_pair_memory memory(wqebbs);
    wrapping sq(memory.send());
    for (std::uint32_t lap = 0; lap < 3; ++lap) {
      for (std::uint32_t i = 0; i < wqebbs; ++i) {
        EXPECT_EQ(sq.available(), wqebbs - i);
        ASSERT_TRUE(sq.sq_wqe().nop().signal(static_cast<int>(i)).finish().ok());
      }
      EXPECT_EQ(sq.available(), 0u);
      EXPECT_EQ(sq.sq_wqe().nop().signal(0).finish().error(), post_error::queue_full);
      const auto done = retire(sq, static_cast<std::uint16_t>(sq.pi() - 1));
      EXPECT_EQ(done.entry, static_cast<int>(wqebbs) - 1);
      EXPECT_EQ(sq.available(), wqebbs) << "one good CQE retires everything before it";
    }
    EXPECT_TRUE(memory.guards_stand());
  }
}

TEST(send_queue, is_full_exactly_when_the_wqe_has_no_room) {
  for (std::uint32_t offset = 0; offset < 8; ++offset) {
    for (std::uint32_t used = 0; used <= 8; ++used) {
      for (unsigned length = 1; length <= 4; ++length) {
        queue_pair_memory memory(8);
        contiguous sq(memory.send());
        move_to(sq, offset);
        for (std::uint32_t i = 0; i < used; ++i) {
          ASSERT_TRUE(sq.sq_wqe().nop().signal(0).finish().ok());
        }
        const auto to_end = 8 - (offset + used) % 8;
        const auto gap = length > to_end ? to_end : 0;
        const bool fits = used + gap + length <= 8;
        const auto result = post_length(sq, length);
        EXPECT_EQ(result.ok(), fits) << offset << " " << used << " " << length;
        EXPECT_EQ(result.error(), fits ? post_error::none : post_error::queue_full);
        EXPECT_EQ(sq.available(), 8 - used - (fits ? gap + length : 0));
      }
    }
  }
}

TEST(send_queue, a_full_queue_stays_as_it_was) {
  queue_pair_memory memory(8);
  contiguous sq(memory.send());
  for (int i = 0; i < 7; ++i) (void)sq.sq_wqe().send().sge(1, 2, lkey(3)).signal(i).finish();
  sq.ring_doorbell();
  const byte_string before(memory.send_ring().begin(), memory.send_ring().end());
  EXPECT_EQ(post_length(sq, 4).error(), post_error::queue_full);
  EXPECT_EQ(post_length(sq, 2).error(), post_error::queue_full) << "the NOP has no room either";
  EXPECT_EQ(sq.pi(), 7u);
  EXPECT_TRUE(same(memory.send_ring(), before));
  sq.ring_doorbell();
  EXPECT_EQ(memory.record().snd_counter, 7);
  EXPECT_TRUE(sq.sq_wqe().nop().finish().ok()) << "one of 1 WQEBB still fits";
}

TEST(send_queue, inline_data_is_limited_by_max_wqebbs) {
  queue_pair_memory memory(8);
  contiguous sq(memory.send());
  const byte_string payload(1000, std::byte{0x5a});
  const auto send = [&](std::size_t n) {
    return sq.sq_wqe().send().inline_data({payload.data(), n}).finish();
  };
  const auto write = [&](std::size_t n) {
    return sq.sq_wqe().write().rdma(1, rkey(2)).inline_data({payload.data(), n}).finish();
  };
  EXPECT_EQ(send(237).error(), post_error::inline_too_long);
  EXPECT_EQ(write(221).error(), post_error::inline_too_long);
  EXPECT_EQ(sq.pi(), 0u);
  EXPECT_TRUE(send(236).ok());
  EXPECT_TRUE(write(220).ok());
  EXPECT_EQ(sq.pi(), 8u);

  queue_pair_memory large_memory(32);
  send_queue<rc, int, ring_end::contiguous, 16> large(large_memory.send());
  EXPECT_EQ(large.sq_wqe().send().inline_data({payload.data(), 989}).finish().error(),
            post_error::inline_too_long);
  EXPECT_TRUE(
      large.sq_wqe().send().inline_data({payload.data(), rc::send::max_inline}).finish().ok());
}

TEST(send_queue, sges_are_limited_by_max_wqebbs_and_by_the_wqe) {
  queue_pair_memory memory(8);
  contiguous sq(memory.send());
  const auto send = [](auto& queue, unsigned n, std::uint32_t last = 1) {
    auto list = queue.sq_wqe().send().sge(1, 1, lkey(1));
    for (unsigned i = 1; i < n; ++i) list = std::move(list).sge(1, i + 1 == n ? last : 1, lkey(1));
    return std::move(list).finish();
  };
  EXPECT_EQ(send(sq, 16).error(), post_error::too_many_sges);
  EXPECT_EQ(send(sq, 100).error(), post_error::too_many_sges);
  EXPECT_EQ(sq.pi(), 0u);
  EXPECT_TRUE(send(sq, 15).ok());
  EXPECT_TRUE(send(sq, 16, 0).ok()) << "one of 0 bytes takes no room";
  EXPECT_EQ(ctrl_seg::read(memory.wqe(4, 16).data()).ds, 16);
  EXPECT_TRUE(memory.guards_stand());

  queue_pair_memory large_memory(64);
  send_queue<rc, int, ring_end::contiguous, 16> large(large_memory.send());
  EXPECT_EQ(send(large, rc::send::max_sges + 1).error(), post_error::too_many_sges);
  EXPECT_TRUE(send(large, rc::send::max_sges).ok());
  const auto read = [&](unsigned n) {
    auto list = large.sq_wqe().read().rdma(1, rkey(2)).sge(1, 1, lkey(1));
    for (unsigned i = 1; i < n; ++i) list = std::move(list).sge(1, 1, lkey(1));
    return std::move(list).finish();
  };
  EXPECT_EQ(read(rc::rdma_read::max_sges + 1).error(), post_error::too_many_sges);
  EXPECT_TRUE(read(rc::rdma_read::max_sges).ok());
}

TEST(send_queue, an_atomic_fits_into_one_wqebb) {
  queue_pair_memory memory(1);
  small sq(memory.send());
  EXPECT_TRUE(sq.sq_wqe().cas().rdma(1, rkey(2)).operands(3, 4).sge(5, lkey(6)).finish().ok());
  EXPECT_EQ(sq.sq_wqe().nop().finish().error(), post_error::queue_full);
  EXPECT_TRUE(memory.guards_stand());
}

TEST(send_queue, contiguous_fills_the_ring_end_with_one_nop) {
  for (std::uint32_t offset = 0; offset < 8; ++offset) {
    for (unsigned length = 1; length <= 4; ++length) {
      queue_pair_memory memory(8, 0xabcdef);
      contiguous sq(memory.send());
      move_to(sq, offset);
      const auto before = sq.pi();
      const auto index = post_length(sq, length).wqe_index();
      if (length <= 8 - offset) {
        EXPECT_EQ(index, before);
        continue;
      }
      EXPECT_EQ(index % 8, 0u) << "the WQE moves to the ring's start";
      EXPECT_EQ(ctrl_seg::read(memory.wqe(before, 16).data()),
                (ctrl_seg{.wqe_index = static_cast<std::uint16_t>(before),
                          .opcode = opcode::nop,
                          .qpn = 0xabcdef,
                          .ds = static_cast<std::uint8_t>((8 - offset) * 4)}));
      EXPECT_EQ(sq.pi(), before + (8 - offset) + length);
      EXPECT_EQ(retire(sq, index).entry, 0);
      EXPECT_EQ(sq.available(), 8u) << "the NOP is retired with the WQE behind it";
    }
  }
}

TEST(send_queue, wrapping_splits_the_wqe) {
  queue_pair_memory memory(4, 0xabcdef);
  wrapping sq(memory.send());
  move_to(sq, 3);
  const auto payload = dice().bytes(100);
  const auto index = sq.sq_wqe().send().inline_data(payload).signal(9).finish().wqe_index();
  EXPECT_EQ(index, 3);
  EXPECT_EQ(sq.pi(), 5u);
  // 64 - 16 - 4 bytes of the payload before the ring's end, the others at its start
  EXPECT_TRUE(same(memory.send_ring().subspan(3 * 64 + 20), byte_view(payload).first(44)));
  EXPECT_TRUE(same(memory.send_ring().first(56), byte_view(payload).last(56)));
  EXPECT_TRUE(memory.guards_stand());
  EXPECT_EQ(retire(sq, index).entry, 9);
  EXPECT_EQ(sq.available(), 4u);
}

TEST(send_queue, ring_end_can_be_asked_for_and_filled) {
  queue_pair_memory memory(64);
  contiguous sq(memory.send());
  EXPECT_EQ(sq.slots_to_ring_end(), 64u);
  EXPECT_EQ(sq.post_nop_to_ring_end().wqe_index(), 0);
  EXPECT_EQ(sq.pi(), 0u) << "the next WQE begins at the ring's start already";

  (void)sq.sq_wqe().nop().signal(1).finish();
  EXPECT_EQ(sq.slots_to_ring_end(), 63u);
  EXPECT_EQ(sq.post_nop_to_ring_end().wqe_index(), 1);
  EXPECT_EQ(sq.pi(), 64u);
  EXPECT_EQ(sq.slots_to_ring_end(), 64u);
  std::uint32_t covered = 1;
  while (covered < 64) {  // ds has six bits: 15 WQEBBs per NOP
    const auto nop = ctrl_seg::read(memory.wqe(covered, 16).data());
    EXPECT_EQ(nop.opcode, opcode::nop);
    EXPECT_EQ(nop.wqe_index, covered);
    EXPECT_EQ(nop.ce, completion_mode::on_error);
    ASSERT_NE(nop.ds, 0);
    covered += nop.ds / 4u;
  }
  EXPECT_EQ(covered, 64u);
  EXPECT_EQ(sq.sq_wqe().nop().finish().error(), post_error::queue_full);

  retire(sq, 0);
  EXPECT_EQ(sq.available(), 1u) << "the NOPs are retired by what is signaled behind them";
  const auto behind = sq.sq_wqe().nop().signal(2).finish().wqe_index();
  EXPECT_EQ(behind, 64);
  EXPECT_EQ(sq.post_nop_to_ring_end().error(), post_error::queue_full);
  retire(sq, behind);
  EXPECT_EQ(sq.available(), 64u);
}

TEST(send_queue, wqe_index_is_modulo_2_to_16_and_the_slot_modulo_the_ring) {
  queue_pair_memory memory(16);
  contiguous sq(memory.send());
  while (sq.pi() < 65536 - 2) retire(sq, sq.sq_wqe().nop().signal(0).finish().wqe_index());
  EXPECT_EQ(sq.sq_wqe().nop().finish().wqe_index(), 0xfffe);
  EXPECT_EQ(sq.sq_wqe().send().sge(1, 2, lkey(3)).signal(5).finish().wqe_index(), 0xffff);
  EXPECT_EQ(sq.sq_wqe().nop().signal(6).finish().wqe_index(), 0);
  EXPECT_EQ(sq.pi(), 65537u);
  EXPECT_EQ(ctrl_seg::read(memory.wqe(65535, 16).data()).wqe_index, 0xffff);
  EXPECT_EQ(ctrl_seg::read(memory.wqe(65536, 16).data()).wqe_index, 0);
  sq.ring_doorbell();
  EXPECT_EQ(memory.record().snd_counter, 1);
  EXPECT_EQ(retire(sq, 0xffff).entry, 5);
  EXPECT_EQ(sq.ci(), 65536u);
  EXPECT_EQ(retire_failed(sq, 0).entry, 6);
  EXPECT_EQ(sq.ci(), 65537u);
}

TEST(send_queue, doorbell_publishes_the_record_and_then_the_last_wqe) {
  queue_pair_memory memory(8, 0xabcdef);
  contiguous sq(memory.send());
  (void)sq.sq_wqe().send().sge(1, 2, lkey(3)).finish();
  (void)sq.sq_wqe().write().rdma(1, rkey(2)).sge(1, 2, lkey(3)).signal(1).finish();
  EXPECT_TRUE(same(memory.page.half(0), byte_string(8)));
  sq.ring_doorbell();
  EXPECT_EQ(memory.record().snd_counter, 2);
  EXPECT_EQ(memory.record().rcv_counter, 0) << "that word belongs to the receive queue";
  EXPECT_TRUE(same(memory.page.half(0), bytes({0, 0, 1, 0x08, 0xab, 0xcd, 0xef, 3})));
  EXPECT_TRUE(same(memory.page.half(1), byte_string(8))) << "the other half has its turn next";

  (void)sq.sq_wqe().nop().finish();
  sq.ring_doorbell();
  EXPECT_EQ(memory.record().snd_counter, 3);
  EXPECT_TRUE(same(memory.page.half(1), bytes({0, 0, 2, 0, 0xab, 0xcd, 0xef, 1})));
}

TEST(send_queue, doorbell_after_a_ring_end_shows_the_wqe_behind_the_nop) {
  queue_pair_memory memory(8, 0xabcdef);
  contiguous sq(memory.send());
  move_to(sq, 7);
  const auto index = post_length(sq, 2).wqe_index();
  sq.ring_doorbell();
  EXPECT_TRUE(same(memory.page.half(0), memory.wqe(index, 8)));
  EXPECT_EQ(memory.record().snd_counter, 10);
}

TEST(send_queue, doorbell_without_a_wqe_names_the_queue) {
  queue_pair_memory memory(8, 0xabcdef);
  contiguous sq(memory.send());
  EXPECT_EQ(sq.sq_wqe().send().inline_data(byte_string(1000)).finish().error(),
            post_error::inline_too_long);
  sq.ring_doorbell();
  EXPECT_EQ(memory.record().snd_counter, 0);
  EXPECT_EQ(ctrl_seg::read(memory.page.bytes.data()).qpn, 0xabcdefu);
}

TEST(send_queue, retire_failed_tells_signaled_from_unsignaled) {
  queue_pair_memory memory(8);
  contiguous sq(memory.send());
  (void)sq.sq_wqe().nop().finish();
  (void)sq.sq_wqe().nop().signal(1).finish();
  (void)post_length(sq, 2, 2);
  (void)sq.sq_wqe().nop().finish();
  auto failed = retire_failed(sq, 1);
  EXPECT_TRUE(failed.signaled);
  EXPECT_EQ(failed.entry, 1);
  EXPECT_EQ(sq.ci(), 2u);
  failed = retire_failed(sq, 2);
  EXPECT_EQ(failed.entry, 2);
  EXPECT_EQ(sq.ci(), 4u);
  failed = retire_failed(sq, 4);
  EXPECT_FALSE(failed.signaled);
  EXPECT_EQ(failed.entry, 0);
  EXPECT_EQ(sq.available(), 8u);
}

TEST(send_queue, an_old_entry_is_not_taken_for_a_new_unsignaled_wqe) {
  queue_pair_memory memory(8);
  contiguous sq(memory.send());
  for (int i = 0; i < 8; ++i) retire(sq, sq.sq_wqe().nop().signal(7).finish().wqe_index());
  (void)sq.sq_wqe().nop().finish();  // in a slot whose last WQE was signaled
  const auto failed = retire_failed(sq, 8);
  EXPECT_FALSE(failed.signaled);
}

TEST(send_queue, entries_may_be_move_only) {
  queue_pair_memory memory(8);
  send_queue<rc, std::unique_ptr<int>> sq(memory.send());
  const auto index = sq.sq_wqe().nop().signal(std::make_unique<int>(5)).finish().wqe_index();
  EXPECT_EQ(*retire(sq, index).entry, 5);
}

TEST(send_queue, a_closed_queue_answers_so_and_touches_nothing) {
  queue_pair_memory memory(8);
  contiguous sq(memory.send());
  (void)sq.sq_wqe().nop().signal(1).finish();
  sq.ring_doorbell();
  sq.close();
  memory.make_stale();
  EXPECT_EQ(sq.sq_wqe().nop().finish().error(), post_error::closed);
  EXPECT_EQ(post_length(sq, 4).error(), post_error::closed);
  EXPECT_EQ(sq.post_nop_to_ring_end().error(), post_error::closed);
  sq.ring_doorbell();
  EXPECT_TRUE(same(memory.send_ring(), byte_string(8 * 64, stale)));
  EXPECT_EQ(memory.record().snd_counter, 1);
  EXPECT_TRUE(same(memory.page.half(1), byte_string(8)));
  EXPECT_EQ(sq.pi(), 1u);
}

TEST(send_queue, a_reset_queue_begins_anew) {
  queue_pair_memory memory(8, 0xabcdef);
  contiguous sq(memory.send());
  move_to(sq, 7);
  for (int i = 0; i < 8; ++i) (void)sq.sq_wqe().nop().signal(9).finish();
  sq.reset();
  EXPECT_EQ(sq.available(), 8u);
  EXPECT_EQ(sq.slots_to_ring_end(), 8u);
  sq.ring_doorbell();
  EXPECT_EQ(memory.record().snd_counter, 0);
  EXPECT_EQ(ctrl_seg::read(memory.page.bytes.data()).qpn, 0xabcdefu);
  EXPECT_EQ(sq.sq_wqe().nop().finish().wqe_index(), 0);
  EXPECT_FALSE(retire_failed(sq, 0).signaled) << "entries of the past are forgotten";
}

TEST(post_result, says_what_to_do) {
  for (const auto error :
       {post_error::queue_full, post_error::inline_too_long, post_error::too_many_sges,
        post_error::blueflame_full, post_error::tag_list_full, post_error::closed}) {
    const post_result result = error;
    EXPECT_FALSE(result.ok());
    EXPECT_FALSE(result);
    EXPECT_EQ(result.error(), error);
    EXPECT_NE(message(error), "");
  }
  const post_result posted = std::uint16_t{0xffff};
  EXPECT_TRUE(posted.ok());
  EXPECT_EQ(posted.error(), post_error::none);
  EXPECT_EQ(posted.wqe_index(), 0xffff);
}

}  // namespace
}  // namespace verbatim::test

// The free-running 32-bit indexes run over; waiting until they do takes too long.
#include <gtest/gtest.h>

#include <deque>

#include "device.hpp"
#include "operation.hpp"
#include "reference.hpp"

namespace verbatim::test {
namespace {

/// Sets a queue's private indexes. An explicit instantiation may name private members.
template <class Queue, auto Ring, auto At, auto StraightUntil, auto InPlaceUntil>
struct indexes_of {
  friend void start_at(Queue& sq, std::uint32_t index) {
    sq.*Ring.*At = {index, index};
    sq.*Ring.*StraightUntil = sq.*Ring.*InPlaceUntil = index - 1;
  }
};
template <class Queue>
using ring_of = detail::send_ring<typename Queue::entry, typename Queue::policies>;
using contiguous = send_queue<rc, std::uint64_t>;
using wrapping = send_queue<rc, std::uint64_t, ring_end::wrapping>;
void start_at(contiguous&, std::uint32_t);
void start_at(wrapping&, std::uint32_t);
template struct indexes_of<contiguous, &contiguous::ring_, &ring_of<contiguous>::at_,
                           &ring_of<contiguous>::straight_until_,
                           &ring_of<contiguous>::in_place_until_>;
template struct indexes_of<wrapping, &wrapping::ring_, &ring_of<wrapping>::at_,
                           &ring_of<wrapping>::straight_until_,
                           &ring_of<wrapping>::in_place_until_>;

using completions = completion_queue<endpoint<contiguous>>;
template <auto Reader, auto Ci>
struct index_of {
  friend void start_at(completions& cq, std::uint32_t index) { cq.*Reader.*Ci = index; }
};
void start_at(completions&, std::uint32_t);
template struct index_of<&completions::reader_, &detail::cqe_reader<>::ci_>;

/// Keeps the ring as full as it gets, from shortly before 2^32 to shortly behind it.
template <class Queue>
void run_over(ring_end policy) {
  dice random;
  for (const auto wqebbs : {8u, 64u}) {
    queue_pair_memory memory(wqebbs);
    Queue sq(memory.send());
    reference_ring model(wqebbs, memory.qpn(), policy);
    const std::uint32_t start = 0u - 3 * wqebbs;
    start_at(sq, start);
    model.pi = model.ci = start;
    std::deque<std::pair<std::uint32_t, std::uint64_t>> in_flight;  // first index, entry
    std::deque<std::uint32_t> ends;
    for (std::uint64_t entry = 0; model.pi - start < 6 * wqebbs; ++entry) {
      auto op = with_sges(random_operation(random, verb::send), random, 1 + random.below(15));
      op.signaled = true;
      const auto size = reference_wqe(op, 0, 0).size();
      while (!model.fits(wqebbs_of(size))) {
        ASSERT_EQ(post(sq, op, entry).error(), post_error::queue_full);
        const auto counter = static_cast<std::uint16_t>(in_flight.front().first);
        const auto done = entry % 2 ? retire(sq, counter) : retire_failed(sq, counter);
        ASSERT_EQ(done.entry, in_flight.front().second);
        ASSERT_TRUE(done.signaled);
        model.ci = ends.front();
        in_flight.pop_front();
        ends.pop_front();
        ASSERT_EQ(sq.ci(), model.ci);
      }
      model.post(op);
      ASSERT_EQ(post(sq, op, entry).wqe_index(), static_cast<std::uint16_t>(model.last));
      in_flight.emplace_back(model.last, entry);
      ends.push_back(model.pi);
      ASSERT_EQ(sq.pi(), model.pi);
      ASSERT_TRUE(same(memory.wqe(model.last, size), reference_wqe(op, model.last, model.qpn)));
    }
    ASSERT_LT(sq.pi(), start) << "the index has run over";
    sq.ring_doorbell();
    ASSERT_EQ(memory.record().snd_counter, static_cast<std::uint16_t>(model.pi));
  }
}

TEST(index_wrap, contiguous) { run_over<contiguous>(ring_end::contiguous); }
TEST(index_wrap, wrapping) { run_over<wrapping>(ring_end::wrapping); }

TEST(index_wrap, completion_queue) {
  constexpr auto qpn = 0x100u;
  queue_pair_memory memory(8, qpn);
  endpoint<contiguous> qp(memory);
  for (const auto start : {(1u << 24) - 20, 0u - 20}) {  // what is published, and what runs free
    completion_queue_device device(8, start);
    completions cq(device.memory());
    start_at(cq, start);
    cq.attach(qpn, qp);
    for (std::uint32_t i = 1; i <= 40; ++i) {
      ASSERT_EQ(cq.poll([](auto&&) {}), 0u);
      const auto index = qp.sq.sq_wqe().nop().signal(i).finish().wqe_index();
      device.sent(qpn, index);
      std::uint64_t given = 0;
      ASSERT_EQ(cq.poll([&](auto&& c) { given = c.entry; }), 1u);
      ASSERT_EQ(given, i);
      ASSERT_EQ(device.record(), (start + i) & 0xffffff);
      ASSERT_EQ(cq.ci(), start + i);
    }
  }
}

}  // namespace
}  // namespace verbatim::test

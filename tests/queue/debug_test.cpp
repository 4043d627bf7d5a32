// The mistakes that debug builds catch, each with the words that it dies with. Built with
// assertions.
#include <gtest/gtest.h>

#include <thread>

#include "device.hpp"
#include "verbatim/generated/transports/rc.hpp"

#ifdef NDEBUG
#error "this test is about assertions: build it without NDEBUG"
#endif

namespace verbatim::test {
namespace {

class debug_death : public testing::Test {
 protected:
  queue_pair_memory memory{8, 0x100};
  send_queue<rc, int> sq{memory.send()};
  recv_queue<int> rq{memory.recv()};
};

constexpr auto given_up = "given up by an earlier step";
constexpr auto two_builders = "two builders of one queue at a time";
constexpr auto second_thread = "a second thread posts to this queue";
constexpr auto does_not_fit = "does not fit its field";

TEST_F(debug_death, builder_used_again_by_the_same_step) {
  auto data = sq.sq_wqe().write().rdma(1, rkey(2));
  (void)std::move(data).sge(1, 2, lkey(3));
  EXPECT_DEATH((void)std::move(data).sge(4, 5, lkey(6)), given_up);
}

TEST_F(debug_death, builder_used_again_by_another_step) {
  auto data = sq.sq_wqe().send();
  (void)std::move(data).imm(7);
  EXPECT_DEATH((void)std::move(data).no_data(), given_up);
  EXPECT_DEATH((void)std::move(data).inline_data(byte_string(3)), given_up);
}

TEST_F(debug_death, builder_finished_twice) {
  auto ready = sq.sq_wqe().nop();
  EXPECT_TRUE(std::move(ready).finish().ok());
  EXPECT_DEATH((void)std::move(ready).finish(), given_up);
  auto signaled = sq.sq_wqe().nop().signal(1);
  EXPECT_TRUE(std::move(signaled).finish().ok());
  EXPECT_DEATH((void)std::move(signaled).finish(), given_up);
  auto recv = rq.rq_wqe();
  EXPECT_TRUE(std::move(recv).finish(1).ok());
  EXPECT_DEATH((void)std::move(recv).finish(2), given_up);
}

TEST_F(debug_death, builder_of_a_receive_used_again) {
  auto list = rq.rq_wqe();
  (void)std::move(list).sge(1, 2, lkey(3));
  EXPECT_DEATH((void)std::move(list).sge(1, 2, lkey(3)), given_up);
  EXPECT_DEATH((void)std::move(list).finish(1), given_up);
}

TEST_F(debug_death, two_builders_at_a_time) {
  auto one = sq.sq_wqe().send().sge(1, 2, lkey(3));
  auto other = sq.sq_wqe().send().sge(4, 5, lkey(6));
  EXPECT_TRUE(std::move(other).finish().ok());
  EXPECT_DEATH((void)std::move(one).finish(), two_builders);

  auto recv = rq.rq_wqe();
  EXPECT_TRUE(rq.rq_wqe().sge(1, 2, lkey(3)).finish(1).ok());
  EXPECT_DEATH((void)std::move(recv).finish(2), two_builders);
}

TEST_F(debug_death, posting_from_a_second_thread) {
  const auto elsewhere = [](auto&& action) { std::thread(action).join(); };
  const auto post = [&] { EXPECT_TRUE(sq.sq_wqe().nop().finish().ok()); };
  const auto ring = [&] { sq.ring_doorbell(); };
  const auto receive = [&] { EXPECT_TRUE(rq.rq_wqe().finish(1).ok()); };
  post();
  EXPECT_DEATH(elsewhere(post), second_thread);
  EXPECT_DEATH(elsewhere(ring), second_thread);
  EXPECT_DEATH(elsewhere([&] { (void)sq.sq_blueflame_wqe().wqe(); }), second_thread);
  elsewhere(receive);  // the other side is another's
  EXPECT_DEATH(receive(), second_thread);

  sq.hand_over();
  elsewhere(post);
  EXPECT_DEATH(post(), second_thread);
  rq.hand_over();
  receive();
  sq.reset();
  post();
}

TEST_F(debug_death, values_that_do_not_fit_their_fields) {
  std::byte at[16];
  EXPECT_DEATH((ctrl_seg{.qpn = 1u << 24}.write(at)), does_not_fit);
  EXPECT_DEATH((ctrl_seg{.ds = 64}.write(at)), does_not_fit);
  EXPECT_DEATH((data_seg{.byte_count = 1u << 31}.write(at)), does_not_fit);
  EXPECT_DEATH((inline_seg{.byte_count = 1024}.write(at)), does_not_fit);
  EXPECT_DEATH((void)(wire::put<7, 4>(std::uint32_t{16})), does_not_fit);
  EXPECT_EQ((wire::put<7, 4>(std::uint32_t{15})), 0xf0u);
}

TEST_F(debug_death, index_of_a_wqe_that_was_not_posted) {
  const auto result = sq.sq_wqe().send().inline_data(byte_string(1000)).finish();
  EXPECT_DEATH((void)result.wqe_index(), "look at error");
}

TEST_F(debug_death, queues_that_cannot_be) {
  queue_pair_memory small(4);
  EXPECT_DEATH((send_queue<rc, int>(small.send())), "would never fit");
  EXPECT_DEATH((send_queue<rc, int, ring_end::wrapping, 5>(small.send())), "would never fit");
  auto odd = memory.send();
  odd.wqebbs = 12;
  EXPECT_DEATH((send_queue<rc, int>(odd)), "wqebbs");
  completion_queue_device device(8);
  auto large = device.memory();
  large.cqe_size = 128;
  EXPECT_DEATH((completion_queue<endpoint<send_queue<rc, int>>>(large)), "cqe_size");
}

TEST_F(debug_death, completion_queue_of_two_threads_at_once) {
  completion_queue_device device(8);
  using qp = endpoint<send_queue<rc, int>>;
  qp one(memory), other(memory);
  completion_queue<qp> cq(device.memory());
  cq.attach(0x100, one);
  ASSERT_TRUE(one.sq.sq_wqe().nop().signal(1).finish().ok());
  const auto complete = [&] { device.sent(0x100, 0, opcode::nop); };
  const auto while_polling = [&](auto action) {
    complete();
    cq.poll([&](auto&&) { std::thread(action).join(); });
  };
  constexpr auto two_threads = "two threads use this completion queue at once";
  EXPECT_DEATH(while_polling([&] { cq.poll([](auto&&) {}); }), two_threads);
  EXPECT_DEATH(while_polling([&] { cq.attach(0x200, other); }), two_threads);
  EXPECT_DEATH(while_polling([&] { cq.detach(0x100); }), two_threads);
  EXPECT_DEATH(while_polling([&] { cq.discard(0x100); }), two_threads);
  EXPECT_DEATH(while_polling([&] { cq.close(); }), two_threads);

  complete();
  unsigned seen = 0;
  cq.poll([&](auto&&) {
    ++seen;
    cq.attach(0x200, other);  // by the polling thread
  });
  EXPECT_EQ(seen, 1u);
  std::thread([&] { cq.detach(0x200); }).join();  // while no thread does
}

TEST_F(debug_death, qp_number_attached_twice) {
  completion_queue_device device(8);
  using qp = endpoint<send_queue<rc, int>>;
  qp one(memory);
  completion_queue<qp> cq(device.memory());
  cq.attach(0x100, one);
  EXPECT_DEATH(cq.attach(0x100, one), "find\\(t.number\\)");
}

}  // namespace
}  // namespace verbatim::test

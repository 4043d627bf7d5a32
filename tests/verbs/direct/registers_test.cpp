// The registers that queue pairs ring, on the emulated device: of their own, uncached, and shared by threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <thread>

#include "queue_types_fixture.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"

namespace verbatim {
namespace {

TEST_F(queue_types, a_uar_is_one_threads_and_takes_blueflame_batches) {
  using type = rc_qp<int, int, ringers::one_thread>;
  using sharing = rc_qp<int>;
  cq<type> cq(context, 64);
  verbatim::cq<sharing> other_cq(context, 64);
  uar uar(pd);
  type a(uar, cq);
  type b(uar, cq);
  EXPECT_THROW(sharing(uar, other_cq), error) << "one register, two opinions";
  connect(a, b);
  for (int i = 0; i < 10; ++i) {
    auto bf = a.sq_blueflame_wqe();
    ASSERT_TRUE(bf.wqe()
                    .write()
                    .rdma(mr.addr() + half + 100, mr.rkey())
                    .inline_data(std::as_bytes(std::span(memory).subspan(100, 60)))
                    .finish());
    ASSERT_TRUE(to_peer(bf.wqe(), 100).signal(i).finish());
    std::move(bf).finish();
    EXPECT_EQ(completions(1, cq), (outcomes{{i, true}}));
    EXPECT_TRUE(arrived(160));
    std::fill(memory.begin() + half, memory.end(), std::uint8_t{});
    ASSERT_TRUE(to_peer(a.sq_wqe(), 100).signal(i).finish());
    a.ring_blueflame_doorbell();
    EXPECT_EQ(completions(1, cq), (outcomes{{i, true}}));
    EXPECT_TRUE(arrived(100));
  }
  uar.close();
  EXPECT_FALSE(a.is_open());
  EXPECT_TRUE(pd.is_open());
}

class environment_variable {
 public:
  environment_variable(const char* name, const char* value) : name_(name) {
    setenv(name, value, 1);
  }
  ~environment_variable() { unsetenv(name_); }

 private:
  const char* name_;
};

TEST_F(queue_types, ring_uncached_registers_where_libmlx5_hands_them_out) {
  using type = rc_qp<int, int, register_memory::uncached>;
  const auto ring = [](const verbatim::context& context, auto... domain) {
    cq<type> cq(context, 64);
    type a(domain..., cq);
    a.connect(a.address());
    EXPECT_TRUE(a.sq_wqe().nop().signal(1).finish());
    a.ring_doorbell();
    EXPECT_EQ(completions(1, cq), (outcomes{{1, true}}));
    EXPECT_TRUE(a.sq_wqe().nop().signal(2).finish());
    a.ring_blueflame_doorbell();
    EXPECT_EQ(completions(1, cq), (outcomes{{2, true}}));
  };
  {
    const environment_variable no_blueflame("MLX5_SHUT_UP_BF", "1");
    const auto uncached = open_device();
    ring(uncached, verbatim::pd(uncached));
  }
  try {
    ring(context, pd);
    ADD_FAILURE() << "its register is mapped for write combining";
  } catch (const error& refused) {
    EXPECT_NE(std::string(refused.what()).find("MLX5_SHUT_UP_BF=1"), std::string::npos)
        << refused.what();
  }
}

TEST_F(queue_types, threads_that_share_a_register_ring_in_turn) {
  using type = rc_qp<int>;
  const auto post = [this](std::size_t at) {
    cq<type> cq(context, 64);
    type a(pd, cq);
    type b(pd, cq);
    connect(a, b);
    for (int i = 0; i < 500; ++i) {
      auto bf = a.sq_blueflame_wqe();
      ASSERT_TRUE(bf.wqe()
                      .write()
                      .rdma(mr.addr() + half + at, mr.rkey())
                      .inline_data(std::as_bytes(std::span(memory).subspan(at, 200)))
                      .signal(i)
                      .finish());
      std::move(bf).finish();
      ASSERT_EQ(completions(1, cq), (outcomes{{i, true}}));
    }
  };
  {
    std::jthread one(post, 0);
    std::jthread other(post, 300);
  }
  EXPECT_TRUE(arrived(200));
}

}  // namespace
}  // namespace verbatim

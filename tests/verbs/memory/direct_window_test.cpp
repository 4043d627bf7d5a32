// Memory windows as objects, bound by the builders of direct queue pairs, on the emulated device.
#include <gtest/gtest.h>

#include <optional>

#include "posting_fixture.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/memory/memory_window.hpp"

namespace verbatim {
namespace {

class direct_windows : public testing::posting_fixture {
 protected:
  using qp_type = rc_qp<int>;

  cqe_syndrome completed() {
    std::optional<cqe_syndrome> status;
    while (!status) cq.poll([&](auto&& done) { status = done.status(); });
    return *status;
  }

  cqe_syndrome bind(const verbs::window_binding<window_type::type_2>& binding) {
    EXPECT_TRUE(b.sq_wqe()
                    .bind_mw()
                    .window(binding.previous_rkey)
                    .to(binding.mkey(b.qpn()))
                    .klm(static_cast<std::uint32_t>(binding.length), binding.lkey, binding.addr)
                    .signal(1)
                    .finish());
    b.ring_doorbell();
    return completed();
  }

  cqe_syndrome write(const remote_region& where) {
    const auto source = from(8);
    EXPECT_TRUE(a.sq_wqe()
                    .write()
                    .rdma(where.addr(), where.rkey())
                    .sge(source.addr(), source.length(), source.lkey())
                    .signal(2)
                    .finish());
    a.ring_doorbell();
    return completed();
  }

  verbatim::cq<qp_type> cq{context, 64};
  qp_type a{pd, cq};
  qp_type b{pd, cq};
};

TEST_F(direct_windows, AreBoundInvalidatedAndBoundAnew) {
  connect(a, b);
  memory_window window(mr);
  const auto first = window.binding(half, 64, access::remote_write);
  ASSERT_EQ(bind(first), cqe_syndrome::ok);
  EXPECT_EQ(write(window.remote(first).slice(8, 8)), cqe_syndrome::ok);
  EXPECT_TRUE(arrived(8, 0, 8));

  ASSERT_TRUE(b.sq_wqe().local_invalidate().key(first.rkey).signal(3).finish());
  b.ring_doorbell();
  ASSERT_EQ(completed(), cqe_syndrome::ok);
  const auto second = window.binding(half + 64, 64, access::remote_write);
  ASSERT_EQ(bind(second), cqe_syndrome::ok);
  EXPECT_EQ(write(window.remote(second).slice(0, 8)), cqe_syndrome::ok);
  EXPECT_TRUE(arrived(8, 0, 64));
  EXPECT_EQ(write(window.remote(first).slice(0, 8)), cqe_syndrome::remote_access_err);
}

}  // namespace
}  // namespace verbatim

// Two queue pairs that are connected and posted to through verbs.
#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "posting_fixture.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim::testing {

class posting : public posting_fixture {
 protected:
  using request = verbs_qp<rc>::request;

  void SetUp() override {
    posting_fixture::SetUp();
    connect(a, b);
  }

  /// Posts one, which succeeds.
  void expect_done(request one, wc_opcode opcode) {
    ASSERT_TRUE(a.post(std::move(one).signal(5)));
    const auto done = completion(cq);
    EXPECT_EQ(done.status(), wc_status::success) << done;
    EXPECT_EQ(done.opcode(), opcode) << done;
    EXPECT_EQ(done.wr_id(), 5u);
    EXPECT_EQ(done.qpn(), a.qpn());
  }

  verbs_cq cq{context, 64};
  verbs_cq b_cq{context, 64};
  verbs_qp<rc>::attributes attributes{.max_send_wr = 8, .max_send_sge = 2, .max_inline_data = 64};
  verbs_qp<rc> a{pd, cq, attributes};
  verbs_qp<rc> b{pd, b_cq, attributes};
};

}  // namespace verbatim::testing

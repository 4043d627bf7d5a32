// Memory windows as objects, bound in every way of posting, on the emulated device.
#include <gtest/gtest.h>

#include <cerrno>
#include <memory>
#include <string>

#include "message_of.hpp"
#include "posting_fixture.hpp"
#include "verbatim/verbs/memory/memory_window.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim {
namespace {

using testing::posting_fixture;

/// `b` binds windows, and `a` is the peer that uses them.
class windows : public posting_fixture {
 protected:
  using request = verbs_qp<rc>::request;

  void SetUp() override {
    posting_fixture::SetUp();
    connect(a, b);
  }

  /// Returns the status of a WRITE of the peer.
  wc_status write(const remote_region& where) {
    EXPECT_TRUE(a.post(request::write(from(8), where).signal(1)));
    return completion(cq).status();
  }

  void bind(const verbs::window_binding<window_type::type_2>& binding) {
    ASSERT_TRUE(b.post(request::bind(binding).signal(2)));
    const auto done = completion(b_cq);
    EXPECT_TRUE(done.ok()) << done;
    EXPECT_EQ(done.opcode(), wc_opcode::bind_mw);
  }

  verbs_cq cq{context, 64};
  verbs_cq b_cq{context, 64};
  verbs_qp<rc> a{pd, cq};
  verbs_qp<rc> b{pd, b_cq};
  memory_window<> window{mr};
};

TEST_F(windows, LetThePeerIntoAPart) {
  const auto binding = window.binding(half, 64, access::remote_write);
  EXPECT_EQ(window.rkey(), binding.rkey);
  EXPECT_NE(binding.rkey, binding.previous_rkey);
  bind(binding);
  const auto part = window.remote(binding);
  EXPECT_EQ(part, remote_region(mr.addr() + half, 64, binding.rkey));
  EXPECT_EQ(write(part.slice(56, 8)), wc_status::success);
  EXPECT_TRUE(arrived(8, 0, 56));
  EXPECT_EQ(write(remote_region(part.addr() + 57, 8, part.rkey())), wc_status::rem_access_err);
}

TEST_F(windows, GiveOnlyWhatTheyAreBoundFor) {
  const auto binding = window.binding(half, 64, access::remote_read);
  bind(binding);
  EXPECT_EQ(write(window.remote(binding).slice(0, 8)), wc_status::rem_access_err);
}

TEST_F(windows, AreTakenAwayAndGivenAnew) {
  const auto first = window.binding(half, 64, access::remote_write);
  bind(first);
  ASSERT_TRUE(b.post(request::local_invalidate(first.rkey).signal(3)));
  EXPECT_EQ(completion(b_cq).opcode(), wc_opcode::local_inv);
  const auto second = window.binding(half + 64, 64, access::remote_write);
  bind(second);
  EXPECT_EQ(write(window.remote(second).slice(0, 8)), wc_status::success);
  EXPECT_TRUE(arrived(8, 0, 64));
  EXPECT_EQ(write(window.remote(first).slice(0, 8)), wc_status::rem_access_err);
}

TEST_F(windows, AreTakenAwayByThePeer) {
  const auto binding = window.binding(half, 64, access::remote_write);
  bind(binding);
  ASSERT_TRUE(b.post_recv({{}, 4}));
  ASSERT_TRUE(a.post(request::send_inval({}, binding.rkey).signal(1)));
  EXPECT_TRUE(completion(cq).ok());
  const auto received = completion(b_cq);
  ASSERT_TRUE(received.has_invalidated()) << received;
  EXPECT_EQ(received.invalidated_rkey(), binding.rkey);
  EXPECT_EQ(write(window.remote(binding).slice(0, 8)), wc_status::rem_access_err);
}

TEST_F(windows, AreBoundInListsAndSessions) {
  verbs_qp<rc, posting::sessions> one(pd, cq);
  verbs_qp<rc, posting::sessions> other(pd, b_cq);
  connect(one, other);
  memory_window passing(mr);  // and gone before the queue pair that binds it
  const auto first = passing.binding(half, 64, access::remote_write);
  auto session = other.begin();
  session.bind(first);
  session.local_invalidate(first.rkey);
  const auto second = passing.binding(half + 64, 64, access::remote_write);
  session.signal(2).bind(second);
  ASSERT_EQ(session.complete(), (posted_list{3, 0}));
  const auto done = completion(b_cq);
  EXPECT_TRUE(done.ok()) << done;
  auto writing = one.begin();
  writing.signal(1).write(passing.remote(second).slice(0, 8)).sge(from(8));
  ASSERT_TRUE(writing.complete());
  EXPECT_TRUE(completion(cq).ok());
  EXPECT_TRUE(arrived(8, 0, 64));
}

TEST_F(windows, OfType1AreForEveryQueuePair) {
  memory_window<window_type::type_1> wide(mr);
  const auto binding = wide.binding(half, 64, access::remote_write);
  ASSERT_TRUE(a.bind(binding, 5));
  const auto done = completion(cq);
  EXPECT_TRUE(done.ok()) << done;
  EXPECT_EQ(done.wr_id(), 5u);
  const auto first = wide.remote(binding);
  EXPECT_EQ(write(first.slice(0, 8)), wc_status::success);
  const auto again = wide.binding(half + 64, 64, access::remote_write);
  ASSERT_TRUE(a.bind(again, 6));
  EXPECT_TRUE(completion(cq).ok());
  EXPECT_NE(wide.rkey(), first.rkey());
  EXPECT_EQ(write(wide.remote(again).slice(0, 8)), wc_status::success);
  EXPECT_EQ(write(first.slice(0, 8)), wc_status::rem_access_err);
  b.close();
  EXPECT_EQ(b.bind(again, 7), (posted_list{0, EBADF}));
}

TEST_F(windows, KnowTheirBounds) {
  EXPECT_EQ(message_of([&] { (void)window.binding(8000, 193, access::remote_write); }),
            "slice on " + mr.describe() +
                ": 193 bytes from 8000 on are not inside its 8192 "
                "bytes");
}

TEST_F(windows, AreForRegionsThatAllowThem) {
  const verbatim::mr closed(pd, std::span(memory), access::local_write);
  EXPECT_EQ(message_of([&] { memory_window none(closed); }),
            "create_mw on " + closed.describe() +
                ": windows may not be bound to it: register it with access::mw_bind too");
}

TEST_F(windows, CloseBeforeTheirRegion) {
  const auto binding = window.binding(half, 64, access::remote_write);
  bind(binding);
  mr.close_or_throw();
  EXPECT_FALSE(window.is_open());
  EXPECT_EQ(window.native(), nullptr);
  EXPECT_EQ(message_of([&] { (void)window.binding(0, 1, access::remote_write); }),
            "binding on " + window.describe() +
                ": it has been closed, by itself or with "
                "what it was made on");
}

TEST_F(windows, KeepTheirRegion) {
  auto other = std::make_unique<verbatim::mr>(pd, std::span(memory), testing::everything);
  memory_window kept(*other);
  other.reset();
  bind(kept.binding(half, 8, access::remote_write));
}

}  // namespace
}  // namespace verbatim

// A device that fails or is taken out under a program: see its meson.build for when.
#include <gtest/gtest.h>
#include <poll.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "message_of.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim {
namespace {

using namespace std::chrono_literals;

#ifdef MADE_BY_DEVX
constexpr cq_format format{.compression = cqe_compression::enhanced};
#else
constexpr cq_format format{};
#endif

using type = rc_qp<int>;
using entries = std::multiset<int>;

constexpr auto flushed = cqe_syndrome::wr_flush_err;
const std::string failed_words =
    "the device has failed or was taken out, and completes nothing any more: flush() the queue "
    "pairs "
    "for what is outstanding, close the context, and open the device again";

/// --raise-at 3:device_fatal or 3:device_removed.
class failing_device : public testing::Test {
 protected:
  struct everything {
    everything() {
      qp.connect(qp.address());
      for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(qp.rq_wqe().sge(mr.addr() + 64, 64, mr.lkey()).finish(100 + i));
      }
      qp.ring_recv_doorbell();
    }

    void write(int entry) {
      EXPECT_TRUE(qp.sq_wqe()
                      .write()
                      .rdma(mr.addr() + 64, mr.rkey())
                      .sge(mr.addr(), 64, mr.lkey())
                      .signal(entry)
                      .finish());
      qp.ring_doorbell();
    }

    /// Two WRITEs come back, the third is the device's last.
    void lose_the_device() {
      for (int i = 1; i <= 2; ++i) {
        write(i);
        EXPECT_EQ(cq.wait([&](auto&& c) { EXPECT_EQ(c.entry, i); }, 30s), 1u);
      }
      for (int i = 3; i <= 5; ++i) write(i);
    }

    void expect_fatal() {
      const auto event = context.wait_event(30s);
      ASSERT_TRUE(event);
      EXPECT_EQ(event->type, async_event_type::device_fatal);
    }

    entries flush() {
      entries all;
      qp.flush([&](auto&& c) {
        EXPECT_EQ(c.status(), flushed);
        EXPECT_EQ(c.qpn(), qp.qpn());
        all.insert(c.entry);
      });
      return all;
    }

    std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(128);
    verbatim::context context = open_device();
    verbatim::pd pd{context};
    verbatim::mr mr{pd, std::span(memory), access::local_write | access::remote_write};
    completion_channel channel{context};
    verbatim::cq<with_format<format>, type> cq{context, 16, channel};
    type qp{pd, cq};
  };
};

TEST_F(failing_device, hands_back_what_is_outstanding_and_is_opened_anew) {
  everything all;
  EXPECT_EQ(
      message_of([&] { all.flush(); }),
      "flush on " + all.qp.describe() +
          ": the device works, as far as is known: to_error() has it flush what is outstanding");
  all.lose_the_device();
  all.expect_fatal();
  EXPECT_TRUE(all.context.failed());
  EXPECT_EQ(message_of([&] { all.cq.wait([](auto&&) { FAIL(); }); }),
            "wait on " + all.cq.describe() + ": " + failed_words);
  EXPECT_EQ(message_of([&] { (void)all.channel.wait(); }),
            "wait on " + all.channel.describe() + ": " + failed_words);
  pollfd one{.fd = all.channel.fd(), .events = POLLIN, .revents = 0};
  EXPECT_EQ(poll(&one, 1, 0), 1);
  EXPECT_EQ(all.cq.poll([](auto&&) { FAIL(); }), 0u);
  EXPECT_EQ(all.flush(), (entries{3, 4, 5, 100, 101, 102}));
  EXPECT_EQ(all.flush(), entries{});
  EXPECT_EQ(all.qp.available(), all.qp.sq().wqebbs());

  // Handles are as before, and can be destroyed.
  EXPECT_TRUE(all.qp.is_open());
  EXPECT_FALSE(all.qp.describe().empty());
  const auto report = all.context.close();
  for (const auto& refused : report.refused) ADD_FAILURE() << refused.what();
  EXPECT_FALSE(all.qp.is_open());
  EXPECT_EQ(message_of([&] { all.flush(); }),
            "flush on " + all.qp.describe() +
                ": it has been closed, by itself or with what it was made on");

  everything again;
  EXPECT_FALSE(again.context.failed());
  again.write(7);
  EXPECT_EQ(again.cq.wait([](auto&& c) { EXPECT_EQ(c.entry, 7); }, 30s), 1u);
}

TEST_F(failing_device, is_drained) {
  everything all;
  all.lose_the_device();
  all.expect_fatal();
  entries seen;
  EXPECT_TRUE(all.qp.drain([&](auto&& c) { seen.insert(c.entry); }, 0s, all.cq));
  EXPECT_EQ(seen, (entries{3, 4, 5, 100, 101, 102}));
  EXPECT_TRUE(all.context.close().complete());
}

/// Runs with device_fatal, not with device_removed: a wait for completions does not see that event alone.
TEST_F(failing_device, says_so_to_who_takes_events) {
  everything all;
  all.lose_the_device();
  EXPECT_EQ(all.cq.wait([](auto&&) { FAIL(); }, 50ms), 0u) << "nobody has taken the event";
  EXPECT_FALSE(all.context.failed());
  all.expect_fatal();
  EXPECT_EQ(message_of([&] { all.cq.wait([](auto&&) { FAIL(); }, 50ms); }),
            "wait on " + all.cq.describe() + ": " + failed_words);
}

TEST_F(failing_device, wakes_who_waits) {
  everything all;
  for (int i = 1; i <= 2; ++i) {
    all.write(i);
    EXPECT_EQ(all.cq.wait([](auto&&) {}, 30s), 1u);
  }
  std::string said;
  std::thread waits([&] { said = message_of([&] { all.cq.wait([](auto&&) { FAIL(); }); }); });
  std::this_thread::sleep_for(20ms);
  all.write(3);
  all.expect_fatal();
  waits.join();
  EXPECT_EQ(said, "wait on " + all.cq.describe() + ": " + failed_words);
}

TEST_F(failing_device, receives_of_a_shared_queue) {
  everything all;
  srq<int> srq(all.pd);
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(srq.srq_wqe().sge(all.mr.addr(), 64, all.mr.lkey()).finish(i));
  }
  srq.ring_doorbell();
  all.lose_the_device();
  all.expect_fatal();
  entries seen;
  EXPECT_EQ(srq.flush([&](auto&& c) {
    EXPECT_EQ(c.status(), flushed);
    seen.insert(c.entry);
  }),
            4u);
  EXPECT_EQ(seen, (entries{0, 1, 2, 3}));
  EXPECT_EQ(srq.flush([](auto&&) { FAIL(); }), 0u);
}

TEST_F(failing_device, resizes_no_completion_queue) {
  everything all;
  all.lose_the_device();
  all.expect_fatal();
  const auto refused = attempt([&] { all.cq.resize(4096); });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), std::errc::io_error);
  EXPECT_NE(std::string(refused.error().what()).find("open the device again"), std::string::npos)
      << refused.error().what();
  EXPECT_FALSE(all.cq.resizing());
  EXPECT_EQ(all.flush(), (entries{3, 4, 5, 100, 101, 102}));
  EXPECT_TRUE(all.context.close().complete());
}

TEST_F(failing_device, what_was_posted_through_verbs) {
  everything all;
  verbs_cq sends(all.context, 16), receives(all.context, 16);
  verbs_qp<rc, signaling::automatic> qp(all.pd, sends, receives, {}, {});
  qp.connect(qp.address());
  const auto write = [&](std::uint64_t wr_id) {
    return qp.post(
        decltype(qp)::request::write(all.mr.slice(0, 64), all.mr.remote(64, 64)).id(wr_id));
  };
  entries seen;
  const auto keep = [&](std::uint64_t wr_id, wc_status status) {
    EXPECT_EQ(status, wc_status::wr_flush_err);
    seen.insert(static_cast<int>(wr_id));
  };
  for (const std::uint64_t wr_id : {1u, 2u}) {
    EXPECT_TRUE(write(wr_id).ok());
    std::array<work_completion, 1> done;
    while (sends.poll(done) == 0) {
    }
    EXPECT_EQ(qp.completed(done[0], [&](auto which, wc_status) { EXPECT_EQ(which, wr_id); }), 1u);
  }
  EXPECT_EQ(qp.flush(keep), 0u) << "the device works";
  for (const std::uint64_t wr_id : {3u, 4u}) EXPECT_TRUE(write(wr_id).ok());
  all.expect_fatal();
  EXPECT_EQ(qp.flush(keep), 2u);
  EXPECT_EQ(seen, (entries{3, 4}));
  EXPECT_EQ(qp.flush(keep), 0u);
  EXPECT_TRUE(all.context.close().complete());
}

/// Only where it is taken out: no thread takes the event.
TEST_F(failing_device, removed_wakes_without_an_event) {
  everything all;
  all.lose_the_device();
  EXPECT_EQ(message_of([&] { all.cq.wait([](auto&&) { FAIL(); }); }),
            "wait on " + all.cq.describe() + ": " + failed_words);
  EXPECT_TRUE(all.context.failed());
  EXPECT_EQ(all.flush(), (entries{3, 4, 5, 100, 101, 102}));
  // Every other call fails in words.
  const auto refused = attempt([&] { return verbatim::pd(all.context); });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), std::errc::io_error);
  EXPECT_NE(std::string(refused.error().what()).find("open the device again"), std::string::npos);
  EXPECT_EQ(all.context.wait_event(30s)->type, async_event_type::device_fatal);
  EXPECT_NE(message_of([&] { (void)all.context.wait_event(); }).find("open the device again"),
            std::string::npos);
  EXPECT_TRUE(all.context.close().complete());
}

}  // namespace
}  // namespace verbatim

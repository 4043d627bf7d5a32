// The common part of the tests of asynchronous events: queue pairs that fail, and the event that comes next.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "long_enough.hpp"
#include "verbatim/verbs/base/async_event.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {

using namespace std::chrono_literals;
using type = rc_qp<int>;

#ifdef MADE_BY_DEVX
constexpr cq_format format{.compression = cqe_compression::enhanced};
#else
constexpr cq_format format{};
#endif

class async_events : public testing::Test {
 protected:
  template <class Qp>
  void post(Qp& qp, int entry, verbatim::rkey rkey) {
    ASSERT_TRUE(qp.sq_wqe()
                    .write()
                    .rdma(mr.addr() + 64, rkey)
                    .sge(mr.addr(), 64, mr.lkey())
                    .signal(entry)
                    .finish());
  }
  template <class Qp>
  void write(Qp& qp, int entry, verbatim::rkey rkey) {
    post(qp, entry, rkey);
    qp.ring_doorbell();
  }
  template <class Qp>
  void write(Qp& qp, int entry) {
    write(qp, entry, mr.rkey());
  }

  /// Writes one more than `cq` has room for, all before the device sees the first.
  template <class Cq, class Qp>
  int overrun(Cq& cq, Qp& qp) {
    const auto room = static_cast<int>(cq.cqes());
    for (int i = 0; i <= room; ++i) post(qp, i, mr.rkey());
    qp.ring_doorbell();
    return room;
  }

  bool readable(std::chrono::milliseconds limit) const {
    pollfd one{.fd = context.event_fd(), .events = POLLIN, .revents = 0};
    return poll(&one, 1, static_cast<int>(limit.count())) == 1;
  }

  /// The next event, which has to be of this type.
  async_event expect(async_event_type what) {
    auto event = context.wait_event(long_enough);
    EXPECT_TRUE(event.has_value());
    if (!event) return {};
    EXPECT_EQ(event->type, what) << *event;
    return *event;
  }

  struct two_ends {
    explicit two_ends(const verbatim::pd& pd)
        : cq(pd.context(), 16), peer_cq(pd.context(), 16), qp(pd, cq), peer(pd, peer_cq) {
      connect();
    }

    void connect() {
      const auto address = qp.address();
      qp.connect(peer.address());
      peer.connect(address);
    }

    verbatim::cq<with_format<format>, type> cq, peer_cq;
    type qp, peer;
  };

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(128);
  verbatim::context context = open_device();
  verbatim::pd pd{context};
  verbatim::mr mr{pd, std::span(memory), access::local_write | access::remote_write};
};

/// Events that WQEs raise because --raise-at says so.
class requested_events : public async_events {};

}  // namespace verbatim
